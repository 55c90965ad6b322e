// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/frame.h"

#include "kit/lab_interfaces.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace lanescope::kit {

namespace {

using Accept = std::function<bool(const model::WarpAccess&)>;

/// Of each site of the focus warp the first access that is a subject, launch by launch; of the chosen site,
/// the first one if none is.
struct Candidate {
    const LaunchResult* launch;
    const model::WarpAccess* access;
    bool subject;
};

const model::Site& siteOf(const Candidate& candidate) {
    return candidate.launch->observation->site(candidate.access->site);
}

/// Whether two instructions are the same line of source, which a compiler that unrolls a loop writes often.
bool sameLine(const model::Site& a, const model::Site& b) {
    return a.line != 0 && a.line == b.line && a.file == b.file && a.space == b.space &&
           model::directionOf(a.operation) == model::directionOf(b.operation);
}

std::vector<Candidate> candidates(const Frame& frame, const Accept& accept) {
    std::vector<Candidate> all;
    for (const LaunchResult& launch : frame.result.launches) {
        if (!launch.observation) continue;
        const std::size_t first = all.size();
        for (const model::WarpAccess& access : launch.observation->trace) {
            if (accept && !accept(access)) continue;
            const bool subject = !frame.lab || isSubject(*frame.lab, launch, access);
            if (!subject && access.site != frame.view.site) continue;
            const auto known =
                std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                             [&](const Candidate& c) { return c.access->site == access.site; });
            if (known == all.end())
                all.push_back({&launch, &access, subject});
            else if (subject && !known->subject)
                *known = {&launch, &access, true};
        }
    }
    // Of a chosen site that is no subject itself the subject of its line is meant.
    const auto meant = std::find_if(all.begin(), all.end(), [&](const Candidate& c) {
        return !c.subject && std::any_of(all.begin(), all.end(), [&](const Candidate& other) {
            return other.subject && other.launch == c.launch && sameLine(siteOf(other), siteOf(c));
        });
    });
    if (meant != all.end()) all.erase(meant);
    return all;
}

/// Work beyond what a conflict-free, fully used access would take; orders what is worth looking at.
double excess(const Candidate& candidate, const Frame& frame) {
    const model::Counts counts = model::count(*candidate.access, frame.architecture, frame.rules);
    if (candidate.access->space == model::Space::Shared)
        return static_cast<double>(counts.wavefronts - std::min(counts.wavefronts, counts.idealWavefronts));
    return (static_cast<double>(counts.bytesTransferred) - static_cast<double>(counts.bytesRequested)) / 32;
}

std::size_t chosen(const std::vector<Candidate>& all, const Frame& frame) {
    if (frame.view.site >= 0) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].access->site == frame.view.site) return i;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto sites = all[i].launch->observation->module->module().sites();
            const auto wanted = static_cast<std::size_t>(frame.view.site);
            if (wanted < sites.size() && sameLine(sites[wanted], siteOf(all[i]))) return i;
        }
    }
    // Of equals shared memory before other memory, and there what is loaded: a kernel that stages elements
    // there does so for that access.
    const auto rank = [&](const Candidate& c) {
        const bool shared = c.access->space == model::Space::Shared;
        const bool loads = model::directionOf(c.access->operation) == model::Direction::Load;
        return std::tuple(std::max(excess(c, frame), 0.0), shared, shared && loads);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (rank(all[i]) > rank(all[best])) best = i;
    return best;
}

} // namespace

std::optional<ShownAccess> shownAccess(const Frame& frame, const Accept& accept) {
    const std::vector<Candidate> all = candidates(frame, accept);
    if (all.empty()) return std::nullopt;
    const std::size_t index = chosen(all, frame);
    ShownAccess shown;
    shown.launch = all[index].launch;
    shown.access = all[index].access;
    shown.site = &shown.launch->observation->site(shown.access->site);
    shown.counts = model::count(*shown.access, frame.architecture, frame.rules);
    shown.number = index + 1;
    shown.of = all.size();
    return shown;
}

std::int64_t neighbourSite(const Frame& frame, int steps, const Accept& accept) {
    const std::vector<Candidate> all = candidates(frame, accept);
    if (all.empty()) return -1;
    const auto size = static_cast<std::int64_t>(all.size());
    const auto index = (static_cast<std::int64_t>(chosen(all, frame)) + steps % size + size) % size;
    return all[static_cast<std::size_t>(index)].access->site;
}

const model::WarpAccess* subjectAccess(const Frame& frame, model::Space space, model::Direction direction,
                                       std::string_view buffer) {
    for (const LaunchResult& launch : frame.result.launches) {
        if (!launch.observation) continue;
        for (const model::WarpAccess& access : launch.observation->trace) {
            if (access.space != space || model::directionOf(access.operation) != direction) continue;
            if (frame.lab && !isSubject(*frame.lab, launch, access)) continue;
            const Placement* placement = buffer.empty() ? nullptr : launch.observation->placement(buffer);
            const auto lane = static_cast<std::size_t>(std::countr_zero(access.activeMask));
            if (buffer.empty() || (placement && placement->holds(access.address[lane]))) return &access;
        }
    }
    return nullptr;
}

model::Counts countsOf(const LaunchResult& launch, std::string_view buffer, model::Direction direction) {
    model::Counts sum;
    const Placement* placement = launch.observation ? launch.observation->placement(buffer) : nullptr;
    if (!placement || launch.observation->reports.empty()) return sum;
    const std::vector<std::uint64_t>& touched = launch.observation->touched;
    for (const model::SiteCounts& site : wholeGrid(launch.observation->reports.front()).sites)
        if (site.space == model::Space::Global && site.direction == direction && site.site < touched.size() &&
            placement->holds(touched[site.site]))
            sum += site.counts;
    return sum;
}

} // namespace lanescope::kit
