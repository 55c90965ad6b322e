// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Kernels that a multiprocessor has room for many or few of: each thread keeps Sums running sums, one a
// register. How many warps there are decides how long memory is waited for, or does not matter at all.

// Each line says where the next one is, so a warp waits for every load before it knows the next address.
// next[32 * line + lane] is an element of the next line; a thread takes `rounds` times Sums steps.
template<int Sums>
__device__ void follow(unsigned* out, const int* next, int lines, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i % (32 * lines);
    unsigned sum[Sums];
    for (int k = 0; k < Sums; ++k) sum[k] = k;

#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < Sums; ++k) {
            at = next[at];
            sum[k] = sum[k] * 3 + at;
        }

    unsigned all = 0;
    for (int k = 0; k < Sums; ++k) all = all * 5 + sum[k];
    out[i] = all;
}
__global__ void __launch_bounds__(1024) follow8(unsigned* out, const int* next, int lines, int rounds)
{
    follow<8>(out, next, lines, rounds);
}
__global__ void __launch_bounds__(1024) follow32(unsigned* out, const int* next, int lines, int rounds)
{
    follow<32>(out, next, lines, rounds);
}
__global__ void __launch_bounds__(768) follow64(unsigned* out, const int* next, int lines, int rounds)
{
    follow<64>(out, next, lines, rounds);
}

// No memory, and sums that do not wait for each other: a warp has something to do in every cycle.
template<int Sums>
__device__ void compute(unsigned* out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum[Sums];
    for (int k = 0; k < Sums; ++k) sum[k] = i + k;

#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < Sums; ++k) sum[k] = sum[k] * 3 + round;

    unsigned all = 0;
    for (int k = 0; k < Sums; ++k) all = all * 5 + sum[k];
    out[i] = all;
}
__global__ void __launch_bounds__(1024) compute8(unsigned* out, int rounds)
{
    compute<8>(out, rounds);
}
__global__ void __launch_bounds__(1024) compute32(unsigned* out, int rounds)
{
    compute<32>(out, rounds);
}
__global__ void __launch_bounds__(768) compute64(unsigned* out, int rounds)
{
    compute<64>(out, rounds);
}
