// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/tone.h"
#include "render/canvas.h"
#include "text/tr.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What happened when, and what waited for what: engines, streams or grids as rows over a common time axis.
namespace lanescope::kit {

/// A row: an engine, a stream, a grid.
struct TimelineRow {
    std::string label;
    std::string sublabel; ///< smaller, beneath; may be empty
    Tone tone = Tone::Plain;
};

/// How a span is painted: work under way, a wait, or work of no interest now.
enum class SpanLook : std::uint8_t { Work, Wait, Faint };

/// Something that lasted. Spans of a row that overlap in time are drawn one under the other.
struct TimelineSpan {
    std::size_t row = 0;
    double start = 0, end = 0; ///< seconds
    std::string label;         ///< inside it, or beside it where it is too short
    int series = -1;           ///< its colour by seriesColor; -1: no series
    SpanLook look = SpanLook::Work;
    std::int64_t id = -1; ///< of its pick, kind Point; -1: cannot be picked
    /// Its work by time, where it had less than all at times: drawn as high as its part.
    struct Share {
        double start = 0, end = 0; ///< seconds
        double part = 0;           ///< 0 to 1
    };
    std::string detail;          ///< what describeSpan says beneath label and times; may have several lines
    std::vector<Share> shares{}; ///< empty: all the time all of it
    std::string shortLabel{};    ///< where the label has no room; may be empty
};

/// Something that happened at a moment.
struct TimelineMark {
    static constexpr std::size_t kAllRows = ~std::size_t{0};
    double at = 0; ///< seconds
    std::size_t row = kAllRows;
    std::string label;
    Tone tone = Tone::Plain;
};

/// A dependency: `to` could start only when `from` had ended; or `from` launched `to`.
struct TimelineArrow {
    std::size_t from = 0, to = 0; ///< indices of spans
    bool always = false;          ///< drawn also when neither of them is hovered or chosen
    bool launch = false;          ///< `from` goes on: the arrow begins above the start of `to`
    double at = -1;               ///< or at this time, when that is not negative
};

/// A time to compare with, drawn as a bar beneath the rows on the same axis.
struct TimelineBar {
    double seconds = 0;
    std::string label; ///< "one stream after the other"
    Tone tone = Tone::Plain;
    std::string shortLabel{}; ///< where that has no room; may be empty
};

struct Timeline {
    std::vector<TimelineRow> rows;
    std::vector<TimelineSpan> spans;
    std::vector<TimelineMark> marks;
    std::vector<TimelineArrow> arrows;
    std::vector<TimelineBar> bars;
    std::string axis = translatable("time"); ///< the unit is put behind it
    std::string unit;                        ///< of all times when they are no seconds: "warp instructions"
    std::string origin;       ///< "measured on NVIDIA H200", "modelled as CC 3.5"; stands beside the axis
    std::string shortOrigin;  ///< where that has no room; may be empty
    double end = 0;           ///< of the axis, seconds; 0: the last span, mark or bar
    std::int64_t chosen = -1; ///< id of the span that is lit while none is hovered
    float labels = 0;         ///< least width of the column of row labels, points
};

/// A colour-blind safe colour for the members of a small series (streams, grids); they repeat after eight.
render::Color seriesColor(const render::Theme& theme, int series);

/// The n-th of the series whose colours no tone has, so that they say nothing of good or bad.
int plainSeries(const render::Theme& theme, int n);

/// Draws rows, spans, arrows, bars and the axis; lights the hovered or chosen span and, through the arrows,
/// what it waited for. Keeps within rect; gives the rectangle left beneath.
render::Rect drawTimeline(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const Timeline& timeline);

/// Width of the column of row labels; timelines with the same have their axes one above the other.
float timelineLabels(const render::Canvas& canvas, const Timeline& timeline);

/// What drawTimeline needs to draw its rows comfortably, points.
float timelineHeight(const Timeline& timeline);

/// The span's name, its times and its detail, for Lab::describe; empty for a pick that is no span.
std::string describeSpan(const render::Pick& pick, const Timeline& timeline);

} // namespace lanescope::kit
