// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/stream_order.h"

#include <algorithm>

namespace lanescope::runtime {

StreamOrder::StreamOrder() {
    made(kLegacy, true);
}

void StreamOrder::made(std::uintptr_t stream, bool blocking) {
    m_indices[stream] = m_streams.size();
    m_streams.push_back({m_made++, blocking, 0, m_host});
}

std::uintptr_t StreamOrder::branch(std::uintptr_t stream, std::uint32_t index) {
    constexpr std::uintptr_t kBranches = std::uintptr_t{1} << 63; // no handle is so large
    const std::size_t launched = indexOf(stream);
    const auto [found, isNew] = m_branches.try_emplace({launched, index}, kBranches + m_branches.size());
    if (isNew) {
        m_indices[found->second] = m_streams.size();
        m_streams.push_back({m_streams[launched].number, false, 0, m_host});
    }
    return found->second;
}

std::size_t StreamOrder::indexOf(std::uintptr_t stream) {
    const auto known = m_indices.find(stream);
    if (known != m_indices.end()) return known->second;
    made(stream, true); // a default stream of a thread
    return m_streams.size() - 1;
}

void StreamOrder::join(Clock& into, const Clock& other) {
    if (into.size() < other.size()) into.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

std::uint64_t StreamOrder::at(const Clock& clock, std::size_t stream) {
    return stream < clock.size() ? clock[stream] : 0;
}

StreamOrder::Moment StreamOrder::begin(std::uintptr_t handle) {
    const std::size_t index = indexOf(handle);
    Clock before = m_host;
    join(before, m_streams[index].clock);
    if (index == 0) {
        for (const Stream& other : m_streams)
            if (other.blocking) join(before, other.clock);
    } else if (m_streams[index].blocking) {
        join(before, m_streams[0].clock);
    }
    Stream& stream = m_streams[index];
    ++stream.begun;
    stream.clock = before;
    if (stream.clock.size() <= index) stream.clock.resize(index + 1);
    stream.clock[index] = stream.begun;
    return {index, stream.begun, std::move(before)};
}

void StreamOrder::recorded(std::uintptr_t event, std::uintptr_t stream) {
    // An event is an operation of its stream: in the legacy one it waits for the others.
    const Moment moment = begin(stream);
    m_events[event] = m_streams[moment.stream].clock;
}

void StreamOrder::waits(std::uintptr_t stream, std::uintptr_t event) {
    if (const auto known = m_events.find(event); known != m_events.end())
        join(m_streams[indexOf(stream)].clock, known->second);
}

void StreamOrder::hostWaitsForStream(std::uintptr_t stream) {
    const std::size_t index = indexOf(stream);
    join(m_host, m_streams[index].clock);
    if (index == 0)
        for (const Stream& other : m_streams)
            if (other.blocking) join(m_host, other.clock);
}

void StreamOrder::hostWaitsForEvent(std::uintptr_t event) {
    if (const auto known = m_events.find(event); known != m_events.end()) join(m_host, known->second);
}

void StreamOrder::hostWaitsForAll() {
    for (const Stream& stream : m_streams) join(m_host, stream.clock);
}

bool StreamOrder::isBefore(const Moment& earlier, const Moment& later) {
    return earlier.stream == later.stream ? earlier.number < later.number
                                          : at(later.before, earlier.stream) >= earlier.number;
}

bool StreamOrder::hostKnows(const Moment& moment) const {
    return at(m_host, moment.stream) >= moment.number;
}

} // namespace lanescope::runtime
