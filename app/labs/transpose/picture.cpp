// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/picture.h"

#include "kit/charts/matrices.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "model/memory/banks.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace lanescope::lab_transpose {

using namespace kit;
using model::Direction;
using model::Space;

namespace {

constexpr std::uint64_t kWord = 4; // bytes

/// Matrices side by side or one under the other, whichever shows them larger.
void drawMatrices(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  std::span<const MatrixView> views) {
    if (views.empty()) return;
    constexpr float kGap = 14;
    const auto count = static_cast<float>(views.size());
    const float wide = (rect.width - kGap * (count - 1)) / count,
                high = (rect.height - kGap * (count - 1)) / count;
    const auto cells = [&](float width, float height) {
        float sum = 0;
        for (const MatrixView& view : views)
            sum += std::min(width / static_cast<float>(view.columns), height / static_cast<float>(view.rows));
        return sum;
    };
    const bool beside = cells(wide, rect.height) > cells(rect.width, high);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const auto number = static_cast<float>(i);
        drawMatrix(canvas, frame,
                   beside ? render::Rect{rect.x + number * (wide + kGap), rect.y, wide, rect.height}
                          : render::Rect{rect.x, rect.y + number * (high + kGap), rect.width, high},
                   views[i]);
    }
}

} // namespace

MatrixView bankMatrix(const Frame& frame, const Tile& tile, const model::WarpAccess* access) {
    MatrixView view;
    view.title = tr("tile in shared memory");
    view.caption =
        tr("coloured by bank, b0 dark to b{} pale; a number alone is a lane", frame.architecture.banks - 1);
    view.shortCaption = tr("colour: bank");
    view.rows = tile.side();
    view.columns = tile.pitch();
    const auto bank = [&frame, pitch = tile.pitch()](std::uint32_t row, std::uint32_t column) {
        return model::bankOf(kWord * (std::uint64_t{row} * pitch + column), frame.architecture, frame.rules);
    };
    view.color = [bank, &frame, side = tile.side()](std::uint32_t row, std::uint32_t column) {
        const float share =
            static_cast<float>(bank(row, column)) / static_cast<float>(frame.architecture.banks - 1);
        return render::mix(frame.theme.raised, render::heatColor(share), column < side ? 0.6F : 0.15F);
    };
    view.text = [bank](std::uint32_t row, std::uint32_t column) {
        return fmt::format("b{}", bank(row, column));
    };
    if (!access) return view;
    view.marks = marksOf(*access, 0, tile.pitch() * kWord, kWord, tile.side(), tile.pitch());
    view.site = static_cast<int>(access->site);
    return view;
}

void drawElements(render::Canvas& canvas, const Frame& frame, const ElementsView& view,
                  const std::optional<ShownAccess>& shown) {
    if (frame.left.width < 60) return;
    const auto& [rows, columns, row, column] = view.matrix;
    const std::uint32_t side = view.tile.side();
    const std::uint32_t down = row / side;
    const std::uint32_t across = column / side;
    const model::WarpAccess* load = subjectAccess(frame, Space::Global, Direction::Load);
    const model::WarpAccess* store = subjectAccess(frame, Space::Global, Direction::Store);
    const bool transposed = view.variant != Variant::Copy;
    MatrixView views[] = {matrixOf(frame, "in", tr("before"), rows, columns, load),
                          transposed ? matrixOf(frame, "out", tr("after"), columns, rows, store)
                                     : matrixOf(frame, "out", tr("after"), rows, columns, store)};
    tileMatrix(views[0], side, down, across, view.grid.x);
    if (transposed)
        tileMatrix(views[1], side, across, down, view.grid.x);
    else
        tileMatrix(views[1], side, down, across, view.grid.x);
    views[1].blocksTurned = transposed;
    const Heading heading{
        .title = transposed ? tr("A matrix and its transpose") : tr("A matrix and its copy"),
        .subtitle = tr("block ({}, {}) is outlined{}", across, down,
                       canvas.interactive() ? tr("; click another") : ""),
        .expression = "",
    };
    const render::Rect rest = drawHeading(canvas, frame.left, heading);
    const float upper = hasTile(view.variant) ? rest.height * 0.38F : rest.height;
    drawMatrices(canvas, frame, rest.top(upper), views);
    if (!hasTile(view.variant)) return;
    const bool fetching = shown && isShared(*shown) == isLoad(*shown);
    const model::WarpAccess* inTile =
        subjectAccess(frame, Space::Shared, fetching ? Direction::Load : Direction::Store);
    drawMatrix(canvas, frame, rest.belowTop(upper + 12), bankMatrix(frame, view.tile, inTile));
}

std::string describeBankMatrix(const Frame& frame, const Tile& tile, const render::Pick& pick) {
    if (pick.id < 0) return {};
    const auto word = static_cast<std::uint64_t>(pick.id);
    return tr("word {} of shared memory: row {}, column {}, bank {}{}", word, word / tile.pitch(),
              word % tile.pitch(), model::bankOf(word * kWord, frame.architecture, frame.rules),
              word % tile.pitch() < tile.side() ? "" : tr("; it is padding and never used"));
}

} // namespace lanescope::lab_transpose
