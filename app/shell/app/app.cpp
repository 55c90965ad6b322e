// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/app.h"

#include "device/transfers.h"
#include "shell/app/state.h"
#include "shell/app/theme.h"
#include "shell/commands/lab_request.h"
#include "shell/output/findings.h"
#include "shell/version.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <chrono>

namespace lanescope::shell {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t kMostMessages = 500;

/// Left: labs and parameters; centre: the stage over the plots; right: what it means.
void buildDefaultLayout(ImGuiID dockspace, ImVec2 size, float scale, bool presenter) {
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, size);
    const auto share = [](float wanted, float whole, float least, float most) {
        return std::clamp(wanted, whole * least, whole * most) / whole;
    };
    ImGuiID centre = dockspace, left = 0, right = 0, bottom = 0;
    if (!presenter) {
        const float leftShare = share(250 * scale, size.x, 0.12F, 0.24F);
        left = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Left, leftShare, nullptr, &centre);
        const float rest = size.x * (1 - leftShare);
        right = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Right, share(370 * scale, rest, 0.20F, 0.34F),
                                            nullptr, &centre);
        bottom = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Down, share(270 * scale, size.y, 0.22F, 0.32F),
                                             nullptr, &centre);
        ImGui::DockBuilderDockWindow("Labs", left);
        for (const char* name : {"Sweep", "Bandwidth", "Measure", "Frame", "Messages"})
            ImGui::DockBuilderDockWindow(name, bottom);
    } else {
        right = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Right, 0.27F, nullptr, &centre);
    }
    ImGui::DockBuilderDockWindow("Reading", right);
    ImGui::DockBuilderDockWindow("Stage", centre);
    for (const ImGuiID id : {left, right, centre})
        if (ImGuiDockNode* node = id ? ImGui::DockBuilderGetNode(id) : nullptr)
            node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_AutoHideTabBar |
                                ImGuiDockNodeFlags_NoWindowMenuButton);
    if (ImGuiDockNode* node = bottom ? ImGui::DockBuilderGetNode(bottom) : nullptr)
        node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_NoWindowMenuButton |
                            ImGuiDockNodeFlags_NoCloseButton);
    ImGui::DockBuilderFinish(dockspace);
}

/// Panels keep their share of the window: Dear ImGui keeps their pixels, and a small window would be all
/// panels.
void scaleLayout(ImGuiDockNode* node, ImVec2 factor) {
    if (!node) return;
    node->SizeRef = ImVec2(node->SizeRef.x * factor.x, node->SizeRef.y * factor.y);
    scaleLayout(node->ChildNodes[0], factor);
    scaleLayout(node->ChildNodes[1], factor);
}

} // namespace

App::State::State(const AppOptions& wanted) : options(wanted) {
    light = options.light;
    presenter = options.presenter;
    checks = options.checks;
    if (options.still) canvas.setFine(true);
    cuda = device::probeCuda();
    stages = {{"run", "The lab's run: allocating, filling, launching.", {}},
              {"map", "OpenGL's buffers and textures are handed to CUDA.", {}},
              {"kernel", "The kernels themselves: CUDA events, or the emulator's wall time.", {}},
              {"unmap", "They are handed back; on the emulated device the upload.", {}},
              {"model",
               "Counting accesses: emulated, the end of it, the rest is part of the kernel; beside a GPU, "
               "all of it.",
               {}},
              {"draw", "The stage's picture.", {}},
              {"ui", "Panels, plots and text.", {}},
              {"swap", "The window system shows the frame.", {}}};
    openDevice(options.device);
    if (!options.architecture.empty()) {
        const model::Architecture* found = model::findArchitecture(options.architecture);
        if (!found)
            throw kit::BadInput(fmt::format("no architecture '{}'; `lanescope list architectures` names them",
                                            options.architecture));
        architecture = found;
    }
    const kit::LabEntry& first = kit::findTarget(options.lab);
    labs[first.name] = first.make();
    for (const auto& [name, value] : options.sets) labs[first.name]->set(name, value);
    openLab(first);
}

