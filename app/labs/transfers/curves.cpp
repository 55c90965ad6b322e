// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/curves.h"

#include "kit/pictures/pictures.h"
#include "text/tr.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lanescope::lab_transfers {

using namespace kit;

namespace {

constexpr float kLegendRow = 18;
constexpr float kXAxis = 20;
constexpr float kTitle = 16;

/// Places of the plot in points.
struct Scale {
    Rect area;
    double x0 = 1;
    double x1 = 2;
    double top = 1;
    float x(double value) const { return area.x + area.width * static_cast<float>(logShare(value, x0, x1)); }
    float y(double value) const {
        return area.bottom() - area.height * static_cast<float>(std::clamp(value / top, 0.0, 1.05));
    }
};

/// Curves that lie on each other, by their index; the others are alone in theirs. By the first of each.
std::vector<std::vector<std::size_t>> groupsOf(const CurvePlot& plot) {
    double top = 0;
    for (const PlotCurve& curve : plot.curves)
        for (const CurvePoint& point : curve.points) top = std::max(top, point.y);
    const auto same = [&](const PlotCurve& one, const PlotCurve& other) {
        return !one.dashed && !other.dashed && coincide(one.points, other.points, top);
    };
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        const auto found = std::ranges::find_if(groups, [&](const std::vector<std::size_t>& group) {
            return same(plot.curves[group.front()], plot.curves[i]);
        });
        if (found == groups.end())
            groups.push_back({i});
        else
            found->push_back(i);
    }
    return groups;
}

std::vector<Color> colorsOf(const CurvePlot& plot, const std::vector<std::size_t>& group) {
    std::vector<Color> colors;
    for (const std::size_t index : group) colors.push_back(plot.curves[index].color);
    return colors;
}

constexpr float kDash = 9;

/// A line in dashes of all the colours in turn.
void drawInTurn(Canvas& canvas, const std::vector<glm::vec2>& line, const std::vector<Color>& colors,
                float width) {
    std::size_t next = 0;
    float left = kDash;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const glm::vec2 way = line[i + 1] - line[i];
        const float length = std::hypot(way.x, way.y);
        for (float done = 0; done < length;) {
            const float step = std::min(left, length - done);
            canvas.line(line[i] + way * (done / length), line[i] + way * ((done + step) / length), width,
                        colors[next]);
            done += step;
            left -= step;
            if (left > 0.01F) continue;
            left = kDash;
            next = (next + 1) % colors.size();
        }
    }
}

/// Names with a stroke of their line, in rows; gives the height used.
float drawLegend(Canvas& canvas, const Rect& rect, const CurvePlot& plot) {
    constexpr float kGap = 14;
    float x = rect.x;
    float y = rect.y;
    bool any = false;
    for (const std::vector<std::size_t>& group : groupsOf(plot)) {
        const PlotCurve& curve = plot.curves[group.front()];
        if (curve.name.empty()) continue;
        std::string name;
        bool bright = false;
        for (const std::size_t index : group) {
            name += (name.empty() ? "" : tr(", ")) + plot.curves[index].name;
            bright = bright || plot.curves[index].bright;
        }
        if (group.size() > 1) name += tr(": same curve");
        const float stroke = std::max(18.F, kDash * static_cast<float>(group.size()));
        const render::TextStyle style{11.5F, bright ? canvas.theme().text : canvas.theme().dim,
                                      bright ? Font::Bold : Font::Sans, Align::Start, Align::Center};
        const float width = stroke + 5 + canvas.measure(name, style).x;
        if (x > rect.x && x + width > rect.right()) {
            x = rect.x;
            y += kLegendRow;
        }
        // What is too long for a whole row goes on in the next ones.
        const std::string lines = wrapped(canvas, name, style, rect.width - stroke - 5);
        const float middle = y + kLegendRow / 2;
        if (curve.dashed)
            canvas.dashedLine({x, middle}, {x + stroke, middle}, 2, curve.color, 4);
        else
            drawInTurn(canvas, {{x, middle}, {x + stroke, middle}}, colorsOf(plot, group),
                       bright ? 4.F : 2.F);
        std::size_t begin = 0;
        for (std::size_t end; (end = lines.find('\n', begin)) != std::string::npos; begin = end + 1) {
            canvas.text({x + stroke + 5, y + kLegendRow / 2}, lines.substr(begin, end - begin), style);
            y += kLegendRow;
        }
        canvas.text({x + stroke + 5, y + kLegendRow / 2}, lines.substr(begin), style);
        x += width + kGap;
        any = true;
    }
    return any ? y - rect.y + kLegendRow + 4 : 0;
}

