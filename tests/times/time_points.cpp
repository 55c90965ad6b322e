// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Models the points of a list, and says how far that is from what was measured:
// time_points PTX_FOLDER POINTS MEASURED [NAME...]
#include "point.h"

#include "ptx/decode/program.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <stdexcept>

namespace lanescope::times {
namespace {

/// Larger grids are run in part.
constexpr std::uint64_t kMostBlocks = 1 << 20;
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
            const int registers = static_cast<int>(row.at("registers"));
            const Seen seen = runner.run(point, registers, kMostBlocks);
            const std::shared_ptr<const ptx::Module> module = runner.module(point);
            const auto made = model::launchTime(launched(point, seen, registers), *seen.sample,
                                                module->program().machine, seen.report, seen.traffic,
                                                seen.warpInstructions);
            if (!made) throw std::runtime_error("no time is known");
            const double coldMicroseconds = made->cold.seconds * 1e6,
                         warmMicroseconds = made->warm.seconds * 1e6;
            std::printf("%s,%.3f,%.3f,%.3f,%.3f,%.3f\n", point.name.c_str(), row.at("cold_us"),
                        coldMicroseconds, row.at("warm_us"), warmMicroseconds,
                        machineInstructions(seen, *module) * static_cast<double>(point.grid.count()) /
                            row.at("smsp__inst_executed.sum"));
            cold += std::abs(coldMicroseconds / row.at("cold_us") - 1);
            warm += std::abs(warmMicroseconds / row.at("warm_us") - 1);
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
