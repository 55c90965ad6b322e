// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Textures and surfaces. Coordinates come from buffers, results are all four channels.

extern "C" __global__ void fetch1d(cudaTextureObject_t tex, const float* u, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<float4>(tex, u[i]);
}
extern "C" __global__ void fetch2d(cudaTextureObject_t tex, const float2* uv, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float4>(tex, uv[i].x, uv[i].y);
}
extern "C" __global__ void fetch3d(cudaTextureObject_t tex, const float4* uvw, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex3D<float4>(tex, uvw[i].x, uvw[i].y, uvw[i].z);
}
extern "C" __global__ void fetchLayered1d(cudaTextureObject_t tex, const float2* uv, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1DLayered<float4>(tex, uv[i].x, i % 3);
}
extern "C" __global__ void fetchLayered2d(cudaTextureObject_t tex, const float2* uv, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2DLayered<float4>(tex, uv[i].x, uv[i].y, i % 3);
}
extern "C" __global__ void fetchLevel2d(cudaTextureObject_t tex, const float2* uv, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2DLod<float4>(tex, uv[i].x, uv[i].y, i % 4 * 0.5f);
}
extern "C" __global__ void fetchInt2d(cudaTextureObject_t tex, const float2* uv, int4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<int4>(tex, uv[i].x, uv[i].y);
}
extern "C" __global__ void fetchUnsigned2d(cudaTextureObject_t tex, const float2* uv, uint4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<uint4>(tex, uv[i].x, uv[i].y);
}
extern "C" __global__ void gather2d(cudaTextureObject_t tex, const float2* uv, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    switch (i % 4) { // the component is part of the instruction
    case 0: out[i] = tex2Dgather<float4>(tex, uv[i].x, uv[i].y, 0); break;
    case 1: out[i] = tex2Dgather<float4>(tex, uv[i].x, uv[i].y, 1); break;
    case 2: out[i] = tex2Dgather<float4>(tex, uv[i].x, uv[i].y, 2); break;
    default: out[i] = tex2Dgather<float4>(tex, uv[i].x, uv[i].y, 3);
    }
}

// An image turned about its centre, as the texture lab does it.
extern "C" __global__ void rotateImage(cudaTextureObject_t tex, float4* out, int width, int height, float cosine,
                                       float sine) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float u = (x + 0.5f) / width - 0.5f;
    const float v = (y + 0.5f) / height - 0.5f;
    out[y * width + x] = tex2D<float4>(tex, u * cosine - v * sine + 0.5f, v * cosine + u * sine + 0.5f);
}

extern "C" __global__ void writeSurface2d(cudaSurfaceObject_t surface, const uchar4* in, uchar4* out, int width,
                                          int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const uchar4 p = in[y * width + x];
    surf2Dwrite(make_uchar4(p.w, p.z, p.y, p.x), surface, x * 4, y);
}
extern "C" __global__ void readSurface2d(cudaSurfaceObject_t surface, const uchar4* in, uchar4* out, int width,
                                         int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int beyond = x * 4 + (y % 3 - 1) * 16; // over both edges
    uchar4 a, b;
    surf2Dread(&a, surface, beyond, y, cudaBoundaryModeZero);
    surf2Dread(&b, surface, beyond, y + 1, cudaBoundaryModeClamp);
    out[y * width + x] = make_uchar4(a.x ^ b.y, a.y ^ b.z, a.z + b.w, a.w + b.x);
}
extern "C" __global__ void surfaceFloats(cudaSurfaceObject_t surface, const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x >= width) return;
    surf2Dwrite(in[y * width + x] * 2, surface, x * 4, y);
}
extern "C" __global__ void surfaceFloatsBack(cudaSurfaceObject_t surface, const float* in, float* out, int width,
                                             int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x < width) out[y * width + x] = surf2Dread<float>(surface, (width - 1 - x) * 4, y) + in[y * width + x];
}
