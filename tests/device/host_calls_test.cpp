// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The CUDA runtime's rules for errors, as the emulated device plays them. What is expected was measured: the
// same calls, made by `lanescope calls errors` on an H200 (CUDA 13.0), returned these codes.
#include "device/host_calls.h"

#include "device/device.h"

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

const model::Architecture& architecture(const char* name = "9.0") {
    return *model::findArchitecture(name);
}

struct Codes {
    std::vector<int> returned, last;
};
Codes codesOf(const HostProgram& program, const char* name = "9.0") {
    Codes codes;
    const HostStory story = emulateCalls(program, architecture(name));
    EXPECT_TRUE(story.emulated);
    EXPECT_EQ(story.ended, "");
    for (const HostReturn& each : story.returns) {
        codes.returned.push_back(each.code);
        codes.last.push_back(each.lastCode);
    }
    return codes;
}

/// A kernel that reads through a null pointer, and calls after it.
HostProgram nullPointer(bool synchronize) {
    HostProgram p;
    p.allocate("out", 512);
    p.launch("errors.addNextInside", {2, 1, 1}, {64, 1, 1}, 0, NullPointer{}, BufferName{"out"}, 1);
    p.lastError();
    if (synchronize) p.synchronize();
    p.allocate("numbers", 512);
    p.launch("errors.number", {2, 1, 1}, {64, 1, 1}, 0, BufferName{"numbers"}, 128);
    p.copyOut("numbers", 512);
    p.lastError();
    p.lastError();
    p.free("out");
    return p;
}

TEST(EmulatedCalls, AKernelsFaultSurfacesAtTheCallThatWaits) {
    const Codes codes = codesOf(nullPointer(false));
    EXPECT_EQ(codes.returned, (std::vector<int>{0, 0, 0, 0, 0, 700, 700, 0, 700}));
    EXPECT_EQ(codes.last, (std::vector<int>{0, 0, 0, 0, 0, 700, 0, 0, 700}));
}

TEST(EmulatedCalls, AfterAFaultAQueuedKernelDoesNotRun) {
    const HostStory story = emulateCalls(nullPointer(false), architecture());
    EXPECT_EQ(story.returns[4].code, 0);
    EXPECT_EQ(story.returns[4].note, "it never runs: the kernel before it fails");
}

TEST(EmulatedCalls, AfterIt_EveryCallFailsThoughAskingClearsTheVariable) {
    const Codes codes = codesOf(nullPointer(true));
    EXPECT_EQ(codes.returned, (std::vector<int>{0, 0, 0, 700, 700, 700, 700, 700, 0, 700}));
    EXPECT_EQ(codes.last, (std::vector<int>{0, 0, 0, 700, 700, 700, 700, 0, 0, 700}));
}

TEST(EmulatedCalls, ARefusedLaunchIsForgottenWhenItWasAskedFor) {
    HostProgram p;
    p.allocate("out", 1024);
    p.launch("errors.numberInShared", {1, 1, 1}, {256, 1, 1}, 65536, BufferName{"out"}, 256);
    p.peekError().lastError().lastError().copyOut("out", 1024).free("out");
    p.launch("errors.number", {1, 1, 1}, {1536, 1, 1}, 0, NullPointer{}, 256).lastError();
    const Codes codes = codesOf(p);
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
}

TEST(EmulatedCalls, AReadPastTheEndIsNoticedOnlyFarAway) {
    const auto codes = [](int ahead) {
        HostProgram p;
        p.allocate("out", 512).allocate("in", 512).copyIn("in", std::vector<int>(128, 1));
        p.launch("errors.addNext", {2, 1, 1}, {64, 1, 1}, 0, BufferName{"in"}, BufferName{"out"}, ahead);
        return codesOf(p.copyOut("out", 512)).returned;
    };
    for (const int ahead : {1, 128, 1 << 18}) EXPECT_EQ(codes(ahead).back(), 0) << ahead;
    EXPECT_EQ(codes(1 << 26).back(), 700);
}

TEST(EmulatedCalls, ACopyBeyondItsArrayIsRefusedAndNoMore) {
    HostProgram p;
    p.allocate("out", 64).clear("out", 65).clear("out", 64).copyIn("out", std::vector<char>(65));
    p.copyIn("out", std::vector<char>(64, 'a')).copyOut("out", 65).lastError().copyOut("out", 64);
    EXPECT_EQ(codesOf(p).returned, (std::vector<int>{0, 1, 0, 1, 0, 1, 1, 0}));
    EXPECT_EQ(emulateCalls(p, architecture()).values<char>(), std::vector<char>(64, 'a'));
}

TEST(EmulatedCalls, WhatWasAllocatedIsFreedInThatOrder) {
    HostProgram p;
    p.allocate("in", 4).allocate("out", 4).freeAll();
    ASSERT_EQ(p.calls().size(), 4U);
    EXPECT_EQ(p.calls()[2].text, "cudaFree(in)");
    EXPECT_EQ(p.calls()[3].text, "cudaFree(out)");
}

TEST(EmulatedCalls, AProgramIsWrittenAsItWouldStandInTheSource) {
    HostProgram p;
    p.allocate("in", 256).launch("errors.addNext", {2, 3, 1}, {64, 1, 1}, 128, BufferName{"in"},
                                 NullPointer{}, 7);
    EXPECT_EQ(p.calls()[0].text, "cudaMalloc(&in, 256)");
    EXPECT_EQ(p.calls()[1].text, "addNext<<<dim3(2, 3), 64, 128>>>(in, nullptr, 7)");
}

TEST(EmulatedCalls, AKernelThatIsNotThereIsAnErrorOfTheProgram) {
    HostProgram p;
    p.launch("errors.nothing", {1, 1, 1}, {1, 1, 1}, 0);
    EXPECT_THROW(emulateCalls(p, architecture()), Error);
    HostProgram q;
    q.launch("nothing.at", {1, 1, 1}, {1, 1, 1}, 0);
    EXPECT_THROW(emulateCalls(q, architecture()), Error);
}

} // namespace
} // namespace lanescope::device
