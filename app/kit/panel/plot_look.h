// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/short_text.h"
#include "render/palette.h"

#include <implot.h>

#include <string_view>

/// What all plots look like.
namespace lanescope::kit {

constexpr ImPlotFlags kPlotFlags =
    ImPlotFlags_NoMouseText | ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect;
constexpr ImPlotAxisFlags kAxisFlags = ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_Lock;

/// Sets ImPlot's style from the theme, for the plots that follow.
void plotFrameStyle();
/// Lines and markers of one colour; weight in points.
ImPlotSpec plotSpec(const render::Color& color, float weight);
/// As many of the title's first words as stand upright beside a plot of so many pixels, and behind them the
/// mark; empty where not even one does.
ShortText uprightTitle(std::string_view title, std::string_view mark, float height);

} // namespace lanescope::kit
