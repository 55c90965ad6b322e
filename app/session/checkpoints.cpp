// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/checkpoints.h"

#include <algorithm>
#include <utility>

namespace lanescope::session {

namespace {

/// Before one has been made: about what copying takes where no page has been touched yet.
constexpr double kSecondsOfByte = 1e-9;

} // namespace

void Checkpoints::begin(const PlayedAs& play, const CheckpointRules& rules) {
    m_rules = rules;
    const bool same =
        m_play.recording && m_play.device == play.device && m_play.checks == play.checks &&
        (m_play.recording == play.recording || recording::sameResults(*m_play.recording, *play.recording));
    if (!same) {
        m_all.clear();
        m_parts.clear();
        m_bytes = 0;
        m_leastSeconds = m_rules.leastSeconds;
    }
    m_play = play;
}

const Checkpoint* Checkpoints::before(std::size_t launches) const {
    const Checkpoint* found = nullptr;
    for (const auto& [call, each] : m_all) {
        if (each.launches > launches) break;
        found = &each;
    }
    return found;
}

double Checkpoints::cost(std::size_t used) const {
    return static_cast<double>(used) * (m_secondsOfByte > 0 ? m_secondsOfByte : kSecondsOfByte);
}

bool Checkpoints::isDue(double seconds, const Resources& resources, bool wanted) const {
    if (!wanted && seconds < m_leastSeconds) return false;
    const std::size_t used = resources.usedBytes();
    return used <= m_rules.mostBytes && seconds * (wanted ? 1 : m_rules.share) >= cost(used);
}

void Checkpoints::add(Checkpoint&& made, double seconds) {
    const std::size_t used = made.memory.bytes;
    if (used > 0) m_secondsOfByte = seconds / static_cast<double>(used);
    const std::size_t call = made.call;
    if (const auto before = m_all.find(call); before != m_all.end()) {
        drop(before->second);
        m_all.erase(before);
    }
    keep(m_all.emplace(call, std::move(made)).first->second);
    while (m_all.size() > 1 && (m_all.size() > m_rules.most || m_bytes > m_rules.mostBytes)) {
        bool second = true;
        std::erase_if(m_all, [&](const auto& each) {
            second = !second;
            if (second) drop(each.second);
            return second;
        });
        m_leastSeconds *= 2;
    }
}

void Checkpoints::keep(const Checkpoint& made) {
    made.memory.visit([this](const void* part, std::size_t bytes) {
        Part& known = m_parts[part];
        if (known.uses++ > 0) return;
        known.bytes = bytes;
        m_bytes += bytes;
    });
}

void Checkpoints::drop(const Checkpoint& gone) {
    gone.memory.visit([this](const void* part, std::size_t) {
        const auto known = m_parts.find(part);
        if (--known->second.uses > 0) return;
        m_bytes -= known->second.bytes;
        m_parts.erase(known);
    });
}

} // namespace lanescope::session
