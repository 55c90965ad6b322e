// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/issues.h"
#include "model/memory/dram.h"
#include "model/memory/tally.h"
#include "model/report.h"
#include "model/time/time_watch.h"
#include "model/trace.h"
#include "ptx/run/machine.h"
#include "session/observation.h"
#include "session/time_memo.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanescope::session {

/// Keeps the accesses of one warp of one block, and the first ones of all warps of that block.
class FocusTrace final : public model::AccessSink {
public:
    /// Of the block with this index, and its warp of this number. brief: of each site only the first access
    /// of that warp.
    FocusTrace(model::Dim3 block, std::uint32_t warp, bool brief)
        : m_block(block), m_warp(warp), m_brief(brief) {}
    void access(const model::WarpAccess& access) override;
    void accessInEights(const model::WarpAccess& access, model::Eights) override {
        if (access.block == m_block) this->access(access); // most are of others
    }
    void stopped(const model::WarpAccess& access, std::uint32_t wrong) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;

    std::vector<model::WarpAccess> accesses, ofBlock;
    std::uint32_t stoppedLanes = 0; ///< Observation::stoppedLanes
    bool isCut = false;             ///< Observation::isCut
    std::vector<std::unique_ptr<model::TexelFootprint>> footprints;

private:
    model::Dim3 m_block;
    std::uint32_t m_warp;
    bool m_brief;
    std::vector<bool> m_seen; // by site
};

/// Keeps for each site who makes an access of it.
class SiteUses final : public model::AccessSink {
public:
    void access(const model::WarpAccess& access) override;
    void accessInEights(const model::WarpAccess& access, model::Eights) override { this->access(access); }
    std::unique_ptr<AccessSink> fork() const override { return std::make_unique<SiteUses>(); }
    void join(AccessSink& fork) override;

    std::vector<SiteUse> uses; ///< Observation::uses
};

/// Keeps for each site what its executions waste: of some blocks, spread over the grid, of each warp the
/// first few. To count all would take several times as long.
class WasteSamples final : public model::AccessSink {
public:
    /// architecture outlives this. every: one block of so many.
    WasteSamples(const model::Architecture& architecture, model::Rules rules, model::Dim3 grid,
                 std::uint64_t every)
        : m_architecture(architecture), m_rules(rules), m_grid(grid), m_every(every) {}
    void access(const model::WarpAccess& access) override;
    void accessInEights(const model::WarpAccess& access, model::Eights) override { this->access(access); }
    std::unique_ptr<AccessSink> fork() const override {
        return std::make_unique<WasteSamples>(m_architecture, m_rules, m_grid, m_every);
    }
    void join(AccessSink& fork) override;

    std::vector<SiteWaste> waste; ///< Observation::waste

private:
    static constexpr std::uint8_t kOfWarp = 4;
    static constexpr std::size_t kWarps = 32; // of a block
    /// How often the warps of the present block have made a site's access.
    struct Made {
        std::uint64_t block = ~std::uint64_t{0};
        std::array<std::uint8_t, kWarps> times{};
    };
    const model::Architecture& m_architecture;
    model::Rules m_rules;
    model::Dim3 m_grid;
    std::uint64_t m_every;
    std::vector<Made> m_made; // by site
};

/// Another sink, whose forks are that sink's own; it times how long joining them takes.
class TimedJoin final : public model::AccessSink {
public:
    explicit TimedJoin(model::AccessSink& sink) : m_sink(sink) {}
    void access(const model::WarpAccess& access) override { m_sink.access(access); }
    void accessInEights(const model::WarpAccess& access, model::Eights eights) override {
        m_sink.accessInEights(access, eights);
    }
    void stopped(const model::WarpAccess& access, std::uint32_t wrong) override {
        m_sink.stopped(access, wrong);
    }
    std::unique_ptr<AccessSink> fork() const override { return m_sink.fork(); }
    void join(AccessSink& fork) override;
    /// Spent in joining so far.
    double seconds() const { return m_seconds; }

private:
    model::AccessSink& m_sink;
    double m_seconds = 0;
};

