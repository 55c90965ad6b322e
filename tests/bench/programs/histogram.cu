// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Counts bytes: atomics on shared memory by block, then on global memory.
#include <cstdio>
#include <vector>

constexpr int kBins = 256;

__global__ void countBytes(const unsigned* words, int count, unsigned* bins) {
    __shared__ unsigned own[kBins];
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const unsigned word = words[i];
        atomicAdd(&own[word & 255], 1);
        atomicAdd(&own[word >> 8 & 255], 1);
        atomicAdd(&own[word >> 16 & 255], 1);
        atomicAdd(&own[word >> 24], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}

int main() {
    constexpr int kWords = 1 << 22, kRounds = 40;
    std::vector<unsigned> words(kWords);
    unsigned value = 1;
    for (unsigned& word : words) word = value = value * 1664525 + 1013904223;
    unsigned *data = nullptr, *bins = nullptr;
    cudaMalloc(&data, words.size() * sizeof(unsigned));
    cudaMalloc(&bins, kBins * sizeof(unsigned));
    cudaMemcpy(data, words.data(), words.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    for (int round = 0; round < kRounds; ++round) countBytes<<<256, 256>>>(data, kWords, bins);
    std::vector<unsigned> counts(kBins);
    cudaMemcpy(counts.data(), bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (const unsigned count : counts) sum += count;
    std::printf("%llu bytes, %s\n", sum, cudaGetErrorName(cudaGetLastError()));
    return sum == 4ULL * kWords * kRounds ? 0 : 1;
}
