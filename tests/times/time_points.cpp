// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Models the points of a list, and says how far that is from what was measured:
// time_points PTX_FOLDER POINTS MEASURED [NAME...]
#include "point.h"

#include "model/time/simulation.h"
#include "ptx/decode/program.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <set>

namespace lanescope::times {
namespace {

/// Larger grids are run in part.
constexpr std::uint64_t kMostBlocks = 1 << 20;
/// A working set up to this stays in the H200's L2 from one launch to the next.
constexpr double kStaysInL2 = 30e6;

struct Modelled {
    double coldMicroseconds = 0, warmMicroseconds = 0, instructions = 0, seconds = 0;
};

double sectorsOf(const model::Report& report, bool loads) {
    double sum = 0;
    for (const model::SiteCounts& site : report.sites)
        if ((site.space == model::Space::Global || site.space == model::Space::Local) &&
            (site.direction == model::Direction::Load) == loads)
            sum += static_cast<double>(site.counts.sectors);
    return sum;
}

double sampledSectors(const model::BlockSample& sample) {
    double sum = 0;
    for (const auto& [number, block] : sample.blocks())
        for (const model::SampledAccess& access : block.accesses)
            if (access.direction == model::Direction::Load && access.space == model::Space::Global)
                for (std::uint16_t k = 0; k < access.lines; ++k)
                    sum += std::popcount(static_cast<unsigned>(block.lines[access.firstLine + k].sectors));
    return sum;
}

Modelled modelled(const Point& point, const Seen& seen, const model::MachineCode& code) {
    const model::ChipTimes& chip = *model::chipTimes(model::defaultArchitecture());
    std::vector<const model::SampledBlock*> blocks;
    double kept = 0, executed = 0;
    for (const auto& [number, block] : seen.sample->blocks()) {
        blocks.push_back(&block);
        for (const model::SampledBlock::Warp& warp : block.warps) {
            kept += static_cast<double>(warp.steps.size());
            executed += static_cast<double>(warp.executed);
        }
    }
    const double loads = sectorsOf(seen.report, true), stores = sectorsOf(seen.report, false);
    double missing = 1; // of the sectors that loads ask for, those that L1 does not have
    const auto simulate = [&](bool inL2) {
        model::SampledLaunch launch;
        launch.blocks = point.grid.count();
        launch.warpsPerBlock = (point.block.count() + 31) / 32;
        launch.residentBlocks = seen.residentBlocks;
        launch.sharedBytesPerBlock = seen.sharedBytesPerBlock + 1024;
        const double asked = loads * missing;
        if (!inL2 && asked > 0)
            launch.dramShare = std::min(1.0, static_cast<double>(seen.traffic.bytesRead) / 32 / asked);
        if (!inL2 && asked + stores > 0)
            launch.dramBytesPerSector = static_cast<double>(seen.traffic.busyBytes) / (asked + stores);
        return model::simulate(blocks, code, chip, launch);
    };
    const auto start = std::chrono::steady_clock::now();
    const model::SimulatedTime first = simulate(false);
    if (const double sectors = sampledSectors(*seen.sample); sectors > 0)
        missing = std::clamp(first.missedSectors / sectors, 1e-3, 1.0);
    const double stretch = kept > 0 ? executed / kept : 1, fixed = chip.kernelStart + chip.kernelEnd;
    const auto microseconds = [&](const model::SimulatedTime& time) {
        return ((time.cycles - fixed) * stretch + fixed) / chip.clockHz * 1e6;
    };
    const double scale = static_cast<double>(point.grid.count()) / static_cast<double>(seen.blocksRun);
    Modelled made;
    made.coldMicroseconds = microseconds(simulate(false));
    made.warmMicroseconds =
        microseconds(simulate(static_cast<double>(seen.traffic.footprintBytes) * scale < kStaysInL2));
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    made.instructions =
        stretch * static_cast<double>(point.grid.count()) / static_cast<double>(blocks.size());
    return made;
}

int run(const std::string& folder, const std::string& list, const std::string& data,
        const std::set<std::string>& names) {
    const std::map<std::string, Row> measured = readMeasured(data);
    PointRunner runner(folder);
    std::printf("name,cold_us,modelled_cold_us,warm_us,modelled_warm_us,instructions_modelled_to_counted\n");
    double cold = 0, warm = 0;
    int count = 0;
    for (const Point& point : readPoints(list)) {
        if (!names.empty() && !names.contains(point.name)) continue;
        try {
            const Row& row = measured.at(point.name);
            const Seen seen = runner.run(point, static_cast<int>(row.at("registers")), kMostBlocks);
            const std::shared_ptr<const ptx::Module> module = runner.module(point);
            const Modelled made = modelled(point, seen, module->program().machine);
            std::printf("%s,%.3f,%.3f,%.3f,%.3f,%.3f\n", point.name.c_str(), row.at("cold_us"),
                        made.coldMicroseconds, row.at("warm_us"), made.warmMicroseconds,
                        made.instructions * machineInstructions(*seen.sample, *module) /
                            row.at("smsp__inst_executed.sum"));
            cold += std::abs(made.coldMicroseconds / row.at("cold_us") - 1);
            warm += std::abs(made.warmMicroseconds / row.at("warm_us") - 1);
            ++count;
        } catch (const std::exception& failure) {
            std::fprintf(stderr, "%s: %s\n", point.name.c_str(), failure.what());
        }
    }
    std::printf("# %d points, mean absolute error: cold %.1f %%, warm %.1f %%\n", count,
                100 * cold / std::max(count, 1), 100 * warm / std::max(count, 1));
    return 0;
}

} // namespace
} // namespace lanescope::times

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: time_points PTX_FOLDER POINTS MEASURED [NAME...]\n");
        return 2;
    }
    return lanescope::times::run(argv[1], argv[2], argv[3], {argv + 4, argv + argc});
}
