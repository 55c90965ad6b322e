// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/app.h"

#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/pictures/step_controls.h"
#include "kit/registry.h"
#include "model/clock.h"
#include "shell/app/animation_clock.h"
#include "shell/app/edit_history.h"
#include "shell/app/find/find_box.h"
#include "shell/app/find/terms_window.h"
#include "shell/app/gui_drawing.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/kept/offer.h"
#include "shell/app/lab_calls.h"
#include "shell/app/layout.h"
#include "shell/app/lesson/panel.h"
#include "shell/app/measuring.h"
#include "shell/app/messages.h"
#include "shell/app/panels/bandwidth_panel.h"
#include "shell/app/panels/frame_times.h"
#include "shell/app/panels/labs_panel.h"
#include "shell/app/panels/measure_panel.h"
#include "shell/app/panels/menus.h"
#include "shell/app/panels/reading_panel.h"
#include "shell/app/panels/sweep_panel.h"
#include "shell/app/runner.h"
#include "shell/app/stage.h"
#include "shell/app/theme.h"
#include "shell/app/tour.h"
#include "shell/app/user_actions.h"
#include "shell/capture/film.h"
#include "shell/capture/helper_program.h"
#include "shell/capture/stage_picture.h"
#include "shell/requests/lab_request.h"
#include "shell/requests/look_request.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/picture_link.h"
#include "shell/version.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <implot.h>

#include <array>
#include <filesystem>
#include <utility>

namespace lanescope::shell {

namespace {

/// Dear ImGui's and ImPlot's contexts, as long as the app.
struct Gui {
    Gui() {
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImPlot::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
        io.ConfigWindowsMoveFromTitleBarOnly = true;
        io.IniFilename = nullptr;
        ImGui_ImplOpenGL3_Init("#version 450 core");
    }
    ~Gui() {
        ImGui_ImplOpenGL3_Shutdown();
        ImPlot::DestroyContext();
        ImGui::DestroyContext();
    }
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
};

void hideWindows(ImGuiWindowFlags kinds) {
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if ((window->Flags & kinds) != 0) window->Hidden = true;
}

constexpr std::array<std::string_view, 6> kViews{"window", "stage", "result", "access", "reading", "plots"};

} // namespace

std::span<const std::string_view> viewNames() {
    return kViews;
}

/// The parts, and what one tells the others. None of them knows another but through what it is handed.
struct App::State {
    static constexpr int kFramesUntaken = 3;

    explicit State(const AppOptions& wanted);

    void openDevice(const std::string& choice);
    void openLab(const kit::LabEntry& entry);
    void apply(const UserActions& actions);
    void applyValues(const UserActions& actions);
    void applyKept(const UserActions& actions);
    void show(const AppOptions& wanted);
    enum class Of : std::uint8_t { Link, History }; ///< whose zoom: a picture's, or the window's own
    void goTo(const std::string& link, Of of);
    void sayWhoseValues();
    void moveInHistory(int direction);
    EditState editState() const;
    void takeStep();
    void applyStage(const UserActions& actions);
    void applyLook(const UserActions& actions);
    void chooseLanguage(text::Language language);
    void applyLesson(const UserActions& actions);
    void applyState(const lessons::State& state);
    void followLesson();
    void applyPage();
    void withholdAnswers();
    bool asksElsewhere() const { return !desk.isOpen() || !desk.work().waits(); }
    std::string_view whyWithheld() const;
    void showLesson(UserActions& actions);
    PictureState pictureState(std::string device) const;
    std::string link() const;
    void copy(const std::string& text);
    std::string freeFile(std::string_view extension);
    void noteResult();
    void surviveLostDevice();
    void showPlots(UserActions& actions);
    void showPanels(const kit::Frame& frame, UserActions& actions);
    StageState stageState() const;
    kit::Frame makeFrame() const { return makeFrame(stage.view(), stage.brush(), layout.theme()); }
    kit::Frame makeFrame(const kit::View& view, const kit::Brush& brush, const render::Theme& theme) const;
    std::string parametersText() const;
    render::TextChunks stampOf(const PictureState& state) const;

