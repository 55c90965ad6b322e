// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace lanescope::ptx {

namespace {

/// "3", "0-7,9".
std::string laneRanges(std::uint32_t mask) {
    std::string text;
    for (int lane = 0; lane < 32; ++lane) {
        if (!((mask >> lane) & 1)) continue;
        const int first = lane;
        while (lane < 31 && ((mask >> (lane + 1)) & 1)) ++lane;
        text += text.empty() ? "" : ",";
        text += lane == first ? std::to_string(lane) : fmt::format("{}-{}", first, lane);
    }
    return text;
}

} // namespace

std::string_view name(FindingKind kind) {
    switch (kind) {
    case FindingKind::LanesApart:
        return "lanes apart";
    case FindingKind::DivergentBarrier:
        return "divergent barrier";
    case FindingKind::RefusedCall:
        return "refused call";
    case FindingKind::PartialBarrier:
        return "partial barrier";
    case FindingKind::Race:
        return "race";
    case FindingKind::UninitialisedRead:
        return "uninitialised read";
    case FindingKind::InactiveLane:
        return "inactive lane";
    case FindingKind::MemberMask:
        return "member mask";
    case FindingKind::MbarrierMisuse:
        return "mbarrier misuse";
    }
    return "";
}

std::string_view text(RaceCure cure) {
    switch (cure) {
    case RaceCure::None:
        return "";
    case RaceCure::AwaitCopy:
        return "wait for the copy's mbarrier before any access to it";
    case RaceCure::CopyLater:
        return "start the copy only after every thread that used this memory has arrived at an mbarrier or "
               "a barrier";
    case RaceCure::DeviceScope:
        return "use an atomic of device scope, because block scope does not reach other blocks";
    case RaceCure::OneBlockEach:
        return "let each block write a part of its own, use atomics, or launch a second kernel, because "
               "blocks run in any order";
    case RaceCure::ClusterBarrier:
        return "let the blocks of the cluster meet between them (cluster.sync(), barrier.cluster), or let an "
               "mbarrier put them in order";
    case RaceCure::OneWriter:
        return "let one thread write, or use an atomic";
    case RaceCure::OneLine:
        return "if several threads update it, use an atomic, such as atomicAdd(); else put __syncthreads() "
               "between the read and the write";
    case RaceCure::WarpBarrier:
        return "put __syncwarp() between them";
    case RaceCure::BlockBarrier:
        return "put __syncthreads() between them";
    case RaceCure::BlockBarrierOrAtomics:
        return "put __syncthreads() between them, or make both atomic";
    }
    return "";
}

std::string Finding::text() const {
    return cure == RaceCure::None ? fmt::format("{}: {}", what, where)
                                  : fmt::format("{}: {}: {}", what, ptx::text(cure), where);
}

std::string lanesText(std::span<const std::uint32_t> lanes, std::uint64_t threads) {
    constexpr std::size_t kNamed = 4; // groups of warps
    const auto wholeOf = [&](std::size_t warp) {
        const std::uint64_t left = threads - warp * 32;
        return left >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << left) - 1;
    };
    std::string text;
    std::size_t groups = 0, more = 0;
    for (std::size_t warp = 0; warp < lanes.size();) {
        const std::uint32_t mask = lanes[warp];
        const bool whole = mask == wholeOf(warp);
        std::size_t end = warp + 1;
        while (end < lanes.size() && (whole ? lanes[end] == wholeOf(end) : lanes[end] == mask)) ++end;
        if (mask != 0 && ++groups > kNamed) {
            more += end - warp;
        } else if (mask != 0) {
            text += text.empty() ? "" : ", ";
            const std::size_t last = end - 1;
            const std::string_view noun = std::popcount(mask) == 1 ? "lane" : "lanes";
            if (whole)
                text += warp == last ? fmt::format("all of warp {}", warp)
                                     : fmt::format("all of warps {}-{}", warp, last);
            else
                text += warp == last
                            ? fmt::format("{} {} of warp {}", noun, laneRanges(mask), warp)
                            : fmt::format("{} {} of warps {}-{}", noun, laneRanges(mask), warp, last);
        }
        warp = end;
    }
    if (more == 0) return text;
    return more == 1 ? fmt::format("{} and 1 more warp", text)
                     : fmt::format("{} and {} more warps", text, more);
}

Finding* FindingLog::again(const Key& key, std::uint64_t times) {
    const auto found = m_entries.find(key);
    if (found == m_entries.end()) return nullptr;
    found->second.finding.count += times;
    return &found->second.finding;
}

void FindingLog::add(Key key, Finding finding, std::uint64_t order) {
    m_entries.emplace(std::move(key), Entry{std::move(finding), order});
}

void FindingLog::join(const FindingLog& other) {
    for (const auto& [key, entry] : other.m_entries) {
        const auto [known, isNew] = m_entries.try_emplace(key, entry);
        if (isNew) continue;
        const std::uint64_t count = known->second.finding.count + entry.finding.count;
        if (entry.order < known->second.order) known->second = entry;
        known->second.finding.count = count;
    }
}

namespace {

/// Whether two races are about the same two lines of source, in either order.
bool isSamePair(const Finding& a, const Finding& b) {
    using Place = std::pair<std::string_view, std::uint32_t>;
    const auto pairOf = [](const Finding& race) {
        const Place first{race.access->file, race.access->line},
            second{race.earlier->file, race.earlier->line};
        return std::minmax({first, second});
    };
    return a.kernel == b.kernel && a.space == b.space && a.array == b.array && pairOf(a) == pairOf(b);
}

/// What is missing between two lines is one barrier: where warps race there, that of a warp is too little.
void giveOneCure(std::vector<Finding>& findings) {
    const auto isOfBlock = [&](const Finding& race) {
        return std::ranges::any_of(findings, [&](const Finding& other) {
            return (other.cure == RaceCure::BlockBarrier || other.cure == RaceCure::BlockBarrierOrAtomics) &&
                   isSamePair(race, other);
        });
    };
    for (Finding& finding : findings)
        if (finding.cure == RaceCure::WarpBarrier && isOfBlock(finding))
            finding.cure = RaceCure::BlockBarrier;
}

/// A line that reads and writes races with itself in both orders: that is one mistake.
void joinOnOneLine(std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (findings[i].cure != RaceCure::OneLine) continue;
        const auto isSame = [&](const Finding& other) {
            return other.cure == RaceCure::OneLine && isSamePair(findings[i], other);
        };
        const auto from = findings.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        for (auto other = from; other != findings.end(); ++other)
            if (isSame(*other)) findings[i].count += other->count;
        findings.erase(std::remove_if(from, findings.end(), isSame), findings.end());
    }
}

} // namespace

std::vector<Finding> FindingLog::take() {
    std::vector<Finding> list;
    for (auto& [key, entry] : m_entries) list.push_back(std::move(entry.finding));
    m_entries.clear();
    joinOnOneLine(list);
    giveOneCure(list);
    return list;
}

} // namespace lanescope::ptx
