// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/spin_watch.h"

#include "ptx/handlers/operation.h"
#include "ptx/syntax/special_register.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>

namespace lanescope::ptx {

namespace {

/// Fingerprints of a warp in one turn: a loop that polls and counts is not looked at for ever.
constexpr unsigned kLooks = 4;
/// Of lanes in several places: steps of their groups before they are looked at first, and after which they
/// are looked at from another one.
constexpr unsigned kFirstSteps = 8, kMostSteps = 64;

/// Four sums side by side, for one alone would wait for its own multiplication.
class Fingerprint {
public:
    void add(std::uint64_t word) { mix(m_sums[0], word); }
    void add(const std::byte* data, std::size_t bytes) {
        std::array<std::uint64_t, 4> words{};
        for (; bytes >= sizeof words; data += sizeof words, bytes -= sizeof words) {
            std::memcpy(words.data(), data, sizeof words);
            for (std::size_t i = 0; i < words.size(); ++i) mix(m_sums[i], words[i]);
        }
        words = {};
        std::memcpy(words.data(), data, bytes);
        for (std::size_t i = 0; i < words.size(); ++i) mix(m_sums[i], words[i]);
    }
    /// Local memory of all lanes, as far as it is in use.
    void addLocal(const WarpState& warp) {
        for (std::uint32_t first = 0; first < warp.localUsed; first += kLocalPiece)
            for (int lane = 0; lane < 32; ++lane)
                add(warp.local.at(lane, first), std::min(kLocalPiece, warp.localUsed - first));
    }
    std::uint64_t value() const {
        std::uint64_t all = 0;
        for (const std::uint64_t sum : m_sums) mix(all, sum);
        return all;
    }

private:
    static void mix(std::uint64_t& sum, std::uint64_t word) {
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 29;
    }
    std::array<std::uint64_t, 4> m_sums{1, 2, 3, 4};
};

/// Of a warp whose lanes run together: those of its callers cannot change meanwhile.
std::uint64_t fingerprintOf(const WarpState& warp) {
    Fingerprint print;
    print.add(warp.regs, warp.function->frameBytes);
    print.add(std::uint64_t{warp.active} << 32 | warp.carry);
    print.add(warp.stack.size() << 32 | warp.stack.back().frame);
    print.addLocal(warp);
    return print.value();
}

std::uint64_t fingerprintOfAll(const WarpState& warp, const Program& program) {
    Fingerprint print;
    for (const CallFrame& frame : warp.frames)
        if (frame.regs) print.add(frame.regs, program.functions[frame.function].frameBytes);
    for (const std::uint32_t frame : warp.laneFrame) print.add(frame);
    print.add(std::uint64_t{warp.released} << 32 | warp.carry);
    print.addLocal(warp);
    return print.value();
}

bool readsTime(const Instruction& in) {
    const auto special = static_cast<Special>(in.extra);
    return special == Special::Clock || special == Special::ClockHigh || special == Special::GlobalTimer ||
           special == Special::GlobalTimerHigh;
}

Effect effectOf(const Instruction& in) {
    static const Handler special = stateHandler(StateOp::ReadSpecial),
                         surfaceStore = textureHandler(TextureOp::SurfaceStore);
    if (in.handler == special) return readsTime(in) ? Effect::Changes : Effect::None;
    if (in.handler == surfaceStore) return Effect::Changes;
    if (!in.resolve) return Effect::None;
    const auto resolvedAs = [&](AddressSpace space) {
        return in.resolve == handlers().resolver(space, 4) || in.resolve == handlers().resolver(space, 8);
    };
    switch (static_cast<model::Operation>(in.operation)) {
    case model::Operation::Store:
    case model::Operation::MatrixStore:
        if (resolvedAs(AddressSpace::Local) || resolvedAs(AddressSpace::Area)) return Effect::None;
        return resolvedAs(AddressSpace::Generic) ? Effect::ChangesUnlessLocal : Effect::Changes;
    case model::Operation::Atomic:
    case model::Operation::Reduction:
    case model::Operation::Increment:
        return Effect::Polls;
    default:
        return (in.mode & kStrongAccess) != 0 ? Effect::Polls : Effect::None;
    }
}

} // namespace

std::vector<Effect> effectsOf(const Program& program, const Entry& kernel) {
    std::vector<Effect> effects(program.code.size());
    for (const std::uint32_t index : kernel.reachable)
        for (std::uint32_t pc = program.functions[index].begin; pc < program.functions[index].end; ++pc)
            effects[pc] = effectOf(program.code[pc]);
    return effects;
}

void SpinWatch::beginTurn(WarpState& warp) {
    m_block.changed = m_block.polled = m_block.polledBarrier = m_changed = false;
    m_looks = kLooks;
    // a warp that goes on waiting is at the branch where it was seen to
    if (!warp.spinning) warp.loopVisit = {};
    warp.lanesVisit.known = false;
    warp.lanesVisit.steps = 0;
}

void SpinWatch::note(const Warp& warp, const Instruction& in, std::uint32_t mask, Effect effect) {
    if (effect == Effect::Polls) {
        m_block.polled = true;
        // what is read after it was written before what it has seen
        std::atomic_thread_fence(std::memory_order_acquire);
        return;
    }
    if (effect == Effect::ChangesUnlessLocal) {
        const auto* address = warp.slot<std::uint64_t>(in.a);
        bool local = true;
        eachLane(mask, [&](std::size_t lane) {
            local = local && address[lane] + static_cast<std::uint64_t>(in.imm) - kLocalWindow < kWindowBytes;
        });
        if (local) return;
    }
    m_block.changed = true;
}

void SpinWatch::forgetFlags() {
    m_changed = changed();
    m_block.changed = m_block.polled = false;
}

bool SpinWatch::returns(WarpState& warp, std::uint32_t pc) {
    LoopVisit& visit = warp.loopVisit;
    const bool polled = m_block.polled, changed = m_block.changed;
    if (visit.pc == pc && !polled && !changed) return false;
    forgetFlags();
    if (visit.pc != pc || changed) {
        visit = {.pc = pc};
        return false;
    }
    if (m_looks == 0) return false;
    --m_looks;
    const std::uint64_t fingerprint = fingerprintOf(warp);
    const bool same = visit.known && visit.fingerprint == fingerprint;
    visit.known = true;
    visit.fingerprint = fingerprint;
    return same;
}

bool SpinWatch::allReturn(WarpState& warp) {
    LanesVisit& visit = warp.lanesVisit;
    ++visit.steps;
    if (m_block.changed) {
        forgetFlags();
        visit.known = false;
        visit.steps = 0;
        return false;
    }
    if (!visit.known || visit.steps > kMostSteps) {
        if (visit.steps < kFirstSteps) return false;
        forgetFlags();
        visit = {.pc = warp.lanePc,
                 .turn = warp.laneTurn,
                 .ready = warp.ready(),
                 .known = true,
                 .fingerprint = fingerprintOfAll(warp, *m_block.program)};
        return false;
    }
    if (!m_block.polled || warp.ready() != visit.ready || warp.lanePc != visit.pc) return false;
    bool all = true;
    eachLane(visit.ready, [&](std::size_t lane) { all = all && warp.laneTurn[lane] != visit.turn[lane]; });
    if (!all) return false;
    if (fingerprintOfAll(warp, *m_block.program) == visit.fingerprint) return true;
    visit.known = false;
    visit.steps = 0;
    return false;
}

} // namespace lanescope::ptx
