// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <string>
#include <string_view>

/// What stands over and under a picture.
namespace lanescope::kit {

/// What stands over a picture.
struct Heading {
    std::string title;      ///< what is seen, in words
    std::string subtitle;   ///< the rule behind it
    std::string expression; ///< in the kernel's own notation, at the right; may be empty
};

/// The text broken into lines of at most this width in points.
std::string wrapped(const render::Canvas& canvas, std::string_view text, const render::TextStyle& style,
                    float width);
/// The same of lines of code: what is continued in another line stands further in there.
std::string wrappedCode(const render::Canvas& canvas, std::string_view code, const render::TextStyle& style,
                        float width);

/// Draws a heading, with arrows to the other accesses when there are several and the canvas concludes; gives
/// the rectangle beneath it.
render::Rect drawHeading(render::Canvas& canvas, const render::Rect& rect, const Heading& heading,
                         const ShownAccess* shown = nullptr);

/// Where a picture would lose more of its height to a conclusion, the panel has to say it.
constexpr float kConclusionShare = 0.25F;

/// What drawConclusion() takes of a rectangle's height, at most such a share of it; 0: it would draw nothing.
float conclusionHeight(const render::Canvas& canvas, const render::Rect& rect, std::string_view text,
                       float most = kConclusionShare);

/// Draws wrapped sentences at the lower edge, unless the canvas does not conclude; gives the rectangle above
/// them.
render::Rect drawConclusion(render::Canvas& canvas, const render::Rect& rect, std::string_view text,
                            const render::Color& color, float most = kConclusionShare);

/// The same of sentences that say what other settings come to: nothing while that is withheld.
render::Rect drawComparison(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                            std::string_view text, const render::Color& color);

/// Says, in the middle, why there is nothing to see.
void drawNothing(render::Canvas& canvas, const render::Rect& rect, std::string_view why);

/// The largest rectangle of a picture's shape in the middle of rect.
render::Rect fitted(const render::Rect& rect, float width, float height);

} // namespace lanescope::kit
