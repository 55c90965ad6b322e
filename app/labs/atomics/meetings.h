// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/readings.h"
#include "render/canvas.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Lanes of an access that have the same address.
namespace lanescope::lab_atomics {

using namespace kit;

/// The lanes at one address.
struct Meeting {
    std::uint64_t address = 0;
    std::uint32_t lanes = 0;
    int size() const;
};

/// The addresses of an access with their lanes: the most lanes first, then by address.
std::vector<Meeting> meetingsOf(const model::WarpAccess& access);

/// The n-th access, from 0, of those of the focus warp that match and stand in one line of source, or the
/// last of them; nullptr: none matches.
const model::WarpAccess* nthAccess(const Observation& seen, std::uint32_t n,
                                   const std::function<bool(const model::WarpAccess&)>& matches);

/// What an address is to the reader: "bin 32".
using AddressName = std::function<std::string(std::uint64_t address)>;

/// From here on the model knows how lanes wait that meet at a word of global memory.
inline constexpr model::ComputeCapability kWaitingModelled{5, 0};
/// Whether it knows that of a space.
bool waitingIsModelled(const model::Architecture& architecture, model::Space space);
/// Of an atomic access: how many lanes meet at one address, and what their waiting costs.
Reading readMeetings(const Frame& frame, const ShownAccess& shown, const AddressName& name);

/// "32 wavefronts an update" of shared memory, sectors of global memory, or "not modelled".
std::string updateCost(const Frame& frame, const model::WarpAccess& access);

/// What sets of counters of a warp or a block save, and the updates that merge them.
std::string mergeText(std::uint64_t merged, int updates);

/// A row for each address where several lanes of an atomic access meet, with their discs in the order of
/// their turns where they wait for each other, and a last one of the lanes that meet nobody; gives the
/// rectangle beneath. Lanes are picked as Lane.
render::Rect drawMeetings(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const ShownAccess& shown, const AddressName& name);

} // namespace lanescope::lab_atomics
