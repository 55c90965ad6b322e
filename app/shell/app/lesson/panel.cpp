// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/panel.h"

#include "kit/counted.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "model/warp_access.h"
#include "shell/app/commands.h"
#include "shell/app/lesson/code_editor.h"
#include "shell/app/lesson/text_flow.h"
#include "shell/app/look/layout.h"
#include "shell/app/messages.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;
using lessons::AskedQuestion;
using lessons::Attempt;
using lessons::Question;

namespace {

const render::Theme& theme() {
    return *kit::style().theme;
}

bool isChoice(Question::Kind kind) {
    return kind == Question::Kind::Choice || kind == Question::Kind::Most || kind == Question::Kind::Least;
}

template<std::size_t Size>
void put(std::array<char, Size>& into, const std::string& text) {
    into.fill('\0');
    std::memcpy(into.data(), text.data(), std::min(text.size(), Size - 1));
}

/// The next button goes beside the last item where there is room.
void besideIfItFits(const char* label) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x;
    const float left = ImGui::GetItemRectMax().x + style.ItemSpacing.x;
    if (left + width <= ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x) ImGui::SameLine();
}

bool strongButton(const char* label, float width = 0) {
    ImGui::PushStyleColor(ImGuiCol_Button, kit::toImGui(render::mix(theme().panel, theme().accent, 0.5F)));
    const bool pressed = ImGui::Button(label, ImVec2(width, 0));
    ImGui::PopStyleColor();
    return pressed;
}

template<class Show>
void card(const char* id, const render::Color& color, Show show) {
    kit::coloredCard(id, color, ImVec2(10, 8), show);
}

void boldText(const render::Color& color, std::string_view text) {
    const FontScope bold(kit::style().bold);
    kit::wrappedText(color, text);
}

const render::Color& colorOf(const Attempt* attempt) {
    if (!attempt) return theme().dim;
    return attempt->right      ? theme().good
           : attempt->revealed ? theme().warn
           : attempt->tries    ? theme().bad
                               : theme().line;
}

std::string_view stateOf(const Attempt* attempt) {
    if (!attempt) return tr("no question");
    if (attempt->right) return attempt->rightAtOnce() ? tr("right first time") : tr("right");
    return attempt->revealed ? tr("the answer was shown")
           : attempt->tries  ? tr("not right yet")
                             : tr("not answered yet");
}

/// For the number of a student, also where a keyboard for Chinese writes wide digits.
int digitsAlone(ImGuiInputTextCallbackData* data) {
    constexpr ImWchar kWideZero = 0xFF10, kWideNine = 0xFF19;
    if (data->EventChar >= kWideZero && data->EventChar <= kWideNine)
        data->EventChar = static_cast<ImWchar>(data->EventChar - kWideZero + '0');
    return data->EventChar >= '0' && data->EventChar <= '9' ? 0 : 1;
}

/// A row that is chosen with a click: a letter, and words that may take several lines.
bool optionRow(std::size_t index, const std::string& text, bool chosen) {
    const std::string mark(1, lessons::optionLetter(index));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, left = points(30), pad = points(5);
    const std::vector<lessons::Span> spans = lessons::spansOf(text);
    TextFlow measured(ImVec2(at.x + left, at.y + pad), room - left - pad, theme().text, nullptr);
    measured.add(spans);
    const ImVec2 size(room, measured.height() + 2 * pad);
    const bool pressed = ImGui::InvisibleButton(fmt::format("option {}", mark).c_str(), size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + size.x, at.y + size.y);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const render::Color ground = chosen ? theme().selection : lit ? theme().raised : theme().panel;
    list.AddRectFilled(at, end, kit::packed(ground), points(4));
    list.AddRect(at, end, kit::packed(chosen ? theme().accent : theme().line), points(4), 0, points(1));
    list.AddText(kit::style().bold, ImGui::GetFontSize(),
                 ImVec2(at.x + points(10), at.y + pad + ImGui::GetFontSize() * 0.16F),
                 kit::packed(chosen ? theme().accent : theme().dim), mark.c_str());
    TextFlow flow(ImVec2(at.x + left, at.y + pad), room - left - pad, theme().text, &list);
    flow.add(spans);
    return pressed;
}

