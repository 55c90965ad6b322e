// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/machine.h"
#include "recording/call_errors.h"
#include "runtime/arrays.h"
#include "runtime/errors.h"
#include "runtime/graph_memory.h"
#include "runtime/memory.h"
#include "runtime/modules.h"
#include "runtime/pools.h"
#include "runtime/streams.h"

#include <driver_types.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace lanescope::runtime {

/// What to launch.
struct Shape {
    dim3 grid, block;
    std::size_t sharedBytes = 0;
    cudaStream_t stream = nullptr;
    bool cooperative = false;
    dim3 cluster{0, 0, 0}; ///< blocks; 0 x 0 x 0: as the kernel is compiled for
};

/// What each host thread has of its own.
struct ThreadState {
    recording::LastError last; ///< for cudaGetLastError
    std::vector<Shape> shapes; ///< between <<<...>>> and the launch
    cudaStreamCaptureMode captureMode =
        cudaStreamCaptureModeGlobal;    ///< what it may call while streams are captured
    bool inHostFunction = false;        ///< that a stream or graph has called: it may not call CUDA
    bool gaveUp = false;                ///< the last kernel to fail had not ended after all that it may run
    bool postponed = false;             ///< what it has put into a stream was not done when the call returned
    int device = 0;                     ///< cudaSetDevice
    const NodeLook* nodeLook = nullptr; ///< nullptr: nobody looks on
};
/// Made when a thread calls first.
ThreadState& thisThread();

/// One emulated device with all that a program has on it. It lives as long as the process: programs call CUDA
/// from the destructors of their globals, too.
class Runtime {
public:
    /// The calling thread's device. All are made at the first call, as many as LANESCOPE_DEVICES says.
    static Runtime& instance() { return *all()[static_cast<std::size_t>(thisThread().device)]; }
    /// By their numbers.
    static const std::vector<Runtime*>& all();
    /// Throws Failure (cudaErrorInvalidDevice) where there is none of this number.
    static Runtime& of(int device);

    /// What a stream, an event or memory belongs to; a default stream, and memory of none, is this one's.
    Runtime& ofStream(cudaStream_t stream);
    static Runtime& ofEvent(cudaEvent_t event);
    Runtime& ofMemory(const void* pointer);
    /// Throws Failure (cudaErrorInvalidValue) for what is none.
    static Runtime& ofPool(cudaMemPool_t pool);

    const int device;                         ///< its number
    static inline std::recursive_mutex mutex; ///< one call at a time, of whatever device
    recording::DeviceErrors errors;
    Memory memory;
    Modules modules;
    Streams streams;
    Arrays arrays{memory, device};
    GraphMemory graphMemory{memory};
    Pools pools;
    model::AccessSink* sink =
        nullptr;        ///< gets the accesses of the launches that follow; nullptr: nobody does
    ptx::Checks checks; ///< that launches are run with
    std::function<void(const ptx::Finding&)> found; ///< gets what they find
    /// What else there is to say of a kernel's fault, by its launch's parameters.
    std::function<std::string(const ptx::Fault&, std::span<const std::byte> parameters)> explain;
    /// cudaLimit..., at first as on an H200 (CUDA 13.0).
    std::size_t printfBytes = ptx::kPrintBytes, stackBytes = 1024, fetchBytes = 64,
                persistingBytes = 11796480;
    unsigned deviceFlags = cudaDeviceScheduleAuto;
    cudaFuncCache cacheConfig = cudaFuncCachePreferNone; ///< it is only remembered

    /// Does it in the stream's order, at once unless that has something before it that waits, or makes a node
    /// of it when the stream is being captured.
    /// moves: as Node has them.
    void submit(cudaStream_t stream, cudaGraphNodeType type, std::function<void()> work,
                std::vector<Copied> moves = {});
    /// Throws Failure where the stream is being captured: for calls that wait, or that no graph can hold.
    void notWhileCapturing();
    /// Runs the kernel in its stream's order; a fault of it shows at the next call that waits. One that only
    /// waits goes on later.
    void launch(Function& function, const Shape& shape, void** arguments);
    /// Runs the kernel at once. One that only waits is stopped.
    void run(Function& function, const Shape& shape, void** arguments);
    /// Throws Failure unless the launch is one that the device takes.
    static void checkLaunch(const Function& function, const Shape& shape);

    /// A call that waits for all kernels has come: it is told of their faults, and what they printed comes
    /// out.
    void wait();
    /// The same of one that waits for what was put into a stream.
    void wait(cudaStream_t stream);
    /// The same of one that waits for an event. Throws Failure for what is none.
    void wait(cudaEvent_t event);
    /// The same of one that only asks whether it is so. Throws Failure (cudaErrorNotReady) where it is not.
    void ask(cudaStream_t stream);
    void ask(cudaEvent_t event);
    /// cudaDeviceReset: nothing of the program is left on the device.
    void reset();
    /// Whether a kernel has printed.
    bool hasPrinted() const { return m_hasPrinted; }
    /// Calls a function of the host's that must not call CUDA.
    static void callHost(const std::function<void()>& function);

private:
    void writePrinted();
    class KernelRun;
    /// These operations are done.
    void waited();
    /// A kernel has ended.
    void ended(const ptx::LaunchOutcome& outcome, std::span<const std::byte> parameters);
    /// A kernel has stopped with a fault, which the program is told of when it waits.
    void failed(const ptx::Fault& fault, std::span<const std::byte> parameters);
    Runtime(int number, std::size_t memoryBytes, Modules* first);
    std::string peerOf(const ptx::Fault& fault) const;

    ptx::Machine m_machine;
    std::string m_printed; // no more than printfBytes
    bool m_hasPrinted = false;
};

/// What nearly every function of the API does around its body: one at a time, failures become what it
/// returns, and the thread remembers the last one.
template<class Body>
cudaError_t call(Body&& body) {
    cudaError_t result = cudaSuccess;
    try {
        Runtime& runtime = Runtime::instance();
        const std::lock_guard lock(runtime.mutex);
        result = thisThread().inHostFunction ? cudaErrorNotPermitted
                                             : static_cast<cudaError_t>(runtime.errors.begin(false));
        if (result == cudaSuccess) body(runtime);
    } catch (const Failure& failure) {
        result = failure.code;
    } catch (const std::bad_alloc&) {
        result = cudaErrorMemoryAllocation;
    } catch (const std::exception&) {
        result = cudaErrorUnknown;
    }
    thisThread().last.note(result);
    return result;
}

/// The same for a call that waits until all kernels have ended.
template<class Body>
cudaError_t waitingCall(Body&& body) {
    return call([&](Runtime& runtime) {
        runtime.wait();
        body(runtime);
    });
}

/// The same for a call that is made in the order of the default stream.
template<class Body>
cudaError_t defaultStreamCall(Body&& body) {
    return call([&](Runtime& runtime) {
        runtime.wait(cudaStream_t{nullptr});
        body(runtime);
    });
}

} // namespace lanescope::runtime
