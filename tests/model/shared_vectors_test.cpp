// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Shared memory: worked examples of NVIDIA's guides and published measurements, one row each.
#include "accesses.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lanescope::model::test {
namespace {

using Lane = std::uint64_t;

constexpr int kAny = -1;

struct SharedVector {
    int number; // of the test vector in the model's documentation
    const char* what;
    ComputeCapability first, last;
    Operation operation;
    int width;
    LaneAddress address;
    int wavefronts;
    int conflicts = kAny;
    int requests = kAny;
    int maxWays = kAny;
    std::uint32_t mask = ~0U;
    Rules rules = {};
};

constexpr Operation kLd = Operation::Load;
constexpr Operation kSt = Operation::Store;
constexpr ComputeCapability k10{1, 0}, k13{1, 3}, k20{2, 0}, k21{2, 1}, k30{3, 0}, k37{3, 7}, k50{5, 0},
    k121{12, 1};

LaneAddress words(Lane stride) {
    return [stride](Lane lane) { return 4 * stride * lane; };
}
LaneAddress bytes(Lane stride) {
    return [stride](Lane lane) { return stride * lane; };
}
LaneAddress same() {
    return [](Lane) { return Lane{0}; };
}

/// Lanes 3, 4, 6, 7 and 9 share word 5; the others of the half have a bank each.
Lane guideBroadcast(Lane lane) {
    static constexpr Lane kWords[16] = {0, 1, 2, 5, 5, 3, 5, 5, 4, 5, 6, 7, 8, 9, 10, 11};
    return 4 * kWords[lane % 16];
}

const std::vector<SharedVector>& sharedVectors() {
    static const Rules kEight{BroadcastChoice::Fixed, 8, true};
    static const Rules kBest{BroadcastChoice::Best, 4, true};
    static const Rules kWorst{BroadcastChoice::Worst, 4, true};
    static const std::vector<SharedVector> vectors{
        // CC 1.x: steps of the lower and of the upper half-warp.
        {1, "float stride 1", k10, k13, kLd, 4, words(1), 1 + 1, 0, 2, 1},
        {2, "float stride 2", k10, k13, kLd, 4, words(2), 2 + 2, 2, 2, 2},
        {3, "float stride 3", k10, k13, kLd, 4, words(3), 1 + 1, 0},
        {4, "float stride 4", k10, k13, kLd, 4, words(4), 4 + 4, 6},
        {5, "float stride 6", k10, k13, kLd, 4, words(6), 2 + 2},
        {6, "float stride 8", k10, k13, kLd, 4, words(8), 8 + 8},
        {7, "float stride 16", k10, k13, kLd, 4, words(16), 16 + 16},
        {8, "float stride 17", k10, k13, kLd, 4, words(17), 1 + 1},
        {9, "float stride 32", k10, k13, kLd, 4, words(32), 16 + 16, 30, 2, 16},
        {10, "one word", k10, k13, kLd, 4, same(), 1 + 1, 0},
        {11, "a word a half", k10, k13, kLd, 4, [](Lane l) { return 4 * 16 * (l / 16); }, 1 + 1},
        {12, "char", k10, k13, kLd, 1, bytes(1), 4 + 4},
        {13, "char stride 4", k10, k13, kLd, 1, bytes(4), 1 + 1},
        {14, "short", k10, k13, kLd, 2, bytes(2), 2 + 2},
        {15, "double", k10, k13, kLd, 8, bytes(8), 4 + 4, 4, 4, 2},
        {16, "struct of 3 floats", k10, k13, kLd, 4, bytes(12), 1 + 1},
        {17, "struct of 2 floats", k10, k13, kLd, 4, bytes(8), 2 + 2},
        {18, "float4", k10, k13, kLd, 16, bytes(16), 16 + 16, 24, 8, 4},
        {19, "two words a half", k10, k13, kLd, 4, [](Lane l) { return 4 * (l % 16 / 8); }, 2 + 2},
        {20, "two words of a bank", k10, k13, kLd, 4, [](Lane l) { return 4 * 16 * (l % 16 / 8); }, 2 + 2},
        {21, "broadcast, fixed", k10, k13, kLd, 4, guideBroadcast, 2, 1, 1, 2, 0xffff},
        {21, "broadcast, best", k10, k13, kLd, 4, guideBroadcast, 1, 0, 1, 1, 0xffff, kBest},
        {21, "broadcast, worst", k10, k13, kLd, 4, guideBroadcast, 2, 1, 1, 2, 0xffff, kWorst},
        {22, "store to one word", k10, k13, kSt, 4, same(), 1 + 1},
        {23, "char store", k10, k13, kSt, 1, bytes(1), 4 + 4},
        // CC 2.x: ways and requests.
        {24, "float stride 1", k20, k21, kLd, 4, words(1), 1, 0, 1, 1},
        {25, "float stride 2", k20, k21, kLd, 4, words(2), 2, 1, 1, 2},
        {26, "float stride 3", k20, k21, kLd, 4, words(3), 1, 0, 1, 1},
        {27, "float stride 4", k20, k21, kLd, 4, words(4), 4, 3, 1, 4},
        {28, "float stride 16", k20, k21, kLd, 4, words(16), 16, 15, 1, 16},
        {29, "float stride 32", k20, k21, kLd, 4, words(32), 32, 31, 1, 32},
        {30, "char", k20, k21, kLd, 1, bytes(1), 1, 0, 1, 1},
        {31, "short", k20, k21, kLd, 2, bytes(2), 1, 0, 1, 1},
        {32, "one word", k20, k21, kLd, 4, same(), 1, 0, 1, 1},
        {33, "four words", k20, k21, kLd, 4, [](Lane l) { return 4 * (l / 8); }, 1, 0, 1, 1},
        {34, "halves in the same banks", k20, k21, kLd, 4, [](Lane l) { return 4 * (l + 16 * (l / 16)); }, 2,
         1, 1, 2},
        {35, "double", k20, k21, kLd, 8, bytes(8), 2, 0, 2, 1},
        {36, "double stride 2", k20, k21, kLd, 8, bytes(16), 4, 2, 2, 2},
        {37, "float4", k20, k21, kLd, 16, bytes(16), 8, kAny, 4, 2},
        {38, "float4 stride 2", k20, k21, kLd, 16, bytes(32), 12, kAny, 4, 3},
        // CC 3.x, both bank modes.
        {39, "float stride 1", k30, k37, kLd, 4, words(1), 1, 0},
        {40, "float stride 2", k30, k37, kLd, 4, words(2), 1, 0},
        {41, "float stride 3", k30, k37, kLd, 4, words(3), 1, 0},
        {42, "float stride 4", k30, k37, kLd, 4, words(4), 2, 1},
        {43, "float stride 32", k30, k37, kLd, 4, words(32), 16, 15},
        {44, "words 0, 32", k30, k37, kLd, 4, [](Lane l) { return 128 * l; }, 1, 0, kAny, 1, 3},
        {45, "words 32, 64", k30, k37, kLd, 4, [](Lane l) { return 128 * (l + 1); }, 2, 1, kAny, 2, 3},
        {46, "words 0, 64", k30, k37, kLd, 4, [](Lane l) { return 256 * l; }, 2, 1, kAny, 2, 3},
        {47, "double", k30, k37, kLd, 8, bytes(8), 1, 0},
        {48, "8-byte mode, float", k30, k37, kLd, 4, words(1), 1, 0, kAny, kAny, ~0U, kEight},
        {49, "8-byte mode, float stride 2", k30, k37, kLd, 4, words(2), 1, 0, kAny, kAny, ~0U, kEight},
        {50, "8-byte mode, float stride 4", k30, k37, kLd, 4, words(4), 2, 1, kAny, kAny, ~0U, kEight},
        {51, "8-byte mode, double", k30, k37, kLd, 8, bytes(8), 1, 0, kAny, kAny, ~0U, kEight},
        {52, "8-byte mode, double stride 2", k30, k37, kLd, 8, bytes(16), 2, 1, kAny, kAny, ~0U, kEight},
        {53, "8-byte mode, float4", k30, k37, kLd, 16, bytes(16), 1 + 1, 0, kAny, kAny, ~0U, kEight},
        // CC 5.0 and later.
        {54, "word stride 1", k50, k121, kLd, 4, words(1), 1, 0},
        {55, "word stride 2", k50, k121, kLd, 4, words(2), 2, 1},
        {56, "word stride 3", k50, k121, kLd, 4, words(3), 1, 0},
        {57, "word stride 8", k50, k121, kLd, 4, words(8), 8, 7},
        {58, "word stride 32", k50, k121, kLd, 4, words(32), 32, 31},
        {59, "column of a padded tile", k50, k121, kLd, 4, words(33), 1, 0},
        {60, "one word", k50, k121, kLd, 4, same(), 1, 0},
        {61, "bytes", k50, k121, kLd, 1, bytes(1), 1, 0},
        {62, "shorts", k50, k121, kLd, 2, bytes(2), 1, 0},
        {63, "two words in 16 banks", k50, k121, kLd, 4, [](Lane l) { return 4 * (l % 16) + 128 * (l / 16); },
         2, 1},
        {64, "store bytes", k50, k121, kSt, 1, bytes(1), 1, 0},
        {65, "store words", k50, k121, kSt, 4, words(1), 1, 0},
        {66, "store to one word", k50, k121, kSt, 4, same(), 1, 0},
        {67, "64 bits", k50, k121, kLd, 8, bytes(8), 2, 0},
        {68, "64 bits, pairs share", k50, k121, kLd, 8, [](Lane l) { return 8 * (l / 2); }, 1, 0},
        {69, "64 bits, one address", k50, k121, kLd, 8, same(), 1, 0},
        {70, "64 bits stride 2", k50, k121, kLd, 8, bytes(16), 4, 2},
        {71, "store a column of doubles", k50, k121, kSt, 8, bytes(256), 32, 30},
        {72, "load a column of doubles", k50, k121, kLd, 8, bytes(256), 32, 30},
        {73, "column of padded doubles", k50, k121, kLd, 8, bytes(264), 2, 0},
        {74, "64 bits, halves share", k50, k121, kLd, 8, [](Lane l) { return 8 * (l % 16); }, 2, 0},
        {75, "store 64 bits", k50, k121, kSt, 8, bytes(8), 2, 0},
        {76, "store 128 bits", k50, k121, kSt, 16, bytes(16), 4, 0},
        {77, "128 bits", k50, k121, kLd, 16, bytes(16), 4, 0},
        {78, "128 bits, one address", k50, k121, kLd, 16, same(), 2, 0},
        {79, "128 bits, lanes 15 and 16", k50, k121, kLd, 16, same(), 2, 0, kAny, kAny, 0x18000},
        {80, "128 bits, lanes 0 and 15", k50, k121, kLd, 16, same(), 1, 0, kAny, kAny, 0x8001},
        {81, "128 bits, pairs share", k50, k121, kLd, 16,
         [](Lane l) { return 16 * ((l / 8) * 2 + l % 8 / 2 % 2); }, 2, 0},
        {82, "128 bits, halves agree differently", k50, k121, kLd, 16,
         [](Lane l) { return l < 16 ? 16 * (l / 2) : 16 * (l % 2 + 2 * (l / 4)); }, 4, 0},
        {83, "128 bits, conflict across quarters", k50, k121, kLd, 16,
         [](Lane l) { return 16 * ((l / 16) * 4 + l % 16 / 8 + l % 8 / 4 * 8); }, 4, 2},
        {84, "128 bits stride 2", k50, k121, kLd, 16, bytes(32), 8, 4},
        {85, "128 bits, rows of 128 bytes", k50, k121, kLd, 16, bytes(128), 32, 28},
        {86, "128 bits, padded rows", k50, k121, kLd, 16, bytes(144), 4, 0},
        {87, "128 bits, one quarter", k50, k121, kLd, 16, bytes(16), 1, 0, kAny, kAny, 0xff},
        {88, "128 bits, even lanes", k50, k121, kLd, 16, bytes(16), 4, 2, kAny, kAny, 0x55555555},
    };
    return vectors;
}

void expectCounts(const SharedVector& vector, const WarpAccess& access, const Architecture& row) {
    const Counts counts = count(access, row, vector.rules);
    SCOPED_TRACE("vector " + std::to_string(vector.number) + ", " + vector.what + ": " +
                 describe(access, row));
    EXPECT_EQ(counts.sharedWavefronts, static_cast<std::uint64_t>(vector.wavefronts));
    const auto expectKnown = [](std::uint64_t actual, int expected, const char* name) {
        if (expected != kAny) {
            EXPECT_EQ(actual, static_cast<std::uint64_t>(expected)) << name;
        }
    };
    expectKnown(counts.bankConflicts, vector.conflicts, "conflicts");
    expectKnown(counts.requests, vector.requests, "requests");
    expectKnown(counts.maxWays, vector.maxWays, "ways");
    EXPECT_EQ(counts.bytesTransferred, 0U);
    EXPECT_EQ(counts.transactions, 0U);
}

TEST(SharedVectors, AreExactOnEveryArchitectureTheyName) {
    for (const SharedVector& vector : sharedVectors()) {
        const WarpAccess access =
            makeAccess(Space::Shared, vector.operation, vector.width, vector.address, vector.mask);
        for (const Architecture* row : rowsBetween(vector.first, vector.last)) {
            expectCounts(vector, access, *row);
        }
    }
}

TEST(SharedVectors, AStrideFollowsTheGreatestCommonDivisor) {
    for (Lane stride = 1; stride <= 64; ++stride) {
        const WarpAccess access = makeAccess(Space::Shared, kLd, 4, words(stride));
        EXPECT_EQ(count(access, rowOf("1.0")).maxWays, std::gcd(stride, Lane{16})) << stride;
        EXPECT_EQ(count(access, rowOf("2.0")).maxWays, std::gcd(stride, Lane{32})) << stride;
        EXPECT_EQ(count(access, rowOf("9.0")).maxWays, std::gcd(stride, Lane{32})) << stride;
    }
}

struct MatrixVector {
    int number, matrices;
    LaneAddress row;
    std::uint64_t wavefronts, conflicts;
};

TEST(SharedVectors, MatrixOperations) {
    const std::vector<MatrixVector> vectors{
        {89, 4, bytes(16), 4, 0},    {90, 1, bytes(16), 1, 0},
        {91, 4, bytes(128), 32, 28}, {92, 4, bytes(64), 16, 12},
        {93, 4, bytes(144), 4, 0},   {94, 4, [](Lane l) { return 128 * l + 16 * ((l / 8) ^ (l % 8)); }, 4, 0},
    };
    for (const MatrixVector& vector : vectors) {
        for (const Operation operation : {Operation::MatrixLoad, Operation::MatrixStore}) {
            WarpAccess access = makeAccess(Space::Shared, operation, 16, vector.row);
            access.matrices = static_cast<std::uint8_t>(vector.matrices);
            const bool load = operation == Operation::MatrixLoad;
            for (const Architecture* row :
                 rowsBetween(load ? ComputeCapability{7, 5} : ComputeCapability{9, 0}, k121)) {
                SCOPED_TRACE("vector " + std::to_string(vector.number) + ": " + describe(access, *row));
                EXPECT_EQ(count(access, *row).sharedWavefronts, vector.wavefronts);
                EXPECT_EQ(count(access, *row).bankConflicts, vector.conflicts);
            }
        }
    }
}

TEST(SharedVectors, MatrixOperationsCostNothingWhereTheyDoNotExist) {
    WarpAccess access = makeAccess(Space::Shared, Operation::MatrixLoad, 16, bytes(16));
    access.matrices = 4;
    EXPECT_EQ(count(access, rowOf("7.0")).sharedWavefronts, 0U);
    access.operation = Operation::MatrixStore;
    EXPECT_EQ(count(access, rowOf("8.9")).sharedWavefronts, 0U);
    EXPECT_EQ(count(access, rowOf("8.9")).bytesRequested, 512U);
}

TEST(SharedVectors, AtomicsCountLanesNotWords) {
    const auto atomic = [](const LaneAddress& address) {
        return count(makeAccess(Space::Shared, Operation::Atomic, 4, address), rowOf("9.0"));
    };
    EXPECT_EQ(atomic(words(1)).sharedWavefronts, 1U);
    EXPECT_EQ(atomic(same()).sharedWavefronts, 32U);
    EXPECT_EQ(atomic(same()).bankConflicts, 31U);
    EXPECT_EQ(atomic([](Lane l) { return 4 * (l % 8); }).sharedWavefronts, 4U);
}

TEST(SharedVectors, NoActiveLaneCostsNothing) {
    for (const Architecture& row : architectures()) {
        const Counts counts = count(makeAccess(Space::Shared, kLd, 16, same(), 0), row);
        EXPECT_EQ(counts.sharedWavefronts, 0U);
        EXPECT_EQ(counts.requests, 0U);
    }
}

TEST(SharedVectors, WidthsAndAlignmentsThatNoInstructionHasAreRefused) {
    EXPECT_THROW(count(makeAccess(Space::Shared, kLd, 3, words(3)), rowOf("9.0")), std::invalid_argument);
    EXPECT_THROW(count(makeAccess(Space::Global, kLd, 0, words(1)), rowOf("9.0")), std::invalid_argument);
    EXPECT_THROW(count(makeAccess(Space::Global, kLd, 32, bytes(32)), rowOf("9.0")), std::invalid_argument);
    EXPECT_THROW(count(makeAccess(Space::Global, kLd, 8, words(1)), rowOf("9.0")), std::invalid_argument);
    EXPECT_THROW(count(makeAccess(Space::Local, kLd, 4, bytes(1)), rowOf("1.0")), std::invalid_argument);
    EXPECT_NO_THROW(count(makeAccess(Space::Global, kLd, 8, words(1), 0x55555555), rowOf("9.0")));
}

/// Adding the constant 1 is ATOMS.POPC.INC from 8.0 on, which counts the lanes of a word; before, and for
/// every other operand, a bank updates lane by lane. Counters of an H200, docs/laws.md.
TEST(SharedVectors, AddingOneCountsLanesOfAWordAtOnce) {
    struct Case {
        const char* name;
        LaneAddress address;
        std::uint64_t words, lanes; // in the fullest bank
    };
    const std::vector<Case> cases{{"one word", [](Lane) { return 0; }, 1, 32},
                                  {"a word a lane", [](Lane l) { return 4 * l; }, 1, 1},
                                  {"two words of a bank", [](Lane l) { return 128 * (l % 2); }, 2, 32},
                                  {"a bank's words", [](Lane l) { return 128 * l; }, 32, 32},
                                  {"four lanes a word", [](Lane l) { return 4 * (l / 4); }, 1, 4}};
    for (const Case& each : cases)
        for (const auto& [capability, together] :
             {std::pair{"7.5", false}, {"8.0", true}, {"9.0", true}, {"12.0", true}}) {
            const auto counts = [&](Operation operation) {
                return count(makeAccess(Space::Shared, operation, 4, each.address), rowOf(capability));
            };
            EXPECT_EQ(counts(Operation::Increment).sharedWavefronts, together ? each.words : each.lanes)
                << each.name << capability;
            EXPECT_EQ(counts(Operation::Increment).bankConflicts, (together ? each.words : each.lanes) - 1)
                << each.name;
            EXPECT_EQ(counts(Operation::Reduction).sharedWavefronts, each.lanes) << each.name << capability;
        }
}

} // namespace
} // namespace lanescope::model::test