/// A button for each lane, in its colour where it is chosen.
void laneButtons(LessonDesk& desk) {
    // A presenter's numbers are large: fewer rows of them have to do.
    const float gap = points(3), room = ImGui::GetContentRegionAvail().x;
    const float number = ImGui::CalcTextSize("31").x + points(6);
    const bool large = kit::style().leastText > 0;
    const int columns = large && (number + gap) * 16 - gap <= room ? 16 : 8;
    const ImVec2 size(std::min((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
                               std::max(number, points(40))),
                      std::max(ImGui::GetTextLineHeight() + points(2), points(22)));
    const std::uint32_t chosen = desk.draft().lanes;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        if (lane % columns) ImGui::SameLine();
        const bool on = (chosen >> lane & 1U) != 0;
        const render::Color color = on ? render::laneColor(lane) : theme().raised;
        ImGui::PushStyleColor(ImGuiCol_Button, kit::toImGui(color));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, kit::toImGui(render::mix(color, theme().text, 0.15F)));
        ImGui::PushStyleColor(ImGuiCol_Text, kit::toImGui(on ? render::inkOn(color) : theme().text));
        if (ImGui::Button(fmt::format("{}##lane", lane).c_str(), size)) desk.toggleLane(lane);
        ImGui::PopStyleColor(3);
    }
    ImGui::PopStyleVar(2);
}

/// The answer that Check would have checked; empty: there is none yet.
std::string answerOf(LessonDesk& desk, const AskedQuestion& asked, const Runner& runner) {
    const LessonDesk::Draft& draft = desk.draft();
    if (asked.kind == Question::Kind::Set) return desk.settings(runner).value_or("");
    if (isChoice(asked.kind))
        return draft.option < 0
                   ? std::string()
                   : std::string(1, lessons::optionLetter(static_cast<std::size_t>(draft.option)));
    return std::string(lessons::trimmed(draft.text));
}

void checkAnswer(LessonDesk& desk, const Runner& runner) {
    const lessons::Page* page = desk.work().isStep() ? desk.page() : nullptr;
    if (!page || !page->asked || !desk.work().waits()) return;
    if (std::string answer = answerOf(desk, *page->asked, runner); !answer.empty())
        desk.check(std::move(answer));
}

void readLanes(LessonDesk::Draft& draft) {
    AskedQuestion asked;
    asked.kind = Question::Kind::Lanes;
    try {
        draft.lanes = std::get<lessons::Answer::Lanes>(lessons::parseAnswer(asked, draft.text).value).mask;
    } catch (const std::exception&) {
        draft.lanes = 0; // half of it is typed
    }
}

/// True: the answer was entered with the keyboard.
bool showLanes(LessonDesk& desk, AnswerField& field) {
    kit::wrappedText(theme().dim,
                     tr("Click the lanes in the picture or below, or type them: 0-3, 16, or none."));
    laneButtons(desk);
    LessonDesk::Draft& draft = desk.draft();
    const std::string before = draft.text;
    ImGui::SetNextItemWidth(-1);
    const bool entered = field.show("##lanes", "0-3, 16", draft.text, !desk.checking());
    if (draft.text != before) readLanes(draft);
    return entered;
}

/// True: the answer was entered with the keyboard.
bool showNumber(LessonDesk& desk, const AskedQuestion& asked, AnswerField& field) {
    const float unit = asked.unit.empty() ? 0 : ImGui::CalcTextSize(asked.unit.c_str()).x + points(10);
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(std::clamp(room - unit, points(80), points(150)));
    const bool entered = field.show("##number", tr("a number"), desk.draft().text, !desk.checking());
    if (asked.unit.empty()) return entered;
    ImGui::SameLine();
    kit::coloredText(theme().dim, asked.unit);
    return entered;
}

void showCode(LessonDesk& desk, const AskedQuestion& asked) {
    if (!asked.missing.empty())
        return kit::wrappedText(
            theme().warn,
            tr("This needs a compiler that is not available here: {}. Skip the question.", asked.missing));
    const LessonDesk::Draft& draft = desk.draft();
    const bool inFile = !draft.file.empty();
    // No button takes another's place: a second click is not to do something else.
    ImGui::BeginDisabled(draft.text == asked.code);
    if (ImGui::Button(tr("Start over"))) desk.startOver();
    ImGui::EndDisabled();
    kit::tooltip(tr("The code that the question began with."));
    besideIfItFits(tr("Edit in a file"));
    ImGui::BeginDisabled(inFile);
    if (ImGui::Button(tr("Edit in a file"))) desk.editInFile();
    ImGui::EndDisabled();
    kit::tooltip(tr("Writes the code into a file in the folder where Lanescope was started."));
    if (inFile) {
        besideIfItFits(tr("Edit here"));
        if (ImGui::Button(tr("Edit here"))) desk.editHere();
        kit::tooltip(tr("The code as it was saved last, to be edited in this window again. The file stays."));
    }
    kit::wrappedText(theme().dim, inFile
                                      ? tr("Edit {} with any editor, and check when it is saved:", draft.file)
                                      : std::string(tr("Change the code beside this, then check:")));
}

