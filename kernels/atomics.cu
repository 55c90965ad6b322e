// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A histogram of values from 0 to 1023, with the counters in three places. Lanes whose values fall into one
// bin want to update one word, and wait for each other. Launch enough blocks for the values; the histogram
// must be zero before.

__device__ int binOf(int value, int bins) { return value * bins / 1024; }

// Every thread of the grid updates the same counters in global memory. A value adds 1 to its bin, or itself.
template <bool itself> __device__ void inGlobal(unsigned* histogram, const int* values, int n, int bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int value = values[i];
        atomicAdd(&histogram[binOf(value, bins)], itself ? value : 1);
    }
}

extern __shared__ unsigned counters[];

// Every block has `copies` sets of counters of its own, and adds them to the histogram at its end: 1 for
// the whole block, or as many as it has warps.
template <bool itself>
__device__ void inShared(unsigned* histogram, const int* values, int n, int bins, int copies)
{
    for (int k = threadIdx.x; k < copies * bins; k += blockDim.x) counters[k] = 0;
    __syncthreads();

    unsigned* mine = counters + threadIdx.x / 32 % copies * bins;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int value = values[i];
        atomicAdd(&mine[binOf(value, bins)], itself ? value : 1);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        unsigned sum = counters[bin];
        for (int copy = 1; copy < copies; ++copy) sum += counters[copy * bins + bin];
        atomicAdd(&histogram[bin], sum);   // the only atomics on global memory: one a bin and block
    }
}

__global__ void countGlobal(unsigned* histogram, const int* values, int n, int bins)
{
    inGlobal<false>(histogram, values, n, bins);
}
__global__ void sumGlobal(unsigned* histogram, const int* values, int n, int bins)
{
    inGlobal<true>(histogram, values, n, bins);
}
__global__ void countShared(unsigned* histogram, const int* values, int n, int bins, int copies)
{
    inShared<false>(histogram, values, n, bins, copies);
}
__global__ void sumShared(unsigned* histogram, const int* values, int n, int bins, int copies)
{
    inShared<true>(histogram, values, n, bins, copies);
}
