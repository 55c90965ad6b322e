// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

#include "device/cuda/streams.h"

#include <algorithm>

namespace lanescope::device::test {
namespace {

using model::StreamCommand;
using model::StreamProgram;
using Call = model::StreamCommandKind;

constexpr std::uint64_t kPart = std::uint64_t{8} << 20;
constexpr double kCopy = 160e-6; // about what such a copy takes on PCI Express 5.0

StreamProgram program(int streams, bool depthFirst, bool pageable, double fill = 1) {
    StreamProgram made{streams, {}, {}};
    const auto add = [&](Call call, int stream) {
        const bool copy = call != Call::Kernel;
        made.commands.push_back({call, stream, kCopy, copy ? kPart : 0, copy && pageable, copy ? 1 : fill});
    };
    constexpr std::array kSteps{Call::CopyIn, Call::Kernel, Call::CopyOut};
    if (depthFirst)
        for (int stream = 0; stream < streams; ++stream)
            for (const Call call : kSteps) add(call, stream);
    else
        for (const Call call : kSteps)
            for (int stream = 0; stream < streams; ++stream) add(call, stream);
    return made;
}

StreamBench& bench() {
    static StreamBench one(makeDevice()->info());
    return one;
}

/// Everything ran, in order within each stream, copies of a direction one at a time.
void expectInOrder(const StreamMeasurement& measured) {
    const auto& commands = measured.program.commands;
    ASSERT_EQ(measured.schedule.commands.size(), commands.size());
    EXPECT_GE(measured.repetitions, 1);
    EXPECT_FALSE(measured.device.empty());
    constexpr double kClock = 20e-6; // host's and device's clocks, and steps of events
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const model::ScheduledCommand& mine = measured.schedule.commands[i];
        EXPECT_LE(mine.issued, mine.returned);
        EXPECT_LE(mine.start, mine.end);
        EXPECT_GE(mine.end, mine.issued - kClock);
        EXPECT_LE(mine.end, measured.schedule.seconds);
        for (std::size_t k = 0; k < i; ++k) {
            const model::ScheduledCommand& before = measured.schedule.commands[k];
            const bool implicit = model::synchronizesImplicitly(commands[i].kind) ||
                                  model::synchronizesImplicitly(commands[k].kind);
            const bool query = commands[i].kind == Call::StreamQuery || commands[k].kind == Call::StreamQuery;
            if (!implicit && !query && commands[k].stream == commands[i].stream) {
                EXPECT_GE(mine.start, before.end - kClock) << k << ", " << i;
            }
            const bool copies = mine.engine == before.engine && mine.engine != model::Engine::Compute &&
                                mine.engine != model::Engine::Host;
            if (copies) {
                EXPECT_TRUE(mine.start >= before.end || before.start >= mine.end) << k << ", " << i;
            }
        }
        if (commands[i].kind == Call::Kernel) {
            // The rounds were chosen for this time when the kernel is alone.
            EXPECT_GT(mine.end - mine.start, commands[i].seconds * 0.5);
        }
    }
}

TEST(StreamBench, PageLockedMemoryOverlapsInEitherOrder) {
    for (const bool depthFirst : {true, false}) {
        const StreamMeasurement measured = bench().measure(program(4, depthFirst, false));
        expectInOrder(measured);
        EXPECT_LT(measured.schedule.seconds, 0.9 * measured.serialSeconds);
        EXPECT_GT(measured.schedule.overlap(), 0.3 * measured.schedule.seconds);
        // All of it again in one stream takes at least its copies.
        EXPECT_GT(measured.serialSeconds, 8 * static_cast<double>(kPart) / 64e9);
        std::printf("%s: %.1f us, one stream %.1f us, overlap %.1f us\n", depthFirst ? "depth" : "breadth",
                    measured.schedule.seconds * 1e6, measured.serialSeconds * 1e6,
                    measured.schedule.overlap() * 1e6);
    }
}

TEST(StreamBench, PageableMemoryDoesNotOverlap) {
    const StreamMeasurement measured = bench().measure(program(4, true, true));
    expectInOrder(measured);
    EXPECT_GT(measured.schedule.seconds, 0.9 * measured.serialSeconds);
    EXPECT_LT(measured.schedule.overlap(), 0.1 * measured.schedule.seconds);
    // The host's call lasts as long as the copy out.
    const model::ScheduledCommand& out = measured.schedule.commands[2];
    EXPECT_GT(out.returned - out.issued, 0.5 * (out.end - out.start));
}

TEST(StreamBench, OneStreamIsSerial) {
    const StreamMeasurement measured = bench().measure(program(1, true, false));
    expectInOrder(measured);
    EXPECT_NEAR(measured.schedule.seconds, measured.serialSeconds, 0.15 * measured.serialSeconds);
}

TEST(StreamBench, KernelsThatLeaveRoomRunTogether) {
    StreamProgram kernels{4, {}, {}};
    for (int stream = 0; stream < 4; ++stream)
        kernels.commands.push_back({Call::CopyIn, stream, 20e-6, 1 << 20});
    for (int stream = 0; stream < 4; ++stream)
        kernels.commands.push_back({Call::Kernel, stream, 2e-3, 0, false, 0.125});
    const StreamMeasurement measured = bench().measure(kernels);
    const auto& ran = measured.schedule.commands;
    EXPECT_LT(ran[7].start, ran[4].end - 1e-3); // the last began while the first ran
    EXPECT_LT(measured.schedule.seconds, 0.5 * measured.serialSeconds);
}

TEST(StreamBench, AnEventHoldsBackTheOtherStreamsKernel) {
    StreamProgram made{2, {}, {}};
    for (int stream = 0; stream < 2; ++stream)
        made.commands.push_back({Call::CopyIn, stream, 20e-6, 1 << 20});
    made.commands.push_back({Call::Kernel, 0, 1e-3, 0, false, 0.125});
    made.commands.push_back({Call::EventRecord, 0, 0, 0, false, 1, 0});
    made.commands.push_back({Call::EventWait, 1, 0, 0, false, 1, 0});
    made.commands.push_back({Call::Kernel, 1, 1e-3, 0, false, 0.125});
    const auto& ran = bench().measure(made).schedule.commands;
    EXPECT_GE(ran[5].start, ran[2].end - 20e-6);
}

TEST(StreamBench, TheDefaultStreamSeparatesTheOthers) {
    for (const Call call : {Call::DefaultKernel, Call::DeviceMemset, Call::CopyWithin}) {
        StreamProgram made{2, {}, {}};
        for (int stream = 0; stream < 2; ++stream)
            made.commands.push_back({Call::CopyIn, stream, 20e-6, 1 << 20});
        made.commands.push_back({Call::Kernel, 0, 1e-3, 0, false, 0.125});
        made.commands.push_back({call, 0, 10e-6});
        made.commands.push_back({Call::Kernel, 1, 1e-3, 0, false, 0.125});
        const auto& ran = bench().measure(made).schedule.commands;
        EXPECT_GE(ran[4].start, ran[2].end - 20e-6) << model::nameOf(call);
    }
}

TEST(StreamBench, AHostFunctionRunsBehindItsStream) {
    StreamProgram made = program(2, true, false);
    made.commands.push_back({Call::HostFunction, 0, 200e-6});
    made.commands.push_back({Call::HostFunction, 1, 200e-6});
    const StreamMeasurement measured = bench().measure(made);
    expectInOrder(measured);
    EXPECT_GE(measured.schedule.commands[6].end - measured.schedule.commands[6].start, 150e-6);
}

TEST(StreamBench, EveryOtherCallRuns) {
    for (const Call call :
         {Call::PageLockedMalloc, Call::DeviceMalloc, Call::CacheSwitch, Call::StreamQuery}) {
        StreamProgram made = program(2, true, false);
        made.priorities = {0, -1};
        made.commands.insert(made.commands.begin() + 3, {call, 0, 10e-6});
        expectInOrder(bench().measure(made));
    }
}

TEST(StreamBench, ProgramsItCannotTimeAreRefused) {
    EXPECT_THROW(bench().measure({1, {}, {{Call::Kernel, 0, 1e-3}}}), Error);
    EXPECT_THROW(bench().measure({1, {}, {{Call::CopyIn, 0, 1e-3, kMostStreamBytes + 1}}}), Error);
}

} // namespace
} // namespace lanescope::device::test
