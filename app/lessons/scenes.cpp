// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/scenes.h"

#include <algorithm>

namespace lanescope::lessons {

namespace {

/// More than a lesson's states for a few students; each holds its buffers, some of them 64 MiB.
constexpr std::size_t kMostKept = 32;

} // namespace

std::shared_ptr<const Scene> Scenes::of(const State& state, bool keep) {
    std::string command = state.command();
    const auto known = std::ranges::find_if(
        m_kept, [&](const Kept& kept) { return kept.keep == keep && kept.command == command; });
    if (known != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, known);
        return known->scene;
    }
    m_kept.push_front({std::move(command), keep, std::make_shared<const Scene>(state, keep)});
    if (m_kept.size() > kMostKept) m_kept.pop_back();
    return m_kept.front().scene;
}

} // namespace lanescope::lessons
