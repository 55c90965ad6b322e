// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/sweep_plot.h"

#include "kit/background_sweep.h"
#include "kit/panel/plot_look.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/choice_words.h"
#include "model/format.h"
#include "model/metrics.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <implot.h>
#include <implot_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lanescope::kit {

namespace {

/// Colours of curves, by order: told apart by colour-blind eyes, legible on both themes.
const std::array<render::Color, 7> kCurveColors{
    render::okabe::kSkyBlue,    render::okabe::kOrange, render::okabe::kGreen, render::okabe::kPurple,
    render::okabe::kVermillion, render::okabe::kYellow, render::okabe::kBlue};
constexpr std::array<ImPlotMarker, 7> kMarkers{ImPlotMarker_Circle, ImPlotMarker_Square, ImPlotMarker_Diamond,
                                               ImPlotMarker_Up,     ImPlotMarker_Down,   ImPlotMarker_Cross,
                                               ImPlotMarker_Plus};

render::Color curveColor(std::size_t index) {
    const render::Color& color = kCurveColors[index % kCurveColors.size()];
    if (style().theme->dark) return color;
    // Darkened, yellow would be taken for orange: it is grey.
    return color == render::okabe::kYellow ? render::mix(style().theme->text, style().theme->panel, 0.35F)
                                           : render::mix(color, render::Color::hex(0x000000), 0.25F);
}

ShortText metricTitle(std::string_view metric) {
    ShortText text("{}", metric);
    text.replace('_', ' ');
    constexpr std::string_view kPerAccess = " per access";
    const std::string_view words = text;
    if (words.ends_with(kPerAccess))
        return ShortText(translatable("{} per access"),
                         tr(words.substr(0, words.size() - kPerAccess.size())));
    return ShortText("{}", tr(words));
}

/// Of the metric: a transaction is a sector where all architectures of the plot have those.
ShortText metricTitle(const BackgroundSweep::Snapshot& sweep, const model::Architecture& chosen) {
    if (sweep.sweep.metric == Sweep::kMicroseconds) return ShortText(translatable("microseconds"));
    if (sweep.sweep.metric == Sweep::kBandwidth) return ShortText(translatable("GB/s, modelled"));
    const bool sectors = sweep.sweep.architectures.empty() && model::hasSectors(chosen);
    return sweep.sweep.metric == "transactions" && sectors ? ShortText(translatable("sectors moved"))
                                                           : metricTitle(sweep.sweep.metric);
}

/// What it shows is a share, not a count.
bool isRatio(const Sweep& sweep) {
    const model::Metric* const metric = model::findMetric(sweep.metric);
    return metric && metric->ratio;
}

/// Sizes that double are as far from each other as they are from zero: such an axis shows their logarithms.
bool goesByFactors(const Sweep& sweep) {
    return sweep.step.starts_with(kFactorSign);
}

double logarithm(double value, void*) {
    return std::log2(std::max(value, 1e-9));
}
double powerOfTwo(double exponent, void*) {
    return std::exp2(exponent);
}

std::vector<double>::const_iterator nearestX(const std::vector<double>& x, double at, bool byFactors) {
    const auto away = [&](double value) {
        return byFactors ? std::abs(logarithm(value, nullptr) - logarithm(at, nullptr))
                         : std::abs(value - at);
    };
    return std::ranges::min_element(x, {}, away);
}

/// The x of the measured point nearest to the mouse, when the plot was clicked and not dragged.
std::optional<double> clickedX(const std::vector<double>& x, bool byFactors) {
    if (!ImPlot::IsPlotHovered() || !ImGui::IsMouseReleased(ImGuiMouseButton_Left) || x.empty())
        return std::nullopt;
    const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
    if (std::abs(moved.x) + std::abs(moved.y) > points(4)) return std::nullopt;
    const double at = ImPlot::GetPlotMousePos().x;
    return *nearestX(x, at, byFactors);
}

void presentMark(double present) {
    ImPlotSpec mark = plotSpec(style().theme->accent.faded(0.8F), 1.5F);
    mark.Flags = ImPlotItemFlags_NoLegend;
    ImPlot::PlotInfLines("##present", &present, 1, mark);
}

struct Limits {
    double x0 = 0, x1 = 1, y1 = 1;
    double least = 1; // of the values above 0
};

Limits limitsOf(const BackgroundSweep::Snapshot& sweep) {
    Limits limits;
    limits.x0 = 1e300;
    limits.x1 = -1e300;
    limits.y1 = 0;
    limits.least = 1e300;
    for (const auto& curve : sweep.curves) {
        for (double x : curve.x) {
            limits.x0 = std::min(limits.x0, x);
            limits.x1 = std::max(limits.x1, x);
        }
        for (double y : curve.y) {
            limits.y1 = std::max(limits.y1, y);
            if (y > 0) limits.least = std::min(limits.least, y);
        }
    }
    if (limits.x0 > limits.x1) limits = {};
    if (limits.least > limits.y1) limits.least = 1;
    if (goesByFactors(sweep.sweep)) {
        constexpr double kMargin = 1.15; // a fifth of the way to the next point
        limits.x0 /= kMargin;
        limits.x1 *= kMargin;
        return limits;
    }
    const double span = limits.x1 - limits.x0,
                 margin = span > 0 && span < 8 ? span * 0.06 : std::max(0.5, span * 0.015);
    limits.x0 -= margin;
    limits.x1 += margin;
    return limits;
}

/// What a plot of a sweep shows on its upright axis, and whether it names the curves.
struct PlotKind {
    bool bandwidth = false;
    bool legend = true;
};

ShortText curveName(const BackgroundSweep::Curve& curve) {
    return ShortText("{} ({})", curve.architecture->name, curve.architecture->cc.text());
}

/// A line of dashes: what is modelled, where something measured is beside it.
void dashedLine(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
                const ImPlotSpec& look) {
    constexpr int kDashes = 4; // between two points
    std::vector<double> dashX, dashY;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        for (int dash = 0; dash < kDashes; ++dash)
            for (const double part : {0.0, 0.55}) {
                const double at = (dash + part) / kDashes;
                dashX.push_back(x[i] + (x[i + 1] - x[i]) * at);
                dashY.push_back(y[i] + (y[i + 1] - y[i]) * at);
            }
    ImPlotSpec segments = look;
    segments.Flags = ImPlotLineFlags_Segments;
    if (!dashX.empty())
        ImPlot::PlotLine(name.c_str(), dashX.data(), dashY.data(), static_cast<int>(dashX.size()), segments);
}

/// What was measured, solid, in the band from 5 % to 95 % of the launches.
void measuredLine(const session::MeasuredCurve& curve, const std::string& name, const render::Color& color) {
    if (curve.x.empty()) return;
    const int count = static_cast<int>(curve.x.size());
    ImPlotSpec band = plotSpec(color, 1);
    band.FillColor = band.LineColor;
    band.FillAlpha = 0.25F;
    ImPlot::PlotShaded(name.c_str(), curve.x.data(), curve.low.data(), curve.high.data(), count, band);
    ImPlotSpec line = plotSpec(color, 2.5F);
    line.Marker = ImPlotMarker_Circle;
    line.MarkerSize = points(2.6F);
    ImPlot::PlotLine(name.c_str(), curve.x.data(), curve.median.data(), count, line);
}

/// Numbers that stand one above the other at the upright axis of a plot so high.
float linesBeside(float height) {
    return (height - points(44)) / ImGui::GetTextLineHeight();
}

/// "45,000", as the numbers on bars and in tables are.
int groupedTick(double value, char* text, int size, void*) {
    constexpr double kGroups = 1000;
    return value < kGroups ? std::snprintf(text, static_cast<std::size_t>(size), "%g", value)
                           : std::snprintf(text, static_cast<std::size_t>(size), "%s",
                                           grouped(static_cast<std::uint64_t>(value)).c_str());
}

/// The upright axis from 0 to top of a plot that is so low that its usual numbers would cover each other.
void fewTicks(double top, float height) {
    constexpr float kUsual = 5;
    const double lines = std::max(linesBeside(height) * 0.8F, 1.F);
    if (lines >= kUsual || top <= 0) return;
    double step = std::pow(10, std::floor(std::log10(top / lines)));
    for (int i = 0; std::floor(top / step) > lines; ++i) step *= i % 3 == 1 ? 2.5 : 2;
    // One number beside 0 is better than none: 400 of 430.
    const double power = std::pow(10, std::floor(std::log10(top)));
    step = std::min(step, std::floor(top / power) * power);
    Ticks ticks;
    for (double tick = 0; tick <= top; tick += step) ticks.add(tick);
    ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.at.data(), ticks.count);
}

