// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Copies between host and device: what they are called, and how long one takes by the figures of the bus.
namespace lanescope::model {

/// Which way bytes go; Both: to the device and back at the same time.
enum class Transfer : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice, Both };

/// The memory at the host's end; of device to device what does the copying.
enum class TransferMemory : std::uint8_t {
    Pageable,       ///< malloc
    PageLocked,     ///< cudaHostAlloc
    WriteCombining, ///< cudaHostAllocWriteCombined
    Mapped,         ///< cudaHostAllocMapped: a kernel reads or writes it over the bus
    Registered,     ///< malloc, then cudaHostRegister
    CopyCall,       ///< device to device: cudaMemcpy
    CopyKernel      ///< device to device: a kernel
};

/// "h2d", "d2h", "d2d", "both".
std::string_view nameOf(Transfer direction);
/// "pageable", "page-locked", "write-combining", "mapped", "registered", "cudaMemcpy", "kernel".
std::string_view nameOf(TransferMemory memory);
/// By these names; nullopt for any other.
std::optional<Transfer> transferNamed(std::string_view name);
std::optional<TransferMemory> transferMemoryNamed(std::string_view name);
/// All directions, in the order in which they are listed.
std::span<const Transfer> transfers();
/// What a direction can be measured with: the kinds of host memory, or the ways to copy on the device.
std::span<const TransferMemory> memoriesOf(Transfer direction);

/// Bytes that a bandwidth counts for a transfer of so many: twice as many for both directions at once, and
/// for a copy on the device, which reads and writes each byte.
std::uint64_t countedBytes(Transfer direction, std::uint64_t bytes);

/// One size of a curve; the times of all repetitions, seconds.
struct TransferPoint {
    std::uint64_t bytes = 0;              ///< in each direction
    int repetitions = 0;                  ///< 0: modelled
    double median = 0, low = 0, high = 0; ///< low and high: 5th and 95th percentile
    int batch = 1;                        ///< copies that each repetition is the mean of
};

/// Time over size of one kind of transfer.
struct TransferCurve {
    Transfer direction = Transfer::HostToDevice;
    TransferMemory memory = TransferMemory::PageLocked;
    bool portable = false;  ///< allocated with the flag for all devices
    bool wallClock = false; ///< timed by the host's clock; else by CUDA events, or modelled
    std::vector<TransferPoint> points;

    /// countedBytes / median in 10^9 bytes a second.
    double gbPerSecond(const TransferPoint& point) const;
    double bestGBps() const;
    /// The size at which half of bestGBps is reached, between points on a logarithmic axis; 0 when the
    /// smallest size has it already or there are no points.
    double halfBandwidthBytes() const;
};

/// 1 KiB, 2 KiB, ... up to most.
std::vector<std::uint64_t> transferSizes(std::uint64_t most);
inline constexpr std::uint64_t kLeastTransfer = 1024, kUsualMostTransfer = std::uint64_t{1} << 30;

/// The link between a GPU and its host.
struct Bus {
    int generation = 0; ///< of PCI Express: 1 to 6
    int lanes = 16;
    std::string_view source;

    /// One direction after line encoding, 10^9 bytes a second: transfers a second and lane of the PCI Express
    /// Base Specification, x 8/10 up to 2.0, x 128/130 from 3.0 on.
    double peakGBps() const;
    /// What is left of the peak when each packet carries so many bytes: a packet that writes has 24 more
    /// (16 header, 4 CRC, 4 framing and sequence number), one that answers a read 20.
    double packetGBps(int payloadBytes, bool writes) const;
    /// Both directions together, when each way also carries the requests (24 bytes for each packet of the
    /// other way), acknowledgements and flow control (16 bytes, assumed one of each a packet). Within 2 % of
    /// an H200's copy engines and kernels.
    double bothWaysGBps(int payloadBytes) const;
    /// Bytes that a packet of a copy engine carries: 128 up to 2.0, 256 from 3.0 on, as chipsets usually
    /// allow.
    int payloadBytes() const { return generation <= 2 ? 128 : 256; }
    /// Assumed rate at which one core copies into a staging buffer, 10^9 bytes a second: half of one memory
    /// channel, which reads and writes each byte, of the bus's day (JEDEC DDR2-800 for 1.x, DDR3-1333 for
    /// 2.0, DDR4-2133 for 3.0, DDR4-3200 for 4.0, DDR5-4800 from 5.0 on).
    double stagingGBps() const;
};

/// The bus of an architecture's board; nothing for a GPU that shares the host's memory.
std::optional<Bus> busOf(const Architecture& architecture);

/// The parts of a modelled transfer, seconds. Staging and bus overlap: the driver cuts a pageable transfer in
/// pieces and copies the next one while the bus moves this one.
struct TransferLegs {
    double latency = 0; ///< until the first byte moves
    double staging = 0; ///< the host's copy into page-locked memory
    double bus = 0;
    double memory = 0; ///< the device's DRAM; only of a device to device copy
    double total = 0;
};
/// Nothing where the architecture lacks the figure it takes (the bus, or the memory's peak). Caches are left
/// out: a device copy that fits the L2 is faster.
std::optional<TransferLegs> modelTransfer(const Architecture& architecture, Transfer direction,
                                          TransferMemory memory, std::uint64_t bytes);
/// Points at all of transferSizes(most); empty where there is no figure.
TransferCurve modelCurve(const Architecture& architecture, Transfer direction, TransferMemory memory,
                         std::uint64_t most = kUsualMostTransfer);

} // namespace lanescope::model