void App::State::openDevice(const std::string& choice) {
    std::shared_ptr<device::Device> opened =
        options.openDevice ? options.openDevice(choice) : device::openDevice(choice);
    const bool followed = !device || architecture == &architectureOf(device->info());
    device = std::move(opened);
    deviceChoice = choice;
    if (followed) architecture = &architectureOf(device->info());
    if (session) {
        session->setDevice(device);
        session->setArchitectures({architecture});
    }
    modelled.clear();
    measured.clear();
    measurements = {};
    transfers.reset();
    if (usesCuda() && !options.still) {
        try {
            measurements.bestCopyBytesPerSecond = device::bestCopy(device->info()).bytesPerSecond;
        } catch (const std::exception& failure) {
            say(Message::Kind::Warning,
                fmt::format("The best copy of this GPU was not measured: {}", failure.what()));
        }
    }
    if (choice == "auto" && !usesCuda() && !cuda.reason.empty())
        say(Message::Kind::Info,
            fmt::format("No CUDA device: {}. Kernels run on the emulator; every number is modelled.",
                        withoutEmulatedAdvice(cuda.reason)));
}

void App::State::chooseArchitecture(const model::Architecture& chosen) {
    architecture = &chosen;
    session->setArchitectures({architecture});
    modelled.clear();
}

void App::State::openLab(const kit::LabEntry& wanted) {
    auto& kept = labs[wanted.name];
    if (!kept) kept = wanted.make();
    entry = &wanted;
    lab = kept;
    if (!session) {
        kit::SessionOptions sessionOptions;
        sessionOptions.graphics = true;
        sessionOptions.architectures = {architecture};
        sessionOptions.checks = checks;
        session = std::make_unique<kit::Session>(device, sessionOptions);
    }
    session->setLab(*entry, lab);
    view = {};
    brush = {};
    hovered.reset();
    modelled.clear();
    measured.clear();
    if (edits().states.empty()) edits().states = {lab->values()};
    parameterError.clear();
}

void App::State::say(Message::Kind kind, std::string text) {
    say({kind, std::move(text), {}, 0});
}

void App::State::say(Message message) {
    if (!messages.empty() && messages.back().text == message.text) return;
    messagesUnread |= message.kind != Message::Kind::Info;
    messages.push_back(std::move(message));
    if (messages.size() > kMostMessages) messages.pop_front();
}

void App::State::notify(std::string text) {
    constexpr double kSeconds = 3;
    notice = std::move(text);
    noticeEnd = time + kSeconds;
}

void App::State::rememberForUndo() {
    auto& [states, index] = edits();
    std::vector<std::string> values = lab->values();
    if (states[index] == values) return;
    states.resize(index + 1);
    states.push_back(std::move(values));
    index = states.size() - 1;
}

void App::State::undo(int direction) {
    auto& [states, index] = edits();
    const auto target = static_cast<std::ptrdiff_t>(index) + direction;
    if (target < 0 || target >= static_cast<std::ptrdiff_t>(states.size())) return;
    index = static_cast<std::size_t>(target);
    lab->setValues(states[index]);
}

