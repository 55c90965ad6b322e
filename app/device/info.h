// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What is known of a device, and what it throws.
namespace lanescope::device {

/// The word that chooses the emulated device.
inline constexpr const char* kEmulated = "emulated";

/// A device call that failed: what, where, and the runtime's own words. One line.
class Error : public lanescope::Error {
public:
    using lanescope::Error::Error;
};
/// The size asked for does not fit.
class OutOfMemory : public Error {
public:
    /// what: "array"; where: "the memory of NVIDIA H200".
    OutOfMemory(std::string_view what, std::size_t bytes, std::string_view where, std::size_t largest);
    std::size_t largestBytes; ///< the largest single allocation that would fit now
};

/// What a device can do, to be asked for instead of which one it is. Whether its kernels can be looked at
/// while they run, Device::watcher() tells.
struct Capabilities {
    bool measuresTimes = false;   ///< launches and copies take its own time; else times are modelled
    bool hasCounters = false;     ///< of a chip; whether this program may read them, probeCounters() tells
    bool keepsCaches = false;     ///< a launch finds in them what those before it left
    bool overlapsStreams = false; ///< work of several streams may run at the same time
    bool runsBesideHost = false;  ///< a launch may still run when launch() returns
    bool lostByFaults = false;    ///< a kernel's fault takes it from the process, see Device::lost()
    bool operator==(const Capabilities&) const = default;
};
/// Those of any GPU.
inline constexpr Capabilities kOfGpus{true, true, true, true, true, true};

/// What is known of a device, from its driver or of the emulator. Sizes that are not known are 0.
struct Info {
    Capabilities can;
    std::string choice = kEmulated; ///< what openDevice() takes for it: "emulated", "cuda:1"
    int ordinal = 0;                ///< CUDA's number of a GPU
    std::string busId;              ///< of a GPU on PCI Express, "0000:17:00.0"; else empty
    std::string name;               ///< "NVIDIA H200", "Emulated (2 cores, x86-64-v3)"
    int ccMajor = 0, ccMinor = 0;   ///< 0.0 for the emulated device
    int multiprocessors = 0;
    std::size_t memoryBytes = 0;
    std::size_t l2Bytes = 0;
    double memoryClockMHz = 0;
    int memoryBusBits = 0;
    std::uint32_t sharedLimitBytes = 0; ///< a block's most
    std::string driver;                 ///< "13.0", empty for the emulated device
    /// "cuda", "emulated".
    std::string_view kind() const { return std::string_view(choice).substr(0, choice.find(':')); }
    /// memoryClock x bus / 8 x 2 in bytes a second; 0 unknown.
    double peakBytesPerSecond() const;
};

} // namespace lanescope::device