/// The right answer: code stands by itself.
void showRight(const Attempt& attempt, const LessonDesk::Draft& draft, bool runsIt,
               std::string& clickedTerm) {
    if (draft.right.find("__global__") == std::string::npos)
        return showSpans(lessons::spansOf(draft.right), theme().text, clickedTerm, true);
    if (attempt.right) {
        if (runsIt) kit::wrappedText(theme().text, tr("The stage and the numbers now show your kernel."));
        kit::wrappedText(theme().dim, tr("One way to write it:"));
    } else if (runsIt) {
        kit::wrappedText(theme().text, tr("The stage and the numbers now show this kernel:"));
    }
    showText(lessons::codeBlock(draft.right), theme().text, clickedTerm);
}

/// What the model made of the last answer.
void showVerdict(const LessonDesk& desk, const Attempt& attempt, const LessonDesk::Draft& draft,
                 const Runner& runner, std::string& clickedTerm) {
    const bool runsIt = desk.code(runner) != nullptr;
    if (desk.checking()) return kit::coloredText(theme().dim, tr("Running the model ..."));
    if (attempt.right) {
        // Others reach the goal, too: what is said next is one of them.
        const lessons::Page* page = desk.page();
        const bool isOneOfMany = page && page->asked && page->asked->kind == Question::Kind::Set;
        boldText(theme().good, isOneOfMany ? tr("Right: {}.", attempt.given) : std::string(tr("Right.")));
        // Not the same once more.
        if (!draft.right.empty() && !(isOneOfMany && draft.right.find(attempt.given) != std::string::npos))
            showRight(attempt, draft, runsIt, clickedTerm);
    } else if (attempt.revealed) {
        boldText(theme().warn, tr("The answer:"));
        if (draft.right.empty())
            kit::coloredText(theme().dim, tr("Running the model ..."));
        else
            showRight(attempt, draft, runsIt, clickedTerm);
    } else if (draft.unreadable) {
        kit::wrappedText(theme().warn, draft.says);
        kit::wrappedText(theme().dim, tr("This did not count as a try."));
    } else if (draft.wrong) {
        boldText(theme().bad, tr("Not right yet."));
        if (!draft.says.empty()) showSpans(lessons::spansOf(draft.says), theme().text, clickedTerm);
    } else if (!draft.says.empty()) {
        kit::wrappedText(theme().warn, draft.says);
    }
}

/// What was typed, chosen or clicked, and not checked once.
bool hasUncheckedAnswer(LessonDesk& desk) {
    if (!desk.work().isStep() || !desk.work().waits()) return false;
    const LessonDesk::Draft& draft = desk.draft();
    return draft.says.empty() && (!draft.text.empty() || draft.option >= 0 || draft.lanes != 0);
}

} // namespace

void LessonPanel::showAnswer(LessonDesk& desk) {
    desk.reveal();
    m_scrolls = kScrolls;
}

/// The key that turns the page does not pass an answer that was not checked, unless it is pressed again. A
/// presenter has nothing but the two keys of a clicker: first the rest of the page comes into sight, then the
/// answer is shown, and from the last page, when it is pressed twice, the key goes on to another lesson.
void LessonPanel::turnPage(LessonDesk& desk, int direction, bool presenter, Messages& messages,
                           UserActions& actions) {
    if (!presenter) {
        const bool again = std::exchange(m_skips, false) && !messages.notice().empty();
        if (direction > 0 && !again && hasUncheckedAnswer(desk)) {
            messages.notify(tr(
                "Your answer is not checked yet: Enter checks it. The same key again goes on without it."));
            m_skips = true;
            return;
        }
        if (again) messages.notify({});
        actions.lesson.page = direction;
        return;
    }
    // Where the mouse rests, it says nothing of the page that comes, until it is moved.
    ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    const int leaves = std::exchange(m_leaves, 0);
    const bool again = leaves == direction && !messages.notice().empty();
    if (leaves != 0) messages.notify({}); // that the same key would leave the lesson
    if (direction > 0 && m_below > points(4)) {
        m_scrollsOn = true;
        return;
    }
    if (direction > 0 && desk.work().waits()) return showAnswer(desk);
    const bool beyond = direction > 0 ? desk.work().atEnd() : desk.work().page() == 0;
    const lessons::Lesson* const other = beyond ? desk.other(direction) : nullptr;
    if (!beyond) {
        actions.lesson.page = direction;
    } else if (again) {
        actions.lesson.other = direction;
    } else if (other) {
        messages.notify(tr("The same key again opens the lesson \"{}\".", other->title));
        m_leaves = direction;
    }
}

