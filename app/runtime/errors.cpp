// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/errors.h"

#include "recording/error_codes.h"

namespace lanescope::runtime {

const char* nameOf(cudaError_t code) {
    return recording::errorCodeOf(static_cast<int>(code)).name;
}

const char* textOf(cudaError_t code) {
    return recording::errorCodeOf(static_cast<int>(code)).text;
}

} // namespace lanescope::runtime
