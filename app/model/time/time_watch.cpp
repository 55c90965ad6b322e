// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/time_watch.h"

#include "model/time/time_input.h"

namespace lanescope::model {

TimeWatch::TimeWatch(const LaunchedBlocks& launch, const Architecture& architecture, const ChipTimes* chip,
                     Rules rules, const MachineCode& code, std::span<const std::uint64_t> run)
    : m_launch(launch), m_chip(chip), m_code(code) {
    if (!chip) return;
    if (!launch.launchesGrids)
        m_sample = sampleFor(launch, architecture, *chip, rules, code, run);
    else if (run.empty() && launch.grid.count() != 0)
        m_grids = std::make_unique<GridSamples>(launch, architecture, *chip, rules, code);
}

AccessSink* TimeWatch::sink() const {
    if (m_grids) return m_grids.get();
    return m_sample.get();
}

std::optional<LaunchTime> TimeWatch::time(const Report& report, const DramTraffic& traffic,
                                          const ExecutedBlocks& executed,
                                          std::span<const RanGrid> grids) const {
    if (m_sample) return launchTime(m_launch, *m_chip, *m_sample, m_code, report, traffic, executed);
    if (!m_grids) return std::nullopt;
    if (!grids.empty()) return m_grids->time(grids, traffic);
    RanGrid only;
    only.grid.blocks = m_launch.grid.count();
    only.executed = executed;
    return m_grids->time({&only, 1}, traffic);
}

std::vector<std::byte> TimeWatch::input(const Report& report, const DramTraffic& traffic,
                                        const ExecutedBlocks& executed) const {
    if (!m_sample) return {};
    return timeInput(m_launch, *m_chip, *m_sample, report, traffic, executed);
}

} // namespace lanescope::model
