// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/warp_state.h"

#include <cstdint>

namespace lanescope::ptx {

class Checker;

/// Operations that lanes of a warp do together (shfl, vote, match, redux, bar.warp.sync): a lane names those
/// it waits for in a member mask.
class WarpSync {
public:
    /// checker: may be nullptr.
    WarpSync(const Program& program, Checker* checker) : m_program(program), m_checker(checker) {}

    /// The lanes of mask whose whole member mask, as far as it lives, is there.
    static std::uint32_t readyLanes(const WarpState& warp, const Instruction& in, std::uint32_t mask);
    /// Runs the operation; lanes with different member masks are different groups, though they run the same
    /// instruction. met: with the lanes of their mask that wait elsewhere.
    void run(WarpState& warp, const Instruction& in, std::uint32_t mask, bool met);

    // of a split warp
    /// A lane waits at pc for its members.
    static void wait(WarpState& warp, std::size_t lane, std::uint32_t members, std::uint32_t pc);
    /// Lanes go on at pc: whether those that they name, and had to wait for, have exited without coming.
    void lookForExits(WarpState& warp, std::uint32_t pc, std::uint32_t lanes, std::uint32_t named);
    /// Lanes that wait go on when all that they name wait, too, with the same mask.
    void release(WarpState& warp);

private:
    void lookAtMeeting(WarpState& warp, std::uint32_t members);

    const Program& m_program;
    Checker* m_checker;
};

} // namespace lanescope::ptx
