// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A bitonic sort: near exchanges in shared memory, far ones in global memory.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr unsigned kTile = 1024; // keys of a block of half as many threads

__device__ void exchange(unsigned& low, unsigned& high, bool ascends) {
    if ((low > high) == ascends) {
        const unsigned kept = low;
        low = high;
        high = kept;
    }
}

/// The exchanges of a stage whose partners are nearer than a tile; of the first stages all.
__global__ void sortTile(unsigned* keys, unsigned firstSize, unsigned lastSize) {
    __shared__ unsigned tile[kTile];
    const unsigned thread = threadIdx.x, begin = blockIdx.x * kTile;
    tile[thread] = keys[begin + thread];
    tile[thread + kTile / 2] = keys[begin + thread + kTile / 2];
    for (unsigned size = firstSize; size <= lastSize; size *= 2)
        for (unsigned stride = min(size, kTile) / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned at = 2 * thread - (thread & (stride - 1));
            exchange(tile[at], tile[at + stride], ((begin + at) & size) == 0);
        }
    __syncthreads();
    keys[begin + thread] = tile[thread];
    keys[begin + thread + kTile / 2] = tile[thread + kTile / 2];
}

__global__ void exchangeFar(unsigned* keys, unsigned size, unsigned stride) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned at = 2 * thread - (thread & (stride - 1));
    exchange(keys[at], keys[at + stride], (at & size) == 0);
}

int main() {
    constexpr unsigned kKeys = 1 << 21;
    std::vector<unsigned> keys(kKeys);
    unsigned value = 1;
    for (unsigned& key : keys) key = value = value * 1664525 + 1013904223;
    unsigned* memory = nullptr;
    cudaMalloc(&memory, kKeys * sizeof(unsigned));
    cudaMemcpy(memory, keys.data(), kKeys * sizeof(unsigned), cudaMemcpyHostToDevice);
    sortTile<<<kKeys / kTile, kTile / 2>>>(memory, 2, kTile);
    for (unsigned size = 2 * kTile; size <= kKeys; size *= 2) {
        for (unsigned stride = size / 2; stride >= kTile; stride /= 2)
            exchangeFar<<<kKeys / 2 / 256, 256>>>(memory, size, stride);
        sortTile<<<kKeys / kTile, kTile / 2>>>(memory, size, size);
    }
    cudaMemcpy(keys.data(), memory, kKeys * sizeof(unsigned), cudaMemcpyDeviceToHost);
    const bool sorted = std::is_sorted(keys.begin(), keys.end());
    std::printf("%s, %s\n", sorted ? "sorted" : "not sorted", cudaGetErrorName(cudaGetLastError()));
    return sorted ? 0 : 1;
}
