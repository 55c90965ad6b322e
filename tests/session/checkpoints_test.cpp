// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A launch of a long program is looked at once more: from a checkpoint it is what it is from the start.
#include "session/checkpoints.h"
#include "session/playback.h"

#include "made_recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lanescope::session {
namespace {

using namespace recording;

/// Where a thread writes depends on all launches before: it adds its number to a variable, reads `cells` at
/// what that has come to, and writes there what it read plus 3 and plus a texel of its own. A heap of the
/// device's gets one block more.
constexpr const char* kWalk = R"(.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b64 func_retval0) malloc (.param .b64 malloc_param_0);
.global .align 4 .u32 total = 0;
.visible .entry walk(.param .u64 walk_param_0, .param .u64 walk_param_1)
{
    .param .b64 asked;
    .param .b64 given;
    .reg .pred %p<2>;
    .reg .b64 %rd<8>;
    .reg .b32 %r<16>;
    ld.param.u64 %rd1, [walk_param_0];
    mov.u32 %r1, %tid.x;
    ld.global.u32 %r2, [total];
    bar.sync 0;
    add.s32 %r3, %r2, %r1;
    and.b32 %r4, %r3, 255;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.s32 %r5, %r5, 3;
    ld.param.u64 %rd6, [walk_param_1];
    mov.u32 %r9, 0;
    tex.2d.v4.u32.s32 {%r10, %r11, %r12, %r13}, [%rd6, {%r1, %r9}];
    and.b32 %r10, %r10, 255;
    add.s32 %r5, %r5, %r10;
    st.global.u32 [%rd3], %r5;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra done;
    add.s32 %r6, %r2, %r5;
    add.s32 %r6, %r6, 1;
    st.global.u32 [total], %r6;
    mov.u64 %rd4, 16;
    st.param.b64 [asked], %rd4;
    call.uni (given), malloc, (asked);
    ld.param.b64 %rd5, [given];
    st.global.u64 [%rd5], %rd5;
done:
    ret;
}
)";

/// So many launches of one block of two warps each; every tenth has memory of its own that is freed behind
/// it. Every third time the texture's array gets what the cells have come to.
std::shared_ptr<Recording> walking(std::size_t launches) {
    auto made = std::make_shared<Recording>();
    made->modules.push_back(std::make_shared<const Module>(Module{"walk", "walk.cu", "", kWalk}));
    made->contents.push_back(Contents::unspecified());
    const auto object = [&](Object of, std::string_view name) {
        of.name = addText(*made, name);
        made->objects.push_back(of);
        return static_cast<std::uint32_t>(made->objects.size() - 1);
    };
    const auto cells = object({.setup = false, .bytes = 1024}, "cells");
    const auto passing = object({.setup = false, .bytes = 200000}, "passing");
    object({.kind = Object::Kind::Variable, .bytes = 4}, "total");
    const ArrayDesc texels{.width = 64, .height = 1, .format = TexelFormat::R32};
    const auto array =
        object({.kind = Object::Kind::Array, .setup = false, .bytes = 256, .array = texels}, "array");
    const auto texture = object(
        {.kind = Object::Kind::TextureObject, .setup = false, .array = texels, .over = array}, "texture");
    made->calls.emplace_back(Allocate{cells});
    made->calls.emplace_back(Fill{.object = cells, .value = 0, .bytes = 1024});
    made->calls.emplace_back(Allocate{array});
    made->calls.emplace_back(Allocate{texture});
    made->bytes.resize(16);
    made->arguments.push_back({.kind = Argument::Kind::Address, .bytes = {0, 8}});
    made->arguments.push_back({.kind = Argument::Kind::Address, .bytes = {8, 8}});
    made->relocations.push_back({.object = cells, .at = 0});
    made->relocations.push_back({.kind = Relocation::Kind::Handle, .object = texture, .at = 8});
    const Text name = addText(*made, "walk");
    for (std::size_t i = 0; i < launches; ++i) {
        if (i % 3 == 0) made->calls.emplace_back(CopyWithin{.to = array, .from = cells, .bytes = 256});
        if (i % 10 == 3) made->calls.emplace_back(Allocate{passing});
        if (i % 10 == 5) made->calls.emplace_back(Fill{.object = passing, .value = 7, .bytes = 200000});
        if (i % 10 == 7) made->calls.emplace_back(Free{passing});
        made->calls.emplace_back(Launch{.kernel = name,
                                        .label = name,
                                        .grid = {1, 1, 1},
                                        .block = {64, 1, 1},
                                        .arguments = {0, 2},
                                        .relocations = {0, 2}});
    }
    made->calls.emplace_back(CopyOut{.object = cells, .bytes = 1024});
    return made;
}

