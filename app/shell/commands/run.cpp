// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/run.h"

#include "device/architecture.h"
#include "kit/session.h"
#include "shell/app/kept/window_place.h"
#include "shell/app/lesson/lesson_file.h"
#include "shell/app/view_check.h"
#include "shell/app/window.h"
#include "shell/commands/settings.h"
#include "shell/output/output.h"
#include "shell/output/picture_file.h"
#include "shell/programs/recorded_program.h"
#include "shell/programs/temporary_folder.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostBytes = 1 << 16; // of what was seen

/// A file in the folder where the window keeps its layout and what was seen last; empty when there is none.
std::string settingsFile(const char* name) {
    const std::filesystem::path folder = settingsFolder();
    if (folder.empty()) return {};
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    return failed ? std::string() : (folder / name).string();
}

std::string firstLineOf(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// Where the window was; nothing when that is not known.
std::optional<WindowPlace> placeLast(const std::string& file) {
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed)) return {};
    try {
        const std::string text = readInput(file, false, kMostBytes);
        const std::string rest = text.substr(std::min(text.find('\n') + 1, text.size()));
        return parsePlace(firstLineOf(rest));
    } catch (const std::exception&) { // seenLast() has said so
        return {};
    }
}

/// Not a recording that has gone with its window.
bool canBeShown(const std::string& link) {
    try {
        return !isProgramsRecording(readScenario(link).request.lab);
    } catch (const BadInput&) {
        return false;
    }
}

/// What was seen when the window was open last; nothing when that is not known. Where kernels run is not part
/// of it: a GPU may have come or gone.
Scenario seenLast(const std::string& file) {
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed)) return {};
    try {
        const std::string link = firstLineOf(readInput(file, false, kMostBytes));
        if (!link.starts_with(kLinkScheme)) throw BadInput("there is no link in it");
        Scenario seen = readScenario(link);
        seen.request.device.clear();
        // One that was not kept went with the window.
        if (isProgramsRecording(seen.request.lab)) seen.request = {};
        return seen;
    } catch (const std::exception& failure) {
        say(fmt::format("{} is left out: {}", file, oneLine(failure.what())));
        return {};
    }
}

/// The program that is to run beside the window; nothing where a lab, a recording or a scenario is named.
std::optional<Program> programOf(const LabRequest& request) {
    if (!request.scenario.empty() || !isProgram(request.lab)) return std::nullopt;
    if (!request.sets.empty()) throw BadInput("--set is for a lab; a program takes its arguments");
    return Program{request.lab, request.arguments, parseDevice(request.device), request.checked};
}

/// What else is asked for.
LabRequest withoutProgram(LabRequest request) {
    request.lab.clear();
    request.arguments.clear();
    return request;
}

/// What is typed and not there is said before there is a window; of a link the window says it.
void checkTypedView(const AppOptions& app, const LookRequest& typed) {
    if ((typed.launch.empty() && typed.site.empty()) || !app.lesson.empty()) return;
    const auto entry = app.targets->find(app.lab);
    const std::shared_ptr<kit::Lab> lab = entry->make();
    for (const auto& [name, value] : app.sets) lab->set(name, value);
    const std::shared_ptr<device::Device> device = device::openDevice(app.device);
    kit::SessionOptions session;
    session.architectures = {app.architecture.empty() ? &device::architectureOf(device->info())
                                                      : &parseArchitecture(app.architecture)};
    session.looks = true;
    kit::Session run(device, session);
    run.setLab(*entry, lab);
    run.step(0, 0);
    const auto drawn = run.drawn();
    if (!drawn) return;
    checkView(*drawn, app.view);
    if (app.view.site >= 0) checkSite(drawn->access(app.view.site, app.view.launch), app.view.site);
}

/// What a user asks for; a scenario may be of a smaller picture.
void checkWindowSize(const std::string& text) {
    if (text.empty()) return;
    if (const Size size = parseSize(text); size.width < kLeastWidth || size.height < kLeastHeight)
        throw BadInput(fmt::format("--size {} is too small; a window has at least {}x{} pixels", text,
                                   kLeastWidth, kLeastHeight));
}

