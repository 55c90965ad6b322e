// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/access.h"

#include "kit/pictures/banks.h"
#include "kit/pictures/constant.h"
#include "kit/pictures/heading.h"
#include "kit/pictures/sectors.h"
#include "kit/pictures/tag_stage.h"
#include "kit/pictures/texels.h"
#include "kit/pictures/warps.h"
#include "text/tr.h"

namespace lanescope::kit {

void drawAccess(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (shown.access->space == model::Space::Shared) return drawBanks(canvas, frame, rect, shown);
    if (shown.access->space == model::Space::Constant) return drawConstant(canvas, frame, rect, shown);
    drawSectorsAndWarps(canvas, frame, rect, shown);
}

void drawSectorsAndWarps(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    const model::Dim3 block = shown.launch->block;
    const auto rows = static_cast<float>(block.y * block.z);
    const float wanted =
        60 + rows * std::clamp(rect.width / static_cast<float>(block.x), rows > 1 ? 16.F : 26.F, 26.F);
    const float map = rect.height > 280 ? std::min({wanted, std::max(rect.height * 0.3F, 96.F), 230.F}) : 0;
    const Rect above = drawTagStage(canvas, frame, rect.top(rect.height - map), shown);
    if (shown.access->space == model::Space::Local)
        drawNothing(
            canvas, above,
            tr("There is no picture of local memory: each thread has its own, and the same word of all "
               "lanes lies side by side."));
    else if (shown.access->space == model::Space::Texture)
        drawTexels(canvas, frame, above, shown, nullptr);
    else
        drawSectors(canvas, frame, above, shown);
    if (map > 0) drawWarpMap(canvas, frame, {rect.x, rect.bottom() - map + 8, rect.width, map - 8}, shown);
}

} // namespace lanescope::kit
