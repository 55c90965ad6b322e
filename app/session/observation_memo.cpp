// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/observation_memo.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace lanescope::session {

namespace {

/// Whether two say the same; in one place, so that lists of each find what tells their elements apart.
struct Same {
    static bool isSame(const model::TexelFootprint* a, const model::TexelFootprint* b) {
        const auto all = [](const model::TexelFootprint& each) {
            return std::tie(each.texture, each.width, each.height, each.bytesPerTexel, each.surface, each.x0,
                            each.y0, each.x1, each.y1);
        };
        return a && b ? all(*a) == all(*b) : a == b;
    }

    static bool isSame(const model::WarpAccess& a, const model::WarpAccess& b) {
        const auto all = [](const model::WarpAccess& each) {
            return std::tie(each.space, each.operation, each.width, each.matrices, each.site, each.warp,
                            each.block, each.grid, each.activeMask, each.address);
        };
        return all(a) == all(b) && isSame(a.footprint, b.footprint);
    }

    static bool isSame(const model::SiteCounts& a, const model::SiteCounts& b) {
        return a.site == b.site && a.space == b.space && a.direction == b.direction && a.counts == b.counts;
    }

    static bool isSame(const ptx::LineSum& a, const ptx::LineSum& b) {
        return a.file == b.file && a.line == b.line && a.sum == b.sum;
    }

    static bool isSame(const Placement& a, const Placement& b) {
        return a.name == b.name && a.address == b.address && a.bytes == b.bytes && a.pitch == b.pitch;
    }

    static bool isSame(const SiteUse& a, const SiteUse& b) {
        return a.address == b.address && a.isUsed == b.isUsed && a.block == b.block && a.warp == b.warp;
    }

    template<class T>
    static bool areSame(const std::vector<T>& a, const std::vector<T>& b) {
        return std::ranges::equal(a, b, [](const T& x, const T& y) { return isSame(x, y); });
    }

    static bool isSame(const model::Report& a, const model::Report& b) {
        return a.architecture == b.architecture && a.rules == b.rules && areSame(a.sites, b.sites) &&
               a.blocksRun == b.blocksRun && a.blocksTotal == b.blocksTotal && a.issued == b.issued;
    }

    static bool isSame(const model::LimitedTime& a, const model::LimitedTime& b) {
        using Busy = model::LimitedTime::Busy;
        return a.seconds == b.seconds && a.withoutWaste == b.withoutWaste &&
               a.withoutLimit == b.withoutLimit && a.fixed == b.fixed && a.limit == b.limit &&
               a.pipe == b.pipe && std::ranges::equal(a.busy, b.busy, [](const Busy& x, const Busy& y) {
                   return x.part == y.part && x.pipe == y.pipe && x.seconds == y.seconds;
               });
    }

    static bool isSame(const std::optional<model::LaunchTime>& a, const std::optional<model::LaunchTime>& b) {
        if (!a || !b) return a.has_value() == b.has_value();
        return isSame(a->cold, b->cold) && isSame(a->warm, b->warm) && a->shares == b->shares &&
               a->dramLatency == b->dramLatency && a->published == b->published;
    }

    static bool isSame(const std::vector<ptx::LineSum>& a, const std::vector<ptx::LineSum>& b) {
        return areSame(a, b);
    }

    static bool isSame(const model::BlockResources& a, const model::BlockResources& b) {
        return a.threads == b.threads && a.sharedBytes == b.sharedBytes &&
               a.registersPerThread == b.registersPerThread;
    }

    /// What a recording asks for instruction by instruction is nobody else's.
    static bool isSame(const Observation& a, const Observation& b) {
        return !a.issued && !b.issued && a.module == b.module && areSame(a.reports, b.reports) &&
               a.dram == b.dram && areSame(a.times, b.times) && areSame(a.lineShares, b.lineShares) &&
               a.warpInstructions == b.warpInstructions && isSame(a.resources, b.resources) &&
               areSame(a.trace, b.trace) && a.isCut == b.isCut && a.isBrief == b.isBrief &&
               a.stoppedLanes == b.stoppedLanes && a.occurrence == b.occurrence &&
               a.focusBlock == b.focusBlock && a.focusWarp == b.focusWarp &&
               areSame(a.placements, b.placements) && areSame(a.blockTrace, b.blockTrace) &&
               areSame(a.uses, b.uses) && a.waste == b.waste;
    }
};

/// Of what tells launches of one program apart.
std::uint64_t hashOf(const Observation& observation) {
    std::uint64_t hash = std::hash<const void*>()(observation.module.get());
    const auto add = [&](std::uint64_t value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
    };
    add(observation.warpInstructions);
    for (const model::Report& report : observation.reports) {
        add(report.blocksTotal);
        for (const model::SiteCounts& site : report.sites) {
            add(site.site);
            add(site.counts.requests);
            add(site.counts.sectors);
            add(site.counts.sharedWavefronts);
        }
    }
    for (const std::optional<model::LaunchTime>& time : observation.times)
        if (time) add(std::hash<double>()(time->cold.seconds));
    add(observation.trace.size());
    if (!observation.trace.empty())
        for (const model::WarpAccess* access : {&observation.trace.front(), &observation.trace.back()})
            for (const std::uint64_t address : access->address) add(address);
    return hash;
}

} // namespace

std::shared_ptr<const Observation> ObservationMemo::shared(std::shared_ptr<const Observation> made) {
    if (m_known.size() >= kMost) m_known.clear();
    std::weak_ptr<const Observation>& known = m_known[hashOf(*made)];
    if (std::shared_ptr<const Observation> before = known.lock(); before && Same::isSame(*before, *made))
        return before;
    known = made;
    return made;
}

} // namespace lanescope::session
