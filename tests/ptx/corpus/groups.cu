// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tileReduce(const int* in, int* out) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    const int i = blockIdx.x * block.size() + block.thread_rank();
    int value = in[i];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
    out[i] = tile.shfl(value, 0) + tile.meta_group_rank();
    block.sync();
}

extern "C" __global__ void libraryReduce(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * i] = cg::reduce(warp, in[i], cg::plus<int>());
    out[3 * i + 1] = cg::reduce(warp, in[i], cg::greater<int>());
    out[3 * i + 2] = cg::inclusive_scan(warp, in[i] & 255);
}

// Lanes that took one branch, as a group.
extern "C" __global__ void coalescedGroup(const int* in, int* counter, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = -1;
    if (in[i] % 3 != 0) {
        const cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(counter, active.size());
        out[i] = active.shfl(in[i], 0) * 0 + active.thread_rank();
    }
}

extern "C" __global__ void tileVotes(const int* in, unsigned* out) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tile.ballot(in[i] > 0) << 2 | (tile.any(in[i] == 7) ? 2 : 0) | (tile.all(in[i] != 0) ? 1 : 0);
    out[i] ^= tile.match_any(in[i] & 1) << 20;
}
