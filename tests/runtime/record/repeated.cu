// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Equal launches with equal mistakes, and memory of one size from three lines. With an argument the last kernel reads beyond
/// its memory.
#include <cstdio>

constexpr int count = 256, launches = 10;

__global__ void turn(int* out, const int* in)
{
    __shared__ int staged[count];
    staged[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = staged[count - 1 - threadIdx.x]; // no barrier before
}

__global__ void same(int* out, const int* in)
{
    out[0] = in[threadIdx.x]; // all of them
}

__global__ void beyond(int* out, const int* in)
{
    out[threadIdx.x] = in[threadIdx.x + 1]; // one too far
}

int main(int arguments, char**)
{
    int *first = nullptr, *second = nullptr, *third = nullptr;
    cudaMalloc(&first, count * sizeof(int));  // the first
    cudaMalloc(&second, count * sizeof(int)); // the second
    cudaMalloc(&third, count * sizeof(int));  // the third
    int values[count];
    for (int i = 0; i < count; ++i)
        values[i] = i;
    cudaMemcpy(first, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(second, values, sizeof values, cudaMemcpyHostToDevice);
    for (int i = 0; i < launches; ++i)
        turn<<<1, count>>>(third, first);
    same<<<1, count>>>(third, first);
    if (arguments > 1)
        beyond<<<1, count>>>(third, second);
    cudaMemcpy(values, third, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("%d\n", values[7]);
}
