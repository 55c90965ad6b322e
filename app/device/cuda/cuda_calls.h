// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"

#include <functional>

namespace lanescope::device {

/// Makes the calls on a GPU, in this process, which may lose the GPU by it. known is told after every call.
/// Throws Unavailable without such a GPU, Error for a kernel that is not there.
CallReturns makeCalls(const recording::Recording& recording, int ordinal,
                      const std::function<void(const CallReturns&)>& known = {});

} // namespace lanescope::device
