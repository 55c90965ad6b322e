// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/decode/module.h"
#include "ptx/run/machine.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lanescope::device {

/// The arguments of a launch in the order of the kernel's parameters, each as its plain bytes.
class Arguments {
public:
    Arguments() = default;
    template<class... T>
    explicit Arguments(const T&... values) {
        (add(values), ...);
    }
    template<class T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(&value, sizeof(T));
    }
    void addBytes(const void* data, std::size_t bytes) {
        const auto* first = static_cast<const std::byte*>(data);
        m_values.emplace_back(first, first + bytes);
    }
    std::span<const std::vector<std::byte>> values() const { return m_values; }

private:
    std::vector<std::vector<std::byte>> m_values;
};

/// A PTX module loaded on one device.
class LoadedModule {
public:
    virtual ~LoadedModule() = default;
    /// The same module as the emulator sees it: kernels, parameters, sites.
    virtual const ptx::Module& module() const = 0;
};

struct Launch {
    LoadedModule* module = nullptr;
    std::string kernel; ///< entry name, or plain function name
    std::string label;  ///< stands in the timing table, NVTX ranges and logs; empty: kernel
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    Arguments arguments;
    bool cold = false; ///< a GPU's L2 is emptied of everything else before it, outside of the measured time
    // Emulated devices only; a CUDA device refuses a launch that sets them.
    model::AccessSink* sink = nullptr;
    std::vector<std::uint64_t> blocks; ///< linear indices of the blocks to run; empty: all
    std::uint64_t instructionBudget = 0;
    const std::atomic<bool>* cancel = nullptr;
    std::atomic<std::uint64_t>* progress = nullptr; ///< see ptx::LaunchConfig; a GPU counts nothing
    ptx::ChildStart childStart = ptx::ChildStart::AtLaunch;
    ptx::Checks checks;
};

struct LaunchRecord {
    std::string label;
    double milliseconds = 0;            ///< CUDA events around the launch; wall time on the emulated device
    std::uint64_t warpInstructions = 0; ///< emulated only
    std::uint64_t blocksRun = 0, blocksTotal = 0;
    std::string printed; ///< emulated only; a GPU's printf goes to standard error
    std::vector<ptx::Finding> findings;
    std::vector<ptx::GridRecord> grids; ///< emulated only: the launch's and those launched from the device
};

} // namespace lanescope::device
