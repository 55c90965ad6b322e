// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::recording {

/// A value of cudaError_t, with what cudaGetErrorName and cudaGetErrorString say of it.
struct ErrorCode {
    int code = 0;
    const char* name = "";
    const char* text = "";
};

/// What a call returned, by its number in CUDA 13.0's driver_types.h. Of a number that is no error, both
/// texts say so.
const ErrorCode& errorCodeOf(int code);

} // namespace lanescope::recording
