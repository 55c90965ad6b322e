// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/grid_view.h"
#include "kit/pictures.h"

#include <array>

namespace lanescope::kit {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::Rect;

namespace {

struct MemoryRule {
    std::string_view name;
    bool common; ///< parent and child see the same
    std::string_view rule;
};

/// CUDA C++ Programming Guide, dynamic parallelism: coherence and consistency.
constexpr std::array<MemoryRule, 6> kRules{{
    {"global", true, "what a thread wrote before its launch is there; the parent is promised nothing back"},
    {"mapped host", true, "as global memory; kernels can neither allocate nor free it"},
    {"constant", true, "the host sets it before its launch; nothing on the device may change it"},
    {"texture", true, "shows what was written before the launch; not what is written meanwhile"},
    {"shared", false, "belongs to a block: in a child the address means the child's own"},
    {"local", false, "belongs to a thread: so do arrays that are indexed at run time"},
}};

} // namespace

void drawCoherence(Canvas& canvas, const Rect& rect, std::string_view lit) {
    constexpr float kGap = 8, kMost = 76, kPadding = 12;
    const render::Theme& theme = canvas.theme();
    const float height = std::min((rect.height + kGap) / static_cast<float>(kRules.size()) - kGap, kMost);
    if (height < 30) return drawNothing(canvas, rect, "There is no room for the table of memories.");
    float y = rect.y;
    for (const MemoryRule& rule : kRules) {
        const Color color = rule.common ? theme.good : theme.bad;
        const Rect row{rect.x, y, rect.width, height};
        const bool chosen = rule.name == lit;
        canvas.rectangle(row, {render::mix(theme.background, color, chosen ? 0.22F : 0.08F), 5,
                               color.faded(chosen ? 1.F : 0.35F), chosen ? 2.F : 1.F});
        const Rect inner = row.inset(kPadding, 6);
        canvas.text({inner.x, inner.y}, rule.name, {13, theme.text, Font::Bold});
        canvas.text({inner.right(), inner.y}, rule.common ? "one for both" : "each its own",
                    {12, color, Font::Sans, Align::End});
        const render::TextStyle style{12, theme.dim};
        const auto clip = canvas.clip(row);
        canvas.text({inner.x, inner.y + 19}, wrapped(canvas, rule.rule, style, inner.width), style);
        y += height + kGap;
    }
}

} // namespace lanescope::kit
