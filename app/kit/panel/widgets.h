// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/style.h"
#include "kit/short_text.h"

#include <string>
#include <string_view>

namespace lanescope::kit {

/// Text in a font and colour; the item before it stays where it is.
void coloredText(const render::Color& color, std::string_view text);
void wrappedText(const render::Color& color, std::string_view text);
/// Text in lines that are no wider, pixels.
void wrapWithin(float width, std::string_view text);
/// Text that ends at the right edge of the column or window.
void rightText(const render::Color& color, std::string_view text);
/// A small heading in capitals.
void heading(std::string_view text);
/// A tooltip on the last item, wrapped.
void tooltip(std::string_view text);
/// Whether the last item's tooltip is to be seen: for texts that have to be put together.
bool wantsTooltip();

} // namespace lanescope::kit
