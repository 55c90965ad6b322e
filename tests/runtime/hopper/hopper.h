// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "../check.h"

inline bool isHopper() {
    cudaDeviceProp properties{};
    return cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.major == 9;
}
#define NEEDS_HOPPER()                                                                                       \
    if (!isHopper()) GTEST_SKIP() << "PTX of sm_90a runs on compute capability 9.0 alone"
