// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/time_plots.h"

#include "kit/panel/plot_look.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

namespace lanescope::kit {

void History::add(double value) {
    m_values[m_next] = value;
    m_next = (m_next + 1) % kKept;
    m_count = std::min(m_count + 1, kKept);
}

std::vector<double> History::values() const {
    std::vector<double> all;
    all.reserve(m_count);
    for (std::size_t i = 0; i < m_count; ++i) all.push_back(m_values[(m_next + kKept - m_count + i) % kKept]);
    return all;
}

void bandwidthStrip(const History& modelled, const History& measured, std::span<const BandwidthLine> lines,
                    float width) {
    plotFrameStyle();
    const std::vector<double> model = modelled.values(), real = measured.values();
    double top = 0;
    for (const BandwidthLine& line : lines) top = std::max(top, line.gbPerSecond);
    for (double value : real) top = std::max(top, value);
    for (double value : model) top = std::max(top, value);
    if (!ImPlot::BeginPlot("##strip", ImVec2(width, ImGui::GetContentRegionAvail().y),
                           ImPlotFlags_NoMouseText | ImPlotFlags_NoTitle | ImPlotFlags_NoMenus))
        return;
    ImPlot::SetupAxes(tr("launches, newest at the right"), "GB/s", kAxisFlags, kAxisFlags);
    ImPlot::SetupAxisLimits(ImAxis_X1, -600, 0, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, std::max(top, 1.0) * 1.1, ImPlotCond_Always);
    ImPlot::SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_Outside);
    for (const BandwidthLine& line : lines) {
        if (line.gbPerSecond <= 0) continue;
        ImPlotSpec look = plotSpec(&line == &lines.front() ? style().theme->dim : style().theme->warn, 1);
        look.Flags = ImPlotInfLinesFlags_Horizontal;
        ImPlot::PlotInfLines(line.name.c_str(), &line.gbPerSecond, 1, look);
    }
    const auto draw = [](const char* name, const std::vector<double>& values, const render::Color& color,
                         float weight) {
        if (values.empty()) return;
        const double start = -static_cast<double>(values.size() - 1);
        ImPlot::PlotLine(name, values.data(), static_cast<int>(values.size()), 1, start,
                         plotSpec(color, weight));
    };
    draw(tr("modelled"), model, style().theme->accent, 1.5F);
    draw(tr("measured"), real, style().theme->good, 2);
    ImPlot::EndPlot();
}

void timeHistogram(std::span<const double> seconds, double modelledSeconds) {
    plotFrameStyle();
    const session::Statistics all = session::statisticsOf(seconds);
    constexpr std::size_t kBins = 40;
    const session::Histogram bins = session::histogramOf(seconds, kBins);
    if (bins.counts.empty()) return;
    // Microseconds below a millisecond: an axis of 0.0000312 tells nobody anything.
    const bool small = all.median < 1e-3;
    const double unit = small ? 1e6 : 1e3;
    if (!ImPlot::BeginPlot("##times", ImGui::GetContentRegionAvail(),
                           ImPlotFlags_NoMouseText | ImPlotFlags_NoTitle | ImPlotFlags_NoMenus))
        return;
    std::vector<double> x;
    for (std::size_t i = 0; i < bins.counts.size(); ++i)
        x.push_back((bins.first + (static_cast<double>(i) + 0.5) * bins.step) * unit);
    const double low = std::min(bins.first, modelledSeconds > 0 ? modelledSeconds : bins.first) * unit;
    const double high =
        std::max(bins.first + bins.step * static_cast<double>(bins.counts.size()), modelledSeconds) * unit;
    const double most = *std::max_element(bins.counts.begin(), bins.counts.end());
    ImPlot::SetupAxes(small ? tr("kernel time, us") : tr("kernel time, ms"), tr("launches"), kAxisFlags,
                      kAxisFlags);
    const double margin = std::max((high - low) * 0.06, 1e-6);
    ImPlot::SetupAxisLimits(ImAxis_X1, low - margin, high + margin, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, most * 1.15, ImPlotCond_Always);
    ImPlot::SetupLegend(ImPlotLocation_NorthEast, ImPlotLegendFlags_Outside);
    ImPlotSpec bars = plotSpec(style().theme->good, 1);
    bars.FillColor = bars.LineColor;
    const std::string name =
        bins.beyond == 0 ? tr("{} launches", grouped(all.count))
                         : tr("{} launches, {} off the scale", grouped(all.count), grouped(bins.beyond));
    ImPlot::PlotBars(name.c_str(), x.data(), bins.counts.data(), static_cast<int>(x.size()),
                     bins.step * unit * 0.9, bars);
    const auto mark = [&](const std::string& text, double at, const render::Color& color) {
        const double scaled = at * unit;
        ImPlot::PlotInfLines(text.c_str(), &scaled, 1, plotSpec(color, 1.5F));
    };
    mark(tr("median {}", duration(all.median)), all.median, style().theme->text);
    mark(tr("5 % below {}", duration(all.p5)), all.p5, style().theme->dim);
    mark(tr("5 % above {}", duration(all.p95)), all.p95, style().theme->dim);
    if (modelledSeconds > 0)
        mark(tr("modelled {}", duration(modelledSeconds)), modelledSeconds, style().theme->accent);
    ImPlot::EndPlot();
}

