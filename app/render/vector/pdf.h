// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/vector/drawing.h"

#include <span>
#include <string>
#include <string_view>

namespace lanescope::render {

/// Drawings as PDF, a page each, 96 pixels being an inch. Texts can be selected, their fonts are in the file.
/// Of the chunks it has Software and the one that is named, as its keywords. Throws ImageError.
std::string pdfOf(std::span<const Drawing> pages, const TextChunks& text = {},
                  std::string_view keywords = {});
/// A drawing in pixels again, as the PDF's shapes are filled.
Image imageOf(const Drawing& drawing);
/// The keywords of a PDF that pdfOf() wrote; empty where there are none.
std::string readPdfKeywords(std::string_view pdf);

} // namespace lanescope::render
