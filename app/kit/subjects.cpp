// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/subjects.h"

#include "kit/lab_interfaces.h"
#include "kit/words/finding_words.h"
#include "model/memory/usage.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanescope::kit {

namespace {

/// Whether two instructions are the same line of source, which a compiler that unrolls a loop writes often.
bool sameLine(const model::Site& a, const model::Site& b) {
    return a.line != 0 && a.line == b.line && a.file == b.file && a.space == b.space &&
           model::directionOf(a.operation) == model::directionOf(b.operation);
}

/// Whether it is the instruction of the access that a finding is about.
bool isAbout(const ptx::Finding& finding, const std::optional<ptx::FindingAccess>& access,
             const model::Site& site, model::Space space) {
    return access && access->line == site.line && access->file == site.file && finding.space == space &&
           model::directionOf(access->operation) == model::directionOf(site.operation);
}

/// 1: the launch has stopped at an instruction, or a check has found something about its accesses; 2: the
/// first thing that it found is about this warp's.
int howWrong(const session::LaunchResult& launch, const model::Site& site, const model::WarpAccess& access) {
    if (site.line == 0) return 0;
    if (launch.fault && launch.fault->line == site.line && launch.fault->file == site.file) return 1;
    const ptx::Finding* const first = firstMistake(launch);
    if (first && isAbout(*first, first->access, site, access.space) && first->access->block == access.block &&
        first->access->warp == access.warp)
        return 2;
    return std::ranges::any_of(launch.record.findings, [&](const ptx::Finding& finding) {
        return isAbout(finding, finding.access, site, access.space) ||
               isAbout(finding, finding.earlier, site, access.space);
    });
}

/// Of all accesses of a site in its launch: counted of shared memory, else as if they were like those that
/// were looked at.
double excessOfCounts(const model::SiteCounts& site, const session::SiteWaste& seen) {
    if (site.space != model::Space::Shared) return seen.mean() * static_cast<double>(site.counts.accesses);
    model::WarpAccess any;
    any.space = site.space;
    return excessOf(any, site.counts);
}

} // namespace

ShownAccess ShownAccess::with(const model::WarpAccess& other, const model::Site* itsSite,
                              const model::Architecture& architecture, const model::Rules& rules) const {
    ShownAccess made = *this;
    made.access = &other;
    made.stoppedLanes = launch && launch->observation ? launch->observation->stoppedAt(other) : 0;
    made.site = itsSite;
    made.counts = model::count(other, architecture, rules);
    made.view = std::make_shared<AccessView>(other, architecture, rules);
    return made;
}

Subjects::Subjects(const session::RunResult& result, const Lab& lab, const model::Architecture& architecture,
                   model::Rules rules) {
    m_launches.reserve(result.launches.size());
    for (std::size_t i = 0; i < result.launches.size(); ++i) add(i, result, lab);
    m_ofAProgram = lab.as<RecordsAProgram>() != nullptr;
    const auto stopped = std::ranges::find_if(result.launches, [](const auto& each) { return !!each.fault; });
    if (m_ofAProgram && stopped != result.launches.end())
        m_stopped = static_cast<std::size_t>(stopped - result.launches.begin());
    if (m_ofAProgram) chooseWorst(architecture, rules);
    for (Candidate& candidate : m_candidates) {
        candidate.counts = model::count(*candidate.access, architecture, rules);
        candidate.excess = m_ofAProgram ? excessOfSite(candidate, architecture)
                                        : excessOf(*candidate.access, candidate.counts);
        candidate.view = std::make_shared<AccessView>(*candidate.access, architecture, rules);
    }
    if (m_ofAProgram) {
        sumByLine(result, architecture);
        shareTime(result, architecture);
    }
    listLines();
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        if (m_candidates[i].subject && (!m_best || rank(m_candidates[i]) > rank(m_candidates[*m_best])))
            m_best = i;
}

