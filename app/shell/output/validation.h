// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/launch_validation.h"
#include "session/validation.h"
#include "shell/output/device.h"
#include "json/fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What `validate` prints, as JSON and as tables, and the window reads back.
namespace lanescope::shell {

/// The access whose counts deviate most.
struct Deviation {
    std::uint64_t modelled = 0, measured = 0;
    std::string access;
};

/// One quantity, over many accesses.
struct ComparedQuantity {
    std::string quantity; ///< "global load sectors"
    std::uint64_t exact = 0, off = 0;
    bool promised = false;
    std::optional<Deviation> largestDeviation;
};

struct ComparedFile {
    std::string file;
    std::uint64_t accesses = 0;
};

/// The model against the measurements that the program carries.
struct BundledComparison {
    std::string architecture, device;
    std::uint64_t accesses = 0;
    std::vector<ComparedFile> files;
    std::vector<ComparedQuantity> quantities;
    bool holds = false;
};

/// One quantity of a lab's kernel.
struct LabQuantity {
    std::string kernel, quantity;
    std::uint64_t modelled = 0, measured = 0;
    bool exact = false, promised = false;
    std::optional<std::string> reason; ///< why they may differ
};

struct ComparedLab {
    std::string lab;
    std::vector<LabQuantity> quantities;
    std::optional<std::string> skipped; ///< why
};

/// The model against the counters of the GPU that is there.
struct LiveComparison {
    DeviceDocument device;
    std::string architecture;
    std::uint64_t accesses = 0, seed = 0;
    double seconds = 0;
    std::vector<ComparedQuantity> quantities;
    std::vector<ComparedLab> labs;
    bool holds = false;
};

struct ValidationDocument {
    BundledComparison bundled;
    std::optional<LiveComparison> live;
    std::optional<std::string> notLiveBecause;
    bool holds = false;
};

std::vector<ComparedQuantity> quantitiesOf(const session::Comparison& comparison);
std::vector<ComparedLab> comparedLabs(const std::vector<session::LaunchValidation>& labs);
Json validationJson(const ValidationDocument& document);
/// Throws BadInput for a text that is none.
ValidationDocument parseValidation(std::string_view text);

std::string comparisonText(const session::Comparison& comparison);
std::string labsText(const std::vector<session::LaunchValidation>& labs);

/// One line of a validation's page in the window.
struct ValidationRow {
    std::string part, quantity; ///< part: "bundled measurements", "drawn accesses", a lab's name
    bool promised = false, exact = false;
    std::string result; ///< "600 of 600 exact", "modelled 12, counted 13: ..."
};
struct ValidationPage {
    bool holds = false;
    std::string summary; ///< one or two sentences
    std::vector<ValidationRow> rows;
};
/// The page of `validate --json`. Throws BadInput.
ValidationPage validationFromJson(std::string_view text);

} // namespace lanescope::shell
