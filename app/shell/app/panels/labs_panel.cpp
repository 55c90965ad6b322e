// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/labs_panel.h"

#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/registry.h"
#include "kit/words/terms.h"
#include "lessons/library.h"
#include "shell/app/lesson/list.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cfloat>
#include <cstring>
#include <utility>

namespace lanescope::shell {

using kit::points;

namespace {

/// Whether what the lab is called, or what is said of it, holds the filter, whatever the case.
bool matches(const kit::LabEntry& entry, const std::string& filter) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    const auto has = [&](std::string_view text) {
        return std::search(text.begin(), text.end(), filter.begin(), filter.end(), same) != text.end();
    };
    const auto holds = [&](std::string_view text) { return has(text) || has(tr(text)); };
    return filter.empty() ||
           std::ranges::any_of(std::array{&entry.name, &entry.title, &entry.chapter, &entry.summary},
                               [&](const std::string* text) { return holds(*text); }) ||
           has(kit::allWordsFor(entry.name + ", " + entry.terms));
}

/// Pixels that a list may take: the parameters keep more than half of the column, but where all are under
/// "More".
float listHeight(const Runner& runner) {
    const bool few = std::ranges::all_of(runner.editedLab().parameters(), &kit::Parameter::isAdvanced);
    const float share = few ? 0.7F : 0.45F;
    return std::max(ImGui::GetContentRegionAvail().y * share, points(90));
}

/// As high as what it lists; beyond `most` it scrolls.
bool beginList(const char* id, float most) {
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(FLT_MAX, most));
    return ImGui::BeginChild(id, ImVec2(0, 0), ImGuiChildFlags_AutoResizeY);
}

void sayThatAnswersDiffer() {
    kit::wrappedText(kit::style().theme->dim,
                     tr("Each answer has its own settings; they appear once you answer."));
}

/// The key is for the window that has the keyboard: the search over this one may be closed by it.
bool escaped() {
    return ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
           ImGui::IsKeyPressed(ImGuiKey_Escape);
}

} // namespace

/// True: Enter was pressed in it.
bool LabsPanel::filterField(const char* hint, std::string& filter) {
    std::array<char, 64> text{};
    std::memcpy(text.data(), filter.data(), std::min(filter.size(), text.size() - 1));
    if (m_focusFilter) ImGui::SetKeyboardFocusHere();
    m_focusFilter = false;
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##filter", hint, text.data(), text.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    filter = text.data();
    return entered;
}

void LabsPanel::showLessonFilter(UserActions& actions) {
    const bool entered = filterField(tr("find a lesson"), m_lessonFilter);
    if (entered) {
        const auto found = std::ranges::find_if(lessons::lessons(), [&](const lessons::Lesson& each) {
            return lessonIsFound(each, m_lessonFilter);
        });
        if (found != lessons::lessons().end()) actions.lesson.open = found->name;
    }
    if (entered || escaped()) m_lessonFilter.clear();
}

void LabsPanel::showFilter(UserActions& actions) {
    const bool entered = filterField(tr("find a lab"), m_filter);
    if (entered) {
        const auto found = std::ranges::find_if(
            kit::labs(), [&](const kit::LabEntry& each) { return matches(each, m_filter); });
        if (found != kit::labs().end()) actions.open.lab = &*found;
    }
    if (entered || escaped()) m_filter.clear();
}

/// The labs of each chapter side by side, as many in a row as fit: the whole course at one look.
void LabsPanel::showList(const Runner& runner, UserActions& actions) {
    const kit::LabEntry& chosen = runner.entry();
    const float most = listHeight(runner);
    if (beginList("labs", most)) {
        const float right = ImGui::GetContentRegionMax().x, gap = points(4);
        std::string_view chapter;
        for (const kit::LabEntry& each : kit::labs()) {
            if (!matches(each, m_filter)) continue;
            const std::string name = kit::shownName(each);
            const float width = ImGui::CalcTextSize(name.c_str()).x + 2 * points(6);
            if (each.chapter != chapter) {
                if (!chapter.empty()) ImGui::Dummy(ImVec2(0, points(1)));
                chapter = each.chapter;
                kit::heading(tr(chapter));
            } else {
                ImGui::SameLine(0, gap);
                if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
            }
            const bool isChosen = &each == &chosen;
            ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0.5F, 0.5F));
            if (ImGui::Selectable(name.c_str(), isChosen, 0, ImVec2(width, 0))) actions.open.lab = &each;
            ImGui::PopStyleVar();
            kit::tooltip(tr(std::string_view(each.summary)));
            // In another room it may have come out of sight.
            if (isChosen && (m_listed != &chosen || m_listRoom != most)) ImGui::SetScrollHereY();
        }
        if (chapter.empty()) kit::wrappedText(kit::style().theme->dim, tr("No lab matches."));
        m_listed = &chosen;
        m_listRoom = most;
        ImGui::Dummy(ImVec2(0, 0)); // what marks the chosen lab reaches into the space below its name
    }
    ImGui::EndChild();
}

