// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/shown_picture.h"

#include "kit/readings.h"

namespace lanescope::kit {

bool isShared(const ShownAccess& shown) {
    return shown.access->space == model::Space::Shared;
}

bool isLoad(const ShownAccess& shown) {
    return model::directionOf(shown.access->operation) == model::Direction::Load;
}

bool isWasteful(const ShownAccess& shown) {
    // A sector is moved whole: what is left of the last one is no waste of the pattern.
    constexpr std::uint64_t kSector = 32;
    const std::uint64_t used = (distinctBytes(*shown.access) + kSector - 1) / kSector * kSector;
    return isShared(shown) ? shown.counts.bankConflicts > 0 : shown.counts.bytesTransferred > used;
}

void drawShown(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const ShownAccess& shown,
               const Heading& heading, std::string_view moral) {
    render::Rect rest = drawHeading(canvas, rect, heading, &shown);
    rest = drawMoral(canvas, rest, moral, isWasteful(shown) ? frame.theme.warn : frame.theme.good);
    drawAccess(canvas, frame, rest, shown);
}

void readShown(const Frame& frame, Panel& panel, const ShownAccess& shown) {
    say(panel, isShared(shown) ? readShared(frame, shown) : readMoved(frame, shown));
    panel.accessTable(shown);
}

} // namespace lanescope::kit
