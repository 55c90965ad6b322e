// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

#include "device/cuda/streams.h"
#include "recording/recorder.h"
#include "recording/stream_calls.h"

#include <algorithm>
#include <functional>

namespace lanescope::device::test {
namespace {

using model::TransferMemory;
using recording::Buffer;
using recording::Recorder;
using recording::Recording;
using recording::Stream;
using Kind = model::StreamTaskKind;

constexpr std::uint64_t kPart = std::uint64_t{8} << 20;
constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;

/// What a test records, with an array at either end that has a part for each stream.
struct Program {
    explicit Program(int streams, TransferMemory end = TransferMemory::PageLocked, int lastPriority = 0)
        : recorder(*made, finder, model::defaultArchitecture()), memory(end),
          in(recorder.buffer("in", kPart * static_cast<std::uint64_t>(streams))),
          out(recorder.buffer("out", kPart * static_cast<std::uint64_t>(streams))) {
        for (int i = 0; i < streams; ++i) own.push_back(recorder.stream(i + 1 == streams ? lastPriority : 0));
    }

    std::uint64_t start(std::size_t stream) const { return kPart * stream; }
    void go(std::size_t stream) { recorder.in(own[stream]); }
    void copyIn(std::size_t stream, std::uint64_t bytes = kPart) {
        go(stream);
        recorder.copyIn(in.at(start(stream)), bytes, {}, memory);
    }
    void copyOut(std::size_t stream) {
        go(stream);
        recorder.copyOut(out.at(start(stream)), kPart, memory);
    }
    void kernel(std::size_t stream, double seconds = 160e-6, double fill = 1) {
        go(stream);
        launch(stream, {.bytes = kPart, .seconds = seconds, .fill = fill});
    }
    void defaultKernel() {
        recorder.in({});
        launch(0, {.bytes = kSmall, .seconds = 10e-6});
    }
    void launch(std::size_t stream, recording::Pace pace) {
        recorder.launch("streams.process", {8, 1, 1}, {256, 1, 1}, 0, out.at(start(stream)),
                        in.at(start(stream)), 2048, 4);
        pace.countArgument = 2;
        pace.roundsArgument = 3;
        recorder.pace(pace, "streams.processTimed");
    }

    const recording::ModuleFinder finder = findKernelFile;
    std::shared_ptr<Recording> made = std::make_shared<Recording>();
    Recorder recorder;
    TransferMemory memory;
    Buffer in, out;
    std::vector<Stream> own;
};

/// Copy in, kernel, copy out of each part.
std::unique_ptr<Program> program(std::size_t streams, bool depthFirst,
                                 TransferMemory memory = TransferMemory::PageLocked,
                                 const std::function<void(Program&)>& behindFirst = {}) {
    auto made = std::make_unique<Program>(static_cast<int>(streams), memory, -1);
    if (depthFirst) {
        for (std::size_t stream = 0; stream < streams; ++stream) {
            made->copyIn(stream);
            made->kernel(stream);
            made->copyOut(stream);
            if (stream == 0 && behindFirst) behindFirst(*made);
        }
        return made;
    }
    for (std::size_t stream = 0; stream < streams; ++stream) made->copyIn(stream);
    for (std::size_t stream = 0; stream < streams; ++stream) made->kernel(stream);
    for (std::size_t stream = 0; stream < streams; ++stream) made->copyOut(stream);
    return made;
}

StreamMeasurement measured(const Program& program) {
    static StreamBench bench(makeDevice()->info());
    return bench.measure(program.made);
}

std::vector<model::StreamTask> commandsOf(const StreamMeasurement& measured) {
    return recording::streamCallsOf(*measured.recording).program.commands;
}

/// Everything ran, in order within each stream, copies of a direction one at a time.
void expectInOrder(const StreamMeasurement& measured) {
    const auto commands = commandsOf(measured);
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
            const bool implicit =
                model::synchronizesImplicitly(commands[i]) || model::synchronizesImplicitly(commands[k]);
            const bool query = commands[i].kind == Kind::StreamQuery || commands[k].kind == Kind::StreamQuery;
            if (!implicit && !query && commands[k].stream == commands[i].stream) {
                EXPECT_GE(mine.start, before.end - kClock) << k << ", " << i;
            }
            const bool copies = mine.engine == before.engine && mine.engine != model::Engine::Compute &&
                                mine.engine != model::Engine::Host;
            if (copies) {
                EXPECT_TRUE(mine.start >= before.end || before.start >= mine.end) << k << ", " << i;
            }
        }
        if (commands[i].kind == Kind::Kernel) {
            // The rounds were chosen for this time when the kernel is alone.
            const auto& call =
                measured.recording->calls[recording::streamCallsOf(*measured.recording).calls[i]];
            EXPECT_GT(mine.end - mine.start, std::get<recording::Launch>(call).pace.seconds * 0.5);
        }
    }
}

