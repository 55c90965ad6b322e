// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What programs of today write: matrices through <mma.h>, barriers and pipelines of libcu++.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <mma.h>

#pragma nv_diag_suppress static_var_with_dynamic_init

using namespace nvcuda;

/// A block of one warp makes a 16 x 16 tile of C = 2 A B + C, all of n x n.
extern "C" __global__ void matrixTiles(const half* a, const half* b, float* c, int n) {
    __shared__ __align__(32) half stage[16 * 16];
    const int row = blockIdx.y * 16, column = blockIdx.x * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, before;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
        for (int i = threadIdx.x; i < 256; i += 32) stage[i] = a[(row + i / 16) * n + k + i % 16];
        __syncwarp();
        wmma::load_matrix_sync(left, stage, 16);
        wmma::load_matrix_sync(right, b + column * n + k, n);
        for (int i = 0; i < left.num_elements; ++i) left.x[i] = left.x[i] + left.x[i];
        wmma::mma_sync(sum, left, right, sum);
        __syncwarp();
    }
    wmma::load_matrix_sync(before, c + row * n + column, n, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] += before.x[i];
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

/// Each phase, every thread adds up what the one on the other side of the block has brought.
extern "C" __global__ void barrierPhases(const int* in, int* out, int phases) {
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier barrier;
    __shared__ __align__(16) int stage[2][128];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int phase = 0; phase < phases; ++phase) {
        cuda::memcpy_async(&stage[phase % 2][threadIdx.x], &in[phase * 128 + threadIdx.x], sizeof(int), barrier);
        Barrier::arrival_token token = barrier.arrive();
        barrier.wait(std::move(token));
        sum += stage[phase % 2][127 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

/// Whole rows at once, which become bulk copies.
extern "C" __global__ void barrierRows(const int* in, int* out, int rows) {
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier barrier;
    __shared__ __align__(16) int stage[128];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int row = 0; row < rows; ++row) {
        Barrier::arrival_token token;
        if (threadIdx.x == 0) {
            cuda::memcpy_async(stage, in + row * 128, cuda::aligned_size_t<16>(sizeof stage), barrier);
            token = cuda::device::barrier_arrive_tx(barrier, 1, 0);
        } else {
            token = barrier.arrive();
        }
        barrier.wait(std::move(token));
        sum += stage[127 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

/// Two warps bring what two warps add up.
extern "C" __global__ void pipelineStages(const int* in, int* out, int batches) {
    constexpr int kStages = 3;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    __shared__ int stage[kStages][64];
    const auto group = cooperative_groups::this_thread_block();
    const bool brings = threadIdx.x < 64;
    auto pipeline = cuda::make_pipeline(group, &state, brings ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    for (int batch = 0; batch < batches; ++batch) {
        const int lane = threadIdx.x % 64;
        if (brings) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&stage[batch % kStages][lane], &in[batch * 64 + lane], sizeof(int), pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            sum += stage[batch % kStages][63 - lane];
            pipeline.consumer_release();
        }
    }
    if (!brings) out[threadIdx.x - 64] = sum;
}
