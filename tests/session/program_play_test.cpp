// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What only the recordings of programs have: variables of the device, rows, addresses in what is copied, and
// what came back when they were made.
#include "recording/file.h"
#include "session/calls.h"
#include "session/playback.h"
#include "session/timing.h"

#include "made_recording.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lanescope::session {
namespace {

using namespace recording;

/// Adds 1 to a variable and writes it where an address in memory says.
constexpr const char* kBump = R"(.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 counter = 5;
.visible .entry bump(.param .u64 bump_param_0)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<3>;
    ld.param.u64 %rd1, [bump_param_0];
    ld.global.u64 %rd2, [%rd1];
    ld.global.u32 %r1, [counter];
    add.s32 %r2, %r1, 1;
    st.global.u32 [counter], %r2;
    st.global.u32 [%rd2], %r2;
    ret;
}
)";

std::uint32_t addObject(Recording& made, Object object, std::string_view name) {
    object.name = addText(made, name);
    made.objects.push_back(object);
    return static_cast<std::uint32_t>(made.objects.size() - 1);
}

Digest digestOfInt(int value) {
    return digestOf(std::as_bytes(std::span(&value, 1)));
}

/// The counter goes to 6, and to the second word of a cell that a list of one address leads to. `expected` is
/// what the host found in the counter when this was recorded.
std::shared_ptr<Recording> bumping(int expected) {
    auto made = std::make_shared<Recording>();
    made->modules.push_back(std::make_shared<const Module>(Module{"bump", "bump.cu", "", kBump}));
    made->contents.push_back(Contents::unspecified());
    made->contents.emplace_back(std::make_shared<const Blob>(std::vector<std::byte>(16, std::byte{7})));
    const auto cell = addObject(*made, {.setup = false, .bytes = 64}, "cell");
    const auto list = addObject(*made, {.setup = false, .bytes = 8}, "list");
    const auto counter = addObject(*made, {.kind = Object::Kind::Variable, .bytes = 4}, "counter");
    made->calls.emplace_back(Allocate{cell});
    made->calls.emplace_back(Allocate{list});
    made->calls.emplace_back(Fill{.object = cell, .value = 1, .bytes = 64});
    // two rows of eight bytes, 24 bytes apart
    made->calls.emplace_back(CopyIn{.object = cell, .contents = 1, .offset = 8, .bytes = 8, .rows = {2, 24}});
    made->relocations.push_back({.object = cell, .at = 0, .add = 4});
    made->calls.emplace_back(CopyIn{.object = list, .contents = 1, .bytes = 8, .relocations = {0, 1}});
    made->bytes.resize(8);
    made->arguments.push_back({.kind = Argument::Kind::Address, .bytes = {0, 8}});
    made->relocations.push_back({.object = list, .at = 0});
    made->calls.emplace_back(Launch{.kernel = addText(*made, "bump"),
                                    .label = addText(*made, "bump"),
                                    .grid = {1, 1, 1},
                                    .block = {1, 1, 1},
                                    .arguments = {0, 1},
                                    .relocations = {1, 1}});
    made->calls.emplace_back(CopyOut{.object = counter, .bytes = 4, .digest = digestOfInt(expected)});
    made->calls.emplace_back(CopyOut{.object = cell, .bytes = 4, .rows = {4, 8}});
    return made;
}

TEST(ProgramPlay, VariablesRowsAndAddresses) {
    const auto made = std::make_shared<Recording>(unpack(pack(*bumping(6)), "bumping"));
    Playback playback(device::openEmulated(), {});
    playback.show(made, false, 0);
    for (int play = 0; play < 3; ++play) {
        playback.invalidate();
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        EXPECT_EQ(playback.result().values<int>("counter")[0], 6) << "play " << play;
        EXPECT_EQ(playback.result().compared.reads, 1U);
        EXPECT_TRUE(playback.result().compared.differing.empty());
        const auto rows = playback.result().values<int>("cell");
        ASSERT_EQ(rows.size(), 4U);
        EXPECT_EQ(rows[0], 0x01010101) << "the fill";
        EXPECT_EQ(rows[1], 0x07070707) << "the first row";
        EXPECT_EQ(rows[2], 0x01010101) << "between them";
        EXPECT_EQ(rows[3], 0x01010101);
    }
}

TEST(ProgramPlay, TellsWhereItDiffersFromTheRecording) {
    Playback playback(device::openEmulated(), {});
    const auto made = bumping(7);
    playback.show(made, false, 0);
    playback.step(0);
    ASSERT_EQ(playback.error(), "");
    EXPECT_EQ(playback.result().compared.differing, std::vector<std::size_t>{6});
    EXPECT_EQ(textOf(*made, made->calls[6]), "cudaMemcpyFromSymbol(host, counter, 4)");
}