/// What the swept parameter's axis says.
ShortText alongTitle(const Sweep& sweep);

/// "stride", and what it means where the window's language has a word for it.
ShortText axisTitle(std::string_view parameter) {
    const std::string_view meaning = meaningOfParameter(parameter);
    return meaning.empty() ? ShortText("{}", parameter) : ShortText("{} {}", parameter, meaning);
}

ShortText alongTitle(const Sweep& sweep) {
    return sweep.along.empty() ? axisTitle(sweep.parameter) : ShortText("{}", sweep.along);
}

/// Behind the title of an axis of logarithms: a distance there is a factor, and it has no 0.
const char* logMark(bool byLogarithm) {
    return byLogarithm ? tr(" (log)") : "";
}

/// What bars are about: the metric, or the time.
struct BarsKind {
    const char* id;
    std::vector<double> BackgroundSweep::Curve::*values;
    bool isTime = false;
};

double topOf(const BackgroundSweep::Snapshot& sweep, const BarsKind& kind) {
    double top = !kind.isTime && isRatio(sweep.sweep) ? 1 : 0;
    for (const BackgroundSweep::Curve& curve : sweep.curves)
        for (const double y : curve.*kind.values) top = std::max(top, y);
    return top;
}

/// A bar at x, of which what lies above `needed` is too much; needed < 0: none of it is known to be.
void plotBar(const char* name, double x, double y, double needed, double width, ImPlotSpec look) {
    if (needed < 0 || needed >= y) {
        ImPlot::PlotBars(name, &x, &y, 1, width, look);
        return;
    }
    ImPlotSpec excess = plotSpec(style().theme->warn, 1);
    excess.FillColor = excess.LineColor;
    excess.FillAlpha = look.FillAlpha;
    ImPlot::PlotBars(tr("bank conflicts"), &x, &y, 1, width, excess);
    look.FillAlpha = 1; // it lies over the whole
    const ImVec4 ground = toImGui(style().theme->panel);
    ImPlotSpec cover = look;
    cover.Flags = ImPlotItemFlags_NoLegend;
    cover.LineColor = cover.FillColor = ground;
    ImPlot::PlotBars("##ground", &x, &needed, 1, width, cover);
    look.FillAlpha = excess.FillAlpha;
    ImPlot::PlotBars(name, &x, &needed, 1, width, look);
}

