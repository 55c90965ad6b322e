// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/transfers/model.h"
#include "render/canvas.h"

#include <functional>
#include <string>
#include <vector>

namespace lanescope::lab_transfers {

/// A line of a picture over a logarithmic axis.
struct PlotCurve {
    std::string name; ///< in the legend; empty: left out of it
    render::Color color;
    std::vector<CurvePoint> points; ///< by rising x
    bool bright = false;            ///< the one that the picture is about
    bool dashed = false;
};

/// A horizontal line that nothing gets over. One far above the curves is only named.
struct PlotPeak {
    double value = 0;
    std::string label;
};

/// A place in the plot with a word beside it.
struct PlotMark {
    double x = 0;
    double y = 0;
    std::string label;
};

/// Curves over a logarithmic (base 2) horizontal axis from 0 up.
struct CurvePlot {
    std::string yTitle;
    std::function<std::string(double)> xLabel, yLabel; ///< numbers of the axes, as text
    std::vector<PlotCurve> curves;
    std::vector<PlotPeak> peaks;
    std::vector<PlotMark> marks;
    std::vector<double> steps; ///< values of x that can be clicked: PickKind::Point with their index
    double x = 0;              ///< the chosen one; 0: none
};

/// Legend, axes, peaks and curves; keeps within its rectangle at any size.
void drawCurves(render::Canvas& canvas, const render::Rect& rect, const CurvePlot& plot);

} // namespace lanescope::lab_transfers