void LessonPanel::takeKeys(LessonDesk& desk, const Runner& runner, bool presenter, Messages& messages,
                           UserActions& actions) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) return;
    const lessons::Page* page = desk.work().isStep() ? desk.page() : nullptr;
    const bool inCode = io.WantTextInput && page && page->asked && page->asked->kind == Question::Kind::Code;
    if (inCode) return;
    const int turned = ImGui::IsKeyPressed(ImGuiKey_PageDown, false) ? 1
                       : ImGui::IsKeyPressed(ImGuiKey_PageUp, false) ? -1
                                                                     : 0;
    if (turned != 0) {
        takeNumber(desk);
        return turnPage(desk, turned, presenter, messages, actions);
    }
    if (io.WantTextInput) return;
    const bool open = page && page->asked && desk.work().waits() && !desk.checking();
    const bool lanes = open && page->asked->kind == Question::Kind::Lanes;
    if (lanes || (open && page->asked->kind == Question::Kind::Number))
        if (m_field.takeTyped(desk.draft().text) && lanes) readLanes(desk.draft());
    if (io.NavVisible) return;
    const bool entered =
        ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
    if (!desk.work().waits()) {
        if (entered && !desk.work().atEnd()) desk.next();
        return;
    }
    if (!open) return;
    for (std::size_t i = 0; i < page->asked->options.size(); ++i)
        if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + static_cast<int>(i)), false))
            desk.draft().option = static_cast<int>(i);
    if (entered) checkAnswer(desk, runner);
}

/// In the middle, where the picture comes later.
void LessonPanel::showEditor(LessonDesk& desk, const render::Rect& stage) {
    const lessons::Page* page = desk.isOpen() && desk.work().waits() ? desk.page() : nullptr;
    if (!page || !page->asked || page->asked->code.empty() || !page->asked->missing.empty()) return;
    LessonDesk::Draft& draft = desk.draft();
    if (ImGui::Begin(kStagePanel.id)) {
        ImGui::SetCursorScreenPos(ImVec2(stage.x, stage.y));
        ImGui::PushStyleColor(ImGuiCol_ChildBg, kit::toImGui(theme().background));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(points(18), points(12)));
        if (ImGui::BeginChild("editor", ImVec2(stage.width, stage.height),
                              ImGuiChildFlags_AlwaysUseWindowPadding)) {
            if (draft.file.empty())
                kit::heading(tr("The kernel"));
            else
                kit::coloredText(theme().dim, draft.file);
            editCode(draft);
        }
        ImGui::EndChild();
        ImGui::PopStyleVar();
        ImGui::PopStyleColor();
    }
    ImGui::End();
}

void LessonPanel::showHead(LessonDesk& desk, UserActions& actions) {
    const lessons::Work& work = desk.work();
    const char* close = tr("Close");
    const float closeWidth = ImGui::CalcTextSize(close).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float right = ImGui::GetContentRegionMax().x;
    {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x - closeWidth - points(8);
        TextFlow flow(at, room, theme().text, ImGui::GetWindowDrawList());
        flow.add(lessons::spansOf(desk.lesson().title), true, 1.1F);
        ImGui::Dummy(ImVec2(room, flow.height()));
    }
    ImGui::SameLine(right - closeWidth);
    if (ImGui::SmallButton(close)) actions.lesson.close = true;
    kit::tooltip(tr("Closes the lesson. Your progress is kept."));
    // A mark for each page.
    const float gap = points(3), height = points(7), room = ImGui::GetContentRegionAvail().x;
    const float width =
        (room - gap * static_cast<float>(work.pages() - 1)) / static_cast<float>(work.pages());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, points(4)));
    for (std::size_t page = 0; page < work.pages(); ++page) {
        if (page) ImGui::SameLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton(fmt::format("page {}", page).c_str(), ImVec2(width, height + points(6))))
            desk.goTo(page);
        const bool step = page > 0 && page + 1 < work.pages();
        const Attempt* attempt = step ? work.attemptAt(page - 1) : nullptr;
        if (kit::wantsTooltip())
            kit::tooltip(step        ? tr("Step {}: {}", page, stateOf(attempt))
                         : page == 0 ? std::string(tr("What the lesson is about"))
                                     : std::string(tr("What was right, and what to hand in")));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const bool here = page == work.page();
        const ImVec2 low(at.x, at.y + points(3)), high(at.x + width, at.y + points(3) + height);
        list.AddRectFilled(low, high, kit::packed(step ? colorOf(attempt) : theme().line), points(3));
        if (here) list.AddRect(low, high, kit::packed(theme().accent), points(3), 0, points(2));
    }
    ImGui::PopStyleVar();
    ImGui::Dummy(ImVec2(0, points(3)));
}

/// What was typed last; none: the values of nobody in particular.
void LessonPanel::takeNumber(LessonDesk& desk) {
    if (!m_number) return;
    const std::string digits = *std::exchange(m_number, std::nullopt);
    std::uint64_t student = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), student);
    desk.chooseStudent(student);
}

