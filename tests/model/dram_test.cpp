// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// DRAM traffic and kernel times against an H200: its counters and times for strided reads and writes, and the
// copies of the offset and stride experiment.
#include "accesses.h"

#include "model/memory/dram.h"
#include "model/memory/tally.h"
#include "model/time/kernel_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>

namespace lanescope::model::test {
namespace {

constexpr std::uint64_t kThreads = 256;
constexpr std::uint64_t kBase = std::uint64_t{1} << 33;

enum class Work : std::uint8_t { Read, Write, Copy };

/// One kernel of many blocks, of which some are run: every thread has one element, strideBytes from the next.
struct Strided {
    Report report;
    DramTally dram;
    LaunchShape shape;

    Strided(Work work, int width, std::uint64_t strideBytes, std::uint64_t threads,
            const Architecture& architecture = defaultArchitecture()) {
        constexpr std::uint64_t kBlocksRun = 512;
        Tally tally(architecture);
        for (std::uint64_t warp = 0; warp < kBlocksRun * kThreads / kWarpSize; ++warp) {
            for (const Operation operation : {Operation::Load, Operation::Store}) {
                if ((work == Work::Read && operation == Operation::Store) ||
                    (work == Work::Write && operation == Operation::Load)) {
                    continue;
                }
                const WarpAccess access =
                    makeAccess(Space::Global, operation, width, [&](std::uint64_t lane) {
                        return kBase + (warp * kWarpSize + lane) * strideBytes;
                    });
                tally.access(access);
                dram.access(access);
            }
        }
        shape = {threads / kThreads, kThreads, 0, 0};
        report = tally.report();
        report.blocksRun = kBlocksRun;
        report.blocksTotal = shape.blocks;
    }
    double scale() const {
        return static_cast<double>(report.blocksTotal) / static_cast<double>(report.blocksRun);
    }
    double milliseconds() const {
        return kernelTime(report, dram.traffic(*report.architecture), shape, Cache::Cold).seconds() * 1e3;
    }
};

std::vector<std::vector<std::string>> rowsOf(const std::string& name) {
    std::ifstream file(std::string(LANESCOPE_TEST_DATA) + '/' + name);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::vector<std::string> cells;
        std::stringstream stream(line);
        for (std::string cell; std::getline(stream, cell, ',');) {
            cells.push_back(cell);
        }
        rows.push_back(cells);
    }
    if (!rows.empty()) {
        rows.erase(rows.begin()); // names of the columns
    }
    return rows;
}

constexpr std::uint64_t kProfiled = std::uint64_t{16} << 20; // threads of the profiled kernels

TEST(DramTraffic, IsWhatTheCountersReadForReads) {
    int compared = 0;
    for (const auto& row : rowsOf("h200_dram_by_stride.csv")) {
        if (row[0] != "read") {
            continue;
        }
        const Strided run(Work::Read, 4, 4 * std::stoull(row[1]), kProfiled);
        const DramTraffic traffic = run.dram.traffic(defaultArchitecture());
        const double modelled = static_cast<double>(traffic.bytesRead) * run.scale();
        EXPECT_NEAR(modelled / std::stod(row[2]), 1, 0.001) << "stride " << row[1];
        EXPECT_EQ(traffic.bytesWritten, 0U);
        ++compared;
    }
    EXPECT_EQ(compared, 32);
}

TEST(DramTraffic, IsWhatTheCountersReadForWritesButForWhatTheL2StillHolds) {
    constexpr double kL2 = 63e6, kNoise = 6e4;
    int compared = 0;
    for (const auto& row : rowsOf("h200_dram_by_stride.csv")) {
        if (row[0] != "write") {
            continue;
        }
        const Strided run(Work::Write, 4, 4 * std::stoull(row[1]), kProfiled);
        const DramTraffic traffic = run.dram.traffic(defaultArchitecture());
        const double read = static_cast<double>(traffic.bytesRead) * run.scale();
        const double written = static_cast<double>(traffic.bytesWritten) * run.scale();
        EXPECT_GT(written + kNoise, std::stod(row[3])) << "stride " << row[1];
        EXPECT_LT(written - kL2, std::stod(row[3])) << "stride " << row[1];
        EXPECT_GT(read + kNoise, std::stod(row[2])) << "stride " << row[1];
        EXPECT_LT(read - kL2, std::stod(row[2])) << "stride " << row[1];
        EXPECT_EQ(traffic.fillBytes == 0, row[1] == "1") << "only whole sectors need no fill";
        ++compared;
    }
    EXPECT_EQ(compared, 32);
}

struct Residual {
    std::string name;
    double share = 0; // modelled / measured - 1
};

void reportWorst(std::vector<Residual> all) {
    std::ranges::sort(all, {}, [](const Residual& each) { return -std::abs(each.share); });
    double sum = 0;
    for (const Residual& each : all) {
        sum += std::abs(each.share);
    }
    std::cout << all.size() << " points, mean deviation " << 100 * sum / static_cast<double>(all.size())
              << " %, worst:";
    for (std::size_t i = 0; i < 4 && i < all.size(); ++i) {
        std::cout << "  " << all[i].name << ' ' << 100 * all[i].share << " %";
    }
    std::cout << '\n';
}

constexpr double kWithin = 0.12;

TEST(KernelTime, OfStridedReadsAndWritesIsWithinTwelvePercentOfTheH200) {
    std::vector<Residual> all;
    for (const auto& row : rowsOf("h200_dram_by_stride.csv")) {
        const Strided run(row[0] == "read" ? Work::Read : Work::Write, 4, 4 * std::stoull(row[1]), kProfiled);
        all.push_back({row[0] + " stride " + row[1], run.milliseconds() / (std::stod(row[5]) * 1e-6) - 1});
        EXPECT_LT(std::abs(all.back().share), kWithin) << all.back().name;
    }
    EXPECT_EQ(all.size(), 64U);
    reportWorst(all);
}

TEST(KernelTime, OfTheStrideExperimentIsWithinTwelvePercentOfTheH200) {
    std::vector<Residual> all;
    for (const auto& row : rowsOf("h200_curves.csv")) {
        if (row[1] != "512" || row[2] != "stride") {
            continue;
        }
        const int width = row[0] == "f64" ? 8 : 4;
        const double bytes = std::stod(row[1]) * 1048576;
        const Strided run(Work::Copy, width, static_cast<std::uint64_t>(width) * std::stoull(row[3]),
                          static_cast<std::uint64_t>(bytes) / static_cast<std::uint64_t>(width));
        const double measured = 2 * bytes / (std::stod(row[4]) * 1e9) * 1e3;
        all.push_back({row[0] + " stride " + row[3], run.milliseconds() / measured - 1});
        EXPECT_LT(std::abs(all.back().share), kWithin) << all.back().name;
    }
    EXPECT_EQ(all.size(), 64U);
    reportWorst(all);
}

DramTraffic after(std::initializer_list<WarpAccess> accesses,
                  const Architecture& architecture = defaultArchitecture()) {
    DramTally tally;
    for (const WarpAccess& access : accesses) {
        tally.access(access);
    }
    return tally.traffic(architecture);
}

WarpAccess storeOf(int width, std::uint64_t first, std::uint64_t stride, std::uint32_t mask = ~0U) {
    return makeAccess(
        Space::Global, Operation::Store, width,
        [=](std::uint64_t lane) { return kBase + first + lane * stride; }, mask);
}

TEST(DramTraffic, PartsWrittenByDifferentStoresMakeAWholeSector) {
    // Three floats a thread, one store each: none of them fills a sector, together they fill all.
    EXPECT_EQ(after({storeOf(4, 0, 12)}).fillBytes, 32U * 12);
    EXPECT_EQ(after({storeOf(4, 0, 12), storeOf(4, 4, 12)}).fillBytes, 32U * 12);
    EXPECT_EQ(after({storeOf(4, 0, 12), storeOf(4, 4, 12), storeOf(4, 8, 12)}).fillBytes, 0U);
}

TEST(DramTraffic, WhatIsReadNeedsNoFill) {
    WarpAccess load = storeOf(4, 0, 64);
    load.operation = Operation::Load;
    const DramTraffic traffic = after({load, storeOf(4, 0, 64)});
    EXPECT_EQ(traffic.fillBytes, 0U);
    EXPECT_EQ(traffic.bytesRead, 32U * 64);
    EXPECT_EQ(traffic.bytesWritten, 32U * 32);
    EXPECT_EQ(traffic.footprintBytes, 32U * 32) << "what is touched, not what is fetched with it";
    EXPECT_EQ(traffic.lineBytes, 128U * 16) << "two sectors of each line";
}

TEST(DramTraffic, AnAtomicReadsAndWrites) {
    WarpAccess add = storeOf(4, 0, 4);
    add.operation = Operation::Reduction;
    const DramTraffic traffic = after({add});
    EXPECT_EQ(traffic.bytesRead, 128U);
    EXPECT_EQ(traffic.bytesWritten, 128U);
    EXPECT_EQ(traffic.fillBytes, 0U);
}

TEST(DramTraffic, OfAtomicsIsWhatAnH200Counted) {
    // 16 Mi integer reductions of one word each, so many words apart: bytes that the DRAM read.
    const std::pair<std::uint64_t, double> measured[] = {
        {1, 67115520}, {2, 134245120}, {8, 536896768}, {16, 805340672}, {32, 805341440}};
    for (const auto& [stride, bytes] : measured) {
        DramTally tally;
        constexpr std::uint64_t kWarps = 4096;
        for (std::uint64_t warp = 0; warp < kWarps; ++warp) {
            tally.access(makeAccess(Space::Global, Operation::Reduction, 4, [&](std::uint64_t lane) {
                return kBase + (warp * kWarpSize + lane) * stride * 4;
            }));
        }
        const double scale = static_cast<double>(kProfiled) / static_cast<double>(kWarps * kWarpSize);
        const DramTraffic traffic = tally.traffic(defaultArchitecture());
        EXPECT_NEAR(static_cast<double>(traffic.bytesRead) * scale / bytes, 1, 0.001) << "stride " << stride;
    }
}

TEST(DramTraffic, RangesMayCrossPagesAndSectors) {
    // 512 bytes that begin 16 bytes before a page ends.
    const DramTraffic traffic = after({storeOf(16, 4096 - 16, 16)});
    EXPECT_EQ(traffic.bytesWritten, 17U * 32);
    EXPECT_EQ(traffic.fillBytes, 2U * 32) << "the first and the last sector are written in part";
    EXPECT_EQ(after({storeOf(1, 7, 1)}).bytesWritten, 64U);
    EXPECT_EQ(after({storeOf(4, 0, 4, 0x000000ffU)}).fillBytes, 0U);
    EXPECT_EQ(after({storeOf(4, 0, 4, 0x0000007fU)}).fillBytes, 32U);
}

/// A copy of 4096 x 4096 texels reads 67,119,104 bytes of an array on an H200.
TEST(DramTraffic, OfATextureIsItsSectors) {
    TexelFootprint texels;
    texels.width = texels.height = 64;
    WarpAccess fetch;
    fetch.space = Space::Texture;
    fetch.activeMask = ~0U;
    fetch.footprint = &texels;
    DramTally tally;
    const auto rows = [&](std::int32_t count, bool surface) {
        texels.surface = surface;
        for (std::int32_t y = 0; y < count; ++y)
            for (std::int32_t x = 0; x < 64; x += 32) {
                for (std::int32_t lane = 0; lane < 32; ++lane) {
                    const auto i = static_cast<std::size_t>(lane);
                    texels.x0[i] = texels.x1[i] = x + lane;
                    texels.y0[i] = texels.y1[i] = y;
                }
                tally.access(fetch);
            }
        return tally.traffic(defaultArchitecture());
    };
    EXPECT_EQ(rows(1, false).bytesRead, 2U * 64 * 4) << "a sector has 16 bytes of two rows";
    EXPECT_EQ(rows(64, false).bytesRead, 64U * 64 * 4);
    texels.texture = 1;
    fetch.operation = Operation::Store;
    const DramTraffic row = rows(1, true);
    EXPECT_EQ(row.bytesWritten, 2U * 64 * 4);
    EXPECT_EQ(row.fillBytes, 2U * 64 * 4) << "half of each sector";
    EXPECT_EQ(rows(64, true).bytesWritten, 64U * 64 * 4);
    EXPECT_EQ(rows(64, true).fillBytes, 0U);
}

TEST(DramTraffic, OtherSpacesDoNotCount) {
    WarpAccess access = storeOf(4, 0, 4);
    access.space = Space::Shared;
    EXPECT_EQ(after({access}), DramTraffic{});
}

TEST(DramTraffic, IsTheSameWhicheverForkSawIt) {
    AccessGenerator generator(7);
    DramTally whole, joined;
    const auto first = joined.fork(), second = joined.fork();
    for (int i = 0; i < 2000; ++i) {
        const WarpAccess access = generator.next(Space::Global, 1 << 20);
        whole.access(access);
        (generator.below(2) != 0 ? first : second)->access(access);
    }
    joined.join(*second);
    joined.join(*first);
    EXPECT_EQ(whole.traffic(defaultArchitecture()), joined.traffic(defaultArchitecture()));
}

TEST(DramTraffic, MatchesAPlainByteMap) {
    AccessGenerator generator(11);
    constexpr std::uint64_t kBytes = 1 << 16;
    DramTally tally;
    std::vector<bool> read(kBytes), written(kBytes);
    for (int i = 0; i < 60; ++i) {
        WarpAccess access = generator.next(Space::Global, kBytes);
        if (directionOf(access.operation) == Direction::Atomic) {
            access.operation = Operation::Load; // what atomics read is a measured average
        }
        tally.access(access);
        for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
            for (std::uint64_t byte = 0; access.active(static_cast<int>(lane)) && byte < access.width;
                 ++byte) {
                const Direction direction = directionOf(access.operation);
                read[access.address[lane] + byte] =
                    read[access.address[lane] + byte] || direction != Direction::Store;
                written[access.address[lane] + byte] =
                    written[access.address[lane] + byte] || direction != Direction::Load;
            }
        }
    }
    DramTraffic expected;
    for (std::uint64_t sector = 0; sector < kBytes; sector += 32) {
        int reads = 0, writes = 0;
        for (std::uint64_t byte = sector; byte < sector + 32; ++byte) {
            reads += read[byte] ? 1 : 0;
            writes += written[byte] ? 1 : 0;
        }
        expected.bytesWritten += writes != 0 ? 32 : 0;
        expected.fillBytes += writes != 0 && writes != 32 && reads == 0 ? 32 : 0;
        expected.footprintBytes += writes + reads != 0 ? 32 : 0;
    }
    for (std::uint64_t line = 0; line < kBytes; line += 128) {
        const auto touched = [&](const auto& bytes) {
            return std::any_of(bytes.begin() + static_cast<std::ptrdiff_t>(line),
                               bytes.begin() + static_cast<std::ptrdiff_t>(line + 128),
                               [](bool byte) { return byte; });
        };
        expected.lineBytes += touched(read) || touched(written) ? 128 : 0;
    }
    for (std::uint64_t block = 0; block < kBytes; block += 64) {
        bool any = false;
        for (std::uint64_t byte = block; byte < block + 64; ++byte) {
            any = any || read[byte];
        }
        expected.bytesRead += any ? 64 : 0;
    }
    expected.bytesRead += expected.fillBytes;
    const DramTraffic traffic = tally.traffic(defaultArchitecture());
    EXPECT_EQ(traffic.bytesRead, expected.bytesRead);
    EXPECT_EQ(traffic.bytesWritten, expected.bytesWritten);
    EXPECT_EQ(traffic.fillBytes, expected.fillBytes);
    EXPECT_EQ(traffic.footprintBytes, expected.footprintBytes);
    EXPECT_EQ(traffic.lineBytes, expected.lineBytes);
    EXPECT_GT(expected.fillBytes, 0U);
}

