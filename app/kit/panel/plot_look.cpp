// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/plot_look.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "text/breaks.h"

namespace lanescope::kit {

void plotFrameStyle() {
    ImPlotStyle& look = ImPlot::GetStyle();
    const render::Theme& theme = *style().theme;
    look.Colors[ImPlotCol_FrameBg] = ImVec4(0, 0, 0, 0);
    look.Colors[ImPlotCol_PlotBg] = ImVec4(0, 0, 0, 0);
    look.Colors[ImPlotCol_PlotBorder] = ImVec4(0, 0, 0, 0);
    look.Colors[ImPlotCol_AxisGrid] = toImGui(theme.line.faded(0.7F));
    look.Colors[ImPlotCol_AxisText] = toImGui(theme.dim);
    look.Colors[ImPlotCol_LegendBg] = toImGui(theme.panel.faded(0.8F));
    look.Colors[ImPlotCol_LegendBorder] = ImVec4(0, 0, 0, 0);
    look.PlotPadding = ImVec2(points(6), points(4));
    look.LabelPadding = ImVec2(points(4), points(3));
    look.LegendPadding = ImVec2(points(4), points(4));
    look.MinorAlpha = 0.3F;
}

ImPlotSpec plotSpec(const render::Color& color, float weight) {
    ImPlotSpec made;
    made.LineColor = toImGui(color);
    made.LineWeight = points(weight);
    made.MarkerFillColor = toImGui(color);
    made.MarkerLineColor = toImGui(color);
    return made;
}

ShortText uprightTitle(std::string_view title, std::string_view mark, float height) {
    const auto widthOf = [](std::string_view text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    const bool nounLast = text::hasIdeographs(title); // Chinese has it behind what qualifies it
    // What is counted says more than that the axis is logarithmic.
    for (const std::string_view each : {mark, std::string_view()}) {
        const float room = height - points(56) - widthOf(each); // the other axis, its title, the padding
        std::string_view rest = title;
        while (widthOf(rest) > room) {
            const std::size_t space = nounLast ? rest.find(' ') : rest.find_last_of(' ');
            if (space == std::string_view::npos) break;
            rest = nounLast ? rest.substr(space + 1) : rest.substr(0, space);
            if (rest.ends_with(" per")) rest.remove_suffix(4);
            if (rest.ends_with(',')) rest.remove_suffix(1);
        }
        if (widthOf(rest) <= room) return ShortText("{}{}", rest, each);
    }
    if (mark.starts_with(' ')) mark.remove_prefix(1);
    return ShortText("{}", mark);
}

} // namespace lanescope::kit
