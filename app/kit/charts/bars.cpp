// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/bars.h"

#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::kit {

namespace {

constexpr float kTitle = 36, kSmall = 10.5F, kLabelRoom = 16;
constexpr float kHeadroom = 15; ///< for the number over the highest bar
constexpr float kUnit = 14;
constexpr float kLeastPlot = 20;

/// A round number of steps up to full: 1, 2 or 5 times a power of ten.
double stepOf(double full, double most) {
    const double rough = full / most, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

/// Neighbours in groups, each as its largest, so that no group is narrower than a point and a half.
std::vector<Bar> merged(const std::vector<Bar>& bars, std::size_t group) {
    std::vector<Bar> all;
    for (std::size_t i = 0; i < bars.size(); i += group) {
        const auto end = bars.begin() + static_cast<std::ptrdiff_t>(std::min(i + group, bars.size()));
        all.push_back(*std::max_element(bars.begin() + static_cast<std::ptrdiff_t>(i), end,
                                        [](const Bar& a, const Bar& b) { return a.value < b.value; }));
        all.back().label = bars[i].label;
    }
    return all;
}

/// Where a bar lies, and how long a value is on the axis.
struct Axis {
    Rect plot;
    double full;
    bool across;
    float each;
    float above; ///< from an upright bar's end to its mark

    Rect slot(std::size_t i) const {
        const float at = each * static_cast<float>(i);
        return across ? Rect{plot.x, plot.y + at, plot.width, each}
                      : Rect{plot.x + at, plot.y, each, plot.height};
    }
    float length(double value) const {
        return (across ? plot.width : plot.height) * static_cast<float>(std::clamp(value / full, 0.0, 1.0));
    }
    Rect bar(std::size_t i, double value) const {
        const Rect s = slot(i);
        const float gap = each < 4 ? 0 : std::min(each * 0.12F, 3.F), wide = length(value);
        return across ? Rect{s.x, s.y + gap, wide, s.height - 2 * gap}
                      : Rect{s.x + gap, s.bottom() - wide, s.width - 2 * gap, wide};
    }
};

void drawAxis(Canvas& canvas, const Axis& axis) {
    const render::Theme& theme = canvas.theme();
    const double step = stepOf(axis.full, (axis.across ? axis.plot.width / 60 : axis.plot.height / 28));
    for (double value = 0; value <= axis.full * 1.0001; value += step) {
        const float at = axis.length(value);
        const std::string number = shortNumber(value);
        if (axis.across) {
            canvas.line({axis.plot.x + at, axis.plot.y}, {axis.plot.x + at, axis.plot.bottom()}, 1,
                        theme.line);
            canvas.text({axis.plot.x + at, axis.plot.bottom() + 3}, number,
                        {kSmall, theme.faint, Font::Sans, Align::Center});
        } else {
            canvas.line({axis.plot.x, axis.plot.bottom() - at}, {axis.plot.right(), axis.plot.bottom() - at},
                        1, theme.line);
            canvas.text({axis.plot.x - 5, axis.plot.bottom() - at}, number,
                        {kSmall, theme.faint, Font::Sans, Align::End, Align::Center});
        }
    }
}

/// Over the bars: between them it would be torn to pieces.
void drawMark(Canvas& canvas, const Axis& axis, const BarsView& view) {
    const render::Theme& theme = canvas.theme();
    if (view.mark <= 0 || view.mark > axis.full * 1.0001) return;
    const float at = axis.length(view.mark);
    const auto style = [&](Align h) {
        return render::TextStyle{kSmall, theme.text, Font::Sans, h, Align::End, axis.plot.width};
    };
    if (axis.across) {
        const float x = axis.plot.x + at;
        canvas.dashedLine({x, axis.plot.y}, {x, axis.plot.bottom()}, 1, theme.text, 4);
        const bool right = at > axis.plot.width / 2;
        canvas.text({right ? x - 4 : x + 4, axis.plot.y - 1}, view.markLabel,
                    style(right ? Align::End : Align::Start));
    } else {
        const float y = axis.plot.bottom() - at;
        canvas.dashedLine({axis.plot.x, y}, {axis.plot.right(), y}, 1, theme.text, 4);
        canvas.text({axis.plot.right(), y - 2}, view.markLabel, style(Align::End));
    }
}

void drawBar(Canvas& canvas, const Axis& axis, std::size_t i, const Bar& bar, bool chosen) {
    const render::Theme& theme = canvas.theme();
    const Color color = toneColor(theme, bar.tone, theme.accent);
    const float radius = axis.each > 8 ? 2.F : 0.F;
    const Color needed = bar.tone == Tone::Warn ? theme.good : color;
    // Of nothing there is no bar to be red.
    if (bar.tone == Tone::Bad && bar.value <= 0)
        canvas.rectangle(axis.slot(i).inset(std::min(axis.each * 0.12F, 3.F), 0),
                         {color.faded(0.22F), radius});
    canvas.rectangle(axis.bar(i, bar.value), {bar.part >= 0 ? color.faded(0.35F) : color, radius});
    if (bar.part >= 0) canvas.rectangle(axis.bar(i, bar.part), {needed, radius});
    if (!chosen) return;
    Rect around = axis.slot(i);
    if (!axis.across) around.y -= axis.above, around.height += axis.above;
    canvas.rectangle(around, {{0, 0, 0, 0}, 2, theme.text, 1.5F});
}

/// The value over an upright bar and, where it is another and there is room, its part over that.
void drawNumbers(Canvas& canvas, const Axis& axis, std::size_t i, const Bar& bar) {
    const render::TextStyle style{kSmall, canvas.theme().text, Font::Sans, Align::Center, Align::End};
    const float x = axis.slot(i).center().x, top = axis.bar(i, bar.value).y;
    canvas.text({x, top - 2}, shortNumber(bar.value), style);
    if (bar.part < 0 || bar.part >= bar.value) return;
    const float part = axis.bar(i, bar.part).y;
    if (part - top > kSmall + 4) canvas.text({x, part - 2}, shortNumber(bar.part), style);
}

} // namespace

float leastBarsHeight(const BarsView& view) {
    return kTitle + (view.unit.empty() ? 0 : kUnit) + (view.across ? 0 : kHeadroom) + kLabelRoom + kLeastPlot;
}

void drawBars(Canvas& canvas, const Rect& rect, const BarsView& view) {
    if (view.bars.empty() || rect.width < 80) return;
    const render::Theme& theme = canvas.theme();
    double full = view.full;
    for (const Bar& bar : view.bars) full = std::max(full, view.full > 0 ? 0 : bar.value);
    full = std::max({full, view.full > 0 ? 0 : view.mark, 1e-12});
    const render::TextStyle small{kSmall, theme.dim, Font::Sans};
    constexpr float kMostLabels = 0.55F; // of the width
    const auto labelOf = [&](const Bar& bar) {
        return view.across ? canvas.fitting({bar.label, bar.shortLabel}, small, rect.width * kMostLabels - 8)
                           : bar.label;
    };
    float labels = 0;
    for (const Bar& bar : view.bars) labels = std::max(labels, canvas.measure(labelOf(bar), small).x);
    Rect plot = rect.belowTop(kTitle + (view.unit.empty() ? 0 : kUnit));
    const float axisRoom = canvas.measure(shortNumber(full), small).x + 12;
    const float beside = std::min(labels + 8, rect.width * kMostLabels);
    if (view.across)
        plot = {plot.x + beside, plot.y, plot.width - beside - axisRoom, plot.height - kLabelRoom};
    else
        plot = {plot.x + axisRoom, plot.y + kHeadroom, plot.width - axisRoom,
                plot.height - kLabelRoom - kHeadroom};
    // In a low picture the bars need the room, and the title says it.
    const bool saysAlong = !view.across && !view.along.empty() && plot.height > 3 * kUnit + kLeastPlot;
    if (saysAlong) {
        plot.height -= kUnit;
        canvas.text({plot.right(), plot.bottom() + kLabelRoom}, view.along,
                    {kSmall, theme.faint, Font::Sans, Align::End, Align::Start, rect.width});
    }
    if (plot.width < kLeastPlot || plot.height < kLeastPlot) return;
    render::TextStyle bold{12.5F, theme.text, Font::Bold};
    const std::string title = canvas.fitting({view.title, view.shortTitle}, bold, rect.width);
    while (bold.size > kSmall && canvas.measure(title, bold).x > rect.width) bold.size -= 0.5F;
    bold.maxWidth = rect.width;
    canvas.text({rect.x, rect.y}, title, bold);
    if (!view.unit.empty())
        canvas.text({rect.x, rect.y + kTitle - 2}, view.unit,
                    {kSmall, theme.faint, Font::Sans, Align::Start, Align::Start, rect.width});

    const float along = view.across ? plot.height : plot.width;
    const std::size_t group = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::ceil(1.5F * static_cast<float>(view.bars.size()) / along)));
    const render::TextStyle dim{11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width};
    const std::string whole =
        group > 1 ? tr("{}; each bar: the highest of {} neighbours", view.caption, group) : view.caption;
    canvas.text({rect.x, rect.y + 17},
                canvas.fitting({whole, view.caption, view.shortCaption}, dim, rect.width), dim);
    std::vector<Bar> bars = group > 1 ? merged(view.bars, group) : view.bars;
    if (view.across && view.ranked)
        bars.resize(std::clamp<std::size_t>(static_cast<std::size_t>(along / (kSmall + 3)), 1, bars.size()));
    const float widest = view.across ? 30.F : 90.F;
    // The mark ends above the number and beneath the axis' unit.
    const Axis axis{plot, full, view.across, std::min(along / static_cast<float>(bars.size()), widest),
                    kHeadroom + (view.unit.empty() ? 2.F : 0.F)};
    drawAxis(canvas, axis);
    // A label for every bar, or for every second, fifth, tenth ...
    const float need = view.across ? kSmall + 3 : labels + view.apart;
    std::size_t every = 1;
    for (const std::size_t next : {2, 4, 8, 16, 32, 64, 128, 256, 512})
        if (axis.each * static_cast<float>(every) < need) every = next;
    for (std::size_t i = 0; i < bars.size(); ++i)
        drawBar(canvas, axis, i, bars[i],
                view.chosen >= 0 && static_cast<std::size_t>(view.chosen) / group == i);
    drawMark(canvas, axis, view);
    // Over upright bars stand the numbers of all, or of none.
    float number = 0;
    for (const Bar& bar : bars) number = std::max(number, canvas.measure(shortNumber(bar.value), small).x);
    const bool numbered = !view.across && axis.each >= number + 4;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const std::size_t first = i * group;
        const Rect slot = axis.slot(i), shape = axis.bar(i, bars[i].value);
        canvas.pick(slot, {.kind = PickKind::Point,
                           .id = view.firstPick + static_cast<std::int64_t>(first),
                           .group = view.group});
        if (i % every == 0 && !bars[i].label.empty()) {
            if (view.across)
                canvas.text({plot.x - 6, slot.center().y}, labelOf(bars[i]),
                            {kSmall, theme.dim, Font::Sans, Align::End, Align::Center, plot.x - rect.x - 6});
            else
                canvas.text({slot.center().x, plot.bottom() + 3}, bars[i].label,
                            {kSmall, theme.dim, Font::Sans, Align::Center});
        }
        if (view.across && axis.each >= kSmall + 2)
            canvas.text({shape.right() + 4, slot.center().y}, shortNumber(bars[i].value),
                        {kSmall, theme.text, Font::Sans, Align::Start, Align::Center});
        else if (numbered)
            drawNumbers(canvas, axis, i, bars[i]);
    }
}

} // namespace lanescope::kit
