// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The kernels that the emulator's speed is measured with.

extern "C" __global__ void vectorAdd(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void strideCopy(const float* in, float* out, int n, int stride) {
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void matmulNaive(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

extern "C" __global__ void matmulTiled(const float* a, const float* b, float* c, int n) {
    __shared__ float tileA[16][16], tileB[16][16];
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < n / 16; ++tile) {
        tileA[threadIdx.y][threadIdx.x] = a[row * n + tile * 16 + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(tile * 16 + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

template <int Pad>
__device__ void transpose(const float* in, float* out, int width, int height) {
    __shared__ float tile[32][32 + Pad];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transposePadded(const float* in, float* out, int width, int height) {
    transpose<1>(in, out, width, height);
}

extern "C" __global__ void transposeUnpadded(const float* in, float* out, int width, int height) {
    transpose<0>(in, out, width, height);
}

extern "C" __global__ void createVertices(float4* positions, float time, unsigned width, unsigned height) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float u = x / static_cast<float>(width) * 2.0f - 1.0f, v = y / static_cast<float>(height) * 2.0f - 1.0f;
    const float freq = 4.0f;
    const float w = sinf(u * freq + time) * cosf(v * freq + time) * 0.5f;
    positions[y * width + x] = make_float4(u, w, v, 1.0f);
}

extern "C" __global__ void shuffleReduce(const float* in, float* out, int n) {
    __shared__ float partial[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void mandelbrot(int* out, int width, int height, int limit) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float cr = x * 3.0f / width - 2.0f, ci = y * 2.0f / height - 1.0f;
    float zr = 0.0f, zi = 0.0f;
    int k = 0;
    while (k < limit && zr * zr + zi * zi < 4.0f) {
        const float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++k;
    }
    out[y * width + x] = k;
}

extern "C" __global__ void turnPicture(cudaSurfaceObject_t output, cudaTextureObject_t image, int side, float s, float c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float px = (x + 0.5f) / side - 0.5f, py = (y + 0.5f) / side - 0.5f;
    const float4 colour = tex2D<float4>(image, px * c - py * s + 0.5f, px * s + py * c + 0.5f);
    const uchar4 pixel = make_uchar4(colour.x * 255.0f + 0.5f, colour.y * 255.0f + 0.5f, colour.z * 255.0f + 0.5f,
                                     colour.w * 255.0f + 0.5f);
    surf2Dwrite(pixel, output, x * 4, y);
}
