// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// The counts by the names that JSON, CSV, sweeps and tables have for them.
namespace lanescope::model {

/// A space's accesses of one direction; without a space those of the whole run.
struct Part {
    std::optional<Space> space = std::nullopt;
    Direction direction = Direction::Load;
    auto operator<=>(const Part&) const = default;
};

/// A count, or a ratio of counts, and its name.
struct Metric {
    std::string_view name;                  ///< "tag_lookups"
    std::string_view label;                 ///< for people: "tag lookups"
    std::uint64_t Counts::*field = nullptr; ///< of a count
    /// Whether a part of a run has it on an architecture.
    bool (*counted)(const Architecture& architecture, Part part);
    /// Another count that has the same name outside shared memory, and its label.
    std::uint64_t Counts::*outsideShared = nullptr;
    std::string_view labelOutsideShared = {};
    /// Of a ratio, which takes the place of the field: 1 is 100 %; nullopt where it is one of nothing.
    std::optional<double> (*ratio)(const Counts& counts) = nullptr;

    /// Of a count: of accesses to one space. Of a whole run that has the name in several stages it is a sum
    /// of unlike things, which only the contract's "wavefronts" of JSON and CSV gives.
    std::uint64_t countOf(const Counts& counts) const {
        return counts.*field + (outsideShared ? counts.*outsideShared : 0);
    }
    /// Of a count or a ratio alike; 0 for a ratio of nothing.
    double valueOf(const Counts& counts) const {
        return ratio ? ratio(counts).value_or(0) : static_cast<double>(countOf(counts));
    }
    bool addsUpUnlike() const { return outsideShared != nullptr; }
    std::string_view labelIn(Space space) const {
        return outsideShared && space != Space::Shared ? labelOutsideShared : label;
    }
};
/// All of them in the order of the contract.
std::span<const Metric> metrics();

/// The wavefronts of one stage by name: those of shared memory's data stage and of global memory's tag stage.
inline constexpr std::string_view kSharedWavefronts = "shared_wavefronts";
inline constexpr std::string_view kTagWavefronts = "global_tag_wavefronts";
/// Of a run whose instructions were counted.
inline constexpr std::string_view kActiveLanes = "active_lanes_per_instruction";
/// Of a metric, a count also with "_per_access" behind its name, which divides by the accesses; nullptr:
/// there is none of that name.
const Metric* findMetric(std::string_view metric);
/// The space whose wavefronts a name means that says their stage, with or without "_per_access".
std::optional<Space> stageSpace(std::string_view metric);

/// A metric of accesses to one space, also per access. Wavefronts also go by the name of their stage.
/// Throws BadInput for another name.
double metricValue(const Counts& counts, std::string_view metric);
/// The same of a whole run, and kActiveLanes. Its wavefronts have to say of which stage they are: passes
/// through the data stage of shared memory and through the tag stage of global memory are unlike, and their
/// sum says nothing.
double metricValue(const Report& report, std::string_view metric);

} // namespace lanescope::model
