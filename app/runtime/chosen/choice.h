// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/chosen/registered.h"

#include <cstdint>

namespace lanescope::runtime {

/// Where a program runs, for as long as it does.
enum class Choice : std::uint8_t {
    Emulated,
    Gpu,
    None ///< a GPU was asked for and there is none: every call fails
};

/// Decides at the first call, by LANESCOPE_DEVICE: "emulated", "cuda", or "auto" (as without it), which takes
/// the GPU where there is one. Says in one line on standard error why there is none, when one was asked for.
Choice chosen();
/// Whether chosen() has decided.
bool isChosen();

/// The registered image is complete: the device that was chosen takes it, one that is yet to be chosen will.
void complete(Registered& image);
/// It goes, as when a library is closed.
void withdraw(Registered& image);

} // namespace lanescope::runtime
