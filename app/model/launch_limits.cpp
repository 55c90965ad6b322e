// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/launch_limits.h"

#include "model/format.h"
#include "model/occupancy.h"

namespace lanescope::model {

namespace {

bool isWithin(Dim3 shape, Dim3 most) {
    return shape.x <= most.x && shape.y <= most.y && shape.z <= most.z;
}

} // namespace

LaunchLimits launchLimits(const Architecture& architecture) {
    LaunchLimits limits;
    if (architecture.cc.major < 3) limits.grid = {65535, 65535, 65535};
    if (architecture.cc.major < 2)
        limits = {
            .grid = {65535, 65535, 1}, .block = {512, 512, 64}, .threads = 512, .sharedBytes = 16 * 1024};
    return limits;
}

std::string shapeRefusal(const LaunchLimits& limits, std::string_view who, Dim3 grid, Dim3 block) {
    if (grid.count() == 0) return "an empty grid, of " + sides(grid) + " blocks";
    if (block.count() == 0) return "an empty block, of " + sides(block) + " threads";
    const auto refusal = [&](const std::string& what, const std::string& most) {
        return what + ": " + std::string(who) + " takes at most " + most;
    };
    if (block.count() > limits.threads)
        return refusal("a block of " + (block.y * block.z > 1 ? sides(block) + " = " : "") +
                           std::to_string(block.count()) + " threads",
                       std::to_string(limits.threads));
    if (!isWithin(block, limits.block))
        return refusal("a block of " + sides(block) + " threads", sides(limits.block));
    if (!isWithin(grid, limits.grid))
        return refusal("a grid of " + sides(grid) + " blocks", sides(limits.grid));
    return {};
}

std::string shapeRefusal(const Architecture& architecture, Dim3 grid, Dim3 block) {
    return shapeRefusal(launchLimits(architecture), "CC " + architecture.cc.text(), grid, block);
}

std::string launchRefusal(const Architecture& architecture, Dim3 grid, Dim3 block,
                          std::uint64_t sharedBytes) {
    std::string why = shapeRefusal(architecture, grid, block);
    const std::uint64_t most = launchLimits(architecture).sharedBytes;
    if (why.empty() && sharedBytes > most)
        why = std::to_string(sharedBytes) + " bytes of shared memory for a block, where one of CC " +
              architecture.cc.text() + " gets at most " + std::to_string(most) +
              " unless the kernel asked for more before";
    return why;
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