TEST(ProgramPlay, TheAddressIsWritten) {
    auto made = bumping(6);
    made->calls.emplace_back(CopyOut{.bytes = 8}); // of the cell
    Playback playback(device::openEmulated(), {});
    playback.show(made, false, 0);
    playback.step(0);
    ASSERT_EQ(playback.error(), "");
    EXPECT_EQ(playback.result().values<int>("cell")[1], 6);
}

/// The counter, bumped so often; what it came to is copied out behind each launch.
std::shared_ptr<Recording> bumpingOften(std::size_t launches) {
    auto made = bumping(6);
    const Call launch = made->calls[5];
    made->calls.resize(5);
    for (std::size_t i = 0; i < launches; ++i) {
        made->calls.push_back(launch);
        made->calls.emplace_back(
            CopyOut{.object = 2, .bytes = 4, .digest = digestOfInt(static_cast<int>(6 + i))});
    }
    return made;
}

/// Plays in the thread beside, as in a window, until so many launches have ended.
void playSome(Playback& playback, std::size_t launches) {
    while (playback.progress().launches < launches) ASSERT_FALSE(playback.step(1e-4)) << "it has ended";
}

void expectSameTimes(const RunResult& a, const RunResult& b) {
    ASSERT_EQ(a.launches.size(), b.launches.size());
    for (std::size_t i = 0; i < a.launches.size(); ++i) {
        const model::LaunchTime *one = launchTime(a.launches[i]), *other = launchTime(b.launches[i]);
        ASSERT_TRUE(one && other) << i;
        EXPECT_EQ(one->cold.seconds, other->cold.seconds) << i;
        EXPECT_EQ(one->warm.seconds, other->warm.seconds) << i;
        EXPECT_EQ(one->cold.withoutLimit, other->cold.withoutLimit) << i;
        EXPECT_EQ(one->shares, other->shares) << i;
        EXPECT_EQ(a.launches[i].observation->lineShares.size(), b.launches[i].observation->lineShares.size());
    }
}

TEST(ProgramPlay, AlikeLaunchesAreModelledOnce) {
    auto made = bumpingOften(5);
    auto& other = std::get<Launch>(made->calls[9]); // the third is of another shape
    other.grid = {2, 1, 1};
    PlaybackOptions options;
    options.architectures = {model::findArchitecture("9.0")};
    Playback once(device::openEmulated(), options);
    options.modelsEach = true;
    Playback each(device::openEmulated(), options);
    for (Playback* playback : {&once, &each}) {
        playback->show(made, false, 0);
        playback->step(0);
        ASSERT_EQ(playback->error(), "");
    }
    EXPECT_EQ(once.modelled(), 2U);
    EXPECT_EQ(each.modelled(), 5U);
    expectSameTimes(once.result(), each.result());
    EXPECT_NE(launchTime(once.result().launches[1])->cold.seconds,
              launchTime(once.result().launches[2])->cold.seconds);
    // Of another chip nothing is known yet.
    once.setArchitectures({model::findArchitecture("8.0")});
    once.step(0);
    EXPECT_EQ(once.modelled(), 2U);
    once.setArchitectures({model::findArchitecture("9.0")});
    once.step(0);
    EXPECT_EQ(once.modelled(), 0U);
    expectSameTimes(once.result(), each.result());
}

TEST(ProgramPlay, AlikeLaunchesShareWhatWasSeenOfThem) {
    auto made = bumpingOften(6);
    std::get<Launch>(made->calls[9]).grid = {2, 1, 1}; // the third
    for (const bool traces : {true, false}) {
        PlaybackOptions options;
        options.traces = traces;
        Playback playback(device::openEmulated(), options);
        playback.show(made, false, 0);
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        const auto& launches = playback.result().launches;
        ASSERT_EQ(launches.size(), 6U);
        for (const std::size_t same : {1, 3, 4, 5})
            EXPECT_EQ(launches[same].observation, launches[0].observation) << same;
        EXPECT_NE(launches[2].observation, launches[0].observation);
        EXPECT_EQ(launches[2].observation->reports[0].blocksTotal, 2U);
        EXPECT_EQ(launches[0].observation->trace.empty(), !traces);
        EXPECT_EQ(launches[0].observation->uses.empty(), !traces);
        EXPECT_GT(launches[0].observation->reports[0].total().requests, 0U);
        EXPECT_TRUE(launchTime(launches[0]));
    }
}

