// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/scene.h"

#include <cstddef>
#include <list>
#include <memory>
#include <string>

namespace lanescope::lessons {

/// States that were run, the last ones kept: the students of a class look at much the same ones. To be used
/// by one thread at a time.
class Scenes {
public:
    /// The state, run now or before. keep: what its buffers hold at the end can be compared. Throws as
    /// Scene's constructor does, each time.
    std::shared_ptr<const Scene> of(const State& state, bool keep = false);

private:
    struct Kept {
        std::string command;
        bool keep;
        std::shared_ptr<const Scene> scene;
    };
    std::list<Kept> m_kept; ///< the one asked for last in front
};

} // namespace lanescope::lessons