/// Takes what a new result has to say into the histories and the messages.
void App::State::noteResult() {
    if (!session->error().empty()) {
        if (lastError != session->error()) say(Message::Kind::Error, session->error());
        lastError = session->error();
        return;
    }
    lastError.clear();
    const kit::RunResult& result = session->result();
    double seconds = 0;
    for (const kit::LaunchResult& launch : result.launches) {
        seconds += launch.record.milliseconds * 1e-3;
        if (!launch.record.printed.empty()) say(Message::Kind::Info, launch.record.printed);
    }
    noteFindings(result);
    for (const kit::ResultObject& object : result.objects)
        if (object.route == device::Route::ThroughHost)
            say(Message::Kind::Warning,
                fmt::format("'{}' goes through host memory each frame: {}", object.name, object.reason));
    // what runs apart from the GPU has the emulator's times
    const bool timed = usesCuda() && !session->mayFail();
    if (timed) measurements.live.add(timingKey(), result);
    const double requested = kit::bytesOf(result).requested;
    const double expected =
        architecture->hasDeviceFigures()
            ? kit::modelledSeconds(result, usesCuda() ? measurements.cache : model::Cache::Cold)
            : 0;
    if (requested > 0 && expected > 0) modelled.add(requested / expected * 1e-9);
    if (requested > 0 && timed && seconds > 0) measured.add(requested / seconds * 1e-9);
}

/// Says what was found, and with checks on also that nothing was: once, however often the kernels run again.
void App::State::noteFindings(const kit::RunResult& result) {
    std::vector<std::string> texts;
    std::vector<Message> all;
    const bool checked = checks || alwaysChecks();
    for (const kit::LaunchResult& launch : result.launches) {
        if (launch.fault) {
            texts.emplace_back(launch.fault->what());
            all.push_back({Message::Kind::Warning, texts.back(), launch.fault->file, launch.fault->line});
        }
        if (!launch.refused.empty()) {
            texts.push_back(fmt::format("{} did not run: {}", launch.label, launch.refused));
            all.push_back({Message::Kind::Warning, texts.back(), {}, 0});
        }
        for (const ptx::Finding& finding : launch.record.findings) {
            texts.push_back(findingText(finding));
            all.push_back({Message::Kind::Warning, texts.back(), finding.file, finding.line});
        }
        if (!checked || !launch.observation || launch.fault || !launch.refused.empty()) continue;
        const model::Report& report = launch.observation->reports.front();
        texts.push_back(fmt::format("{}: {}{}", launch.label,
                                    checkedText(launch.record.findings, report.blocksRun, report.blocksTotal),
                                    usesCuda() ? ", looked for by the emulator over the same inputs" : ""));
        all.push_back({Message::Kind::Info, texts.back(), {}, 0});
    }
    if (texts == lastFindings) return;
    lastFindings = std::move(texts);
    for (Message& message : all) say(std::move(message));
}

/// Brings a message's source line into view.
void App::State::showLine(const Message& message) {
    view.line = message.line;
    ++view.asked;
    const kit::RunResult& result = session->result();
    for (const kit::LaunchResult& launch : result.launches) {
        if (!launch.observation) continue;
        for (const model::WarpAccess& access : launch.observation->trace) {
            const model::Site& site = launch.observation->site(access.site);
            if (site.line != message.line || site.file != message.file) continue;
            view.site = access.site;
            return;
        }
    }
}

bool App::State::alwaysChecks() const {
    return session->mayFail();
}

void App::State::chooseChecks(bool on) {
    checks = on;
    lastFindings.clear();
    session->setChecks(on);
}

/// What the measured times depend on.
std::string App::State::timingKey() const {
    return fmt::format("{}|{}|{}|{}", entry->name, fmt::join(session->resultLab().values(), "|"),
                       device->info().name, measurements.cache == model::Cache::Cold);
}

/// A kernel's fault takes the GPU from this process, not the window: it goes on emulated, and says so.
void App::State::surviveLostDevice() {
    if (!device->lost()) return;
    const std::string why = session->error().empty() ? device->info().name + " was lost" : session->error();
    try {
        openDevice("emulated");
    } catch (const std::exception& failure) {
        say(Message::Kind::Error, failure.what());
        return;
    }
    say(Message::Kind::Error, why);
    say(Message::Kind::Warning, "The GPU is lost to this window; it goes on emulated, and every number is "
                                "modelled. Start Lanescope again to measure.");
    notify("The GPU was lost: going on emulated");
}

