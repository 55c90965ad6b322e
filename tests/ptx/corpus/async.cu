// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Copies that run beside the arithmetic, and matrices loaded by a warp.
#include <cuda_pipeline.h>

extern "C" __global__ void pipelineCopy(const int4* in, int4* out) {
    __shared__ int4 stage[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __pipeline_memcpy_async(&stage[threadIdx.x], &in[i], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = stage[127 - threadIdx.x];
}

extern "C" __global__ void doubleBuffer(const float* in, float* out, int tiles) {
    __shared__ float buffer[2][64];
    const int t = threadIdx.x;
    const float* from = in + blockIdx.x * tiles * 64;
    __pipeline_memcpy_async(&buffer[0][t], &from[t], sizeof(float));
    __pipeline_commit();
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&buffer[(k + 1) % 2][t], &from[(k + 1) * 64 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += buffer[k % 2][63 - t];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}

// cp.async with a source size below the copy's: the rest becomes zero.
extern "C" __global__ void partialCopy(const unsigned* in, unsigned* out) {
    __shared__ __align__(16) unsigned stage[32 * 4];
    const int t = threadIdx.x;
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&stage[4 * t]));
    for (int k = 0; k < 4; ++k) stage[4 * t + k] = 0xFFFFFFFFu;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in + 4 * t), "r"(t % 17) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    for (int k = 0; k < 4; ++k) out[4 * t + k] = stage[4 * t + k];
}

extern "C" __global__ void loadMatrix(const unsigned short* in, uint4* out, uint2* transposed, unsigned* one) {
    __shared__ __align__(16) unsigned short tile[32][8];
    const int t = threadIdx.x;
    for (int k = 0; k < 8; ++k) tile[t][k] = in[t * 8 + k];
    __syncwarp();
    const unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[t][0]));
    uint4 four;
    uint2 two;
    unsigned single;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w) : "r"(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(two.x), "=r"(two.y) : "r"(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(single) : "r"(row));
    out[t] = four;
    transposed[t] = two;
    one[t] = single;
}

// Cache hints and widths of loads and stores.
extern "C" __global__ void cacheHints(const int4* in, int4* out, const short2* pairs, short2* pairsOut, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 v = __ldg(&in[i]);
    const int4 streamed = __ldcs(&in[(i + 1) % n]);
    v.x += __ldcg(&in[(i + 2) % n].y) + streamed.z;
    v.y ^= __ldca(&in[(i + 3) % n].w) ^ __ldlu(&in[i].x) ^ __ldcv(&in[i].y);
    __stcs(&out[i], v);
    __stwt(&pairsOut[i], make_short2(__ldg(&pairs[i]).y, pairs[i].x));
}