void drawAxes(Canvas& canvas, const Scale& scale, const CurvePlot& plot) {
    const render::Theme& theme = canvas.theme();
    const Rect& area = scale.area;
    const double step = axisStep(scale.top, std::max(2, static_cast<int>(area.height / 44)));
    for (double value = 0; value <= scale.top * 1.0001; value += step) {
        const float y = scale.y(value);
        canvas.line({area.x, y}, {area.right(), y}, 1, theme.line.faded(value == 0 ? 1.F : 0.5F));
        canvas.text({area.x - 6, y}, plot.yLabel(value),
                    {11, theme.faint, Font::Sans, Align::End, Align::Center});
    }
    // Every second, fourth, ... step has its number, so that they do not touch.
    float widest = 0;
    for (const double each : plot.steps)
        widest = std::max(widest, canvas.measure(plot.xLabel(each), {11, theme.faint}).x);
    std::size_t every = 1;
    while (every < plot.steps.size() &&
           static_cast<float>(every) * area.width < (widest + 10) * static_cast<float>(plot.steps.size() - 1))
        every *= 2;
    for (std::size_t i = 0; i < plot.steps.size(); ++i) {
        const float x = scale.x(plot.steps[i]);
        canvas.line({x, area.bottom()}, {x, area.bottom() + (i % every == 0 ? 5.F : 3.F)}, 1, theme.line);
        if (i % every == 0)
            canvas.text({x, area.bottom() + 6}, plot.xLabel(plot.steps[i]),
                        {11, theme.faint, Font::Sans, Align::Center});
    }
}

void drawPeaks(Canvas& canvas, const Scale& scale, const CurvePlot& plot) {
    const render::Theme& theme = canvas.theme();
    for (const PlotPeak& peak : plot.peaks) {
        if (peak.value > scale.top) continue;
        const float y = scale.y(peak.value);
        canvas.dashedLine({scale.area.x, y}, {scale.area.right(), y}, 1.5F, theme.dim, 6);
        canvas.text({scale.area.x + 6, y - 4}, peak.label,
                    {11, theme.dim, Font::Sans, Align::Start, Align::End, scale.area.width - 8});
    }
}

/// The axis' title and, beside or under it, the peaks that lie too far above; gives the height used.
float drawTitles(Canvas& canvas, const Rect& rect, const CurvePlot& plot, double top) {
    const render::Theme& theme = canvas.theme();
    const render::TextStyle style{11, theme.faint, Font::Sans, Align::Start, Align::Start, rect.width};
    canvas.text({rect.x, rect.y}, plot.yTitle, style);
    float x = rect.x + canvas.measure(plot.yTitle, style).x + 16;
    float y = rect.y;
    for (const PlotPeak& peak : plot.peaks) {
        if (peak.value <= top) continue;
        const std::string label = "\u2191 " + peak.label;
        const float width = canvas.measure(label, style).x;
        if (x + width > rect.right()) {
            x = rect.x;
            y += kTitle;
        }
        canvas.text({x, y}, label, {11, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width});
        x += width + 16;
    }
    return y - rect.y + kTitle;
}

/// A curve, or several that lie on each other.
void drawCurve(Canvas& canvas, const Scale& scale, const CurvePlot& plot,
               const std::vector<std::size_t>& group) {
    const PlotCurve* curve = &plot.curves[group.front()];
    for (const std::size_t index : group)
        if (plot.curves[index].bright) curve = &plot.curves[index];
    std::vector<glm::vec2> line;
    for (const CurvePoint& point : curve->points) line.emplace_back(scale.x(point.x), scale.y(point.y));
    if (curve->dashed) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            canvas.dashedLine(line[i], line[i + 1], 1.5F, curve->color, 4);
        return;
    }
    const float width = (curve->bright ? 2.5F : 1.75F) + (group.size() > 1 ? 1.75F : 0.F);
    if (group.size() > 1)
        drawInTurn(canvas, line, colorsOf(plot, group), width);
    else if (line.size() > 1)
        canvas.polyline(line, width, curve->color);
    if (!curve->bright) return;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const CurvePoint& point = curve->points[i];
        if (point.high > point.low)
            canvas.line({line[i].x, scale.y(point.low)}, {line[i].x, scale.y(point.high)}, 2,
                        curve->color.faded(0.6F));
        canvas.circle(line[i], 3, {curve->color});
    }
}

} // namespace