TEST(KernelTime, OfOtherChipsScalesWithTheirPeak) {
    const Architecture& v100 = rowOf("7.0");
    const Strided here(Work::Copy, 8, 8, 1 << 26), there(Work::Copy, 8, 8, 1 << 26, v100);
    EXPECT_NEAR(there.milliseconds() / here.milliseconds(),
                defaultArchitecture().peakGBps() / v100.peakGBps(), 1e-6);
    EXPECT_TRUE(timeFigures(defaultArchitecture()).measured);
    EXPECT_FALSE(timeFigures(v100).measured);
}

TEST(KernelTime, OfAWarmSmallArrayLeavesTheDramOut) {
    const Strided run(Work::Copy, 4, 4, 1 << 20);
    const DramTraffic traffic = run.dram.traffic(defaultArchitecture());
    EXPECT_GT(kernelTime(run.report, traffic, run.shape, Cache::Cold).dram, 0);
    EXPECT_EQ(kernelTime(run.report, traffic, run.shape, Cache::Warm).dram, 0);
}

TEST(KernelTime, NamesWhatBindsIt) {
    const Strided strided(Work::Copy, 4, 128, 1 << 26);
    const DramTraffic traffic = strided.dram.traffic(defaultArchitecture());
    const KernelTime time = kernelTime(strided.report, traffic, strided.shape, Cache::Cold);
    EXPECT_EQ(time.bound(), Bound::Dram);
    const KernelTime ideal = idealKernelTime(strided.report, traffic, strided.shape, Cache::Cold);
    EXPECT_EQ(ideal.bound(), Bound::Latency) << "4 bytes a thread side by side wait, and do not fill the bus";
    EXPECT_GT(time.seconds(), 10 * ideal.seconds());

    Report shared = strided.report;
    shared.sites = {{0, Space::Shared, Direction::Load, {}}};
    shared.sites.front().counts.accesses = shared.sites.front().counts.idealSharedWavefronts = 1 << 20;
    shared.sites.front().counts.sharedWavefronts = 32 << 20;
    const KernelTime conflicts = kernelTime(shared, {}, strided.shape, Cache::Cold);
    EXPECT_EQ(conflicts.bound(), Bound::DataStage);
    EXPECT_NEAR(conflicts.dataStage / idealKernelTime(shared, {}, strided.shape, Cache::Cold).dataStage, 32,
                1e-9);
}

