// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/sync_misuse.h"

#include "model/format.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

namespace lanescope::ptx {

namespace {

std::string hex(std::uint32_t mask) {
    return fmt::format("{:#010x}", mask);
}

} // namespace

SyncMisuse::SyncMisuse(const Program& program, std::string kernel, FindingLog& log)
    : m_program(program), m_kernel(std::move(kernel)), m_log(log),
      m_mbarriers([this](std::uint32_t pc) { return placeOf(pc); }) {}

void SyncMisuse::beginBlock(const BlockContext& block, std::uint64_t order) {
    m_block = &block;
    m_order = order;
    m_mbarriers.newBlock();
}

void SyncMisuse::endBlock() {
    m_mbarriers.ended(
        [&](std::uint32_t offset) {
            std::uint64_t word = 0;
            std::memcpy(&word, m_block->shared + offset, sizeof word);
            return word;
        },
        [&](const auto& who, const std::string& what) { reportMbarrier(who, what); });
}

std::uint32_t SyncMisuse::pcOf(const Instruction& in) const {
    return static_cast<std::uint32_t>(&in - m_program.code.data());
}

std::string SyncMisuse::placeOf(std::uint32_t pc) const {
    const SourceLine& at = m_program.lines[pc];
    const std::string_view path = at.line != 0 ? std::string_view(m_program.files[at.file]) : m_program.name;
    const std::size_t slash = path.rfind('/');
    return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1),
                       at.line != 0 ? at.line : at.ptxLine);
}

std::string SyncMisuse::laneText(std::uint32_t warp, int lane) const {
    return fmt::format("thread {} (warp {}, lane {})",
                       checkedIndex(model::threadIndex(m_block->blockSize, warp, lane)), warp, lane);
}

bool SyncMisuse::again(FindingKind kind, std::uint32_t pc, std::string_view word, std::uint32_t count) {
    return m_log.again({kind, pc, 0, std::string(word)}, count) != nullptr;
}

void SyncMisuse::report(FindingKind kind, std::uint32_t pc, std::string_view word, std::uint32_t count,
                        std::uint32_t warp, std::uint32_t lanes, const std::string& what) {
    const SourceLine& at = m_program.lines[pc];
    Finding finding;
    finding.kind = kind;
    finding.kernel = m_kernel;
    finding.file = m_program.files[at.file];
    finding.line = at.line;
    finding.count = count;
    finding.block = m_block->blockIndex;
    finding.arrived.resize((m_block->blockSize.count() + 31) / 32);
    finding.arrived[warp] = lanes;
    finding.what = fmt::format("{}: {}", placeOf(pc), what);
    finding.where = fmt::format("kernel {}, block {}", plainName(m_kernel), checkedIndex(finding.block));
    m_log.add({kind, pc, 0, std::string(word)}, std::move(finding), m_order);
}

void SyncMisuse::shuffled(const Warp& warp, const Instruction& in, std::uint32_t mask,
                          const std::uint32_t* from) {
    std::uint32_t wrong = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (((mask >> from[lane]) & 1) == 0) wrong |= 1U << lane;
    }
    if (wrong == 0) return;
    const std::uint32_t pc = pcOf(in);
    const auto count = static_cast<std::uint32_t>(std::popcount(wrong));
    if (again(FindingKind::InactiveLane, pc, "", count)) return;
    const int lane = std::countr_zero(wrong);
    const std::uint32_t source = from[lane];
    const bool exists = std::uint64_t{warp.index} * 32 + source < m_block->blockSize.count();
    const std::string_view why = !exists                            ? "is beyond the end of the block"
                                 : ((warp.live >> source) & 1) == 0 ? "has exited"
                                                                    : "does not take part";
    report(FindingKind::InactiveLane, pc, "", count, warp.index, mask,
           fmt::format(
               "shuffle from a lane that is not there: {} reads lane {}, which {}, and gets an undefined "
               "value: read only from lanes that take part",
               laneText(warp.index, lane), source, why));
}

