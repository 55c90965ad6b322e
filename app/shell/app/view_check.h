// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <cstdint>
#include <optional>

namespace lanescope::shell {

/// Throws BadInput where the view chooses a launch that the result does not have, or a memory instruction
/// that its code does not have.
void checkView(const kit::Drawn& drawn, const kit::View& view);
/// Throws BadInput where it is neither an access of that memory instruction that is shown nor another one of
/// its line.
void checkSite(const std::optional<kit::ShownAccess>& shown, std::int64_t site);

} // namespace lanescope::shell
