// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/decode/module.h"
#include "ptx/run/machine.h"
#include "recording/calls.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
    /// The next argument, as its plain bytes.
    template<class T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(std::as_bytes(std::span(&value, 1)));
    }
    /// The next argument, of these bytes.
    void addBytes(std::span<const std::byte> bytes) {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        m_ends.push_back(m_bytes.size());
    }
    /// Overwrites bytes of an argument, from byte `at` of it on.
    template<class T>
    void set(std::size_t argument, const T& value, std::size_t at = 0) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(&m_bytes[(argument ? m_ends[argument - 1] : 0) + at], &value, sizeof value);
    }
    /// Room for so many arguments, and for so many bytes of all.
    void reserve(std::size_t arguments, std::size_t bytes) {
        m_ends.reserve(arguments);
        m_bytes.reserve(bytes);
    }
    /// Keeps its memory.
    void clear() {
        m_bytes.clear();
        m_ends.clear();
    }
    /// How many arguments there are.
    std::size_t size() const { return m_ends.size(); }
    /// The bytes of one, valid until another is added.
    std::span<const std::byte> operator[](std::size_t i) const {
        const std::size_t first = i ? m_ends[i - 1] : 0;
        return std::span(m_bytes).subspan(first, m_ends[i] - first);
    }

private:
    std::vector<std::byte> m_bytes;
    std::vector<std::size_t> m_ends;
};

/// A PTX module loaded on one device.
class LoadedModule {
public:
    virtual ~LoadedModule() = default;
    /// The same module as the emulator sees it: kernels, parameters, sites.
    virtual const ptx::Module& module() const = 0;
    /// A program begins: what malloc in device code has given out before is free again. Variables stay.
    virtual void beginAnew() {}
};

/// What to launch.
struct Launch {
    LoadedModule* module = nullptr;
    std::string kernel; ///< entry name, or plain function name
    std::string label;  ///< stands in the timing table, NVTX ranges and logs; empty: kernel
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    Arguments arguments;
    recording::StreamNumber stream = 0;
    bool cold = false; ///< a GPU's L2 is emptied of everything else before it, outside of the measured time
    bool cooperative = false;     ///< cudaLaunchCooperativeKernel: its blocks may wait for one another
    model::Dim3 cluster{0, 0, 0}; ///< blocks; 0 x 0 x 0: as the kernel is compiled for
};

/// What is known of a launch after it.
struct LaunchRecord {
    std::string label;
    double milliseconds = 0;            ///< CUDA events around the launch; wall time on the emulated device
    std::uint64_t warpInstructions = 0; ///< emulated only
    std::uint64_t longestWarp = 0;      ///< of them, of the warp that ran the most
    std::uint64_t blocksRun = 0, blocksTotal = 0;
    std::string printed; ///< emulated only; a GPU's printf goes to standard error
    std::vector<ptx::Finding> findings;
    std::vector<ptx::GridRecord> grids; ///< emulated only: the launch's and those launched from the device
};

/// How to look at a launch. Only a device that has a Watcher can.
struct Watch {
    model::AccessSink* sink = nullptr; ///< gets the accesses; nullptr: nobody does
    /// Linear indices of the blocks to run; empty: all. A cooperative launch always runs all: these are the
    /// ones whose accesses the sink gets.
    std::vector<std::uint64_t> blocks;
    std::uint64_t instructionBudget = 0; ///< warp instructions that a warp may take; 0: as many as it likes
    const std::atomic<bool>* cancel = nullptr;      ///< ends the launch from another thread, once set
    std::atomic<std::uint64_t>* progress = nullptr; ///< grows with the blocks that have ended
    ptx::ChildStart childStart = ptx::ChildStart::AtLaunch;
    ptx::Checks checks;
    /// Gets the launch's, without label, also of one that a fault stopped; nullptr: Device::finish() gives
    /// it.
    LaunchRecord* record = nullptr;
};

} // namespace lanescope::device
