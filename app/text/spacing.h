// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lanescope::text {

/// A text that was put together with a space between Chinese and what is not, and none within Chinese or
/// beside its full-width signs.
std::string spaced(std::string_view text);

} // namespace lanescope::text
