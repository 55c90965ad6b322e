// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/picture.h"

#include "kit/charts/matrix.h"
#include "kit/pictures/lane_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lanescope::lab_layout {

using render::Canvas;
using render::Rect;

namespace {

constexpr std::uint32_t kRows = 4;
constexpr std::uint32_t kColumns = 16;

std::uint64_t firstFloat(const StructView& view) {
    return view.layout.element(view.first, 0);
}

char letterOf(std::uint64_t field) {
    return static_cast<char>(field < 3 ? 'x' + field : 'a' + field - 3);
}

} // namespace

std::string StructView::describe(const render::Pick& pick) const {
    const std::int64_t number = pick.id - firstPick;
    if (pick.kind != render::PickKind::Point || number < 0 || number >= kRows * kColumns) return {};
    const std::uint64_t element = firstFloat(*this) + static_cast<std::uint64_t>(number);
    if (element >= layout.elements()) return {};
    const StructLayout::Place at = layout.placeOf(element);
    if (at.structure >= layout.count) return {};
    return fmt::format("byte {}: field {} of structure {}{}", 4 * element, letterOf(at.field), at.structure,
                       at.field < written ? "" : ", which the kernel leaves alone");
}

Rect drawStructOrder(Canvas& canvas, const Frame& frame, const Rect& rect, const StructView& view) {
    constexpr float kTitle = 24;
    constexpr float kMostCell = 28;
    constexpr float kLeastHeight = 340;
    constexpr float kLeastWidth = 280;
    if (rect.height < kLeastHeight || rect.width < kLeastWidth) return rect;
    const render::Theme& theme = canvas.theme();
    MatrixView matrix{
        .title = "In memory's order",
        .caption = "a letter a field, a number a lane; bright: written",
        .rows = kRows,
        .columns = kColumns,
    };
    matrix.firstPick = view.firstPick;
    // Nothing is behind the last structure, where a tile is filled up.
    const auto placeAt = [&](std::uint32_t row, std::uint32_t column) -> std::optional<StructLayout::Place> {
        const std::uint64_t element = firstFloat(view) + row * kColumns + column;
        if (element >= view.layout.elements()) return std::nullopt;
        const StructLayout::Place at = view.layout.placeOf(element);
        return at.structure < view.layout.count ? std::optional(at) : std::nullopt;
    };
    const auto laneOf = [&](const StructLayout::Place& at) {
        const bool inWarp = at.structure >= view.first && at.structure - view.first < view.lanes;
        return inWarp ? static_cast<int>(at.structure - view.first) : -1;
    };
    matrix.color = [&](std::uint32_t row, std::uint32_t column) -> render::Color {
        const auto at = placeAt(row, column);
        if (!at) return {0, 0, 0, 0};
        const int lane = laneOf(*at);
        if (lane < 0) return theme.raised;
        const render::Color bright = laneFill(theme, lane, frame.brush.lane < 0 || frame.brush.lane == lane);
        return at->field < view.written ? bright : render::mix(theme.background, bright, 0.3F);
    };
    matrix.text = [&](std::uint32_t row, std::uint32_t column) -> std::string {
        const auto at = placeAt(row, column);
        if (!at) return {};
        const int lane = laneOf(*at);
        return lane < 0 ? std::string(1, letterOf(at->field))
                        : fmt::format("{}{}", letterOf(at->field), lane);
    };
    const float cell = std::min(rect.width / kColumns, kMostCell);
    const float height = kTitle + cell * kRows;
    drawMatrix(canvas, frame, rect.belowTop(rect.height - height), matrix);
    return rect.top(rect.height - height - 10);
}

render::PointCloud cloudOf(const StructLayout& layout, const render::Buffer& buffer) {
    render::PointCloud points;
    points.buffer = &buffer;
    points.count = static_cast<std::uint32_t>(layout.count);
    points.strideBytes = 4 * (layout.order == StructOrder::Structures ? layout.fields : 1);
    for (std::size_t axis = 0; axis < 3; ++axis) points.offsetBytes[axis] = 4 * layout.element(0, axis);
    if (layout.order == StructOrder::Tiles) {
        points.tile = static_cast<std::uint32_t>(layout.tile);
        points.tileBytes = 4 * layout.tile * layout.fields;
    }
    return points;
}

} // namespace lanescope::lab_layout
