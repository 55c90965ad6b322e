// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

// The types of CUDA's functions; the names are the emulator's (runtime/api/api.h).
#include "emulated_names.h"
#include "runtime/chosen/device_function.h"

#include <cuda_runtime_api.h>

#include <string_view>

namespace lanescope::runtime {

/// The function of that name and type F of the device that was chosen, as it is without recording.
template<class F>
F* deviceCall(std::string_view name) {
    return reinterpret_cast<F*>(deviceFunction(name));
}

} // namespace lanescope::runtime
