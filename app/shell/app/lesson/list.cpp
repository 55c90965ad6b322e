// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/list.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/registry.h"
#include "lessons/library.h"
#include "model/format.h"
#include "shell/app/commands.h"
#include "shell/app/lesson/text_flow.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string_view>

namespace lanescope::shell {

using kit::points;

namespace {

bool isOpen(const LessonDesk& desk, const lessons::Lesson& lesson) {
    return desk.isOpen() && desk.lesson().digest == lesson.digest;
}

/// nullopt: it was not begun.
std::optional<lessons::Score> scoreOf(const LessonDesk& desk, const lessons::Lesson& lesson) {
    const lessons::Kept* kept = desk.progress().all().find(lesson.name, desk.student());
    return kept ? std::optional(lessons::Work(lesson, desk.student(), *kept).score()) : std::nullopt;
}

/// 0 to 1.
float shareDone(const std::optional<lessons::Score>& score) {
    return score && score->questions ? static_cast<float>(score->done) / static_cast<float>(score->questions)
                                     : 0;
}

std::string wordsOf(const std::optional<lessons::Score>& score) {
    if (!score) return {};
    if (score->done == 0) return tr("begun");
    return score->done < score->questions
               ? tr("begun, {} of {} left", score->questions - score->done, score->questions)
               : tr("done, {} of {} right", score->right, score->questions);
}

/// How much of a lesson is done, as a bar along its row.
void showShare(const ImVec2& at, float height, float share) {
    const render::Theme& theme = *kit::style().theme;
    const float left = at.x + points(1), width = points(3), top = at.y + points(2), bottom = at.y + height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(left, top), ImVec2(left + width, bottom), kit::packed(theme.line), points(1));
    if (share > 0)
        list.AddRectFilled(ImVec2(left, top), ImVec2(left + width, top + (bottom - top) * share),
                           kit::packed(share < 1 ? theme.accent : theme.good), points(1));
}

std::string tipOf(const lessons::Lesson& lesson) {
    return fmt::format("{}{}", lesson.summary,
                       lesson.minutes ? tr(" About {} minutes.", lesson.minutes) : std::string());
}

} // namespace

std::string progressWords(const LessonDesk& desk, const lessons::Lesson& lesson) {
    return wordsOf(scoreOf(desk, lesson));
}

std::string courseWords(const LessonDesk& desk) {
    std::size_t done = 0;
    float minutes = 0;
    for (const lessons::Lesson& lesson : lessons::lessons()) {
        const float share = shareDone(scoreOf(desk, lesson));
        done += share == 1 ? 1 : 0;
        minutes += static_cast<float>(lesson.minutes) * (1 - share);
    }
    const std::size_t all = lessons::lessons().size();
    if (done == all) return tr("All {} lessons are done.", all);
    return tr("{} of {} lessons done, about {} minutes left", done, all,
              static_cast<int>(std::ceil(minutes)));
}

std::string labsOf(const lessons::Lesson& lesson) {
    std::string words;
    const auto addLab = [&words](const std::optional<lessons::State>& state) {
        for (const kit::LabEntry& entry : kit::labs())
            if (state && entry.name == state->lab && words.find(entry.title) == std::string::npos)
                words += fmt::format("{}, {}, {}, ", entry.name, entry.title, tr(entry.title.c_str()));
    };
    addLab(lesson.opening);
    for (const lessons::Step& step : lesson.steps) addLab(step.state);
    return words;
}

bool lessonIsFound(const lessons::Lesson& lesson, std::string_view filter) {
    const std::string text =
        lowered(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", lesson.title, lesson.summary, lesson.follows,
                            lesson.name, lesson.words, lesson.asked, labsOf(lesson)));
    std::istringstream words{lowered(filter)};
    for (std::string word; words >> word;)
        if (text.find(word) == std::string::npos) return false;
    return true;
}

void showLessonList(const LessonDesk& desk, std::string_view filter, UserActions& actions) {
    const render::Theme& theme = *kit::style().theme;
    if (filter.empty()) kit::wrappedText(theme.dim, courseWords(desk));
    std::size_t number = 0;
    bool any = false;
    for (const lessons::Lesson& lesson : lessons::lessons()) {
        ++number; // of the course, whatever is left out
        if (!lessonIsFound(lesson, filter)) continue;
        any = true;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x, left = points(26), pad = points(2);
        const std::optional<lessons::Score> score = scoreOf(desk, lesson);
        // Titles do not all say what they are about; the name does, and commands take it.
        const std::string done = wordsOf(score),
                          how = done.empty() ? lesson.name : fmt::format("{}, {}", lesson.name, done);
        const float share = shareDone(score);
        TextFlow title(ImVec2(at.x + left, at.y + pad), room - left, theme.text, nullptr);
        title.add(lessons::spansOf(lesson.title));
        const float height = title.height() + ImGui::GetFontSize() * 1.15F + 2 * pad;
        if (ImGui::Selectable(("##" + lesson.name).c_str(), isOpen(desk, lesson), 0, ImVec2(room, height)))
            actions.lesson.open = lesson.name;
        kit::tooltip(tipOf(lesson));
        showShare(at, height, share);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const std::string place = fmt::format("{}", number);
        list.AddText(
            ImVec2(at.x + left - points(8) - ImGui::CalcTextSize(place.c_str()).x, at.y + pad + points(1)),
            kit::packed(theme.faint), place.c_str());
        TextFlow drawn(ImVec2(at.x + left, at.y + pad), room - left, theme.text, &list);
        drawn.add(lessons::spansOf(lesson.title));
        list.AddText(kit::style().sans, std::round(ImGui::GetFontSize() * 0.88F),
                     ImVec2(at.x + left, at.y + pad + drawn.height()),
                     kit::packed(share == 1 ? theme.good : theme.dim), how.c_str());
    }
    if (!any) kit::wrappedText(theme.dim, tr("No lesson has this."));
}

void showLessonMenu(const LessonDesk& desk, UserActions& actions) {
    std::size_t number = 0;
    for (const lessons::Lesson& lesson : lessons::lessons()) {
        const std::string label = fmt::format("{}. {}###{}", ++number, lesson.title, lesson.name);
        if (ImGui::MenuItem(label.c_str(), progressWords(desk, lesson).c_str(), isOpen(desk, lesson)))
            actions.lesson.open = lesson.name;
        kit::tooltip(tipOf(lesson));
    }
    ImGui::Separator();
    for (const CommandId each :
         {CommandId::NextPage, CommandId::PreviousPage, CommandId::RestartLesson, CommandId::CloseLesson})
        commandItem(each, actions, false, desk.isOpen());
    ImGui::Separator();
    ImGui::MenuItem(tr("A lesson of your own: drop its file on the window"), nullptr, false, false);
}

} // namespace lanescope::shell