void busyBars(const session::ModelledTime& time) {
    const FontScope font(style().sans, 0.95F);
    if (!ImGui::BeginTable("busy", 3, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn(tr("part"));
    ImGui::TableSetupColumn(tr("time"));
    ImGui::TableSetupColumn(tr("bar"), ImGuiTableColumnFlags_WidthStretch);
    for (const session::ModelledTime::Part& part : time.parts) {
        const bool longest = part.binds;
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(0);
        coloredText(longest ? style().theme->text : style().theme->dim, tr(part.name));
        tooltip(tr(part.meaning));
        ImGui::TableSetColumnIndex(1);
        {
            const FontScope mono(style().mono, 0.95F);
            rightText(longest ? style().theme->text : style().theme->dim, duration(part.seconds));
        }
        ImGui::TableSetColumnIndex(2);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
        const auto share = static_cast<float>(std::min(part.seconds / time.seconds, 1.0));
        const render::Color& color = longest ? style().theme->warn : style().theme->accent;
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + height * 0.2F),
                                                  ImVec2(at.x + width * 0.8F * share, at.y + height * 0.85F),
                                                  packed(color.faded(0.8F)), points(2));
        if (longest)
            ImGui::GetWindowDrawList()->AddText(ImVec2(at.x + width * 0.8F * share + points(8), at.y),
                                                packed(style().theme->dim), tr("limits the kernel"));
        ImGui::Dummy(ImVec2(width, height));
    }
    ImGui::EndTable();
}

void stageBars(const std::vector<StageHistory>& stages, double targetMilliseconds) {
    const FontScope font(style().sans, 0.95F);
    if (!ImGui::BeginTable("stages", 4, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn(tr("stage"));
    ImGui::TableSetupColumn(tr("now"));
    ImGui::TableSetupColumn(tr("median"));
    ImGui::TableSetupColumn(tr("bar"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    for (const auto& [column, title] :
         {std::pair{0, tr("stage")}, {1, tr("now, ms")}, {2, tr("median, ms")}}) {
        ImGui::TableSetColumnIndex(column);
        coloredText(style().theme->faint, title);
    }
    for (const StageHistory& stage : stages) {
        std::vector<double> values = stage.seconds.values();
        const double now = values.empty() ? 0 : values.back() * 1e3;
        double median = 0;
        if (!values.empty()) {
            std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                             values.end());
            median = values[values.size() / 2] * 1e3;
        }
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(0);
        coloredText(style().theme->text, tr(stage.name));
        tooltip(tr(stage.meaning));
        ImGui::TableSetColumnIndex(1);
        {
            const FontScope mono(style().mono, 0.95F);
            rightText(style().theme->dim, fmt::format("{:.2f}", now));
            ImGui::TableSetColumnIndex(2);
            rightText(style().theme->text, fmt::format("{:.2f}", median));
        }
        ImGui::TableSetColumnIndex(3);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
        const float share = static_cast<float>(std::clamp(median / targetMilliseconds, 0.0, 1.0));
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + height * 0.25F),
                                                  ImVec2(at.x + width * share, at.y + height * 0.85F),
                                                  packed(style().theme->accent.faded(0.7F)), points(2));
        ImGui::Dummy(ImVec2(width, height));
    }
    ImGui::EndTable();
}

} // namespace lanescope::kit