/// Of the accesses that are no subjects those that are gone through beside them: of a line, which a compiler
/// that unrolls a loop writes many times, the first that has as many lanes as any; the rest of a loop has
/// few.
void Subjects::listLines() {
    for (Candidate& candidate : m_candidates) {
        if (candidate.subject) continue;
        bool inSubjectsLaunch = false, standsForLine = candidate.site->line != 0;
        const int lanes = std::popcount(candidate.access->activeMask);
        for (const Candidate& other : m_candidates) {
            // Of another launch of the same code, too: it is reached by the same site.
            candidate.besideSubject =
                candidate.besideSubject ||
                (other.subject && hasSameCode(other.launch, static_cast<std::int64_t>(candidate.launch)) &&
                 sameLine(*other.site, *candidate.site));
            if (other.launch != candidate.launch) continue;
            inSubjectsLaunch = inSubjectsLaunch || other.subject;
            const int others = std::popcount(other.access->activeMask);
            const bool isBetter = others > lanes || (others == lanes && &other < &candidate);
            standsForLine = standsForLine && !(isBetter && sameLine(*other.site, *candidate.site));
        }
        candidate.ofLine = inSubjectsLaunch && standsForLine && !candidate.besideSubject;
    }
}

/// Of a launch, as far as it was counted for that architecture.
std::span<const model::SiteCounts> Subjects::sitesOf(std::size_t launch,
                                                     const model::Architecture& architecture) const {
    if (!m_launches[launch].observation) return {};
    const auto& reports = m_launches[launch].observation->reports;
    const auto report = std::ranges::find(reports, &architecture, &model::Report::architecture);
    return report == reports.end() ? std::span<const model::SiteCounts>() : report->sites;
}

/// A line of source whose loop was unrolled is many sites, none of which takes much too much; other warps may
/// execute those that the focus warp does not.
void Subjects::sumByLine(const session::RunResult& result, const model::Architecture& architecture) {
    // Without line information each instruction stands for itself.
    using Line = std::tuple<std::size_t, std::string_view, std::uint32_t, std::uint32_t, model::Space>;
    const auto lineOf = [](std::size_t launch, const model::Site& site, std::uint32_t number,
                           model::Space space) {
        return Line(launch, site.file, site.line, site.line == 0 ? number : 0, space);
    };
    const auto lineOfCandidate = [&](const Candidate& candidate) {
        return lineOf(candidate.launch, *candidate.site, candidate.access->site, candidate.access->space);
    };
    std::map<Line, double> lines;
    std::set<std::pair<std::size_t, std::uint32_t>> known;
    for (const Candidate& candidate : m_candidates) {
        lines[lineOfCandidate(candidate)] += candidate.excess;
        known.emplace(candidate.launch, candidate.access->site);
    }
    std::map<Line, Elsewhere> elsewhere;
    for (std::size_t launch = 0; launch < m_launches.size(); ++launch) {
        for (const model::SiteCounts& counts : sitesOf(launch, architecture)) {
            if (known.contains({launch, counts.site})) continue;
            const session::Observation& observed = *m_launches[launch].observation;
            const session::SiteWaste waste = observed.wasteAt(counts.site);
            const double excess = excessOfCounts(counts, waste);
            const Line line = lineOf(launch, observed.site(counts.site), counts.site, counts.space);
            if (const auto own = lines.find(line); own != lines.end()) {
                own->second += excess;
                continue;
            }
            Elsewhere& other = elsewhere[line];
            other.excess += excess;
            if (waste.executions == 0 || waste.most <= other.most) continue;
            other.most = waste.most;
            other.worst = {launch, {waste.block, waste.warp}};
        }
    }
    for (Candidate& candidate : m_candidates) candidate.lineExcess = lines[lineOfCandidate(candidate)];
    for (const auto& [line, other] : elsewhere)
        if (other.most >= 0 && !result.launches[other.worst.launch].fault) m_elsewhere.push_back(other);
}

std::optional<Subjects::WarpOfLaunch> Subjects::worseElsewhere(std::int64_t launch) const {
    const Candidate* const best = bestOf(launch);
    if (best && (best->stopped || best->wrong > 0)) return std::nullopt;
    const Elsewhere* worst = nullptr;
    for (const Elsewhere& each : m_elsewhere) {
        if (launch >= 0 && std::cmp_not_equal(each.worst.launch, launch)) continue;
        if ((!best || each.excess > best->lineExcess) && (!worst || each.excess > worst->excess))
            worst = &each;
    }
    return worst ? std::optional(worst->worst) : std::nullopt;
}

/// How much of its launch's time warps wait for a line.
void Subjects::shareTime(const session::RunResult& result, const model::Architecture& architecture) {
    for (Candidate& candidate : m_candidates) {
        const session::Observation& observed = *result.launches[candidate.launch].observation;
        const auto report = std::ranges::find(observed.reports, &architecture, &model::Report::architecture);
        const auto number = static_cast<std::size_t>(report - observed.reports.begin());
        if (candidate.site->line == 0 || number >= observed.lineShares.size()) continue;
        for (const ptx::LineSum& line : observed.lineShares[number])
            if (line.line == candidate.site->line && line.file == candidate.site->file)
                candidate.timeShare += line.sum;
    }
}

