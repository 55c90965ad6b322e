// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "model/architecture.h"
#include "session/timing.h"
#include "shell/programs/targets.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// What the command line says about a lab, not yet checked; an empty text was not given.
struct LabRequest {
    std::string lab;                    ///< or a recording, or a program
    std::vector<std::string> arguments; ///< of a program
    std::vector<std::string> sets;      ///< "name=value"
    std::string architectures;          ///< "9.0,C2050"
    std::string device;
    std::string scenario; ///< a file or a link, as readScenario() takes it
    bool checked = false; ///< kernels are checked, and a program runs as Program::checked says
    /// A program that the scenario names runs, as one does that is named beside it: a scenario may be
    /// anybody's.
    bool runProgram = false;
    bool asksForProgram = false; ///< it does not run yet, and LabSetup::asks has it; else it is refused
    /// Has what is named opened, or run.
    std::shared_ptr<Targets> targets = std::make_shared<Targets>();
};

/// A request that has been checked: what there is was asked for.
struct LabSetup {
    std::shared_ptr<Targets> targets; ///< the request's
    std::shared_ptr<const kit::LabEntry> entry;
    std::string name;              ///< as it was asked for: a program's, not its recording's
    std::shared_ptr<kit::Lab> lab; ///< with its values set
    std::vector<const model::Architecture*> architectures; ///< empty: not named
    std::string device = "auto";
    bool checked = false; ///< the request or its scenario wants that
    int exitCode = 0;     ///< the command's, of a program that has left its recording but did not end well
    /// The program that the scenario names, in the place of which the first lab stands.
    std::optional<Program> asks;
};

/// The device that the request or its scenario names, as parseDevice() gives it. Throws BadInput.
std::string deviceOf(const LabRequest& request);

/// Reads the scenario, if one was named, lets the request's own values win over it, and checks everything.
/// Without a lab the first one is taken. Throws BadInput; what the request leaves open is the default.
LabSetup resolve(const LabRequest& request);

/// "9.0,C2050" as rows of the table; throws BadInput that says what there is.
std::vector<const model::Architecture*> parseArchitectures(std::string_view text);
/// The same for a command that takes one.
const model::Architecture& parseArchitecture(std::string_view text);
/// Throws BadInput unless the word is auto, cuda, cuda:N or emulated. Empty becomes auto.
std::string parseDevice(std::string_view text);

/// "warm" or "cold"; empty is warm. Throws BadInput.
model::Cache parseCache(std::string_view text);
/// The CUDA device that `choice` names, auto taking the first. Throws Unavailable, naming what needs
/// it.
std::shared_ptr<device::Device> openGpu(std::string_view choice, std::string_view what);

/// Why there is no GPU, without the advice to do without one, for those who asked for it or have taken it.
std::string withoutEmulatedAdvice(std::string reason);

/// A picture's size in pixels.
struct Size {
    int width = 0, height = 0;
};
/// "1600x1000", each 16 to 16384; throws BadInput.
Size parseSize(std::string_view text);

/// The whole text as a number in a range; false when it is not.
template<class T>
bool parseWhole(std::string_view text, T& value);

} // namespace lanescope::shell

#include <charconv>

template<class T>
bool lanescope::shell::parseWhole(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}
