// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/footprint.h"
#include "runtime/watched/stream_order.h"

#include <gtest/gtest.h>

namespace lanescope::runtime {
namespace {

constexpr std::uintptr_t kOne = 1, kOther = 2, kFree = 3, kEvent = 9;

struct Order : ::testing::Test {
    StreamOrder order;
    Order() {
        order.made(kOne, true);
        order.made(kOther, true);
        order.made(kFree, false);
    }
    /// Whether an operation of one stream comes before one that another begins after `between`.
    template<class Between>
    bool isOrdered(std::uintptr_t first, std::uintptr_t second, const Between& between) {
        const StreamOrder::Moment earlier = order.begin(first);
        between();
        return StreamOrder::isBefore(earlier, order.begin(second));
    }
    bool isOrdered(std::uintptr_t first, std::uintptr_t second) {
        return isOrdered(first, second, [] {});
    }
};

TEST_F(Order, OneStreamKeepsIt) {
    EXPECT_TRUE(isOrdered(kOne, kOne));
    EXPECT_TRUE(isOrdered(kFree, kFree));
    EXPECT_FALSE(isOrdered(kOne, kOther));
    EXPECT_FALSE(isOrdered(kOther, kFree));
}

TEST_F(Order, TheLegacyStreamWaitsForBlockingOnesAndTheyForIt) {
    EXPECT_TRUE(isOrdered(kOne, StreamOrder::kLegacy));
    EXPECT_TRUE(isOrdered(StreamOrder::kLegacy, kOther));
    EXPECT_FALSE(isOrdered(StreamOrder::kLegacy, kFree));
    EXPECT_FALSE(isOrdered(kFree, StreamOrder::kLegacy));
    // through it, two that know nothing of each other
    EXPECT_TRUE(isOrdered(kOne, kOther, [&] { order.begin(StreamOrder::kLegacy); }));
}

TEST_F(Order, EventsPassItOn) {
    EXPECT_TRUE(isOrdered(kOne, kFree, [&] {
        order.recorded(kEvent, kOne);
        order.waits(kFree, kEvent);
    }));
    // what comes after the event is none of its business
    order.recorded(kEvent, kOne);
    EXPECT_FALSE(isOrdered(kOne, kFree, [&] { order.waits(kFree, kEvent); }));
    // nor does an event that was never recorded hold anything
    EXPECT_FALSE(isOrdered(kOne, kOther, [&] { order.waits(kOther, kEvent + 1); }));
}

TEST_F(Order, TheHostPassesOnWhatItHasWaitedFor) {
    EXPECT_TRUE(isOrdered(kOne, kFree, [&] { order.hostWaitsForStream(kOne); }));
    EXPECT_TRUE(isOrdered(kFree, kOne, [&] { order.hostWaitsForAll(); }));
    EXPECT_TRUE(isOrdered(kOther, kFree, [&] {
        order.recorded(kEvent, kOther);
        order.hostWaitsForEvent(kEvent);
    }));
    EXPECT_FALSE(isOrdered(kFree, kOther, [&] { order.hostWaitsForStream(kOne); }));
    EXPECT_TRUE(isOrdered(kOne, kFree, [&] { order.hostWaitsForStream(StreamOrder::kLegacy); }));

    const StreamOrder::Moment moment = order.begin(kFree);
    EXPECT_FALSE(order.hostKnows(moment));
    order.hostWaitsForStream(StreamOrder::kLegacy);
    EXPECT_FALSE(order.hostKnows(moment)) << "which does not wait for that one";
    order.hostWaitsForAll();
    EXPECT_TRUE(order.hostKnows(moment));
}

TEST_F(Order, AStreamThatIsMadeLaterComesAfterWhatTheHostKnows) {
    const StreamOrder::Moment before = order.begin(kOne), unknown = order.begin(kFree);
    order.hostWaitsForStream(kOne);
    order.made(7, false);
    const StreamOrder::Moment after = order.begin(7);
    EXPECT_TRUE(StreamOrder::isBefore(before, after));
    EXPECT_FALSE(StreamOrder::isBefore(unknown, after));
    EXPECT_EQ(order.indexOf(7), 4U);
}

TEST(WordSet, HasExtents) {
    Words words(1000);
    EXPECT_TRUE(words.extents(4096).empty());
    words.add(8, 4);
    words.add(14, 1); // a part of a word
    words.add(256, 520);
    EXPECT_TRUE(words.has(9) && words.has(12) && words.has(772) && !words.has(16) && !words.has(776));
    const std::vector<Extent> all = words.extents(4096);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].address, 4096U + 8);
    EXPECT_EQ(all[0].bytes, 8U);
    EXPECT_EQ(all[1].address, 4096U + 256);
    EXPECT_EQ(all[1].bytes, 520U);
    Words some(1000);
    some.add(300, 400);
    words.remove(some);
    EXPECT_EQ(words.extents(0).size(), 3U);
    words.add(some);
    EXPECT_EQ(words.extents(0).size(), 2U);
}

