// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures.h"

#include "kit/constant_view.h"
#include "kit/lane_marks.h"

#include "kit/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lanescope::kit {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::Rect;

namespace {

std::string_view directionNoun(const model::WarpAccess& access) {
    return directionName(model::directionOf(access.operation));
}

} // namespace

std::string wrapped(const Canvas& canvas, std::string_view text, const render::TextStyle& style,
                    float width) {
    std::string all, line;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        const std::string longer = line.empty() ? std::string(text.substr(0, space))
                                                : fmt::format("{} {}", line, text.substr(0, space));
        if (!line.empty() && canvas.measure(longer, style).x > width) {
            all += line;
            all += '\n';
            line = text.substr(0, space);
        } else {
            line = longer;
        }
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return all + line;
}

std::string fitting(const Canvas& canvas, std::initializer_list<std::string> wordings,
                    render::TextStyle style, float width) {
    style.maxWidth = 0; // an ellipsis always fits
    const auto* const found = std::ranges::find_if(
        wordings, [&](const std::string& each) { return canvas.measure(each, style).x <= width; });
    return found == wordings.end() ? *(wordings.end() - 1) : *found;
}

Rect drawHeading(Canvas& canvas, const Rect& rect, const Heading& heading, const ShownAccess* shown) {
    const render::Theme& theme = canvas.theme();
    const bool switches = shown && shown->of > 1;
    constexpr float kArrows = 52;
    const auto shrunk = [&](std::string_view text, render::TextStyle style, float least) {
        while (style.size > least && canvas.measure(text, style).x > rect.width) style.size -= 0.5F;
        return style;
    };
    const render::TextStyle title = shrunk(heading.title, {16, theme.text, Font::Bold}, 13.5F);
    render::TextStyle mono = shrunk(heading.expression, {13, theme.accent, Font::Mono}, 10);
    const bool beside =
        heading.expression.empty() ||
        canvas.measure(heading.title, title).x + canvas.measure(heading.expression, mono).x + 24 < rect.width;

    const std::string titleLines = wrapped(canvas, heading.title, title, rect.width);
    float y = rect.y;
    canvas.text({rect.x, y}, titleLines, title);
    if (beside) {
        mono.h = Align::End;
        canvas.text({rect.right(), y + 3}, heading.expression, mono);
    }
    y += std::max(canvas.measure(titleLines, title).y + 5, 24.F);
    std::string subtitle = heading.subtitle;
    if (switches)
        subtitle = fmt::format("{} {} of {}{}{}", directionNoun(*shown->access), shown->number, shown->of,
                               subtitle.empty() ? "" : ": ", subtitle);
    if (!subtitle.empty()) {
        const render::TextStyle style{12.5F, theme.dim};
        const std::string lines = wrapped(canvas, subtitle, style, rect.width - (switches ? kArrows + 8 : 0));
        canvas.text({rect.x, y}, lines, style);
        if (switches) {
            drawButton(canvas, {rect.right() - kArrows, y - 2, 24, 20}, ButtonSign::Back, "",
                       Control::PreviousSite);
            drawButton(canvas, {rect.right() - 24, y - 2, 24, 20}, ButtonSign::On, "", Control::NextSite);
        }
        y += std::max(canvas.measure(lines, style).y + 4, 20.F);
    }
    if (!beside) {
        const std::string lines = wrapped(canvas, heading.expression, mono, rect.width);
        canvas.text({rect.x, y}, lines, mono);
        y += std::max(canvas.measure(lines, mono).y + 5, 20.F);
    }
    const float used = y + 8 - rect.y;
    return {rect.x, rect.y + used, rect.width, std::max(rect.height - used, 0.F)};
}

Rect drawMoral(Canvas& canvas, const Rect& rect, std::string_view text, const Color& color) {
    if (text.empty()) return rect;
    const render::TextStyle style{12.5F, color};
    const std::string lines = wrapped(canvas, text, style, rect.width);
    const float height = canvas.measure(lines, style).y;
    // The picture comes first: where it would lose a quarter of its height, the panel has to say it.
    if (height > rect.height * 0.25F) return rect;
    canvas.text({rect.x, rect.bottom() - height}, lines, style);
    return {rect.x, rect.y, rect.width, std::max(rect.height - height - 8, 0.F)};
}

void drawNothing(Canvas& canvas, const Rect& rect, std::string_view why) {
    const render::TextStyle style{13, canvas.theme().dim, Font::Sans, Align::Center, Align::Center};
    canvas.text(rect.center(), wrapped(canvas, why, style, std::max(rect.width - 24, 40.F)), style);
}

void drawAccess(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (shown.access->space == model::Space::Shared) return drawBanks(canvas, frame, rect, shown);
    if (shown.access->space == model::Space::Constant) return drawConstant(canvas, frame, rect, shown);
    drawSectorsAndWarps(canvas, frame, rect, shown);
}

