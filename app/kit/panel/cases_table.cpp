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

bool isSet(const Lab& lab, const Sets& sets) {
    return std::ranges::all_of(sets, [&](const auto& set) {
        const Parameter* const parameter = lab.findParameter(set.first);
        return parameter && parameter->text() == set.second;
    });
}

/// The parameters that tell the cases apart; what all of them set is no news.
std::vector<std::string> toldApartBy(const BackgroundCases::Snapshot& snapshot) {
    std::vector<std::string> names;
    if (snapshot.rows.empty()) return names;
    for (const auto& set : snapshot.rows.front().sets) {
        const bool shared = std::ranges::all_of(snapshot.rows, [&](const BackgroundCases::Row& row) {
            return std::ranges::find(row.sets, set) != row.sets.end();
        });
        if (!shared || snapshot.count == 1) names.push_back(set.first);
    }
    return names;
}

/// In the language that was chosen, where that has another word for it.
std::string_view valueIn(const Sets& sets, const std::string& name) {
    const auto set = std::ranges::find(sets, name, &Sets::value_type::first);
    if (set == sets.end()) return {};
    const std::string_view meaning = meaningOfChoice(name, set->second);
    return meaning.empty() ? std::string_view(set->second) : meaning;
}

} // namespace

std::optional<Sets> casesTable(const BackgroundCases::Snapshot& snapshot, const Lab& lab) {
    const render::Theme& theme = *style().theme;
    std::optional<Sets> chosen;
    {
        const FontScope font(style().sans, 0.92F);
        const bool done = snapshot.rows.size() >= snapshot.count;
        wrappedText(theme.dim,
                    !done ? tr("{} of {} runs in the emulator are done", snapshot.rows.size(), snapshot.count)
                    : style().interactive
                        ? std::string(tr("What each setting comes to, in the emulator; click a row "
                                         "to go there"))
                        : std::string(tr("What each setting comes to, in the emulator")));
    }
    const std::vector<std::string> names = toldApartBy(snapshot);
    const std::size_t columns = names.size() + snapshot.columns.size();
    if (names.empty() || !ImGui::BeginTable("##cases", static_cast<int>(columns),
                                            ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY |
                                                ImGuiTableFlags_SizingStretchProp))
        return std::nullopt;
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
            else if (ImGui::Selectable(value.c_str(), isSet(lab, row.sets),
                                       ImGuiSelectableFlags_SpanAllColumns))
                chosen = row.sets;
        }
        for (const CaseCell& cell : row.cells) {
            ImGui::TableNextColumn();
            coloredText(toneColor(theme, cell.tone, theme.text), cell.text);
        }
        if (row.cells.empty()) {
            ImGui::TableNextColumn();
            coloredText(row.why.empty() ? theme.faint : theme.bad, row.why.empty() ? "-" : retold(row.why));
        }
    }
    ImGui::EndTable();
    return chosen;
}

} // namespace lanescope::kit
