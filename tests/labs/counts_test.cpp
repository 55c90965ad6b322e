// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lab_run.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanescope::labs_test {
namespace {

struct Curve {
    const char* architecture;
    std::vector<double> values;
};

double efficiency(const char* kernel, const char* parameter, int value, const char* architecture) {
    const LabRun run("coalescing", {{"kernel", kernel}, {parameter, std::to_string(value).c_str()}},
                     architecture);
    return run.result().total().efficiency();
}

/// Hand-worked shares of useful bytes, three digits, reads and writes of float elements without reuse between
/// warps.
TEST(Coalescing, EfficiencyOverStrideFollowsTheTable) {
    const std::vector<int> strides{1, 2, 3, 4, 5, 8, 16, 17, 24, 32};
    const std::vector<Curve> curves{
        {"Tesla C870", {1, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125}},
        {"Tesla C1060", {1, 0.5, 0.333, 0.25, 0.2, 0.125, 0.062, 0.065, 0.083, 0.125}},
        {"Tesla C2050", {1, 0.5, 0.333, 0.25, 0.2, 0.125, 0.083, 0.080, 0.062, 0.050}},
        {"V100", {1, 0.5, 0.333, 0.25, 0.2, 0.125, 0.125, 0.125, 0.125, 0.125}},
        {"H200", {1, 0.5, 0.333, 0.25, 0.2, 0.125, 0.125, 0.125, 0.125, 0.125}}};
    for (const Curve& curve : curves)
        for (std::size_t i = 0; i < strides.size(); ++i)
            EXPECT_NEAR(efficiency("stride", "stride", strides[i], curve.architecture), curve.values[i],
                        0.0013)
                << curve.architecture << ", stride " << strides[i];
}

TEST(Coalescing, EfficiencyOverOffsetFollowsTheTable) {
    const std::vector<int> offsets{0, 1, 4, 8, 9, 16, 31, 32};
    const std::vector<Curve> curves{{"Tesla C870", {1, 0.125, 0.125, 0.125, 0.125, 1, 0.125, 1}},
                                    {"Tesla C1060", {1, 0.571, 0.571, 0.667, 0.571, 1, 0.571, 1}},
                                    {"Tesla C2050", {1, 0.615, 0.615, 0.667, 0.615, 0.667, 0.615, 1}},
                                    {"H200", {1, 0.8, 0.8, 1, 0.8, 1, 0.8, 1}}};
    for (const Curve& curve : curves)
        for (std::size_t i = 0; i < offsets.size(); ++i)
            EXPECT_NEAR(efficiency("offset", "offset", offsets[i], curve.architecture), curve.values[i],
                        0.0013)
                << curve.architecture << ", offset " << offsets[i];
}

TEST(Coalescing, EveryElementMovesItsShareOfSectors) {
    // Elements in a row: 32 lanes x width bytes, 32 bytes a sector, one load and one store.
    const std::array<std::pair<const char*, unsigned>, 5> elements{
        {{"char", 1}, {"short", 2}, {"float", 4}, {"double", 8}, {"float4", 16}}};
    for (const auto& [name, width] : elements) {
        const LabRun run("coalescing", {{"kernel", "stride"}, {"stride", "1"}, {"element", name}});
        const model::Counts load = run.result().total(model::Space::Global, model::Direction::Load);
        EXPECT_EQ(load.requests, (1U << 20) / width / 32) << name;
        EXPECT_EQ(load.sectors, load.requests * width) << name;
        EXPECT_EQ(run.result().total(model::Space::Global, model::Direction::Store).sectors, load.sectors)
            << name;
    }
}

TEST(Coalescing, FermiWithoutL1LoadsSegments) {
    const LabRun cached("coalescing", {{"stride", "32"}}, "2.0"),
        bypassed("coalescing", {{"stride", "32"}, {"l1", "off"}}, "2.0");
    const auto moved = [](const LabRun& run) {
        return run.result().total(model::Space::Global, model::Direction::Load).bytesTransferred;
    };
    EXPECT_EQ(moved(cached), moved(bypassed) * 4);
}

TEST(Banks, StrideFollowsTheGreatestCommonDivisor) {
    for (int stride = 0; stride <= 64; ++stride) {
        const std::string text = std::to_string(stride);
        const auto ways = static_cast<std::uint64_t>(stride == 0 ? 1 : std::gcd(stride, 32));
        const model::Counts now = LabRun("banks", {{"stride", text.c_str()}}).subject();
        EXPECT_EQ(now.sharedWavefronts, ways) << stride;
        EXPECT_EQ(now.bankConflicts, ways - 1) << stride;
        EXPECT_EQ(now.maxWays, ways) << stride;
        // 16 banks, each half-warp by itself; a word that all lanes want is broadcast.
        const auto steps = static_cast<std::uint64_t>(stride == 0 ? 1 : std::gcd(stride, 16));
        EXPECT_EQ(LabRun("banks", {{"stride", text.c_str()}}, "1.3").subject().sharedWavefronts, 2 * steps)
            << stride;
    }
}

TEST(Banks, PaddingAndSwizzlingFreeAColumn) {
    EXPECT_EQ(LabRun("banks", {{"stride", "32"}}).subject().sharedWavefronts, 32U);
    EXPECT_EQ(LabRun("banks", {{"stride", "32"}, {"pad", "1"}}).subject().sharedWavefronts, 1U);
    EXPECT_EQ(LabRun("banks", {{"stride", "32"}, {"swizzle", "on"}}).subject().sharedWavefronts, 1U);
    EXPECT_EQ(LabRun("banks", {{"stride", "32"}, {"pad", "2"}}).subject().sharedWavefronts, 2U);
}

TEST(Banks, OtherCasesOfTheAccess) {
    struct Case {
        Sets sets;
        const char* architecture;
        std::uint64_t wavefronts, conflicts;
    };
    const std::vector<Case> cases{
        {{{"stride", "1"}, {"width", "8"}}, "9.0", 2, 0},                     // two halves
        {{{"stride", "1"}, {"width", "16"}}, "9.0", 4, 0},                    // four quarters
        {{{"stride", "1"}, {"width", "8"}, {"broadcast", "2"}}, "9.0", 1, 0}, // equal neighbours merge
        {{{"stride", "1"}, {"width", "1"}}, "9.0", 1, 0},                     // four lanes a word
        {{{"stride", "1"}, {"width", "1"}}, "1.0", 8, 6},                     // 4 + 4 steps
        {{{"stride", "1"}, {"width", "16"}}, "2.0", 8, 4},                    // a pass more in each quarter
        {{{"stride", "2"}}, "3.5", 1, 0}, // words i and i + 32 share a row of a bank
        {{{"stride", "4"}}, "3.5", 2, 1},
        {{{"stride", "4"}, {"bank-mode", "8"}}, "3.5", 2, 1},
        {{{"stride", "32"}, {"lanes", "5"}}, "9.0", 5, 4},
        {{{"stride", "16"}, {"lanes", "16"}, {"mask", "even"}}, "9.0", 16, 15}, // even lanes: words 32 apart
        {{{"stride", "1"}, {"broadcast", "32"}, {"op", "store"}}, "9.0", 1, 0},
        {{{"stride", "1"}, {"broadcast", "8"}, {"op", "atomic"}}, "9.0", 8, 7}, // an update for each lane
        {{{"stride", "4"}, {"op", "store"}}, "9.0", 4, 3}};
    for (const Case& each : cases) {
        const model::Counts counts = LabRun("banks", each.sets, each.architecture).subject();
        std::string name = each.architecture;
        for (const auto& [parameter, value] : each.sets) name += std::string(" ") + parameter + "=" + value;
        EXPECT_EQ(counts.sharedWavefronts, each.wavefronts) << name;
        EXPECT_EQ(counts.bankConflicts, each.conflicts) << name;
    }
}

TEST(Banks, MasksChooseAsManyLanesAsAsked) {
    for (const char* mask : {"first", "even", "odd", "random"})
        for (const char* lanes : {"1", "7", "16", "17", "31", "32"}) {
            const LabRun run("banks", {{"mask", mask}, {"lanes", lanes}, {"stride", "1"}});
            const auto& launch = run.result().launches.front();
            for (const model::WarpAccess& access : launch.observation->trace) {
                if (!kit::isSubject(*run.lab, launch, access)) continue;
                EXPECT_EQ(std::popcount(access.activeMask), std::stoi(lanes)) << mask;
                if (std::string_view(lanes) == "16" && std::string_view(mask) == "even") {
                    EXPECT_EQ(access.activeMask, 0x55555555U);
                }
                if (std::string_view(lanes) == "16" && std::string_view(mask) == "odd") {
                    EXPECT_EQ(access.activeMask, 0xaaaaaaaaU);
                }
                if (std::string_view(lanes) == "7" && std::string_view(mask) == "first") {
                    EXPECT_EQ(access.activeMask, 0x7fU);
                }
            }
        }
}

TEST(Wave, LayoutDecidesTheSectorsOfAStore) {
    const auto sectors = [](const char* layout) {
        const LabRun run("wave", {{"layout", layout}});
        const model::Counts stores = run.result().total(model::Space::Global, model::Direction::Store);
        return std::pair(stores.requests, stores.sectors);
    };
    // 64 x 64 vertices are 128 warps.
    EXPECT_EQ(sectors("float4"), std::pair(std::uint64_t{128}, std::uint64_t{128 * 16}));
    EXPECT_EQ(sectors("float3"), std::pair(std::uint64_t{3 * 128}, std::uint64_t{3 * 128 * 12}));
    EXPECT_EQ(sectors("soa"), std::pair(std::uint64_t{3 * 128}, std::uint64_t{3 * 128 * 4}));
}

TEST(Wave, ColumnsOfThreadsTouchASectorEach) {
    // A warp of 4 x 8 threads writes 4 vertices of 16 bytes in each of 8 rows: 2 sectors per row.
    const LabRun run("wave", {{"block", "4x64"}});
    EXPECT_EQ(run.result().total(model::Space::Global, model::Direction::Store).sectors, 128U * 16);
    // With single floats the 4 vertices fill half a sector.
    const LabRun soa("wave", {{"block", "4x64"}, {"layout", "soa"}});
    EXPECT_EQ(soa.result().total(model::Space::Global, model::Direction::Store).sectors, 3U * 128 * 8);
}

TEST(Texture, ARowOfTexelsAndAColumn) {
    // The 64 x 64 result at scale 8 shows the middle 64 x 64 texels of the 512 x 512 picture one to one. A
    // row of 32 texels of 4 bytes is 8 sectors of 16 bytes x 2 rows, a column 16 of them.
    const LabRun row("texture", {{"angle", "0"}, {"animate", "off"}, {"scale", "8"}, {"filter", "point"}});
    EXPECT_EQ(row.subject().sectors, row.subject().accesses * 8);
    const LabRun column("texture",
                        {{"angle", "90"}, {"animate", "off"}, {"scale", "8"}, {"filter", "point"}});
    EXPECT_EQ(column.subject().sectors, column.subject().accesses * 16);
    // Tiles of 8 x 4 texels: 2 sectors across, 2 down; each is asked for by the quads of two rows.
    const LabRun tile(
        "texture",
        {{"angle", "0"}, {"animate", "off"}, {"scale", "8"}, {"filter", "point"}, {"block", "8x8"}});
    EXPECT_EQ(tile.subject().transactions, tile.subject().accesses * 4);
    EXPECT_EQ(tile.subject().sectors, tile.subject().accesses * 8);
}

TEST(Texture, WholeKernelsAreWhatAnH200Counted) {
    struct Case {
        Sets sets;
        std::uint64_t sectors, tagLookups; // of mem_texture, by CUPTI on an H200
    };
    const std::vector<Case> cases{
        {{{"size", "512"}}, 220782, 136408}, // much of the result lies beyond the picture's edges
        {{{"size", "512"}, {"angle", "0"}}, 65536, 65536},
        {{{"size", "512"}, {"filter", "point"}}, 141154, 105442},
        {{{"size", "512"}, {"filter", "point"}, {"address", "clamp"}}, 141154, 105442},
        {{{"size", "512"}, {"scale", "4"}, {"address", "clamp"}}, 153224, 105426},
        {{{"size", "512"}, {"element", "float"}}, 1105392, 630284},
        {{{"size", "16"}}, 500, 386},
        {{{"size", "16"}, {"scale", "4"}, {"address", "clamp"}}, 480, 344},
        {{{"size", "32"}, {"scale", "8"}, {"block", "8x8"}}, 1296, 748}};
    for (const Case& each : cases) {
        const LabRun run("texture", each.sets);
        const model::Counts counts = run.result().total(model::Space::Texture, model::Direction::Load);
        EXPECT_EQ(counts.sectors, each.sectors) << each.tagLookups;
        EXPECT_EQ(counts.tagLookups, each.tagLookups) << each.sectors;
    }
}

} // namespace
} // namespace lanescope::labs_test