TEST(StreamBench, PageLockedMemoryOverlapsInEitherOrder) {
    for (const bool depthFirst : {true, false}) {
        const StreamMeasurement ran = measured(*program(4, depthFirst));
        expectInOrder(ran);
        EXPECT_LT(ran.schedule.seconds, 0.9 * ran.serialSeconds);
        EXPECT_GT(ran.schedule.overlap(), 0.3 * ran.schedule.seconds);
        // All of it again in one stream takes at least its copies.
        EXPECT_GT(ran.serialSeconds, 8 * static_cast<double>(kPart) / 64e9);
        std::printf("%s: %.1f us, one stream %.1f us, overlap %.1f us\n", depthFirst ? "depth" : "breadth",
                    ran.schedule.seconds * 1e6, ran.serialSeconds * 1e6, ran.schedule.overlap() * 1e6);
    }
}

TEST(StreamBench, PageableMemoryDoesNotOverlap) {
    const StreamMeasurement ran = measured(*program(4, true, TransferMemory::Pageable));
    expectInOrder(ran);
    EXPECT_GT(ran.schedule.seconds, 0.9 * ran.serialSeconds);
    EXPECT_LT(ran.schedule.overlap(), 0.1 * ran.schedule.seconds);
    // The host's call lasts as long as the copy out.
    const model::ScheduledCommand& out = ran.schedule.commands[2];
    EXPECT_GT(out.returned - out.issued, 0.5 * (out.end - out.start));
}

TEST(StreamBench, OneStreamIsSerial) {
    const StreamMeasurement ran = measured(*program(1, true));
    expectInOrder(ran);
    EXPECT_NEAR(ran.schedule.seconds, ran.serialSeconds, 0.15 * ran.serialSeconds);
}

TEST(StreamBench, KernelsThatLeaveRoomRunTogether) {
    Program kernels(4);
    for (std::size_t stream = 0; stream < 4; ++stream) kernels.copyIn(stream, kSmall);
    for (std::size_t stream = 0; stream < 4; ++stream) kernels.kernel(stream, 2e-3, 0.125);
    const StreamMeasurement all = measured(kernels);
    const auto& ran = all.schedule.commands;
    EXPECT_LT(ran[7].start, ran[4].end - 1e-3); // the last began while the first ran
    EXPECT_LT(all.schedule.seconds, 0.5 * all.serialSeconds);
}

TEST(StreamBench, AnEventHoldsBackTheOtherStreamsKernel) {
    Program made(2);
    for (std::size_t stream = 0; stream < 2; ++stream) made.copyIn(stream, kSmall);
    made.kernel(0, 1e-3, 0.125);
    const recording::Event computed = made.recorder.recordEvent();
    made.go(1);
    made.recorder.waitEvent(computed);
    made.kernel(1, 1e-3, 0.125);
    const auto ran = measured(made).schedule.commands;
    EXPECT_GE(ran[5].start, ran[2].end - 20e-6);
}

