// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The CUDA runtime's rules for errors, as the emulated device plays them. What is expected was measured: the
// same calls, made by `lanescope calls errors` on an H200 (CUDA 13.0), returned these codes.
#include "device/device.h"
#include "device/kernel_library.h"
#include "model/launch_limits.h"
#include "recording/recorder.h"
#include "session/calls.h"
#include "session/playback.h"
#include "session/timing.h"

#include <gtest/gtest.h>

namespace lanescope::session {
namespace {

using device::CallReturn;
using device::CallReturns;
using device::Error;
using model::launchRefusal;
using recording::Buffer;
using recording::NullPointer;
using recording::Recorder;
using recording::Recording;

const model::Architecture& architecture(const char* name = "9.0") {
    return *model::findArchitecture(name);
}

/// What a function records.
template<class F>
Recording recorded(F&& record) {
    Recording made;
    const recording::ModuleFinder kernels = device::findKernelFile;
    Recorder recorder(made, kernels, architecture());
    record(recorder);
    return made;
}

struct Codes {
    std::vector<int> returned, last;
};
Codes codesOf(const Recording& program, const char* name = "9.0") {
    Codes codes;
    const CallReturns answers = emulateCalls(program, architecture(name));
    EXPECT_TRUE(answers.emulated);
    EXPECT_EQ(answers.ended, "");
    for (const CallReturn& each : answers.returns) {
        codes.returned.push_back(each.code);
        codes.last.push_back(each.lastCode);
    }
    return codes;
}

/// A kernel that reads through a null pointer, and calls after it.
Recording nullPointer(bool synchronize) {
    return recorded([&](Recorder& p) {
        const Buffer out = p.allocate("out", 512);
        p.launch("errors.addNextInside", {2, 1, 1}, {64, 1, 1}, 0, NullPointer{}, out, 1);
        p.queryError(true);
        if (synchronize) p.synchronize();
        const Buffer numbers = p.allocate("numbers", 512);
        p.launch("errors.number", {2, 1, 1}, {64, 1, 1}, 0, numbers, 128);
        p.copyOut(numbers, 512);
        p.queryError(true);
        p.queryError(true);
        p.free(out);
    });
}

/// A launch of so many threads a block, in a program whose calls may fail.
std::vector<std::string> refusalsOf(std::uint32_t threads, std::vector<const char*> names) {
    auto made = std::make_shared<Recording>(recorded([&](Recorder& p) {
        const Buffer numbers = p.allocate("numbers", 512);
        p.launch("errors.number", {2, 1, 1}, {threads, 1, 1}, 0, numbers, 128);
        p.queryError(true);
    }));
    made->options.mayFail = true;
    PlaybackOptions options;
    for (const char* name : names) options.architectures.push_back(&architecture(name));
    Playback playback(device::openEmulated(), options);
    playback.show(made, false, 0);
    playback.step(0);
    EXPECT_EQ(playback.error(), "");
    std::vector<std::string> all;
    if (playback.result().launches.empty()) return all;
    for (std::size_t i = 0; i < names.size(); ++i)
        all.push_back(playback.result().launches.front().refusedOn(i));
    return all;
}

TEST(EmulatedCalls, EachOfSeveralArchitecturesRefusesForAReasonOfItsOwn) {
    const auto both = refusalsOf(2048, {"1.0", "9.0"});
    ASSERT_EQ(both.size(), 2U);
    EXPECT_NE(both[0].find("CC 1.0 takes at most 512"), std::string::npos) << both[0];
    EXPECT_NE(both[1].find("CC 9.0 takes at most 1024"), std::string::npos) << both[1];
    // The first is the device: what it refuses did not run, on whichever it would have.
    const auto first = refusalsOf(1024, {"1.0", "9.0"});
    ASSERT_EQ(first.size(), 2U);
    EXPECT_NE(first[0].find("CC 1.0 takes at most 512"), std::string::npos) << first[0];
    EXPECT_NE(first[1].find("CC 9.0 takes it, but what was played is what CC 1.0 does"), std::string::npos)
        << first[1];
    const auto second = refusalsOf(1024, {"9.0", "1.0"});
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0], "");
    EXPECT_NE(second[1].find("CC 1.0 takes at most 512"), std::string::npos) << second[1];
}

/// What the program's runtime knew more of a fault, which a play cannot know, stands in it.
TEST(EmulatedCalls, AFaultHasWhatTheRuntimeKnewOfIt) {
    auto made = std::make_shared<Recording>(nullPointer(true));
    made->options.mayFail = true;
    constexpr std::string_view kNote = "the address was freed at main.cu:12";
    made->faultNote = {static_cast<std::uint32_t>(made->text.size()), kNote.size()};
    made->text += kNote;
    Playback playback(device::openEmulated(), {});
    playback.show(made, false, 0);
    playback.step(0);
    ASSERT_EQ(playback.error(), "");
    const auto& fault = playback.result().launches.front().fault;
    ASSERT_TRUE(fault);
    EXPECT_TRUE(std::string(fault->what()).ends_with("; the address was freed at main.cu:12"))
        << fault->what();
    EXPECT_TRUE(fault->said.ends_with("; the address was freed at main.cu:12")) << fault->said;
}

