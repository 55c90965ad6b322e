// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <vector>

namespace lanescope::model {

inline constexpr std::uint64_t kSectorBytes = 32;
inline constexpr std::uint64_t kLineBytes = 128;

/// One transaction of a global-memory access, in the architecture's own unit; from 5.x on a sector.
struct Transaction {
    std::uint64_t address = 0; ///< first byte, a multiple of bytes
    int bytes = 0;             ///< 32, 64 or 128
    std::uint32_t lanes =
        0;             ///< lanes it serves; may be 0 on 1.0 and 1.1, which move a whole half-warp's span
    int bytesUsed = 0; ///< distinct bytes that the lanes touch in it
};

/// The transactions of an access to global memory in order; as many as count() says.
std::vector<Transaction> transactions(const WarpAccess& access, const Architecture& architecture,
                                      const Rules& rules = {});

/// One look-up of a 128-byte line in the tag stage, CC 5.0 and later.
struct TagLookup {
    std::uint64_t line = 0;  ///< byte address of the line
    int bank = -1;           ///< tag bank, 0 to 3; -1 where the chip's banks are unknown (all but CC 9.0)
    int pass = 0;            ///< which wavefront of the tag stage serves it, from 0
    std::uint32_t lanes = 0; ///< lanes that it serves
    int batch = -1;          ///< which passes move their data together, from 0; -1 where that is unknown
};

/// The tag look-ups in the order in which the lanes first touch the lines; those of an atomic pass by pass: a
/// line is looked up again for each lane that has to wait for an older one at the same word. Where the banks
/// are unknown each pass takes four, a lower bound. Empty before 5.0.
std::vector<TagLookup> tagLookups(const WarpAccess& access, const Architecture& architecture);

/// The tag bank of a line on CC 9.0: two parities of its number, measured one address bit at a time on an
/// H200. Bits above 2^23 lines (1 GiB) are unmeasured and taken not to matter.
int tagBank(std::uint64_t lineNumber);

/// How many passes of the tag stage a store's data stage takes together, measured on an H200: what has queued
/// while it was busy, at most 8 passes, of 1- and 2-byte stores 4. The first batch finds the queue full.
/// Later ones find it full where every line lies in one tag bank, two passes now and then where the lines lie
/// in two, else one. Right in 972 of 996 stores of 4 to 16 bytes and 695 of 804 narrower ones that were drawn
/// when the rule stood, to lines that the warp has just read; `docs/laws.md` has the rest. batch counts from
/// 0, banks are those in use, 1 to 4.
int passesOfStoreBatch(int batch, int banks, int width);

/// The wavefronts of the data stage for an access to global memory whose sectors L1 has, if all of its lanes'
/// data moves at once: by the fullest bank, as of shared memory, but without merging equal neighbours.
std::uint64_t wavefrontsAtOnce(const WarpAccess& access);

/// The counts of an access to global memory; the access must be valid, as checked by count().
Counts countGlobal(const WarpAccess& access, const Architecture& architecture, const Rules& rules);

} // namespace lanescope::model