/// What stays of how a window looked, whatever it showed.
LookRequest usualLook(const LookRequest& last) {
    LookRequest usual;
    usual.theme = last.theme;
    usual.zoom = last.zoom;
    usual.size = last.size;
    return usual;
}

} // namespace

int runCommand(const RunOptions& options) {
    checkWindowSize(options.look.size);
    const std::string lastSeen = settingsFile("last-seen");
    TemporaryFolder::removeAbandoned();
    SessionFile session(lastSeen.empty() ? std::filesystem::path() : settingsFolder() / "windows");
    // What the command line says of the window is laid over what the scenario says of its picture.
    LookRequest look = options.look;
    if (!options.request.scenario.empty())
        look = laidOver(inWindow(readScenario(options.request.scenario).look), look);
    Scenario wanted{options.request, look};
    LabRequest& request = wanted.request;
    const bool named = !request.lab.empty() || !request.scenario.empty() || !request.sets.empty();
    Scenario last = seenLast(lastSeen);
    if (!session.lost().empty()) { // it may be what it ended of: it is offered, not shown
        last = {{}, usualLook(last.look)};
    }
    if (!named) {
        if (!request.architectures.empty()) last.request.architectures = request.architectures;
        last.request.device = request.device;
        wanted = {last.request, laidOver(last.look, wanted.look)};
    } else if (request.scenario.empty()) {
        // another lab, looked at in the same way
        wanted.look = laidOver(usualLook(last.look), wanted.look);
    }
    AppOptions app;
    wanted.request.checked = wanted.look.check;
    const std::optional<Program> program = programOf(wanted.request);
    if (program) wanted.request = withoutProgram(wanted.request);
    wanted.request.asksForProgram = true;
    try {
        app = appOptions(wanted.request, wanted.look);
    } catch (const BadInput& failure) {
        if (named) throw;
        say(fmt::format("{} is left out: {}", lastSeen, oneLine(failure.what())));
        app = appOptions(options.request, options.look);
    }
    if (!program && !app.asks) checkTypedView(app, options.look);
    app.times = knownTimes();
    if (!app.lesson.empty() && !named) {
        try {
            readLesson(app.lesson);
        } catch (const BadInput& failure) { // its file may have gone
            say(fmt::format("the lesson is left out: {}", oneLine(failure.what())));
            app.lesson.clear();
            app.student.reset();
            app.page.reset();
        }
    }
    // Only the command line is surely the user's own: what was seen last may be of anybody's link.
    if (program) (options.request.lab.empty() ? app.asks : app.runs) = program;
    if (options.request.runProgram && app.asks) app.runs = std::exchange(app.asks, std::nullopt);
    // The lab of the last start has nothing to do with a lesson that is named now.
    app.pageSetsLab =
        !options.look.lesson.empty() && options.request.sets.empty() && options.request.scenario.empty();
    app.labNamed = options.request.lab;
    if (const std::string leftOut = leftOutOf(options.request.scenario); !leftOut.empty()) say(leftOut);
    std::error_code failed;
    app.tour = !named && options.lesson.empty() && options.look.lesson.empty() && !lastSeen.empty() &&
               !std::filesystem::exists(lastSeen, failed);
    if (options.request.scenario.empty() && options.look.size.empty()) app.place = placeLast(lastSeen);
    app.lost = session.lost();
    if (!app.lost.empty() && !canBeShown(app.lost)) app.lost.clear();
    app.settings = settingsFile("layout.ini");
    app.lastSeen = lastSeen;
    app.languageFile = languageFile();
    if (look.language.empty()) app.language = usualLanguage();
    app.progress = settingsFile("lessons.json");
    app.bookmarks = settingsFile("bookmarks.json");
    if (!options.lesson.empty()) {
        app.lesson = options.lesson;
        app.student = options.student;
        app.page.reset();
    }
    return runWindow(app, session);
}

} // namespace lanescope::shell
