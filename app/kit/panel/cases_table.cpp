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
                            ? tr("What each setting comes to, in the emulator; click a row to go there")
                            : tr("What each setting comes to, in the emulator"));
    }
    const std::vector<std::string>& names = snapshot.names;
    const std::size_t columns = names.size() + snapshot.columns.size();
    if (names.empty() || !ImGui::BeginTable("##cases", static_cast<int>(columns),
                                            ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY |
                                                ImGuiTableFlags_SizingStretchProp))
        return nullptr;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableNextRow();
    for (std::size_t i = 0; i < columns; ++i) {
        ImGui::TableNextColumn();
        coloredText(theme.faint, i < names.size() ? names[i] : snapshot.columns[i - names.size()]);
    }
    for (std::size_t i = 0; i < snapshot.rows.size(); ++i) {
        const BackgroundCases::Row& row = snapshot.rows[i];
        ImGui::TableNextRow();
        for (const std::string& name : names) {
            const ShortText value("{}##{}", valueIn(row.sets, name), i);
            ImGui::TableNextColumn();
            if (&name != &names.front())
                coloredText(theme.text, valueIn(row.sets, name));
            else if (ImGui::Selectable(value.c_str(), i == present, ImGuiSelectableFlags_SpanAllColumns))
                chosen = &row.sets;
        }
        for (const CaseCell& cell : row.cells) {
            ImGui::TableNextColumn();
            coloredText(toneColor(theme, cell.tone, theme.text), cell.text);
        }
        if (row.cells.empty()) {
            ImGui::TableNextColumn();
            coloredText(row.why.empty() ? theme.faint : theme.bad, row.why.empty() ? "-" : row.why);
        }
    }
    ImGui::EndTable();
    return chosen;
}

} // namespace lanescope::kit
