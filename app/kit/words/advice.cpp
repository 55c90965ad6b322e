// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/advice.h"

#include "kit/counted.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope::kit {

model::Counts Advice::counts(const Address& address, const model::Architecture* on) const {
    model::WarpAccess access = *m_shown.access;
    for (std::uint64_t lane = 0; lane < model::kWarpSize; ++lane) access.address[lane] = address(lane);
    return model::count(access, on ? *on : m_frame.architecture, m_frame.rules);
}

std::string Advice::outcome(const Address& address, const model::Architecture* on) const {
    const model::Architecture& architecture = on ? *on : m_frame.architecture;
    const model::Counts made = counts(address, on);
    return m_shown.access->space == model::Space::Shared
               ? counted(made.sharedWavefronts, "wavefront")
               : tr("{}, {} B moved", counted(unitsOf(made), unitOf(architecture)),
                    grouped(made.bytesTransferred));
}

bool Advice::isNoBetter(const Address& address) const {
    const model::Counts then = counts(address), &now = m_shown.counts;
    if (m_shown.access->space == model::Space::Shared) return then.sharedWavefronts >= now.sharedWavefronts;
    return std::pair(unitsOf(then), then.bytesTransferred) >= std::pair(unitsOf(now), now.bytesTransferred);
}

void Advice::line(std::span<const Setting> settings, const Address& address) {
    Suggestion made;
    for (const Setting& each : settings)
        if (each.now != each.then) made.sets.emplace_back(each.name, each.then);
    const bool conflicts = m_shown.counts.bankConflicts > 0;
    if (made.sets.empty() ||
        (conflicts && counts(address).sharedWavefronts >= m_shown.counts.sharedWavefronts))
        return;
    made.outcome = outcome(address);
    made.noBetter = isNoBetter(address);
    m_all.push_back(std::move(made));
}

std::vector<Suggestion> layoutSuggestions(const model::Architecture& architecture,
                                          std::span<const model::Counts> counts, std::size_t chosen,
                                          std::span<const std::string> names) {
    std::vector<Suggestion> all;
    for (std::size_t i = 0; i < counts.size(); ++i)
        all.push_back({.sets = {{"layout", names[i]}},
                       .outcome = tr("{} in {}", counted(unitsOf(counts[i]), unitOf(architecture)),
                                     counted(counts[i].accesses, "store")),
                       .now = i == chosen,
                       .noBetter = i != chosen && unitsOf(counts[i]) >= unitsOf(counts[chosen])});
    return all;
}

} // namespace lanescope::kit
