// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/warp_access.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace lanescope::model {

/// What a kernel that starts with an empty L2 moves between L2 and DRAM, each touched block once: what it
/// comes back to after the L2 has dropped it would add to this.
struct DramTraffic {
    /// Blocks fetched by loads and atomics, and fillBytes. An atomic on one sector of a 64-byte block fetches
    /// 48 bytes on the average: 64 or 32, measured on an H200.
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0; ///< 32-byte sectors with a written byte, atomics among them
    /// Read because a store or an atomic changed a part of a sector only.
    std::uint64_t fillBytes = 0;
    std::uint64_t footprintBytes = 0; ///< distinct 32-byte sectors touched
    std::uint64_t lineBytes = 0;      ///< distinct 128-byte lines touched, for which the L2 has to have room
    std::uint64_t loadedBytes = 0;    ///< of the sectors, those that loads and atomics touch
    /// How long it keeps the DRAM busy, in bytes of a contiguous copy. From 64-byte fetches on, by 256-byte
    /// chunks of addresses: a read takes 64 bytes a block, at least 96; a write its bytes, at least 64 for
    /// each line and 128 for the chunk, and 32 for each line with a fill. Found on an H200 over strides of 4
    /// to 512 bytes (docs/time.md); elsewhere, and for whole chunks, it is the bytes moved.
    std::uint64_t busyBytes = 0;

    DramTraffic& operator+=(const DramTraffic& other);
    bool operator==(const DramTraffic&) const = default;
};

/// Of so many alike.
DramTraffic operator*(const DramTraffic& traffic, std::uint64_t times);

enum class Direction : std::uint8_t;
struct Report;
/// As though the bytes that the accesses of a report ask for lay side by side, so that nothing else is moved.
DramTraffic packedTraffic(const Report& report, const DramTraffic& traffic);

/// A sink that remembers which bytes of global memory and of arrays a kernel read and wrote, about a bit for
/// a sector. Arrays lie in memory as TextureLayout has it.
class DramTally final : public AccessSink {
public:
    void access(const WarpAccess& access) override;
    void accessInEights(const WarpAccess& access, Eights eights) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;
    /// Of all that was touched so far.
    DramTraffic traffic(const Architecture& architecture) const;

private:
    static constexpr std::uint64_t kPageBytes = 4096;
    static constexpr std::size_t kPageWords = kPageBytes / 32 / 64;
    /// One bit a byte.
    using Bytes = std::array<std::uint32_t, kPageBytes / 32>;
    /// One bit a sector.
    struct Page {
        std::array<std::uint64_t, kPageWords> read{}, changed{}, written{}, whole{}; ///< changed: by atomics
        std::unique_ptr<Bytes> parts; ///< the bytes written of sectors that no single access filled

        /// Whether the same sectors of both move the same.
        bool isLike(const Page& other) const {
            return read == other.read && changed == other.changed && written == other.written &&
                   whole == other.whole;
        }
    };

    void touch(Direction direction, std::uint64_t first, std::uint64_t end);
    void texels(const WarpAccess& access);
    Page& page(std::uint64_t number);
    using Sectors = std::array<std::uint64_t, kPageWords>;
    void mark(Sectors Page::*which, std::uint64_t first, std::uint64_t end);
    void write(std::uint64_t first, std::uint64_t end);
    void writeRange(Page& page, std::uint32_t first, std::uint32_t end);
    static void addPart(Page& page, std::size_t sector, std::uint32_t bytes);

    std::unordered_map<std::uint64_t, Page> m_pages;
    /// Pages that were touched lately, by their numbers: a block touches few.
    struct Recent {
        std::uint64_t number = ~std::uint64_t{0};
        Page* page = nullptr;
    };
    std::array<Recent, 64> m_recent;
};

} // namespace lanescope::model
