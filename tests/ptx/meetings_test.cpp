// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Where lanes that parted come together again, against the requests that an H200 counts
// (tests/data/h200_meetings.csv).
#include "model/memory/tally.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace lanescope::ptx {
namespace {

constexpr std::size_t kOut = 131072, kIn = 4096;

/// As `lanescope trace --arg i32[4096]=random:7` fills an array: splitmix64.
std::vector<int> drawn() {
    std::vector<int> values;
    std::uint64_t state = 7;
    for (std::size_t i = 0; i < kIn; ++i) {
        std::uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        values.push_back(static_cast<int>(z ^ z >> 31));
    }
    return values;
}

struct Row {
    std::string kernel, modelled;
    std::uint64_t stores = 0, loads = 0;
};
std::vector<Row> measured() {
    std::ifstream file(LANESCOPE_TEST_DATA "/h200_meetings.csv");
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#') || line.starts_with("kernel,")) continue;
        std::istringstream cells(line);
        Row row;
        std::string stores, loads;
        std::getline(cells, row.kernel, ',');
        std::getline(cells, stores, ',');
        std::getline(cells, loads, ',');
        std::getline(cells, row.modelled);
        row.stores = std::stoull(stores);
        row.loads = std::stoull(loads);
        rows.push_back(std::move(row));
    }
    return rows;
}

struct Ran {
    std::uint64_t stores = 0, loads = 0;
    std::vector<int> out;
};
Ran run(const std::string& kernel, model::Dim3 grid, model::Dim3 block) {
    Runner runner(kernelPtx("meetings"), "meetings.ptx");
    const std::uint64_t out = runner.buffer(std::vector<int>(kOut)), in = runner.buffer(drawn());
    model::Tally tally(model::defaultArchitecture());
    runner.config.sink = &tally;
    runner.launch(kernel, grid, block, Parameters().add(out).add(in));
    Ran ran;
    for (const model::SiteCounts& site : tally.report().sites)
        (site.direction == model::Direction::Store ? ran.stores : ran.loads) += site.counts.requests;
    ran.out = runner.read<int>(out, kOut);
    return ran;
}

TEST(Meetings, AreWhereAnH200HasThem) {
    if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
    std::size_t equal = 0, all = 0;
    for (const Row& row : measured()) {
        const Ran ran = run(row.kernel, {32, 1, 1}, {32, 1, 1});
        ++all;
        if (row.modelled == "equal") {
            ++equal;
            EXPECT_EQ(ran.stores, row.stores) << row.kernel;
            EXPECT_EQ(ran.loads, row.loads) << row.kernel;
        } else {
            EXPECT_EQ(ran.stores, std::stoull(row.modelled)) << row.kernel << ", measured " << row.stores;
        }
    }
    EXPECT_EQ(all, 18U);
    EXPECT_EQ(equal, 13U);
}

TEST(Meetings, DoNotChangeWhatALaneDoes) {
    if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
    for (const Row& row : measured())
        EXPECT_EQ(run(row.kernel, {32, 1, 1}, {32, 1, 1}).out, run(row.kernel, {1024, 1, 1}, {1, 1, 1}).out)
            << row.kernel;
}

} // namespace
} // namespace lanescope::ptx
