// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Small kernels that the device tests launch; each shows one property of a device.

struct Pair {
    double first;
    char second;
};

// Every size and alignment of a parameter block.
__global__ void manyArguments(char a, short b, int c, long long d, float e, double f, Pair g, double* out)
{
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = double(d);
    out[4] = e;
    out[5] = f;
    out[6] = g.first;
    out[7] = g.second;
}

__global__ void writeIndex(int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

// Reverses n numbers through dynamic shared memory.
__global__ void reverse(int* data, int n)
{
    extern __shared__ int copy[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) copy[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = copy[n - 1 - i];
}

__global__ void readTexture(cudaTextureObject_t texture, float4* out, int width, float scaleX, float scaleY)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float4>(texture, (x + 0.5f) * scaleX, (y + 0.5f) * scaleY);
}

__global__ void writeSurface(cudaSurfaceObject_t surface, unsigned first)
{
    int x = threadIdx.x, y = blockIdx.x;
    uchar4 texel = make_uchar4(first + x, y, x ^ y, 255);
    surf2Dwrite(texel, surface, x * int(sizeof(uchar4)), y);
}

// Writes far outside of any allocation.
__global__ void outOfBounds(int* out)
{
    out[1LL << 40] = 1;
}

__global__ void say(int number)
{
    printf("number %d\n", number);
}

__global__ void endless(int* flag)
{
    volatile int* watched = flag;
    while (*watched == 0) *watched = 0; // without that it would be seen to wait
}

__device__ int visits = 7;

// The sum of a column of rows, and a variable that counts these launches.
__global__ void column(const float* rows, unsigned long long pitch, int count, int x, float* out)
{
    out[0] = 0;
    for (int y = 0; y < count; ++y)
        out[0] += *(reinterpret_cast<const float*>(reinterpret_cast<const char*>(rows) + y * pitch) + x);
    out[1] = float(visits++);
}

#include <cooperative_groups.h>

// Each block leaves a number, and reads that of the next one behind a barrier of the grid.
__global__ void neighbours(int* numbers, int* seen)
{
    if (threadIdx.x == 0) numbers[blockIdx.x] = 10 * blockIdx.x;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = numbers[(blockIdx.x + 1) % gridDim.x];
}
