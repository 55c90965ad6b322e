// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab.h"

#include "kit/charts/stream_timelines.h"
#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/finding_words.h"
#include "kit/words/patterns.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "model/launch_limits.h"
#include "recording/graph_branches.h"
#include "session/kernel_modules.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace lanescope::kit {

namespace {

/// The stream that the launch of that number goes to; 0: the default one.
recording::StreamNumber streamOf(const recording::Recording& recording, std::size_t launch) {
    for (const recording::Call& call : recording.calls)
        if (const auto* each = std::get_if<recording::Launch>(&call); each && launch-- == 0)
            return each->stream;
    return 0;
}

/// Throws BadInput for a launch that no device of the architecture takes.
void refuseLaunches(const recording::Recording& recording, const model::Architecture& architecture) {
    for (const recording::Call& call : recording.calls)
        if (const auto* launch = std::get_if<recording::Launch>(&call))
            if (const std::string why = model::shapeRefusal(architecture, launch->grid, launch->block);
                !why.empty())
                throw BadInput(why + "; make it smaller");
}

/// What the picture is of; of a program also which of its launches.
std::string shownTitle(const Frame& frame, const ShownAccess& shown) {
    const LaunchResult& launch = *shown.launch;
    if (!frame.lab.as<RecordsAProgram>() || !frame.result.recording)
        return tr("One warp of {}", launch.label);
    const auto number = static_cast<std::size_t>(&launch - frame.result.launches.data());
    std::string title =
        tr("Launch {} of {}: {}", number + 1, frame.result.launches.size(),
           fmt::format("{}<<<{}, {}>>>", launch.label, launchSize(launch.grid), launchSize(launch.block)));
    const recording::StreamNumber stream = streamOf(*frame.result.recording, number);
    if (const std::uint32_t branch = recording::branchOf(*frame.result.recording, stream))
        title += tr(", graph branch {}", branch);
    else if (stream != 0)
        title += tr(", stream {}", stream);
    return title;
}

/// The launch that was chosen, or else the one that did not end, or the first.
const LaunchResult* chosenLaunch(const Frame& frame) {
    const std::vector<LaunchResult>& launches = frame.result.launches;
    const std::size_t chosen = frame.view.launch >= 0 ? static_cast<std::size_t>(frame.view.launch)
                                                      : frame.subjects.stoppedLaunch().value_or(0);
    return chosen < launches.size() ? &launches[chosen] : nullptr;
}

std::string whyNothingIsShown(const Frame& frame) {
    const LaunchResult* const launch = chosenLaunch(frame);
    if (launch && !launch->refused.empty())
        return tr("{} did not run: {}", launch->label, retold(launch->refused));
    if (launch && launch->fault) return fmt::format("{}: {}", launch->label, retold(launch->fault->what()));
    return tr("This warp does not access memory. Choose another.");
}

/// Before what a launch costs. False: nothing is known to be wrong.
bool sayWhatIsWrong(const Frame& frame, const LaunchResult& launch, Panel& panel) {
    const auto number = static_cast<std::size_t>(&launch - frame.result.launches.data());
    if (!launch.refused.empty()) {
        panel.verdict(Tone::Bad, tr("The launch did not run"), retold(launch.refused));
        return true;
    }
    if (launch.fault) {
        panel.verdict(launch.wasRunning ? Tone::Plain : Tone::Bad,
                      launch.wasRunning ? tr("The program was ended") : tr("The kernel stopped"),
                      withPlace(retold(launch.fault->what()), launch.place),
                      placeOf(*launch.fault, frame.result, number));
        return true;
    }
    std::vector<const ptx::Finding*> found;
    for (const ptx::Finding& each : launch.record.findings)
        if (ptx::isOfChecks(each.kind)) found.push_back(&each);
    if (found.empty()) return false;
    constexpr std::size_t kMostCards = 4;
    panel.verdict(Tone::Bad,
                  found.size() == 1 ? std::string(tr("The checks found a mistake"))
                                    : tr("The checks found {} mistakes", found.size()),
                  withPlace(findingText(*found.front()), launch.place),
                  placeOf(*found.front(), frame.result, number));
    for (std::size_t i = 1; i < std::min(found.size(), kMostCards); ++i)
        panel.card(Tone::Bad, tr("Mistake {} of {}", i + 1, found.size()),
                   withPlace(findingText(*found[i]), launch.place), placeOf(*found[i], frame.result, number));
    if (found.size() > kMostCards) panel.note(tr("All of them are under Messages."));
    return true;
}

} // namespace