    const AppOptions options;
    Gui gui;
    Layout layout;
    Messages messages;
    Runner runner;
    EditHistory history;
    BookmarkFile bookmarks;
    AnimationClock clock;
    LabCalls calls;
    Measuring measuring;
    LessonDesk desk;
    SweepPanel sweep;
    Stage stage;
    FrameTimes times;
    Menus menus;
    LabsPanel labsPanel;
    ReadingPanel reading;
    MeasurePanel measurePanel;
    LessonPanel lessonPanel;
    FindBox findBox;
    TermsWindow terms;
    BookmarksWindow bookmarksWindow;
    Offer offer;
    Tour tour;
    Pointer pointer;
    bool verdictHidden = false;                   ///< until a presenter shows it
    kit::Withheld asked = kit::Withheld::Nothing; ///< what the lesson's open questions withhold
    std::string pictureRequest;
    std::optional<Capture> captureRequest;
    bool isPictured = false;                       ///< a picture was asked for in this frame
    std::unique_ptr<render::Canvas> pictureCanvas; ///< of picture(), once one was drawn
    int pictures = 0;
    bool quit = false;
    // of undo
    int untaken = kFramesUntaken; ///< frames in which what is seen may have become another
    bool settles = false;         ///< it is what going to a step of the history came to
    bool wheeled = false;         ///< the last step is turns of the wheel
    double lastWheel = 0;         ///< seconds
    std::size_t lastPage = 0;     ///< of the lesson
    kit::View lastView;           ///< before the steps that play by themselves
};

App::State::State(const AppOptions& wanted)
    : options(wanted), layout(options), runner(options), bookmarks(options.bookmarks),
      clock(options.startTime), measuring(options.program, options.still), desk(options.progress),
      stage(options.still, options.vectors, options.view), menus(options.still), offer(options.lost) {
    if (!options.settings.empty()) ImGui::GetIO().IniFilename = options.settings.c_str();
    if (options.still) layout.prepareFor(options.language); // a picture without its words is none
    chooseLanguage(options.language);
    measuring.deviceChanged(runner, messages);
    if (options.tour) tour.start();
    if (options.page) {
        desk.restore(options.lesson, options.student.value_or(desk.student()), *options.page);
        if (options.pageSetsLab) desk.resetState();
        sayWhoseValues();
    } else {
        if (options.student) desk.chooseStudent(*options.student);
        if (!options.lesson.empty()) desk.open(options.lesson);
    }
    if (options.device == "auto" && !runner.measures() && !runner.cuda().reason.empty())
        messages.say(Message::Kind::Info,
                     tr("No CUDA device: {}. Kernels run on the emulator; every number is modelled.",
                        withoutEmulatedAdvice(runner.cuda().reason)));
}

void App::State::openDevice(const std::string& choice) {
    runner.openDevice(choice);
    measuring.deviceChanged(runner, messages);
}

void App::State::openLab(const kit::LabEntry& entry) {
    runner.openLab(entry);
    stage.reset();
    measuring.labChanged();
    labsPanel.labChanged();
}

void App::State::applyValues(const UserActions& actions) {
    kit::Lab& lab = runner.editedLab();
    if (actions.resetValues)
        for (kit::Parameter* parameter : lab.parameters()) parameter->reset();
    for (const auto& [name, value] : actions.sets) lab.set(name, value);
    if (actions.shrinkTo > 0) {
        const std::string set = kit::shrink(lab, actions.shrinkTo);
        messages.say(Message::Kind::Info, set.empty() ? tr("this lab's sizes cannot be reduced automatically")
                                                      : tr("set {}", set));
    }
}

/// All that a link says, in the window that is open; where kernels run and the window's size stay.
void App::State::show(const AppOptions& wanted) {
    const kit::LabEntry& entry = kit::findTarget(wanted.lab);
    if (&entry != &runner.entry()) openLab(entry);
    UserActions values;
    values.resetValues = true;
    values.sets = wanted.sets;
    applyValues(values);
    if (wanted.checks != runner.checks()) runner.chooseChecks(wanted.checks);
    if (const model::Architecture* architecture =
            wanted.architecture.empty() ? nullptr : model::findArchitecture(wanted.architecture);
        architecture && architecture != &runner.architecture()) {
        runner.chooseArchitecture(*architecture);
        measuring.architectureChanged();
    }
    layout.setLight(wanted.light);
    layout.setPresenter(wanted.presenter);
    layout.zoomBy(wanted.zoom / layout.zoom());
    stage.look(wanted.view);
}

/// A link may draw the values of somebody else.
void App::State::sayWhoseValues() {
    const std::uint64_t own = desk.progress().all().student;
    if (!desk.isOpen() || desk.student() == own) return;
    const std::string text = tr("This lesson has the values of student {}. Yours, {}, are back when it is "
                                "closed.",
                                desk.student(), own);
    messages.say(Message::Kind::Info, text);
    messages.notify(text, clock.host());
}

/// A lesson that is open and not in the link is closed.
void App::State::goTo(const std::string& link, Of of) {
    try {
        LabRequest request;
        request.scenario = link;
        const LookRequest look = completed(request, {});
        AppOptions wanted = appOptions(request, look);
        if (of == Of::Link) wanted.zoom = layout.zoomOf(wanted.zoom);
        desk.restore(wanted.lesson, wanted.student.value_or(desk.student()), wanted.page.value_or(0));
        show(wanted);
        if (!look.time.empty()) clock.begin(wanted.startTime);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, failure.what());
        messages.notify(failure.what(), clock.host());
    }
}

