// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What `validate --times` loads anew for each launch, so that no multiprocessor has its instructions.

/// Instructions that no warp comes back to.
extern "C" __global__ void straight_code(long long* cycles, float* never, float first, float second) {
    float x[8];
    for (int i = 0; i < 8; ++i) x[i] = first + static_cast<float>(threadIdx.x + i);
    const long long begin = clock64();
#pragma unroll
    for (int u = 0; u < 64; ++u) {
#pragma unroll
        for (int i = 0; i < 8; ++i) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[i]) : "f"(second));
    }
    const long long end = clock64();
    if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
    if (second == 0)
        for (int i = 0; i < 8; ++i) never[i] = x[i];
}
