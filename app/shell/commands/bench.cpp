// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/bench.h"

#include "model/format.h"
#include "shell/app/shot.h"
#include "shell/commands/settings.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/text_table.h"
#include "shell/requests/look_request.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::shell {

namespace {

struct TimedStage {
    const char* name;
    double session::StageTimes::*seconds; ///< nullptr: the whole frame
};
constexpr std::array<TimedStage, 10> kStages{{{"run", &session::StageTimes::run},
                                              {"map", &session::StageTimes::map},
                                              {"kernel", &session::StageTimes::kernel},
                                              {"unmap", &session::StageTimes::unmap},
                                              {"model", &session::StageTimes::model},
                                              {"draw", &session::StageTimes::draw},
                                              {"ui", &session::StageTimes::ui},
                                              {"swap", &session::StageTimes::swap},
                                              {"span", &session::StageTimes::span},
                                              {"frame", nullptr}}};

/// All of a frame. A GPU's kernels run while the host waits for them in `run`; the emulator's are apart from
/// it.
double wholeFrame(const session::StageTimes& times, bool emulated) {
    return times.run + times.map + (emulated ? times.kernel : 0) + times.unmap + times.model + times.draw +
           times.ui + times.swap;
}

/// The share-th value, by the nearest rank.
double percentile(std::vector<double> values, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

int benchCommand(const BenchOptions& options) {
    AppOptions app = appOptions(options.request);
    app.times = knownTimes();
    takeSize(app, options.size);
    const BenchResult result = benchFrames(app, options.frames);
    const bool emulated = !result.device.can.runsBesideHost;
    Json stages = Json::object();
    TextTable table(
        {{tr("stage")}, {tr("median"), TextTable::Align::Right}, {"p99", TextTable::Align::Right}});
    for (const TimedStage& stage : kStages) {
        std::vector<double> seconds;
        for (const session::StageTimes& times : result.frames)
            seconds.push_back(stage.seconds ? times.*stage.seconds : wholeFrame(times, emulated));
        const double median = percentile(seconds, 0.5), p99 = percentile(seconds, 0.99);
        stages[stage.name] = {{"median_ms", median * 1e3}, {"p99_ms", p99 * 1e3}};
        table.add({stage.name, lanescope::duration(median), lanescope::duration(p99)});
    }
    const Json document{{"lab", app.lab},
                        {"frames", options.frames},
                        {"width", app.width},
                        {"height", app.height},
                        {"device", result.device.name},
                        {"renderer", result.renderer},
                        {"stages", std::move(stages)}};
    writeResult(options.json ? json::textOf(document)
                             : tr("{}, {} frames of {} x {}\nkernels on {}, drawn by {}\n\n{}", app.lab,
                                  options.frames, app.width, app.height, retold(result.device.name),
                                  result.renderer, table.text()));
    return 0;
}

} // namespace lanescope::shell
