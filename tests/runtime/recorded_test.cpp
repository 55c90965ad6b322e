// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/blocks.h"
#include "runtime/recorded/host_pages.h"
#include "runtime/recorded/pageable_copies.h"
#include "runtime/recorded/taken_bytes.h"

#include <gmock/gmock.h>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>

namespace lanescope::runtime {

namespace {

constexpr std::size_t kPieces = 3;

std::vector<std::byte> ramp(std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 % 251);
    return bytes;
}

/// Of bytes without rows.
TakenBytes taken(const std::vector<std::byte>& bytes, AddressRange addresses = {}) {
    return {bytes.data(), bytes.size(), bytes.size(), 1, addresses};
}

TEST(HostPages, AreThoseThatWereTouched) {
    constexpr std::uint64_t kCount = 600, kSize = kCount * HostPages::kBytes;
    void* const memory = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    ::madvise(memory, kSize, MADV_NOHUGEPAGE);
    auto* const bytes = static_cast<volatile char*>(memory);
    const auto address = reinterpret_cast<std::uint64_t>(memory);
    HostPages pages;
    const std::uint64_t faults = HostPages::faults();
    if (pages.mapped(address, kSize)[0]) GTEST_SKIP() << "this system does not say which pages are there";
    for (const std::uint64_t page : {1U, 5U, 599U}) bytes[page * HostPages::kBytes + 17] = 1;
    std::vector<bool> wanted(kCount);
    wanted[1] = wanted[5] = wanted[599] = true;
    EXPECT_GE(HostPages::faults(), faults + 3);
    EXPECT_EQ(pages.mapped(address, kSize), wanted);
    // A block that begins and ends within pages has those that it lies in.
    EXPECT_EQ(pages.mapped(address + 4 * HostPages::kBytes + 100, HostPages::kBytes),
              (std::vector{false, true}));
    ::madvise(memory, kSize, MADV_DONTNEED);
    EXPECT_THAT(pages.mapped(address, kSize), testing::Each(false));
    ::munmap(memory, kSize);
}

TEST(PageableCopies, AreTakenWhenTheDriverSays) {
    PageableCopies copies;
    EXPECT_TRUE(copies.areTakenAtLaunch(256)) << "where nobody could ask";
    EXPECT_FALSE(copies.knows(256));
    copies.note(256, true);
    copies.note(1 << 20, false);
    EXPECT_TRUE(copies.knows(256));
    EXPECT_TRUE(copies.areTakenAtLaunch(256));
    EXPECT_TRUE(copies.areTakenAtLaunch(4096));
    EXPECT_FALSE(copies.knows(4096));
    EXPECT_FALSE(copies.areTakenAtLaunch(1 << 20));
    EXPECT_FALSE(copies.areTakenAtLaunch(1 << 22));
    EXPECT_TRUE(copies.areTakenAtLaunch(1));
}

TEST(TakenBytes, AreTheRowsWithoutTheirGaps) {
    constexpr std::size_t kWidth = 1000, kPitch = 1536, kRows = 2500; // ends in the third piece
    const std::vector<std::byte> from = ramp(kPitch * kRows);
    std::vector<std::byte> wanted, mirror(kWidth * kRows);
    for (std::size_t row = 0; row < kRows; ++row)
        wanted.insert(wanted.end(), from.begin() + static_cast<std::ptrdiff_t>(row * kPitch),
                      from.begin() + static_cast<std::ptrdiff_t>(row * kPitch + kWidth));
    const TakenBytes bytes(from.data(), kPitch, kWidth, kRows, {}, mirror.data());
    ASSERT_EQ(bytes.size, wanted.size());
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), bytes.bytes.get()));
    EXPECT_EQ(mirror, wanted);
    EXPECT_EQ(bytes.key, taken(wanted).key);
    EXPECT_FALSE(bytes.isZero);
}

