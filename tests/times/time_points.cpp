// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Models the points of a list, and says how far that is from what was measured, and of which variants of one
// algorithm (points of a group) the order is wrong: time_points PTX_FOLDER POINTS MEASURED [NAME...]
#include "point.h"

#include "ptx/program/program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>
#include <vector>

namespace lanescope::times {
namespace {

/// Larger grids are run in part.
constexpr std::uint64_t kMostBlocks = 1 << 20;
/// The units whose use the profiler compares.
constexpr std::array<const char*, 4> kUnits{"gpu__dram_throughput.pct", "lts__throughput.pct",
                                            "l1tex__throughput.pct", "sm__throughput.pct"};

std::size_t unitOf(model::TimeLimit part) {
    switch (part) {
    case model::TimeLimit::Dram:
        return 0;
    case model::TimeLimit::L2:
    case model::TimeLimit::Atomics:
        return 1;
    case model::TimeLimit::Data:
    case model::TimeLimit::Fill:
        return 2;
    default:
        return 3;
    }
}

/// The unit that is used most, as an index into kUnits.
std::size_t mostUsed(const model::LimitedTime& time) {
    std::array<double, kUnits.size()> busy{};
    for (const model::LimitedTime::Busy& each : time.busy) {
        double& of = busy[unitOf(each.part)];
        of = std::max(of, each.seconds);
    }
    return static_cast<std::size_t>(std::ranges::max_element(busy) - busy.begin());
}
/// The stages of L2 that requests go through. Where L2 is used far more than any of these, that is its side
/// towards memory, busy with what DRAM is busy with: 91 % in a read of 512 MiB, of which no stage has more
/// than 42 %.
constexpr std::array<const char*, 5> kStagesOfL2{
    "lts__t_sectors.pct", "lts__d_atomic_input_cycles_active.pct", "lts__t_tag_requests.pct",
    "lts__xbar2lts_cycles_active.pct", "lts__lts2xbar_cycles_active.pct"};
constexpr double kOwnStage = 0.75;
std::array<double, kUnits.size()> usedOf(const Row& row) {
    std::array<double, kUnits.size()> used{};
    for (std::size_t i = 0; i < kUnits.size(); ++i) used[i] = row.at(kUnits[i]);
    if (!row.contains(kStagesOfL2.front())) return used;
    double stages = 0;
    for (const char* stage : kStagesOfL2) stages = std::max(stages, row.at(stage));
    if (stages >= kOwnStage * used[1]) return used;
    used[0] = std::max(used[0], used[1]);
    used[1] = stages;
    return used;
}
std::size_t mostUsed(const Row& row) {
    const auto used = usedOf(row);
    return static_cast<std::size_t>(std::ranges::max_element(used) - used.begin());
}

/// What binds: the unit that is used most, "latency" where it is used less than 60 %. The profiler's use is
/// that of the whole launch and an average over all multiprocessors, so the model's is taken so, too; that
/// atomics wait for each other at a word it does not see.
constexpr double kBound = 60;
const char* boundBy(const model::LimitedTime& time, std::uint64_t blocks) {
    const auto all = static_cast<double>(model::builtInTimes().multiprocessors);
    const auto count = static_cast<double>(blocks);
    const double active = count / (all * std::ceil(count / all)); // multiprocessors, on the average
    std::array<double, kUnits.size()> used{};
    for (const model::LimitedTime::Busy& each : time.busy) {
        if (each.part == model::TimeLimit::Atomics) continue;
        const bool chip = each.part == model::TimeLimit::Dram || each.part == model::TimeLimit::L2;
        double& of = used[unitOf(each.part)];
        of = std::max(of, 100 * each.seconds / time.seconds * (chip ? 1 : active));
    }
    const auto most = static_cast<std::size_t>(std::ranges::max_element(used) - used.begin());
    return used[most] >= kBound ? kUnits[most] : "latency";
}
const char* boundBy(const Row& row) {
    const std::size_t most = mostUsed(row);
    return usedOf(row)[most] >= kBound ? kUnits[most] : "latency";
}

struct Compared {
    std::string group, name;
    std::array<double, 2> measured{}, modelled{}; ///< microseconds, cold and warm
};
/// Prints the pairs of a group whose measured times are so far apart and whose modelled ones are in another
/// order.
void printPairs(const std::vector<Compared>& points) {
    constexpr double kApart = 1.15;
    int pairs = 0, wrong = 0;
    for (const Compared& slow : points)
        for (const Compared& fast : points)
            for (std::size_t c = 0; c < 2; ++c) {
                if (slow.group != fast.group || slow.measured[c] <= kApart * fast.measured[c]) continue;
                ++pairs;
                if (slow.modelled[c] > fast.modelled[c]) continue;
                ++wrong;
                std::printf("# wrong order, %s: %s %.3f us, modelled %.3f; %s %.3f us, modelled %.3f\n",
                            c == 0 ? "cold" : "warm", slow.name.c_str(), slow.measured[c], slow.modelled[c],
                            fast.name.c_str(), fast.measured[c], fast.modelled[c]);
            }
    std::printf("# %d of %d pairs in the wrong order\n", wrong, pairs);
}

int run(const std::string& folder, const std::string& list, const std::string& data,
        const std::set<std::string>& names) {
    const std::map<std::string, Row> measured = readMeasured(data);
    PointRunner runner(folder);
    std::printf("name,cold_us,modelled_cold_us,warm_us,modelled_warm_us,instructions_modelled_to_counted,"
                "most_used,modelled_most_used,bound_by,modelled_bound_by,modelled_limit\n");
    std::vector<Compared> compared;
    double cold = 0, warm = 0;
    int count = 0, agreed = 0, bound = 0;
    for (const Point& point : readPoints(list)) {
        if (!names.empty() && !names.contains(point.name)) continue;
        try {
            const Row& row = measured.at(point.name);
            const int registers = static_cast<int>(row.at("registers"));
            const Seen seen = runner.run(point, registers, kMostBlocks);
            const std::shared_ptr<const ptx::Module> module = runner.module(point);
            const auto made =
                model::launchTime(launched(point, seen, registers), model::builtInTimes(), *seen.sample,
                                  module->program().machine, seen.report, seen.traffic, seen.executed);
            if (!made) throw std::runtime_error("no time is known");
            const double coldMicroseconds = made->cold.seconds * 1e6,
                         warmMicroseconds = made->warm.seconds * 1e6;
            std::printf("%s,%.3f,%.3f,%.3f,%.3f,%.3f,%s,%s,%s,%s,%s\n", point.name.c_str(), row.at("cold_us"),
                        coldMicroseconds, row.at("warm_us"), warmMicroseconds,
                        machineInstructions(seen, *module) * static_cast<double>(point.grid.count()) /
                            row.at("smsp__inst_executed.sum"),
                        kUnits[mostUsed(row)], kUnits[mostUsed(made->cold)], boundBy(row),
                        boundBy(made->cold, point.grid.count()),
                        std::string(limitName(made->cold.limit, made->cold.pipe)).c_str());
            bound += std::strcmp(boundBy(row), boundBy(made->cold, point.grid.count())) == 0 ? 1 : 0;
            agreed += mostUsed(row) == mostUsed(made->cold) ? 1 : 0;
            cold += std::abs(coldMicroseconds / row.at("cold_us") - 1);
            warm += std::abs(warmMicroseconds / row.at("warm_us") - 1);
            compared.push_back({point.group,
                                point.name,
                                {row.at("cold_us"), row.at("warm_us")},
                                {coldMicroseconds, warmMicroseconds}});
            ++count;
        } catch (const std::exception& failure) {
            std::fprintf(stderr, "%s: %s\n", point.name.c_str(), failure.what());
        }
    }
    printPairs(compared);
    std::printf("# %d points, mean absolute error: cold %.1f %%, warm %.1f %%; the unit used most agrees in "
                "%.0f %%, what binds in %.0f %%\n",
                count, 100 * cold / std::max(count, 1), 100 * warm / std::max(count, 1),
                100.0 * agreed / std::max(count, 1), 100.0 * bound / std::max(count, 1));
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
