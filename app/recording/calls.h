// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/bus.h"
#include "model/warp_access.h"
#include "recording/contents.h"
#include "recording/memory_function.h"
#include "recording/objects.h"

#include <cstdint>
#include <variant>

/// One call of the CUDA runtime each; objects, modules, contents and arguments are indices into the
/// recording.
namespace lanescope::recording {

/// Calls that name a stream are asynchronous there: the number of one of Recording::streamPriorities, counted
/// from 1. 0 is the legacy default stream, which waits for the others and they for it.
using StreamNumber = std::uint32_t;

/// How a program allocates memory, or frees it.
struct MemoryCall {
    MemoryFunction function = MemoryFunction::ByObject;
    StreamNumber stream = 0; ///< of what isInStream()
    bool operator==(const MemoryCall&) const = default;
};
/// cudaMalloc of an object that is no setup, or what makes one of its kind; what it holds is undefined.
struct Allocate {
    std::uint32_t object = 0;
    MemoryCall by{};
    bool operator==(const Allocate&) const = default;
};
/// cudaFree, or what destroys an object of its kind.
struct Free {
    std::uint32_t object = 0;
    MemoryCall by{};
    bool operator==(const Free&) const = default;
};
/// How often a copy or a fill does the same, so many bytes further on each time: cudaMemcpy2D and
/// cudaMemset2D.
struct Rows {
    std::uint64_t count = 1, pitch = 0;
    bool operator==(const Rows&) const = default;
    /// From the first byte of the first row to the last of the last one.
    std::uint64_t span(std::uint64_t bytes) const { return count ? (count - 1) * pitch + bytes : 0; }
};
/// cudaMemset.
struct Fill {
    std::uint32_t object = 0;
    std::uint8_t value = 0;
    std::uint64_t offset = 0, bytes = 0;
    StreamNumber stream = 0;
    Rows rows;
    bool operator==(const Fill&) const = default;
};
/// cudaMemcpy from the host. Of an array: its rows lie one after another without gaps, slice after slice, and
/// offsets count bytes there. Of mapped memory no call, but what the host has written to memory that kernels
/// reach themselves. The contents have rows without gaps; relocations are at their bytes: addresses that the
/// host has put into what it copies.
struct CopyIn {
    std::uint32_t object = 0, contents = 0;
    std::uint64_t offset = 0, bytes = 0;
    StreamNumber stream = 0;
    model::TransferMemory memory = model::TransferMemory::Pageable; ///< the host's
    Rows rows;
    Range relocations;
    bool operator==(const CopyIn&) const = default;
};
/// cudaMemcpy to the host: the object's values are in the observation. Of rows: with their padding.
struct CopyOut {
    std::uint32_t object = 0;
    std::uint64_t offset = 0, bytes = 0; ///< bytes 0: all of it, when the last call has been played
    StreamNumber stream = 0;
    model::TransferMemory memory = model::TransferMemory::Pageable; ///< the host's
    Rows rows;
    Digest digest; ///< of what came back when it was recorded, rows without gaps; zeros: not known
    bool operator==(const CopyOut&) const = default;
};
/// cudaMemcpy within the device.
struct CopyWithin {
    std::uint32_t to = 0, from = 0;
    std::uint64_t toOffset = 0, fromOffset = 0, bytes = 0;
    StreamNumber stream = 0;
    Rows rows;                   ///< their pitch is the target's
    std::uint64_t fromPitch = 0; ///< the source's
    bool operator==(const CopyWithin&) const = default;
};
/// cudaMemcpyToSymbol.
struct WriteSymbol {
    std::uint32_t module = 0;
    Text symbol;
    Range bytes; ///< in Recording::bytes
    bool operator==(const WriteSymbol&) const = default;
};
/// Of a launch that is there for its time: where it is timed it is played as a longer one of the same kernel,
/// with rounds that are calibrated then. What is counted is the launch as it stands.
struct Pace {
    std::uint64_t bytes = 0; ///< of the elements that the longer one has, four each; 0: there is none
    double seconds = 0,
           copies = 0; ///< its time: these, and as many copies of `bytes` from page-locked memory
    double fill = 1;   ///< its blocks / those that the device holds at once
    std::uint32_t countArgument = 0, roundsArgument = 0; ///< which arguments say elements and rounds
    /// A kernel of the module that does the same, and notes by the device's clock when its first block began
    /// and its last one ended: in two 64-bit numbers, to which one argument more points.
    Text clockedKernel;
    bool operator==(const Pace&) const = default;
};
/// A kernel launch.
struct Launch {
    std::uint32_t module = 0;
    Text kernel; ///< name of the function
    Text label;  ///< "wave.createVertices"
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0; ///< dynamic
    Range arguments, relocations;
    StreamNumber stream = 0;
    bool cooperative = false; ///< cudaLaunchCooperativeKernel: all blocks run at once
    /// Blocks of a cluster, by an attribute of cudaLaunchKernelExC; 0 x 0 x 0: as the kernel is compiled for.
    model::Dim3 cluster{0, 0, 0};
    Pace pace;
    Text place; ///< where the program launches it: "main.cu:41"; empty: not known
    bool operator==(const Launch&) const = default;
};
/// cudaGetLastError, which sets the runtime's error variable back, or cudaPeekAtLastError.
struct QueryError {
    bool clears = true;
    bool operator==(const QueryError&) const = default;
};
/// cudaDeviceSynchronize.
struct Synchronize {
    bool operator==(const Synchronize&) const = default;
};
/// cudaStreamSynchronize.
struct SynchronizeStream {
    StreamNumber stream = 0;
    bool operator==(const SynchronizeStream&) const = default;
};
/// cudaEventRecord; events are numbered from 0.
struct RecordEvent {
    std::uint32_t event = 0;
    StreamNumber stream = 0;
    bool operator==(const RecordEvent&) const = default;
};
/// cudaStreamWaitEvent: of no effect before the event was recorded.
struct WaitEvent {
    std::uint32_t event = 0;
    StreamNumber stream = 0;
    bool operator==(const WaitEvent&) const = default;
};
/// cudaEventSynchronize.
struct SynchronizeEvent {
    std::uint32_t event = 0;
    bool operator==(const SynchronizeEvent&) const = default;
};
/// cudaLaunchHostFunc: what the function does stays with the program that was recorded.
struct HostFunction {
    double seconds = 0; ///< that it takes
    StreamNumber stream = 0;
    bool operator==(const HostFunction&) const = default;
};
/// cudaStreamQuery.
struct QueryStream {
    StreamNumber stream = 0;
    bool operator==(const QueryStream&) const = default;
};
/// cudaMallocHost, of memory that no other call names.
struct AllocateHost {
    std::uint64_t bytes = 0;
    bool operator==(const AllocateHost&) const = default;
};
/// cudaDeviceSetCacheConfig: more L1 than shared memory from here on.
struct PreferL1 {
    bool operator==(const PreferL1&) const = default;
};
/// A copy of which only bytes and time count: nothing is carried when it is played, as an emulated device
/// would need seconds and the memory for the 1 GiB that it may have. Its time comes from the model, or from
/// the curves that a GPU has been measured with.
struct Transfer {
    model::Transfer direction = model::Transfer::HostToDevice;
    model::TransferMemory memory = model::TransferMemory::Pageable;
    bool portable = false;
    std::uint64_t bytes = 0; ///< each way
    bool operator==(const Transfer&) const = default;
};

/// cudaFuncSetAttribute: the most dynamic shared memory that launches of a kernel may ask for.
struct AllowShared {
    std::uint32_t module = 0;
    Text kernel;
    std::uint32_t bytes = 0;
    bool operator==(const AllowShared&) const = default;
};

/// A call of a program that failed and did nothing, whatever it was: it is not made again, and returns the
/// same.
struct Failed {
    Text call;               ///< "cudaSetDevice(7)"
    std::int32_t code = 0;   ///< cudaError_t
    std::uint32_t times = 1; ///< that it came in a row
    bool operator==(const Failed&) const = default;
};

using Call = std::variant<Allocate, Free, Fill, CopyIn, CopyOut, CopyWithin, WriteSymbol, Launch, QueryError,
                          Synchronize, Transfer, SynchronizeStream, RecordEvent, WaitEvent, SynchronizeEvent,
                          HostFunction, QueryStream, AllocateHost, PreferL1, AllowShared, Failed>;

} // namespace lanescope::recording
