// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"
#include "labs/transfers/transfer_view.h"
#include "render/shapes.h"

#include <string>
#include <vector>

namespace lanescope::lab_transfers {

/// What a region of the two pictures says: every memory's time and bandwidth at a size, or a memory's at the
/// chosen size.
std::string describeTransfer(const render::Pick& pick, const TransferView& view);

/// What the time of a transfer means.
struct TransferVerdict {
    kit::Tone tone = kit::Tone::Plain;
    std::string headline, sentence;
};
/// Of a view that has a time.
TransferVerdict transferVerdict(const TransferView& view);
/// What the picture of the way shows, in a sentence; may be empty.
std::string conclusionText(const TransferView& view);
/// What a programmer should know of the memory (CUDA C++ Programming Guide, page-locked host memory).
std::string aboutTransfer(const TransferChoice& choice);
/// What is counted and timed, how, and what the model assumes.
std::vector<std::string> transferNotes(const TransferView& view);

} // namespace lanescope::lab_transfers