std::uint32_t litLanes(const Frame& frame, const ShownAccess& shown) {
    const model::WarpAccess& access = *shown.access;
    if (frame.brush.lane >= 0) return access.activeMask & (1U << frame.brush.lane);
    if (frame.brush.bytes == 0) return access.activeMask;
    std::uint32_t lit = 0;
    forEachLane(access.activeMask, [&](int lane) {
        if (frame.brush.touches(access.address[static_cast<std::size_t>(lane)], access.width))
            lit |= 1U << lane;
    });
    return lit;
}

std::string laneList(std::uint32_t lanes, std::size_t most) {
    struct Span {
        int first, last;
    };
    std::vector<Span> runs;
    forEachLane(lanes, [&](int lane) {
        if (!runs.empty() && runs.back().last == lane - 1)
            runs.back().last = lane;
        else
            runs.push_back({lane, lane});
    });
    std::vector<std::string> parts;
    int left = std::popcount(lanes);
    for (const Span& run : runs) {
        if (parts.size() + 1 > most && left > 1) {
            return fmt::format("{} and {} more", fmt::join(parts, ", "), left);
        }
        parts.push_back(run.first == run.last       ? fmt::format("{}", run.first)
                        : run.last == run.first + 1 ? fmt::format("{}, {}", run.first, run.last)
                                                    : fmt::format("{}-{}", run.first, run.last));
        left -= run.last - run.first + 1;
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string shortAddress(std::uint64_t address) {
    constexpr std::uint64_t kShown = 0xffffff;
    return address > kShown ? fmt::format("\u2026{:06x}", address & kShown) : hexAddress(address);
}

model::Dim3 threadIndex(model::Dim3 block, std::uint32_t warp, int lane) {
    const std::uint32_t linear = warp * model::kWarpSize + static_cast<std::uint32_t>(lane);
    return {linear % block.x, linear / block.x % block.y, linear / block.x / block.y};
}

std::string accessSentence(const model::WarpAccess& access) {
    const std::string_view verb =
        access.operation == model::Operation::Load || access.operation == model::Operation::MatrixLoad
            ? "read"
        : access.operation == model::Operation::Store || access.operation == model::Operation::MatrixStore
            ? "write"
            : "update";
    const int active = std::popcount(access.activeMask);
    return fmt::format("{} {}{} {}{}", plural(static_cast<std::uint64_t>(active), "lane"), verb,
                       active == 1 ? "s" : "", plural(access.width, "byte"), active == 1 ? "" : " each");
}

std::optional<Affine> affineOf(const model::WarpAccess& access) {
    const std::uint32_t lanes = access.activeMask;
    if (std::popcount(lanes) < 2) return std::nullopt;
    const int first = std::countr_zero(lanes), second = std::countr_zero(lanes & (lanes - 1));
    const auto at = [&](int i) {
        return static_cast<std::int64_t>(access.address[static_cast<std::size_t>(i)]);
    };
    if ((at(second) - at(first)) % (second - first) != 0) return std::nullopt;
    const std::int64_t step = (at(second) - at(first)) / (second - first), base = at(first) - step * first;
    bool affine = true;
    forEachLane(lanes, [&](int i) { affine = affine && at(i) == base + step * i; });
    return affine ? std::optional<Affine>({base, step}) : std::nullopt;
}

std::string affineText(const model::WarpAccess& access, std::uint64_t unitBytes, std::string_view lane) {
    const std::optional<Affine> affine = affineOf(access);
    const auto unit = static_cast<std::int64_t>(unitBytes);
    if (!affine || affine->step % unit != 0 || affine->base % unit != 0) return {};
    const std::int64_t step = affine->step / unit, base = affine->base / unit;
    if (step == 0) return fmt::format("{}", base);
    const std::string text = step == 1 ? std::string(lane) : fmt::format("{} x {}", step, lane);
    return base == 0 ? text : fmt::format("{} {} {}", text, base < 0 ? "-" : "+", std::abs(base));
}

Rect fitted(const Rect& rect, float width, float height) {
    if (width <= 0 || height <= 0 || rect.width <= 0 || rect.height <= 0) return {rect.x, rect.y, 0, 0};
    const float scale = std::min(rect.width / width, rect.height / height);
    return {rect.x + (rect.width - width * scale) / 2, rect.y + (rect.height - height * scale) / 2,
            width * scale, height * scale};
}

Color laneFill(const render::Theme& theme, int lane, bool lit) {
    const Color color = render::laneColor(lane);
    return lit ? color : render::mix(theme.background, color, 0.22F);
}

void drawLaneDisc(Canvas& canvas, glm::vec2 center, float radius, int lane, bool active, bool lit) {
    const render::Theme& theme = canvas.theme();
    const Color fill = active ? laneFill(theme, lane, lit) : theme.background;
    canvas.circle(center, radius, {fill, 0, active ? Color{0, 0, 0, 0} : theme.line, active ? 0.F : 1.F});
    if (radius >= kNumberedRadius)
        canvas.text(center, fmt::format("{}", lane),
                    {std::min(radius * 1.08F, 16.F), active ? render::inkOn(fill) : theme.faint, Font::Sans,
                     Align::Center, Align::Center});
}

void drawLaneCell(Canvas& canvas, const Rect& cell, const std::vector<LanePart>& parts, std::uint32_t lit) {
    if (parts.empty()) return;
    const render::Theme& theme = canvas.theme();
    const auto isLit = [&](int lane) { return (lit >> lane & 1) != 0; };
    if (parts.size() == 1 && parts[0].from <= 0 && parts[0].to >= 1) {
        const Color fill = laneFill(theme, parts[0].lane, isLit(parts[0].lane));
        canvas.rectangle(cell, {fill, std::min(3.F, cell.height / 4)});
        const float size = std::min({cell.height * 0.8F, cell.width * 0.52F, 18.F});
        if (size >= 6)
            canvas.text(cell.center(), fmt::format("{}", parts[0].lane),
                        {size, render::inkOn(fill), Font::Sans, Align::Center, Align::Center});
        return;
    }
    // Lanes at the same bytes share them side by side; lanes at other bytes of the word have places of their
    // own.
    std::vector<LanePart> sorted = parts;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const LanePart& a, const LanePart& b) { return a.from < b.from; });
    const Color ground = theme.raised;
    canvas.rectangle(cell, {ground, std::min(3.F, cell.height / 4)});
    bool shared = false, anyLit = false;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i;
        while (end < sorted.size() && sorted[end].from == sorted[i].from) ++end;
        const float x = cell.x + cell.width * sorted[i].from,
                    width = cell.width * (sorted[i].to - sorted[i].from);
        const float each = width / static_cast<float>(end - i);
        shared = shared || end - i > 1;
        for (std::size_t k = i; k < end; ++k) {
            const int lane = sorted[k].lane;
            const Color fill = laneFill(theme, lane, isLit(lane));
            anyLit = anyLit || isLit(lane);
            const Rect stripe{x + each * static_cast<float>(k - i), cell.y, each, cell.height};
            canvas.rectangle(stripe, {fill, 0});
            if (end - i == 1 && each >= 11 && cell.height >= 10)
                canvas.text(stripe.center(), fmt::format("{}", lane),
                            {std::min({each * 0.55F, cell.height * 0.6F, 11.F}), render::inkOn(fill),
                             Font::Sans, Align::Center, Align::Center});
        }
        i = end;
    }
    if (!shared) return;
    const std::string count = fmt::format("{}", sorted.size());
    const Color ink = anyLit ? render::inkOn(render::laneColor(sorted[sorted.size() / 2].lane)) : theme.dim;
    const render::TextStyle whole{9, ink, Font::Bold, Align::Center, Align::Center};
    if (canvas.measure(count + " lanes", whole).x + 4 <= cell.width && cell.height >= 12)
        canvas.text(cell.center(), count + " lanes", whole);
    else if (cell.height >= 26 && canvas.measure("lanes", {7.5F, ink}).x + 2 <= cell.width) {
        canvas.text(cell.center() - glm::vec2(0, 4), count,
                    {11, ink, Font::Bold, Align::Center, Align::Center});
        canvas.text(cell.center() + glm::vec2(0, 6), "lanes",
                    {7.5F, ink, Font::Sans, Align::Center, Align::Center});
    } else if (cell.height >= 10 && cell.width >= 10)
        canvas.text(cell.center(), fmt::format("x{}", count),
                    {std::min(cell.height * 0.62F, cell.width * 0.42F), ink, Font::Bold, Align::Center,
                     Align::Center});
}

