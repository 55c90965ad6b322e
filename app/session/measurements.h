// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/timing.h"

#include <map>
#include <optional>
#include <string>

namespace lanescope::session {

/// What a GPU's hardware counters read for a run, all launches together. The names are a report's, by space
/// and direction: "global.load.sectors", "shared.store.wavefronts"; and "dram_bytes_read",
/// "dram_bytes_written", "l2_sectors". A counter that the chip does not have is not there.
struct CounterReadings {
    std::map<std::string, double, std::less<>> values;
    /// Nothing: the chip has no such counter.
    std::optional<double> find(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
};

/// Bandwidth over a parameter as it was measured, 10^9 bytes requested a second.
struct MeasuredCurve {
    std::string name, parameter;
    std::vector<double> x;
    std::vector<std::string> words;        ///< the values of x when they are words, else empty
    std::vector<double> median, low, high; ///< low and high: 5 % and 95 % of the launches
    std::vector<double> modelled;          ///< on the first architecture; 0 where it is unknown
};

/// A sweep or an experiment that was run on a GPU.
struct MeasuredSweep {
    std::string device;
    model::Cache cache = model::Cache::Warm;
    std::vector<MeasuredCurve> curves;
};

/// What was measured on a GPU of the run that is shown; without a GPU nothing ever is.
struct Measurements {
    LiveTimes live;
    model::Cache cache = model::Cache::Warm; ///< whether the L2 is emptied before each launch
    double bestCopyBytesPerSecond = 0;       ///< of this device, bytes read and written; 0: not measured
    std::optional<CounterReadings> counters; ///< of the parameters that are shown, else nothing
    std::string counterTrouble;              ///< why there are no counters, and what to do
    std::optional<MeasuredSweep> sweep;      ///< of the lab's sweep with the other parameters as they are
    bool measuring = false;                  ///< a measurement runs beside the window
    double progress = 0;                     ///< of it, 0..1
    std::string doing;                       ///< what it is at
};

} // namespace lanescope::session