kit::Frame App::State::makeFrame() const {
    return {*architecture,
            session->rules(),
            device->info(),
            session->result(),
            view,
            brush,
            light ? render::lightTheme() : render::darkTheme(),
            {},
            {},
            usesCuda(),
            session->progress(),
            session->hasResult() ? &session->resultLab() : nullptr,
            &measurements,
            transfers ? &*transfers : nullptr};
}

App::App(const AppOptions& options) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.IniFilename = nullptr;
    loadFonts();
    ImGui_ImplOpenGL3_Init("#version 450 core");
    try {
        m_state = std::make_unique<State>(options);
    } catch (...) {
        ImGui_ImplOpenGL3_Shutdown();
        ImPlot::DestroyContext();
        ImGui::DestroyContext();
        throw;
    }
    if (!options.settings.empty()) {
        io.IniFilename = m_state->options.settings.c_str();
        ImGui::LoadIniSettingsFromDisk(io.IniFilename);
        m_state->resetLayout = ImGui::FindWindowSettingsByID(ImHashStr("Stage")) == nullptr;
    }
}

App::~App() {
    m_state.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
}

void App::frame(int widthPixels, int heightPixels, double time, double budgetSeconds) {
    State& s = *m_state;
    const Clock::time_point begin = Clock::now();
    s.time = time;
    s.scale = (s.options.scale > 0 ? s.options.scale : scaleFor(widthPixels, heightPixels)) * s.userScale;
    s.windowRect = {0, 0, static_cast<float>(widthPixels), static_cast<float>(heightPixels)};
    const render::Theme& theme = s.light ? render::lightTheme() : render::darkTheme();
    applyTheme(theme, s.scale, s.presenter ? 17 : 13.5F);

    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    s.shortcuts();
    s.menuBar();
    const ImGuiID dockspace = ImGui::GetID("dockspace");
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    ImGuiDockNode* layout = ImGui::DockBuilderGetNode(dockspace);
    if (!s.resetLayout && layout && layout->Size.x > 0 && layout->Size.y > 0 &&
        (layout->Size.x != size.x || layout->Size.y != size.y))
        scaleLayout(layout, ImVec2(size.x / layout->Size.x, size.y / layout->Size.y));
    if (s.resetLayout) {
        buildDefaultLayout(dockspace, size, s.scale, s.presenter);
        s.resetLayout = false;
        s.plotFocusFrames = 3;
    }
    // The ground under the panels is the colour that the window is cleared to: with a software renderer,
    // filling the window once more costs as much as all of its text.
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0, 0, 0, 0));
    ImGui::DockSpaceOverViewport(dockspace, ImGui::GetMainViewport(), ImGuiDockNodeFlags_AutoHideTabBar);
    ImGui::PopStyleColor();
    if (!s.presenter) s.labsPanel();
    double uiSeconds = secondsSince(begin);

    // The sliders have moved: run, count, draw, and only then say what it means.
    const double animationTime = s.paused ? s.pausedAt : time - s.timeOffset;
    const Clock::time_point ran = Clock::now();
    using kit::Timing;
    s.session->setTiming(!s.timesLive()                               ? Timing::Off
                         : s.measurements.cache == model::Cache::Cold ? Timing::Cold
                                                                      : Timing::Warm);
    s.followMeasurement();
    s.followCalls();
    // What is measured beside is not disturbed: the last result stays meanwhile.
    if (!s.process.running() && s.session->step(animationTime, budgetSeconds)) s.noteResult();
    s.surviveLostDevice();
    const double runSeconds = secondsSince(ran);
    // What does not run is not swept either: a point of a size that nearly fits takes long, and nobody waits.
    if (s.session->error().empty()) s.sweep.request(*s.entry, *s.lab, *s.architecture);

    const Clock::time_point drawn = Clock::now();
    s.stage();
    const double drawSeconds = secondsSince(drawn);

    const Clock::time_point panels = Clock::now();
    s.readingPanel();
    if (!s.presenter) {
        s.plotsPanels();
        s.messagesPanel();
    }
    s.popups();
    s.validationWindow();
    s.experimentWindow();
    if (s.plotFocusFrames > 0) --s.plotFocusFrames;
    ImGui::Render();
    glViewport(0, 0, widthPixels, heightPixels);
    glClearColor(theme.panel.r, theme.panel.g, theme.panel.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    uiSeconds += secondsSince(panels);

    const kit::StageTimes& run = s.session->stepTimes();
    s.times.map = run.map;
    s.times.kernel = run.kernel;
    s.times.unmap = run.unmap;
    s.times.span = run.span;
    s.times.run =
        std::max(0.0, runSeconds - run.map - run.unmap - run.model - (s.usesCuda() ? 0 : run.kernel));
    s.times.model = run.model;
    s.times.draw = drawSeconds;
    s.times.ui = uiSeconds;
    const std::array<double, 7> seconds{s.times.run,   s.times.map,  s.times.kernel, s.times.unmap,
                                        s.times.model, s.times.draw, s.times.ui};
    for (std::size_t i = 0; i < seconds.size(); ++i) s.stages[i].seconds.add(seconds[i]);
}

