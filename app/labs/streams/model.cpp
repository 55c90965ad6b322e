// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/model.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace lanescope::lab_streams {

using recording::Buffer;
using recording::Recorder;
using recording::Stream;

namespace {

constexpr double kHostFunction = 50e-6;
constexpr double kDefaultKernel = 30e-6;
constexpr std::uint64_t kScratch = 256 << 10; // of what is allocated, set or copied between the kernels
/// Of the array, that the kernels are counted on.
constexpr int kElements = 1 << 14;
constexpr int kRounds = 4;
constexpr std::uint32_t kThreads = 256;

/// Records one plan, call by call.
class Issue {
public:
    Issue(const StreamPlan& plan, Recorder& recorder)
        : m_plan(plan), m_recorder(recorder),
          m_in(recorder.buffer("in", plan.bytes, recording::Contents::unspecified())),
          m_out(recorder.buffer("out", plan.bytes)),
          m_memory(plan.pageable ? model::TransferMemory::Pageable : model::TransferMemory::PageLocked) {
        if (plan.between == Between::Memset || plan.between == Between::CopyWithin)
            m_scratch = recorder.buffer("scratch", 2 * kScratch);
        for (const int priority : prioritiesOf(plan)) m_streams.push_back(recorder.stream(priority));
        m_behindKernel.resize(m_streams.size());
    }

    void run() {
        using Step = void (Issue::*)(int);
        constexpr std::array<Step, 3> kSteps{&Issue::copyIn, &Issue::kernel, &Issue::copyOut};
        const auto issue = [this](Step step, int stream) {
            m_recorder.in(m_streams[static_cast<std::size_t>(stream)]);
            (this->*step)(stream);
        };
        if (m_plan.depthFirst) {
            for (int stream = 0; stream < m_plan.streams; ++stream)
                for (const Step step : kSteps) issue(step, stream);
        } else {
            for (const Step step : kSteps)
                for (int stream = 0; stream < m_plan.streams; ++stream) issue(step, stream);
        }
        m_recorder.in({});
        m_recorder.keep(m_out);
    }

private:
    void copyIn(int stream) {
        const auto counted = static_cast<std::size_t>(countedElements(m_plan, stream));
        const auto first = static_cast<std::size_t>(stream) * (kElements / m_streams.size());
        m_recorder.copyIn(
            m_in.at(partStart(m_plan, stream)), partBytes(m_plan, stream),
            recording::elements<float>([](std::size_t i, std::size_t from,
                                          std::size_t count) { return i < count ? elementOf(i, from) : 0; },
                                       first, counted),
            m_memory);
    }

    void copyOut(int stream) {
        m_recorder.copyOut(m_out.at(partStart(m_plan, stream)), partBytes(m_plan, stream), m_memory);
        if (m_plan.hostFunctions == HostFunctions::BehindCopyOut) m_recorder.hostFunction(kHostFunction);
    }

    void kernel(int stream) {
        const auto index = static_cast<std::size_t>(stream);
        if (m_plan.events && stream > 0) m_recorder.waitEvent(m_behindKernel[index - 1]);
        launch(stream, {.copies = m_plan.kernelRatio, .fill = m_plan.fill});
        if (m_plan.events && stream + 1 < m_plan.streams) m_behindKernel[index] = m_recorder.recordEvent();
        if (m_plan.hostFunctions == HostFunctions::BehindKernel) m_recorder.hostFunction(kHostFunction);
        if (stream == (m_plan.streams - 1) / 2) between();
    }

    void launch(int stream, recording::Pace pace) {
        const std::uint64_t start = partStart(m_plan, stream);
        const int count = countedElements(m_plan, stream);
        const auto blocks = (static_cast<std::uint32_t>(count) + kThreads - 1) / kThreads;
        m_recorder.launch("streams.process", {blocks, 1, 1}, {kThreads, 1, 1}, 0, m_out.at(start),
                          m_in.at(start), count, kRounds);
        pace.bytes = partBytes(m_plan, stream);
        pace.countArgument = 2;
        pace.roundsArgument = 3;
        m_recorder.pace(pace, "streams.processTimed");
    }

    /// The call among the kernels; all but the query concern every stream.
    void between() {
        if (m_plan.between == Between::StreamQuery) return m_recorder.queryStream();
        m_recorder.in({});
        switch (m_plan.between) {
        case Between::PageLockedMalloc:
            return m_recorder.allocateHost(kScratch);
        case Between::DeviceMalloc:
            m_recorder.allocate("scratch", kScratch);
            return;
        case Between::Memset:
            return m_recorder.clear(m_scratch, kScratch);
        case Between::CopyWithin:
            return m_recorder.copyWithin(m_scratch.at(kScratch), m_scratch, kScratch);
        case Between::DefaultKernel:
            return launch(0, {.seconds = kDefaultKernel});
        case Between::CacheSwitch:
            return m_recorder.preferL1();
        case Between::None:
        case Between::StreamQuery:
            return;
        }
    }

    const StreamPlan& m_plan;
    Recorder& m_recorder;
    Buffer m_in, m_out, m_scratch;
    model::TransferMemory m_memory;
    std::vector<Stream> m_streams;
    std::vector<recording::Event> m_behindKernel; // by stream
};

} // namespace

void recordPlan(Recorder& recorder, const StreamPlan& plan) {
    Issue(plan, recorder).run();
}

std::vector<int> prioritiesOf(const StreamPlan& plan) {
    std::vector<int> priorities(static_cast<std::size_t>(plan.streams), 0);
    if (plan.lastFirst) priorities.back() = -1;
    return priorities;
}

std::uint64_t partStart(const StreamPlan& plan, int stream) {
    constexpr std::uint64_t kUnit = 1024;
    return plan.bytes / static_cast<std::uint64_t>(plan.streams) / kUnit * kUnit *
           static_cast<std::uint64_t>(stream);
}

std::uint64_t partBytes(const StreamPlan& plan, int stream) {
    const std::uint64_t end = stream + 1 == plan.streams ? plan.bytes : partStart(plan, stream + 1);
    return end - partStart(plan, stream);
}

int countedElements(const StreamPlan& plan, int stream) {
    const int each = kElements / plan.streams;
    return stream + 1 == plan.streams ? kElements - each * stream : each;
}

double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device) {
    const double seconds = simulate(program, device).seconds;
    return seconds > 0 ? serialSeconds(program, device) / seconds : 1;
}

} // namespace lanescope::lab_streams