void LabsPanel::findIdle(const Runner& runner) {
    const kit::Lab& lab = runner.editedLab();
    if (m_idleLab == &runner.entry() && m_idleRevision == lab.revision() &&
        m_idleArchitecture == &runner.architecture() && m_idleEdition == text::edition())
        return;
    if (m_idleLab != &runner.entry()) m_parameters.clearError();
    m_idle.clear();
    for (const kit::Parameter* parameter : lab.parameters())
        m_idle.push_back(kit::idleReason(lab, *parameter, runner.architecture()));
    m_idleLab = &runner.entry();
    m_idleRevision = lab.revision();
    m_idleEdition = text::edition();
    m_idleArchitecture = &runner.architecture();
}

void LabsPanel::showParameter(Runner& runner, std::size_t number, bool brief) {
    const kit::Parameter& parameter = *runner.editedLab().parameters()[number];
    if (parameter.name() == m_focusParameter) {
        m_focusParameter.clear();
        ImGui::SetWindowFocus();
        ImGui::SetKeyboardFocusHere();
        ImGui::SetNavCursorVisible(true);
        ImGui::SetScrollHereY();
    }
    if (const auto value = m_parameters.show(parameter, m_idle[number], runner.movedTo(parameter), brief))
        runner.edit({.reset = false, .sets = {{parameter.name(), *value}}});
}

/// One level down. It is open where one of them was changed, or is looked for.
void LabsPanel::showMore(Runner& runner, const LessonDesk& desk) {
    const auto parameters = runner.editedLab().parameters();
    const auto isAdvanced = [](const kit::Parameter* each) { return each->isAdvanced(); };
    if (std::ranges::none_of(parameters, isAdvanced)) return;
    const auto isWanted = [&](const kit::Parameter* each) {
        return isAdvanced(each) && each->name() == m_focusParameter;
    };
    const auto isChanged = [&](const kit::Parameter* each) { return isAdvanced(each) && !each->isDefault(); };
    if (std::ranges::any_of(parameters, isWanted)) m_more = true;
    if (m_moreOf != &runner.entry()) m_more |= std::ranges::any_of(parameters, isChanged);
    m_moreOf = &runner.entry();
    ImGui::SetNextItemOpen(m_more);
    ImGui::PushStyleColor(ImGuiCol_Header, kit::toImGui(kit::style().theme->raised));
    m_more = ImGui::CollapsingHeader(tr("More"));
    ImGui::PopStyleColor();
    kit::tooltip(tr("Parameters that you can ignore at first."));
    if (!m_more) return;
    ImGui::Dummy(ImVec2(0, points(2)));
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (isAdvanced(parameters[i]) && !desk.hasSlider(runner, parameters[i]->name()))
            showParameter(runner, i, false);
}

/// Without those that the lesson's question shows: one slider for one value.
void LabsPanel::showParameters(Runner& runner, const LessonDesk& desk) {
    if (std::exchange(m_scrolled, &runner.entry()) != &runner.entry())
        ImGui::SetNextWindowScroll(ImVec2(0, 0));
    if (ImGui::BeginChild("parameters", ImVec2(0, 0), ImGuiChildFlags_None)) {
        findIdle(runner);
        const auto parameters = runner.editedLab().parameters();
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (!parameters[i]->isAdvanced() && !desk.hasSlider(runner, parameters[i]->name()))
                showParameter(runner, i, false);
        showMore(runner, desk);
    }
    ImGui::EndChild();
}