void LessonPanel::showIntroduction(LessonDesk& desk) {
    const lessons::Lesson& lesson = desk.lesson();
    if (desk.canBringBack()) {
        card("forgotten", theme().warn, [&] {
            kit::wrappedText(theme().text, tr("Your answers to this lesson were forgotten."));
            if (ImGui::Button(tr("Bring them back"))) desk.bringBack();
        });
        ImGui::Dummy(ImVec2(0, points(2)));
    }
    if (const lessons::Page* page = desk.page())
        page->error.empty() ? showText(page->text, theme().text, m_clickedTerm)
                            : kit::wrappedText(theme().bad, page->error);
    std::string facts = tr("{}, {}", kit::counted(lesson.steps.size(), "step"),
                           kit::counted(questionsOf(lesson), "question"));
    if (lesson.minutes) facts += tr(", about {} minutes", lesson.minutes);
    kit::wrappedText(theme().dim, facts + tr("."));
    if (!lesson.follows.empty()) kit::wrappedText(theme().dim, tr("Goes with: {}.", lesson.follows));
    ImGui::Dummy(ImVec2(0, points(4)));
    kit::coloredText(theme().text, tr("Your number"));
    ImGui::SameLine();
    std::array<char, 20> number{}; // so that it is one of 64 bits
    if (desk.student() != 0) put(number, std::to_string(desk.student()));
    ImGui::SetNextItemWidth(points(80));
    constexpr ImGuiInputTextFlags kFlags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCharFilter;
    const bool entered = ImGui::InputTextWithHint("##student", tr("optional"), number.data(), number.size(),
                                                  kFlags, digitsAlone);
    if (ImGui::IsItemEdited()) m_number = number.data();
    if (entered || ImGui::IsItemDeactivated()) takeNumber(desk);
    kit::wrappedText(theme().dim, tr("Each number gets its own values. If your teacher gave you one, type it "
                                     "here; if not, leave this empty."));
}

/// As under Parameters; where a slider may go only a part of its way, that is all of it.
std::optional<std::string> LessonPanel::showChange(const kit::Parameter& parameter,
                                                   const AskedQuestion::Change& change) {
    const auto number = [](const std::string& text) {
        int value = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
        return failed == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                         : std::nullopt;
    };
    const auto least = change.values.empty() ? std::nullopt : number(change.values.front());
    const auto most = change.values.empty() ? std::nullopt : number(change.values.back());
    m_parameters.offerReset(false); // to what the step has set there is a button of its own
    if (least && most && *least < *most) return m_parameters.showBetween(parameter, *least, *most);
    return m_parameters.show(parameter, "");
}

/// The sliders that may be moved.
void LessonPanel::showChanges(LessonDesk& desk, const AskedQuestion& asked, Runner& runner) {
    for (const AskedQuestion::Change& change : asked.changes) {
        const kit::Parameter* parameter = runner.editedLab().findParameter(change.parameter);
        if (const auto value = parameter ? showChange(*parameter, change) : std::nullopt)
            runner.edit({.reset = false, .sets = {{change.parameter, *value}}});
        if (!change.values.empty())
            kit::wrappedText(theme().dim,
                             tr("{} may be {}.", change.parameter, lessons::valuesText(change.values)));
    }
    if (!desk.settings(runner))
        kit::wrappedText(theme().warn,
                         tr("Something else was changed, too. Go back to the step's settings first."));
}

/// What was said of another answer than the present one goes.
void LessonPanel::seeAnswer(LessonDesk& desk, const AskedQuestion& asked, const Runner& runner) {
    const bool said = desk.draft().wrong || !desk.draft().says.empty();
    desk.seeAnswer(answerOf(desk, asked, runner));
    if (said && !desk.draft().wrong && desk.draft().says.empty()) m_keepsPlace = true;
}

void LessonPanel::showInput(LessonDesk& desk, const AskedQuestion& asked, Runner& runner) {
    const bool open = desk.work().waits();
    if (desk.showsOptions()) {
        for (std::size_t i = 0; i < asked.options.size(); ++i)
            if (optionRow(i, asked.options[i], desk.shownOption() == i)) desk.showOption(i);
        return kit::wrappedText(theme().dim, tr("Click an answer to see it in the picture."));
    }
    ImGui::BeginDisabled(!open || desk.checking());
    if (isChoice(asked.kind)) {
        for (std::size_t i = 0; i < asked.options.size(); ++i)
            if (optionRow(i, asked.options[i], desk.draft().option == static_cast<int>(i)))
                desk.draft().option = static_cast<int>(i);
        // Another one than that of which something was said.
        if (open && desk.draft().option >= 0) seeAnswer(desk, asked, runner);
    } else if (open) {
        switch (asked.kind) {
        case Question::Kind::Set:
            showChanges(desk, asked, runner);
            break;
        case Question::Kind::Lanes:
            if (showLanes(desk, m_field)) checkAnswer(desk, runner);
            break;
        case Question::Kind::Code:
            showCode(desk, asked);
            break;
        default:
            if (showNumber(desk, asked, m_field)) checkAnswer(desk, runner);
        }
    }
    ImGui::EndDisabled();
}

