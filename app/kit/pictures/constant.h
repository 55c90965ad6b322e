// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/readings.h"
#include "render/canvas.h"

#include <cstdint>
#include <string>

/// An access to constant memory: one address at a time.
namespace lanescope::kit {

/// How many requests an access to constant memory takes, and why.
Reading readConstant(const Frame& frame, const ShownAccess& shown);

/// The lanes, the words that they ask the constant cache for, and the requests one after another, each with
/// the lanes that its word goes to, and controls that step through them.
void drawConstant(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  const ShownAccess& shown);

/// What the request of a lane, or the request of a number from 0, says when the mouse is over it.
std::string describeConstantLane(const Frame& frame, const ShownAccess& shown, int lane);
std::string describeRequest(const Frame& frame, const ShownAccess& shown, std::int64_t number);

} // namespace lanescope::kit
