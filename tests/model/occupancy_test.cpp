// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"
#include "model/occupancy.h"

#include <gtest/gtest.h>

namespace lanescope::model::test {
namespace {

struct Row {
    const char* capability;
    BlockResources block;
    int blocks, warps;
    OccupancyLimit limit;
};

TEST(OccupancyTest, FollowsTheTightestLimit) {
    using enum OccupancyLimit;
    const std::vector<Row> rows{
        {"9.0", {256, 0, 0}, 8, 64, Threads},
        {"9.0", {32, 0, 0}, 32, 32, Blocks},
        {"9.0", {1024, 0, 0}, 2, 64, Threads},
        {"9.0", {1024, 0, 64}, 1, 32, Registers},
        {"9.0", {256, 0, 32}, 8, 64, Threads},
        {"9.0", {256, 0, 33}, 6, 48, Registers}, // 33 registers take 40 a thread: 51 warps
        {"9.0", {128, 227 * 1024, 0}, 1, 4, SharedMemory},
        {"9.0", {128, 113 * 1024, 0}, 2, 8, SharedMemory}, // 113 KiB and the driver's 1 KiB, twice
        {"9.0", {128, 113 * 1024 + 128, 0}, 1, 4, SharedMemory},
        {"9.0", {128, 228 * 1024, 0}, 0, 0, CannotLaunch},
        {"9.0", {1025, 0, 0}, 0, 0, CannotLaunch},
        {"9.0", {0, 0, 0}, 0, 0, CannotLaunch},
        {"9.0", {1024, 0, 65}, 0, 0, CannotLaunch},
        {"9.0", {33, 0, 0}, 32, 64, Blocks},
        {"1.0", {256, 0, 10}, 3, 24, Threads}, // the occupancy calculator's classic: 10 and 11 registers
        {"1.0", {256, 0, 11}, 2, 16, Registers},
        {"1.0", {512, 0, 0}, 1, 16, Threads},
        {"1.0", {513, 0, 0}, 0, 0, CannotLaunch},
        {"1.3", {64, 8 * 1024, 0}, 2, 4, SharedMemory},
        {"2.0", {192, 0, 20}, 8, 48, Blocks},
        {"2.0", {256, 0, 21}, 5, 40, Registers},
        {"2.0", {256, 0, 20}, 6, 48, Threads},
        {"7.5", {256, 0, 0}, 4, 32, Threads},
        {"8.9", {256, 0, 0}, 6, 48, Threads},
    };
    for (const Row& row : rows) {
        const Occupancy found = occupancy(row.block, rowOf(row.capability));
        SCOPED_TRACE(std::string(row.capability) + ": " + std::to_string(row.block.threads) + " threads, " +
                     std::to_string(row.block.sharedBytes) + " bytes, " +
                     std::to_string(row.block.registersPerThread) + " registers");
        EXPECT_EQ(found.blocks, row.blocks);
        EXPECT_EQ(found.warps, row.warps);
        EXPECT_EQ(static_cast<int>(found.limit), static_cast<int>(row.limit));
    }
    EXPECT_DOUBLE_EQ(occupancy({256, 0, 33}, rowOf("9.0")).fraction(), 0.75);
}

/// What each resource alone has room for, and what a block is given of it.
TEST(OccupancyTest, SaysWhatEachResourceHasRoomFor) {
    using enum OccupancyLimit;
    const Occupancy held = occupancy({128, 48 * 1024, 40}, rowOf("9.0"));
    EXPECT_EQ(held.roomFor(Threads), 16U);
    EXPECT_EQ(held.roomFor(Blocks), 32U);
    EXPECT_EQ(held.roomFor(Registers), 12U); // 4 warps of 1,280
    EXPECT_EQ(held.roomFor(SharedMemory), 4U);
    EXPECT_EQ(held.blocks, 4);
    EXPECT_EQ(held.registersPerBlock, 5120U);
    EXPECT_EQ(held.sharedPerBlock, 49U * 1024); // the driver's share is 1 KiB
    const Occupancy unknown = occupancy({128, 0, 0}, rowOf("2.0"));
    EXPECT_EQ(unknown.roomFor(Registers), Occupancy::kUnlimited);
    EXPECT_EQ(unknown.roomFor(SharedMemory), Occupancy::kUnlimited);
    EXPECT_EQ(unknown.sharedPerBlock, 0U);
    EXPECT_EQ(occupancy({224, 0, 11}, rowOf("1.0")).registersPerBlock, 2816U) << "as for 8 warps";
    EXPECT_EQ(occupancy({128, 228 * 1024, 0}, rowOf("9.0")).roomFor(Threads), 0U) << "it fits nowhere";
}

TEST(OccupancyTest, NeverExceedsTheMultiprocessor) {
    for (const Architecture& row : architectures()) {
        for (std::uint64_t threads = 1; threads <= 1024; threads += 31) {
            for (std::uint64_t registers : {0, 8, 24, 60}) {
                const Occupancy found = occupancy({threads, threads * 4, registers}, row);
                EXPECT_LE(found.warps, found.maxWarps);
                EXPECT_LE(static_cast<std::uint64_t>(found.blocks) * threads,
                          static_cast<std::uint64_t>(row.maxThreadsPerMultiprocessor));
                EXPECT_EQ(found.blocks == 0, found.limit == OccupancyLimit::CannotLaunch);
            }
        }
    }
}

} // namespace
} // namespace lanescope::model::test