TEST(StreamBench, TheDefaultStreamSeparatesTheOthers) {
    const std::vector<std::function<void(Program&)>> calls{
        [](Program& made) { made.defaultKernel(); },
        [](Program& made) {
            made.recorder.in({});
            made.recorder.clear(made.out, kSmall);
        },
        [](Program& made) {
            made.recorder.in({});
            made.recorder.copyWithin(made.out.at(kSmall), made.out, kSmall);
        },
        [](Program& made) {
            made.recorder.in({});
            made.recorder.copyIn(made.out, kSmall, {}, TransferMemory::PageLocked);
        },
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        Program made(2);
        for (std::size_t stream = 0; stream < 2; ++stream) made.copyIn(stream, kSmall);
        made.kernel(0, 1e-3, 0.125);
        calls[i](made);
        made.kernel(1, 1e-3, 0.125);
        const auto ran = measured(made).schedule.commands;
        EXPECT_GE(ran[4].start, ran[2].end - 20e-6) << i;
    }
}

TEST(StreamBench, AHostFunctionRunsBehindItsStream) {
    const auto made = program(2, true);
    for (std::size_t stream = 0; stream < 2; ++stream) {
        made->go(stream);
        made->recorder.hostFunction(200e-6);
    }
    const StreamMeasurement ran = measured(*made);
    expectInOrder(ran);
    EXPECT_GE(ran.schedule.commands[6].end - ran.schedule.commands[6].start, 150e-6);
}

TEST(StreamBench, AHostThatWaitsIssuesNothing) {
    Program made(2);
    made.kernel(0, 1e-3, 0.125);
    made.recorder.synchronize(made.own[0]);
    made.kernel(1, 1e-3, 0.125);
    const auto ran = measured(made).schedule.commands;
    EXPECT_GE(ran[2].issued, ran[0].end - 20e-6);
}

TEST(StreamBench, EveryOtherCallRuns) {
    const std::vector<std::function<void(Program&)>> calls{
        [](Program& made) { made.recorder.allocateHost(1 << 16); },
        [](Program& made) { made.recorder.allocate("fresh", kSmall); },
        [](Program& made) { made.recorder.preferL1(); },
        [](Program& made) { made.recorder.queryStream(); },
    };
    for (const auto& call : calls)
        expectInOrder(measured(*program(2, true, TransferMemory::PageLocked, call)));
}

/// As any program has them: no pace, no clock, an argument that a call allocated.
TEST(StreamBench, LaunchesAsTheyStandAreTimed) {
    Program made(2);
    const Buffer fresh = made.recorder.allocate("fresh", kPart);
    made.copyIn(0);
    made.recorder.launch("streams.process", {kPart / 4 / 256, 1, 1}, {256, 1, 1}, 0, fresh, made.in,
                         static_cast<int>(kPart / 4), 2000);
    const recording::Event computed = made.recorder.recordEvent();
    made.go(1);
    made.recorder.waitEvent(computed);
    made.recorder.copyWithin(made.out, fresh, kPart);
    made.recorder.freeAll();
    const auto ran = measured(made).schedule.commands;
    ASSERT_EQ(ran.size(), 6U);
    EXPECT_GT(ran[2].end, ran[1].end);
    EXPECT_GE(ran[5].end, ran[2].end);
}

TEST(StreamBench, ProgramsItCannotTimeAreRefused) {
    Program large(1);
    const Buffer huge = large.recorder.buffer("huge", kMostStreamBytes + 1);
    large.go(0);
    large.recorder.copyIn(huge, kMostStreamBytes + 1, {});
    EXPECT_THROW(measured(large), Error);
}

TEST(StreamBench, AnyObjectMayBeThere) {
    Program rows(1);
    rows.recorder.pitchedRows("rows", 100, 8);
    rows.recorder.texture("texture", {8, 8, TexelFormat::R32f}, {}, {});
    rows.recorder.surface("surface", {8, 8, TexelFormat::R32f}, {});
    rows.copyIn(0);
    EXPECT_EQ(measured(rows).schedule.commands.size(), 1U);
}

} // namespace
} // namespace lanescope::device::test
