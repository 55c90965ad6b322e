// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the model takes PTX to become against what an H200 executed (tests/data/h200_times.csv).
#include "point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

namespace lanescope::times {
namespace {

/// Kernels of different pipes, small enough to be run whole.
constexpr const char* kNames[] = {"copyFloat.4K.b256",   "hashWords.132x256",       "xorShift.132x256",
                                  "fastSpecial.132x256", "remainders.132x256",      "conversions.132x256",
                                  "bitCount.132x256",    "chainOfDoubleFma.132x256"};

TEST(MachineCode, HasAboutAsManyInstructionsAsAGpuExecutes) {
    if (std::string(LANESCOPE_TIMES_PTX).empty()) GTEST_SKIP() << "no nvcc when this was built";
    const std::map<std::string, Row> measured = readMeasured(LANESCOPE_TEST_DATA "/h200_times.csv");
    PointRunner runner(LANESCOPE_TIMES_PTX);
    std::size_t seen = 0;
    for (const Point& point : readPoints(LANESCOPE_TIMES_POINTS)) {
        if (std::find(std::begin(kNames), std::end(kNames), point.name) == std::end(kNames)) continue;
        const Row& row = measured.at(point.name);
        const Seen run = runner.run(point, static_cast<int>(row.at("registers")), 1 << 20);
        double kept = 0, executed = 0;
        for (const auto& [number, block] : run.sample->blocks())
            for (const model::SampledBlock::Warp& warp : block.warps) {
                kept += static_cast<double>(warp.steps.size());
                executed += static_cast<double>(warp.executed);
            }
        ASSERT_GT(kept, 0);
        const double all = machineInstructions(*run.sample, *runner.module(point)) * executed / kept *
                           static_cast<double>(point.grid.count()) /
                           static_cast<double>(run.sample->blocks().size());
        EXPECT_NEAR(all / row.at("smsp__inst_executed.sum"), 1, 0.15) << point.name;
        ++seen;
    }
    EXPECT_EQ(seen, std::size(kNames));
}

} // namespace
} // namespace lanescope::times
