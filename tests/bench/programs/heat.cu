// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Heat that spreads over a plate: five neighbours, tiles with a border in shared memory.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int kTileX = 32, kTileY = 8;

__global__ void spread(const float* from, float* to, int width, int height) {
    __shared__ float tile[kTileY + 2][kTileX + 2];
    const int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
    const int column = threadIdx.x + 1, row = threadIdx.y + 1;
    tile[row][column] = from[y * width + x];
    if (threadIdx.x == 0) tile[row][0] = x > 0 ? from[y * width + x - 1] : 0;
    if (threadIdx.x == kTileX - 1) tile[row][kTileX + 1] = x + 1 < width ? from[y * width + x + 1] : 0;
    if (threadIdx.y == 0) tile[0][column] = y > 0 ? from[(y - 1) * width + x] : 0;
    if (threadIdx.y == kTileY - 1) tile[kTileY + 1][column] = y + 1 < height ? from[(y + 1) * width + x] : 0;
    __syncthreads();
    const float middle = tile[row][column];
    to[y * width + x] = middle + 0.2f * (tile[row - 1][column] + tile[row + 1][column] +
                                         tile[row][column - 1] + tile[row][column + 1] - 4 * middle);
}

int main() {
    constexpr int kWidth = 1024, kHeight = 1024, kSteps = 120;
    std::vector<float> plate(kWidth * kHeight);
    plate[kHeight / 2 * kWidth + kWidth / 2] = 1000;
    float *from = nullptr, *to = nullptr;
    cudaMalloc(&from, plate.size() * sizeof(float));
    cudaMalloc(&to, plate.size() * sizeof(float));
    cudaMemcpy(from, plate.data(), plate.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int step = 0; step < kSteps; ++step) {
        spread<<<dim3(kWidth / kTileX, kHeight / kTileY), dim3(kTileX, kTileY)>>>(from, to, kWidth, kHeight);
        std::swap(from, to);
    }
    cudaMemcpy(plate.data(), from, plate.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (const float each : plate) sum += each;
    std::printf("%.3f of 1000, %s\n", sum, cudaGetErrorName(cudaGetLastError()));
    return std::fabs(sum - 1000) < 0.1 ? 0 : 1;
}
