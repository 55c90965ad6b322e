// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/architecture.h"
#include "model/time/launch_time.h"
#include "ptx/decode/line_sums.h"
#include "recording/contents.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::session {

/// What the model says of how long a launch takes.
struct ModelledLaunch {
    std::optional<model::LaunchTime> time; ///< nullopt: no time is known
    std::vector<ptx::LineSum> lineShares;  ///< Observation::lineShares
};

/// The times of launches by all that they follow from, so that of thousands of alike ones one is modelled.
/// Two are alike where the model is given the same, of the same code and architecture; that is told by a
/// 128-bit digest. One thread uses it at a time.
class TimeMemo {
public:
    /// input: model::TimeWatch::input(); where that is empty, the launch is like no other.
    ModelledLaunch of(std::span<const std::byte> input,
                      const std::shared_ptr<const device::LoadedModule>& module,
                      const model::Architecture& architecture, const std::function<ModelledLaunch()>& model);

private:
    struct Key {
        recording::Digest input;
        const model::Architecture* architecture = nullptr;
        bool operator<(const Key& other) const;
    };
    struct Known {
        std::weak_ptr<const device::LoadedModule> module; ///< whose place in memory may be another's by now
        std::shared_ptr<const ModelledLaunch> modelled;
    };
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
    std::multimap<Key, Known> m_known;
    std::size_t m_bytes = 0; // about what they take
};

} // namespace lanescope::session