void drawButton(Canvas& canvas, const Rect& rect, ButtonSign sign, std::string_view text, Control control,
                bool chosen) {
    const render::Theme& theme = canvas.theme();
    canvas.rectangle(rect, {chosen ? render::mix(theme.raised, theme.accent, 0.25F) : theme.raised, 4,
                            chosen ? theme.accent : theme.line, 1});
    const glm::vec2 c = rect.center();
    const float s = std::min(rect.height, rect.width) * 0.22F;
    switch (sign) {
    case ButtonSign::None:
        break;
    case ButtonSign::Pause:
        canvas.rectangle({c.x - s, c.y - s, s * 0.7F, 2 * s}, {theme.text});
        canvas.rectangle({c.x + s * 0.3F, c.y - s, s * 0.7F, 2 * s}, {theme.text});
        break;
    case ButtonSign::Play:
        canvas.triangle({c.x - s * 0.8F, c.y - s * 1.2F}, {c.x + s * 1.2F, c.y},
                        {c.x - s * 0.8F, c.y + s * 1.2F}, theme.text);
        break;
    case ButtonSign::Back:
    case ButtonSign::On: {
        const float d = sign == ButtonSign::On ? 1.F : -1.F;
        canvas.line({c.x - d * s * 0.5F, c.y - s}, {c.x + d * s * 0.5F, c.y}, 1.5F, theme.text);
        canvas.line({c.x + d * s * 0.5F, c.y}, {c.x - d * s * 0.5F, c.y + s}, 1.5F, theme.text);
        break;
    }
    }
    if (!text.empty())
        canvas.text(c, text,
                    {11.5F, chosen ? theme.text : theme.dim, Font::Sans, Align::Center, Align::Center});
    canvas.pick(rect, {render::PickKind::Control, static_cast<std::int64_t>(control)});
}

} // namespace lanescope::kit
