// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Where allocations are, and where they are not.
#include "ptx/state/memory.h"

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <random>
#include <vector>

namespace lanescope::ptx {
namespace {

constexpr std::size_t kSmall = 256, kLarge = std::size_t{4} << 20;

TEST(MemoryPlaces, AreTheLowestThatAreFree) {
    Memory memory(std::size_t{1} << 40);
    std::vector<std::uint64_t> made;
    for (const std::size_t bytes : {kSmall, kLarge, kSmall, kLarge, std::size_t{1}})
        made.push_back(memory.allocate(bytes, "block"));
    EXPECT_EQ(made[0], Memory::kFirstAddress);
    EXPECT_LT(made[0], made[1]);
    EXPECT_LT(made[1], made[3]);
    for (const std::size_t i : {1U, 0U, 2U}) memory.release(made[i]);
    EXPECT_EQ(memory.allocate(kSmall, "block"), made[0]);
    EXPECT_EQ(memory.allocate(kLarge, "block"), made[1]);
    EXPECT_EQ(memory.allocate(1, "block"), made[2]);
}

/// Whatever was allocated and released before, each is where a search of all from the first address finds it.
TEST(MemoryPlaces, AreThoseOfASearchOfAll) {
    Memory memory(std::size_t{1} << 40);
    std::map<std::uint64_t, std::size_t> all;
    const auto lowest = [&](std::size_t bytes) {
        const std::uint64_t alignment = bytes >= (2U << 20) ? 2U << 20 : 256;
        std::uint64_t address = Memory::kFirstAddress;
        for (const auto& [first, size] : all) {
            if (address + bytes + 4096 <= first) break;
            address = (first + size + 4096 + alignment - 1) / alignment * alignment;
        }
        return address;
    };
    std::mt19937 random(7);
    for (int i = 0; i < 4000; ++i) {
        if (all.size() > 60 || (random() % 2 == 0 && !all.empty())) {
            const auto gone = std::next(all.begin(), static_cast<std::ptrdiff_t>(random() % all.size()));
            memory.release(gone->first);
            all.erase(gone);
            continue;
        }
        const std::size_t bytes =
            random() % 4 == 0 ? (2U << 20) - 3 + random() % 6 : std::size_t{1} << random() % 23;
        const std::uint64_t wanted = lowest(bytes);
        ASSERT_EQ(memory.allocate(bytes, "block"), wanted) << i;
        all[wanted] = bytes;
    }
}

TEST(MemoryPlaces, OfWhatIsRetiredStayFreeForAWhile) {
    Memory memory(std::size_t{1} << 40);
    const std::uint64_t first = memory.allocate(kSmall, "first"), next = memory.allocate(kSmall, "next");
    memory.retire(first);
    EXPECT_EQ(memory.used(), kSmall);
    EXPECT_EQ(memory.find(first), nullptr);
    ASSERT_NE(memory.retiredAt(first + 255), nullptr);
    EXPECT_EQ(memory.retiredAt(first + 255)->name(), "first");
    EXPECT_EQ(memory.retiredAt(first + 256), nullptr);
    EXPECT_GT(memory.allocate(kSmall, "another"), next);
    // The oldest first.
    memory.retire(next);
    for (std::size_t i = 0; i + 1 < Memory::kMostRetired; ++i) memory.retire(memory.allocate(kSmall, "more"));
    EXPECT_EQ(memory.retiredAt(first), nullptr);
    EXPECT_NE(memory.retiredAt(next), nullptr);
    EXPECT_EQ(memory.allocate(kSmall, "last"), first);
}

TEST(MemoryPlaces, OfWhatIsRetiredAreGivenOutWhereThereAreNoOthers) {
    constexpr std::size_t kHalf = std::size_t{500} << 30; // of the addresses
    Memory memory(kHalf);
    const std::uint64_t first = memory.allocate(kHalf, "first");
    EXPECT_THROW(memory.allocate(1, "more"), std::bad_alloc);
    memory.retire(first);
    EXPECT_EQ(memory.used(), 0U);
    EXPECT_EQ(memory.allocate(kHalf, "again"), first);
}

} // namespace
} // namespace lanescope::ptx
