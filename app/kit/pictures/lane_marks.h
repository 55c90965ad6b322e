// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/views/lane_part.h"
#include "render/canvas.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// Small marks that the access pictures have in common.
namespace lanescope::kit {

/// A lane's colour, or what is left of it when others are lit; opaque, so that it hides links behind it.
render::Color laneFill(const render::Theme& theme, int lane, bool lit);
/// The size of a number of two digits in so much room: `usual`, before an audience as large as fits, points.
float numberSize(const render::Canvas& canvas, float width, float height, float usual);
/// A numbered disc for a lane; the number is left out where it would not be legible.
void drawLaneDisc(render::Canvas& canvas, glm::vec2 center, float radius, int lane, bool active, bool lit);
/// A cell in the colours of the lanes that touch it: a lane's number, or how many they are.
void drawLaneCell(render::Canvas& canvas, const render::Rect& cell, const std::vector<LanePart>& parts,
                  std::uint32_t lit);
/// Around the disc of a lane at which a kernel stopped.
void drawStopMark(render::Canvas& canvas, glm::vec2 center, float radius);
/// What a button of the stage shows beside or instead of its text.
enum class ButtonSign : std::uint8_t { None, Back, On, Play, Pause };
/// A button with a text, a sign or both, and its pick region.
void drawButton(render::Canvas& canvas, const render::Rect& rect, ButtonSign sign, std::string_view text,
                Control control, bool chosen = false);
/// A circle smaller than this has no number in it, points.
float leastNumberedRadius(const render::Canvas& canvas);

} // namespace lanescope::kit
