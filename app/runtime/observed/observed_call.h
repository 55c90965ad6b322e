// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"
#include "runtime/recorded/program_recorder.h"
#include "runtime/watched/watch.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::runtime {

/// Whether a graph is made of what the stream is given: it happens when the graph is launched.
bool isCaptured(cudaStream_t stream);

/// Of an array, or of a mipmap's first level.
std::size_t bytesOf(const cudaChannelFormatDesc& format, const cudaExtent& extent);

/// A program's call for as long as it takes, before those who look on: what records the program and what
/// looks for its mistakes, each of them only where it was asked for. Both are locked until it ends.
class ObservedCall {
public:
    /// name: "cudaMalloc".
    explicit ObservedCall(std::string_view name);
    /// Of a kernel's launch, which has the kernel's name.
    explicit ObservedCall(const Launched& launch);
    /// A call in which the watch sees nothing.
    ObservedCall();
    ~ObservedCall();
    ObservedCall(const ObservedCall&) = delete;
    ObservedCall& operator=(const ObservedCall&) = delete;

    /// nullptr: the program is not recorded.
    ProgramRecorder* recorder() const { return m_recorder; }
    /// nullptr: nobody watches, or this call is none to watch.
    Watch* watch() const { return m_watch; }
    /// Where the program has made it; empty where nobody watches.
    const CallSite& site() const { return m_site; }

    /// The device is going to read or write memory.
    void begins() const;
    /// The kernel is going to run: what it touches is looked at until it was launched.
    void begins(const Launched& launch);
    /// Makes a call that waits for the device without keeping other threads from theirs.
    template<class Call>
    cudaError_t wait(const Call& call) {
        unlock();
        const cudaError_t result = call();
        lock();
        return result;
    }

    /// What is to be asked of the device for an allocation of so many bytes.
    std::size_t padded(std::size_t bytes) const { return m_recorder ? m_recorder->padded(bytes) : bytes; }
    /// After a call that has succeeded. name: of the function that a user has called. turn: as Watch has it.
    void allocated(const char* name, const void* pointer, std::size_t bytes, MemoryKind kind,
                   Watch::Turn turn = std::nullopt) const;
    void arrayMade(const char* name, cudaArray_t array, std::size_t bytes) const;
    void arrayGone(cudaArray_t array) const;
    void mipmapMade(const char* name, cudaMipmappedArray_t mipmap, const cudaChannelFormatDesc& format,
                    const cudaExtent& extent, unsigned levels, unsigned flags) const;
    void mipmapGone(cudaMipmappedArray_t mipmap) const;
    void streamMade(cudaStream_t stream, unsigned flags) const;
    void streamGone(cudaStream_t stream) const;
    /// isNode: where the stream is captured, the graph does it.
    void streamWaits(cudaStream_t stream, cudaEvent_t event, bool isNode) const;
    void eventRecorded(cudaEvent_t event, cudaStream_t stream, bool isNode) const;
    void waitedForAll() const;
    void waitedFor(cudaStream_t stream) const;
    void waitedFor(cudaEvent_t event) const;

    // After a call, whatever it returned.
    /// isForGraph: it is freed at each launch of a graph, and so stays in the recording.
    void released(const char* name, const void* pointer, cudaError_t result, bool isForGraph = false,
                  Watch::Turn turn = std::nullopt) const;
    void copied(const Copied& copy, cudaError_t result) const;
    void filled(const Filled& fill, cudaError_t result) const;
    void launched(const Launched& launch, cudaError_t result);
    /// Last: gives the result back.
    cudaError_t returns(cudaError_t result) const;

private:
    void lock();
    void unlock();
    void noteLine();

    Watch* m_watch;
    ProgramRecorder* m_recorder;
    std::string m_name;
    CallSite m_site;
    std::string_view m_line; // as callLine() has it; empty: nobody records it, or it is a launch
    bool m_looks = false;    // the emulator shows the watch what a kernel touches
};

} // namespace lanescope::runtime