const kit::StageTimes& App::times() const {
    return m_state->times;
}

void App::noteSwap(double seconds) {
    m_state->times.swap = seconds;
    m_state->stages.back().seconds.add(seconds);
}

bool App::moving() const {
    const State& s = *m_state;
    // Drawing at full rate would take its share of the GPU that is measured.
    if (s.process.running()) return false;
    return s.session->progress() < 1 || (!s.session->hasResult() && s.session->error().empty()) ||
           (s.session->animated() && !s.paused && s.session->error().empty()) || s.view.stepping ||
           s.time < s.noticeEnd || (s.timesLive() && s.session->error().empty());
}

bool App::sweepComplete() const {
    return !m_state->process.running() && !m_state->calls.running() &&
           (!error().empty() || m_state->sweep.snapshot().progress >= 1);
}
const std::string& App::error() const {
    return m_state->session->error();
}
void App::throwError() const {
    m_state->session->throwError();
}
bool App::wantsToQuit() const {
    return m_state->quit;
}
std::string App::takeScreenshotRequest() {
    return std::exchange(m_state->screenshotRequest, {});
}
std::string App::messages() const {
    std::string all;
    for (const Message& message : m_state->messages) all += message.text + "\n";
    return all;
}
void App::announce(const std::string& message) {
    m_state->say(Message::Kind::Info, message);
    m_state->notify(message);
}

render::TextChunks App::stamp() const {
    const State& s = *m_state;
    render::TextChunks text;
    text["Software"] = fmt::format("Lanescope {}", kVersion);
    text["Lanescope lab"] = s.entry->name;
    text["Lanescope architecture"] =
        fmt::format("{} (CC {})", s.architecture->name, s.architecture->cc.text());
    text["Lanescope device"] = s.device->info().name;
    text["Lanescope numbers"] = s.usesCuda() ? "times measured, counts modelled" : "modelled";
    for (const kit::Parameter* parameter : s.lab->parameters())
        text[fmt::format("Lanescope set {}", parameter->name())] = parameter->text();
    return text;
}

render::Rect App::viewRect(std::string_view view) const {
    const State& s = *m_state;
    if (view.empty() || view == "window") return s.windowRect;
    if (view == "stage") return s.stageRect;
    if (view == "result") return s.leftRect.width > 0 ? s.leftRect : s.stageRect;
    if (view == "access") return s.rightRect;
    if (view == "reading") return s.readingRect;
    if (view == "plots" && s.plotsRect.width > 0) return s.plotsRect;
    if (view == "plots") throw kit::BadInput("a window of this size has no room for the view 'plots'");
    throw kit::BadInput(
        fmt::format("no view '{}'; there are: window, stage, result, access, reading, plots", view));
}

} // namespace lanescope::shell