/// What undo brings back is what a link carries, but for the window's size and an animation's time.
EditState App::State::editState() const {
    PictureState seen = pictureState("auto");
    kit::View view = stage.view();
    if (view.stepping) { // nobody chose the step that it is at
        view.step = lastView.step;
        view.showSteps = lastView.showSteps;
    }
    return {pictureLink({.entry = seen.entry,
                         .lab = seen.lab,
                         .architecture = seen.architecture,
                         .device = seen.device,
                         .view = view,
                         .time = std::nullopt,
                         .zoom = layout.zoom(),
                         .light = seen.light,
                         .presenter = seen.presenter,
                         .checks = seen.checks,
                         .lesson = seen.lesson,
                         .student = seen.student,
                         .page = seen.page}),
            bookmarks.all()};
}

void App::State::moveInHistory(int direction) {
    history.take(editState());
    const Bookmarks before = *bookmarks.all();
    const EditState* to = history.move(direction);
    if (!to) return;
    bookmarks.change(to->bookmarks ? *to->bookmarks : before);
    goTo(to->link, Of::History);
    settles = true;
    untaken = kFramesUntaken;
}

/// After a frame in which something was pressed, moved or told: what is seen now is a step, unless it is as
/// before. A drag is one step, taken when the button is let go; so are turns of the wheel in one go.
void App::State::takeStep() {
    const ImGuiContext& gui = *ImGui::GetCurrentContext();
    const bool input = !gui.InputEventsTrail.empty();
    if (input) untaken = std::max(untaken, kFramesUntaken);
    if (!stage.view().stepping) lastView = stage.view();
    const std::size_t page = desk.isOpen() ? desk.work().page() : 0;
    if (std::exchange(lastPage, page) != page) untaken = kFramesUntaken; // right answers turn it, too
    if (untaken == 0 || ImGui::IsAnyMouseDown()) return;
    --untaken;
    if (settles) {
        history.settle(editState());
    } else {
        constexpr double kTogether = 0.7; // seconds between turns of the wheel
        const bool wheel = gui.IO.MouseWheel != 0;
        const bool goesOn = wheel && wheeled && clock.host() - lastWheel < kTogether;
        if (history.take(editState(), goesOn)) wheeled = wheel;
        if (wheel) lastWheel = clock.host();
    }
    if (untaken == 0) settles = false;
}

/// Undo, and what is kept: before the panels find their places.
void App::State::applyKept(const UserActions& actions) {
    if (actions.toggleBookmarks && bookmarksWindow.isOpen()) {
        bookmarksWindow.close();
    } else if (actions.editBookmarks || actions.toggleBookmarks) {
        bookmarks.refresh();
        bookmarksWindow.open(parametersText());
    }
    if (actions.bookmarks) bookmarks.change(*actions.bookmarks);
    if (const std::string complaint = bookmarks.takeComplaint(); !complaint.empty())
        messages.say(Message::Kind::Warning, complaint);
    if (actions.takeOffer) {
        if (*actions.takeOffer) goTo(offer.link(), Of::Link);
        offer.answered();
    }
    if (actions.undo != 0) moveInHistory(actions.undo);
    if (!actions.goTo.empty()) goTo(actions.goTo, Of::Link);
}

void App::State::applyStage(const UserActions& actions) {
    if (actions.resetView) stage.reset();
    if (actions.unpin) stage.unpin();
    if (stage.view().isQuiet()) return; // it would show what is asked
    if (actions.control) stage.control(*actions.control, makeFrame(), clock.host());
    if (actions.site) stage.showSite(*actions.site);
    if (actions.line) stage.showLine(*actions.line, runner.drawn().result);
}

/// How the window looks; before the panels find their places.
void App::State::applyLook(const UserActions& actions) {
    if (actions.light) layout.setLight(*actions.light);
    if (actions.showLanguages) {
        try {
            for (const text::LanguageInfo& each : text::languages()) layout.prepareFor(each.language);
        } catch (const std::exception&) { // who chooses the language is told
        }
    }
    if (actions.language) chooseLanguage(*actions.language);
    if (actions.togglePresenter) layout.setPresenter(!layout.presenter());
    if (actions.resetLayout) layout.reset();
    if (actions.zoom > 0) layout.zoomBy(actions.zoom / layout.zoom());
    layout.zoomBy(actions.zoomBy);
    if (actions.find) findBox.open(runner, bookmarksToFind(*bookmarks.all()));
    if (actions.toggleVerdict) verdictHidden = !verdictHidden;
    if (actions.pointer) pointer.toggle(*actions.pointer);
    if (actions.showKeys) menus.showKeys();
    if (actions.tour) {
        layout.setPresenter(false);
        tour.start();
    }
}

