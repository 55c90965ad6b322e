// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/launch_shape.h"

#include "kit/pictures/pictures.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lanescope::kit {

const std::vector<std::string>& blockShapes() {
    static const std::vector<std::string> shapes{"32x8",  "16x16", "8x32", "4x64", "64x4",
                                                 "256x1", "24x8",  "8x8",  "32x32"};
    return shapes;
}

model::Dim3 shapeOf(const Choice& choice) {
    const std::string& text = choice.value();
    const char *at = text.data(), *const end = at + text.size();
    model::Dim3 shape;
    for (std::uint32_t* side : {&shape.x, &shape.y, &shape.z}) {
        at = std::from_chars(at, end, *side).ptr;
        if (at == end || *at++ != 'x') break;
    }
    return shape;
}

std::string sides(model::Dim3 shape) {
    std::string text = fmt::format("{}", shape.x);
    if (shape.y > 1 || shape.z > 1) text += fmt::format(" x {}", shape.y);
    if (shape.z > 1) text += fmt::format(" x {}", shape.z);
    return text;
}

void refuseLargeBlock(const model::Architecture& architecture, model::Dim3 block) {
    const auto most = static_cast<std::uint64_t>(architecture.maxThreadsPerBlock);
    if (block.count() <= most) return;
    const std::string shape = sides(block);
    throw BadInput(fmt::format("a block of {}{} threads: CC {} takes at most {}; make it smaller",
                               block.y * block.z > 1 ? shape + " = " : "", block.count(),
                               architecture.cc.text(), most));
}

int dimensionsOf(model::Dim3 grid, model::Dim3 block) {
    return grid.z > 1 || block.z > 1 ? 3 : grid.y > 1 || block.y > 1 ? 2 : 1;
}

Threads threadsOver(int width, int height, model::Dim3 block) {
    return {gridOver(width, height, block), block, static_cast<std::uint64_t>(width),
            static_cast<std::uint64_t>(height), 1};
}

WarpFocus::WarpFocus(ParameterSet* owner, int firstBlock, int firstWarp, std::function<Threads()> threads,
                     std::string_view help)
    : block(owner, "focus-block", firstBlock, 0, (1 << 30) - 1, help),
      warp(owner, "focus-warp", firstWarp, 0, 31, translatable("warp of that block")),
      m_threads(std::move(threads)) {
    block.setMost(
        [this] { return static_cast<int>(std::min<std::uint64_t>(m_threads().grid.count(), 1U << 30)) - 1; });
    block.makeAdvanced();
    warp.makeAdvanced();
    warp.setMost([this] { return static_cast<int>((m_threads().block.count() + 31) / 32) - 1; });
}

Focus WarpFocus::chosen() const {
    return {static_cast<std::uint64_t>(std::min(block.value(), block.most())),
            static_cast<std::uint32_t>(std::min(warp.value(), warp.most()))};
}

Focus WarpFocus::focus() const {
    const Threads threads = m_threads();
    const auto [chosen, number] = this->chosen();
    const model::Dim3 place = model::indexAt(chosen, threads.grid);
    const std::uint64_t x = std::uint64_t{place.x} * threads.block.x,
                        y = std::uint64_t{place.y} * threads.block.y,
                        z = std::uint64_t{place.z} * threads.block.z;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const model::Dim3 thread = model::threadIndex(threads.block, number, lane);
        if (thread.z < threads.block.z && x + thread.x < threads.width && y + thread.y < threads.height &&
            z + thread.z < threads.depth)
            return {chosen, number};
    }
    return {chosen, 0};
}

bool WarpFocus::picked(const render::Pick& pick) {
    if (pick.id < 0 || pick.id > block.maximum()) return false;
    if (pick.kind == render::PickKind::Warp) return warp.assign(static_cast<int>(pick.id)), true;
    if (pick.kind == render::PickKind::Block) return block.assign(static_cast<int>(pick.id)), true;
    return false;
}

void WarpFocus::choose(const ThreadPlace& place) {
    block.assign(static_cast<int>(place.block));
    warp.assign(static_cast<int>(place.warp));
}

LaneChoice::LaneChoice(ParameterSet* owner)
    : count(owner, "lanes", 32, 1, 32, translatable("active lanes")),
      which(owner, "mask", "first", {"first", "even", "odd", "random"},
            translatable("which lanes are active; even and odd: those first, then the others")) {
    count.makeAdvanced();
    which.makeAdvanced();
}

std::uint32_t LaneChoice::bits() const {
    std::uint32_t chosen = 0;
    for (int k = 0; k < count; ++k) {
        // Even and odd lanes begin with their own kind; 13 k + 11 visits all 32 lanes in a scattered order.
        const int lane = which.is("first") ? k
                         : which.is("random")
                             ? (13 * k + 11) % 32
                             : (2 * k + k / 16 + (which.is("odd") ? 1 - 2 * (k / 16) : 0)) % 32;
        chosen |= 1U << lane;
    }
    return chosen;
}

std::string LaneChoice::idle(const Parameter& parameter) const {
    return &parameter == &which && count == 32 ? tr("all 32 lanes are active") : "";
}

std::string indexText(std::string_view index, std::uint64_t step, std::uint64_t start) {
    if (step == 0) return fmt::format("{}", start);
    const bool sum = index.find(" + ") != std::string_view::npos;
    std::string text = step == 1 ? std::string(index)
                       : sum     ? fmt::format("{} * ({})", step, index)
                                 : fmt::format("{} * {}", step, index);
    if (start != 0) text += fmt::format(" + {}", start);
    return text;
}

model::Dim3 gridOver(int width, int height, model::Dim3 block, int depth) {
    const auto over = [](int size, std::uint32_t by) {
        return (static_cast<std::uint32_t>(size) + by - 1) / by;
    };
    return {over(width, block.x), over(height, block.y), over(depth, block.z)};
}

ThreadPlace placeOf(std::uint32_t x, std::uint32_t y, model::Dim3 block, model::Dim3 grid, std::uint32_t z) {
    const auto thread =
        static_cast<std::uint32_t>(model::linearIndex({x % block.x, y % block.y, z % block.z}, block));
    return {model::linearIndex({x / block.x, y / block.y, z / block.z}, grid), thread / model::kWarpSize,
            static_cast<int>(thread % model::kWarpSize)};
}

model::Dim3 elementOf(const LaunchResult& launch, const model::WarpAccess& access, int lane) {
    const model::Dim3 thread = model::threadIndex(launch.block, access.warp, lane);
    return {access.block.x * launch.block.x + thread.x, access.block.y * launch.block.y + thread.y,
            access.block.z * launch.block.z + thread.z};
}

} // namespace lanescope::kit