/// Counts one launch for several architectures, traces its focus warp, and watches some of its blocks for the
/// time that it takes.
class Observer {
public:
    /// What is looked at.
    struct Options {
        model::Rules rules;
        recording::Focus focus;
        /// Of grids with more blocks only about so many are run: chosen(); 0: all are.
        std::size_t mostBlocks = 0;
        /// Of the program; outlives this. nullptr: no time is modelled.
        const model::MachineCode* code = nullptr;
        /// Whether instructions are counted, and those of the focus warp kept.
        bool instructions = false;
        bool traces = true; ///< else no single access is kept, nor who makes those of a site
        bool brief = false; ///< as FocusTrace has it
        bool waste = false; ///< whether what accesses waste is looked at, beside the traces
        /// By architecture: why it does not take the launch, so that it has nothing to report; empty, or
        /// shorter: it does.
        std::vector<std::string> refusedBy;
        /// The times that are known by now; outlives this. nullptr: the launch's is modelled anyway.
        TimeMemo* memo = nullptr;
    };
    /// architectures: at least one; times: of those whose times are modelled. They outlive this. launch: its
    /// blocks, for the time.
    Observer(std::span<const model::Architecture* const> architectures, const model::KnownTimes& times,
             const model::LaunchedBlocks& launch, const Options& options);
    /// Gets the accesses of the launch.
    model::AccessSink& sink() { return *m_timed; }
    /// Seconds of the launches so far that went into joining the workers' counts.
    double joinSeconds() const { return m_timed->seconds(); }
    /// The linear index of the block whose warp is traced.
    std::uint64_t focusBlock() const { return m_focusBlock; }
    /// The blocks that stand for the grid, spread evenly, the focus block among them; empty: all of them do.
    const std::vector<std::uint64_t>& chosen() const { return m_chosen; }
    /// After the launch: blocksRun of its blocks were looked at, in which so much was executed; grids: it and
    /// those that device code launched, where there are any; placements: where its buffers lay. Once.
    std::shared_ptr<const Observation> finish(std::shared_ptr<const device::LoadedModule> module,
                                              std::uint64_t blocksRun, const model::ExecutedBlocks& executed,
                                              std::span<const ptx::GridRecord> grids,
                                              std::vector<Placement> placements);
    /// How many times finish() has modelled; the others were known.
    std::size_t modelled() const { return m_modelled; }

private:
    ModelledLaunch timeOn(std::size_t architecture, const Observation& observation,
                          const model::ExecutedBlocks& executed, std::span<const model::RanGrid> grids);

    std::vector<std::unique_ptr<model::Tally>> m_tallies;
    std::unique_ptr<model::DramTally> m_dram;
    std::vector<model::TimeWatch> m_watches; // empty: no time is modelled
    std::unique_ptr<FocusTrace> m_trace;     // nullptr, and so is the next: nobody asked
    std::unique_ptr<SiteUses> m_uses;
    std::unique_ptr<WasteSamples> m_waste;       // nullptr: nobody asked
    std::unique_ptr<model::IssueTally> m_issues; // nullptr: nobody asked
    std::unique_ptr<model::Fanout> m_fanout;
    std::unique_ptr<TimedJoin> m_timed;
    model::LaunchedBlocks m_launch;
    model::Dim3 m_focusIndex;
    std::vector<std::uint64_t> m_chosen;
    std::uint64_t m_focusBlock = 0;
    std::uint32_t m_focusWarp = 0;
    bool m_brief = false;
    std::vector<std::string> m_refusedBy;
    TimeMemo* m_memo = nullptr;
    std::size_t m_modelled = 0;
};

/// What there is to know of a launch that did not run: that it accessed nothing. Its grid or block may be
/// empty.
std::shared_ptr<const Observation>
observationOfNone(std::span<const model::Architecture* const> architectures,
                  const model::LaunchedBlocks& launch, const recording::PlayOptions& options,
                  std::shared_ptr<const device::LoadedModule> module, std::vector<Placement> placements);

} // namespace lanescope::session
