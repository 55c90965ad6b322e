// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab.h"

#include "kit/charts/stream_timelines.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "session/kernel_modules.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::kit {

bool Lab::hasResultPicture(const session::RunResult& result) const {
    return hasDrawableResult(result) || (result.recording && recording::usesStreams(*result.recording));
}

void Lab::draw(const Frame& frame, render::Canvas& canvas) const {
    const auto& shown = frame.shown;
    if (hasDrawableResult(frame.result))
        drawFirstResult(canvas, frame, shown ? &*shown : nullptr);
    else if (frame.left.width > 0 && hasResultPicture(frame.result))
        drawRecordedStreams(canvas, frame);
    if (!shown)
        return drawNothing(canvas, frame.right, tr("This warp makes no access to memory. Choose another."));
    const Heading heading{tr("One warp of {}", shown->launch->label), accessSentence(*shown->access),
                          sourceText(*shown)};
    const render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
    // Texels have no addresses for the picture of sectors to show.
    shown->access->footprint ? drawWarpMap(canvas, frame, rest, *shown)
                             : drawAccess(canvas, frame, rest, *shown);
}

void Lab::readout(const Frame& frame, Panel& panel) const {
    const auto& shown = frame.shown;
    if (!shown) {
        panel.note(tr("The chosen warp makes no access to memory."));
        for (const LaunchResult& launch : frame.result.launches) panel.source(launch);
        return;
    }
    panel.access(*shown);
    panel.runTable();
    panel.source(*shown->launch);
}

void drawLab(const Frame& frame, render::Canvas& canvas) {
    frame.otherCode ? frame.lab->Lab::draw(frame, canvas) : frame.lab->draw(frame, canvas);
}

void readLab(const Frame& frame, Panel& panel) {
    frame.otherCode ? frame.lab->Lab::readout(frame, panel) : frame.lab->readout(frame, panel);
}

bool hasResultPicture(const Frame& frame) {
    return frame.otherCode ? frame.lab->Lab::hasResultPicture(frame.result)
                           : frame.lab->hasResultPicture(frame.result);
}

bool recordInto(recording::Recording& into, const Lab& lab, const model::Architecture& architecture,
                double time) {
    Recorder recorder(into, session::kernelModules(), architecture, time);
    lab.record(recorder);
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
