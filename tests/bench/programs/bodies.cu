// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Bodies that attract each other: tiles of bodies in shared memory, and much arithmetic.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kTile = 128;

__global__ void move(const float4* from, float4* to, float4* speeds, int count, float seconds) {
    __shared__ float4 tile[kTile];
    const int i = blockIdx.x * kTile + threadIdx.x;
    const float4 own = from[i];
    float3 pull = {0, 0, 0};
    for (int begin = 0; begin < count; begin += kTile) {
        tile[threadIdx.x] = from[begin + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < kTile; ++j) {
            const float4 other = tile[j];
            const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            const float inverse = rsqrtf(x * x + y * y + z * z + 0.01f);
            const float weight = other.w * inverse * inverse * inverse;
            pull.x += x * weight;
            pull.y += y * weight;
            pull.z += z * weight;
        }
        __syncthreads();
    }
    float4 speed = speeds[i];
    speed.x += pull.x * seconds;
    speed.y += pull.y * seconds;
    speed.z += pull.z * seconds;
    speeds[i] = speed;
    to[i] = {own.x + speed.x * seconds, own.y + speed.y * seconds, own.z + speed.z * seconds, own.w};
}

int main() {
    constexpr int kBodies = 8192, kSteps = 8;
    std::vector<float4> bodies(kBodies);
    unsigned value = 1;
    const auto random = [&] { return float((value = value * 1664525 + 1013904223) >> 8) / (1 << 24) - 0.5f; };
    for (float4& each : bodies) each = {random(), random(), random(), 1.0f / kBodies};
    float4 *from = nullptr, *to = nullptr, *speeds = nullptr;
    cudaMalloc(&from, kBodies * sizeof(float4));
    cudaMalloc(&to, kBodies * sizeof(float4));
    cudaMalloc(&speeds, kBodies * sizeof(float4));
    cudaMemset(speeds, 0, kBodies * sizeof(float4));
    cudaMemcpy(from, bodies.data(), kBodies * sizeof(float4), cudaMemcpyHostToDevice);
    for (int step = 0; step < kSteps; ++step) {
        move<<<kBodies / kTile, kTile>>>(from, to, speeds, kBodies, 0.01f);
        float4* const swapped = from;
        from = to;
        to = swapped;
    }
    cudaMemcpy(bodies.data(), from, kBodies * sizeof(float4), cudaMemcpyDeviceToHost);
    bool finite = true;
    for (const float4& each : bodies) finite = finite && std::isfinite(each.x + each.y + each.z);
    std::printf("%s, %s\n", finite ? "moved" : "lost", cudaGetErrorName(cudaGetLastError()));
    return finite ? 0 : 1;
}