TEST(EmulatedCalls, AKernelsFaultSurfacesAtTheCallThatWaits) {
    const Codes codes = codesOf(nullPointer(false));
    EXPECT_EQ(codes.returned, (std::vector<int>{0, 0, 0, 0, 0, 700, 700, 0, 700}));
    EXPECT_EQ(codes.last, (std::vector<int>{0, 0, 0, 0, 0, 700, 0, 0, 700}));
}

TEST(EmulatedCalls, AfterAFaultAQueuedKernelDoesNotRun) {
    const CallReturns answers = emulateCalls(nullPointer(false), architecture());
    EXPECT_EQ(answers.returns[4].code, 0);
    EXPECT_EQ(answers.returns[4].note, "it never runs: the kernel before it fails");
}

TEST(EmulatedCalls, AfterIt_EveryCallFailsThoughAskingClearsTheVariable) {
    const Codes codes = codesOf(nullPointer(true));
    EXPECT_EQ(codes.returned, (std::vector<int>{0, 0, 0, 700, 700, 700, 700, 700, 0, 700}));
    EXPECT_EQ(codes.last, (std::vector<int>{0, 0, 0, 700, 700, 700, 700, 0, 0, 700}));
}

TEST(EmulatedCalls, ARefusedLaunchIsForgottenWhenItWasAskedFor) {
    const Codes codes = codesOf(recorded([](Recorder& p) {
        const Buffer out = p.allocate("out", 1024);
        p.launch("errors.numberInShared", {1, 1, 1}, {256, 1, 1}, 65536, out, 256);
        p.queryError(false);
        p.queryError(true);
        p.queryError(true);
        p.copyOut(out, 1024);
        p.free(out);
        p.launch("errors.number", {1, 1, 1}, {1536, 1, 1}, 0, NullPointer{}, 256);
        p.queryError(true);
    }));
    EXPECT_EQ(codes.returned, (std::vector<int>{0, 1, 1, 1, 0, 0, 0, 1, 1}));
    EXPECT_EQ(codes.last, (std::vector<int>{0, 1, 1, 0, 0, 0, 0, 1, 0}));
}

TEST(EmulatedCalls, ALaunchHasTheLimitsOfItsArchitecture) {
    const auto refused = [](const char* name, std::uint32_t threads, std::uint32_t shared) {
        return !launchRefusal(architecture(name), {1, 1, 1}, {threads, 1, 1}, shared).empty();
    };
    // CUDA C++ Programming Guide, technical specifications per compute capability
    EXPECT_FALSE(refused("1.3", 512, 16 * 1024));
    EXPECT_TRUE(refused("1.3", 513, 0));
    EXPECT_TRUE(refused("1.3", 32, 16 * 1024 + 1));
    EXPECT_FALSE(refused("2.0", 1024, 48 * 1024));
    EXPECT_TRUE(refused("9.0", 1025, 0));
    EXPECT_TRUE(refused("9.0", 32, 48 * 1024 + 1));
    EXPECT_TRUE(refused("9.0", 0, 0));
    const auto refusal = [](const char* name, model::Dim3 grid, model::Dim3 block) {
        return launchRefusal(architecture(name), grid, block, 0);
    };
    EXPECT_EQ(refusal("9.0", {65536, 65535, 65535}, {1024, 1, 1}), "");
    EXPECT_EQ(refusal("9.0", {1, 65536, 1}, {32, 1, 1}),
              "a grid of 1 x 65536 blocks: CC 9.0 takes at most 65535 in y");
    EXPECT_EQ(refusal("9.0", {1, 1, 1}, {1, 1, 65}),
              "a block of 1 x 1 x 65 threads: CC 9.0 takes at most 64 in z");
    EXPECT_EQ(refusal("2.0", {65536, 1, 1}, {32, 1, 1}),
              "a grid of 65536 blocks: CC 2.0 takes at most 65535 in x");
    EXPECT_EQ(refusal("1.3", {1, 1, 2}, {32, 1, 1}),
              "a grid of 1 x 1 x 2 blocks: CC 1.3 takes at most 1 in z");
}

