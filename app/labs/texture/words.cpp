// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/texture/words.h"

#include "kit/counted.h"
#include "kit/pictures/launch_shape.h"
#include "kit/words/advice.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace lanescope::lab_texture {

using namespace kit;

namespace {

/// Pixels of a warp side by side; the others lie in rows below.
std::uint32_t pixelsAcross(const ShownAccess& shown) {
    return std::clamp(shown.launch->block.x, 1U, static_cast<std::uint32_t>(model::kWarpSize));
}

} // namespace

std::string fetchRule(const ShownAccess& shown, double degrees, bool moves) {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(shown.access->activeMask));
    const std::uint64_t texels = distinctBytes(*shown.access) / shown.access->footprint->bytesPerTexel;
    const std::uint32_t across = pixelsAcross(shown);
    const std::string now = moves ? std::string(tr(" now")) : std::string();
    return across == model::kWarpSize
               ? tr("{} texels for {}, along a line rotated by {:.0f} degrees{}", texels,
                    counted(lanes, "lane"), degrees, now)
               : tr("{} texels for {}, in a patch of {} x {} pixels rotated by {:.0f} degrees{}", texels,
                    counted(lanes, "lane"), across, model::kWarpSize / across, degrees, now);
}

std::string conclusionText(const Frame& frame, const ShownAccess& shown, double degrees) {
    const std::uint64_t least = leastSectors(*shown.access);
    const bool slanted = std::fmod(degrees, 90) != 0;
    return tr("{} of 32 bytes; the texels would fill {}. {}",
              counted(shown.counts.transactions, unitOf(frame.architecture)), least,
              pixelsAcross(shown) < model::kWarpSize
                  ? tr("A patch of pixels lies over fewer tiles than a line of as many.")
              : slanted
                  ? tr("A slanted line of pixels crosses many small tiles, and finds neighbours in each.")
                  : tr("A row or column of pixels crosses its small tiles along an edge."));
}

std::vector<Suggestion> shapesFor(const Frame& frame, const ShownAccess& shown, Turn turn,
                                  std::string_view chosen) {
    std::vector<Suggestion> all;
    const model::TexelFootprint& fetched = *shown.access->footprint;
    turn.width = static_cast<int>(fetched.width);
    turn.height = static_cast<int>(fetched.height);
    const model::Dim3 first = elementOf(*shown.launch, *shown.access, 0);
    for (const auto& [shape, across] :
         {std::pair("32x8", 32), std::pair("16x16", 16), std::pair("8x32", 8), std::pair("4x64", 4)}) {
        model::TexelFootprint texels = turn.footprint(first.x, first.y, across);
        texels.texture = fetched.texture;
        texels.bytesPerTexel = fetched.bytesPerTexel;
        texels.surface = fetched.surface;
        model::WarpAccess access = *shown.access;
        access.activeMask = ~0U;
        access.footprint = &texels;
        const model::Counts counts =
            chosen == shape ? shown.counts : model::count(access, frame.architecture, frame.rules);
        all.push_back({.sets = {{"block", shape}},
                       .outcome = counted(counts.transactions, unitOf(frame.architecture)),
                       .now = chosen == shape,
                       .noBetter = chosen != shape && counts.transactions >= shown.counts.transactions});
    }
    return all;
}

} // namespace lanescope::lab_texture
