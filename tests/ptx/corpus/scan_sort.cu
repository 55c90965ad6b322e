// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Prefix sums and sorting inside a block.

// Hillis and Steele, inclusive.
extern "C" __global__ void scanInclusive(const int* in, int* out) {
    __shared__ int buffer[2][256];
    const int t = threadIdx.x;
    int from = 0;
    buffer[from][t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        buffer[1 - from][t] = t >= step ? buffer[from][t] + buffer[from][t - step] : buffer[from][t];
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = buffer[from][t];
}

// Blelloch, exclusive, two elements a thread.
extern "C" __global__ void scanExclusive(const unsigned* in, unsigned* out) {
    extern __shared__ unsigned tree[];
    const int t = threadIdx.x;
    const int n = 2 * blockDim.x;
    const unsigned base = blockIdx.x * n;
    tree[2 * t] = in[base + 2 * t];
    tree[2 * t + 1] = in[base + 2 * t + 1];
    int offset = 1;
    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) tree[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            const int left = offset * (2 * t + 1) - 1;
            const int right = offset * (2 * t + 2) - 1;
            const unsigned kept = tree[left];
            tree[left] = tree[right];
            tree[right] += kept;
        }
    }
    __syncthreads();
    out[base + 2 * t] = tree[2 * t];
    out[base + 2 * t + 1] = tree[2 * t + 1];
}

// A warp's inclusive scan with shuffles.
extern "C" __global__ void scanWarp(const long long* in, long long* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    long long value = in[i];
    for (int step = 1; step < 32; step <<= 1) {
        const long long other = __shfl_up_sync(0xffffffff, value, step);
        if (lane >= step) value += other;
    }
    out[i] = value;
}

extern "C" __global__ void bitonicSort(int* data) {
    __shared__ int s[512];
    const unsigned t = threadIdx.x;
    s[t] = data[blockIdx.x * 512 + t];
    for (unsigned size = 2; size <= 512; size <<= 1) {
        for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            const unsigned other = t ^ stride;
            if (other > t) {
                const bool ascending = (t & size) == 0;
                if ((s[t] > s[other]) == ascending) {
                    const int kept = s[t];
                    s[t] = s[other];
                    s[other] = kept;
                }
            }
        }
    }
    __syncthreads();
    data[blockIdx.x * 512 + t] = s[t];
}

// One pass of a radix sort's partition by a bit, by votes.
extern "C" __global__ void partitionByBit(const unsigned* in, unsigned* out, int bit) {
    const unsigned lane = threadIdx.x & 31;
    const unsigned base = blockIdx.x * blockDim.x + threadIdx.x - lane;
    const unsigned value = in[base + lane];
    const unsigned ones = __ballot_sync(0xffffffff, (value >> bit) & 1);
    const unsigned below = (1u << lane) - 1;
    const bool one = (value >> bit) & 1;
    const unsigned to = one ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    out[base + to] = value;
}
