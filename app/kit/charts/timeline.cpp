// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/timeline.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::kit {

namespace {

constexpr float kLabel = 12, kSublabel = 10.5F; // sizes of text
constexpr float kHead = 20, kAxis = 20, kBar = 17, kRowGap = 7;
constexpr float kLeastLane = 6, kUsualLane = 24, kMostLane = 46;

/// What times along an axis are given in.
struct Unit {
    double seconds;
    std::string_view name;
};
Unit unitFor(const Timeline& timeline, double end) {
    if (!timeline.unit.empty()) return {1, timeline.unit};
    return end < 2e-3 ? Unit{1e-6, "us"} : end < 2 ? Unit{1e-3, "ms"} : Unit{1, "s"};
}

std::string timeText(const Timeline& timeline, double time) {
    if (timeline.unit.empty()) return duration(time);
    return fmt::format("{} {}", grouped(static_cast<std::uint64_t>(std::max(time, 0.0))), timeline.unit);
}

/// 1, 2 or 5 times a power of ten, so that at most `most` of them fit.
double tickStep(double end, int most) {
    double step = std::pow(10, std::floor(std::log10(end / most)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (end / (step * factor) <= most) return step * factor;
    return step * 10;
}

/// Which line of its row each span has, and how many lines each row needs.
struct Lanes {
    std::vector<std::size_t> of;
    std::vector<std::size_t> count;
    std::size_t total = 0;
};

Lanes lanesOf(const Timeline& timeline) {
    Lanes lanes;
    lanes.of.resize(timeline.spans.size());
    std::vector<std::vector<double>> busyUntil(timeline.rows.size());
    std::vector<std::size_t> order(timeline.spans.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return timeline.spans[i].start; });
    for (const std::size_t i : order) {
        const TimelineSpan& span = timeline.spans[i];
        if (span.row >= busyUntil.size()) continue;
        auto& row = busyUntil[span.row];
        // Times that differ by rounding alone do not overlap.
        const double slack = 1e-9 * std::max(span.end, 1e-6);
        auto free = std::ranges::find_if(row, [&](double until) { return until <= span.start + slack; });
        if (free == row.end()) free = row.insert(row.end(), 0);
        *free = span.end;
        lanes.of[i] = static_cast<std::size_t>(free - row.begin());
    }
    for (const auto& row : busyUntil) {
        lanes.count.push_back(std::max<std::size_t>(row.size(), 1));
        lanes.total += lanes.count.back();
    }
    return lanes;
}

double endOf(const Timeline& timeline) {
    double end = timeline.end;
    if (end <= 0) {
        for (const TimelineSpan& span : timeline.spans) end = std::max(end, span.end);
        for (const TimelineMark& mark : timeline.marks) end = std::max(end, mark.at);
        for (const TimelineBar& bar : timeline.bars) end = std::max(end, bar.seconds);
    }
    return end;
}

/// One drawing of a timeline.
class TimelinePicture {
public:
    TimelinePicture(Canvas& canvas, const Frame& frame, const Rect& rect, const Timeline& timeline)
        : m_canvas(canvas), m_theme(canvas.theme()), m_timeline(timeline), m_rect(rect),
          m_lanes(lanesOf(timeline)), m_end(endOf(timeline)), m_window(frame.view.times),
          m_first(m_end * m_window.first), m_last(m_window.last < 1 ? m_end * m_window.last : m_end) {
        place();
        light(frame.brush.pointIn(0));
    }

    Rect draw() {
        m_canvas.pick({m_area.x, m_area.y, m_area.width, m_axis + kAxis - m_area.y},
                      {render::PickKind::Control, static_cast<int>(Control::Times)});
        drawHead();
        drawGrid();
        for (std::size_t row = 0; row < m_timeline.rows.size(); ++row) drawLabel(row);
        for (std::size_t i = 0; i < m_timeline.spans.size(); ++i) drawSpan(i);
        for (const TimelineMark& mark : m_timeline.marks)
            if (isSeen(mark.at, mark.at)) drawMoment(mark);
        for (std::size_t i = 0; i < m_timeline.spans.size(); ++i) nameSpan(i);
        drawArrows();
        for (const TimelineMark& mark : m_timeline.marks)
            if (isSeen(mark.at, mark.at)) nameMark(mark);
        for (std::size_t i = 0; i < m_timeline.bars.size(); ++i) drawBar(i);
        const float used = m_axis + kAxis - m_rect.y;
        return m_rect.belowTop(std::min(used, m_rect.height));
    }

private:
    void place() {
        const auto rows = static_cast<float>(m_timeline.rows.size());
        constexpr float kMostLabels = 0.42F; // of the width
        m_labels = std::min(std::max(timelineLabels(m_canvas, m_timeline), m_timeline.labels),
                            m_rect.width * kMostLabels);
        const float bars =
            m_timeline.bars.empty() ? 0 : static_cast<float>(m_timeline.bars.size()) * kBar + kRowGap;
        const float room = m_rect.height - kHead - kAxis - bars - rows * kRowGap;
        m_lane = std::clamp(room / std::max(static_cast<float>(m_lanes.total), 1.F), kLeastLane, kMostLane);
        float y = m_rect.y + kHead;
        for (const std::size_t lanes : m_lanes.count) {
            const float height = m_lane * static_cast<float>(lanes);
            m_rows.push_back({m_rect.x, y, m_rect.width, height});
            y += height + kRowGap;
        }
        m_bars = y;
        m_axis = y + bars;
        // The last number of the axis stands half beyond it.
        m_area = {m_rect.x + m_labels, m_rect.y + kHead, std::max(m_rect.width - m_labels - 14, 10.F),
                  m_axis - m_rect.y - kHead};
    }

    /// The span that is hovered or chosen, and backwards what it waited for.
    void light(std::int64_t hovered) {
        m_depth.assign(m_timeline.spans.size(), -1);
        const auto find = [&](std::int64_t id) {
            const auto found = std::ranges::find_if(
                m_timeline.spans, [&](const TimelineSpan& span) { return id >= 0 && span.id == id; });
            return static_cast<std::size_t>(found - m_timeline.spans.begin());
        };
        std::size_t focus = find(hovered);
        if (focus == m_timeline.spans.size()) focus = find(m_timeline.chosen);
        if (focus == m_timeline.spans.size()) return;
        m_lit = true;
        std::vector<std::size_t> next{focus};
        m_depth[focus] = 0;
        while (!next.empty()) {
            const std::size_t at = next.back();
            next.pop_back();
            for (const TimelineArrow& arrow : m_timeline.arrows)
                if (arrow.to == at && m_depth[arrow.from] < 0) {
                    m_depth[arrow.from] = m_depth[at] + 1;
                    next.push_back(arrow.from);
                }
        }
    }

    /// Whether any of it is in the part of the axis that is shown.
    bool isSeen(double start, double end) const {
        return m_window.isAll() || (end >= m_first && start <= m_last);
    }
    /// beyond: how far it may lie outside the part that is shown, in its widths.
    float x(double seconds, double beyond = 0) const {
        if (m_end <= 0) return m_area.x;
        const double share = (seconds - m_first) / (m_last - m_first);
        const double seen = m_window.isAll() ? std::min(share, 1.0) : std::clamp(share, -beyond, 1 + beyond);
        return m_area.x + m_area.width * static_cast<float>(seen);
    }
    Rect boxOf(std::size_t i, double beyond = 0) const {
        const TimelineSpan& span = m_timeline.spans[i];
        const Rect& row = m_rows[span.row];
        const float left = x(span.start, beyond), right = std::max(x(span.end, beyond), left + 1.5F);
        const Rect lane{left, row.y + m_lane * static_cast<float>(m_lanes.of[i]), right - left, m_lane};
        const float gap = m_lane > 12 ? 1.5F : 0.5F;
        return lane.inset(0, span.look == SpanLook::Wait ? m_lane * 0.32F : gap);
    }
    render::TextStyle labelStyle(const TimelineRow& row) const {
        return {kLabel, row.tone == Tone::Plain ? m_theme.text : toneColor(m_theme, row.tone, m_theme.dim),
                Font::Bold};
    }
    render::TextStyle sublabelStyle() const { return {kSublabel, m_theme.dim}; }

    void drawHead() {
        const Unit unit = unitFor(m_timeline, m_end);
        const std::string axis = tr("{}, {}", tr(std::string_view(m_timeline.axis)), unit.name);
        const float all = m_area.right() - m_rect.x;
        float width = m_canvas.measure(axis, {11, m_theme.faint}).x;
        const float axisLeft = m_area.right() - width;
        if (width <= all) width += drawZoom(axisLeft, all - width);
        const float rest = all - width - 12;
        constexpr float kLeast = 50; // below it the origin has no room beside
        if (width <= all)
            m_canvas.text({m_area.right(), m_rect.y}, axis, {11, m_theme.faint, Font::Sans, Align::End});
        if (rest < kLeast && width <= all) return;
        const float room = width <= all ? rest : all;
        const render::TextStyle style{11, m_theme.dim, Font::Sans, Align::Start, Align::Start, room};
        m_canvas.text({m_rect.x, m_rect.y},
                      m_canvas.fitting({m_timeline.origin, m_timeline.shortOrigin}, style, room), style);
    }

    /// How to zoom, before what stands at the right end of the head, and the way back. Gives its width.
    float drawZoom(float right, float room) {
        if (!m_canvas.interactive()) return 0;
        constexpr float kGap = 12, kButton = 36;
        const float button = m_window.isAll() ? 0 : kButton + kGap;
        if (room < button) return 0;
        if (button > 0)
            drawButton(m_canvas, {right - button, m_rect.y - 2, kButton, 18}, ButtonSign::None, tr("all"),
                       Control::AllTimes);
        const std::string hint(m_window.isAll() ? tr("wheel: zoom") : tr("wheel: zoom, drag: move"));
        const render::TextStyle style{11, m_theme.faint, Font::Sans, Align::End};
        const float width = m_canvas.measure(hint, style).x + kGap;
        const float origin =
            m_canvas
                .measure(m_timeline.shortOrigin.empty() ? m_timeline.origin : m_timeline.shortOrigin, style)
                .x;
        if (button + width + origin + kGap > room) return button;
        m_canvas.text({right - button - kGap, m_rect.y}, hint, style);
        return button + width;
    }

    void drawGrid() {
        if (m_end <= 0) return;
        if (!m_window.isAll()) return drawPartOfGrid();
        const Unit unit = unitFor(m_timeline, m_end);
        const double step =
            tickStep(m_end / unit.seconds, std::max(2, static_cast<int>(m_area.width / 58))) * unit.seconds;
        for (int i = 0; i * step <= m_end * 1.0001; ++i) {
            const float at = x(i * step);
            m_canvas.line({at, m_area.y}, {at, m_axis + 3}, 1, m_theme.line.faded(i == 0 ? 1.F : 0.5F));
            m_canvas.text({at, m_axis + 5},
                          i * step >= 1000 && !m_timeline.unit.empty()
                              ? grouped(static_cast<std::uint64_t>(std::llround(i * step)))
                              : fmt::format("{:.10g}", std::round(i * step / unit.seconds * 1e6) / 1e6),
                          {11, m_theme.faint, Font::Sans, Align::Center});
        }
        m_canvas.line({m_area.x, m_axis}, {m_area.right(), m_axis}, 1, m_theme.line);
    }

    /// Its numbers have as many digits as the part is short.
    void drawPartOfGrid() {
        const Unit unit = unitFor(m_timeline, m_end);
        constexpr float kApart = 84;
        double step =
            tickStep((m_last - m_first) / unit.seconds, std::max(2, static_cast<int>(m_area.width / kApart)));
        if (!m_timeline.unit.empty()) step = std::max(step, 1.0);
        const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
        // Counted from the first, for sums of small steps have a rounding error each.
        const double first = std::ceil(m_first / unit.seconds / step);
        const render::TextStyle style{11, m_theme.faint, Font::Sans, Align::Center};
        float free = m_rect.x;
        for (int i = 0; (first + i) * step * unit.seconds <= m_last; ++i) {
            const double time = (first + i) * step;
            const float at = x(time * unit.seconds);
            m_canvas.line({at, m_area.y}, {at, m_axis + 3}, 1, m_theme.line.faded(0.5F));
            const std::string text = m_timeline.unit.empty()
                                         ? fmt::format("{:.{}f}", time, digits)
                                         : grouped(static_cast<std::uint64_t>(std::llround(time)));
            // The last one may need more than its half of the room: it moves, or has none.
            constexpr float kGap = 6;
            const float half = m_canvas.measure(text, style).x / 2;
            const float middle = std::min(at, m_rect.right() - half);
            if (middle - half < free) continue;
            free = middle + half + kGap;
            m_canvas.text({middle, m_axis + 5}, text, style);
        }
        m_canvas.line({m_area.x, m_axis}, {m_area.right(), m_axis}, 1, m_theme.line);
    }

    void drawLabel(std::size_t index) {
        const TimelineRow& row = m_timeline.rows[index];
        const Rect& rect = m_rows[index];
        const bool two = !row.sublabel.empty() && rect.height >= 29;
        render::TextStyle style = labelStyle(row);
        style.maxWidth = m_labels - 8;
        style.v = two ? Align::End : Align::Center;
        style.size = std::min(style.size, rect.height + kRowGap - 2);
        m_canvas.text({rect.x, rect.center().y + (two ? 1.F : 0.F)}, row.label, style);
        if (two) {
            render::TextStyle small = sublabelStyle();
            small.maxWidth = m_labels - 8;
            m_canvas.text({rect.x, rect.center().y + 2}, row.sublabel, small);
        }
        const float y = rect.bottom() + kRowGap / 2;
        m_canvas.line({m_rect.x, y}, {m_area.right(), y}, 1, m_theme.line.faded(0.6F));
    }

    Color spanColor(const TimelineSpan& span) const {
        return span.series < 0 ? m_theme.dim : seriesColor(m_theme, span.series);
    }

    void drawSpan(std::size_t i) {
        const TimelineSpan& span = m_timeline.spans[i];
        if (span.row >= m_rows.size() || !isSeen(span.start, span.end)) return;
        const Rect box = boxOf(i);
        m_boxes.push_back(box);
        const bool bright = !m_lit || m_depth[i] >= 0;
        const Color color = spanColor(span);
        const float radius = std::min({3.F, box.width / 3, box.height / 3});
        if (span.look == SpanLook::Wait) {
            m_canvas.rectangle(
                box, {color.faded(bright ? 0.22F : 0.1F), radius, color.faded(bright ? 0.7F : 0.3F), 1});
        } else if (!span.shares.empty()) {
            m_canvas.rectangle(
                box, {color.faded(bright ? 0.16F : 0.08F), radius, color.faded(bright ? 0.7F : 0.3F), 1});
            for (const TimelineSpan::Share& share : span.shares) {
                if (!isSeen(share.start, share.end)) continue;
                const float height = box.height * static_cast<float>(share.part);
                m_canvas.rectangle(
                    {x(share.start), box.bottom() - height, x(share.end) - x(share.start), height},
                    {render::mix(m_theme.background, color, bright ? 1.F : 0.4F), 1});
            }
        } else {
            const float strength = span.look == SpanLook::Faint ? 0.6F : bright ? 1.F : 0.4F;
            m_canvas.rectangle(box, {render::mix(m_theme.background, color, strength), radius});
        }
        if (m_depth[i] >= 0)
            m_canvas.rectangle(box.inset(-1), {{0, 0, 0, 0},
                                               radius,
                                               m_depth[i] == 0 ? m_theme.accent : m_theme.text,
                                               m_depth[i] <= 1 ? 2.F : 1.F});
        if (span.id >= 0) {
            const float grow = std::max((4 - box.width) / 2, 0.F);
            m_canvas.pick(box.inset(-grow, 0), {render::PickKind::Point, span.id});
        }
    }

    /// Inside the span, or behind it up to where the next one of its line begins.
    void nameSpan(std::size_t i) {
        const TimelineSpan& span = m_timeline.spans[i];
        if (span.row >= m_rows.size() || span.label.empty() || m_lane < 9 || !isSeen(span.start, span.end))
            return;
        const Rect box = boxOf(i);
        const bool wait = span.look == SpanLook::Wait;
        const float size = wait ? 10 : std::min(11.5F, box.height * 0.8F);
        const auto width = [&](const std::string& text) {
            return m_canvas.measure(text, {size, m_theme.text}).x;
        };
        const bool brief = !span.shortLabel.empty() && width(span.label) + 4 > box.width;
        const std::string& label = brief ? span.shortLabel : span.label;
        const float needed = width(label);
        const float strength = m_lit && m_depth[i] < 0 ? 0.4F : span.look == SpanLook::Faint ? 0.6F : 1.F;
        const bool empty = std::ranges::any_of(span.shares, [&](const TimelineSpan::Share& share) {
            const double middle = (span.start + span.end) / 2;
            return share.part < 0.5 && share.start < middle && middle < share.end;
        });
        const Color ground = render::mix(m_theme.background, spanColor(span), empty ? 0.16F : strength);
        if (needed + 4 <= box.width && (!wait || box.height >= size)) {
            m_canvas.text(
                box.center(), label,
                {size, wait ? m_theme.dim : render::inkOn(ground), Font::Sans, Align::Center, Align::Center});
            return;
        }
        if (wait) return;
        float free = m_area.right();
        for (std::size_t k = 0; k < m_timeline.spans.size(); ++k) {
            const TimelineSpan& other = m_timeline.spans[k];
            if (k != i && other.row == span.row && m_lanes.of[k] == m_lanes.of[i] &&
                other.start >= span.start)
                free = std::min(free, x(other.start));
        }
        const bool fits = box.right() + width(span.label) + 8 <= free;
        if (fits || box.right() + needed + 8 <= free)
            m_canvas.text({box.right() + 4, box.center().y}, fits ? span.label : label,
                          {size, m_theme.dim, Font::Sans, Align::Start, Align::Center});
    }

    void drawArrows() {
        if (m_window.isAll()) {
            for (const TimelineArrow& arrow : m_timeline.arrows) drawArrow(arrow);
            return;
        }
        const auto clip = m_canvas.clip(m_area);
        for (const TimelineArrow& arrow : m_timeline.arrows) {
            const TimelineSpan &from = m_timeline.spans[arrow.from], &to = m_timeline.spans[arrow.to];
            if (isSeen(std::min(from.start, to.start), std::max(from.end, to.end))) drawArrow(arrow);
        }
    }

    void drawArrow(const TimelineArrow& arrow) {
        const bool lit = m_lit && m_depth[arrow.from] >= 0 && m_depth[arrow.to] >= 0 &&
                         m_depth[arrow.from] == m_depth[arrow.to] + 1;
        if (!lit && !arrow.always) return;
        constexpr double kBeyond = 2; // what leaves the picture goes on in its direction
        const Rect from = boxOf(arrow.from, kBeyond), to = boxOf(arrow.to, kBeyond);
        const glm::vec2 end{to.x, to.center().y};
        const bool below = to.center().y > from.center().y + 1, above = to.center().y < from.center().y - 1;
        const float begin =
            arrow.launch ? std::clamp(arrow.at >= 0 ? x(arrow.at, kBeyond) : end.x, from.x, from.right())
                         : from.right();
        const glm::vec2 start{begin, arrow.launch && below   ? from.bottom()
                                     : arrow.launch && above ? from.y
                                                             : from.center().y};
        const Color color = lit ? m_theme.text : m_theme.dim.faded(m_lit ? 0.4F : 0.9F);
        const float width = lit && m_depth[arrow.to] == 0 ? 2.F : 1.25F;
        const float bend = std::clamp((end.x - start.x) / 2, 6.F, 40.F);
        const glm::vec2 leave = arrow.launch && (below || above) ? glm::vec2{start.x, (start.y + end.y) / 2}
                                                                 : glm::vec2{start.x + bend, start.y};
        m_canvas.curve(start, leave, {end.x - bend, end.y}, end, width, color);
        const float head = 5 + width;
        m_canvas.triangle(end, {end.x - head, end.y - head * 0.55F}, {end.x - head, end.y + head * 0.55F},
                          color);
    }

    Rect rowsOf(const TimelineMark& mark) const {
        return mark.row >= m_rows.size() ? m_area : m_rows[mark.row];
    }
    Color colorOf(const TimelineMark& mark) const { return toneColor(m_theme, mark.tone, m_theme.dim); }
    void drawMoment(const TimelineMark& mark) {
        const Rect rows = rowsOf(mark);
        m_canvas.dashedLine({x(mark.at), rows.y}, {x(mark.at), rows.bottom()}, 1.5F, colorOf(mark), 4);
    }

    void nameMark(const TimelineMark& mark) {
        const Rect rows = rowsOf(mark);
        const float at = x(mark.at);
        const Color color = colorOf(mark);
        const render::TextStyle style{10.5F, color};
        const float width = m_canvas.measure(mark.label, style).x;
        const bool right = at + width + 6 <= m_area.right();
        if (!right && at - width - 6 < m_area.x) return;
        // Among so many spans there is no room, and to look for it would take long.
        constexpr std::size_t kMostSpans = 400;
        if (mark.label.empty() || m_boxes.size() > kMostSpans) return;
        constexpr float kHeight = 15;
        Rect box{(right ? at + 4 : at - 4 - width) - 2, rows.y, width + 4, kHeight};
        // Below the names that are there, and over no span; where none fits the line alone stays.
        const auto isTaken = [&](const Rect& other) {
            return other.x < box.right() && box.x < other.right() && other.y < box.bottom() &&
                   box.y < other.bottom();
        };
        while (std::ranges::any_of(m_names, isTaken) || std::ranges::any_of(m_boxes, isTaken)) {
            box.y += kHeight;
            if (box.bottom() > rows.bottom()) return;
        }
        m_names.push_back(box);
        m_canvas.rectangle(box, {m_theme.background.faded(0.85F), 3});
        m_canvas.text({box.x + 2, box.y + 1}, mark.label, style);
    }

    void drawBar(std::size_t i) {
        const TimelineBar& bar = m_timeline.bars[i];
        const float y = m_bars + 2 + kBar * static_cast<float>(i);
        const Rect box{m_area.x, y, std::max(x(bar.seconds) - m_area.x, 1.5F), kBar - 4};
        const Color color = render::mix(m_theme.background, toneColor(m_theme, bar.tone, m_theme.dim), 0.55F);
        m_canvas.rectangle(box, {color, 2});
        const std::string text = tr("{}: {}", bar.label, timeText(m_timeline, bar.seconds));
        render::TextStyle style{11, m_theme.text, Font::Sans, Align::Start, Align::Center};
        const float width = m_canvas.measure(text, style).x;
        const float room = m_area.right() - box.right() - 6;
        if (width <= room) {
            m_canvas.text({box.right() + 6, box.center().y}, text, style);
        } else if (const float brief = m_canvas.measure(bar.label, style).x;
                   brief <= room && brief > box.width - 12) {
            m_canvas.text({box.right() + 6, box.center().y}, bar.label, style);
        } else {
            style.color = render::inkOn(color);
            style.maxWidth = std::max(box.width - 12, 20.F);
            m_canvas.text({box.x + 6, box.center().y},
                          m_canvas.fitting({text, bar.label, bar.shortLabel}, style, style.maxWidth), style);
        }
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Timeline& m_timeline;
    Rect m_rect;
    Lanes m_lanes;
    double m_end;
    TimeWindow m_window;
    double m_first, m_last; // of the axis as it is shown, seconds
    float m_labels = 0, m_lane = kUsualLane, m_bars = 0, m_axis = 0;
    Rect m_area;
    std::vector<Rect> m_rows, m_boxes; // of spans that are seen
    std::vector<Rect> m_names;         // of marks
    bool m_lit = false;
    std::vector<int> m_depth; // steps back from the lit span; -1: not reached
};

} // namespace

Color seriesColor(const render::Theme& theme, int series) {
    namespace okabe = render::okabe;
    const std::array dark{okabe::kSkyBlue, okabe::kOrange, okabe::kGreen,      okabe::kPurple,
                          okabe::kYellow,  okabe::kBlue,   okabe::kVermillion, Color::hex(0xB8BEC7)};
    const std::array light{okabe::kBlue,    okabe::kOrange,     okabe::kGreen,        okabe::kPurple,
                           okabe::kSkyBlue, okabe::kVermillion, Color::hex(0x9A8F00), Color::hex(0x5A626E)};
    const auto index = static_cast<std::size_t>(std::max(series, 0)) % dark.size();
    return theme.dark ? dark[index] : light[index];
}

int plainSeries(const render::Theme& theme, int n) {
    constexpr std::array kDark{0, 3, 5, 7}, kLight{0, 3, 4, 7};
    const auto index = static_cast<std::size_t>(std::max(n, 0)) % kDark.size();
    return theme.dark ? kDark[index] : kLight[index];
}

float timelineLabels(const Canvas& canvas, const Timeline& timeline) {
    float widest = 0;
    for (const TimelineRow& row : timeline.rows) {
        widest = std::max(widest, canvas.measure(row.label, {kLabel, {}, Font::Bold}).x);
        widest = std::max(widest, canvas.measure(row.sublabel, {kSublabel, {}}).x);
    }
    return widest + 12;
}

float timelineHeight(const Timeline& timeline) {
    const Lanes lanes = lanesOf(timeline);
    const float bars = timeline.bars.empty() ? 0 : static_cast<float>(timeline.bars.size()) * kBar + kRowGap;
    return kHead + kAxis + bars + static_cast<float>(lanes.total) * kUsualLane +
           static_cast<float>(timeline.rows.size()) * kRowGap;
}

Rect drawTimeline(Canvas& canvas, const Frame& frame, const Rect& rect, const Timeline& timeline) {
    if (rect.width < 80 || rect.height < kHead + kAxis + kLeastLane) return rect;
    const auto clip = canvas.clip(rect.inset(-2, -2));
    return TimelinePicture(canvas, frame, rect, timeline).draw();
}

std::string describeSpan(const render::Pick& pick, const Timeline& timeline) {
    if (pick.kind != render::PickKind::Point || pick.group != 0 || pick.id < 0) return {};
    const auto span = std::ranges::find(timeline.spans, pick.id, &TimelineSpan::id);
    if (span == timeline.spans.end()) return {};
    const auto bare = [&](double time) {
        return timeline.unit.empty() ? duration(time)
                                     : grouped(static_cast<std::uint64_t>(std::max(time, 0.0)));
    };
    std::string text = tr("{}: {} to {}, {}", span->label, bare(span->start), bare(span->end),
                          timeText(timeline, span->end - span->start));
    return span->detail.empty() ? text : text + "\n" + span->detail;
}

} // namespace lanescope::kit
