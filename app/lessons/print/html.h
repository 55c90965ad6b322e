// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/print/figure.h"

#include <string>
#include <string_view>

/// What pages of HTML have in common: sheets and slides.
namespace lanescope::lessons {

/// A whole page, which needs nothing from elsewhere.
std::string htmlPage(std::string_view title, std::string_view style, std::string_view body,
                     std::string_view script = {});
/// What is asked, with its options and its code.
std::string askHtml(const AskedQuestion& asked);
/// What a figure is of, for readers without a terminal.
std::string figureStateHtml(const Handout& handout, const Figure& figure);

} // namespace lanescope::lessons
