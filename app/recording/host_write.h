// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/calls.h"

#include <string>
#include <string_view>

/// Managed and page-locked memory that kernels use is written by the host without any call. A recording
/// brings what is there to a device before the next call that may use it.
namespace lanescope::recording {

/// Whether it is no call of a program, but that.
bool isHostWrite(const Call& call);
/// In words: "memory1 as the host has it, 96,000 bytes". name: where it begins.
std::string hostWriteText(const CopyIn& write, std::string_view name);
/// What there is to say of it beside calls: a sentence.
std::string_view hostWriteNote();

} // namespace lanescope::recording