void LabsPanel::showStrip(Runner& runner, const LessonDesk& desk) {
    const DockedPanel panel(kParametersPanel);
    if (!panel) return;
    if (desk.asksBetweenStates()) return sayThatAnswersDiffer();
    m_parameters.offerReset(true);
    findIdle(runner);
    std::vector<std::size_t> shown;
    const auto parameters = runner.editedLab().parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (m_idle[i].empty() && (!parameters[i]->isAdvanced() || desk.speaksOf(runner, *parameters[i])))
            shown.push_back(i);
    // Where not all find room, what the lesson speaks of comes first.
    std::ranges::stable_partition(shown,
                                  [&](std::size_t i) { return desk.speaksOf(runner, *parameters[i]); });
    // As many as there is room for; what is left goes to words that then stand side by side.
    const float gap = kit::points(18);
    float left = ImGui::GetContentRegionAvail().x;
    std::vector<float> widths;
    for (const std::size_t i : shown) {
        const float width = kit::ParameterEditor::widthsOf(*parameters[i]).least + gap;
        if (width > left && !widths.empty()) break;
        widths.push_back(width);
        left -= width;
    }
    for (std::size_t k = 0; k < widths.size(); ++k) {
        const float more = kit::ParameterEditor::widthsOf(*parameters[shown[k]]).wide + gap - widths[k];
        if (more > left) continue;
        widths[k] += more;
        left -= more;
    }
    shown.resize(widths.size());
    // In the order that they always have.
    std::vector<std::pair<std::size_t, float>> columns;
    for (std::size_t k = 0; k < shown.size(); ++k) columns.emplace_back(shown[k], widths[k]);
    std::ranges::sort(columns);
    if (columns.empty()) return kit::coloredText(kit::style().theme->dim, tr("This lab has no parameters."));
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(kit::points(9), 0));
    // Dear ImGui keeps the widths of a table's columns.
    const kit::ShortText id("strip {} {}", runner.entry().name, columns.front().first);
    if (ImGui::BeginTable(id.c_str(), static_cast<int>(columns.size()),
                          ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoPadOuterX)) {
        for (const auto& [parameter, width] : columns)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, width);
        for (const auto& [parameter, width] : columns) {
            ImGui::TableNextColumn();
            showParameter(runner, parameter, true);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    if (!m_parameters.error().empty()) kit::wrappedText(kit::style().theme->bad, m_parameters.error());
}

/// All labs in one line: the parameters need the room.
void LabsPanel::showChoice(const kit::LabEntry& chosen, UserActions& actions) const {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##lab", kit::shownName(chosen).c_str(), ImGuiComboFlags_HeightLarge)) {
        std::string_view chapter;
        for (const kit::LabEntry& each : kit::labs()) {
            if (each.chapter != chapter) kit::heading(tr(std::string_view(each.chapter)));
            chapter = each.chapter;
            if (ImGui::Selectable(kit::shownName(each).c_str(), &each == &chosen)) actions.open.lab = &each;
            kit::tooltip(tr(std::string_view(each.summary)));
        }
        ImGui::EndCombo();
    }
    ImGui::Dummy(ImVec2(0, points(2)));
}

/// What is listed: labs or lessons.
void LabsPanel::showTabs() {
    const float gap = points(3), half = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const auto tab = [&](const char* label, bool lessons) {
        const bool chosen = m_lessons == lessons;
        ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0.5F, 0.5F));
        if (ImGui::Selectable(label, chosen, 0, ImVec2(half, 0))) m_lessons = lessons;
        ImGui::PopStyleVar();
    };
    tab(kit::ShortText("{}##tab", tr("Labs")).c_str(), false);
    ImGui::SameLine(0, gap);
    tab(kit::ShortText("{}##tab", tr("Lessons")).c_str(), true);
}

void LabsPanel::show(Runner& runner, const LessonDesk& desk, Layout& layout, UserActions& actions) {
    if (m_focusFilter) ImGui::SetNextWindowFocus();
    m_parameters.offerReset(!desk.isOpen());
    const DockedPanel panel(kLabsPanel);
    layout.place(WindowPart::Labs, panel.rect());
    if (!panel) return;
    // A lesson opens its labs itself.
    if (desk.isOpen()) {
        kit::heading(tr("Parameters of {}", kit::shownName(runner.entry())));
        if (desk.asksBetweenStates()) return sayThatAnswersDiffer();
        return showParameters(runner, desk);
    }
    if (layout.compact()) {
        showChoice(runner.entry(), actions);
        return showParameters(runner, desk);
    }
    showTabs();
    if (m_lessons) {
        showLessonFilter(actions);
        if (beginList("lessons", listHeight(runner))) showLessonList(desk, m_lessonFilter, actions);
        ImGui::EndChild();
    } else {
        showFilter(actions);
        showList(runner, actions);
    }
    ImGui::Dummy(ImVec2(0, points(2)));
    ImGui::Separator();
    ImGui::Dummy(ImVec2(0, points(2)));
    showParameters(runner, desk);
}

} // namespace lanescope::shell
