// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/struct_view.h"

#include "kit/charts/matrix.h"
#include "kit/pictures/lane_marks.h"
#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lanescope::lab_layout {

using render::Canvas;
using render::Rect;

namespace {

constexpr std::uint32_t kRows = 4, kColumns = 16;

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
    constexpr float kTitle = 24, kMostCell = 28, kLeastHeight = 340, kLeastWidth = 280;
    if (rect.height < kLeastHeight || rect.width < kLeastWidth) return rect;
    const render::Theme& theme = canvas.theme();
    MatrixView matrix;
    matrix.title = "In memory's order";
    matrix.caption = "a letter a field, a number a lane; bright: written";
    matrix.rows = kRows;
    matrix.columns = kColumns;
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
    const float cell = std::min(rect.width / kColumns, kMostCell), height = kTitle + cell * kRows;
    drawMatrix(canvas, frame, rect.belowTop(rect.height - height), matrix);
    return rect.top(rect.height - height - 10);
}

std::string structConclusion(const Frame& frame, const model::Counts& stores, const model::Counts& arrays,
                             bool torn) {
    const std::string all = fmt::format("The warp's {} take {}", plural(stores.accesses, "store"),
                                        plural(unitsOf(stores), unitOf(frame.architecture)));
    if (unitsOf(stores) > unitsOf(arrays))
        return fmt::format("{} where a structure of arrays takes {}.", all, unitsOf(arrays));
    return all + (torn ? ": the fields' arrays do not end where sectors do, so neighbours share some."
                       : ": neighbours' fields lie side by side.");
}

} // namespace lanescope::lab_layout
