// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/bandwidth_panel.h"

#include "kit/panel/run_table.h"
#include "kit/panel/style.h"
#include "kit/panel/sweep_plot.h"
#include "kit/panel/time_plots.h"
#include "kit/panel/widgets.h"
#include "kit/words/limit_words.h"
#include "model/format.h"
#include "session/stream_timeline.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

/// Without a GPU there is one number, and what it comes from.
void showModelled(const session::RunResult& result, const session::RunBytes& bytes,
                  const model::Architecture& architecture) {
    const double seconds = session::modelledSeconds(result, model::Cache::Cold, session::TimeOf::Kernels);
    if (seconds == 0) {
        kit::wrappedText(
            kit::style().theme->dim,
            !bytes.timeModelled
                ? tr("The time of this run is not modelled. On an H200 that goes for textures, surfaces, "
                     "cooperative launches and kernels that launch kernels; on other chips also for local "
                     "and constant memory and for atomics on global memory.")
                : tr("{} has rules only, no figures to compute a time from: choose a device in the Device "
                     "menu.",
                     architecture.name));
        return;
    }
    {
        const FontScope bold(kit::style().bold, 1.15F);
        kit::coloredText(kit::style().theme->accent,
                         fmt::format("{} = {} / {}", lanescope::bandwidth(bytes.requested / seconds),
                                     lanescope::byteSize(bytes.requested), lanescope::duration(seconds)));
    }
    for (const session::LaunchResult& launch : result.launches) {
        const session::ModelledTime time = session::modelledTime(launch, model::Cache::Cold);
        kit::wrappedText(kit::style().theme->dim,
                         tr("{}, modelled: {}, limited by {}; how long each part of the chip ({}) is busy; "
                            "{} more between two events",
                            launch.label, lanescope::duration(time.seconds), kit::limitWords(time),
                            architecture.name, lanescope::duration(time.launch)));
        kit::busyBars(time);
        if (const std::string gain = kit::gainText(time); !gain.empty())
            kit::wrappedText(kit::style().theme->text, gain);
    }
}

/// Of work whose bytes copies carry: where their times are.
void sayWhereTimesAre(bool inStreams, bool onGpu) {
    const auto say = [](const char* text) { kit::wrappedText(kit::style().theme->dim, text); };
    if (inStreams) {
        say(onGpu ? tr("Only kernels are timed here. The stage has the time of every command in the streams, "
                       "measured again when a parameter changes.")
                  : tr("Only kernels are timed here. The stage has the time of every command in the streams, "
                       "modelled; on a GPU it is measured."));
        return;
    }
    say(tr("This lab moves its bytes by copies, and only kernels are timed here: the stage has the bandwidth "
           "of every kind of copy over its size."));
    say(onGpu ? tr("It is modelled until Measure > Transfers has measured the copies on this GPU.")
              : tr("It is modelled: Measure > Transfers measures the copies on a GPU."));
}

/// What is measured in every frame, and the median so far.
void showLive(Measuring& measuring, double requestedBytes) {
    const session::Measurements& measurements = measuring.measurements();
    const bool cold = measurements.cache == model::Cache::Cold;
    const FontScope small(kit::style().sans, 0.95F);
    bool live = measuring.live();
    if (ImGui::Checkbox(tr("Live"), &live)) measuring.setLive(live);
    kit::tooltip(
        tr("Launches the lab's kernels in every frame, for their times: two event records per launch."));
    ImGui::SameLine(0, points(14));
    if (ImGui::RadioButton(tr("warm L2"), !cold)) measuring.setCache(model::Cache::Warm);
    kit::tooltip(tr("The L2 holds what the previous launch left in it."));
    ImGui::SameLine();
    if (ImGui::RadioButton(tr("cold L2"), cold)) measuring.setCache(model::Cache::Cold);
    kit::tooltip(tr("Before each launch a kernel reads twice the L2's size, outside of the measured time."));
    const session::Statistics all = session::statisticsOf(measurements.live.runSeconds());
    ImGui::SameLine(0, points(14));
    if (all.count == 0)
        kit::coloredText(kit::style().theme->faint, tr("warming up"));
    else
        kit::coloredText(kit::style().theme->dim,
                         tr("median {} = {} / {}", lanescope::bandwidth(requestedBytes / all.median),
                            lanescope::byteSize(requestedBytes), lanescope::duration(all.median)));
    kit::tooltip(tr("Measured: bytes that the lanes requested / median kernel time by CUDA events / 10^9."));
}

} // namespace

void showBandwidth(const Runner& runner, Measuring& measuring) {
    const auto drawn = runner.drawn();
    if (!drawn) return;
    const session::RunResult& result = drawn->result;
    const session::Measurements& measurements = measuring.measurements();
    const bool measured = runner.can().measuresTimes;
    if (result.recording && session::copyTimeOf(*result.recording, drawn->architecture)) {
        sayWhereTimesAre(recording::isPaced(*result.recording), measured);
        return;
    }
    const session::RunBytes bytes = session::bytesOf(result);
    if (measured) {
        showLive(measuring, bytes.requested);
    } else {
        const FontScope small(kit::style().sans, 0.92F);
        kit::wrappedText(kit::style().theme->dim,
                         tr("Modelled, not measured: bytes requested / modelled kernel time, from a cold L2. "
                            "GB = 10^9 bytes."));
    }
    if (bytes.requested == 0) {
        kit::wrappedText(kit::style().theme->dim,
                         tr("The model counts no traffic to or from device memory in this run."));
        return;
    }
    if (!measured) {
        showModelled(result, bytes, drawn->architecture);
        return;
    }
    const double peak = runner.info().peakBytesPerSecond() * 1e-9;
    const std::array lines{kit::BandwidthLine{tr("peak"), peak},
                           kit::BandwidthLine{tr("best copy"), measurements.bestCopyBytesPerSecond * 1e-9}};
    const float room = ImGui::GetContentRegionAvail().x;
    const bool histogram = !measurements.live.runSeconds().empty() && room > points(500);
    kit::bandwidthStrip(measuring.modelled(), measuring.measured(), lines,
                        histogram ? room / 2 - points(4) : room);
    if (histogram) {
        ImGui::SameLine(0, points(8));
        kit::timeHistogram(measurements.live.runSeconds(),
                           session::modelledSeconds(result, measurements.cache, session::TimeOf::Events));
    }
}

} // namespace lanescope::shell
