// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"

namespace lanescope::render {
class Canvas;
}

/// The words that pictures are drawn with.
namespace lanescope::kit {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::Pick;
using render::PickKind;
using render::Rect;

} // namespace lanescope::kit