/// Of the points of all curves: one of an architecture may lack some.
const std::vector<double>& mostPoints(const BackgroundSweep::Snapshot& sweep) {
    return std::ranges::max_element(sweep.curves, {},
                                    [](const BackgroundSweep::Curve& curve) { return curve.x.size(); })
        ->x;
}

/// Bars for a parameter whose values are words: a line from word to word would say something about between.
std::optional<double> barsPlot(const BackgroundSweep::Snapshot& sweep, double present, ImVec2 size,
                               const model::Architecture& chosen, const BarsKind& kind) {
    constexpr float kRoomBesideLegend = 420, kRoomAboveLegend = 160;
    const bool named = kind.isTime && sweep.curves.size() == 1; // beside it
    if (!ImPlot::BeginPlot(kind.id, size, kPlotFlags | (named ? ImPlotFlags_NoLegend : 0)))
        return std::nullopt;
    const std::vector<double>& x = mostPoints(sweep);
    const ShortText title =
        kind.isTime ? ShortText(translatable("microseconds")) : metricTitle(sweep, chosen);
    ImPlot::SetupAxes(alongTitle(sweep.sweep).c_str(), uprightTitle(title, "", size.y).c_str(),
                      kAxisFlags | ImPlotAxisFlags_NoGridLines, kAxisFlags);
    ImPlot::SetupAxisLimits(ImAxis_X1, x.empty() ? 0 : x.front() - 0.5, x.empty() ? 1 : x.back() + 0.5,
                            ImPlotCond_Always);
    const double top =
        topOf(sweep, kind) * (1 + points(26) / std::max(size.y - points(56), points(40))); // the values above
    ImPlot::SetupAxisFormat(ImAxis_Y1, groupedTick);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, top > 0 ? top : 1, ImPlotCond_Always);
    fewTicks(top, size.y);
    Ticks ticks;
    for (std::size_t i = 0; i < std::min(x.size(), sweep.names.size()); ++i)
        ticks.add(x[i], sweep.names[i].c_str());
    if (ticks.count > 0) ImPlot::SetupAxisTicks(ImAxis_X1, ticks.at.data(), ticks.count, ticks.names.data());
    if (size.x < points(kRoomBesideLegend) && size.y >= points(kRoomAboveLegend))
        ImPlot::SetupLegend(ImPlotLocation_South, ImPlotLegendFlags_Outside | ImPlotLegendFlags_Horizontal);
    else
        ImPlot::SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_Outside);
    const double width = 0.7 / static_cast<double>(sweep.curves.size());
    for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
        const auto& curve = sweep.curves[i];
        const std::vector<double>& y = curve.*kind.values;
        const double shift =
            (static_cast<double>(i) - static_cast<double>(sweep.curves.size() - 1) / 2) * width;
        ImPlotSpec look = plotSpec(curveColor(i), 1);
        look.FillColor = look.LineColor;
        const bool bold = curve.architecture == &chosen || sweep.curves.size() == 1;
        for (std::size_t k = 0; k < curve.x.size(); ++k) {
            const double at = curve.x[k] + shift;
            const double needed = kind.isTime || k >= curve.needed.size() ? -1 : curve.needed[k];
            look.FillAlpha = (bold ? 0.9F : 0.6F) * (curve.x[k] == present ? 1.F : 0.5F);
            const bool parted = sweep.curves.size() == 1 && !kind.isTime && !curve.needed.empty();
            plotBar(parted ? tr("without conflict") : curveName(curve).c_str(), at, y[k], needed,
                    width * 0.92, look);
            if (sweep.curves.size() == 1) {
                const std::string value =
                    !kind.isTime && isRatio(sweep.sweep) ? percent(y[k]) : shortNumber(y[k]);
                ImPlot::PlotText(value.c_str(), at, y[k], ImVec2(0, points(-9)));
            }
        }
    }
    const std::optional<double> clicked = clickedX(x, false);
    ImPlot::EndPlot();
    return clicked;
}

/// Whether each point has a time, beside what the sweep is about.
bool hasTimes(const BackgroundSweep::Snapshot& sweep) {
    return sweep.sweep.metric != Sweep::kMicroseconds &&
           std::ranges::all_of(sweep.curves, [](const BackgroundSweep::Curve& curve) {
               return std::ranges::all_of(curve.microseconds, [](double time) { return time > 0; });
           });
}

