// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Grids whose blocks wait for each other: launched cooperatively.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/// Nothing but barriers of the grid.
extern "C" __global__ void gridBarriers(int* out, int times) {
    cg::grid_group grid = cg::this_grid();
    int sum = 0;
    for (int i = 0; i < times; ++i) {
        sum += i ^ static_cast<int>(threadIdx.x);
        grid.sync();
    }
    if (grid.thread_rank() == 0) *out = sum;
}

/// Sums of blocks, and then the sum of these.
extern "C" __global__ void gridSum(const float* in, float* partial, float* out, int n) {
    cg::grid_group grid = cg::this_grid();
    __shared__ float ofWarp[32];
    float sum = 0;
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size())) sum += in[i];
    for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffffu, sum, k);
    if (threadIdx.x % 32 == 0) ofWarp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (unsigned w = 0; w < blockDim.x / 32; ++w) all += ofWarp[w];
        partial[blockIdx.x] = all;
    }
    grid.sync();
    if (blockIdx.x == 0 && threadIdx.x < 32) {
        float all = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += 32) all += partial[b];
        for (int k = 16; k > 0; k /= 2) all += __shfl_down_sync(0xffffffffu, all, k);
        if (threadIdx.x == 0) *out = all;
    }
}

/// Steps of a stencil on a ring, from a to b and back.
extern "C" __global__ void gridStencil(float* a, float* b, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    float *from = a, *to = b;
    for (int step = 0; step < steps; ++step) {
        for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size())) {
            int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
            to[i] = 0.25f * from[left] + 0.5f * from[i] + 0.25f * from[right];
        }
        grid.sync();
        float* next = from;
        from = to;
        to = next;
    }
}

/// Work that is the longer the higher the block's number, between barriers.
extern "C" __global__ void gridUneven(float* out, int rounds, int work) {
    cg::grid_group grid = cg::this_grid();
    float x = static_cast<float>(threadIdx.x);
    for (int round = 0; round < rounds; ++round) {
        int turns = work * static_cast<int>(blockIdx.x % 8);
        for (int k = 0; k < turns; ++k) x = x * 0.999f + 1.0f;
        grid.sync();
    }
    out[grid.thread_rank()] = x;
}
