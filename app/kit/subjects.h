// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "kit/views/access_view.h"
#include "session/observation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace lanescope::kit {

/// One access that a picture shows, with what the model says of it.
struct ShownAccess {
    const session::LaunchResult* launch = nullptr;
    const model::WarpAccess* access = nullptr;
    const model::Site* site = nullptr;
    model::Counts counts;
    std::uint32_t stoppedLanes = 0; ///< at which the kernel stopped; 0: the access was made
    std::size_t number = 0, of = 0; ///< 1-based place among the sites that can be shown; of a program
                                    ///< among those of its launch
    /// 1-based place among the warp's executions of the instruction; 0 where that is not looked for.
    std::size_t execution = 0, executions = 0;
    bool isWorst = false;                             ///< some of the executions take less
    std::shared_ptr<const AccessView> view = nullptr; ///< what pictures and words derive from the access

    /// Another access in place of this one, with all that is derived from it.
    ShownAccess with(const model::WarpAccess& other, const model::Site* itsSite,
                     const model::Architecture& architecture, const model::Rules& rules) const;
};

/// The focus warp's accesses that the pictures of a result are about, derived once for the result and the lab
/// that it was made by, with their counts.
class Subjects {
public:
    Subjects() = default;
    Subjects(const session::RunResult& result, const Lab& lab, const model::Architecture& architecture,
             model::Rules rules);

    /// Those of a launch, by its place in the result, in program order.
    std::span<const model::WarpAccess* const> of(std::size_t launch) const;
    /// The access of that site, or of its line of source; -1 or without such a one: the one that is wrong
    /// by what was found, else the one with the most wavefronts or sectors too many, of a program in the
    /// whole launch; nothing when the run left no trace. result: the one that these are of, or one with the
    /// same observations. launch: the one that it is of, by its place in the result, or whose code the site
    /// is in; -1: any.
    std::optional<ShownAccess> shown(const session::RunResult& result, std::int64_t site,
                                     std::int64_t launch = -1) const;
    /// That site moved by steps through those that can be shown: the subjects, and in their launch one of
    /// each other line of source that touches memory. -1: there are none.
    std::int64_t neighbour(std::int64_t site, int steps, std::int64_t launch = -1) const;

    /// A warp of a launch, by its place in the result.
    struct WarpOfLaunch {
        std::size_t launch = 0;
        recording::Focus focus;
    };
    /// Of a program: who wastes most at a line of source that the focus warp does not execute, where that
    /// line wastes more in its launch than what is shown of that warp. Nothing: no such line is known.
    /// launch: as for shown().
    std::optional<WarpOfLaunch> worseElsewhere(std::int64_t launch) const;

    /// Of a program the first launch that did not end, which is shown where none was chosen.
    const std::optional<std::size_t>& stoppedLaunch() const { return m_stopped; }

private:
    /// Of each site the first access that is a subject, or the first one if none is; of a program the worst.
    struct Candidate {
        std::size_t launch = 0;
        const model::WarpAccess* access = nullptr;
        const model::Site* site = nullptr;
        model::Counts counts;
        bool stopped = false;  ///< the kernel stopped there: shown before all else
        int wrong = 0;         ///< 1: something that was found wrong is about it, 2: what heads the panel
        double lineExcess = 0; ///< what orders the others: the excess of a program's line, in all its sites
        double timeShare = 0;  ///< then how long warps wait for it, as a share of the launch
        double excess = 0;     ///< and then its own
        bool subject = false;
        bool besideSubject = false;                ///< one stands in its line, which means that one
        bool ofLine = false;                       ///< that its line is shown by, of a launch with a subject
        std::size_t execution = 0, executions = 0; ///< of the warp, 1-based; 0: not looked for
        bool isWorst = false;                      ///< of them, and not all are alike
        std::shared_ptr<const AccessView> view = nullptr;
    };
    struct Launch {
        std::shared_ptr<const session::Observation> observation; // that the accesses are in
        std::vector<const model::WarpAccess*> subjects;
    };
    /// A line of source, or an instruction of which none is known, that no candidate is of.
    struct Elsewhere {
        WarpOfLaunch worst;
        double excess = 0; ///< of the line
        double most = -1;  ///< of one of its accesses
    };
    static std::tuple<bool, int, double, double, double, bool, bool> rank(const Candidate& candidate);
    void add(std::size_t launch, const session::RunResult& result, const Lab& lab);
    void sumByLine(const session::RunResult& result, const model::Architecture& architecture);
    void shareTime(const session::RunResult& result, const model::Architecture& architecture);
    void listLines();
    void chooseWorst(const model::Architecture& architecture, const model::Rules& rules);
    double excessOfSite(const Candidate& candidate, const model::Architecture& architecture) const;
    std::span<const model::SiteCounts> sitesOf(std::size_t launch,
                                               const model::Architecture& architecture) const;
    bool canBeShown(const Candidate& candidate, std::int64_t site) const;
    const Candidate* chosen(std::int64_t site, std::int64_t launch) const;
    const Candidate* bestOf(std::int64_t launch) const;
    bool hasSameCode(std::size_t launch, std::int64_t as) const;

    std::vector<Launch> m_launches;
    std::vector<Candidate> m_candidates;
    std::vector<Elsewhere> m_elsewhere;
    std::optional<std::size_t> m_best;    // without a choice
    std::optional<std::size_t> m_stopped; // the launch that is shown before all others: it did not end
    bool m_ofAProgram = false; // whose launches are told apart: accesses are counted in one of them
};

/// A result, and what it was made from, until the session's next step. The lab that is edited may be some
/// values further already, and another architecture may have been chosen since.
struct Drawn {
    const session::RunResult& result;
    const Lab& lab;                          ///< with the values that the result was made from
    const model::Architecture& architecture; ///< by which the result was counted
    model::Rules rules;                      ///< and how
    const Subjects& subjects;                ///< the accesses that its pictures are about

    /// Subjects::shown.
    std::optional<ShownAccess> access(std::int64_t site = -1, std::int64_t launch = -1) const {
        return subjects.shown(result, site, launch);
    }
};

} // namespace lanescope::kit