/// Of each site the access that takes most too much: which lanes meet may follow from the data, and the first
/// ones need not be among them. One at which the kernel stopped is chosen always.
void Subjects::chooseWorst(const model::Architecture& architecture, const model::Rules& rules) {
    constexpr std::size_t kMostOfSite = 256;
    for (Candidate& candidate : m_candidates) {
        const session::Observation& observed = *m_launches[candidate.launch].observation;
        if (const model::WarpAccess& last = observed.trace.back();
            last.site == candidate.access->site && observed.stoppedAt(last) != 0) {
            candidate.access = &last;
            candidate.stopped = true;
            continue;
        }
        double worst = -1;
        for (const model::WarpAccess& access : observed.trace) {
            if (access.site != candidate.access->site || ++candidate.executions > kMostOfSite) continue;
            const double excess = excessOf(access, model::count(access, architecture, rules));
            candidate.isWorst = candidate.isWorst || (worst >= 0 && excess != worst);
            if (excess > worst) {
                worst = excess;
                candidate.access = &access;
                candidate.execution = candidate.executions;
            }
        }
    }
}

/// In the whole launch: counted of shared memory, else as if all accesses of the site were like those that
/// were looked at, or like this one.
double Subjects::excessOfSite(const Candidate& candidate, const model::Architecture& architecture) const {
    const double own = excessOf(*candidate.access, candidate.counts);
    if (candidate.counts.requests == 0 || sitesOf(candidate.launch, architecture).empty()) return own;
    const session::SiteWaste seen = m_launches[candidate.launch].observation->wasteAt(candidate.access->site);
    double excess = 0;
    for (const model::SiteCounts& site : sitesOf(candidate.launch, architecture)) {
        if (site.site != candidate.access->site || site.space != candidate.access->space) continue;
        excess += site.space == model::Space::Shared || seen.executions > 0
                      ? excessOfCounts(site, seen)
                      : own * static_cast<double>(site.counts.requests) /
                            static_cast<double>(candidate.counts.requests);
    }
    return excess;
}

/// What was found wrong goes before what is slow. Of those that waste nothing the one that warps wait for
/// longest. Of equals shared memory before other memory, and there what is loaded: a kernel that stages
/// elements there does so for that access.
std::tuple<bool, int, double, double, double, bool, bool> Subjects::rank(const Candidate& candidate) {
    const model::WarpAccess& access = *candidate.access;
    const bool shared = access.space == model::Space::Shared;
    const bool loads = model::directionOf(access.operation) == model::Direction::Load;
    return {candidate.stopped, candidate.wrong, candidate.lineExcess, candidate.timeShare,
            candidate.excess,  shared,          shared && loads};
}

void Subjects::add(std::size_t launch, const session::RunResult& result, const Lab& lab) {
    const session::LaunchResult& of = result.launches[launch];
    Launch& own = m_launches.emplace_back();
    own.observation = of.observation;
    if (!of.observation) return;
    std::vector<std::int32_t> candidateOfSite; // in m_candidates; -1: none yet
    for (const model::WarpAccess& access : of.observation->trace) {
        const bool subject = isSubject(lab, of, access);
        if (subject) own.subjects.push_back(&access);
        if (access.site >= candidateOfSite.size()) candidateOfSite.resize(access.site + 1, -1);
        std::int32_t& known = candidateOfSite[access.site];
        if (known < 0) {
            known = static_cast<std::int32_t>(m_candidates.size());
            m_candidates.push_back({.launch = launch,
                                    .access = &access,
                                    .site = &of.observation->site(access.site),
                                    .wrong = howWrong(of, of.observation->site(access.site), access),
                                    .subject = subject});
        } else if (Candidate& first = m_candidates[static_cast<std::size_t>(known)];
                   subject && !first.subject) {
            first.access = &access;
            first.subject = true;
        }
    }
}

std::span<const model::WarpAccess* const> Subjects::of(std::size_t launch) const {
    if (launch >= m_launches.size()) return {};
    return m_launches[launch].subjects;
}

