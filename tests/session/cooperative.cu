// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels whose blocks wait for one another, for recordings of cooperative launches.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/// Steps of a stencil on a ring, from a to b and back; every product and sum is rounded where it says so.
__global__ void pingPong(float* a, float* b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    float *from = a, *to = b;
    for (int step = 0; step < steps; ++step) {
        for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
            to[i] = __fmaf_rn(0.3f, from[(i + n - 1) % n],
                              __fmaf_rn(0.45f, from[i], __fmul_rn(0.25f, from[(i + 1) % n])));
        grid.sync();
        float* next = from;
        from = to;
        to = next;
    }
}

/// The sum of all elements: each block's part, then all parts by the first block, with work between the arrival
/// at the barrier and the wait.
__global__ void total(const int* in, int n, int* parts, int* own, int* out)
{
    cg::grid_group grid = cg::this_grid();
    __shared__ int part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
        atomicAdd(&part, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) parts[grid.block_rank()] = part;
    cg::grid_group::arrival_token token = grid.barrier_arrive();
    own[grid.thread_rank()] = static_cast<int>(threadIdx.x * blockIdx.x);
    grid.barrier_wait(static_cast<cg::grid_group::arrival_token&&>(token));
    if (grid.thread_rank() == 0)
        for (int b = 0; b < static_cast<int>(grid.num_blocks()); ++b) *out += parts[b];
}

/// The last block leaves before the barrier.
__global__ void oneLeaves(int* out)
{
    if (blockIdx.x == gridDim.x - 1) return;
    cg::this_grid().sync();
    out[0] = 1;
}
