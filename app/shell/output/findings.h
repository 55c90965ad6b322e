// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "ptx/check/finding.h"
#include "ptx/run/machine.h"
#include "text/tr.h"
#include "json/fields.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope::shell {

/// A finding with all that is known of it; what it has not is null.
/// A place in the host's code, "main.cu:23" or "main()", as {"file", "line", "function"}; null: not known.
Json placeJson(std::string_view place);
Json findingJson(const ptx::Finding& finding);
/// What the host code of a recorded program does wrong: file and line, or the function, and what it is.
Json hostFindingsJson(const recording::Recording& recording);
/// The same, in a line each; empty: nothing.
std::vector<std::string> hostFindingTexts(const recording::Recording& recording);
/// What is to be known of a recording before anything in it is believed, in a line each: parts of its file
/// that were passed over, and sources that were changed after the program was built.
std::vector<std::string> warningsOf(const recording::Recording& recording);
/// What stopped a kernel: kind, place, and who.
Json faultJson(const ptx::Fault& fault);

/// What stopped kernels of a program, in a line each. Of a lab that is what it shows, and nothing has failed.
std::vector<std::string> programFaults(const kit::Lab& lab, const session::RunResult& result);

/// What `--check` looks for, in words.
inline constexpr const char* kChecked =
    translatable("races, uninitialised reads, misuse of warps and mbarriers");

/// What `--check` has to say of a launch when it is done: nothing found, or how many, and in how many of the
/// blocks it looked. One line.
std::string checkedText(std::span<const ptx::Finding> findings, std::uint64_t blocksRun,
                        std::uint64_t blocksTotal);

} // namespace lanescope::shell