void drawCurves(Canvas& canvas, const Rect& rect, const CurvePlot& plot) {
    if (rect.width < 80 || rect.height < 70) return;
    const render::Theme& theme = canvas.theme();
    const float legend = drawLegend(canvas, rect, plot);
    double best = 0;
    Scale scale;
    bool any = false;
    for (const PlotCurve& curve : plot.curves)
        for (const CurvePoint& point : curve.points) {
            best = std::max({best, point.y, point.high});
            scale.x0 = any ? std::min(scale.x0, point.x) : point.x;
            scale.x1 = any ? std::max(scale.x1, point.x) : point.x;
            any = true;
        }
    if (!any || scale.x0 <= 0 || rect.height < legend + 80) return;
    std::vector<double> peaks;
    for (const PlotPeak& peak : plot.peaks) peaks.push_back(peak.value);
    scale.top = axisTop(best, peaks);
    float labels = 0;
    const double step = axisStep(scale.top, 8);
    for (double value = 0; value <= scale.top; value += step)
        labels = std::max(labels, canvas.measure(plot.yLabel(value), {11, theme.faint}).x);
    const float left = labels + 8;
    constexpr float right = 16;
    const float head = legend + drawTitles(canvas, rect.belowTop(legend), plot, scale.top) + 4;
    scale.area = {rect.x + left, rect.y + head, rect.width - left - right, rect.height - head - kXAxis};
    // The words over the highest line stay beneath those of the title.
    constexpr float kWords = 18;
    for (const PlotPeak& peak : plot.peaks) {
        if (peak.value > scale.top || peak.value <= 0) continue;
        const float lower = (scale.area.height - kWords) * static_cast<float>(scale.top / peak.value);
        if (const float over = scale.area.height - lower; over > 0) {
            scale.area.y += over;
            scale.area.height -= over;
        }
    }
    drawAxes(canvas, scale, plot);
    drawPeaks(canvas, scale, plot);

    if (plot.x > 0)
        canvas.line({scale.x(plot.x), scale.area.y}, {scale.x(plot.x), scale.area.bottom()}, 1.5F,
                    theme.accent.faded(0.8F));
    const std::vector<std::vector<std::size_t>> groups = groupsOf(plot);
    const auto bright = [&](const std::vector<std::size_t>& group) {
        return std::ranges::any_of(group, [&](std::size_t index) { return plot.curves[index].bright; });
    };
    for (const auto& group : groups)
        if (!bright(group)) drawCurve(canvas, scale, plot, group);
    for (const auto& group : groups)
        if (bright(group)) drawCurve(canvas, scale, plot, group);
    for (const PlotCurve& curve : plot.curves)
        for (const CurvePoint& point : curve.points)
            if (curve.bright && point.x == plot.x)
                canvas.circle({scale.x(point.x), scale.y(point.y)}, 7,
                              {curve.color.faded(0.25F), 0, theme.text, 1.5F});
    for (const PlotMark& mark : plot.marks) {
        const glm::vec2 at{scale.x(mark.x), scale.y(mark.y)};
        canvas.dashedLine({scale.area.x, at.y}, at, 1, theme.dim.faded(0.7F), 3);
        canvas.dashedLine(at, {at.x, scale.area.bottom()}, 1, theme.dim.faded(0.7F), 3);
        canvas.circle(at, 4, {theme.background, 0, theme.text, 1.5F});
        const render::TextStyle style{11, theme.text, Font::Sans, Align::Start, Align::Center};
        const float room = scale.area.right() - at.x - 10;
        const float needed = canvas.measure(mark.label, style).x;
        if (needed <= room)
            canvas.text({at.x + 9, at.y + 9}, mark.label, style);
        else if (needed + 20 < at.x - scale.area.x)
            canvas.text({at.x - 9 - needed, at.y - 9}, mark.label, style);
    }
    for (std::size_t i = 0; i < plot.steps.size(); ++i) {
        const float each = scale.area.width / static_cast<float>(std::max<std::size_t>(plot.steps.size(), 2));
        canvas.pick({scale.x(plot.steps[i]) - each / 2, scale.area.y, each, scale.area.height + kXAxis},
                    {render::PickKind::Point, static_cast<std::int64_t>(i)});
    }
}

} // namespace lanescope::lab_transfers