TEST(StreamOrderTest, CountsBranchesOfGraphsAsTheStreamOfTheirLaunch) {
    StreamOrder order;
    order.made(100, true);
    const std::uintptr_t branch = order.branch(100, 0), another = order.branch(100, 1);
    EXPECT_NE(branch, another);
    EXPECT_EQ(order.branch(100, 0), branch);
    order.made(200, true);
    const auto launched = order.begin(100), beside = order.begin(branch), later = order.begin(200);
    EXPECT_EQ(order.numberOf(launched), 1U);
    EXPECT_EQ(order.numberOf(beside), 1U);
    EXPECT_EQ(order.numberOf(later), 2U);
    // Events order them, and nothing else, the legacy default stream neither.
    EXPECT_FALSE(StreamOrder::isBefore(launched, beside));
    EXPECT_FALSE(StreamOrder::isBefore(beside, order.begin(StreamOrder::kLegacy)));
    order.recorded(1, branch);
    order.waits(100, 1);
    EXPECT_TRUE(StreamOrder::isBefore(beside, order.begin(100)));
    EXPECT_TRUE(StreamOrder::isBefore(beside, order.begin(StreamOrder::kLegacy)));
    order.hostWaitsForStream(100);
    EXPECT_TRUE(order.hostKnows(beside));
}

/// A warp whose first lanes touch so many words in a row.
model::WarpAccess access(model::Operation operation, std::uint64_t address, int lanes) {
    model::WarpAccess made{.operation = operation, .activeMask = (1U << lanes) - 1};
    for (int i = 0; i < lanes; ++i)
        made.address[static_cast<std::size_t>(i)] = address + static_cast<unsigned>(i) * 4;
    return made;
}

TEST(FootprintTest, TellsEarlyReadsFromThoseOfWhatTheLaunchWrote) {
    const std::vector<Extent> blocks{{4096, 128}, {8192, 64}};
    Footprint all(blocks);
    const auto one = all.fork(), other = all.fork();
    using model::Operation;
    one->access(access(Operation::Store, 4096, 4));
    one->access(access(Operation::Load, 4096, 8));    // four of them as just written
    other->access(access(Operation::Store, 4112, 2)); // perhaps before that
    other->access(access(Operation::Atomic, 8192, 1));
    other->access(access(Operation::Load, 100, 4)); // in no allocation
    all.join(*one);
    all.join(*other);
    const auto touched = all.touched();
    ASSERT_EQ(touched.size(), 2U);
    const auto bytes = [](const Words& words) {
        std::uint64_t sum = 0;
        for (const Extent& each : words.extents(0)) sum += each.bytes;
        return sum;
    };
    EXPECT_EQ(bytes(touched.at(4096).reads), 32U);
    EXPECT_EQ(bytes(touched.at(4096).writes), 24U);
    EXPECT_EQ(bytes(touched.at(4096).early), 8U);
    EXPECT_TRUE(touched.at(4096).readsOwn);
    EXPECT_TRUE(touched.at(4096).atomics.empty());
    EXPECT_EQ(bytes(touched.at(8192).atomics), 4U);
    EXPECT_FALSE(touched.at(8192).readsOwn);
    EXPECT_EQ(bytes(touched.at(8192).reads), 4U);
    EXPECT_EQ(bytes(touched.at(8192).writes), 4U);
    EXPECT_EQ(bytes(touched.at(8192).early), 4U) << "an atomic reads what is there";
}

} // namespace
} // namespace lanescope::runtime
