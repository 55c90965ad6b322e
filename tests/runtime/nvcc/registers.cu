// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Says how many registers its kernels take, and how many of their blocks a multiprocessor holds.
#include <cstdio>

__global__ void few(float* p) {
    p[threadIdx.x] *= 2;
}

__global__ void many(float* p) {
    constexpr int n = 40;
    float s[n], sum = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) s[i] = p[threadIdx.x + i * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k)
#pragma unroll
        for (int i = 0; i < n; ++i) s[i] = s[i] * s[(i * 7 + k) % n] + k;
    for (int i = 0; i < n; ++i) sum += s[i];
    p[threadIdx.x] = sum;
}

int main() {
    for (void (*kernel)(float*) : {few, many}) {
        cudaFuncAttributes attributes{};
        int blocks = 0;
        if (cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)) != cudaSuccess ||
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 512, 0) != cudaSuccess)
            return 1;
        std::printf("%d registers, %d blocks\n", attributes.numRegs, blocks);
    }
}