/// The names of a sweep's points under them, or their numbers, as many as stand apart in this width: there is
/// nothing between them and beyond them.
void pointTicks(const BackgroundSweep::Snapshot& sweep, float width) {
    if (sweep.curves.empty()) return;
    if (goesByFactors(sweep.sweep)) {
        const std::vector<double>& x = mostPoints(sweep);
        const float widest = ImGui::CalcTextSize("1,048,576").x + points(10);
        const auto fit = static_cast<std::size_t>(std::max(width / widest, 1.F));
        const std::size_t every = (x.size() + fit - 1) / fit;
        std::vector<std::string> names;
        Ticks ticks;
        names.reserve(x.size()); // they stay where they are
        for (std::size_t i = 0; i < x.size(); i += every)
            ticks.add(x[i], names.emplace_back(grouped(static_cast<std::uint64_t>(x[i]))).c_str());
        if (ticks.count > 0)
            ImPlot::SetupAxisTicks(ImAxis_X1, ticks.at.data(), ticks.count, ticks.names.data());
        return;
    }
    if (sweep.names.empty()) {
        const auto fit = static_cast<std::size_t>(std::max(width / points(44), 2.F));
        const Ticks ticks = ticksAmong(mostPoints(sweep), fit);
        if (ticks.count > 0) ImPlot::SetupAxisTicks(ImAxis_X1, ticks.at.data(), ticks.count);
        return;
    }
    float widest = 0;
    for (const std::string& name : sweep.names)
        widest = std::max(widest, ImGui::CalcTextSize(name.c_str()).x + points(10));
    const auto fit = static_cast<std::size_t>(std::max(width / widest, 1.F));
    std::size_t every = 1;
    while (sweep.names.size() > std::min(fit, Ticks{}.at.size()) * every) every *= 2;
    Ticks ticks;
    for (std::size_t i = 0; i < std::min(sweep.names.size(), mostPoints(sweep).size()); i += every)
        ticks.add(mostPoints(sweep)[i], sweep.names[i].c_str());
    if (ticks.count > 0) ImPlot::SetupAxisTicks(ImAxis_X1, ticks.at.data(), ticks.count, ticks.names.data());
}

/// A marker's radius, where so many stand in a width and may not run together.
float markerSize(float usual, std::size_t count, float width) {
    constexpr float kShare = 0.4F; // of the way from one to the next
    return std::clamp(kShare * width / static_cast<float>(std::max<std::size_t>(count, 1)), points(1.5F),
                      usual);
}

/// Whether so many names one under the other are higher than a plot.
bool isLegendCut(std::size_t names, float height) {
    const ImPlotStyle& look = ImPlot::GetStyle();
    const float each = ImGui::GetTextLineHeight() + look.LegendSpacing.y;
    return static_cast<float>(names) * each + 2 * (look.LegendInnerPadding.y + look.PlotPadding.y) > height;
}

/// The names of curves beside such a plot: smaller, and in columns. colorOf(i), nameOf(i, brief).
template<class ColorOf, class NameOf>
void lowLegend(ImVec2 size, std::size_t count, ColorOf colorOf, NameOf nameOf) {
    const FontScope small(style().sans, 0.85F);
    const float row = ImGui::GetTextLineHeight() + points(1), box = row * 0.6F;
    const auto rows = static_cast<std::size_t>(std::max(size.y / row, 1.F));
    const std::size_t columns = std::max<std::size_t>((count + rows - 1) / rows, 1);
    const float wide = size.x / static_cast<float>(columns), left = points(8) + box + points(5);
    bool brief = false;
    for (std::size_t i = 0; i < count; ++i)
        brief = brief || ImGui::CalcTextSize(nameOf(i, false).c_str()).x > wide - left;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < count; ++i) {
        const float x = at.x + wide * static_cast<float>(i / rows),
                    y = at.y + row * static_cast<float>(i % rows), top = y + (row - box) / 2;
        list.AddRectFilled(ImVec2(x + points(8), top), ImVec2(x + points(8) + box, top + box),
                           packed(colorOf(i)), points(2));
        list.AddText(ImVec2(x + left, y), packed(style().theme->text), nameOf(i, brief).c_str());
    }
    ImGui::Dummy(size);
}

using CurveValues = std::vector<double> BackgroundSweep::Curve::*;

/// Of a curve at that point; nothing: it lacks it.
std::optional<double> valueAt(const BackgroundSweep::Curve& curve, CurveValues values, double x) {
    const auto place = std::ranges::lower_bound(curve.x, x);
    if (place == curve.x.end() || *place != x) return std::nullopt;
    return (curve.*values)[static_cast<std::size_t>(place - curve.x.begin())];
}

/// Whether a legend's entry was clicked away, or is under the mouse.
struct EntryState {
    bool hidden = false, lit = false;
};
using EntryStates = std::array<EntryState, 16>; // by curve
bool isHidden(const EntryStates& entries, std::size_t curve) {
    return curve < entries.size() && entries[curve].hidden;
}

