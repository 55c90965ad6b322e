// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/runtime_errors.h"
#include "recording/recording.h"
#include "session/resources.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope::session {

/// When a play makes checkpoints, and what they may take.
struct CheckpointRules {
    double leastSeconds = 0.05; ///< of a play from one to the next
    double share = 0.02;        ///< the most of a play's time that making them takes
    std::size_t mostBytes = std::size_t{256} << 20;
    std::size_t most = 128; ///< how many
};

/// Of dynamic shared memory, bytes, by module and kernel.
using AllowedShared = std::map<std::pair<std::uint32_t, std::string>, std::uint32_t>;

/// Where a play was before one of its calls: another one can go on from there.
struct Checkpoint {
    std::size_t call = 0;     ///< the next one
    std::size_t launches = 0; ///< before it
    ResourcesImage memory;
    AllowedShared allowedShared;
    std::optional<device::RuntimeErrors> errors; ///< where calls may fail
    std::string failedKernel;                    ///< likewise, by its label; empty: none has
};

/// What decides what a play leaves in memory after each of its calls.
struct PlayedAs {
    std::shared_ptr<const recording::Recording> recording;
    const model::Architecture* device = nullptr; ///< whose limits it goes by
    bool checks = false;                         ///< what was written is known byte by byte
};

/// Where the plays of one recording were now and then, so that a later one need not begin at the start. One
/// thread uses it at a time.
class Checkpoints {
public:
    /// Plays that differ from those so far in more than what is looked at begin without any.
    void begin(const PlayedAs& play, const CheckpointRules& rules);
    /// The last one with at most so many launches before it; nullptr: there is none.
    const Checkpoint* before(std::size_t launches) const;
    /// Whether one of these is to be made. seconds: of the play since the last one. wanted: it is likely to
    /// be used, and may take as long as they did.
    bool isDue(double seconds, const Resources& resources, bool wanted) const;
    /// seconds: that making it took.
    void add(Checkpoint&& made, double seconds);
    std::size_t size() const { return m_all.size(); }

private:
    double cost(std::size_t used) const;
    void keep(const Checkpoint& made);
    void drop(const Checkpoint& gone);

    /// What several checkpoints may have in common.
    struct Part {
        std::size_t bytes = 0, uses = 0;
    };
    CheckpointRules m_rules;
    PlayedAs m_play;
    std::unordered_map<const void*, Part> m_parts;
    std::size_t m_bytes = 0;                 // of all of these
    std::map<std::size_t, Checkpoint> m_all; // by call
    double m_leastSeconds = 0;               // grows when there are too many
    double m_secondsOfByte = 0;              // by the last one; 0: none was made
};

} // namespace lanescope::session
