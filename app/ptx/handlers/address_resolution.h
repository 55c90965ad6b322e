// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/operation.h"
#include "ptx/state/warp.h"

#include <optional>

namespace lanescope::ptx {

/// The slow half of resolving a global or generic address: finds the allocation of each lane, or the window,
/// fills BlockContext::resolved and tells the sink, once a space. Throws LaneFault. The lanes' addresses are
/// in BlockContext::access.
void resolveSlowly(Warp& warp, const Instruction& in, std::uint32_t mask, bool generic, model::Space space);

/// Tells the block's checker and sink, whichever there are (BlockContext::observed), of an access whose
/// addresses are in BlockContext::access, before the data move. eights: how these lie, where it is known.
void tellObservers(Warp& warp, const Instruction& in, std::uint32_t mask, model::Space space,
                   model::Eights eights = model::Eights::Apart);

/// The same of shared addresses when not all are in the block's own memory: they may be in that of other
/// blocks of its cluster. A sink and the checks are told of one access for each of these blocks.
void resolveShared(Warp& warp, const Instruction& in, std::uint32_t mask);

/// Throw a LaneFault for the first lane of mask whose address, in the scratch that its resolver wrote, is out
/// of bounds or misaligned.
[[noreturn]] void failLocal(Warp& warp, const Instruction& in, std::uint32_t mask);
[[noreturn]] void failParameter(Warp& warp, const Instruction& in, std::uint32_t mask, std::uint32_t bytes);

/// The host address of bytes at a generic address of a lane, for what the emulator reads itself (printf);
/// nullptr when they are not all in one place.
std::byte* hostAddress(Warp& warp, int lane, std::uint64_t address, std::uint64_t bytes);

} // namespace lanescope::ptx
