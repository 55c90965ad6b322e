// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/navigator.h"

#include "shell/requests/lab_request.h"
#include "shell/requests/look_request.h"
#include "shell/requests/scenario.h"
#include "text/tr.h"

#include <imgui.h>

#include <utility>

namespace lanescope::shell {

Navigator::Navigator(const AppOptions& options, const Parts& parts)
    : m_options(options), m_parts(parts), m_code(options.code), m_offer(options.lost) {}

void Navigator::apply(const Requests& asked) {
    try {
        if (asked.lost) {
            m_offer.answered();
            if (*asked.lost) goTo(m_offer.link(), ZoomOf::Link);
        }
        if (asked.runProgram) answer(*asked.runProgram);
        if (asked.history != 0) move(asked.history);
        if (!asked.link.empty()) goTo(asked.link, ZoomOf::Link);
        if (!asked.file.empty()) openFile(asked.file);
        if (asked.program) {
            m_viewOfProgram.reset();
            m_allowed = asked.program;
        }
        if (asked.pastedLink) goToPasted();
        if (asked.lab) {
            openLab(m_options.targets->find(asked.lab->name));
            leaveQuestion();
        }
        if (asked.state) show(*asked.state);
    } catch (const std::exception& failure) {
        m_parts.messages.announce(failure);
    }
}

Seen Navigator::seen() const {
    return {m_options, m_parts.runner, m_parts.layout, m_parts.stage, m_parts.clock, m_parts.desk};
}

void Navigator::openLab(std::shared_ptr<const kit::LabEntry> entry) {
    m_parts.runner.openLab(std::move(entry));
    m_parts.stage.reset();
}

/// A question that waits hides what a lab shows, also of a lab that it is not about.
void Navigator::leaveQuestion() {
    if (!m_parts.desk.isOpen() || !m_parts.desk.work().waits()) return;
    m_parts.desk.close();
    m_parts.messages.announce(Message::Kind::Info,
                              tr("The lesson is closed: its question would hide this lab. "
                                 "Your progress is kept."));
}

void Navigator::openFile(const std::string& path) {
    if (path.ends_with(".md")) {
        m_parts.desk.open(path);
        return expectChange();
    }
    if (isProgram(path)) return ask(Program{path, {}, "auto"}, {}, false);
    LabRequest request;
    request.targets = m_options.targets;
    request.asksForProgram = true;
    (path.ends_with(".lanescope") ? request.lab : request.scenario) = path;
    show(appOptions(request, inWindow(completed(request, {}))));
}

void Navigator::show(const lessons::State& state) {
    Runner& runner = m_parts.runner;
    if (state.lab != runner.entry().name) openLab(m_options.targets->find(state.lab));
    Edit values{.reset = true, .sets = {}};
    for (const lessons::Setting& set : state.sets) values.sets.emplace_back(set.parameter, set.value);
    runner.edit(values);
    if (const model::Architecture* architecture = state.architecture.empty()
                                                      ? &model::defaultArchitecture()
                                                      : model::findArchitecture(state.architecture))
        runner.chooseArchitecture(*architecture);
    m_parts.stage.showSite(state.site);
}

void Navigator::set(const AppOptions& wanted) {
    Runner& runner = m_parts.runner;
    if (auto entry = m_options.targets->find(wanted.lab); entry.get() != &runner.entry())
        openLab(std::move(entry));
    runner.edit({.reset = true, .sets = wanted.sets});
    look(wanted);
    m_parts.stage.look(wanted.view);
}

/// All but the lab, its values and its view.
void Navigator::look(const AppOptions& wanted) {
    Runner& runner = m_parts.runner;
    runner.chooseChecks(wanted.checks);
    if (const model::Architecture* architecture =
            wanted.architecture.empty() ? nullptr : model::findArchitecture(wanted.architecture))
        runner.chooseArchitecture(*architecture);
    m_code = wanted.code;
    m_parts.layout.setLight(wanted.light);
    m_parts.layout.setPresenter(wanted.presenter);
    m_parts.layout.zoomBy(wanted.zoom / m_parts.layout.zoom());
}

/// One that is open and not named is closed.
void Navigator::openLesson(const AppOptions& wanted) {
    LessonDesk& desk = m_parts.desk;
    desk.restore(wanted.lesson, wanted.student.value_or(desk.student()), wanted.page.value_or(0));
}

void Navigator::ask(const Program& program, const kit::View& view, bool isNamed) {
    m_question.ask(program, isNamed);
    m_asked.reset();
    m_viewOfProgram = view;
}

/// Nothing changes before the answer.
void Navigator::ask(const AppOptions& wanted) {
    ask(*wanted.asks, wanted.view);
    m_asked = wanted;
}

void Navigator::answer(bool run) {
    if (!m_question.isOpen()) return;
    const auto asked = std::exchange(m_asked, std::nullopt);
    const Program program = m_question.answered();
    if (!run) return m_viewOfProgram.reset();
    if (asked) {
        openLesson(*asked);
        look(*asked);
    }
    m_allowed = program;
}

void Navigator::showQuestions(const render::Rect& stage, UserActions& actions) const {
    if (m_question.isOpen())
        m_question.show(stage, actions);
    else
        m_offer.show(stage, actions);
}

void Navigator::show(const AppOptions& wanted) {
    AppOptions inWindow = wanted;
    inWindow.zoom = m_parts.layout.zoomOf(wanted.zoom);
    if (inWindow.asks) return ask(inWindow);
    set(inWindow);
    m_parts.messages.forgetFindings();
    if (!wanted.lesson.empty()) {
        openLesson(wanted);
        sayWhoseValues();
    }
    if (wanted.device != "auto" && wanted.device != m_options.device) {
        Runner::Requests asked;
        asked.device = wanted.device;
        m_parts.runner.apply(asked, m_parts.messages);
    }
    m_parts.clock.begin(wanted.startTime);
    expectChange();
}

void Navigator::show(const ProgramView& program) {
    try {
        auto entry = program.entry();
        const bool comes = program.isStandInShown(m_parts.runner);
        if (comes) m_undo.settle();
        if (entry.get() != &m_parts.runner.entry()) openLab(std::move(entry));
        if (comes && m_viewOfProgram) m_parts.stage.look(*std::exchange(m_viewOfProgram, std::nullopt));
        expectChange();
    } catch (const std::exception& failure) {
        m_parts.messages.announce(failure);
    }
}

void Navigator::openFirstLesson() {
    LessonDesk& desk = m_parts.desk;
    if (m_options.page) {
        desk.restore(m_options.lesson, m_options.student.value_or(desk.student()), *m_options.page);
        if (m_options.pageSetsLab && (m_options.labNamed.empty() || desk.labOfPage() == m_options.labNamed))
            desk.resetState();
        return sayWhoseValues();
    }
    if (!m_options.lesson.empty()) desk.open(m_options.lesson, m_options.student.value_or(desk.student()));
    sayWhoseValues();
}

/// A link may draw the values of somebody else.
void Navigator::sayWhoseValues() const {
    const LessonDesk& desk = m_parts.desk;
    const std::uint64_t own = desk.progress().all().student;
    if (!desk.isOpen() || desk.student() == own) return;
    m_parts.messages.announce(
        Message::Kind::Info,
        own == 0
            ? tr("This lesson uses the values of student {}.", desk.student())
            : tr("This lesson uses the values of student {}; those of your number, {}, come back when you "
                 "close it.",
                 desk.student(), own));
}

void Navigator::goTo(const std::string& link, ZoomOf of) {
    LabRequest request;
    request.targets = m_options.targets;
    request.scenario = link;
    request.asksForProgram = true;
    const LookRequest look = completed(request, {});
    AppOptions wanted = appOptions(request, look);
    if (of == ZoomOf::Link) wanted.zoom = m_parts.layout.zoomOf(wanted.zoom);
    if (wanted.asks) return ask(wanted);
    openLesson(wanted);
    set(wanted);
    if (!look.time.empty()) m_parts.clock.begin(wanted.startTime);
}

void Navigator::goToPasted() {
    const char* text = ImGui::GetClipboardText();
    const auto link = linkIn(text ? text : "");
    if (!link) throw BadInput("the clipboard has neither a link nor a picture's code");
    goTo(*link, ZoomOf::Link);
}

EditState Navigator::present() const {
    return {seen().step(m_undo.chosen(m_parts.stage.view())), m_parts.bookmarks.all()};
}

void Navigator::move(int direction) {
    const EditState* to = m_undo.move(direction, present());
    if (!to) return;
    if (to->bookmarks) m_parts.bookmarks.change(*to->bookmarks);
    goTo(to->link, ZoomOf::History);
}

void Navigator::followPage() {
    try {
        if (const auto state = m_parts.desk.takeState()) {
            show(*state);
            expectChange();
        }
    } catch (const std::exception& failure) {
        m_parts.messages.say(Message::Kind::Error, retold(failure.what()));
    }
}

void Navigator::followCode() {
    const LessonDesk& desk = m_parts.desk;
    m_parts.runner.setCode(desk.isOpen() ? desk.code(m_parts.runner) : m_code);
}

void Navigator::endFrame() {
    const LessonDesk& desk = m_parts.desk;
    m_undo.endFrame(m_parts.stage.view(), desk.isOpen() ? desk.work().page() : 0, m_parts.clock.host(),
                    [this] { return present(); });
}

} // namespace lanescope::shell