TEST(ProgramPlay, OneThatIsStoppedGoesOn) {
    constexpr std::size_t kAll = 6000;
    const auto made = bumpingOften(kAll);
    PlaybackOptions options;
    options.looks = true;
    options.architectures = {model::findArchitecture("9.0")};
    Playback playback(device::openEmulated(), options);
    EXPECT_FALSE(playback.stop(true)) << "nothing is under way";
    playback.show(made, false, 0);
    playSome(playback, 10);
    ASSERT_TRUE(playback.stop(true));
    ASSERT_TRUE(playback.stopped());
    const std::size_t first = playback.stopped()->launches;
    EXPECT_GE(first, 10U);
    ASSERT_LT(first, kAll);
    EXPECT_EQ(playback.stopped()->of, kAll);
    EXPECT_LT(playback.stopped()->share, 1);
    EXPECT_EQ(playback.result().launches.size(), first);
    EXPECT_EQ(playback.result().missing, kAll - first);
    for (const LaunchResult& launch : playback.result().launches) ASSERT_TRUE(launch.observation);
    EXPECT_FALSE(playback.step(0)) << "it waits until it is to go on";
    EXPECT_TRUE(playback.idle());

    playback.goOn();
    playSome(playback, first + 10);
    ASSERT_TRUE(playback.stop(true));
    EXPECT_GT(playback.stopped()->launches, first);
    playback.goOn();
    ASSERT_TRUE(playback.step(0));
    ASSERT_EQ(playback.error(), "");
    EXPECT_FALSE(playback.stopped());
    const RunResult& whole = playback.result();
    ASSERT_EQ(whole.launches.size(), kAll);
    EXPECT_EQ(whole.missing, 0U);
    EXPECT_LT(playback.played(), kAll) << "what was played is not played again";
    EXPECT_EQ(whole.compared.reads, kAll);
    EXPECT_TRUE(whole.compared.differing.empty()) << "the memory is as it was";
    EXPECT_EQ(whole.values<int>("counter")[0], static_cast<int>(5 + kAll));
    for (const LaunchResult& launch : whole.launches) {
        ASSERT_TRUE(launch.observation);
        ASSERT_EQ(launch.observation->trace.size(), whole.launches[0].observation->trace.size());
    }
}

/// A lab's pictures know nothing of a part.
TEST(ProgramPlay, OfOneThatIsStoppedTheLastResultMayStay) {
    const auto made = bumpingOften(6000);
    Playback playback(device::openEmulated(), {});
    playback.show(made, false, 0);
    playSome(playback, 10);
    EXPECT_FALSE(playback.stop(false));
    EXPECT_TRUE(playback.stopped());
    EXPECT_FALSE(playback.hasResult());
    playback.goOn();
    ASSERT_TRUE(playback.step(0));
    EXPECT_EQ(playback.result().launches.size(), 6000U);
    EXPECT_TRUE(playback.result().compared.differing.empty());
    EXPECT_EQ(playback.result().values<int>("counter")[0], 6005);
}

TEST(ProgramPlay, WhatIsShownInsteadBeginsAtItsBeginning) {
    Playback playback(device::openEmulated(), {});
    playback.show(bumpingOften(6000), false, 0);
    playSome(playback, 10);
    ASSERT_TRUE(playback.stop(true));
    playback.show(bumpingOften(3), false, 0);
    playback.goOn();
    ASSERT_TRUE(playback.step(0));
    EXPECT_FALSE(playback.stopped());
    EXPECT_EQ(playback.result().launches.size(), 3U);
    EXPECT_EQ(playback.result().values<int>("counter")[0], 8);
}

/// Stores to 40 KiB of shared memory, under the name that a C++ compiler gives it.
constexpr const char* kHolder = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry _Z6holderv()
{
    .shared .align 4 .b8 tile[40960];
    .reg .b32 %r<2>;
    mov.u32 %r1, tile;
    st.shared.u32 [%r1], %r1;
    ret;
}
)";

TEST(ProgramPlay, SharedMemoryCountsWhateverALaunchIsCalled) {
    const auto latencyOf = [](std::string_view label) {
        auto made = std::make_shared<Recording>();
        made->modules.push_back(std::make_shared<const Module>(Module{"holder", "holder.cu", "", kHolder}));
        made->calls.emplace_back(Launch{.kernel = addText(*made, "_Z6holderv"),
                                        .label = addText(*made, label),
                                        .grid = {4096, 1, 1},
                                        .block = {32, 1, 1}});
        PlaybackOptions options;
        options.architectures = {model::findArchitecture("2.0")};
        Playback playback(device::openEmulated(), options);
        playback.show(made, false, 0);
        playback.step(0);
        EXPECT_EQ(playback.error(), "");
        const LaunchResult& launch = playback.result().launches.at(0);
        EXPECT_EQ(launch.kernel, "_Z6holderv");
        EXPECT_EQ(launch.observation->resources.sharedBytes, 40960U);
        EXPECT_EQ(launchTime(launch), nullptr) << "by what each part of the chip needs";
        for (const auto& part : modelledTime(launch, model::Cache::Cold).parts)
            if (part.name == "waiting") return part.seconds;
        ADD_FAILURE() << "no latency";
        return 0.0;
    };
    EXPECT_GT(latencyOf("holder"), 0);
    EXPECT_DOUBLE_EQ(latencyOf("holder"), latencyOf("_Z6holderv"));
}

