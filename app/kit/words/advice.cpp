// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/advice.h"

#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

namespace lanescope::kit {

model::Counts Advice::counts(const Address& address, const model::Architecture* on) const {
    model::WarpAccess access = *m_shown.access;
    for (std::uint64_t lane = 0; lane < model::kWarpSize; ++lane) access.address[lane] = address(lane);
    return model::count(access, on ? *on : m_frame.architecture, m_frame.rules);
}

void Advice::line(std::string_view what, const Address& address, const model::Architecture* on) {
    const model::Architecture& architecture = on ? *on : m_frame.architecture;
    const model::Counts made = counts(address, on);
    sentence(m_shown.access->space == model::Space::Shared
                 ? fmt::format("{}: {}", what, plural(made.wavefronts, "wavefront"))
                 : fmt::format("{}: {}, {} B moved", what, plural(unitsOf(made), unitOf(architecture)),
                               made.bytesTransferred));
}

void Advice::line(std::span<const Setting> settings, const Address& address) {
    std::string what;
    for (const Setting& each : settings)
        if (each.now != each.then)
            what += fmt::format("{}{}={}", what.empty() ? "" : ", ", each.name, each.then);
    const bool conflicts = m_shown.counts.bankConflicts > 0;
    if (!what.empty() && (!conflicts || counts(address).wavefronts < m_shown.counts.wavefronts))
        line(what, address);
}

void Advice::sentence(std::string_view words) {
    if (!m_text.empty()) m_text += '\n';
    m_text += words;
}

} // namespace lanescope::kit
