// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Atomics by memory, by how many lanes meet, with and without the old value.

/// Word (thread / group * stride) & mask: `group` neighbours meet.
extern "C" __global__ void addGlobal(unsigned* words, unsigned group, unsigned stride, unsigned mask, int rounds) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; ++r) atomicAdd(&words[(thread / group * stride + r * 32) & mask], 1U);
}

extern "C" __global__ void addGlobalReturning(unsigned* words, unsigned* out, unsigned group, unsigned stride,
                                              unsigned mask, int rounds) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int r = 0; r < rounds; ++r) sum += atomicAdd(&words[(thread / group * stride + sum % 2) & mask], 2U);
    out[thread] = sum;
}

extern "C" __global__ void addFloats(float* words, const float* in, unsigned mask, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&words[i & mask], in[i]);
}

extern "C" __global__ void swapGlobal(unsigned* words, unsigned mask, int rounds) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        unsigned old = words[(thread + r) & mask], seen;
        do {
            seen = old;
            old = atomicCAS(&words[(thread + r) & mask], seen, seen + 1);
        } while (old != seen);
    }
}

extern "C" __global__ void addShared(unsigned* out, unsigned group, unsigned mask, int rounds) {
    __shared__ unsigned words[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0;
    __syncthreads();
    for (int r = 0; r < rounds; ++r) atomicAdd(&words[(threadIdx.x / group + r) & mask], 1U);
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        if (words[i] == ~0U) out[i] = words[i];
}

/// Counts bytes: `bins` of them differ.
extern "C" __global__ void countGlobal(unsigned* bins, const unsigned* in, unsigned mask, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i] & mask], 1U);
}

extern "C" __global__ void countShared(unsigned* bins, const unsigned* in, unsigned mask, int n) {
    __shared__ unsigned own[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i] & mask], 1U);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (own[i] != 0) atomicAdd(&bins[i], own[i]);
}