/// Writes each block's rank in its cluster; blocks of up to 64 threads.
constexpr const char* kRanks = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry ranks(.param .u64 ranks_param_0)
.maxntid 64, 1, 1
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<3>;
    ld.param.u64 %rd1, [ranks_param_0];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %cluster_ctarank;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
}
)";

std::shared_ptr<Recording> ranking(const Launch& shape) {
    auto made = std::make_shared<Recording>();
    made->modules.push_back(std::make_shared<const Module>(Module{"ranks", "ranks.cu", "", kRanks}));
    made->contents.push_back(Contents::unspecified());
    const auto out = addObject(*made, {.setup = false, .bytes = 64}, "out");
    made->bytes.resize(8);
    made->arguments.push_back({.kind = Argument::Kind::Address, .bytes = {0, 8}});
    made->relocations.push_back({.object = out, .at = 0});
    made->calls.emplace_back(Allocate{out});
    Launch launch = shape;
    launch.kernel = launch.label = addText(*made, "ranks");
    launch.arguments = launch.relocations = {0, 1};
    made->calls.emplace_back(launch);
    made->calls.emplace_back(CopyOut{.object = out, .bytes = 64});
    return made;
}

TEST(ProgramPlay, AClusterIsThatOfTheLaunchAlsoFromAFile) {
    const auto made = ranking({.grid = {16, 1, 1}, .block = {32, 1, 1}, .cluster = {4, 1, 1}});
    const auto again = std::make_shared<Recording>(unpack(pack(*made), "ranks"));
    EXPECT_TRUE(made->calls == again->calls);
    EXPECT_EQ(textOf(*again, again->calls[1]),
              "cudaLaunchKernelExC(ranks, 16, 32, clusters of 4 blocks, {out}, 0, 0)");
    for (const std::uint64_t sampled : {0, 4}) {
        PlaybackOptions options;
        options.sampleAbove = sampled;
        Playback playback(device::openEmulated(), options);
        playback.show(again, false, 0);
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        const auto ranks = playback.result().values<int>("out");
        for (int block = 0; block < 16; ++block) EXPECT_EQ(ranks[block], block % 4);
        EXPECT_EQ(playback.result().launches.at(0).cluster, (model::Dim3{4, 1, 1}));
    }
}

TEST(ProgramPlay, ALaunchThatMayFailIsRefusedAsTheRuntimeRefusesIt) {
    const auto codeOf = [](const Launch& launch) {
        const auto made = ranking(launch);
        made->options.mayFail = true;
        return emulateCalls(*made, model::defaultArchitecture()).returns.at(1).code;
    };
    EXPECT_EQ(codeOf({.grid = {16, 1, 1}, .block = {64, 1, 1}, .cluster = {4, 1, 1}}), 0);
    EXPECT_EQ(codeOf({.grid = {16, 1, 1}, .block = {65, 1, 1}, .cluster = {4, 1, 1}}), 1)
        << "more threads than its bounds";
    EXPECT_EQ(codeOf({.grid = {14, 1, 1}, .block = {64, 1, 1}, .cluster = {4, 1, 1}}), 912)
        << "clusters that the grid is no multiple of";
    EXPECT_EQ(codeOf({.grid = {32, 1, 1}, .block = {64, 1, 1}, .cluster = {32, 1, 1}}), 912);
}

TEST(Playback, ClearForgetsAFailureAndAllThatItSaid) {
    auto large = std::make_shared<Recording>();
    large->contents.push_back(Contents::unspecified());
    addObject(*large, {.bytes = std::size_t{1} << 50}, "large");
    Playback playback(device::openEmulated(std::size_t{1} << 30), {});
    playback.show(large, false, 0);
    playback.step(0);
    EXPECT_NE(playback.error(), "");
    EXPECT_GT(playback.largestFit(), 0U);
    EXPECT_THROW(playback.throwError(), device::OutOfMemory);
    playback.clear();
    EXPECT_EQ(playback.error(), "");
    EXPECT_EQ(playback.largestFit(), 0U);
    EXPECT_NO_THROW(playback.throwError());
    EXPECT_TRUE(playback.idle());
    playback.show(bumping(6), false, 0);
    EXPECT_TRUE(playback.step(0));
    EXPECT_EQ(playback.error(), "");
}

} // namespace
} // namespace lanescope::session
