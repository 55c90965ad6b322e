// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Each block adds up blockDim.x numbers, a power of two; out has one sum a block. Launch again over those
// sums until one is left. The numbers are whole, so no order of adding them changes the result.
//
// All but the last need dynamic shared memory for one number a thread.

// Neighbours first. In step k only each 2k-th thread works: the others of its warp wait for it.
__global__ void interleaved(int* out, const int* in, int n)
{
    extern __shared__ int s[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (int k = 1; k < blockDim.x; k *= 2) {
        if (tid % (2 * k) == 0) {
            int other = s[tid + k];
            s[tid] += other;
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

// The same sums by the first threads: whole warps work or rest, but their elements lie 2k apart.
__global__ void strided(int* out, const int* in, int n)
{
    extern __shared__ int s[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (int k = 1; k < blockDim.x; k *= 2) {
        int index = 2 * k * tid;
        if (index < blockDim.x) {
            int other = s[index + k];
            s[index] += other;
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

// The second half onto the first: whole warps work, and a warp's elements lie side by side.
__global__ void sequential(int* out, const int* in, int n)
{
    extern __shared__ int s[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();

    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (tid < k) {
            int other = s[tid + k];
            s[tid] += other;
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}

// Lanes of a warp hand their numbers on from register to register; only one sum a warp goes through shared
// memory, to the first warp.
__global__ void shuffle(int* out, const int* in, int n)
{
    __shared__ int s[32];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    int lane = tid % 32, warp = tid / 32;

    int sum = i < n ? in[i] : 0;
    for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
    if (lane == 0) s[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? s[lane] : 0;
        for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
        if (lane == 0) out[blockIdx.x] = sum;
    }
}