TEST(KernelTime, IsNotOfWhatWaitsForWhatNobodyKnows) {
    const Strided run(Work::Copy, 4, 4, 1 << 20);
    const DramTraffic traffic = run.dram.traffic(defaultArchitecture());
    const auto with = [&](Space space, Direction direction) {
        Report report = run.report;
        report.sites.push_back({7, space, direction, {}});
        return std::pair{trafficIsModelled(report),
                         kernelTime(report, traffic, run.shape, Cache::Cold).seconds() > 0};
    };
    EXPECT_EQ(with(Space::Shared, Direction::Atomic), std::pair(true, true));
    EXPECT_EQ(with(Space::Global, Direction::Store), std::pair(true, true));
    EXPECT_EQ(with(Space::Global, Direction::Atomic), std::pair(true, false));
    EXPECT_EQ(with(Space::Local, Direction::Load), std::pair(false, false));
    EXPECT_EQ(with(Space::Texture, Direction::Load), std::pair(false, false));
    EXPECT_EQ(with(Space::Constant, Direction::Load), std::pair(false, false));
}

TEST(Caches, AreNamedAndFoundByTheirNames) {
    for (const Cache cache : {Cache::Cold, Cache::Warm}) EXPECT_EQ(cacheNamed(cacheName(cache)), cache);
    EXPECT_EQ(cacheName(Cache::Cold), "cold");
    EXPECT_EQ(cacheName(Cache::Warm), "warm");
    EXPECT_FALSE(cacheNamed("Cold"));
    EXPECT_FALSE(cacheNamed(""));
}

} // namespace
} // namespace lanescope::model::test
