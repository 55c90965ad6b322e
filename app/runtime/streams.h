// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/graphs.h"

#include <driver_types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <vector>

namespace lanescope::runtime {

struct Stream;

/// A stream that is being captured: what is put into it becomes nodes of a graph.
struct Capture {
    Graph* graph = nullptr;
    Stream* origin = nullptr;
    bool broken = false; ///< by a call that no graph can hold: nothing comes of it
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread = std::this_thread::get_id(); ///< that has begun it
    std::map<Stream*, std::vector<Node*>>
        ends; ///< of each stream that takes part, what its next node waits for
    unsigned long long id = 0;
    bool given = false;                 ///< the graph is the program's own: cudaStreamBeginCaptureToGraph
    std::vector<cudaGraphNode_t> asked; ///< what cudaStreamGetCaptureInfo has pointed to

    /// Whether the origin's last nodes come after those of all other streams.
    bool isJoined() const;
};

/// A stream. The emulator has done what was put into one when the call returns, so that all orders hold, but
/// for kernels that wait, and what comes behind them (Backlog).
struct Stream {
    unsigned flags = 0;
    int priority = 0;
    unsigned long long id = 0;
    std::shared_ptr<Capture> capture; ///< nullptr: it is not being captured
    std::map<cudaStreamAttrID, cudaStreamAttrValue> attributes{};

    /// And the default stream for it.
    bool waitsForDefault() const { return (flags & cudaStreamNonBlocking) == 0; }
};

/// When what was in a stream is done.
struct Moment {
    std::chrono::steady_clock::time_point when;
    std::uint64_t number = 0; ///< of the operation that notes it, as Backlog has it; 0: it has come
};

/// An event, recorded or not.
struct Event {
    unsigned flags = 0;
    std::shared_ptr<Moment> recorded; ///< nullptr: it was not
    std::shared_ptr<Capture> capture; ///< it was recorded in this capture
    std::vector<Node*> nodes;         ///< what it stands for there
};

/// The streams and events of a program by their handles.
class Streams {
public:
    Streams();
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    /// Whether it is the one that waits for others, and others for it.
    static bool isDefault(cudaStream_t handle);
    /// Of any device. Throws Failure (cudaErrorInvalidResourceHandle) for what is none.
    Stream& stream(cudaStream_t handle);
    /// Which one, of those that were made, this one is.
    std::size_t number() const;
    /// That the stream belongs to: this one has the default streams.
    const Streams& ownerOf(cudaStream_t handle) const;
    /// The same of an event. Throws Failure (cudaErrorInvalidResourceHandle) for what is none.
    static const Streams& ownerOf(cudaEvent_t handle);
    /// Of a stream that is being captured, what its next node waits for; nullptr: it is not. Throws Failure
    /// for what is none.
    std::vector<Node*>* captured(cudaStream_t handle);
    /// Of any device. Throws Failure (cudaErrorInvalidResourceHandle) for what is none.
    Event& event(cudaEvent_t handle);
    /// flags and priority as cudaStreamCreateWithPriority has them.
    cudaStream_t create(unsigned flags, int priority);
    /// flags as cudaEventCreateWithFlags has them.
    cudaEvent_t createEvent(unsigned flags);
    /// Throws Failure for what is none, and for a default stream.
    void destroy(cudaStream_t handle);
    /// Throws Failure for what is none.
    void destroy(cudaEvent_t handle);
    /// cudaDeviceReset: there are none but the default streams.
    void forget();
    /// Throws Failure with this error for a call that the capture cannot hold, of which then nothing comes.
    /// No effect on nullptr.
    static void refuse(const std::shared_ptr<Capture>& capture, cudaError_t error);
    /// The same for a call of cudaStreamLegacy's, which would have to wait for all streams that are being
    /// captured but those that do not wait for it.
    void refuseLegacy() const;
    /// The same for a call that waits for all streams.
    void refuseWait() const;
    /// The same for a call that is unsafe while a stream of any device is captured; mode: the calling
    /// thread's, as cudaThreadExchangeStreamCaptureMode has it.
    static void refuseUnsafe(cudaStreamCaptureMode mode);

private:
    Stream m_default, m_perThread;
    std::map<cudaStream_t, std::unique_ptr<Stream>> m_streams;
    std::map<cudaEvent_t, std::unique_ptr<Event>> m_events;
    unsigned long long m_next = 0; // stream's number
};

} // namespace lanescope::runtime
