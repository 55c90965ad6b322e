// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/run_counters.h"

#include "session/player.h"

#include <fmt/format.h>

namespace lanescope::session {

namespace {

bool isMemory(device::Count count) {
    return count == device::Count::L2Sectors || count == device::Count::DramBytesRead ||
           count == device::Count::DramBytesWritten;
}

std::vector<device::CounterId> countersOf(bool memory) {
    std::vector<device::CounterId> ids;
    for (const device::CounterRow& row : device::counterRows())
        if (isMemory(row.id.count) == memory) ids.push_back(row.id);
    return ids;
}

} // namespace

RunCounters::RunCounters(const device::Info& device)
    : m_replayed(device, countersOf(false)), m_memory(device, countersOf(true)) {}

std::vector<CountedLaunch> RunCounters::count(device::Device& device,
                                              std::shared_ptr<const recording::Recording> recording,
                                              const model::Architecture& architecture,
                                              const std::atomic<bool>* cancel) {
    if (recording->options.mayFail) throw BadInput("kernels that may fail would take the counters with them");
    Resources resources(device);
    PlayMemory memoryOfPlays;
    const model::Architecture* const chip = &architecture;
    const auto runOnce = [&](bool cold) {
        if (cancel && cancel->load()) throw device::Cancelled("measuring was cancelled");
        Player player(resources, memoryOfPlays, recording,
                      {.cold = cold, .architectures = std::span(&chip, 1)}, nullptr);
        player.go(0);
        player.publish();
    };
    runOnce(cold());
    const std::vector<LaunchResult> first = memoryOfPlays.result->launches;
    const std::size_t launches = first.size();
    if (launches == 0) return {};
    const std::vector<device::CounterValues> replayed = m_replayed.measure([&] { runOnce(false); }, launches);
    // What empties the L2 is a kernel too: every other range is one of the lab's.
    const std::size_t each = cold() ? 2 : 1;
    const std::vector<device::CounterValues> memory =
        m_memory.measure([&] { runOnce(cold()); }, each * launches);
    if (replayed.size() != launches || memory.size() != each * launches)
        throw Unavailable(fmt::format("CUPTI counted {} and {} kernels where {} and {} ran: see lanescope "
                                      "doctor",
                                      replayed.size(), memory.size(), launches, each * launches));
    std::vector<CountedLaunch> counted;
    for (std::size_t i = 0; i < launches; ++i) {
        const LaunchResult& launch = first[i];
        CountedLaunch& made = counted.emplace_back();
        made = {launch.label, launch.grid, launch.block, replayed[i], cold()};
        made.values.take(memory[each * i + each - 1]);
    }
    return counted;
}

} // namespace lanescope::session
