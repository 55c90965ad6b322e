// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// ImPlot's plots: of its templates only those that app/kit/panel draws. All of them, for the one type alone, take twice
// as long to compile. What is missing here the linker misses.
#include <implot_items.cpp>

namespace ImPlot {

template void PlotLine<double>(const char*, const double*, int, double, double, const ImPlotSpec&);
template void PlotLine<double>(const char*, const double*, const double*, int, const ImPlotSpec&);
template void PlotScatter<double>(const char*, const double*, const double*, int, const ImPlotSpec&);
template void PlotShaded<double>(const char*, const double*, const double*, const double*, int, const ImPlotSpec&);
template void PlotBars<double>(const char*, const double*, const double*, int, double, const ImPlotSpec&);
template void PlotErrorBars<double>(const char*, const double*, const double*, const double*, const double*, int,
                                    const ImPlotSpec&);
template void PlotStems<double>(const char*, const double*, const double*, int, double, const ImPlotSpec&);
template void PlotInfLines<double>(const char*, const double*, int, const ImPlotSpec&);

} // namespace ImPlot
