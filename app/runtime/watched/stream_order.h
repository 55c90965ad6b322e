// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// What CUDA promises of the order of a program's operations (CUDA C++ Programming Guide, "Asynchronous
/// Concurrent Execution"): within a stream, through events, by waits of the host, and by the legacy default
/// stream. Handles are those of cudaStream_t and cudaEvent_t; of the host there is one thread.
class StreamOrder {
public:
    /// How much of each stream has ended before something: by the stream's index, operations.
    using Clock = std::vector<std::uint64_t>;
    /// An operation, and what is known to have ended when it begins.
    struct Moment {
        std::size_t stream = 0;   ///< index, 0 the legacy default stream
        std::uint64_t number = 0; ///< in its stream, from 1
        Clock before;
    };

    static constexpr std::uintptr_t kLegacy = 0;

    /// There is the legacy default stream.
    StreamOrder();
    /// blocking: it and the legacy default stream wait for each other (without cudaStreamNonBlocking).
    void made(std::uintptr_t stream, bool blocking);
    /// Its handle may be another stream's from now on.
    void gone(std::uintptr_t stream) { m_indices.erase(stream); }
    /// The handle of a branch of graphs that are launched into the stream, from 0: a stream that nothing
    /// orders with others but events.
    std::uintptr_t branch(std::uintptr_t stream, std::uint32_t index);

    /// The next operation of a stream.
    Moment begin(std::uintptr_t stream);
    /// The event stands for what the stream has been given until now.
    void recorded(std::uintptr_t event, std::uintptr_t stream);
    /// Its handle may be another event's from now on, which was not recorded yet.
    void eventGone(std::uintptr_t event) { m_events.erase(event); }
    /// What follows in the stream waits for the event.
    void waits(std::uintptr_t stream, std::uintptr_t event);
    /// The host knows that all that the stream was given has ended.
    void hostWaitsForStream(std::uintptr_t stream);
    /// The same of what an event stands for.
    void hostWaitsForEvent(std::uintptr_t event);
    /// The same of all streams.
    void hostWaitsForAll();

    /// Whether the earlier of two operations has ended when the later one begins.
    static bool isBefore(const Moment& earlier, const Moment& later);
    /// Whether the host has waited for it, directly or not.
    bool hostKnows(const Moment& moment) const;
    /// Of a stream, in clocks; one that is not known is a default stream of a thread.
    std::size_t indexOf(std::uintptr_t stream);
    /// The number of an operation's stream, as users count them: 0 the legacy default stream, then in the
    /// order in which they were made. Of a branch of a graph: of the stream that the graph was launched into.
    std::size_t numberOf(const Moment& moment) const { return m_streams[moment.stream].number; }

private:
    struct Stream {
        std::size_t number = 0;
        bool blocking = true;
        std::uint64_t begun = 0;
        Clock clock; ///< what has ended when all that was put into it has
    };
    static void join(Clock& into, const Clock& other);
    static std::uint64_t at(const Clock& clock, std::size_t stream);

    std::vector<Stream> m_streams;
    std::map<std::uintptr_t, std::size_t> m_indices;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uintptr_t> m_branches; // by the stream's index
    std::size_t m_made = 0;                                                     // streams but for branches
    std::map<std::uintptr_t, Clock> m_events;
    Clock m_host;
};

} // namespace lanescope::runtime
