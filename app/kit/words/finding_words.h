// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/observation.h"
#include "text/tr.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::kit {

/// Where something was found: a source line of a launch, and the warp that makes the access.
struct FoundAt {
    std::size_t launch = 0; ///< by its place in the result
    std::string file;
    std::uint32_t line = 0;               ///< 0: unknown
    std::optional<recording::Focus> warp; ///< nothing: the finding is about no access
    std::optional<model::Direction> direction;
    bool operator==(const FoundAt&) const = default;
};
/// launch: by its place in the result.
FoundAt placeOf(const ptx::Finding& finding, const session::RunResult& result, std::size_t launch);
FoundAt placeOf(const ptx::Fault& fault, const session::RunResult& result, std::size_t launch);
/// The instruction there, by its number in the launch's module; -1: there is none.
std::int64_t siteAt(const FoundAt& place, const session::LaunchResult& launch);

/// Over what leads there.
inline constexpr const char* kLeadsToLine = translatable("Click to see the line in the source.");

/// What the checks found in a launch that heads what is said of it; nullptr: nothing.
const ptx::Finding* firstMistake(const session::LaunchResult& launch);

/// A finding in one line of the user's language, without how often there is one.
std::string findingWords(const ptx::Finding& finding);
/// With how often there is one.
std::string findingText(const ptx::Finding& finding);
/// What is said of a launch, with where the program launches it, as session::LaunchResult has it: "...
/// (launched at main.cu:41)".
std::string withPlace(std::string text, std::string_view place);

} // namespace lanescope::kit
