// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Sums and maxima of an array, the usual five ways.

extern "C" __global__ void reduceShared(const int* in, int* out, int n) {
    __shared__ int partial[256];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) partial[t] += partial[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

// The slow form with a modulus: a divergence in every step.
extern "C" __global__ void reduceInterleaved(const int* in, int* out, int n) {
    extern __shared__ int dynamicInts[];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    dynamicInts[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0) dynamicInts[t] += dynamicInts[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = dynamicInts[0];
}

__device__ float warpSum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void reduceShuffle(const float* in, float* out, int n) {
    __shared__ float perWarp[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sum = warpSum(sum);
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (lane == 0) perWarp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? perWarp[lane] : 0;
        sum = warpSum(sum);
        if (lane == 0) out[blockIdx.x] = sum;
    }
}

extern "C" __global__ void reduceAtomic(const unsigned* in, unsigned* sum, unsigned* least, unsigned* most,
                                        unsigned long long* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(sum, in[i]);
    atomicMin(least, in[i]);
    atomicMax(most, in[i]);
    atomicAdd(wide, static_cast<unsigned long long>(in[i]) * in[i]);
}

__device__ unsigned blocksDone = 0;

// The last block to finish adds up what the others left.
extern "C" __global__ void reduceLastBlock(const int* in, volatile int* partial, int* out, int n) {
    __shared__ int sums[128];
    __shared__ bool last;
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sums[t] = sum;
    __syncthreads();
    for (int step = 64; step > 0; step >>= 1) {
        if (t < step) sums[t] += sums[t + step];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&blocksDone, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int total = 0;
        for (int b = 0; b < gridDim.x; ++b) total += partial[b];
        *out = total;
    }
}

// Dot product in double with a tree of shuffles by xor.
extern "C" __global__ void dotDouble(const double* a, const double* b, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double value = i < n ? a[i] * b[i] : 0;
    for (int mask = 1; mask < 32; mask <<= 1) value += __shfl_xor_sync(0xffffffff, value, mask);
    if (threadIdx.x % 32 == 0) out[i / 32] = value;
}
