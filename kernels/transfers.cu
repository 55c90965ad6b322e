// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A copy, 16 bytes a thread and step. Where one of the two arrays is page-locked host memory that is mapped
// into the device's addresses, each access to it crosses the bus; nothing is copied beforehand.

// Any grid will do: each thread goes on by as many elements as there are threads.
__global__ void copy(float4* to, const float4* from, unsigned long long count)
{
    unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < count; i += threads)
        to[i] = from[i];
}

// The same with four loads under way before the first store.
__global__ void copyFour(float4* to, const float4* from, unsigned long long count)
{
    unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * threads < count; i += 4 * threads) {
        float4 a = from[i], b = from[i + threads], c = from[i + 2 * threads], d = from[i + 3 * threads];
        to[i] = a;
        to[i + threads] = b;
        to[i + 2 * threads] = c;
        to[i + 3 * threads] = d;
    }
    for (; i < count; i += threads)
        to[i] = from[i];
}