std::shared_ptr<Recording> lookingAtWarp(const Recording& recording, std::uint32_t warp) {
    auto made = std::make_shared<Recording>(recording);
    made->options.focus.warp = warp;
    return made;
}

/// A checkpoint before each launch.
PlaybackOptions withCheckpoints() {
    PlaybackOptions options;
    options.looks = true;
    options.checkpoints = {.leastSeconds = 0, .share = 1e9};
    return options;
}

/// Site by site, the addresses that the lanes of the warp touched.
std::vector<std::array<std::uint64_t, model::kWarpSize>> addressesOf(const LaunchResult& launch) {
    std::vector<std::array<std::uint64_t, model::kWarpSize>> all;
    for (const model::WarpAccess& access : launch.observation->trace) all.push_back(access.address);
    return all;
}

constexpr std::size_t kLaunches = 60;

TEST(Checkpoints, ALaunchIsTheSameFromACheckpointAsFromTheStart) {
    struct Case {
        bool checks, mayFail;
    };
    for (const auto& [checks, mayFail] : {Case{false, false}, Case{true, false}, Case{false, true}}) {
        const auto made = walking(kLaunches);
        made->options.mayFail = mayFail;
        Playback playback(device::openEmulated(), withCheckpoints());
        playback.setChecks(checks);
        playback.show(made, false, 0);
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        EXPECT_EQ(playback.played(), kLaunches);
        const auto cells = playback.result().values<int>("cells");
        const std::vector<int> before(cells.begin(), cells.end());

        PlaybackOptions other;
        Playback whole(device::openEmulated(), other);
        whole.setChecks(checks);
        whole.show(lookingAtWarp(*made, 1), false, 0);
        whole.step(0);

        // Back and forth, and the last one again.
        for (const std::size_t launch : {57, 12, 0, 56, 57}) {
            playback.lookAt(launch);
            playback.show(lookingAtWarp(*made, 1), false, 0);
            playback.step(0);
            ASSERT_EQ(playback.error(), "");
            EXPECT_LE(playback.played(), 2U) << launch;
            const LaunchResult& one = playback.result().launches.at(launch);
            EXPECT_EQ(one.observation->focusWarp, 1U);
            EXPECT_EQ(addressesOf(one), addressesOf(whole.result().launches.at(launch))) << launch;
            EXPECT_EQ(one.record.findings.size(), whole.result().launches.at(launch).record.findings.size());
            ASSERT_EQ(playback.result().launches.size(), kLaunches);
        }
        EXPECT_EQ(playback.result().launches.at(30).observation->focusWarp, 0U) << "nobody has looked";
        const auto after = playback.result().values<int>("cells");
        EXPECT_TRUE(std::ranges::equal(before, after)) << "what the whole play has left";

        // A play of all is none the worse for it.
        playback.lookAt(std::nullopt);
        playback.invalidate();
        playback.step(0);
        EXPECT_EQ(playback.played(), kLaunches);
        EXPECT_TRUE(std::ranges::equal(before, playback.result().values<int>("cells")));
        EXPECT_EQ(addressesOf(playback.result().launches.at(30)),
                  addressesOf(whole.result().launches.at(30)));
    }
}

TEST(Checkpoints, WithoutAnyALookBeginsAtTheStart) {
    const auto made = walking(kLaunches);
    PlaybackOptions options;
    options.looks = true;
    options.checkpoints = {.leastSeconds = 1e9, .mostBytes = 0};
    Playback playback(device::openEmulated(), options);
    playback.show(made, false, 0);
    playback.step(0);
    playback.lookAt(40);
    playback.show(lookingAtWarp(*made, 1), false, 0);
    playback.step(0);
    EXPECT_EQ(playback.played(), 41U);
    EXPECT_EQ(playback.result().launches.at(40).observation->focusWarp, 1U);
    EXPECT_FALSE(playback.step(0)) << "it is looked at already";
}

TEST(Checkpoints, AnotherProgramHasNoneOfThoseBefore) {
    Playback playback(device::openEmulated(), withCheckpoints());
    playback.lookAt(20);
    const auto made = walking(kLaunches);
    playback.show(made, false, 0);
    playback.step(0);
    const auto other = std::make_shared<Recording>(*made);
    std::get<Fill>(other->calls[1]).value = 1;
    playback.show(other, false, 0);
    playback.step(0);
    EXPECT_EQ(playback.played(), kLaunches);
    Playback fresh(device::openEmulated(), {});
    fresh.show(other, false, 0);
    fresh.step(0);
    EXPECT_EQ(addressesOf(playback.result().launches.at(20)), addressesOf(fresh.result().launches.at(20)));
}

