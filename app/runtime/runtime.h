// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/machine.h"
#include "runtime/arrays.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/modules.h"
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
    cudaError_t last = cudaSuccess; ///< for cudaGetLastError
    std::vector<Shape> shapes;      ///< between <<<...>>> and the launch
};
/// Made when a thread calls first.
ThreadState& thisThread();

/// One emulated device with all that a program has on it. It lives as long as the process: programs call CUDA
/// from the destructors of their globals, too.
class Runtime {
public:
    /// Made at the first call.
    static Runtime& instance();

    std::recursive_mutex mutex; ///< one call at a time
    Memory memory;
    Modules modules{memory};
    Streams streams;
    Arrays arrays{memory};
    model::AccessSink* sink =
        nullptr;        ///< gets the accesses of the launches that follow; nullptr: nobody does
    ptx::Checks checks; ///< that launches are run with
    std::function<void(const ptx::Finding&)> found; ///< gets what they find
    /// What else there is to say of a kernel's fault, by its launch's parameters.
    std::function<std::string(const ptx::Fault&, std::span<const std::byte> parameters)> explain;
    std::size_t printfBytes = 1 << 20, heapBytes = 8 << 20, stackBytes = 1024; ///< cudaLimit...

    /// Does it in the stream's order, or makes a node of it when the stream is being captured.
    void submit(cudaStream_t stream, cudaGraphNodeType type, std::function<void()> work);
    /// Throws Failure where the stream is being captured: for calls that wait, or that no graph can hold.
    void notWhileCapturing();
    /// Runs the kernel; a fault of it shows at the next call that waits.
    void launch(Function& function, const Shape& shape, void** arguments);
    /// Throws Failure unless the launch is one that the device takes.
    static void checkLaunch(const Function& function, const Shape& shape);

    /// A call that waits for kernels has come: it is told of their faults, and what they printed comes out.
    void wait();
    /// The error that nothing but cudaDeviceReset gets rid of.
    cudaError_t sticky() const { return m_sticky; }
    /// cudaDeviceReset: the device has had no error.
    void reset();

private:
    Runtime();

    ptx::Machine m_machine;
    std::string m_printed;
    cudaError_t m_pending = cudaSuccess, m_sticky = cudaSuccess;
};

/// What nearly every function of the API does around its body: one at a time, failures become what it
/// returns, and the thread remembers the last one.
template<class Body>
cudaError_t call(Body&& body) {
    cudaError_t result = cudaSuccess;
    try {
        Runtime& runtime = Runtime::instance();
        const std::lock_guard lock(runtime.mutex);
        result = runtime.sticky();
        if (result == cudaSuccess) body(runtime);
    } catch (const Failure& failure) {
        result = failure.code;
    } catch (const std::bad_alloc&) {
        result = cudaErrorMemoryAllocation;
    } catch (const std::exception&) {
        result = cudaErrorUnknown;
    }
    // Not ready is an answer.
    if (result != cudaSuccess && result != cudaErrorNotReady) thisThread().last = result;
    return result;
}

/// The same for a call that waits until kernels have ended.
template<class Body>
cudaError_t waitingCall(Body&& body) {
    return call([&](Runtime& runtime) {
        runtime.wait();
        body(runtime);
    });
}

} // namespace lanescope::runtime
