// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// CUDA's rules for what its calls return (as CUDA 13.0's runtime has them on an H200).
namespace lanescope::recording {

/// The runtime's error variable, of which each thread of a program has one.
class LastError {
public:
    /// A call has returned this. Not ready is an answer: it is not kept.
    void note(int code);
    /// cudaPeekAtLastError.
    int peek() const { return m_code; }
    /// cudaGetLastError: clears it, also where the context is lost; the next call sets it again.
    int take();

private:
    int m_code = 0;
};

/// What the kernels of a device have failed with. The host is told at the next call that waits for them, and
/// at every call after it.
class DeviceErrors {
public:
    /// A kernel has stopped with this: none after it runs.
    void kernelFailed(int code);
    /// Whether one has, of which the host has not been told.
    bool isPending() const { return m_pending != 0; }
    /// A call begins. Gives what it returns without doing anything; 0: it goes on. waits: for all kernels
    /// before it.
    int begin(bool waits);
    /// What every call returns; 0: none has been told of a failure.
    int sticky() const { return m_sticky; }
    /// cudaDeviceReset. A device whose kernel has failed is of no more use to the process.
    void reset();

private:
    int m_pending = 0, m_sticky = 0;
};

/// A launch that is refused at once, and leaves nothing but its code.
struct LaunchRefusal {
    int code = 0;     ///< cudaError_t
    std::string why;  ///< what of the launch the device does not have
    std::string note; ///< where the documentation says otherwise; may be empty
};
/// What a launch asks for, and what its kernel has been allowed.
struct LaunchRequest {
    model::Dim3 grid, block;
    std::uint64_t sharedBytes = 0; ///< static and dynamic
    bool cooperative = false;
    std::optional<std::uint64_t> allowedShared; ///< likewise, by cudaFuncSetAttribute; else what all have
    std::uint32_t mostThreads = ~0U;            ///< of a block, by the kernel's launch bounds
    std::string_view clusters;                  ///< what is wrong with its clusters; empty: nothing
};
/// nullopt: the launch is made.
std::optional<LaunchRefusal> launchRefusal(const model::Architecture& architecture,
                                           const LaunchRequest& request);

/// Whether a kernel has stopped by a fault of its own.
bool isKernelFault(int code);
/// Whether "the process must be terminated and relaunched" after it, as the runtime's reference puts it.
bool losesDevice(int code);

} // namespace lanescope::recording
