// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/tone.h"
#include "render/canvas.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// What the CUDA runtime says to a host program: what its calls returned, and where an error surfaced.
namespace lanescope::kit {

/// A call by its number, as it stands in a program; in words, of the language chosen, what is none.
std::string callText(const recording::Recording& recording, std::size_t call);

/// The host's calls, and what is known of them.
struct HostView {
    HostView(std::shared_ptr<const recording::Recording> played,
             std::shared_ptr<const device::CallReturns> known, int picks)
        : recording(std::move(played)), returned(std::move(known)), group(picks) {}
    HostView(const RunResult& result, int picks) : HostView(result.recording, result.calls, picks) {}

    std::shared_ptr<const recording::Recording> recording; ///< nullptr: nothing was played
    std::shared_ptr<const device::CallReturns> returned;   ///< nullptr: nothing is known yet
    int group; ///< of the points as which calls are picked, by their numbers

    std::size_t size() const { return recording ? recording->calls.size() : 0; }
    const recording::Call& call(std::size_t i) const { return recording->calls[i]; }
    /// Of a call, as it stands in a program.
    std::string text(std::size_t i) const { return callText(*recording, i); }
    bool isLaunch(std::size_t i) const { return std::holds_alternative<recording::Launch>(call(i)); }
    /// What a pick says of its call; empty when it is none of these.
    std::string describe(const render::Pick& pick) const;
};

/// What a call's return means beside those before it.
enum class CallState : std::uint8_t {
    Unknown, ///< it has not returned, or not yet
    Fine,
    Started, ///< a launch, which returns nothing; its kernel runs
    Refused, ///< a launch whose kernel never ran
    Error,   ///< the first that tells of an error
    Again    ///< one more that tells of the same
};
std::vector<CallState> callStates(const HostView& view);

/// The calls one under the other: what each returned and what the runtime's error variable held after it; at
/// the left how long a kernel may run, and the call that waits for it.
render::Rect drawHostCalls(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                           const HostView& view);

/// A sentence on what one party says of a program.
struct Statement {
    Tone tone = Tone::Plain;
    std::string headline, sentence;
};
/// What the runtime's codes tell, and what they do not.
Statement saidByRuntime(const HostView& view);
/// Who says it: "NVIDIA H200", or whose rules gave the codes.
std::string sourceOf(const device::CallReturns* returned);

} // namespace lanescope::kit
