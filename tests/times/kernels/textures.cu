// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Textures and surfaces: chains and streams of fetches, and kernels of images (textures.txt).
#include <cuda_runtime.h>

/// Texel (x, y) holds its x, so that each fetch says where the next one goes.
extern "C" __global__ void chaseTexture(cudaTextureObject_t t, float* out, int step, int mask, int rounds) {
    float x = threadIdx.x, y = 0.5f;
    for (int i = 0; i < rounds; ++i) {
        float v = tex2D<float>(t, x + 0.5f, y);
        x = (float)(((int)v + step) & mask);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

extern "C" __global__ void chaseSurface(cudaSurfaceObject_t s, float* out, int step, int mask, int rounds) {
    int x = threadIdx.x;
    for (int i = 0; i < rounds; ++i) {
        float v;
        surf2Dread(&v, s, x * 4, 0);
        x = ((int)v + step) & mask;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

/// Fetches that do not wait for each other, of a small part of the texture.
template<class Texel, class Sum> __device__ float streamed(cudaTextureObject_t t, int rounds, float scale, Sum sum) {
    float x = (threadIdx.x & 7) + 0.5f, y = (threadIdx.x >> 3 & 31) + 0.5f, all = 0;
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
        for (int k = 0; k < 8; ++k) all += sum(tex2D<Texel>(t, (x + k) * scale, (y + (i & 3)) * scale));
    }
    return all;
}
extern "C" __global__ void streamFloat(cudaTextureObject_t t, float* out, int rounds, float scale) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = streamed<float>(t, rounds, scale, [](float v) { return v; });
}
extern "C" __global__ void streamFloat4(cudaTextureObject_t t, float* out, int rounds, float scale) {
    out[blockIdx.x * blockDim.x + threadIdx.x] =
        streamed<float4>(t, rounds, scale, [](float4 v) { return v.x + v.y + v.z + v.w; });
}
/// A lane's own row each: no two lanes of a quad share a line.
extern "C" __global__ void streamRows(cudaTextureObject_t t, float* out, int rounds) {
    float x = (threadIdx.x >> 5) + 0.5f, y = (threadIdx.x & 31) * 16 + 0.5f, all = 0;
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
        for (int k = 0; k < 8; ++k) all += tex2D<float>(t, x + k, y + (i & 3));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}
extern "C" __global__ void readSurface(cudaSurfaceObject_t s, float* out, int rounds) {
    int x = threadIdx.x & 31, y = threadIdx.x >> 5;
    float all = 0;
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float v;
            surf2Dread(&v, s, x * 4, y + k);
            all += v;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}
extern "C" __global__ void writeSurface(cudaSurfaceObject_t s, int rounds) {
    int x = threadIdx.x & 31, y = threadIdx.x >> 5;
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
        for (int k = 0; k < 8; ++k) surf2Dwrite((float)i, s, x * 4, y + k + (blockIdx.x & 63) * 16);
    }
}

#define PIXEL                                                                                                  \
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;                  \
    if (x >= width || y >= height) return;

extern "C" __global__ void textureToLinear(cudaTextureObject_t t, float* out, int width, int height) {
    PIXEL
    out[y * width + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}
extern "C" __global__ void linearToSurface(cudaSurfaceObject_t s, const float* in, int width, int height) {
    PIXEL
    surf2Dwrite(in[y * width + x], s, x * 4, y);
}
extern "C" __global__ void copySurface(cudaSurfaceObject_t to, cudaSurfaceObject_t from, int width, int height) {
    PIXEL
    float v;
    surf2Dread(&v, from, x * 4, y);
    surf2Dwrite(v, to, x * 4, y);
}
extern "C" __global__ void transposeTexture(cudaTextureObject_t t, float* out, int width, int height) {
    PIXEL
    out[y * width + x] = tex2D<float>(t, y + 0.5f, x + 0.5f);
}
extern "C" __global__ void blurTexture(cudaTextureObject_t t, float* out, int width, int height, int radius) {
    PIXEL
    float sum = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) sum += tex2D<float>(t, x + dx + 0.5f, y + dy + 0.5f);
    out[y * width + x] = sum / ((2 * radius + 1) * (2 * radius + 1));
}
extern "C" __global__ void turnBytes(cudaSurfaceObject_t s, cudaTextureObject_t t, int width, int height, float c,
                                     float n, float scale) {
    PIXEL
    float px = (x - width * 0.5f) * scale, py = (y - height * 0.5f) * scale;
    float4 v = tex2D<float4>(t, px * c - py * n + width * 0.5f, px * n + py * c + height * 0.5f);
    surf2Dwrite(make_uchar4(v.x * 255, v.y * 255, v.z * 255, v.w * 255), s, x * 4, y);
}
extern "C" __global__ void turnFloats(cudaSurfaceObject_t s, cudaTextureObject_t t, int width, int height, float c,
                                      float n, float scale) {
    PIXEL
    float px = (x - width * 0.5f) * scale, py = (y - height * 0.5f) * scale;
    surf2Dwrite(tex2D<float4>(t, px * c - py * n + width * 0.5f, px * n + py * c + height * 0.5f), s, x * 16, y);
}
extern "C" __global__ void gatherTexture(cudaTextureObject_t t, float* out, int width, int height, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = i * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    out[i] = tex2D<float>(t, (h & (width - 1)) + 0.5f, (h >> 12 & (height - 1)) + 0.5f);
}