void LessonPanel::showButtons(LessonDesk& desk, const lessons::Page& page, const Runner& runner) {
    const AskedQuestion& asked = *page.asked;
    const bool none = desk.checking() || !asked.missing.empty() || answerOf(desk, asked, runner).empty();
    ImGui::BeginDisabled(none);
    if (strongButton(tr("Check"))) checkAnswer(desk, runner);
    ImGui::EndDisabled();
    // It stays: a second click on the same place is not to show the answer.
    if (!page.hint.empty()) {
        ImGui::SameLine();
        ImGui::BeginDisabled(desk.work().attemptAt(desk.work().step())->hinted);
        if (ImGui::Button(tr("Hint"))) {
            desk.hint();
            m_scrolls = kScrolls;
        }
        ImGui::EndDisabled();
    }
    besideIfItFits(tr("Show the answer"));
    if (ImGui::Button(tr("Show the answer"))) showAnswer(desk);
    kit::tooltip(tr("The question will not count as answered."));
}

void LessonPanel::showQuestion(LessonDesk& desk, const lessons::Page& page, Runner& runner) {
    const std::size_t step = desk.work().step();
    const AskedQuestion& asked = *page.asked;
    const bool open = desk.work().waits();
    if (const int tries = desk.work().attemptAt(step)->tries; std::exchange(m_tries, tries) != tries && open)
        m_field.retry();
    card("question", theme().accent, [&] {
        kit::heading(tr("Question"));
        showText(asked.ask, theme().text, m_clickedTerm);
        showInput(desk, asked, runner);
        if (open) {
            const float top = ImGui::GetCursorScreenPos().y;
            showButtons(desk, page, runner);
            m_buttonsEnd = ImGui::GetItemRectMax().y;
            m_buttonsHeight = ImGui::GetCursorScreenPos().y - top;
        }
        // What can be seen to be another answer does not stand beside what was said of the last one.
        const bool isSeen = asked.kind == Question::Kind::Set || asked.kind == Question::Kind::Lanes;
        if (isSeen && desk.work().isStep() && desk.work().step() == step) seeAnswer(desk, asked, runner);
        const Attempt* attempt = desk.work().isStep() ? desk.work().attemptAt(desk.work().step()) : nullptr;
        if (attempt) showVerdict(desk, *attempt, desk.draft(), runner, m_clickedTerm);
        if (attempt && std::exchange(desk.draft().isNew, false)) m_scrolls = kScrolls;
    });
    if (!desk.work().isStep() || desk.work().step() != step) return;
    const Attempt& attempt = *desk.work().attemptAt(step);
    if (attempt.hinted && !page.hint.empty())
        card("hint", theme().warn, [&] {
            kit::heading(tr("Hint"));
            showText(page.hint, theme().text, m_clickedTerm);
        });
    if (attempt.done() && !page.reveal.empty())
        card("reveal", theme().good, [&] { showText(page.reveal, theme().text, m_clickedTerm); });
    // In a low window what is said stands below what is seen. Its height is known a few frames later.
    if (m_scrolls > 0) {
        --m_scrolls;
        ImGui::SetScrollHereY(1);
    }
}

void LessonPanel::showStep(LessonDesk& desk, Runner& runner) {
    const lessons::Page* page = desk.page();
    if (!page) return kit::coloredText(theme().dim, tr("Running the model ..."));
    if (!desk.note().empty()) boldText(theme().good, desk.note());
    if (!page->error.empty()) {
        boldText(theme().bad, tr("This step cannot be shown"));
        return kit::wrappedText(theme().text, page->error);
    }
    kit::heading(tr("Step {} of {}", desk.work().page(), desk.work().stepCount()));
    showSpans(lessons::spansOf(page->title), theme().text, m_clickedTerm, true, 1.25F);
    ImGui::Dummy(ImVec2(0, points(2)));
    showText(page->text, theme().text, m_clickedTerm);
    if (page->asked)
        showQuestion(desk, *page, runner);
    else if (!page->reveal.empty())
        card("reveal", theme().good, [&] { showText(page->reveal, theme().text, m_clickedTerm); });
    // Another step's question keeps this picture back.
    if (const LessonDesk::Withholding kept = desk.withheld(runner);
        !desk.work().waits() && kept.step && kept.what > kit::Withheld::Advice)
        if (ImGui::Button(tr("Go to step {}, which asks about this picture", *kept.step + 1).c_str(),
                          ImVec2(-1, 0)))
            return desk.goTo(*kept.step + 1);
    if (!desk.strayed(runner)) return;
    if (ImGui::Button(tr("Back to the step's settings"), ImVec2(-1, 0))) desk.resetState();
    kit::tooltip(tr("Sets the lab as this step has it; Ctrl+Z takes that back."));
}