TEST(TakenBytes, ThatDifferAnywhereHaveOtherKeys) {
    std::vector<std::byte> bytes(kPieces * TakenBytes::kPiece + 5);
    const TakenBytes zeros = taken(bytes);
    EXPECT_TRUE(zeros.isZero);
    for (const std::size_t at : {std::size_t{0}, TakenBytes::kPiece, bytes.size() - 1}) {
        bytes[at] = std::byte{1};
        EXPECT_FALSE(taken(bytes).isZero) << at;
        EXPECT_NE(taken(bytes).key, zeros.key) << at;
        bytes[at] = {};
    }
    EXPECT_EQ(taken(bytes).key, zeros.key);
    // Pieces in another order.
    bytes[0] = std::byte{1};
    const recording::Digest first = taken(bytes).key;
    std::swap(bytes[0], bytes[TakenBytes::kPiece]);
    EXPECT_NE(taken(bytes).key, first);
}

TEST(TakenBytes, TellWhereAddressesMayBe) {
    std::vector<std::uint64_t> words(kPieces * TakenBytes::kPiece / sizeof(std::uint64_t));
    std::iota(words.begin(), words.end(), 1ULL << 40);
    words[3] = 5000;
    words[TakenBytes::kPiece / sizeof(std::uint64_t)] = 5016; // the end counts
    words.back() = 5017;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(words));
    const TakenBytes found(bytes.data(), bytes.size(), bytes.size(), 1, {.first = 5000, .count = 17});
    EXPECT_EQ(found.suspects, (std::vector<std::size_t>{24, TakenBytes::kPiece}));
}

TEST(Pieces, AreEachDoneOnceAndWhatIsThrownComesOut) {
    std::vector<std::atomic<int>> done(1000);
    forEachPiece(done.size(), [&](std::size_t piece) { ++done[piece]; });
    EXPECT_TRUE(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
    EXPECT_THROW(forEachPiece(done.size(),
                              [](std::size_t piece) {
                                  if (piece == 500) throw std::runtime_error("no more");
                              }),
                 std::runtime_error);
    forEachPiece(0, [](std::size_t) { FAIL(); });
}

TEST(HostUse, IsFollowedAsLongAsTheHostGoesOn) {
    const std::vector<bool> first{true, false, false}, both{true, false, true};
    HostUse use;
    use.unchanged();
    EXPECT_TRUE(use.pagesToLookAt().empty()) << "the host has used none";
    use.changed(first);
    EXPECT_EQ(use.pagesToLookAt(), first);
    use.changed({false, false, true});
    EXPECT_EQ(use.pagesToLookAt(), both);
    // Launches between which nobody has looked say nothing.
    for (int i = 0; i < 100; ++i) use.unchanged();
    EXPECT_EQ(use.pagesToLookAt(), both);
    const auto looksInVain = [&] {
        int looks = 0;
        for (; looks < 1000 && !use.pagesToLookAt().empty(); ++looks) use.unchanged();
        return looks;
    };
    const int patience = looksInVain();
    EXPECT_GT(patience, 4);
    EXPECT_LT(patience, 100) << "pages that no one uses stay on the GPU";
    use.changed(first);
    EXPECT_EQ(use.pagesToLookAt(), first) << "those of long ago are forgotten";
    EXPECT_GT(looksInVain(), patience) << "it was given up too early";
}

TEST(Blocks, KnowWhereNoneOfThemIs) {
    Blocks blocks;
    EXPECT_EQ(blocks.holding(0), nullptr);
    EXPECT_EQ(blocks.holding(~0ULL), nullptr);
    blocks.add({.address = 8192, .bytes = 100});
    blocks.add({.address = 4096, .bytes = 10});
    EXPECT_EQ(blocks.holding(4095), nullptr);
    ASSERT_NE(blocks.holding(4106), nullptr);
    EXPECT_EQ(blocks.holding(4107), nullptr);
    EXPECT_EQ(blocks.holding(8292)->bytes, 100U);
    EXPECT_EQ(blocks.holding(8293), nullptr);
    blocks.remove(8192);
    EXPECT_FALSE(blocks.range().holds(8192));
    EXPECT_TRUE(blocks.range().holds(4096));
}

} // namespace

} // namespace lanescope::runtime
