// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/readings.h"
#include "kit/words/suggestion.h"
#include "labs/atomics/model.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::lab_atomics {

/// What an address is to the reader: "bin 32".
using AddressName = std::function<std::string(std::uint64_t address)>;

/// Whether an access's bank counts all lanes of a word at once.
bool countsTogether(const kit::Frame& frame, const kit::ShownAccess& shown);
/// Of an atomic access: how many lanes meet at one address, and what their waiting costs.
kit::Reading readMeetings(const kit::Frame& frame, const kit::ShownAccess& shown, const AddressName& name);
/// "32 wavefronts an update" of shared memory, sectors of global memory, or "not modelled".
std::string updateCost(const kit::Frame& frame, const model::WarpAccess& access);
/// What sets of counters of a warp or a block save, and the updates that merge them.
std::string mergeText(const Histogram& histogram);
/// What an update of these bins would cost with the counters elsewhere; histogram: as it ran; names: of the
/// places.
std::vector<kit::Suggestion> placesToTry(const kit::Frame& frame, const model::WarpAccess& update,
                                         const LaneBins& bins, const Histogram& histogram, bool addsOne,
                                         std::span<const std::string> names);

} // namespace lanescope::lab_atomics
