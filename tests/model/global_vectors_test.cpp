// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Global, constant and local memory: worked examples of NVIDIA's guides and published measurements, one row
// each.
#include "accesses.h"
#include "model/memory/coalescing.h"

#include <gtest/gtest.h>

#include <map>

namespace lanescope::model::test {
namespace {

using Lane = std::uint64_t;
constexpr Lane kBase = 256 * 77; // cudaMalloc aligns to 256 bytes at least

constexpr Operation kLd = Operation::Load;
constexpr Operation kSt = Operation::Store;

LaneAddress bytes(Lane stride, Lane offset = 0) {
    return [=](Lane lane) { return kBase + offset + stride * lane; };
}
LaneAddress same() {
    return bytes(0);
}
LaneAddress pairsSwapped() {
    return [](Lane lane) { return kBase + 4 * (lane ^ 1); };
}

using Sizes = std::map<int, int>; // bytes of a transaction: how many

struct TransactionVector {
    int number;
    const char* what;
    ComputeCapability first, last;
    std::vector<Operation> operations;
    int width;
    LaneAddress address;
    Sizes sizes;
    int requests;
    std::uint32_t mask = ~0U;
    bool l1 = true;
};

const std::vector<TransactionVector>& transactionVectors() {
    constexpr ComputeCapability k10{1, 0}, k11{1, 1}, k12{1, 2}, k13{1, 3}, k20{2, 0}, k21{2, 1}, k30{3, 0},
        k37{3, 7};
    static const std::vector<Operation> kBoth{kLd, kSt};
    static const std::vector<Operation> kLoad{kLd};
    static const LaneAddress kFirstTwoSwapped = [](Lane l) { return kBase + 4 * (l < 2 ? l ^ 1 : l); };
    static const std::vector<TransactionVector> vectors{
        {95, "in order", k10, k11, kBoth, 4, bytes(4), {{64, 2}}, 2},
        {96, "lane 7 inactive", k10, k11, kBoth, 4, bytes(4), {{64, 2}}, 2, ~0x80U},
        {97, "offset 1", k10, k11, kBoth, 4, bytes(4, 4), {{32, 32}}, 2},
        {98, "offset 16", k10, k11, kBoth, 4, bytes(4, 64), {{64, 2}}, 2},
        {99, "pairs swapped", k10, k11, kBoth, 4, pairsSwapped(), {{32, 32}}, 2},
        {100, "lanes 0, 1 swapped", k10, k11, kBoth, 4, kFirstTwoSwapped, {{64, 1}, {32, 16}}, 2},
        {101, "stride 2", k10, k11, kBoth, 4, bytes(8), {{32, 32}}, 2},
        {102, "64 bits", k10, k11, kBoth, 8, bytes(8), {{128, 2}}, 2},
        {103, "128 bits", k10, k11, kBoth, 16, bytes(16), {{128, 4}}, 2},
        {104, "128 bits, aligned to 64", k10, k11, kBoth, 16, bytes(16, 64), {{32, 32}}, 2},
        {105, "bytes", k10, k11, kBoth, 1, bytes(1), {{32, 32}}, 2},
        {106, "one word", k10, k11, kBoth, 4, same(), {{32, 32}}, 2},
        {107, "in order", k12, k13, kBoth, 4, bytes(4), {{64, 2}}, 2},
        {108, "pairs swapped", k12, k13, kBoth, 4, pairsSwapped(), {{64, 2}}, 2},
        {109, "offset 1", k12, k13, kBoth, 4, bytes(4, 4), {{128, 1}, {64, 1}, {32, 1}}, 2},
        {110, "offset 8", k12, k13, kBoth, 4, bytes(4, 32), {{128, 1}, {32, 2}}, 2},
        {111, "half over two segments", k12, k13, kBoth, 4, bytes(4, 100), {{64, 1}, {32, 1}}, 1, 0xffff},
        {112, "stride 2", k12, k13, kBoth, 4, bytes(8), {{128, 2}}, 2},
        {113, "stride 16", k12, k13, kBoth, 4, bytes(64), {{128, 16}}, 2},
        {114, "stride 32", k12, k13, kBoth, 4, bytes(128), {{32, 32}}, 2},
        {115, "bytes", k12, k13, kBoth, 1, bytes(1), {{32, 2}}, 2},
        {116, "shorts", k12, k13, kBoth, 2, bytes(2), {{32, 2}}, 2},
        {117, "64 bits", k12, k13, kBoth, 8, bytes(8), {{128, 2}}, 2},
        {118, "128 bits", k12, k13, kBoth, 16, bytes(16), {{128, 4}}, 2},
        {119, "one word", k12, k13, kBoth, 4, same(), {{32, 2}}, 2},
        {120, "in order, L1", k20, k21, kLoad, 4, bytes(4), {{128, 1}}, 1},
        {121, "offset 1, L1", k20, k21, kLoad, 4, bytes(4, 4), {{128, 2}}, 1},
        {122, "pairs swapped, L1", k20, k21, kLoad, 4, pairsSwapped(), {{128, 1}}, 1},
        {123, "in order, L2", k20, k21, kLoad, 4, bytes(4), {{32, 4}}, 1, ~0U, false},
        {124, "offset 1, L2", k20, k21, kLoad, 4, bytes(4, 4), {{32, 5}}, 1, ~0U, false},
        {124, "offset 1, store", k20, k21, {kSt}, 4, bytes(4, 4), {{32, 5}}, 1},
        {125, "64 bits, L1", k20, k21, kLoad, 8, bytes(8), {{128, 2}}, 2},
        {126, "128 bits, L1", k20, k21, kLoad, 16, bytes(16), {{128, 4}}, 4},
        {127, "one word, L1", k20, k21, kLoad, 4, same(), {{128, 1}}, 1},
        {128, "128 bits, one address, L1", k20, k21, kLoad, 16, same(), {{128, 4}}, 4},
        {129, "stride 32, L1", k20, k21, kLoad, 4, bytes(128), {{128, 32}}, 1},
        {130, "offset 1", k30, k37, kBoth, 4, bytes(4, 4), {{32, 5}}, 1},
    };
    return vectors;
}

TEST(GlobalVectors, TransactionsBefore5) {
    for (const TransactionVector& vector : transactionVectors()) {
        for (const Operation operation : vector.operations) {
            const WarpAccess access =
                makeAccess(Space::Global, operation, vector.width, vector.address, vector.mask);
            for (const Architecture* row : rowsBetween(vector.first, vector.last)) {
                const Rules rules{BroadcastChoice::Fixed, 4, vector.l1};
                SCOPED_TRACE("vector " + std::to_string(vector.number) + ", " + vector.what + ": " +
                             describe(access, *row));
                Sizes sizes;
                std::uint64_t moved = 0;
                for (const Transaction& transaction : transactions(access, *row, rules)) {
                    ++sizes[transaction.bytes];
                    moved += static_cast<std::uint64_t>(transaction.bytes);
                }
                EXPECT_EQ(sizes, vector.sizes);
                const Counts counts = count(access, *row, rules);
                EXPECT_EQ(counts.bytesTransferred, moved);
                EXPECT_EQ(counts.requests, static_cast<std::uint64_t>(vector.requests));
                EXPECT_EQ(counts.sectors, 0U);
                EXPECT_EQ(counts.tagWavefronts, 0U);
            }
        }
    }
}

struct SectorVector {
    int number;
    const char* what;
    int width;
    LaneAddress address;
    std::uint64_t lines, sectors;
    double efficiency; // bytes requested / bytes moved; of distinct bytes where lanes share
    std::uint32_t mask = ~0U;
};

TEST(GlobalVectors, NoActiveLaneCostsNothing) {
    for (const Architecture& row : architectures())
        for (const Operation operation : {Operation::Load, Operation::Store, Operation::Atomic})
            EXPECT_EQ(count(makeAccess(Space::Global, operation, 4, bytes(4), 0), row), Counts{.accesses = 1})
                << row.name;
}

TEST(GlobalVectors, SectorsFrom5On) {
    const std::vector<SectorVector> vectors{
        {132, "in order", 4, bytes(4), 1, 4, 1.0},
        {133, "offset 1", 4, bytes(4, 4), 2, 5, 0.8},
        {134, "offset 8", 4, bytes(4, 32), 2, 4, 1.0},
        {135, "pairs swapped", 4, pairsSwapped(), 1, 4, 1.0},
        {136, "stride 2", 4, bytes(8), 2, 8, 0.5},
        {137, "stride 8", 4, bytes(32), 8, 32, 0.125},
        {138, "stride 32", 4, bytes(128), 32, 32, 0.125},
        {139, "stride 33", 4, bytes(132), 32, 32, 0.125},
        {140, "one word", 4, same(), 1, 1, 4.0},
        {141, "one lane", 4, bytes(4), 1, 1, 0.125, 0x400},
        {142, "bytes", 1, bytes(1), 1, 1, 1.0},
        {143, "shorts", 2, bytes(2), 1, 2, 1.0},
        {144, "64 bits", 8, bytes(8), 2, 8, 1.0},
        {145, "128 bits", 16, bytes(16), 4, 16, 1.0},
        {146, "128 bits, stride 2", 16, bytes(32), 8, 32, 0.5},
        {147, "field of 3 floats", 4, bytes(12), 3, 12, 1.0 / 3},
        {148, "backwards", 4, [](Lane l) { return kBase + 4 * (31 - l); }, 1, 4, 1.0},
    };
    for (const SectorVector& vector : vectors) {
        for (const Operation operation : {kLd, kSt}) {
            const WarpAccess access =
                makeAccess(Space::Global, operation, vector.width, vector.address, vector.mask);
            for (const Architecture* row : rowsBetween({5, 0}, {12, 1})) {
                SCOPED_TRACE("vector " + std::to_string(vector.number) + ", " + vector.what + ": " +
                             describe(access, *row));
                const Counts counts = count(access, *row);
                EXPECT_EQ(counts.requests, 1U);
                EXPECT_EQ(counts.tagLookups, vector.lines);
                EXPECT_EQ(counts.sectors, vector.sectors);
                EXPECT_EQ(counts.transactions, vector.sectors);
                EXPECT_DOUBLE_EQ(counts.efficiency(), vector.efficiency);
            }
        }
    }
}

TEST(GlobalVectors, DataWavefrontsOfL1HitsOnAnA100) {
    struct Row {
        int number, width;
        Lane stride;
        std::uint64_t wavefronts;
    };
    // RRZE gpu-benches, gpu-strides: strides in elements.
    const std::vector<Row> rows{{150, 4, 0, 1},   {151, 4, 1, 1},   {152, 4, 2, 2},  {153, 4, 4, 4},
                                {154, 4, 6, 2},   {155, 4, 8, 8},   {156, 4, 12, 4}, {157, 4, 15, 1},
                                {158, 4, 16, 16}, {159, 4, 32, 32}, {160, 8, 0, 2},  {161, 8, 1, 2},
                                {162, 8, 2, 4},   {163, 8, 4, 8},   {164, 8, 8, 16}, {165, 8, 15, 2}};
    for (const Row& row : rows) {
        const WarpAccess access =
            makeAccess(Space::Global, kLd, row.width, bytes(row.stride * static_cast<Lane>(row.width)));
        EXPECT_EQ(count(access, rowOf("8.0")).dataWavefronts, row.wavefronts) << "vector " << row.number;
    }
}

TEST(GlobalVectors, TagBanksMatterOnlyWhereTheyWereMeasured) {
    const WarpAccess access = makeAccess(Space::Global, kLd, 4, [](Lane l) { return 128 * l; });
    EXPECT_EQ(count(access, rowOf("8.0")).tagWavefronts, 8U);
    EXPECT_GE(count(access, rowOf("9.0")).tagWavefronts, 8U);
    for (const TagLookup& lookup : tagLookups(access, rowOf("8.0"))) {
        EXPECT_EQ(lookup.bank, -1);
    }
    EXPECT_TRUE(tagLookups(access, rowOf("3.5")).empty());
}

TEST(GlobalVectors, AtomicsHitASectorAsOftenAsAWordOfIt) {
    const auto sectors = [](const LaneAddress& address) {
        return count(makeAccess(Space::Global, Operation::Reduction, 4, address), rowOf("9.0")).sectors;
    };
    EXPECT_EQ(sectors(bytes(4)), 4U);
    EXPECT_EQ(sectors(same()), 32U);
    EXPECT_EQ(sectors([](Lane l) { return kBase + 4 * (l % 8); }), 4U);
    EXPECT_EQ(sectors([](Lane l) { return kBase + 4 * (l / 2); }), 2 * 2U);
}

TEST(GlobalVectors, ConstantMemoryTakesARequestForEachAddress) {
    struct Row {
        int number;
        ComputeCapability first, last;
        LaneAddress address;
        std::uint64_t requests;
    };
    const std::vector<Row> rows{{166, {1, 0}, {1, 3}, same(), 2},
                                {167, {2, 0}, {12, 1}, same(), 1},
                                {168, {1, 0}, {1, 3}, [](Lane l) { return 4 * (l / 16); }, 2},
                                {169, {2, 0}, {12, 1}, [](Lane l) { return 4 * (l / 16); }, 2},
                                {170, {2, 0}, {12, 1}, bytes(4), 32}};
    for (const Row& row : rows) {
        const WarpAccess access = makeAccess(Space::Constant, kLd, 4, row.address);
        for (const Architecture* architecture : rowsBetween(row.first, row.last)) {
            EXPECT_EQ(count(access, *architecture).requests, row.requests)
                << "vector " << row.number << ' ' << architecture->name;
        }
    }
    const WarpAccess wide = makeAccess(Space::Constant, kLd, 16, bytes(16));
    EXPECT_EQ(count(wide, rowOf("9.0")).requests, 64U) << "two instructions of 8 bytes";
    EXPECT_EQ(count(wide, rowOf("3.5")).requests, 32U);
    EXPECT_EQ(count(makeAccess(Space::Constant, kLd, 1, bytes(1)), rowOf("9.0")).requests, 32U)
        << "bytes of one word are different addresses";
}

TEST(GlobalVectors, LocalMemoryInterleavesTheLanes) {
    struct Row {
        int number, width;
        LaneAddress offset;
        std::uint64_t sectors;
    };
    const std::vector<Row> rows{{171, 4, [](Lane) { return Lane{40}; }, 4},
                                {172, 8, [](Lane) { return Lane{40}; }, 8},
                                {173, 4, [](Lane l) { return 4 * (l % 4); }, 16},
                                {174, 4, [](Lane l) { return 4 * l; }, 32}};
    for (const Row& row : rows) {
        const WarpAccess access = makeAccess(Space::Local, kLd, row.width, row.offset);
        for (const Architecture* architecture : rowsBetween({5, 0}, {12, 1})) {
            const Counts counts = count(access, *architecture);
            EXPECT_EQ(counts.sectors, row.sectors) << "vector " << row.number << ' ' << architecture->name;
            EXPECT_EQ(counts.requests, static_cast<std::uint64_t>(row.width / 4)) << "a row of words each";
        }
    }
    const Counts halves =
        count(makeAccess(Space::Local, kLd, 4, [](Lane) { return Lane{40}; }), rowOf("1.0"));
    EXPECT_EQ(halves.transactions, 2U);
    EXPECT_EQ(halves.bytesTransferred, 128U);
}

} // namespace
} // namespace lanescope::model::test