void SyncMisuse::runTogether(const Warp& warp, const Instruction& in, std::uint32_t mask,
                             const std::array<std::uint32_t, 32>& members) {
    std::uint32_t missing = 0, different = 0;
    int other = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const std::uint32_t own = members[static_cast<std::size_t>(lane)];
        if (((own >> lane) & 1) == 0) missing |= 1U << lane;
        for (std::uint32_t named = own & mask; named != 0; named &= named - 1) {
            const int each = std::countr_zero(named);
            if (members[static_cast<std::size_t>(each)] == own) continue;
            if (different == 0) other = each;
            different |= 1U << lane;
            break;
        }
    }
    const std::uint32_t pc = pcOf(in);
    const auto found = [&](std::uint32_t lanes, std::string_view word, const auto& what) {
        const auto count = static_cast<std::uint32_t>(std::popcount(lanes));
        if (lanes == 0 || again(FindingKind::MemberMask, pc, word, count)) return;
        report(FindingKind::MemberMask, pc, word, count, warp.index, mask, what(std::countr_zero(lanes)));
    };
    const auto maskOf = [&](int lane) { return members[static_cast<std::size_t>(lane)]; };
    found(missing, "missing", [&](int lane) {
        return fmt::format("a lane is not in its own member mask: {} gives {}: name every lane that comes "
                           "here",
                           laneText(warp.index, lane), hex(maskOf(lane)));
    });
    found(different & ~missing, "different", [&](int lane) {
        return fmt::format("member masks that do not match: {} gives {}, which names lane {}, and that one "
                           "gives {}: let all lanes of a group give the same mask",
                           laneText(warp.index, lane), hex(maskOf(lane)), other, hex(maskOf(other)));
    });
}

void SyncMisuse::metElsewhere(const Warp& warp, std::uint32_t pc, std::uint32_t waiting,
                              std::uint32_t others) {
    const auto count = static_cast<std::uint32_t>(std::popcount(waiting));
    if (again(FindingKind::MemberMask, pc, "elsewhere", count)) return;
    report(
        FindingKind::MemberMask, pc, "elsewhere", count, warp.index, waiting,
        fmt::format("a member mask names lanes of another branch: {} names lane {}, which waits at another "
                    "instruction: name only lanes that come here, as __ballot_sync() before the branch "
                    "gives them",
                    laneText(warp.index, std::countr_zero(waiting)), std::countr_zero(others)));
}

void SyncMisuse::exitedMeanwhile(const Warp& warp, std::uint32_t pc, std::uint32_t waiting,
                                 std::uint32_t gone) {
    const auto count = static_cast<std::uint32_t>(std::popcount(waiting));
    if (again(FindingKind::MemberMask, pc, "gone", count)) return;
    report(FindingKind::MemberMask, pc, "gone", count, warp.index, waiting,
           fmt::format(
               "a member mask names lanes that never come: {} names lane {}, which was in another branch "
               "and exits there: name only lanes that come here, as __ballot_sync() before the branch "
               "gives them",
               laneText(warp.index, std::countr_zero(waiting)), std::countr_zero(gone)));
}

MbarrierWatch::Actor SyncMisuse::actor(const Warp& warp, const Instruction& in, int lane) const {
    return {pcOf(in), warp.index * 32 + static_cast<std::uint32_t>(lane)};
}

void SyncMisuse::reportMbarrier(const MbarrierWatch::Actor& who, const std::string& what) {
    const std::string_view word = std::string_view(what).substr(0, what.find(':'));
    if (again(FindingKind::MbarrierMisuse, who.pc, word, 1)) return;
    report(FindingKind::MbarrierMisuse, who.pc, word, 1, who.thread / 32, 1U << who.thread % 32,
           fmt::format("{}: {}", what, laneText(who.thread / 32, static_cast<int>(who.thread % 32))));
}

void SyncMisuse::mbarrierInitialized(const Warp& warp, const Instruction& in, int lane,
                                     std::uint64_t offset) {
    m_mbarriers.initialized(static_cast<std::uint32_t>(offset), actor(warp, in, lane),
                            [&](const auto& who, const std::string& what) { reportMbarrier(who, what); });
}

void SyncMisuse::mbarrierExpects(const Warp& warp, const Instruction& in, int lane, std::uint64_t offset) {
    m_mbarriers.expects(static_cast<std::uint32_t>(offset), actor(warp, in, lane));
}

} // namespace lanescope::ptx
