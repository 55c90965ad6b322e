// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/launch_limits.h"

#include "model/occupancy.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace lanescope::model {

LaunchLimits launchLimits(const Architecture& architecture) {
    const bool first = architecture.cc.major < 2;
    return {first ? 512U : 1024U, (first ? 16U : 48U) * 1024};
}

bool isLaunchShape(const Architecture& architecture, Dim3 grid, Dim3 block) {
    return grid.count() != 0 && block.count() != 0 && block.count() <= launchLimits(architecture).threads;
}

namespace {

/// The values in the places of the braces, one after another.
std::string filled(std::string_view text, std::initializer_list<std::string> values) {
    std::string all;
    for (const std::string& value : values) {
        const std::size_t at = text.find("{}");
        all += std::string(text.substr(0, at)) + value;
        text.remove_prefix(at + 2);
    }
    return all + std::string(text);
}

} // namespace

std::string launchRefusal(const Architecture& architecture, Dim3 grid, Dim3 block,
                          std::uint64_t sharedBytes) {
    const LaunchLimits limits = launchLimits(architecture);
    if (grid.count() == 0 || block.count() == 0)
        return "a grid and its blocks have at least one block and one thread";
    if (!isLaunchShape(architecture, grid, block))
        return filled(
            "{} threads in a block, where a block of CC {} has at most {}",
            {std::to_string(block.count()), architecture.cc.text(), std::to_string(limits.threads)});
    if (sharedBytes > limits.sharedBytes)
        return filled(
            "{} bytes of shared memory for a block, where one of CC {} gets at most {} unless the "
            "kernel asked for more before",
            {std::to_string(sharedBytes), architecture.cc.text(), std::to_string(limits.sharedBytes)});
    return {};
}

std::optional<std::uint64_t> residentBlocks(const Architecture& architecture, Dim3 block,
                                            std::uint64_t sharedBytes) {
    if (!architecture.hasDeviceFigures()) return std::nullopt;
    const Occupancy held = occupancy({.threads = block.count(), .sharedBytes = sharedBytes}, architecture);
    return static_cast<std::uint64_t>(held.blocks) * static_cast<std::uint64_t>(architecture.multiprocessors);
}

bool hasCooperativeLaunches(const Architecture& architecture) {
    return architecture.cc.major >= 6;
}

std::string cooperativeRefusal(const Architecture& architecture, Dim3 grid, Dim3 block,
                               std::uint64_t sharedBytes) {
    const auto most = residentBlocks(architecture, block, sharedBytes);
    if (!most || grid.count() <= *most) return {};
    return std::to_string(grid.count()) + " blocks in a cooperative launch, where the " +
           std::to_string(architecture.multiprocessors) + " multiprocessors of " +
           std::string(architecture.name) + " hold at most " + std::to_string(*most) +
           " of this size at once";
}

} // namespace lanescope::model
