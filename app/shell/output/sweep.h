// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/measurements.h"
#include "shell/output/device.h"
#include "json/fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What `sweep --json` prints, and the window reads back when it has had a sweep measured.
namespace lanescope::shell {

/// A point on one architecture.
struct ModelledPoint {
    std::string architecture, architectureName;
    std::optional<Json> counts; ///< of the whole run, by a report's names; nothing where a launch failed
    std::optional<double> milliseconds, gbps;
    std::optional<std::string> from; ///< what the time rests on
};

/// The times of a point's launches; gbps by the median, by the time that 5 % stay under, and that 95 % do.
struct MeasuredPoint {
    std::uint64_t launches = 0;
    double medianMs = 0, p5Ms = 0, p95Ms = 0;
    double gbps = 0, gbpsP5 = 0, gbpsP95 = 0;
};

struct SweepDocumentPoint {
    json::NamedTexts values; ///< of the parameters that are set or swept
    std::vector<ModelledPoint> modelled;
    std::optional<MeasuredPoint> measured;
    std::optional<std::string> stopped; ///< why a launch failed
    std::optional<std::uint64_t> blocksCounted, blocksTotal;
};

struct SweepDocumentSeries {
    std::string name;
    std::vector<std::string> over; ///< the parameters of its axes
    std::vector<SweepDocumentPoint> points;
};

struct SweepDocument {
    std::string lab;
    bool measured = false;
    std::optional<DeviceDocument> device; ///< that measured
    std::string cache;                    ///< "cold", "warm"
    std::vector<SweepDocumentSeries> series;
};

Json sweepJson(const SweepDocument& document);
/// Throws BadInput for a text that is none.
SweepDocument parseSweep(std::string_view text);
/// The curves of a measured one: of each series with one axis.
session::MeasuredSweep sweepFromJson(std::string_view text);

} // namespace lanescope::shell
