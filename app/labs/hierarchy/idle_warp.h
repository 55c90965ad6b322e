// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <optional>

namespace lanescope::lab_hierarchy {

/// The shown access, or of a focus warp that makes none an access without lanes, kept in `none`: what is
/// drawn of its threads is then about threads that do nothing. Nothing when the run left no trace at all.
std::optional<kit::ShownAccess> shownOrIdle(const kit::Frame& frame, model::WarpAccess& none);

/// Whether no lane of an access takes part.
bool isIdle(const kit::ShownAccess& shown);

} // namespace lanescope::lab_hierarchy
