// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/program_view.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/user_actions.h"
#include "shell/output/findings.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

namespace lanescope::shell {

namespace {

/// The launch of the result whose access is shown, or that was chosen; nothing: neither is.
std::optional<std::size_t> shownLaunch(const kit::Frame& frame) {
    if (frame.result.launches.empty()) return std::nullopt;
    if (frame.shown) return static_cast<std::size_t>(frame.shown->launch - frame.result.launches.data());
    if (frame.view.launch >= 0) return static_cast<std::size_t>(frame.view.launch);
    return frame.subjects.stoppedLaunch();
}

/// What the program's host does wrong, and whether its source may be another by now.
void showHostFindings(const kit::Frame& frame) {
    if (!frame.result.recording) return;
    const render::Color& color = kit::style().theme->warn;
    for (const std::string& text : warningsOf(*frame.result.recording)) kit::wrappedText(color, text);
    for (const std::string& text : hostFindingTexts(*frame.result.recording))
        kit::wrappedText(color, retold(text));
}

} // namespace

void ProgramView::close(Messages& messages) {
    if (const std::string text = m_run.close(); !text.empty()) messages.announce(Message::Kind::Info, text);
}

bool ProgramView::start(const Program& program, Layout& layout, Messages& messages) {
    layout.setProgram();
    Program before = m_run.program();
    before.checked = program.checked;
    const bool again = program == before && !m_run.recording().empty();
    if (!again) close(messages);
    const std::string place = again ? m_run.recording() : m_targets->placeFor(program);
    m_targets->setTitle(place, commandOf(program));
    if (!again) m_name = place;
    m_run.start(program, place);
    return !again;
}

bool ProgramView::apply(Request asked, bool checked, Layout& layout, Messages& messages) {
    if (asked == Request::Cancel) m_run.cancel();
    if (asked == Request::RunAgain) {
        Program again = m_run.program();
        again.checked = checked;
        start(again, layout, messages);
    }
    return asked == Request::Show;
}

/// An earlier recording of the same program is not another's.
bool ProgramView::isAnothersShown(const Runner& runner) const {
    return wasStarted() && runner.recordsAProgram() && !isShown(runner) && !isStandInShown(runner) &&
           runner.entry().title != commandOf(m_run.program());
}

bool ProgramView::follow(const Runner& runner, Messages& messages) {
    if (isAnothersShown(runner)) {
        close(messages);
        return false;
    }
    const bool shown = isShown(runner);
    if (!m_run.poll()) return false;
    const ProgramRun::End& end = m_run.end();
    if (end.recorded) m_name = m_targets->keep(m_run.recording());
    messages.say(end.good       ? Message::Kind::Info
                 : end.recorded ? Message::Kind::Warning
                                : Message::Kind::Error,
                 end.text);
    // A card says what has left no recording; of another lab the panel offers one.
    if (!end.good && (end.recorded || !shown)) messages.notify(end.text);
    return end.recorded && shown;
}

bool ProgramView::isAwaited(const Runner& runner) const {
    return wasStarted() && isShown(runner) && runner.recording() && runner.recording()->calls.empty();
}

void ProgramView::showPanel(const std::optional<kit::Frame>& frame, const Runner& runner,
                            const PlayStrip& play, UserActions& actions) {
    const bool calls = frame && runner.recordsAProgram() && !isAwaited(runner);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    constexpr float kShare = 0.6F;
    if (calls) {
        if (ImGui::BeginChild("recorded calls", ImVec2(wasStarted() ? room.x * kShare : 0, 0))) {
            showHostFindings(*frame);
            m_calls.show(*frame, runner.entry().name, shownLaunch(*frame), actions);
        }
        ImGui::EndChild();
    }
    if (!wasStarted()) return;
    if (calls) ImGui::SameLine(0, kit::points(10));
    if (ImGui::BeginChild("own program")) m_panel.show(m_run, isShown(runner) ? &play : nullptr, actions);
    ImGui::EndChild();
}

std::vector<Findable> ProgramView::toFind() const {
    if (!wasStarted()) return {};
    const auto found = [&](const char* name, const char* words, Request asked) {
        return Findable{.kind = Findable::Kind::Command,
                        .name = tr(name),
                        .detail = commandOf(m_run.program()),
                        .words = fmt::format("{}, {}", words, name),
                        .choose = [asked](UserActions& actions) { actions.program = asked; }};
    };
    if (m_run.running())
        return {found(translatable("Cancel"), "stop, end, kill, interrupt, 取消, 停止", Request::Cancel)};
    return {found(translatable("Run again"),
                  "rerun, repeat, restart, program, record, 再次运行, 重新运行, 运行", Request::RunAgain)};
}

void ProgramView::showCard(const Runner& runner, const render::Rect& stage, UserActions& actions) const {
    if (isShown(runner)) ProgramPanel::showCard(m_run, stage, isAwaited(runner), actions);
}

} // namespace lanescope::shell
