// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Says which of its codes runs.
#include <cstdio>

__global__ void code() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    printf("9.0a\n");
#else
    printf("9.0\n");
#endif
}

int main() {
    code<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
