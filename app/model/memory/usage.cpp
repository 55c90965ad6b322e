// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/usage.h"

#include "model/memory/banks.h"
#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope::model {

std::uint64_t distinctBytes(const WarpAccess& access) {
    // Asked for several times a frame: no memory is allocated.
    std::array<std::uint64_t, std::size_t{4} * kWarpSize> starts{}; // of bytes, or numbers of texels
    std::size_t count = 0;
    const TexelFootprint* const f = access.footprint;
    for (int lane = 0; lane < kWarpSize; ++lane) {
        if (!access.active(lane)) continue;
        const auto i = static_cast<std::size_t>(lane);
        if (!f) {
            starts[count++] = access.address[i];
            continue;
        }
        for (const std::int32_t x : {f->x0[i], f->x1[i]})
            for (const std::int32_t y : {f->y0[i], f->y1[i]})
                if (x >= 0 && y >= 0)
                    starts[count++] =
                        static_cast<std::uint64_t>(y) * f->width + static_cast<std::uint64_t>(x);
    }
    std::sort(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(count));
    const std::uint64_t wide = f ? 1 : access.width;
    std::uint64_t distinct = 0, end = 0; // up to where all is counted
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t from = i == 0 ? starts[i] : std::max(starts[i], end);
        end = starts[i] + wide;
        distinct += end - from;
    }
    return distinct * (f ? f->bytesPerTexel : 1);
}

std::uint64_t leastSectors(const WarpAccess& access) {
    return (distinctBytes(access) + kSectorBytes - 1) / kSectorBytes;
}

std::uint64_t leastBytes(const WarpAccess& access) {
    return leastSectors(access) * kSectorBytes;
}

std::uint64_t turnsAtWords(const WarpAccess& access, const Architecture& architecture) {
    std::uint64_t sum = 0;
    for (const RequestGroup& group : requestGroups(access, architecture)) {
        std::map<std::uint64_t, std::uint64_t> lanes; // by word
        std::uint64_t most = 0;
        for (const BankWord& word : group.words) most = std::max(most, ++lanes[word.word]);
        sum += most;
    }
    return sum;
}

double excessOf(const WarpAccess& access, const Counts& counts) {
    const auto beyond = [](std::uint64_t taken, std::uint64_t needed) {
        return static_cast<double>(taken) - static_cast<double>(std::min(needed, taken));
    };
    if (access.space == Space::Shared) return beyond(counts.sharedWavefronts, counts.idealSharedWavefronts);
    if (access.space == Space::Constant) return beyond(counts.requests, 1);
    return beyond(counts.bytesTransferred, leastBytes(access)) / kSectorBytes;
}

} // namespace lanescope::model
