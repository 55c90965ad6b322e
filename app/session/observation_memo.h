// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/observation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace lanescope::session {

/// Of launches that are alike in all that was seen of them one observation, which they share: a program may
/// make hundreds of thousands. One thread uses it at a time.
class ObservationMemo {
public:
    /// One that says the same and that somebody still has; else this one.
    std::shared_ptr<const Observation> shared(std::shared_ptr<const Observation> made);

private:
    static constexpr std::size_t kMost = 4096;
    std::unordered_map<std::uint64_t, std::weak_ptr<const Observation>> m_known; // by a hash of what they say
};

} // namespace lanescope::session
