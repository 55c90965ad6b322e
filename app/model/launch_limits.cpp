// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/launch_limits.h"

#include "model/capability.h"
#include "model/format.h"
#include "model/occupancy.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace lanescope::model {

namespace {

bool isWithin(Dim3 shape, Dim3 most) {
    return shape.x <= most.x && shape.y <= most.y && shape.z <= most.z;
}

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

/// Of the sides, those that are too long: "65535 in x".
std::string exceeded(Dim3 size, Dim3 most) {
    std::string all;
    const auto add = [&](std::uint32_t side, std::uint32_t limit, char axis) {
        if (side > limit) all += (all.empty() ? "" : ", ") + std::to_string(limit) + " in " + axis;
    };
    add(size.x, most.x, 'x');
    add(size.y, most.y, 'y');
    add(size.z, most.z, 'z');
    return all;
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
    const std::string asker(who), threads = std::to_string(block.count());
    if (grid.count() == 0) return filled("an empty grid, of {} blocks", {sides(grid)});
    if (block.count() == 0) return filled("an empty block, of {} threads", {sides(block)});
    if (block.count() > limits.threads && block.y * block.z > 1)
        return filled("a block of {} = {} threads: {} takes at most {}",
                      {sides(block), threads, asker, std::to_string(limits.threads)});
    if (block.count() > limits.threads)
        return filled("a block of {} threads: {} takes at most {}",
                      {threads, asker, std::to_string(limits.threads)});
    if (!isWithin(block, limits.block))
        return filled("a block of {} threads: {} takes at most {}",
                      {sides(block), asker, exceeded(block, limits.block)});
    if (!isWithin(grid, limits.grid))
        return filled("a grid of {} blocks: {} takes at most {}",
                      {sides(grid), asker, exceeded(grid, limits.grid)});
    return {};
}

std::string shapeRefusal(const Architecture& architecture, Dim3 grid, Dim3 block) {
    return shapeRefusal(launchLimits(architecture), "CC " + architecture.cc.text(), grid, block);
}

std::string launchRefusal(const Architecture& architecture, Dim3 grid, Dim3 block,
                          std::uint64_t sharedBytes) {
    const std::uint64_t most = launchLimits(architecture).sharedBytes;
    std::string why = shapeRefusal(architecture, grid, block);
    if (why.empty() && sharedBytes > most)
        why = filled("{} bytes of shared memory for a block, where one of CC {} gets at most {} unless the "
                     "kernel asked for more before",
                     {std::to_string(sharedBytes), architecture.cc.text(), std::to_string(most)});
    return why;
}

std::string sharedRefusal(const Architecture& architecture, std::uint64_t sharedBytes) {
    const Capability* const capability = findCapability(architecture.cc);
    const std::uint64_t most = capability ? std::uint64_t(capability->sharedKiBPerBlock) * 1024 : sharedBytes;
    if (sharedBytes <= most) return {};
    return filled("{} bytes of shared memory for a block, where one of CC {} gets at most {}, whatever the "
                  "kernel asks for",
                  {std::to_string(sharedBytes), architecture.cc.text(), std::to_string(most)});
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
    return filled("{} blocks in a cooperative launch, where the {} multiprocessors of {} hold at most {} of "
                  "this size at once",
                  {std::to_string(grid.count()), std::to_string(architecture.multiprocessors),
                   std::string(architecture.name), std::to_string(*most)});
}

} // namespace lanescope::model
