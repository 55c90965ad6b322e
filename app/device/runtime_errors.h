// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "model/architecture.h"
#include "model/warp_access.h"
#include "ptx/run/machine.h"
#include "recording/call_errors.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::device {

/// The CUDA runtime's rules for errors (recording/call_errors.h) over the calls of a recording. Whoever makes
/// the calls asks here first whether a call does anything, and what it returns.
class RuntimeErrors {
public:
    /// Of a program that was recorded so.
    explicit RuntimeErrors(const model::Architecture& architecture,
                           const recording::PlayOptions& recorded = {})
        : m_architecture(architecture), m_failedWith(recorded.failedWith),
          m_interrupted(recorded.interrupted) {}

    /// Before each call: whether it does anything. A launch still has to ask launch().
    bool begin(const recording::Recording& recording, const recording::Call& call);
    /// Why a launch's kernel does not run: what the launch asks for is refused, or, empty, a kernel before it
    /// failed. nullopt: it runs.
    std::optional<std::string> launch(const recording::LaunchRequest& request);
    /// The kernel of the launch just made stopped with a fault; allocations: start and bytes of each.
    void fault(const ptx::Fault& fault,
               const std::vector<std::pair<std::uint64_t, std::uint64_t>>& allocations);
    /// What the call returned, after it.
    CallReturn returned(std::vector<std::byte> bytes = {});

private:
    void fail(int code);
    /// A call that failed in the program.
    void failed(int code);
    /// Whether a call may go on. waits: for all kernels before it.
    bool begin(bool waits);
    /// cudaGetLastError or cudaPeekAtLastError.
    void query(bool clears);
    /// Whether an object has so many bytes; a call that was given more fails.
    bool has(const recording::Object& object, std::uint64_t offset, std::uint64_t bytes);

    const model::Architecture& m_architecture;
    int m_failedWith;
    bool m_interrupted;
    int m_code = 0; // of the call under way
    std::string m_note;
    recording::LastError m_last;
    recording::DeviceErrors m_device;
};

} // namespace lanescope::device
