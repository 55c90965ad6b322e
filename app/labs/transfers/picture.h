// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/transfers/transfer_view.h"
#include "render/canvas.h"

#include <cstdint>

namespace lanescope::lab_transfers {

/// Bandwidth over size of all memories, peaks and the half-bandwidth size; a size can be clicked
/// (PickKind::Point with its index in transferSizes).
void drawTransferCurves(render::Canvas& canvas, const render::Rect& rect, const TransferView& view);
/// A memory's bar is PickKind::Point of this group with its index in memoriesOf.
inline constexpr int kMemoryPicks = 1;
/// Where the bytes lie, what carries them on, how long each leg takes; under it the times of all memories.
void drawTransferPath(render::Canvas& canvas, const render::Rect& rect, const TransferView& view);

} // namespace lanescope::lab_transfers
