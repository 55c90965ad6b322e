// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "kit/words/facts.h"
#include "model/metrics.h"
#include "model/report.h"
#include "model/time/launch_time.h"
#include "session/stream_timeline.h"
#include "shell/output/shown_paths.h"
#include "json/fields.h"
#include "json/stream.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A Report as JSON, as a table for a terminal and as columns of a CSV file, under the same names everywhere.
namespace lanescope::shell {

/// Of an efficiency: all that a double has, or what a reader takes in.
enum class Digits : std::uint8_t { All, Few };
/// The count as text; empty where the part does not have it, or for an efficiency of nothing.
std::string metricText(const model::Metric& metric, const model::Counts& counts,
                       const model::Architecture& architecture, model::Part part, Digits digits);

/// A launch and what the model says of it on one architecture.
struct ReportedLaunch {
    std::string label;
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0; ///< dynamic
    const ptx::Module* module = nullptr;
    const model::Report* report = nullptr;
    const device::LaunchRecord* record = nullptr;
    bool checked = false; ///< what `--check` looks for was looked for
    bool onGpu = false;   ///< record's time was measured by a GPU's events
    /// What stopped it, of a lab whose kernels may fail; nullptr: nothing did.
    const ptx::Fault* fault = nullptr;
    std::string refused; ///< why it was not launched; empty: it was
    bool cooperative = false;
    model::Dim3 cluster{0, 0, 0};            ///< blocks; 0 x 0 x 0: the launch asked for none
    const model::LaunchTime* time = nullptr; ///< modelled; nullptr: none is known
    std::optional<unsigned> device = {};     ///< of a program with several; 0 the first
    std::string place = {};                  ///< as session::LaunchResult has it
};

/// The fields architecture, rules, launches, sites, total and run of one architecture. Of so many launches,
/// at least one; at(i) gives each, when it is written.
void addReport(json::Stream& document, std::size_t launches,
               const std::function<ReportedLaunch(std::size_t)>& at);
/// "modelled as H200 (CC 9.0)", a line after an empty one.
std::string modelledAs(const model::Architecture& architecture);
/// The same as tables.
std::string reportText(std::span<const ReportedLaunch> launches, const ShownPaths& paths = {});
/// What a lab says besides counts: [{"name", "value"}, ...], and as a table; empty without facts.
Json factsJson(std::span<const kit::Fact> facts);
std::string factsText(std::span<const kit::Fact> facts);
/// Of a lab whose work no kernel does the field modelled_work, with bytes, seconds and gb_per_second;
/// hasLaunches: addReport() was called, and else architecture and no launches come first.
void addWork(json::Stream& document, const model::Architecture& architecture, const session::CopyTime& work,
             bool hasLaunches);
/// The same in a sentence.
std::string workText(const session::CopyTime& work);

/// {"broadcast", "bank_mode_bytes", "l1"}: only those the architecture asks for.
Json rulesJson(const model::Architecture& architecture, const model::Rules& rules);

} // namespace lanescope::shell