/// One curve among others, of which some may lack points or be hidden. Where several run along each other,
/// the line has stripes in all their colours, and each point the marker of one of them.
class CurveAmongOthers {
public:
    using Curve = BackgroundSweep::Curve;
    /// values: what is upright; width: of the plot, pixels. logX, logY: the axes are logarithmic.
    CurveAmongOthers(const std::vector<Curve>& curves, std::size_t index, CurveValues values,
                     const EntryStates& entries, float width, bool logX, bool logY)
        : m_curves(curves), m_index(index), m_values(values), m_entries(entries), m_logX(logX), m_logY(logY) {
        constexpr float kStripe = 9; // points
        const auto segments = static_cast<float>(std::max<std::size_t>(x().size(), 2) - 1);
        m_stripes = std::clamp(static_cast<int>(width / segments / points(kStripe)), 1, 32);
    }
    void plot(const char* name, ImPlotSpec look) {
        const auto count = static_cast<int>(std::min(x().size(), y().size()));
        ImPlotSpec line = look;
        line.Marker = ImPlotMarker_None;
        line.Flags = ImPlotLineFlags_Segments;
        if (count > 1) ImPlot::PlotLineG(name, stripeEnd, this, 2 * m_stripes * (count - 1), line);
        ImPlot::PlotScatterG(name, marker, this, count, look);
    }

private:
    static ImPlotPoint stripeEnd(int index, void* self) {
        const auto& curve = *static_cast<const CurveAmongOthers*>(self);
        const int stripe = index / 2, segment = stripe / curve.m_stripes;
        const auto first = static_cast<std::size_t>(segment);
        // Of another's stripe both ends are where it begins: nothing is drawn.
        const bool ends = index % 2 != 0 && curve.hasTurn(first, first + 1, stripe);
        return curve.between(first, (stripe % curve.m_stripes + (ends ? 1 : 0)) /
                                        static_cast<double>(curve.m_stripes));
    }
    static ImPlotPoint marker(int index, void* self) {
        const auto& curve = *static_cast<const CurveAmongOthers*>(self);
        const auto at = static_cast<std::size_t>(index);
        if (curve.hasTurn(at, at, index)) return {curve.x()[at], curve.y()[at]};
        return {NAN, NAN}; // is not drawn
    }

    const std::vector<double>& x() const { return m_curves[m_index].x; }
    const std::vector<double>& y() const { return m_curves[m_index].*m_values; }
    /// Whether another curve is seen as this one there.
    bool meets(std::size_t other, std::size_t at) const {
        constexpr double kApart = 0.01;    // of the value
        if (other == m_index) return true; // whatever it is there
        if (isHidden(m_entries, other)) return false;
        const std::optional<double> met = valueAt(m_curves[other], m_values, x()[at]);
        const double own = y()[at];
        return met && std::abs(own - *met) <= kApart * std::abs(own);
    }
    /// Whether what has that number is this curve's, of all that meet at both points.
    bool hasTurn(std::size_t first, std::size_t last, int number) const {
        int together = 0, before = 0;
        for (std::size_t other = 0; other < m_curves.size(); ++other)
            if (meets(other, first) && meets(other, last)) {
                ++together;
                before += other < m_index ? 1 : 0;
            }
        return number % together == before;
    }
    /// On the way from a point to the next, which is straight as the axes are.
    ImPlotPoint between(std::size_t first, double share) const {
        const auto on = [share](double from, double to, bool isLog) {
            return isLog && from > 0 && to > 0 ? from * std::pow(to / from, share)
                                               : std::lerp(from, to, share);
        };
        const std::vector<double>& own = y();
        return {on(x()[first], x()[first + 1], m_logX), on(own[first], own[first + 1], m_logY)};
    }

    const std::vector<Curve>& m_curves;
    std::size_t m_index;
    CurveValues m_values;
    const EntryStates& m_entries;
    bool m_logX, m_logY;
    int m_stripes = 1; ///< between two points
};

/// Of the legend of a plot, as it was last drawn. Outside BeginPlot().
EntryStates entriesOf(const char* plotId, const std::vector<BackgroundSweep::Curve>& curves) {
    EntryStates all;
    ImPlotPlot* const plot = ImPlot::GetPlot(plotId);
    for (int entry = 0; plot && entry < plot->Items.GetLegendCount(); ++entry)
        for (std::size_t i = 0; i < std::min(curves.size(), all.size()); ++i)
            if (std::string_view(curveName(curves[i])) == plot->Items.GetLegendLabel(entry)) {
                const ImPlotItem& item = *plot->Items.GetLegendItem(entry);
                all[i] = {.hidden = !item.Show, .lit = item.LegendHovered};
            }
    return all;
}

constexpr const char* kBandwidthId = "##bandwidth";

/// Beside the point that is nearest to the mouse: its value, and whose it is, of several that meet all.
void nameNearestPoint(const BackgroundSweep::Snapshot& sweep, CurveValues values, const EntryStates& entries,
                      const char* unit) {
    const std::vector<double>& places = mostPoints(sweep);
    if (!ImPlot::IsPlotHovered() || places.empty()) return;
    const double x = *nearestX(places, ImPlot::GetPlotMousePos().x, goesByFactors(sweep.sweep));
    const float mouse = ImGui::GetMousePos().y;
    std::optional<double> nearest;
    float least = 0;
    for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
        const std::optional<double> y = valueAt(sweep.curves[i], values, x);
        if (!y || isHidden(entries, i)) continue;
        const float away = std::abs(ImPlot::PlotToPixels(x, *y).y - mouse);
        if (!nearest || away < least) nearest = y, least = away;
    }
    if (!nearest) return;
    std::string names;
    constexpr float kOne = 2; // points: seen as one
    const float at = ImPlot::PlotToPixels(x, *nearest).y;
    if (sweep.curves.size() > 1)
        for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
            const std::optional<double> y = valueAt(sweep.curves[i], values, x);
            if (!y || isHidden(entries, i)) continue;
            if (std::abs(ImPlot::PlotToPixels(x, *y).y - at) <= points(kOne))
                names += fmt::format("\n{}", sweep.curves[i].architecture->name);
        }
    ImPlot::Annotation(x, *nearest, toImGui(style().theme->raised), ImVec2(points(10), points(-12)), true,
                       "%s %s: %s%s%s", sweep.sweep.parameter.c_str(), shortNumber(x).c_str(),
                       shortNumber(*nearest).c_str(), unit, names.c_str());
}

