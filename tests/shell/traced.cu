// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Kernels that `lanescope trace` is tried with.
#include <stdio.h>

__global__ void saxpy(int n, float a, const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void copyInts(const int* from, int* to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

__global__ void scalars(char c, short s, long long l, double d, double* out)
{
    out[0] = c;
    out[1] = s;
    out[2] = static_cast<double>(l);
    out[3] = d;
}

// One block; column-wise from shared memory, so that every lane hits the same bank.
__global__ void column(float* out)
{
    extern __shared__ float tile[];
    for (int row = 0; row < 32; ++row) tile[row * 32 + threadIdx.x] = static_cast<float>(row * 32 + threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * 32];
}

__global__ void sample(cudaTextureObject_t texture, int width, float* out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

__global__ void hello(int n)
{
    printf("lane %d of %d\n", threadIdx.x, n);
}

__global__ void forever(volatile int* flag)
{
    while (*flag == 0) {
    }
}

struct Two {
    short low, high;
};
__global__ void smallByValue(Two two, int* out)
{
    out[0] = two.low;
    out[1] = two.high;
}

struct Triple {
    int a, b, c;
};
__global__ void byValue(Triple triple, int* out)
{
    out[0] = triple.a;
    out[1] = triple.b;
    out[2] = triple.c;
}

template<int kStep>
__global__ void strided(int* out)
{
    out[threadIdx.x * kStep] = kStep;
}
template __global__ void strided<2>(int* out);
template __global__ void strided<3>(int* out);

// Half a warp waits for the whole of it.
__global__ void diverges(int* out)
{
    if (threadIdx.x < 16) __syncthreads();
    out[threadIdx.x] = 1;
}

// Each warp turns around its part of a block's shared memory without waiting for what its lanes write.
__global__ void turn(const int* in, int* out, bool wait)
{
    __shared__ int part[64];
    part[threadIdx.x] = in[threadIdx.x];
    if (wait) __syncwarp();
    out[threadIdx.x] = part[threadIdx.x ^ 31];
}

#include <cooperative_groups.h>

// Each block leaves a number, and reads that of the next one behind a barrier of the grid.
__global__ void neighbours(int* numbers, int* seen)
{
    if (threadIdx.x == 0) numbers[blockIdx.x] = 10 * blockIdx.x;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) seen[blockIdx.x] = numbers[(blockIdx.x + 1) % gridDim.x];
}

// Almost all of its time goes into one line.
__global__ void slowLine(int turns, const float* x, float* y)
{
    float sum = threadIdx.x;
    for (int i = 0; i < turns; ++i)
        sum = sqrtf(sum) / 3.0f;
    y[threadIdx.x] = sum + x[threadIdx.x];
}

// Ends never, and touches no memory.
__global__ void endless()
{
    while (true) asm volatile("");
}

// Each thread adds what the next one has: a race between blocks, and the shuffle of a warp of 16 lanes reads beyond its end.
__global__ void addNext(int* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int next = data[i + 1];
    data[i] = next + __shfl_down_sync(0xffffffff, next, 8);
}