bool Lab::hasResultPicture(const session::RunResult& result) const {
    return hasDrawableResult(result) || (result.recording && recording::usesStreams(*result.recording));
}

void Lab::draw(const Frame& frame, render::Canvas& canvas) const {
    const auto& shown = frame.shown;
    if (hasDrawableResult(frame.result))
        drawFirstResult(canvas, frame, shown ? &*shown : nullptr);
    else if (frame.left.width > 0 && hasResultPicture(frame.result))
        drawRecordedStreams(canvas, frame);
    if (!shown) return drawNothing(canvas, frame.right, whyNothingIsShown(frame));
    const std::string sentence = tr(
        "warp {} of block {}: {}", shown->access->warp, triple(shown->access->block),
        shown->stoppedLanes ? tr("the kernel stopped here: {} out of bounds", lanesText(shown->stoppedLanes))
        : isJoined(*shown)  ? tr("1 lane updates {} for all", counted(shown->access->width, "byte"))
                            : accessSentence(*shown->access));
    const Heading heading{shownTitle(frame, *shown), sentence, sourceText(*shown)};
    const render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
    drawAccess(canvas, frame, rest, *shown);
}

void Lab::readout(const Frame& frame, Panel& panel) const {
    const auto& shown = frame.shown;
    if (!shown) {
        const auto isWrong = [&](const LaunchResult& launch) { return sayWhatIsWrong(frame, launch, panel); };
        const LaunchResult* const chosen = chosenLaunch(frame);
        if (!(chosen && isWrong(*chosen)) &&
            (frame.view.launch >= 0 || std::ranges::none_of(frame.result.launches, isWrong)))
            panel.note(tr("The chosen warp does not access memory."));
        if (chosen && frame.lab.as<RecordsAProgram>()) return panel.source(*chosen);
        for (const LaunchResult& launch : frame.result.launches) panel.source(launch);
        return;
    }
    if (!sayWhatIsWrong(frame, *shown->launch, panel))
        panel.access(*shown);
    else if (!shown->stoppedLanes)
        panel.accessTable(*shown);
    panel.runTable();
    panel.source(*shown->launch);
}

void drawLab(const Frame& frame, render::Canvas& canvas) {
    frame.otherCode ? frame.lab.Lab::draw(frame, canvas) : frame.lab.draw(frame, canvas);
}

void readLab(const Frame& frame, Panel& panel) {
    frame.otherCode ? frame.lab.Lab::readout(frame, panel) : frame.lab.readout(frame, panel);
}

bool hasResultPicture(const Frame& frame) {
    return frame.otherCode ? frame.lab.Lab::hasResultPicture(frame.result)
                           : frame.lab.hasResultPicture(frame.result);
}

bool recordInto(recording::Recording& into, const Lab& lab, const model::Architecture& architecture,
                double time) {
    Recorder recorder(into, session::kernelModules(), architecture, time);
    lab.record(recorder);
    if (!into.options.mayFail && !lab.as<RecordsAProgram>()) refuseLaunches(into, architecture);
    return recorder.timeUsed();
}

bool dependsOnTime(const Lab& lab, const model::Architecture& architecture) {
    recording::Recording made;
    try {
        return recordInto(made, lab, architecture);
    } catch (const BadInput&) {
        return true; // with other files it might
    }
}

recording::Recording recordingOf(const Lab& lab, const model::Architecture& architecture, double time) {
    recording::Recording made;
    recordInto(made, lab, architecture, time);
    return made;
}

} // namespace lanescope::kit