std::optional<double> curvesPlot(const char* id, const BackgroundSweep::Snapshot& sweep, double present,
                                 ImVec2 size, PlotKind kind, const model::Architecture& chosen,
                                 const session::MeasuredCurve* measured) {
    std::optional<double> clicked;
    const bool bandwidthAxis = kind.bandwidth;
    const Limits limits = limitsOf(sweep);
    const bool stems = sweep.curves.size() == 1 && !isRatio(sweep.sweep);
    const float legend = points(180); // beside the plot
    const std::size_t names = sweep.curves.size() + (bandwidthAxis && measured ? 1 : 0);
    const bool ownLegend = kind.legend && !stems && isLegendCut(names, size.y);
    if (ownLegend) size.x -= legend;
    const EntryStates entries = entriesOf(kind.legend ? id : kBandwidthId, sweep.curves);
    if (!ImPlot::BeginPlot(id, size, kPlotFlags | (kind.legend && !ownLegend ? 0 : ImPlotFlags_NoLegend)))
        return clicked;
    // Counts that begin near 1 are told apart by their logarithm, and so are those that span a great range.
    constexpr double kFew = 256, kWide = 64;
    const bool logStems = stems && (limits.y1 <= kFew || limits.y1 > kWide * limits.least);
    const bool byFactors = goesByFactors(sweep.sweep);
    const ShortText xTitle = alongTitle(sweep.sweep);
    const ShortText yTitle = bandwidthAxis && measured ? ShortText("GB/s")
                             : bandwidthAxis           ? ShortText(translatable("GB/s, modelled"))
                                                       : metricTitle(sweep, chosen);
    ImPlot::SetupAxes(ShortText("{}{}", std::string_view(xTitle), logMark(byFactors)).c_str(),
                      uprightTitle(yTitle, logMark(logStems || bandwidthAxis), size.y).c_str(), kAxisFlags,
                      kAxisFlags);
    ImPlot::SetupAxisFormat(ImAxis_Y1, groupedTick);
    if (byFactors) ImPlot::SetupAxisScale(ImAxis_X1, logarithm, powerOfTwo, nullptr);
    ImPlot::SetupAxisLimits(ImAxis_X1, limits.x0, limits.x1, ImPlotCond_Always);
    const float width = kind.legend && !ownLegend ? size.x - legend : size.x;
    pointTicks(sweep, width);
    if (logStems) {
        ImPlot::SetupAxisScale(ImAxis_Y1, logarithm, powerOfTwo, nullptr);
        // Half way down to 1: the axis shows differences, and still that the counts are far from 1.
        const double first = std::exp2(std::floor(std::log2(std::max(limits.least, 1.0)) / 2));
        ImPlot::SetupAxisLimits(ImAxis_Y1, 0.8 * first, std::max(2.0, limits.y1) * 1.3, ImPlotCond_Always);
        Ticks ticks;
        const double lines = std::max(linesBeside(size.y), 2.F);
        double factor = limits.y1 > kFew * first ? 16 : 2;
        while (std::log2(limits.y1 / first) / std::log2(factor) > lines) factor *= factor;
        for (double tick = first; tick <= std::max(2.0, limits.y1) * 1.3; tick *= factor) ticks.add(tick);
        ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.at.data(), ticks.count);
    } else if (stems) {
        ImPlot::SetupAxisLimits(ImAxis_Y1, 0, std::max(limits.y1, 1e-9) * 1.12, ImPlotCond_Always);
        fewTicks(limits.y1 * 1.12, size.y);
    } else if (bandwidthAxis) {
        double top = 0;
        for (const auto& curve : sweep.curves)
            for (double y : curve.gbPerSecond) top = std::max(top, y);
        if (measured)
            for (double y : measured->high) top = std::max(top, y);
        ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
        ImPlot::SetupAxisLimits(ImAxis_Y1, 2, std::max(top, 10.0) * 1.6, ImPlotCond_Always);
    } else {
        ImPlot::SetupAxisLimits(ImAxis_Y1, 0, std::max(1.0, limits.y1) * 1.05, ImPlotCond_Always);
        fewTicks(std::max(1.0, limits.y1) * 1.05, size.y);
    }
    ImPlot::SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_Outside);
    presentMark(present);
    const auto values = bandwidthAxis ? &BackgroundSweep::Curve::gbPerSecond : &BackgroundSweep::Curve::y;
    for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
        const auto& curve = sweep.curves[i];
        if (curve.x.empty()) continue;
        const ShortText name = curveName(curve);
        const std::vector<double>& y = curve.*values;
        const bool bold = curve.architecture == &chosen;
        ImPlotSpec look = plotSpec(curveColor(i), bold || stems ? 2.5F : 1.5F);
        look.Marker = stems ? ImPlotMarker_Circle : kMarkers[i % kMarkers.size()];
        look.MarkerSize = markerSize(points(bold || stems ? 4 : 2.6F), curve.x.size(), width);
        if (!kind.legend && i < entries.size()) {
            ImPlot::HideNextItem(entries[i].hidden, ImPlotCond_Always);
            look.LineWeight *= entries[i].lit ? 2.F : 1.F; // as ImPlot does beside
        }
        const int count = static_cast<int>(y.size());
        if (stems) {
            look.Flags = ImPlotItemFlags_NoLegend;
            ImPlot::PlotStems(name.c_str(), curve.x.data(), y.data(), count, 0.8, look);
        } else {
            CurveAmongOthers(sweep.curves, i, values, entries, width, byFactors, bandwidthAxis)
                .plot(name.c_str(), look);
        }
    }
    nameNearestPoint(sweep, values, entries, bandwidthAxis ? " GB/s" : "");
    if (auto x = clickedX(mostPoints(sweep), byFactors)) clicked = x;
    if (bandwidthAxis && measured) measuredLine(*measured, tr("measured"), style().theme->text);
    ImPlot::EndPlot();
    if (ownLegend) {
        ImGui::SameLine(0, 0);
        const auto isMeasured = [&](std::size_t i) { return i == sweep.curves.size(); };
        lowLegend(
            ImVec2(legend, size.y), names,
            [&](std::size_t i) { return isMeasured(i) ? style().theme->text : curveColor(i); },
            [&](std::size_t i, bool brief) {
                return isMeasured(i) ? ShortText(translatable("measured"))
                       : brief       ? ShortText("CC {}", sweep.curves[i].architecture->cc.text())
                                     : curveName(sweep.curves[i]);
            });
    }
    return clicked;
}

