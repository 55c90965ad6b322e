// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/vector/drawing.h"

#include <string>
#include <string_view>

namespace lanescope::render {

/// A drawing as SVG, a pixel of it being one of CSS. Texts are <text> with the names of their fonts and their
/// widths; the chunks are in <metadata>.
std::string svgOf(const Drawing& drawing, const TextChunks& text = {});
/// Bytes as they stand in a data: address.
std::string base64(std::string_view bytes);
/// Whether a file that begins so is SVG.
bool looksLikeSvg(std::string_view begin);
/// The chunks that svgOf() wrote. Throws ImageError, which names the file, for what is cut off; of another
/// program's SVG there are none.
TextChunks readSvgText(std::string_view svg, const std::string& name);

} // namespace lanescope::render
