// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Grids whose blocks wait for one another.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/// The sum of n integers in one launch: each block's, then the first block's of those.
extern "C" __global__ void sumOfAll(const int* in, int n, int* partial, int* out) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ int ofWarp[32];
    int sum = 0;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
    sum = cg::reduce(tile, sum, cg::plus<int>());
    if (tile.thread_rank() == 0) ofWarp[tile.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        int all = 0;
        for (unsigned w = 0; w < tile.meta_group_size(); ++w) all += ofWarp[w];
        partial[grid.block_rank()] = all;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        int all = 0;
        for (unsigned long long b = 0; b < grid.num_blocks(); ++b) all += partial[b];
        *out = all;
    }
}

/// Steps of a stencil on a ring, from a to b and back.
extern "C" __global__ void pingPong(float* a, float* b, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    float *from = a, *to = b;
    for (int step = 0; step < steps; ++step) {
        for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
            to[i] = 0.25f * from[(i + n - 1) % n] + 0.5f * from[i] + 0.25f * from[(i + 1) % n];
        grid.sync(); // here: sync
        float* next = from;
        from = to;
        to = next;
    }
}

/// Each block does work of its own between its arrival and its wait.
extern "C" __global__ void arriveAndWait(int* flags, int* own, int* seen) {
    cg::grid_group grid = cg::this_grid();
    const int block = static_cast<int>(grid.block_rank()), blocks = static_cast<int>(grid.num_blocks());
    if (threadIdx.x == 0) flags[block] = block + 1;
    cg::grid_group::arrival_token token = grid.barrier_arrive();
    own[grid.thread_rank()] = static_cast<int>(threadIdx.x) * block;
    grid.barrier_wait(static_cast<cg::grid_group::arrival_token&&>(token));
    seen[grid.thread_rank()] = flags[(block + 1 + static_cast<int>(threadIdx.x)) % blocks];
}

extern "C" __global__ void isValid(int* out) {
    if (threadIdx.x == 0) out[blockIdx.x] = cg::this_grid().is_valid();
}

/// The block `away` leaves before the barrier.
extern "C" __global__ void oneLeaves(int* out, unsigned away) {
    if (blockIdx.x == away) return;
    out[blockIdx.x] = 1;
    cg::this_grid().sync(); // here: leaves
    out[blockIdx.x] = 2;
}

/// The last block works long; the others wait for it.
extern "C" __global__ void waitLong(volatile int* flag, int* out, int rounds) {
    if (blockIdx.x == gridDim.x - 1) {
        unsigned value = 1;
        for (int i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
        if (threadIdx.x == 0) out[gridDim.x] = static_cast<int>(value);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) *flag = 1;
    }
    if (threadIdx.x == 0)
        while (*flag == 0) __nanosleep(100);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

/// Waits for a flag that nobody sets, in ways that are told apart by how.
extern "C" __global__ void waitForEver(int* flag, int how) {
    if (how == 0) {
        while (*static_cast<volatile int*>(flag) == 0) {
        }
    } else if (how == 1) {
        if (threadIdx.x == 5)
            while (atomicAdd(flag, 0) == 0) __nanosleep(10);
    } else if (how == 2) {
        if (threadIdx.x % 2 == 0)
            while (atomicCAS(flag, 1, 2) != 1) {
            }
        else
            while (*static_cast<volatile int*>(flag) != 3) {
            }
    } else {
        while (*static_cast<volatile int*>(flag) == 0) atomicAdd(flag + 1, 1);
    }
}

/// A lock that the lanes of all warps of all blocks take in turn.
extern "C" __global__ void lockOfTheGrid(int* lock, int* count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *static_cast<volatile int*>(count) = *static_cast<volatile int*>(count) + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
    cg::this_grid().sync();
    if (cg::this_grid().thread_rank() == 0) count[1] = count[0];
}

/// Lanes of one half of each warp wait in a loop for the other half, then those for these: whichever side of
/// a branch goes first, one of the two is a wait.
extern "C" __global__ void lanesOfAGrid(volatile int* flags, int* out) {
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 < 16) {
        while (flags[2 * warp] == 0) {
        }
        flags[2 * warp + 1] = 1;
    } else {
        flags[2 * warp] = 1;
        while (flags[2 * warp + 1] == 0) {
        }
    }
    __syncwarp();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cg::this_grid().sync();
}

/// A sum over blocks that depends on the order of floats: each block adds its part when its turn comes.
extern "C" __global__ void oneAfterAnother(volatile float* sum, volatile int* turn) {
    if (threadIdx.x == 0) {
        while (*turn != static_cast<int>(gridDim.x - 1 - blockIdx.x)) {
        }
        *sum = *sum * 1.5f + static_cast<float>(blockIdx.x);
        __threadfence();
        *turn = *turn + 1;
    }
    __syncthreads();
}

extern "C" __global__ void printInBlocks() {
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) printf("a%u ", blockIdx.x);
    grid.sync();
    if (threadIdx.x == 0) printf("b%u\n", blockIdx.x);
}

/// Blocks from `first` on read past the end behind `before` barriers.
extern "C" __global__ void faultsBehindBarriers(int* data, unsigned first, int before) {
    for (int i = 0; i < before; ++i) cg::this_grid().sync();
    if (blockIdx.x >= first) data[1 << 20] = 1; // here: behind
    cg::this_grid().sync();
}

/// A race in shared memory of one block, and global memory that another block has written.
extern "C" __global__ void racesAndReads(int* data, int* out) {
    __shared__ int word;
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) data[blockIdx.x] = static_cast<int>(blockIdx.x);
    grid.sync();
    if (blockIdx.x == 2) {
        word = static_cast<int>(threadIdx.x); // here: race
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x] + (blockIdx.x == 2 ? word : 0);
}

__device__ int depthOf(int n, int* where) {
    int room[8];
    for (int i = 0; i < 8; ++i) room[i] = where[i] + n;
    return n <= 0 ? room[0] : depthOf(n - 1, room) + room[n % 8];
}

/// Needs more memory the deeper it goes.
extern "C" __global__ void deep(int* out, int n) {
    int start[8] = {};
    out[blockIdx.x * blockDim.x + threadIdx.x] = depthOf(n, start);
}