/// Every subject, the chosen site unless a subject stands in its line: then that one is meant; and of the
/// other lines one access each.
bool Subjects::canBeShown(const Candidate& candidate, std::int64_t site) const {
    if (candidate.subject) return true;
    if (candidate.besideSubject) return false;
    if (candidate.access->site == site) return true;
    return candidate.ofLine && std::ranges::none_of(m_candidates, [&](const Candidate& chosen) {
               return chosen.access->site == site && chosen.launch == candidate.launch &&
                      sameLine(*chosen.site, *candidate.site);
           });
}

/// Without a choice of site.
const Subjects::Candidate* Subjects::bestOf(std::int64_t launch) const {
    if (launch < 0 && m_stopped) return bestOf(static_cast<std::int64_t>(*m_stopped));
    if (launch < 0) return m_best ? &m_candidates[*m_best] : nullptr;
    const Candidate* best = nullptr;
    for (const Candidate& each : m_candidates)
        if (each.subject && std::cmp_equal(each.launch, launch) && (!best || rank(each) > rank(*best)))
            best = &each;
    return best;
}

/// Sites are numbered within a module.
bool Subjects::hasSameCode(std::size_t launch, std::int64_t as) const {
    if (as < 0 || std::cmp_equal(launch, as)) return true;
    if (std::cmp_greater_equal(as, m_launches.size())) return false;
    const Launch &one = m_launches[launch], &other = m_launches[static_cast<std::size_t>(as)];
    return one.observation && other.observation && one.observation->module == other.observation->module;
}

const Subjects::Candidate* Subjects::chosen(std::int64_t site, std::int64_t launch) const {
    const Candidate* const best = bestOf(launch);
    if (site < 0) return best;
    const auto first = [&](auto holds) {
        const auto found = std::find_if(m_candidates.begin(), m_candidates.end(),
                                        [&](const Candidate& c) { return canBeShown(c, site) && holds(c); });
        return found == m_candidates.end() ? nullptr : &*found;
    };
    const auto isSite = [&](const Candidate& c) { return c.access->site == site; };
    const auto isOfLaunch = [&](const Candidate& c) { return std::cmp_equal(c.launch, launch); };
    if (launch >= 0)
        if (const Candidate* own = first([&](const Candidate& c) { return isOfLaunch(c) && isSite(c); }))
            return own;
    if (const Candidate* own =
            first([&](const Candidate& c) { return isSite(c) && hasSameCode(c.launch, launch); }))
        return own;
    const Candidate* sameLined = first([&](const Candidate& c) {
        if (!hasSameCode(c.launch, launch)) return false;
        const auto sites = m_launches[c.launch].observation->module->module().sites();
        const auto wanted = static_cast<std::size_t>(site);
        return wanted < sites.size() && sameLine(sites[wanted], *c.site);
    });
    return sameLined ? sameLined : best;
}

std::optional<ShownAccess> Subjects::shown(const session::RunResult& result, std::int64_t site,
                                           std::int64_t launch) const {
    const Candidate* candidate = chosen(site, launch);
    if (!candidate || candidate->launch >= result.launches.size()) return std::nullopt;
    ShownAccess shown{.launch = &result.launches[candidate->launch],
                      .access = candidate->access,
                      .site = candidate->site,
                      .counts = candidate->counts,
                      .stoppedLanes =
                          m_launches[candidate->launch].observation->stoppedAt(*candidate->access),
                      .execution = candidate->execution,
                      .executions = candidate->executions,
                      .isWorst = candidate->isWorst,
                      .view = candidate->view};
    for (const Candidate& each : m_candidates) {
        if (!canBeShown(each, site) || ((launch >= 0 || m_ofAProgram) && each.launch != candidate->launch))
            continue;
        ++shown.of;
        if (&each <= candidate) ++shown.number;
    }
    return shown;
}

std::int64_t Subjects::neighbour(std::int64_t site, int steps, std::int64_t launch) const {
    const Candidate* const from = chosen(site, launch);
    std::vector<const Candidate*> all;
    for (const Candidate& each : m_candidates)
        if (canBeShown(each, site) &&
            ((launch < 0 && !m_ofAProgram) || (from && each.launch == from->launch)))
            all.push_back(&each);
    if (all.empty()) return -1;
    const auto size = static_cast<std::int64_t>(all.size());
    const auto at = std::find(all.begin(), all.end(), from) - all.begin();
    return all[static_cast<std::size_t>((at + steps % size + size) % size)]->access->site;
}

} // namespace lanescope::kit
