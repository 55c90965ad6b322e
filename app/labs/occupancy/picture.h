// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/bars.h"
#include "kit/frame.h"
#include "labs/occupancy/model.h"
#include "model/time/launch_time.h"
#include "render/canvas.h"

#include <cstdint>
#include <vector>

/// One multiprocessor: its places for warps, and what the blocks on it take.
namespace lanescope::lab_occupancy {

/// Places for warps in the colours of the blocks that have them; beneath, a bar for each resource, the one
/// that keeps further blocks away marked.
void drawMultiprocessor(render::Canvas& canvas, const render::Rect& rect, const model::BlockResources& block,
                        const model::Architecture& architecture);

/// Warps by block size, the present one outlined; a click gives the number of its size. whyNone: why the
/// first size of which none fits does not; empty where some of each fit.
kit::BarsView sizeBars(const std::vector<Size>& sizes, std::uint32_t threads, int maxWarps,
                       const std::string& whyNone = {});
/// How much of a launch's time each part of the chip is busy.
kit::BarsView busyBars(const model::LimitedTime& time);

} // namespace lanescope::lab_occupancy
