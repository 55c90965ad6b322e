// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/drawing.h"
#include "kit/lab.h"
#include "kit/subjects.h"
#include "kit/time_window.h"
#include "render/camera.h"
#include "render/palette.h"
#include "session/observation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::session {
struct Measurements;
struct TransferTable;
} // namespace lanescope::session

namespace lanescope::kit {

using model::forEachLane;
using session::LaunchResult;
using session::Observation;
using session::Placement;
using session::ResultObject;
using session::RunResult;
using session::StageTimes;
using session::Values;

/// What the mouse is over: the same access lights up in every picture.
struct Brush {
    int lane = -1;
    std::int64_t site = -1; ///< of the launch shown
    std::uint64_t address = 0;
    std::uint32_t bytes = 0; ///< 0: no address
    std::int64_t point = -1; ///< the id of a region of kind Point
    int group = 0;           ///< the set in which it counts
    /// -1: none of that set.
    std::int64_t pointIn(int set) const { return set == group ? point : -1; }
    bool touches(std::uint64_t first, std::uint32_t size) const {
        return bytes && first < address + bytes && address < first + size;
    }
    bool any() const { return lane >= 0 || site >= 0 || bytes; }
    bool operator==(const Brush&) const = default;
};

/// What is not to be seen while a question about it waits for its answer.
enum class Withheld : std::uint8_t {
    Nothing,
    Advice, ///< what else to set
    Words,  ///< lanes and memory are seen, but not what they come to; the lanes chosen are lit
    All,
    AllAndCode ///< the source of the kernels would show it too
};

/// What a user chose about how to look, rather than about what runs.
struct View {
    render::Camera camera;
    std::int64_t site = -1;   ///< the access shown; -1: the lab's own choice
    std::int64_t launch = -1; ///< the launch shown, by its place in the result; -1: the access's own
    int step = 0;             ///< wavefront of the access, 0-based
    bool stepping = false;    ///< the steps play by themselves
    bool showSteps = false;   ///< one step is singled out
    std::uint32_t line = 0;   ///< of the source, that a message speaks of; 0: none
    std::uint64_t asked = 0;  ///< how often a line was asked for
    float split = 0.5F;       ///< share of the stage that the result has
    TimeWindow times;         ///< the part of the timelines that is seen
    Brush pinned;             ///< stays lit when the mouse is elsewhere; Brush{}: nothing
    Withheld withheld = Withheld::Nothing;
    std::uint32_t lanes = 0; ///< chosen, while words are withheld
    bool isPinned() const { return !(pinned == Brush{}); }
    /// What other settings come to may be seen.
    bool mayCompare() const { return withheld == Withheld::Nothing; }
    /// Neither numbers nor what they mean are to be seen.
    bool isQuiet() const { return withheld == Withheld::Words || isCovered(); }
    /// Nothing of it.
    bool isCovered() const { return withheld == Withheld::All || withheld == Withheld::AllAndCode; }
    bool operator==(const View&) const = default;
};

/// All that draw and readout may look at: a result with what it was made from, and how it is looked at. Where
/// there is no result, there is no frame.
struct Frame : Drawn {
    Frame(const Drawn& drawn, const device::Info& device, const View& view, const Brush& brush,
          const render::Theme& theme);

    const device::Info& device;
    const View& view;
    const Brush& brush;
    const render::Theme& theme;
    render::Rect left, right; ///< of the stage, in points: the result and the access picture
    bool measured = false;    ///< times come from a GPU
    double progress = 1;      ///< below 1: a large run is under way
    const session::Measurements* measurements = nullptr; ///< nullptr: nothing was measured
    const session::TransferTable* transfers =
        nullptr; ///< measured curves; nullptr: a lab of transfers models them
    /// The access that the view chose, or else the lab's own choice; nothing when the run left no trace.
    std::optional<ShownAccess> shown;
    /// Another one whenever anything above is another than in the frame before: all but the view, the brush,
    /// the theme, the room on the stage, the progress and, while only time passes, what the kernels wrote.
    std::uint64_t edition = 0;
    /// Other code stands in for the lab's kernels: what it says of its own does not hold, the general
    /// pictures and words do.
    bool otherCode = false;
};

/// What a pick of kind Control does, in Pick::id.
enum class Control : std::uint8_t {
    Camera, ///< a drag turns it, the wheel goes nearer
    PreviousSite,
    NextSite,
    PlaySteps,
    PreviousStep,
    NextStep,
    AllSteps,
    Times,   ///< the wheel goes nearer, a drag along
    AllTimes ///< the whole timeline
};

/// The subjects among the accesses of a launch of the frame's result, in program order.
std::span<const model::WarpAccess* const> subjectsOf(const Frame& frame, const LaunchResult& launch);

/// The focus warp's first access in a space and direction that is the lab's subject, of global memory in the
/// buffer if one is named; nullptr: there is none.
const model::WarpAccess* subjectAccess(const Frame& frame, model::Space space, model::Direction direction,
                                       std::string_view buffer = {});
/// What a launch does to a buffer, counted over its whole grid.
model::Counts countsOf(const LaunchResult& launch, std::string_view buffer, model::Direction direction);

} // namespace lanescope::kit
