// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/report.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Accesses of one warp drawn at random, and the kernels that make one each on a device: what counters can be
/// compared with the model by.
namespace lanescope::session {

/// Where drawn accesses may lie.
struct RandomAccessLimits {
    std::uint64_t globalBytes = 256ULL << 20; ///< a power of two, at most 1 GiB
    std::uint64_t sharedBytes = 48ULL << 10;  ///< what every kernel may have without asking
};

/// As many accesses, the same for the same seed: the kinds that the architecture has (every width, loads,
/// stores, atomics, matrix operations, global and shared) by turns, each with addresses and active lanes of
/// many shapes. Addresses are offsets from the start of the memory.
std::vector<model::WarpAccess> randomAccesses(std::size_t count, std::uint64_t seed,
                                              const model::Architecture& architecture,
                                              const RandomAccessLimits& limits = {});

/// "global load, 4 bytes, lanes at 0 4 8 - ...": an inactive lane is a dash.
std::string describeAccess(const model::WarpAccess& access);

/// Makes single accesses on a device, one launch each.
class AccessKernels {
public:
    /// Loads the kernels of kernels/validate.cu and allocates what they touch. matrixStores: also the kernels
    /// that only compute capability 9.0 and later take. Throws device::Error.
    AccessKernels(device::Device& device, const RandomAccessLimits& limits, bool matrixStores);
    ~AccessKernels();
    AccessKernels(const AccessKernels&) = delete;
    AccessKernels& operator=(const AccessKernels&) = delete;

    /// Device address of the global offset 0, a multiple of the memory's size: tag banks are known for
    /// addresses of one GiB.
    device::Pointer memory() const { return m_memory; }
    /// Makes the access and waits for it. A sink only on an emulated device.
    void launch(const model::WarpAccess& access, model::AccessSink* sink = nullptr);
    /// All that launch() does but the access.
    void launchNothing();

private:
    void launch(device::LoadedModule& module, const std::string& kernel, const model::WarpAccess& access,
                model::AccessSink* sink);

    device::Device& m_device;
    RandomAccessLimits m_limits;
    std::unique_ptr<device::LoadedModule> m_module, m_matrixStores;
    device::Pointer m_allocation = 0, m_memory = 0;
};

} // namespace lanescope::session