/// All texts follow from the next frame on. Where no font has the language's characters, it stays as it is.
void App::State::chooseLanguage(text::Language language) {
    try {
        layout.prepareFor(language);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning, failure.what());
        messages.notify(failure.what(), clock.host());
        return;
    }
    if (language == text::language()) return;
    text::setLanguage(language);
    desk.languageChanged(messages);
    if (options.languageFile.empty()) return;
    try {
        render::writeFileAtomically(options.languageFile, fmt::format("{}\n", text::infoOf(language).code));
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Warning, failure.what());
    }
}

/// One step of undo in the lab that a step of a lesson looks at.
void App::State::applyState(const lessons::State& state) {
    if (const kit::LabEntry& entry = kit::findLab(state.lab); &entry != &runner.entry()) openLab(entry);
    UserActions values;
    values.resetValues = true;
    for (const lessons::Setting& set : state.sets) values.sets.emplace_back(set.parameter, set.value);
    applyValues(values);
    const model::Architecture* architecture = state.architecture.empty()
                                                  ? &model::defaultArchitecture()
                                                  : model::findArchitecture(state.architecture);
    if (architecture && architecture != &runner.architecture()) {
        runner.chooseArchitecture(*architecture);
        measuring.architectureChanged();
    }
    stage.showSite(state.site);
}

void App::State::applyLesson(const UserActions& actions) {
    try {
        if (!actions.lesson.empty()) desk.open(actions.lesson);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, failure.what());
        messages.notify(failure.what(), clock.host());
    }
    if (actions.otherLesson != 0) desk.openOther(actions.otherLesson);
    if (actions.closeLesson) desk.close();
    if (desk.isOpen() && actions.lessonPage != 0) actions.lessonPage > 0 ? desk.next() : desk.back();
    if (actions.lane) desk.toggleLane(*actions.lane);
}

void App::State::apply(const UserActions& actions) {
    applyLesson(actions);
    applyPage();
    if (actions.term) terms.open(*actions.term);
    if (actions.lab) openLab(*actions.lab);
    if (!actions.parameter.empty())
        labsPanel.focusParameter(actions.parameter); // of the lab that is open now
    if (actions.state) applyState(*actions.state);
    applyValues(actions);
    applyStage(actions);
    if (actions.device) {
        try {
            openDevice(*actions.device);
        } catch (const std::exception& failure) {
            messages.say(Message::Kind::Error, failure.what());
        }
    }
    if (actions.architecture) {
        runner.chooseArchitecture(*actions.architecture);
        measuring.architectureChanged();
    }
    if (actions.checks || actions.toggleChecks) {
        runner.chooseChecks(actions.checks.value_or(!runner.checks()));
        messages.forgetFindings();
    }
    if (actions.cancelMeasurement) measuring.cancel(messages);
    if (actions.measure) measuring.start(*actions.measure, runner, messages);
    if (actions.makeCalls) calls.makeThem();
    if (actions.playOrPause) clock.playOrPause();
    if (actions.copyCommand)
        copy(pictureCommand(
            pictureState(runner.measures() ? fmt::format("cuda:{}", runner.info().ordinal) : "emulated")));
    if (actions.copyLink) copy(link());
    if (actions.picture) {
        pictureRequest = freeFile("png");
        isPictured = true;
    }
    if (actions.capture) captureRequest = actions.capture;
    quit |= actions.quit;
}

/// A name in this folder that no file has.
std::string App::State::freeFile(std::string_view extension) {
    std::string name;
    do {
        name = fmt::format("lanescope-{}-{}.{}", runner.entry().name, ++pictures, extension);
    } while (std::filesystem::exists(name));
    return name;
}

/// device: as --device takes it.
PictureState App::State::pictureState(std::string device) const {
    const render::Rect window = layout.placeOf("window");
    const int width = static_cast<int>(window.width), height = static_cast<int>(window.height);
    return {.entry = runner.entry(),
            .lab = runner.editedLab(),
            .architecture = runner.architecture(),
            .device = std::move(device),
            .view = stage.view(),
            .time = clock.time(),
            .width = width,
            .height = height,
            .zoom = layout.pictureZoom(),
            .light = layout.light(),
            .presenter = layout.presenter(),
            .checks = runner.checks(),
            .part = options.only,
            .lesson = desk.name(),
            .student = desk.student(),
            .page = desk.isOpen() ? desk.work().page() : 0};
}

