// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "corpus/corpus.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::fuzz {

/// A well-formed PTX kernel of random instructions whose results PTX defines to the bit, with its launch.
/// Each instruction's result goes to a place of its own in memory, so that a difference names the
/// instruction.
struct RandomProgram {
    std::uint64_t seed = 0;
    std::string ptx;
    corpus::Case launch;
    struct Result {
        std::size_t argument; ///< of the launch
        std::size_t slot;     ///< the result of thread t is element slot x threads + t
        std::string text;     ///< the instruction
    };
    std::vector<Result> results; ///< in program order
};

inline constexpr std::size_t kThreads = 64;

/// The same program for the same seed, everywhere; without warp operations its threads know nothing of each
/// other.
RandomProgram randomProgram(std::uint64_t seed, bool warpOperations = true);

/// The first instruction, in program order, whose results differ: its text, a thread and both values. Empty
/// when none does.
std::string culprit(const RandomProgram& program, const corpus::Values& expected,
                    const corpus::Values& actual);

/// What an instruction may look like: {A} {W} {H} {G} {F} {D} {P} stand for results in registers of b32, b64,
/// f16, bf16, f32, f64 and pred, the small letters for operands of that type; {i} a number below 40, {s}
/// one below 32, {n} any 32 bits.
struct Template {
    std::string_view text;
    bool wholeWarp = false; ///< only where no lane is elsewhere
    bool unguarded = false; ///< never behind a predicate
};
std::span<const Template> templates();

} // namespace lanescope::fuzz
