// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Conjugate gradients: rows of a sparse matrix that gather, sums by shuffles, vectors that are added.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void multiply(const int* begins, const int* columns, const float* values, const float* in, float* out,
                         int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = begins[row]; i < begins[row + 1]; ++i) sum += values[i] * in[columns[i]];
    out[row] = sum;
}

/// The sum of each warp; of sums in one warp it is the sum of all.
__global__ void dot(const float* a, const float* b, float* sums, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = thread; i < count; i += gridDim.x * blockDim.x) sum += b ? a[i] * b[i] : a[i];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0U, sum, offset);
    if (threadIdx.x % 32 == 0) sums[thread / 32] = sum;
}

/// y = x * a + y * b
__global__ void add(const float* x, float a, float* y, float b, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] = x[i] * a + y[i] * b;
}

template<class T>
T* onDevice(const std::vector<T>& values) {
    T* memory = nullptr;
    cudaMalloc(&memory, values.size() * sizeof(T));
    cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return memory;
}

int main() {
    constexpr int kRows = 1 << 19, kRounds = 25, kBlocks = kRows / 256;
    // A diagonal that dominates, and neighbours near and far, on both sides.
    std::vector<int> begins{0}, columns;
    std::vector<float> values;
    for (int row = 0; row < kRows; ++row) {
        for (const int away : {-4096, -257, -1, 0, 1, 257, 4096}) {
            if (row + away < 0 || row + away >= kRows) continue;
            columns.push_back(row + away);
            values.push_back(away == 0 ? 8.0f : -1.0f);
        }
        begins.push_back(static_cast<int>(columns.size()));
    }
    const int* rowBegins = onDevice(begins);
    const int* columnOf = onDevice(columns);
    const float* valueOf = onDevice(values);
    const std::vector<float> ones(kRows, 1), zeros(kRows, 0);
    float *x = onDevice(zeros), *rest = onDevice(ones), *way = onDevice(ones), *product = onDevice(zeros);
    constexpr int kSummers = 64, kThreads = 256, kSums = kSummers * kThreads / 32;
    float *sums = nullptr, *sum = nullptr;
    cudaMalloc(&sums, kSums * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    const auto dotOf = [&](const float* a, const float* b) {
        float result = 0;
        dot<<<kSummers, kThreads>>>(a, b, sums, kRows);
        dot<<<1, 32>>>(sums, nullptr, sum, kSums);
        cudaMemcpy(&result, sum, sizeof(float), cudaMemcpyDeviceToHost);
        return result;
    };
    float length = dotOf(rest, rest);
    for (int round = 0; round < kRounds; ++round) {
        multiply<<<kBlocks, 256>>>(rowBegins, columnOf, valueOf, way, product, kRows);
        const float step = length / dotOf(way, product);
        add<<<kBlocks, 256>>>(way, step, x, 1, kRows);
        add<<<kBlocks, 256>>>(product, -step, rest, 1, kRows);
        const float next = dotOf(rest, rest);
        add<<<kBlocks, 256>>>(rest, 1, way, next / length, kRows);
        length = next;
    }
    std::printf("what is left: %s, %s\n", length < 1 ? "little" : "much", cudaGetErrorName(cudaGetLastError()));
    return length < 1 ? 0 : 1;
}