/// Another machine may have another GPU, or none.
std::string App::State::link() const {
    return pictureLink(pictureState(runner.measures() ? "auto" : "emulated"));
}

void App::State::copy(const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    messages.say(Message::Kind::Info, tr("copied: {}", text));
    messages.notify(tr("copied: {}", text), clock.host());
}

/// Takes what a new result has to say into the histories and the messages.
void App::State::noteResult() {
    messages.noteError(runner.error());
    if (!runner.error().empty()) return;
    const session::RunResult& result = runner.drawn().result;
    for (const session::LaunchResult& launch : result.launches)
        if (!launch.record.printed.empty()) messages.say(Message::Kind::Info, launch.record.printed);
    messages.noteFindings(result, runner.checks() || runner.alwaysChecks(), runner.measures());
    for (const session::ResultObject& object : result.objects)
        if (object.route == device::Route::ThroughHost)
            messages.say(Message::Kind::Warning,
                         tr("'{}' goes through host memory each frame: {}", object.name, object.reason));
    measuring.noteResult(runner);
}

/// A kernel's fault takes the GPU from this process, not the window: it goes on emulated, and says so.
void App::State::surviveLostDevice() {
    if (!runner.device().lost()) return;
    const std::string why = runner.error().empty() ? tr("{} was lost", runner.info().name) : runner.error();
    try {
        openDevice("emulated");
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, failure.what());
        return;
    }
    messages.say(Message::Kind::Error, why);
    messages.say(
        Message::Kind::Warning,
        tr("The GPU is lost to this window; it goes on emulated, and every number is modelled. Start "
           "Lanescope again to measure."));
    messages.notify(tr("The GPU was lost: going on emulated"), clock.host());
}

kit::Frame App::State::makeFrame(const kit::View& view, const kit::Brush& brush,
                                 const render::Theme& theme) const {
    const Drawn drawn = runner.drawn();
    return {drawn.architecture,
            drawn.result.recording ? drawn.result.recording->options.rules : model::Rules{},
            runner.info(),
            drawn.result,
            view,
            brush,
            theme,
            {},
            {},
            runner.measures(),
            runner.progress(),
            drawn.any ? &drawn.lab : nullptr,
            &measuring.measurements(),
            measuring.transfers(),
            &drawn.subjects,
            runner.edition() + measuring.edition() + text::edition(),
            runner.code() != nullptr};
}

StageState App::State::stageState() const {
    StageState state;
    state.any = runner.drawn().any;
    state.progress = runner.progress();
    state.error = runner.error();
    // A picture does not show the notice of the one before it.
    if (pictureRequest.empty()) state.notice = messages.notice(clock.host());
    state.now = clock.host();
    return state;
}

/// The lab as the page that was turned to has it: in the same frame, so that a page is one step of undo.
void App::State::applyPage() {
    try {
        if (const auto state = desk.takeState()) {
            applyState(*state);
            untaken = kFramesUntaken;
        }
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, failure.what());
    }
}

/// What the model has found out, and what its step looks at.
void App::State::followLesson() {
    desk.follow(messages, clock.host());
    applyPage();
    layout.setLesson(desk.isOpen());
    withholdAnswers();
}

/// Of the lab as it is set now.
void App::State::withholdAnswers() {
    runner.setCode(desk.code(runner));
    asked = desk.withheld(runner);
    const bool hidden = verdictHidden && asked != kit::Withheld::All && asked != kit::Withheld::AllAndCode;
    stage.withhold(hidden ? kit::Withheld::Words : asked, desk.lanes(), asksElsewhere());
}

void App::State::showLesson(UserActions& actions) {
    if (!desk.isOpen()) return;
    if (!offer.isOpen()) lessonPanel.takeKeys(desk, runner, layout.presenter(), actions);
    lessonPanel.show(desk, runner, messages, actions);
}

/// Stands where a panel would answer a question that is open, or say what a presenter hides.
std::string_view App::State::whyWithheld() const {
    if (asked == kit::Withheld::Nothing) return tr("Hidden. Press V to show it.");
    return asksElsewhere() || asked == kit::Withheld::Advice
               ? tr("This would answer a question that is still open.")
               : tr("Answer the question to see this.");
}

