// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/times/chip_row.h"
#include "session/times/microbenchmarks.h"
#include "shell/output/device.h"
#include "json/fields.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What `validate --times` prints, as JSON and as tables, and the window reads back.
namespace lanescope::shell {

/// One latency or width.
struct TimeFigure {
    std::string figure, text, unit;
    std::optional<double> model; ///< what the model takes for just this, of an H200
    double h200 = 0;             ///< measured
    std::optional<double> here;  ///< on the GPU that is there
};

/// A microbenchmark's launch, without what an empty one takes.
struct TimedLaunch {
    std::string figure;
    double measuredSeconds = 0, modelledSeconds = 0, error = 0;
};

struct ErrorBin {
    std::optional<double> from, to; ///< none: open
    std::uint64_t launches = 0;
};

/// The model of a chip beside what was measured there.
struct TimesComparison {
    std::string device, architecture;
    std::vector<TimedLaunch> launches;
    double meanError = 0, largestError = 0;
    std::vector<ErrorBin> histogram;
};

struct TimesDocument {
    std::vector<TimeFigure> figures;
    TimesComparison bundled;
    std::optional<DeviceDocument> device;
    std::optional<TimesComparison> live;
    std::optional<std::string> notLiveBecause;
    std::optional<std::string> saved; ///< the file that keeps this GPU's
};

/// here: nullptr: nothing was measured.
std::vector<TimeFigure> figuresOf(const session::ChipRow& h200, const session::ChipRow* here);
TimesComparison comparisonOf(const session::ChipRow& row, std::span<const session::ComparedLaunch> launches);
Json timesJson(const TimesDocument& document);
/// Throws BadInput for a text that is none.
TimesDocument parseTimes(std::string_view text);
std::string timesText(const TimesDocument& document);

/// "+12 %", "0 %".
std::string errorText(double error);
/// "-10 % to -5 %", "above +50 %".
std::string rangeOf(const ErrorBin& bin);
/// One sentence: how many launches, the mean error and the largest.
std::string errorsText(const TimesComparison& comparison);

} // namespace lanescope::shell