void LessonPanel::showOther(const LessonDesk& desk, UserActions& actions) {
    const lessons::Lesson* const other = desk.other(1);
    if (!other) return;
    ImGui::Dummy(ImVec2(0, points(6)));
    kit::heading(tr("Next lesson"));
    if (ImGui::Button(kit::ShortText("{}###other", other->title).c_str(), ImVec2(-1, 0)))
        actions.lesson.other = 1;
    kit::tooltip(other->summary);
}

void LessonPanel::showEnd(LessonDesk& desk, Messages& messages, UserActions& actions) {
    if (m_presenter) { // a class has no score
        {
            const FontScope large(kit::style().bold, 1.6F);
            kit::wrappedText(theme().text, tr("The end of the lesson"));
        }
        return showOther(desk, actions);
    }
    const lessons::Work& work = desk.work();
    const lessons::Score score = work.score();
    {
        const FontScope large(kit::style().bold, 1.6F);
        kit::wrappedText(theme().text, tr("{} of {} right", score.right, score.questions));
    }
    kit::wrappedText(theme().dim,
                     tr("{} of them on the first try and with no hint.{}", score.rightAtOnce,
                        score.done < score.questions
                            ? tr(" {} still open; click one to go there.", score.questions - score.done)
                            : std::string()));
    ImGui::Dummy(ImVec2(0, points(2)));
    std::size_t number = 0;
    for (std::size_t step = 0; step < work.stepCount(); ++step) {
        const Attempt* attempt = work.attemptAt(step);
        if (!attempt) continue;
        const std::string label = tr("Question {}: {}##question", ++number, stateOf(attempt));
        kit::coloredText(attempt->done() || attempt->tries ? colorOf(attempt) : theme().faint, "\u2022");
        ImGui::SameLine();
        if (ImGui::Selectable(label.c_str())) {
            desk.goTo(step + 1);
            return;
        }
    }
    ImGui::Dummy(ImVec2(0, points(6)));
    if (ImGui::Button(tr("Start again"), ImVec2(-1, 0))) return desk.restart();
    kit::tooltip(tr("Forgets your answers to this lesson."));
    ImGui::Dummy(ImVec2(0, points(6)));
    kit::heading(tr("Hand it in"));
    kit::wrappedText(
        theme().dim,
        work.student() != 0
            ? tr("A file with your answers, which your teacher can grade. Your number is {}.", work.student())
            : std::string(
                  tr("A file with your answers, which your teacher can grade. You did not enter a number. "
                     "If your teacher gave you one, enter it on the first page: each number has its own "
                     "values.")));
    if (!m_named) put(m_name, desk.progress().all().name);
    m_named = true;
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##name", tr("your name"), m_name.data(), m_name.size());
    const std::string name(lessons::trimmed(m_name.data()));
    if (ImGui::IsItemDeactivatedAfterEdit()) desk.progress().setName(name);
    ImGui::BeginDisabled(name.empty());
    const bool saves = strongButton(tr("Save my answers"), -1);
    ImGui::EndDisabled();
    if (name.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", tr("Type your name first."));
    if (!m_saved.empty()) kit::wrappedText(theme().text, m_saved);
    showOther(desk, actions);
    if (!saves) return;
    desk.progress().setName(name);
    try {
        m_saved = tr("Saved as {}", desk.save());
        messages.say(Message::Kind::Info, m_saved);
    } catch (const std::exception& failure) {
        m_saved = retold(failure.what());
        messages.say(Message::Kind::Error, m_saved);
    }
}

void LessonPanel::showFoot(LessonDesk& desk, UserActions& actions) {
    const lessons::Work& work = desk.work();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float third = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
    const auto place = [&](float number) { return ImGui::GetCursorStartPos().x + number * (third + gap); };
    ImGui::BeginDisabled(work.page() == 0);
    if (ImGui::Button(tr("Back"), ImVec2(third, 0))) desk.back();
    ImGui::EndDisabled();
    if (kit::wantsTooltip())
        kit::tooltip(tr("The step before ({})", keyText(commandOf(CommandId::PreviousPage).keys)));
    const bool last = work.page() + 2 == work.pages();
    if (work.atEnd()) {
        ImGui::SameLine();
        if (ImGui::Button(kit::ShortText("{}##end", tr("Close the lesson")).c_str(), ImVec2(-1, 0)))
            actions.lesson.close = true;
        kit::tooltip(tr("Closes the lesson. Your progress is kept."));
        return;
    }
    // A step may be turned to while somebody is about to click Next: that must not skip its question.
    const bool waits = work.waits();
    if (waits) {
        ImGui::SameLine(place(1));
        const bool skips = ImGui::Button(kit::ShortText("{}###skip", tr("Skip")).c_str(), ImVec2(third, 0));
        if (kit::wantsTooltip())
            kit::tooltip(tr("Goes on without an answer ({})", keyText(commandOf(CommandId::NextPage).keys)));
        if (skips) return desk.next();
    }
    ImGui::SameLine(place(2));
    const kit::ShortText label("{}###next", work.page() == 0 ? tr("Begin")
                                            : last           ? tr("Finish")
                                                             : tr("Next"));
    ImGui::BeginDisabled(waits);
    if (strongButton(label.c_str(), third)) desk.next();
    ImGui::EndDisabled();
    if (!kit::wantsTooltip()) return;
    kit::tooltip(waits  ? std::string(tr("Answer the question first, or skip it."))
                 : last ? tr("What you have done ({})", keyText(commandOf(CommandId::NextPage).keys))
                        : tr("The next step ({})", keyText(commandOf(CommandId::NextPage).keys)));
}

void LessonPanel::showPage(LessonDesk& desk, Runner& runner, Messages& messages, UserActions& actions) {
    const std::string page = fmt::format("{}/{}", desk.lesson().title, desk.work().page());
    if (page != m_page) {
        ImGui::SetScrollY(0);
        m_scrolls = m_questionFrames = 0;
        m_readToEnd = false;
        m_keepsPlace = false;
        m_saved.clear();
        m_field = {};
    }
    m_page = page;
    if (desk.work().page() == 0)
        showIntroduction(desk);
    else if (desk.work().atEnd())
        showEnd(desk, messages, actions);
    else
        showStep(desk, runner);
    keepPlace();
}

/// What was said of an answer goes when another is chosen. The page, now shorter, would move under the mouse:
/// so much of it as the scroll needs stays empty, less where somebody scrolls up. A card becomes lower a
/// frame later than what it holds.
void LessonPanel::keepPlace() {
    if (!m_keepsPlace || ImGui::GetScrollY() <= 0) return;
    const float missing = ImGui::GetScrollY() + ImGui::GetWindowHeight() - ImGui::GetCursorPosY();
    if (missing > 0) ImGui::Dummy(ImVec2(0, missing));
}

/// Whoever has just edited the file looks at the page, not at the messages.
void LessonPanel::showFileTrouble(const std::string& trouble) {
    if (trouble.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, kit::toImGui(theme().raised));
    ImGui::PushStyleColor(ImGuiCol_Border, kit::toImGui(theme().bad));
    if (ImGui::BeginChild("file trouble", ImVec2(0, 0),
                          ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_Borders))
        kit::wrappedText(theme().bad, trouble);
    ImGui::EndChild();
    ImGui::PopStyleColor(2);
}

void LessonPanel::show(LessonDesk& desk, Runner& runner, bool presenter, Messages& messages,
                       UserActions& actions) {
    m_presenter = presenter;
    const DockedPanel docked(kLessonPanel);
    if (!docked) return;
    showHead(desk, actions);
    showFileTrouble(desk.fileTrouble());
    const float foot = ImGui::GetFrameHeightWithSpacing() + points(3);
    // A question that is longer than the panel has its buttons at the foot, where they are in sight.
    const float end = ImGui::GetCursorScreenPos().y + ImGui::GetContentRegionAvail().y - foot;
    const bool hidden = m_buttonsEnd > end;
    constexpr int kSettled = 4;
    if (!hidden && m_questionFrames > kSettled) m_readToEnd = true;
    if (ImGui::BeginChild("page", ImVec2(0, -foot - (hidden ? m_buttonsHeight : 0)))) {
        m_buttonsEnd = 0;
        showPage(desk, runner, messages, actions);
        if (m_buttonsEnd > 0) ++m_questionFrames;
        constexpr float kShare = 0.85F; // of what is seen: a line that was cut is seen again
        if (std::exchange(m_scrollsOn, false))
            ImGui::SetScrollY(
                std::min(ImGui::GetScrollY() + ImGui::GetWindowHeight() * kShare, ImGui::GetScrollMaxY()));
        m_below = ImGui::GetScrollMaxY() - ImGui::GetScrollY();
    }
    ImGui::EndChild();
    if (!m_clickedTerm.empty()) actions.guide.term = std::exchange(m_clickedTerm, {});
    const lessons::Page* page = desk.isOpen() && desk.work().waits() ? desk.page() : nullptr;
    if (hidden && page && page->asked) {
        ImGui::PushID("foot");
        // Who has not seen the choices yet is led there first.
        if (m_readToEnd || !answerOf(desk, *page->asked, runner).empty())
            showButtons(desk, *page, runner);
        else if (ImGui::Button(tr("More below"), ImVec2(-1, 0)))
            m_scrollsOn = true;
        ImGui::PopID();
    }
    showFoot(desk, actions);
}

} // namespace lanescope::shell