/// Measured bandwidth by word: a bar each with its band, the model's as a mark.
void measuredBars(const session::MeasuredCurve& curve, ImVec2 size) {
    if (!ImPlot::BeginPlot("##measuredbars", size, kPlotFlags)) return;
    double top = 1;
    for (std::size_t i = 0; i < curve.x.size(); ++i) top = std::max({top, curve.high[i], curve.modelled[i]});
    ImPlot::SetupAxes(axisTitle(curve.parameter).c_str(), "GB/s", kAxisFlags | ImPlotAxisFlags_NoGridLines,
                      kAxisFlags);
    ImPlot::SetupAxisLimits(ImAxis_X1, -0.6, static_cast<double>(curve.x.size()) - 0.4, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, top * 1.15, ImPlotCond_Always);
    std::vector<const char*> names;
    for (const std::string& word : curve.words) names.push_back(word.c_str());
    const int count = static_cast<int>(curve.x.size());
    ImPlot::SetupAxisTicks(ImAxis_X1, curve.x.data(), count, names.data());
    ImPlot::SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_Outside);
    ImPlotSpec bars = plotSpec(style().theme->good, 1);
    bars.FillColor = bars.LineColor;
    bars.FillAlpha = 0.8F;
    ImPlot::PlotBars(tr("measured"), curve.x.data(), curve.median.data(), count, 0.6, bars);
    std::vector<double> below, above;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        below.push_back(curve.median[i] - curve.low[i]);
        above.push_back(curve.high[i] - curve.median[i]);
    }
    ImPlot::PlotErrorBars(tr("5 % to 95 %"), curve.x.data(), curve.median.data(), below.data(), above.data(),
                          count, plotSpec(style().theme->text, 1.5F));
    ImPlotSpec mark = plotSpec(style().theme->accent, 2);
    mark.Marker = ImPlotMarker_Diamond;
    mark.MarkerSize = points(5);
    ImPlot::PlotScatter(tr("modelled"), curve.x.data(), curve.modelled.data(), count, mark);
    ImPlot::EndPlot();
}

} // namespace

Ticks ticksAmong(std::span<const double> values, std::size_t most) {
    Ticks ticks;
    if (values.empty()) return ticks;
    most = std::min(most, ticks.at.size());
    const auto [least, greatest] = std::ranges::minmax(values);
    double step = greatest - least;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double apart = std::abs(values[i] - values[i - 1]);
        if (apart > 0) step = std::min(step, apart);
    }
    if (step <= 0) {
        ticks.add(least);
        return ticks;
    }
    const double all = (greatest - least) / step;
    // 1, 2, 5, 10, 20 ... steps apart
    double every = 1;
    for (int i = 0; all / every + 1 > static_cast<double>(most); ++i) every *= i % 3 == 1 ? 2.5 : 2;
    for (const double value : values)
        if (const double number = std::round(value / step) / every; number == std::floor(number))
            ticks.add(value);
    return ticks;
}

