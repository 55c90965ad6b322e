// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/stream_numbers.h"

#include "runtime/recorded/device_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::runtime {

namespace {

constexpr std::uint32_t kMostEvents = 1 << 16; // that a recording may have

} // namespace

void StreamNumbers::made(cudaStream_t stream) {
    std::vector<int>& priorities = m_writer.recording.streamPriorities;
    int priority = 0;
    deviceCall<decltype(cudaStreamGetPriority)>("cudaStreamGetPriority")(stream, &priority);
    unsigned flags = 0;
    deviceCall<decltype(cudaStreamGetFlags)>("cudaStreamGetFlags")(stream, &flags);
    const bool isNonBlocking = (flags & cudaStreamNonBlocking) != 0;
    std::vector<recording::StreamNumber>& nonBlocking = m_writer.recording.nonBlockingStreams;
    const auto found = std::ranges::find_if(m_freeStreams, [&](recording::StreamNumber number) {
        const bool isApart = std::ranges::find(nonBlocking, number) != nonBlocking.end();
        return priorities[number - 1] == priority && isApart == isNonBlocking;
    });
    if (found != m_freeStreams.end()) {
        m_streams[stream] = *found;
        m_freeStreams.erase(found);
        return;
    }
    priorities.push_back(priority);
    m_streams[stream] = static_cast<recording::StreamNumber>(priorities.size());
    if (isNonBlocking) nonBlocking.push_back(m_streams[stream]);
}

void StreamNumbers::gone(cudaStream_t stream) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) return;
    m_freeStreams.push_back(found->second);
    m_streams.erase(found);
}

recording::StreamNumber StreamNumbers::of(cudaStream_t stream) const {
    const auto found = m_streams.find(stream);
    return found == m_streams.end() ? 0 : found->second;
}

std::uint32_t StreamNumbers::of(cudaEvent_t event) {
    const auto [found, isNew] = m_events.emplace(event, m_eventCount);
    if (!isNew) return found->second;
    if (!m_freeEvents.empty()) {
        found->second = m_freeEvents.back();
        m_freeEvents.pop_back();
    } else if (++m_eventCount == kMostEvents) {
        throw CannotHold(fmt::format("it has more than {} events at a time", kMostEvents - 1));
    }
    return found->second;
}

void StreamNumbers::gone(cudaEvent_t event) {
    const auto found = m_events.find(event);
    if (found == m_events.end()) return;
    m_freeEvents.push_back(found->second);
    m_events.erase(found);
}

} // namespace lanescope::runtime
