// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/picture.h"

#include "kit/charts/bars.h"
#include "kit/charts/matrix.h"
#include "kit/pictures/heading.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_constant {

using namespace kit;

namespace {

MatrixView matrixOf(const render::Theme& theme, const TableView& table, const model::WarpAccess& access) {
    MatrixView view{
        .caption = tr("grey: an element; in colour: its lane"),
        .rows = kSide,
        .columns = kSide,
    };
    // in grey: colours are the lanes'
    view.color = [&theme, ramp = table.ramp](std::uint32_t row, std::uint32_t column) {
        const float shade = 0.7F * valueAt(static_cast<int>(row * kSide + column), ramp);
        return render::mix(theme.panel, theme.text, shade);
    };
    view.text = [](std::uint32_t row, std::uint32_t column) { return std::to_string(row * kSide + column); };
    view.site = static_cast<int>(access.site);
    for (int lane = 0; table.isRead && lane < model::kWarpSize; ++lane) {
        const auto i = static_cast<std::uint32_t>(table.lanes.element(lane));
        view.marks.push_back({
            .row = i / kSide,
            .column = i % kSide,
            .lane = lane,
            .address = access.address[static_cast<std::size_t>(lane)],
        });
    }
    return view;
}

BarsView gotBars(const Frame& frame) {
    BarsView view{
        .title = tr("What each lane got"),
        .caption = tr("its number, by lane"),
        .full = 1,
        .chosen = frame.brush.lane,
        .firstPick = kElements,
    };
    for (const float value : frame.result.values<float>("out"))
        view.bars.push_back({.value = value, .label = std::to_string(view.bars.size())});
    return view;
}

} // namespace

void drawTable(render::Canvas& canvas, const Frame& frame, const TableView& table, const ShownAccess& shown) {
    if (frame.left.width < 80) return;
    const Heading heading{
        .title = tr("A table, and which lane reads what"),
        .subtitle = tr("{} numbers of 4 bytes, in {}", kElements, table.place),
        .expression = "",
    };
    const render::Rect rest = drawHeading(canvas, frame.left, heading);
    const BarsView got = gotBars(frame);
    const float lower = rest.height * 0.34F - 10;
    const bool both = lower >= leastBarsHeight(got);
    drawMatrix(canvas, frame, both ? rest.top(rest.height * 0.66F) : rest,
               matrixOf(canvas.theme(), table, *shown.access));
    if (both) drawBars(canvas, rest.belowTop(rest.height - lower), got);
}

Picture greyTexels(bool ramp) {
    Picture strip{ramp ? "ramp" : "sine", {kSide, kSide}, {}};
    for (int i = 0; i < kElements; ++i) {
        std::uint8_t* pixel = strip.image.at(i % kSide, i / kSide);
        std::fill_n(pixel, 3, static_cast<std::uint8_t>(valueAt(i, ramp) * 255));
        pixel[3] = 255;
    }
    strip.preview = strip.image;
    return strip;
}

} // namespace lanescope::lab_constant