void App::State::showPlots(UserActions& actions) {
    const bool quiet = stage.view().isQuiet();
    const auto panel = [&](const DockedTitle& title, bool answers, auto show, bool news = false) {
        const DockedPanel docked(title, DockedPanel::kFlags, news);
        if (!docked) return;
        layout.place("plots", docked.rect());
        if (!answers) return show();
        ImGui::Dummy(ImVec2(0, kit::points(4)));
        kit::wrappedText(kit::style().theme->dim, whyWithheld());
    };
    // Its other points would answer what is asked about the lab elsewhere.
    panel(kSweepPanel, quiet || asked == kit::Withheld::Advice,
          [&] { sweep.show(runner, measuring.measurements()); });
    if (const char* front = layout.front()) ImGui::SetWindowFocus(front);
    panel(kBandwidthPanel, quiet, [&] { showBandwidth(runner, measuring); });
    panel(kMeasurePanel, quiet, [&] { measurePanel.show(runner, measuring, actions); });
    panel(kFramePanel, false, [&] { times.show(runner); });
    panel(
        kMessagesPanel, false,
        [&] {
            messages.show({runner.checks(), runner.alwaysChecks()}, actions);
        },
        messages.unread());
}

void App::State::showPanels(const kit::Frame& frame, UserActions& actions) {
    if (options.only == "plots") {
        const DockedPanel docked(kSweepPanel);
        layout.place("plots", docked.rect());
        if (docked) sweep.show(runner, measuring.measurements());
        return;
    }
    {
        const DockedPanel docked(kReadingPanel);
        layout.place("reading", docked.rect());
        if (docked)
            reading.show(frame, runner, calls,
                         asked == kit::Withheld::Nothing || asked == kit::Withheld::Advice
                             ? tr("Hidden. Press V to show what it means.")
                         : asksElsewhere() ? tr("This would answer a question that is still open.")
                                           : tr("Answer the question to see what this lab says."),
                         actions);
    }
    if (!options.only.empty()) return;
    if (!layout.presenter()) showPlots(actions);
    menus.showPopups();
    tour.show(layout);
    pointer.show();
    measurePanel.showPages(measuring);
}

App::App(const AppOptions& options) : m_state(std::make_unique<State>(options)) {}

App::~App() = default;