TEST(Checkpoints, TracesBeyondTheBoundAreMadeWhenTheLaunchIsLookedAt) {
    const auto made = walking(kLaunches);
    PlaybackOptions options = withCheckpoints();
    options.traceBytes = 3 * sizeof(model::WarpAccess);
    Playback playback(device::openEmulated(), options);
    playback.show(made, false, 0);
    playback.step(0);
    const auto& launches = playback.result().launches;
    EXPECT_FALSE(launches.at(0).observation->isBrief);
    EXPECT_FALSE(launches.at(0).observation->blockTrace.empty());
    EXPECT_TRUE(launches.at(50).observation->isBrief);
    EXPECT_TRUE(launches.at(50).observation->blockTrace.empty());
    EXPECT_FALSE(launches.at(50).observation->trace.empty());
    EXPECT_EQ(launches.at(50).observation->reports.at(0).total().requests,
              launches.at(0).observation->reports.at(0).total().requests);
    playback.lookAt(50);
    EXPECT_TRUE(playback.step(0));
    EXPECT_LE(playback.played(), 2U);
    EXPECT_FALSE(launches.at(50).observation->isBrief);
    EXPECT_FALSE(launches.at(50).observation->blockTrace.empty());
    EXPECT_FALSE(playback.step(0));
}

/// One part of its own, and one that all have in common.
class Image final : public device::MemoryImage {
public:
    explicit Image(std::size_t bytes) : m_bytes(bytes) {}
    void visit(const std::function<void(const void*, std::size_t)>& each) const override {
        each(this, m_bytes);
        each(&kCommon, 1000);
    }

private:
    static constexpr int kCommon = 0;
    std::size_t m_bytes;
};

Checkpoint checkpointAt(std::size_t launch, std::size_t bytes) {
    Checkpoint made{.call = 2 * launch, .launches = launch, .memory = {}};
    made.memory.memory = std::make_shared<Image>(bytes);
    made.memory.bytes = bytes;
    return made;
}

TEST(Checkpoints, AreThinnedOutToTheirBounds) {
    const std::unique_ptr<device::Device> device = device::openEmulated();
    const Resources resources(*device);
    const CheckpointRules rules{.leastSeconds = 1, .share = 1, .mostBytes = 5000, .most = 8};
    Checkpoints checkpoints;
    checkpoints.begin({.recording = walking(1)}, rules);
    EXPECT_EQ(checkpoints.before(7), nullptr);
    EXPECT_FALSE(checkpoints.isDue(0.9, resources, false));
    EXPECT_TRUE(checkpoints.isDue(1, resources, false));
    EXPECT_TRUE(checkpoints.isDue(0.01, resources, true)) << "one that is likely to be used";
    for (std::size_t i = 1; i <= 8; ++i) checkpoints.add(checkpointAt(i, 10), 0);
    EXPECT_EQ(checkpoints.size(), 8U);
    EXPECT_EQ(checkpoints.before(7)->launches, 7U);
    EXPECT_EQ(checkpoints.before(0), nullptr);
    EXPECT_EQ(checkpoints.before(100)->launches, 8U);
    checkpoints.add(checkpointAt(9, 10), 0);
    EXPECT_EQ(checkpoints.size(), 5U) << "every second one";
    EXPECT_EQ(checkpoints.before(8)->launches, 7U);
    EXPECT_FALSE(checkpoints.isDue(1.9, resources, false)) << "there are to be fewer";
    EXPECT_TRUE(checkpoints.isDue(2, resources, false));
    checkpoints.add(checkpointAt(10, 3000), 0);
    EXPECT_EQ(checkpoints.size(), 6U) << "what they have in common counts once";
    checkpoints.add(checkpointAt(11, 3000), 0);
    EXPECT_EQ(checkpoints.size(), 4U) << "7050 bytes";
    EXPECT_EQ(checkpoints.before(100)->launches, 11U);
    checkpoints.begin({.recording = walking(1)}, rules);
    EXPECT_EQ(checkpoints.size(), 4U) << "the same program";
    checkpoints.begin({.recording = walking(2)}, rules);
    EXPECT_EQ(checkpoints.size(), 0U);
}

} // namespace
} // namespace lanescope::session
