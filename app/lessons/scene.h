// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "lessons/expression.h"
#include "model/architecture.h"
#include "model/error.h"
#include "session/playback.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::lessons {

/// A parameter of a lab and its value, as --set has them.
struct Setting {
    std::string parameter, value;
    bool operator==(const Setting&) const = default;
};

/// What a step looks at: a lab with some parameters set, on an architecture.
struct State {
    std::string lab;
    std::vector<Setting> sets;
    std::string architecture; ///< empty: the default
    std::int64_t site = -1;   ///< the access looked at; -1: the lab's own choice
    int line = 0;

    /// "banks --set stride=4 --arch 9.0": what goes behind `lanescope run`.
    std::string command() const;
    bool operator==(const State&) const = default;
};

/// A kernel of a scene that was stopped at a line of its file.
class Stopped final : public Error {
public:
    Stopped(const std::string& what, session::StoppedAt place) : Error(what), at(std::move(place)) {}
    session::StoppedAt at;
};

/// A state that was run in the emulator, and what the model says of it, by name:
///   access.METRIC, also ideal_wavefronts, excess, lanes, width, distinct_bytes: of the access shown
///   total.SPACE.DIRECTION.METRIC: of all accesses of a kind, as in a report's "total"
///   run.METRIC: of the whole run, by the names that sweeps have
///   launch.blocks, threads, warps, threads_per_block, warps_per_block, grid_x ..., block_x ...,
///   shared_bytes, registers_per_thread (estimated from the PTX): of the first launch; resident_blocks,
///   resident_warps, occupancy (1: all places for warps are taken): of a multiprocessor that runs it
///   set.PARAMETER: a number that is set; a - of its name is a _
/// Of a lane of the access shown: lane, address, element, word, sector, line; of shared memory bank, ways,
/// wavefront.
class Scene final : public Names {
public:
    /// A file of kernels, as a lab launches them.
    struct File {
        std::string name, path, source, ptx;
    };
    /// Throws BadInput for values that do not go together, Stopped, and what else running the kernels throws.
    /// keep: what the buffers hold at the end can be compared; other: stands in for the lab's file of that
    /// name.
    explicit Scene(const State& state, bool keep = false, const File* other = nullptr);
    ~Scene() override;
    double value(std::string_view name) const override;
    double ofLane(std::string_view name, int lane) const override;
    /// Without their PTX.
    std::vector<File> files() const;
    /// Whether buffers were kept, and hold the same in both.
    bool hasSameResults(const Scene& other) const;
    /// The lanes that take part in the access shown.
    std::uint32_t activeLanes() const;
    const model::Architecture& architecture() const;

private:
    struct Run;
    std::unique_ptr<Run> m_run;
};

/// Throws BadInput for a name that no scene has.
void checkSceneName(std::string_view name);
/// What a scene knows of a lane.
bool isLaneName(std::string_view name);
/// Throws BadInput unless the lab has these parameters; values are not looked at.
void checkState(const State& state);
/// The lab, set so. Throws BadInput unless it takes these values.
std::unique_ptr<kit::Lab> labOf(const State& state);
/// Throws BadInput where there is none of that name.
const model::Architecture& architectureOf(const State& state);
/// Whether the lab has the same values in both, but for some parameters, on the same architecture.
bool showsTheSame(const State& a, const State& b, std::span<const std::string> but = {});

} // namespace lanescope::lessons
