// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/text.h"
#include "render/canvas.h"

namespace lanescope::shell {

/// Draws paragraphs, lists, code and quotes from the top of a rectangle, broken into lines of its width;
/// gives the height that they take, in points. size: of plain text. show: false only measures.
float drawText(render::Canvas& canvas, const render::Rect& rect, const lessons::Text& text, float size,
               bool show = true);

} // namespace lanescope::shell
