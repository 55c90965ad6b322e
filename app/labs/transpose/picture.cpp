// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/picture.h"

#include "kit/words/made_access.h"
#include "model/banks.h"

#include <fmt/format.h>

namespace lanescope::lab_transpose {

using kit::Frame;
using kit::MatrixView;

namespace {

constexpr std::uint64_t kWord = 4; // bytes

} // namespace

MatrixView bankMatrix(const Frame& frame, const Tile& tile, const model::WarpAccess* access) {
    MatrixView view;
    view.title = "tile in shared memory";
    view.caption = fmt::format("coloured by bank: 0 dark, {} pale", frame.architecture.banks - 1);
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
    view.text = [bank](std::uint32_t row, std::uint32_t column) { return fmt::to_string(bank(row, column)); };
    if (!access) return view;
    view.marks = kit::marksOf(*access, 0, tile.pitch() * kWord, kWord, tile.side(), tile.pitch());
    view.site = static_cast<int>(access->site);
    return view;
}

std::string describeBankMatrix(const Frame& frame, const Tile& tile, const render::Pick& pick) {
    if (pick.id < 0) return {};
    const auto word = static_cast<std::uint64_t>(pick.id);
    return fmt::format("word {} of shared memory: row {}, column {}, bank {}{}", word, word / tile.pitch(),
                       word % tile.pitch(), model::bankOf(word * kWord, frame.architecture, frame.rules),
                       word % tile.pitch() < tile.side() ? "" : "; it is padding, nobody uses it");
}

} // namespace lanescope::lab_transpose
