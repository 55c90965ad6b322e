// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// tensormap.replace: its store names a word of the map, and what changes is the map as a whole.
#include "ptx/tensor/tensor_map.h"
#include "ptx/handlers/address_resolution.h"
#include "ptx/handlers/bulk_pieces.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

void replace(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TensorMapChange& change = w.block->program->tensorMapChanges[in.e];
    in.resolve(w, in, mask);
    w.block->changed = true;
    Instruction map = in;
    map.imm = static_cast<std::int64_t>(change.mapOffset);
    forActive(mask, [&](int lane) {
        const std::uint64_t address =
            addressOf(w, map, change.addressBytes, lane) + (change.inShared ? kSharedWindow : 0);
        std::byte* const at = hostAddress(w, lane, address, kTensorMapBytes);
        std::array<std::byte, kTensorMapBytes> bytes;
        if (at) std::memcpy(bytes.data(), at, bytes.size());
        const std::uint64_t value = change.valueBytes == 8 ? w.slot<std::uint64_t>(change.value)[lane]
                                                           : w.slot<std::uint32_t>(change.value)[lane];
        if (!at || !replaceField(bytes, change.field, change.which, value))
            throw LaneFault{
                FaultKind::Trap, lane, address,
                fmt::format("no tensor map at {:#x} that was encoded for the emulator, and no zeros",
                            address)};
        std::memcpy(at, bytes.data(), bytes.size());
    });
}

} // namespace

Handler tensorMapHandler() {
    return replace;
}

} // namespace lanescope::ptx