std::optional<double> sweepPlot(const BackgroundSweep::Snapshot& sweep, double present,
                                const model::Architecture& chosen, const session::MeasuredCurve* measured,
                                bool titled) {
    if (measured && measured->x.empty()) measured = nullptr;
    plotFrameStyle();
    if (sweep.curves.empty()) {
        wrappedText(style().theme->faint,
                    tr("There is no sweep here. `lanescope sweep` varies any parameter of a lab with --over, "
                       "and compares architectures with --arch, for recordings too."));
        return std::nullopt;
    }
    {
        const FontScope font(style().sans, 0.92F);
        const ShortText aside =
            sweep.progress < 1 && sweep.error.empty()
                ? ShortText(translatable("{} done"), percent(sweep.progress))
                : ShortText("{}{}", measured ? tr("modelled and measured") : tr("modelled"),
                            style().interactive ? tr("; click a point to go there") : "");
        // Curves that padding has bent are not to be taken for those without it.
        const ShortText others =
            sweep.others.empty() ? ShortText("{}", "") : ShortText(translatable("with {}"), sweep.others);
        const float under =
            ImGui::CalcTextSize(others.c_str()).x + ImGui::CalcTextSize(aside.c_str()).x + points(24);
        const float room = ImGui::GetContentRegionAvail().x;
        const float width = ImGui::CalcTextSize(sweep.sweep.title.c_str()).x + under;
        const bool fits = width + ImGui::GetFrameHeight() < room;
        if (titled) coloredText(style().theme->dim, sweep.sweep.title);
        if (!sweep.others.empty()) {
            if (fits) ImGui::SameLine();
            coloredText(style().theme->warn, others);
        }
        // In a low window each line is a third of a plot.
        if (fits || (!sweep.others.empty() && under < room)) {
            ImGui::SameLine();
            rightText(style().theme->faint, aside);
        } else {
            coloredText(style().theme->faint, aside);
        }
    }
    if (!sweep.error.empty()) wrappedText(style().theme->bad, retold(sweep.error));
    if (!sweep.leftOut.empty())
        wrappedText(style().theme->dim, ShortText(translatable("Not drawn: {} ({})."), sweep.leftOut,
                                                  std::string_view(retold(sweep.leftOutWhy))));
    if (!sweep.error.empty() && mostPoints(sweep).empty()) return std::nullopt;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (room.y < points(60)) return std::nullopt;
    const bool two = (sweep.sweep.bandwidth || measured) && room.x >= points(620);
    // One legend serves both plots.
    constexpr float kLegend = 150;
    const float half = (room.x - points(8 + kLegend)) / 2;
    // Words by which a sweep goes far are the steps of a size; few words stand for themselves.
    constexpr double kMostBars = 10;
    if (!sweep.names.empty() &&
        static_cast<double>(sweep.names.size()) < (kMostBars + 0.5) * std::max(sweep.progress, 0.01)) {
        constexpr BarsKind kMetric{"##bars", &BackgroundSweep::Curve::y};
        constexpr BarsKind kTime{"##times", &BackgroundSweep::Curve::microseconds, true};
        const bool beside = two && measured && measured->words.size() == measured->x.size();
        // What few words come to is compared by its time, too, where nobody has measured it.
        const bool timed = !beside && room.x >= points(620) && hasTimes(sweep);
        const ImVec2 size(beside || timed ? half + points(kLegend / 2) : room.x, room.y);
        std::optional<double> clicked = barsPlot(sweep, present, size, chosen, kMetric);
        if (beside) {
            ImGui::SameLine(0, points(8));
            measuredBars(*measured, size);
        }
        if (timed) {
            ImGui::SameLine(0, points(8));
            if (const auto other = barsPlot(sweep, present, size, chosen, kTime)) clicked = other;
        }
        return clicked;
    }
    if (!two) return curvesPlot("##sweep", sweep, present, room, {}, chosen, nullptr);
    std::optional<double> clicked =
        curvesPlot("##sweep", sweep, present, ImVec2(half, room.y), {false, false}, chosen, nullptr);
    ImGui::SameLine(0, points(8));
    if (!measured && !sweep.timeless.empty()) {
        wrappedText(style().theme->dim, sweep.timeless);
        return clicked;
    }
    if (auto other = curvesPlot(kBandwidthId, sweep, present, ImVec2(half + points(kLegend), room.y),
                                {true, true}, chosen, measured))
        clicked = other;
    return clicked;
}

void experimentPlots(const session::MeasuredSweep& experiment) {
    plotFrameStyle();
    std::vector<std::string> parameters;
    for (const session::MeasuredCurve& curve : experiment.curves)
        if (std::find(parameters.begin(), parameters.end(), curve.parameter) == parameters.end())
            parameters.push_back(curve.parameter);
    if (parameters.empty()) return;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = room.x / static_cast<float>(parameters.size()) - points(6);
    for (const std::string& parameter : parameters) {
        if (&parameter != &parameters.front()) ImGui::SameLine(0, points(8));
        if (!ImPlot::BeginPlot(("##" + parameter).c_str(), ImVec2(width, room.y), kPlotFlags)) continue;
        ImPlot::SetupAxes(axisTitle(parameter).c_str(), "GB/s", ImPlotAxisFlags_AutoFit,
                          ImPlotAxisFlags_None);
        double top = 1;
        for (const session::MeasuredCurve& curve : experiment.curves)
            for (std::size_t i = 0; i < curve.x.size() && curve.parameter == parameter; ++i)
                top = std::max({top, curve.high[i], curve.modelled[i]});
        ImPlot::SetupAxisLimits(ImAxis_Y1, 0, top * 1.08, ImPlotCond_Always);
        ImPlot::SetupLegend(ImPlotLocation_South, ImPlotLegendFlags_Outside | ImPlotLegendFlags_Horizontal);
        std::size_t number = 0;
        for (const session::MeasuredCurve& curve : experiment.curves) {
            if (curve.parameter != parameter) continue;
            const render::Color color = curveColor(number++);
            measuredLine(curve, curve.name, color);
            dashedLine(curve.name + tr(", modelled"), curve.x, curve.modelled, plotSpec(color, 1.5F));
        }
        ImPlot::EndPlot();
    }
}

} // namespace lanescope::kit