void App::frame(int widthPixels, int heightPixels, double time, double budgetSeconds) {
    State& s = *m_state;
    const Clock::time_point begun = Clock::now();
    s.clock.set(time);
    s.layout.beginFrame(widthPixels, heightPixels);
    if (s.options.vectors) prepareGuiDrawing();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    UserActions first;
    s.followLesson();
    s.menus.takeKeys(s.runner, s.layout, s.labsPanel, s.desk.isOpen(), s.offer.isOpen(), first);
    if (s.options.only.empty()) {
        s.menus.showBar(s.runner, s.history, *s.bookmarks.all(), s.times, s.desk, s.layout, first);
        s.findBox.show(first);
        s.terms.show(s.layout.theme(), first);
        s.offer.show(s.layout.placeOf("stage"), first);
        if (s.bookmarksWindow.isOpen()) s.bookmarksWindow.show(s.bookmarks.all(), s.link(), first);
    }
    s.applyKept(first);
    s.applyLook(first);
    s.layout.dock();
    s.showLesson(first);
    if (s.options.only.empty()) {
        if (s.layout.presenter())
            s.labsPanel.showStrip(s.runner);
        else
            s.labsPanel.show(s.runner, s.desk, s.layout, first);
    }
    s.apply(first);
    s.withholdAnswers();
    double uiSeconds = secondsSince(begun);

    // The sliders have moved: run, count, draw, and only then say what it means.
    const Clock::time_point ran = Clock::now();
    s.runner.setTiming(s.measuring.timing(s.runner));
    s.measuring.follow(s.runner, s.messages);
    s.calls.follow(s.runner, s.options.program);
    // What is measured beside is not disturbed: the last result stays meanwhile.
    if (!s.measuring.running() && s.runner.step(s.clock.time(), budgetSeconds)) s.noteResult();
    s.surviveLostDevice();
    const double runSeconds = secondsSince(ran);
    // What does not run is not swept either: a point of a size that nearly fits takes long, and nobody waits.
    if (s.runner.error().empty()) s.sweep.follow(s.runner);

    const Clock::time_point drawn = Clock::now();
    const kit::Frame frame = s.makeFrame();
    UserActions second;
    if (s.options.only.empty()) s.stage.show(frame, s.stageState(), s.runner.editedLab(), s.layout, second);
    s.lessonPanel.showEditor(s.desk, s.layout.placeOf("stage"));
    const double drawSeconds = secondsSince(drawn);

    const Clock::time_point panels = Clock::now();
    s.showPanels(frame, second);
    s.layout.endFrame();
    s.applyLook(second);
    s.apply(second);
    s.takeStep();
    if (s.captureRequest) capture(*std::exchange(s.captureRequest, {}));
    // The search lies over all that the mouse rests on; its own rows have no tooltips.
    if (s.findBox.isOpen()) hideWindows(ImGuiWindowFlags_Tooltip);
    // Nor is what lies over the window for the mouse's sake a part of its picture.
    if (std::exchange(s.isPictured, false)) hideWindows(ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_Popup);
    ImGui::Render();
    const render::Color& ground = s.layout.theme().panel;
    glViewport(0, 0, widthPixels, heightPixels);
    glClearColor(ground.r, ground.g, ground.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    uiSeconds += secondsSince(panels);
    s.times.add(runSeconds, s.runner.stepTimes(), drawSeconds, uiSeconds, s.runner.measures());
}

const session::StageTimes& App::times() const {
    return m_state->times.last();
}

void App::noteSwap(double seconds) {
    m_state->times.addSwap(seconds);
}

bool App::moving() const {
    const State& s = *m_state;
    // Drawing at full rate would take its share of the GPU that is measured.
    if (s.measuring.running()) return false;
    if (s.desk.busy() || s.runner.progress() < 1 || s.stage.view().stepping ||
        !s.messages.notice(s.clock.host()).empty())
        return true;
    if (!s.runner.error().empty()) return false;
    const bool animated = s.runner.animated() && !s.clock.paused();
    return !s.runner.drawn().any || animated || s.measuring.timesLive(s.runner);
}

bool App::sweepComplete() const {
    const State& s = *m_state;
    return !s.measuring.running() && callsReturned() && (!error().empty() || s.sweep.complete());
}
void App::waitForSweep(double seconds) const {
    m_state->sweep.wait(seconds);
}
bool App::callsReturned() const {
    return !m_state->calls.running();
}
void App::waitForCalls(double seconds) {
    m_state->calls.wait(seconds);
}
const std::string& App::error() const {
    return m_state->runner.error();
}
void App::throwError() const {
    m_state->runner.throwError();
}
bool App::wantsToQuit() const {
    return m_state->quit;
}
std::string App::takeScreenshotRequest() {
    return std::exchange(m_state->pictureRequest, {});
}
bool App::offersLost() const {
    return m_state->offer.isOpen();
}
std::string App::messages() const {
    return m_state->messages.text();
}
void App::announce(const std::string& message) {
    m_state->messages.say(Message::Kind::Info, message);
    m_state->messages.notify(message, m_state->clock.host());
}

std::string App::link() const {
    return m_state->link();
}

void App::openLesson(const std::string& lesson) {
    m_state->desk.open(lesson);
    m_state->untaken = State::kFramesUntaken;
}

void App::show(const AppOptions& options) {
    State& s = *m_state;
    AppOptions wanted = options;
    wanted.zoom = s.layout.zoomOf(options.zoom);
    s.show(wanted);
    s.messages.forgetFindings();
    if (!options.lesson.empty()) {
        s.desk.restore(options.lesson, options.student.value_or(s.desk.student()), options.page.value_or(0));
        s.sayWhoseValues();
    }
    if (options.device != "auto" && options.device != s.options.device) {
        UserActions actions;
        actions.device = options.device;
        s.apply(actions);
    }
    s.clock.begin(options.startTime);
    s.untaken = State::kFramesUntaken;
}

render::TextChunks App::stamp() const {
    const State& s = *m_state;
    return s.stampOf(s.pictureState(s.runner.measures() ? "auto" : "emulated"));
}

/// "banks: stride=2, pad=1".
std::string App::State::parametersText() const {
    std::string text;
    for (const kit::Parameter* parameter : runner.drawn().lab.parameters())
        if (!parameter->isDefault())
            text += fmt::format("{}{}={}", text.empty() ? ": " : ", ", parameter->name(), parameter->text());
    return runner.entry().name + text;
}

int App::steps() const {
    if (!m_state->runner.drawn().any) return 1;
    const auto shown = kit::shownAccess(m_state->makeFrame());
    return shown ? kit::stepsOf(*shown) : 1;
}

render::Drawing App::drawing() {
    State& s = *m_state;
    const render::Drawing stage = s.options.only.empty() ? s.stage.canvas().drawing() : render::Drawing();
    return guiDrawing(s.layout.theme().panel, {{s.stage.canvas().texture().id(), &stage}});
}

void App::capture(const Capture& wanted) {
    State& s = *m_state;
    if (s.asked != kit::Withheld::Nothing && s.asked != kit::Withheld::Advice) {
        s.messages.say(
            Message::Kind::Warning,
            tr("No picture of the stage is saved while a question of the lesson waits: it would show "
               "the answer."));
        return;
    }
    using As = Capture::As;
    PictureOptions options{.view = wanted.accessOnly ? "access" : "stage",
                           .light = wanted.light,
                           .caption = wanted.caption,
                           .vectors = wanted.as == As::Svg || wanted.as == As::Pdf};
    if (wanted.as == As::LargePng) {
        options.width *= 2;
        options.height *= 2;
    } else if (wanted.as == As::Gif) {
        options.width = 1280;
        options.height = 720;
    }
    try {
        if (wanted.as == As::Clipboard) {
            const Picture copied = picture(options);
            copyPngToClipboard(render::pngBytes(copied.image, copied.stamp));
            announce(tr("copied a picture"));
            return;
        }
        const std::string file = s.freeFile(wanted.as == As::Svg   ? "svg"
                                            : wanted.as == As::Pdf ? "pdf"
                                            : wanted.as == As::Gif ? "gif"
                                                                   : "png");
        if (wanted.as == As::Gif) {
            Film film(file);
            const int count = steps();
            for (int i = 0; i < count; ++i) {
                options.step = i;
                film.add(picture(options), i, count);
            }
            film.finish();
        } else {
            writePicture(file, picture(options));
        }
        announce(tr("saved {}", std::filesystem::absolute(file).string()));
    } catch (const std::exception& failure) {
        announce(failure.what());
    }
}

Picture App::picture(const PictureOptions& wanted) {
    State& s = *m_state;
    if (!isStageView(wanted.view)) throw BadInput(fmt::format("'{}' is no part of the stage", wanted.view));
    if (!s.runner.drawn().any) throw BadInput("there is nothing to draw: no run has succeeded yet");
    kit::View view = s.stage.view();
    if (wanted.step) {
        view.step = *wanted.step;
        view.showSteps = true;
    }
    PictureState state = s.pictureState(s.runner.measures() ? "auto" : "emulated");
    const PictureState seen{.entry = state.entry,
                            .lab = s.runner.drawn().lab,
                            .architecture = state.architecture,
                            .device = state.device,
                            .view = view,
                            .time = state.time,
                            .width = wanted.width,
                            .height = wanted.height,
                            .zoom = wanted.zoom,
                            .light = wanted.light,
                            .presenter = state.presenter,
                            .checks = state.checks,
                            .part = wanted.view,
                            .controls = wanted.controls,
                            .caption = wanted.caption};
    const render::Theme& theme = wanted.light ? render::lightTheme() : render::darkTheme();
    if (!s.pictureCanvas) s.pictureCanvas = std::make_unique<render::Canvas>();
    render::Canvas& canvas = *s.pictureCanvas;
    canvas.setFine(true);
    canvas.setInteractive(wanted.controls);
    canvas.keepDrawings(wanted.vectors);
    canvas.begin(wanted.width, wanted.height,
                 partScaleFor(wanted.view, wanted.width, wanted.height) * wanted.zoom, theme);
    drawStagePicture(canvas, s.makeFrame(view, view.pinned, theme),
                     {.view = wanted.view,
                      .caption = wanted.caption,
                      .parameters = s.parametersText(),
                      .code = wanted.controls ? std::string() : pictureCode(seen)});
    canvas.end();
    return {canvas.read(), wanted.vectors ? canvas.drawing() : render::Drawing(), s.stampOf(seen)};
}

render::TextChunks App::State::stampOf(const PictureState& state) const {
    render::TextChunks text;
    text[std::string(kLinkChunk)] = pictureLink(state);
    text["Title"] = runner.entry().title;
    text["Software"] = fmt::format("Lanescope {}", kVersion);
    text["Lanescope lab"] = runner.entry().name;
    text["Lanescope architecture"] =
        fmt::format("{} (CC {})", runner.architecture().name, runner.architecture().cc.text());
    text["Lanescope device"] = runner.info().name;
    text["Lanescope numbers"] = runner.measures() ? "times measured, counts modelled" : "modelled";
    for (const kit::Parameter* parameter : state.lab.parameters())
        text[fmt::format("Lanescope set {}", parameter->name())] = parameter->text();
    return text;
}

render::Rect App::viewRect(std::string_view view) const {
    if (view.empty()) view = "window";
    if (std::ranges::find(kViews, view) == kViews.end())
        throw BadInput(fmt::format("no view '{}'; there are: {}", view, fmt::join(kViews, ", ")));
    render::Rect rect = m_state->layout.placeOf(view);
    if (view == "result" && rect.width <= 0) rect = m_state->layout.placeOf("stage");
    if (view == "plots" && rect.width <= 0)
        throw BadInput("a window of this size has no room for the view 'plots'");
    return rect;
}

} // namespace lanescope::shell
