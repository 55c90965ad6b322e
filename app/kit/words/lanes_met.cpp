// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/lanes_met.h"

#include "kit/views/bank_view.h"
#include "kit/views/line_view.h"
#include "kit/words/tag_lookups.h"
#include "model/memory/texture.h"

#include <algorithm>
#include <vector>

namespace lanescope::kit {

namespace {

std::uint32_t inBanks(const BankView& view, int lane) {
    std::uint32_t banks = 0, met = 0;
    for (const model::Wavefront& wavefront : view.wavefronts)
        for (const model::BankWord& word : wavefront.words)
            if (word.lane == lane) banks |= 1U << word.bank;
    for (const model::Wavefront& wavefront : view.wavefronts) {
        const std::uint32_t group = view.groups[static_cast<std::size_t>(wavefront.group)].lanes;
        if ((group >> lane & 1) == 0 || (wavefront.lanes >> lane & 1) != 0) continue;
        for (const model::BankWord& word : wavefront.words)
            if (banks >> word.bank & 1) met |= 1U << word.lane;
    }
    return met;
}

std::uint32_t inSectors(const ShownAccess& shown, int lane) {
    std::uint32_t met = 0;
    for (const LineView& line : shown.view->lines())
        for (const LineView::Moved& moved : line.moved)
            if (moved.lanes >> lane & 1) met |= moved.lanes;
    return met;
}

std::uint32_t inTexels(const Frame& frame, const ShownAccess& shown, int lane) {
    std::uint32_t met = 0;
    for (const model::TextureSector& sector : model::textureSectors(*shown.access, frame.architecture))
        if (sector.lanes >> lane & 1) met |= sector.lanes;
    return met;
}

/// Of global memory the step that is singled out is a pass through the tag stage.
std::uint32_t ofStep(const Frame& frame, const ShownAccess& shown) {
    const model::WarpAccess& access = *shown.access;
    if (!frame.view.showSteps || access.space != model::Space::Global) return access.activeMask;
    const std::vector<std::uint32_t> passes = lanesByPass(model::tagLookups(access, frame.architecture));
    if (passes.empty()) return access.activeMask;
    return passes[std::min(static_cast<std::size_t>(frame.view.step), passes.size() - 1)];
}

} // namespace

std::uint32_t lanesMet(const Frame& frame, const ShownAccess& shown, int lane) {
    const model::WarpAccess& access = *shown.access;
    if (!access.active(lane) || access.space == model::Space::Constant) return 0;
    const std::uint32_t met = access.footprint                       ? inTexels(frame, shown, lane)
                              : access.space == model::Space::Shared ? inBanks(shown.view->banks(), lane)
                                                                     : inSectors(shown, lane);
    return met & ~(1U << lane);
}

namespace {

/// What is hovered lights, and nothing where nothing is.
std::uint32_t brushedLanes(const Frame& frame, const ShownAccess& shown) {
    const model::WarpAccess& access = *shown.access;
    const Brush& brush = frame.brush;
    if (brush.lane >= 0) return access.activeMask & (1U << brush.lane | lanesMet(frame, shown, brush.lane));
    std::uint32_t lit = 0;
    forEachLane(access.activeMask, [&](int lane) {
        if (brush.touches(access.address[static_cast<std::size_t>(lane)], access.width)) lit |= 1U << lane;
    });
    return lit;
}

} // namespace

std::uint32_t litLanes(const Frame& frame, const ShownAccess& shown) {
    if (frame.view.withheld == Withheld::Words) return shown.access->activeMask & frame.view.lanes;
    const std::uint32_t brushed = brushedLanes(frame, shown);
    return brushed != 0 || frame.brush.lane >= 0 ? brushed : ofStep(frame, shown);
}

bool brushesLanes(const Frame& frame, const ShownAccess& shown) {
    return frame.brush.lane >= 0 || brushedLanes(frame, shown) != 0;
}

} // namespace lanescope::kit
