// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Threads in a row over the elements of an array that begin late or lie apart.
namespace lanescope::lab_coalescing {

inline constexpr std::uint32_t kThreads = 256; ///< of a block

/// Bytes from `first` on up to `end`.
struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    bool operator==(const ByteRange&) const = default;
};

/// Thread i works on element i * stride + offset.
struct Pattern {
    std::uint64_t offset = 0;
    std::uint64_t stride = 1;
    std::uint64_t elementBytes = 4;

    /// Of a thread's element, in the array.
    std::uint64_t byteOf(std::uint64_t thread) const { return (thread * stride + offset) * elementBytes; }
    /// The shortest array that has the elements of so many threads, and of those that the stride leaves out.
    std::uint64_t arrayBytes(std::uint64_t threads) const { return byteOf(threads); }
    /// From the first byte of a block's elements to its last.
    ByteRange bytesOfBlock(std::uint64_t block) const;
    /// An access of one warp of a block as all its warps make it.
    std::vector<model::WarpAccess> blockAccesses(const model::WarpAccess& access) const;
};

/// Threads that work on so many MiB.
std::uint64_t threadsFor(std::uint64_t mebibytes, std::uint64_t elementBytes);
/// The most MiB, 1 to 65536, at which the array is no larger than this.
int mebibytesWithin(std::size_t bytes, const Pattern& pattern);
/// "strideFloat4": the kernel of kernels/coalescing.cu.
std::string kernelName(std::string_view kernel, std::string_view element);

} // namespace lanescope::lab_coalescing
