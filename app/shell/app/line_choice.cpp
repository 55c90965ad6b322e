// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/line_choice.h"

#include "kit/lab_interfaces.h"
#include "text/tr.h"

#include <algorithm>
#include <utility>

namespace lanescope::shell {

namespace {

/// The line of source of a memory instruction, in what was seen of one launch.
class Line {
public:
    Line(const kit::LaunchResult& launch, std::uint32_t site)
        : m_launch(launch), m_seen(*launch.observation), m_site(m_seen.site(site)), m_number(site) {}

    std::uint32_t number() const { return m_site.line; }
    /// Of the accesses of the warp that is looked at; -1: it makes none there.
    std::int64_t siteOfFocus() const {
        std::int64_t found = -1;
        for (const model::WarpAccess& access : m_seen.trace) {
            if (access.site == m_number) return m_number;
            if (found < 0 && has(access.site)) found = access.site;
        }
        return found;
    }
    using WarpAtSite = std::pair<recording::Focus, std::int64_t>;
    /// The warp that wastes most there, and the site of that access; nothing: none is known to waste
    /// anything.
    std::optional<WarpAtSite> worst() const {
        std::optional<WarpAtSite> found;
        double most = 0;
        for (std::uint32_t site = 0; site < m_seen.waste.size(); ++site) {
            const session::SiteWaste& waste = m_seen.waste[site];
            if (waste.most <= most || !has(site)) continue;
            most = waste.most;
            found = {{waste.block, waste.warp}, site};
        }
        return found;
    }
    /// The first warp that makes one, if there is one of the block that is looked at, and its site.
    std::optional<WarpAtSite> another() const {
        const model::WarpAccess* own = nullptr;
        for (const model::WarpAccess& access : m_seen.blockTrace)
            if (has(access.site) && (!own || access.warp < own->warp)) own = &access;
        if (own) return found(own->block, own->warp, own->site);
        std::optional<std::uint32_t> first;
        for (std::uint32_t site = 0; site < m_seen.uses.size(); ++site)
            if (m_seen.uses[site].isUsed && has(site) && (!first || m_seen.uses[site] < m_seen.uses[*first]))
                first = site;
        if (!first) return std::nullopt;
        return found(m_seen.uses[*first].block, m_seen.uses[*first].warp, *first);
    }

private:
    bool has(std::uint32_t site) const {
        const model::Site& other = m_seen.site(site);
        return site == m_number ||
               (m_site.line != 0 && other.line == m_site.line && other.file == m_site.file);
    }
    WarpAtSite found(model::Dim3 block, std::uint32_t warp, std::uint32_t site) const {
        return {{model::linearIndex(block, m_launch.grid), warp}, site};
    }

    const kit::LaunchResult& m_launch;
    const kit::Observation& m_seen;
    const model::Site& m_site;
    std::uint32_t m_number;
};

/// isWorst: the other warp wastes most there, and is shown.
std::string textOf(const Line& line, const kit::LaunchResult& launch, const recording::Focus& other,
                   bool isShown, bool isWorst) {
    const kit::Observation& seen = *launch.observation;
    const std::uint64_t block = model::linearIndex(seen.focusBlock, launch.grid);
    if (seen.isCut)
        return tr("Warp {} of block {} makes more accesses than are kept, and line {} is not among them.",
                  seen.focusWarp, block, line.number());
    if (isShown && isWorst)
        return tr(
            "Warp {} of block {} does not execute line {}. Of those that do, warp {} of block {} wastes "
            "most there, and is shown now.",
            seen.focusWarp, block, line.number(), other.warp, other.block);
    if (!isShown)
        return tr("Warp {} of block {} does not execute line {}. Warp {} of block {} does.", seen.focusWarp,
                  block, line.number(), other.warp, other.block);
    return tr("Warp {} of block {} does not execute line {}. Warp {} of block {} does, and is shown now.",
              seen.focusWarp, block, line.number(), other.warp, other.block);
}

} // namespace

std::optional<LineChoice> lineChoice(const kit::Drawn& drawn, std::uint32_t site, std::int64_t launch) {
    const std::vector<kit::LaunchResult>& launches = drawn.result.launches;
    const bool choosesWarps = drawn.lab.as<kit::RecordsAProgram>() != nullptr;
    std::optional<LineChoice> choice;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const kit::LaunchResult& each = launches[i];
        if ((launch >= 0 && std::cmp_not_equal(i, launch)) || !each.observation ||
            site >= each.observation->module->module().sites().size())
            continue;
        const Line line(each, site);
        if (const std::int64_t own = line.siteOfFocus(); own >= 0) return LineChoice{i, own, {}, {}};
        const auto worst = choosesWarps ? line.worst() : std::nullopt;
        const auto another = worst ? worst : line.another();
        if (choice || !another) continue;
        const auto& [warp, itsSite] = *another;
        choice = {i, itsSite, {}, textOf(line, each, warp, choosesWarps, worst.has_value())};
        if (choosesWarps && !each.observation->isCut) choice->warp = warp;
    }
    return choice;
}

} // namespace lanescope::shell
