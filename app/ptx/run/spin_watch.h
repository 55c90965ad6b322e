// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/program.h"
#include "ptx/run/warp_state.h"

#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// What a plain instruction means to the search for warps that only wait. Atomics say themselves whether they
/// have changed what they found (BlockContext::changed).
enum class Effect : std::uint8_t {
    None,               ///< it reads, or writes registers and the thread's own memory
    Polls,              ///< a strong access, as loops have that wait
    Changes,            ///< others can see what it does, or it gives something else each time
    ChangesUnlessLocal, ///< a store through a generic address
};
/// By instruction of a program, of those that a kernel may reach.
std::vector<Effect> effectsOf(const Program& program, const Entry& kernel);

/// Finds out which warps of a block do nothing but wait for others: a warp that comes back to the same branch
/// with the same registers and the same local memory, has looked at memory that others write, and has changed
/// nothing. What it does next depends on others alone.
class SpinWatch {
public:
    /// effects: of the program that the block runs.
    SpinWatch(const std::vector<Effect>& effects, BlockContext& block)
        : m_effects(effects.data()), m_block(block) {}

    /// A warp gets its turn.
    void beginTurn(WarpState& warp);
    /// It has run a plain instruction.
    void ran(const Warp& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
        const Effect effect = m_effects[pc];
        if (effect != Effect::None) [[unlikely]]
            note(warp, in, mask, effect);
    }
    /// All of its lanes that run take the backward branch at pc; true: it only waits.
    bool returns(WarpState& warp, std::uint32_t pc);
    /// The same of a warp whose lanes are in several places; true: all that can run only wait.
    bool allReturn(WarpState& warp);
    /// Whether something changed since the turn began.
    bool changed() const { return m_changed || m_block.changed; }

private:
    void note(const Warp& warp, const Instruction& in, std::uint32_t mask, Effect effect);
    void forgetFlags();

    const Effect* m_effects;
    BlockContext& m_block;
    bool m_changed = false; ///< in this turn, before the flags were cleared last
    unsigned m_looks = 0;   ///< fingerprints that may be taken in this turn
};

} // namespace lanescope::ptx
