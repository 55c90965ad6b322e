// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/coalescing/model.h"

#include <algorithm>

namespace lanescope::lab_coalescing {

namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;

} // namespace

ByteRange Pattern::bytesOfBlock(std::uint64_t block) const {
    const std::uint64_t first = block * kThreads;
    return {.first = byteOf(first), .end = byteOf(first + kThreads - 1) + elementBytes};
}

std::vector<model::WarpAccess> Pattern::blockAccesses(const model::WarpAccess& access) const {
    std::vector<model::WarpAccess> all(kThreads / model::kWarpSize, access);
    const std::uint64_t warpBytes = model::kWarpSize * stride * elementBytes;
    for (std::uint32_t number = 0; number < all.size(); ++number) {
        all[number].warp = number;
        for (std::uint64_t& address : all[number].address)
            address += (std::uint64_t{number} - access.warp) * warpBytes;
    }
    return all;
}

std::uint64_t threadsFor(std::uint64_t mebibytes, std::uint64_t elementBytes) {
    return mebibytes * kMebibyte / elementBytes;
}

int mebibytesWithin(std::size_t bytes, const Pattern& pattern) {
    constexpr std::size_t kMost = 65536;
    const std::size_t whole = bytes / kMebibyte / pattern.stride;
    const std::size_t late = pattern.offset > 0 ? 1 : 0; // more than the few elements that it takes
    return static_cast<int>(std::clamp<std::size_t>(whole, 1 + late, kMost + late) - late);
}

std::string kernelName(std::string_view kernel, std::string_view element) {
    std::string type(element);
    type[0] = static_cast<char>(type[0] - 'a' + 'A');
    return std::string(kernel) + type;
}

} // namespace lanescope::lab_coalescing