TEST(EmulatedCalls, AnEmptyGridOrBlockIsRefusedAndLookedAtAsNothing) {
    const auto made = std::make_shared<Recording>(recorded([](Recorder& p) {
        const Buffer out = p.allocate("out", 1024);
        for (const bool ofBlock : {false, true})
            for (const model::Dim3 empty :
                 {model::Dim3{0, 1, 1}, model::Dim3{1, 0, 1}, model::Dim3{1, 1, 0}, model::Dim3{0, 0, 0}})
                p.launch("errors.number", ofBlock ? model::Dim3{2, 1, 1} : empty,
                         ofBlock ? empty : model::Dim3{32, 1, 1}, 0, out, 256);
        p.launch("errors.number", {1, 1, 1}, {32, 1, 1}, 0, out, 256);
    }));
    made->options.mayFail = true;
    made->options.instructions = true;
    const std::vector<const model::Architecture*> two{&architecture("H200"), &architecture("1.3")};
    for (const bool checks : {false, true}) {
        Playback playback(device::openEmulated(), {.architectures = two, .checks = checks});
        playback.show(made, false, 0);
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        const std::vector<LaunchResult>& launches = playback.result().launches;
        ASSERT_EQ(launches.size(), 9U);
        for (std::size_t i = 0; i < 8; ++i) {
            EXPECT_TRUE(launches[i].refused.starts_with(i < 4 ? "an empty grid, of " : "an empty block, of "))
                << launches[i].refused;
            ASSERT_TRUE(launches[i].observation);
            ASSERT_EQ(launches[i].observation->reports.size(), two.size());
            for (std::size_t k = 0; k < two.size(); ++k) {
                const model::Report& report = launches[i].observation->reports[k];
                EXPECT_EQ(report.architecture, two[k]);
                EXPECT_EQ(report.total(), model::Counts{});
                EXPECT_EQ(report.blocksRun, 0U);
                EXPECT_EQ(launchTime(launches[i], k), nullptr);
                EXPECT_EQ(modelledTime(launches[i], model::Cache::Cold, k).seconds, 0);
            }
        }
        EXPECT_EQ(launches[8].refused, "");
        EXPECT_EQ(launches[8].observation->reports[0].total().requests, 1U);
    }
}

TEST(EmulatedCalls, AReadPastTheEndIsNoticedOnlyFarAway) {
    const auto codes = [](int ahead) {
        return codesOf(recorded([ahead](Recorder& p) {
                   const Buffer out = p.allocate("out", 512), in = p.allocate("in", 512);
                   p.copyIn(in, std::vector<int>(128, 1));
                   p.launch("errors.addNext", {2, 1, 1}, {64, 1, 1}, 0, in, out, ahead);
                   p.copyOut(out, 512);
               }))
            .returned;
    };
    for (const int ahead : {1, 128, 1 << 18}) EXPECT_EQ(codes(ahead).back(), 0) << ahead;
    EXPECT_EQ(codes(1 << 26).back(), 700);
}

TEST(EmulatedCalls, ACopyBeyondItsArrayIsRefusedAndNoMore) {
    const Recording p = recorded([](Recorder& r) {
        const Buffer out = r.allocate("out", 64);
        r.clear(out, 65);
        r.clear(out, 64);
        r.copyIn(out, std::vector<char>(65));
        r.copyIn(out, std::vector<char>(64, 'a'));
        r.copyOut(out, 65);
        r.queryError(true);
        r.copyOut(out, 64);
    });
    EXPECT_EQ(codesOf(p).returned, (std::vector<int>{0, 1, 0, 1, 0, 1, 1, 0}));
    EXPECT_EQ(emulateCalls(p, architecture()).values<char>(), std::vector<char>(64, 'a'));
}

TEST(EmulatedCalls, WhatWasAllocatedIsFreedInThatOrder) {
    const Recording p = recorded([](Recorder& r) {
        r.allocate("in", 4);
        const Buffer freed = r.allocate("freed", 4);
        r.allocate("out", 4);
        r.free(freed);
        r.freeAll();
    });
    ASSERT_EQ(p.calls.size(), 6U);
    EXPECT_EQ(textOf(p, p.calls[4]), "cudaFree(in)");
    EXPECT_EQ(textOf(p, p.calls[5]), "cudaFree(out)");
}

TEST(EmulatedCalls, AProgramIsWrittenAsItWouldStandInTheSource) {
    const Recording p = recorded([](Recorder& r) {
        const Buffer in = r.allocate("in", 256);
        r.launch("errors.addNext", {2, 3, 1}, {64, 1, 1}, 128, in, NullPointer{}, 7);
    });
    EXPECT_EQ(textOf(p, p.calls[0]), "cudaMalloc(&in, 256)");
    EXPECT_EQ(textOf(p, p.calls[1]), "addNext<<<dim3(2, 3), 64, 128>>>(in, nullptr, 7)");
}

TEST(EmulatedCalls, AKernelThatIsNotThereIsAnErrorOfTheProgram) {
    const Recording p = recorded([](Recorder& r) { r.launch("errors.nothing", {1, 1, 1}, {1, 1, 1}, 0); });
    EXPECT_THROW(emulateCalls(p, architecture()), Error);
}

} // namespace
} // namespace lanescope::session
