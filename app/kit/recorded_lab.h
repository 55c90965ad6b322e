// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "recording/recording.h"

#include <memory>
#include <string>

namespace lanescope::kit {

/// A recording in the place of a lab: it has no parameters, and general pictures and words. path: its file's,
/// the entry's name.
LabEntry recordedLab(const std::string& path, const std::string& title,
                     std::shared_ptr<const recording::Recording> recording);

} // namespace lanescope::kit
