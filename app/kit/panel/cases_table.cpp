// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/cases_table.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/choice_words.h"
#include "text/tr.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::kit {

namespace {

/// In the language that was chosen, where that has another word for it.
std::string_view valueIn(const Sets& sets, const std::string& name) {
    const auto set = std::ranges::find(sets, name, &Sets::value_type::first);
    if (set == sets.end()) return {};
    const std::string_view meaning = meaningOfChoice(name, set->second);
    return meaning.empty() ? std::string_view(set->second) : meaning;
}

/// The width of the longest word of a column, pixels: a narrow one breaks between words alone.
float longestWord(const BackgroundCases::Snapshot& snapshot, std::size_t column) {
    float longest = 0;
    const auto take = [&longest](std::string_view text) {
        while (!text.empty()) {
            const std::string_view word = text.substr(0, text.find(' '));
            longest = std::max(longest, ImGui::CalcTextSize(word.data(), word.data() + word.size()).x);
            text.remove_prefix(std::min(word.size() + 1, text.size()));
        }
    };
    take(snapshot.columns[column]);
    for (const BackgroundCases::Row& row : snapshot.rows)
        if (column < row.cells.size()) take(row.cells[column].text);
    return std::max(longest, 1.F);
}

} // namespace

std::optional<std::size_t> presentCase(const BackgroundCases::Snapshot& snapshot, const Lab& lab) {
    const auto present = std::ranges::find_if(snapshot.rows, [&](const BackgroundCases::Row& row) {
        return std::ranges::all_of(row.sets, [&](const auto& set) {
            const Parameter* const parameter = lab.findParameter(set.first);
            return parameter && parameter->text() == set.second;
        });
    });
    if (present == snapshot.rows.end()) return std::nullopt;
    return static_cast<std::size_t>(present - snapshot.rows.begin());
}

const Sets* casesTable(const BackgroundCases::Snapshot& snapshot, std::optional<std::size_t> present) {
    const render::Theme& theme = *style().theme;
    const Sets* chosen = nullptr;
    {
        const FontScope font(style().sans, 0.92F);
        if (snapshot.rows.size() < snapshot.count)
            wrappedText(theme.dim,
                        tr("{} of {} runs in the emulator are done", snapshot.rows.size(), snapshot.count));
        else
            wrappedText(theme.dim,
                        style().interactive
                            ? tr("What each setting leads to, run in the emulator; click a row to open it")
                            : tr("What each setting leads to, run in the emulator"));
    }
    const std::vector<std::string>& names = snapshot.names;
    const std::size_t columns = names.size() + snapshot.columns.size();
    if (names.empty() || !ImGui::BeginTable("##cases", static_cast<int>(columns),
                                            ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY |
                                                ImGuiTableFlags_SizingStretchProp))
        return nullptr;
    // What is set is one word each; what it comes to has the rest, in as many lines as it takes.
    for (std::size_t i = 0; i < columns; ++i)
        if (i < names.size())
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
        else
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch,
                                    longestWord(snapshot, i - names.size()));
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableNextRow();
    for (std::size_t i = 0; i < columns; ++i) {
        ImGui::TableNextColumn();
        if (i < names.size())
            coloredText(theme.faint, names[i]);
        else
            wrappedText(theme.faint, snapshot.columns[i - names.size()]);
    }
    for (std::size_t i = 0; i < snapshot.rows.size(); ++i) {
        const BackgroundCases::Row& row = snapshot.rows[i];
        ImGui::TableNextRow();
        float bottom = 0;
        const auto cell = [&](std::size_t column, render::Color color, std::string_view text) {
            ImGui::TableSetColumnIndex(static_cast<int>(column));
            if (column < names.size())
                coloredText(color, text);
            else
                wrappedText(color, text);
            bottom = std::max(bottom, ImGui::GetCursorPosY());
        };
        for (std::size_t k = 1; k < names.size(); ++k) cell(k, theme.text, valueIn(row.sets, names[k]));
        for (std::size_t k = 0; k < row.cells.size(); ++k)
            cell(names.size() + k, toneColor(theme, row.cells[k].tone, theme.text), row.cells[k].text);
        if (row.cells.empty())
            cell(names.size(), row.why.empty() ? theme.faint : theme.bad, row.why.empty() ? "-" : row.why);
        ImGui::TableSetColumnIndex(0);
        const ShortText value("{}##{}", valueIn(row.sets, names.front()), i);
        const float height = bottom - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
        if (ImGui::Selectable(value.c_str(), i == present, ImGuiSelectableFlags_SpanAllColumns, {0, height}))
            chosen = &row.sets;
    }
    ImGui::EndTable();
    return chosen;
}

} // namespace lanescope::kit
