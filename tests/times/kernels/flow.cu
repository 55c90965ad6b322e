// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What branches, switches and calls take, alike for all lanes of a warp and apart.

/// So much that no compiler makes predicated instructions of it.
template<int Seed>
__device__ __forceinline__ unsigned mix(unsigned x) {
    for (int k = 0; k < 6; ++k) x = (x ^ x >> 7) * (2654435761U + 2 * Seed) + Seed;
    return x;
}
__device__ __forceinline__ unsigned chosen(unsigned which, unsigned x) {
    switch (which & 7) {
    case 0:
        return mix<11>(x);
    case 1:
        return mix<13>(x) ^ x;
    case 2:
        return mix<17>(x) + x;
    case 3:
        return mix<19>(x) * 3;
    case 4:
        return mix<23>(x) - x;
    case 5:
        return mix<29>(x) | 5;
    case 6:
        return mix<31>(x) >> 1;
    default:
        return mix<37>(x) << 1;
    }
}
__device__ __forceinline__ unsigned thread() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void switchAlike(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k) x = chosen(k * 5, x);
    out[thread()] = x;
}
extern "C" __global__ void switchApart(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k) x = chosen(k * 5 + threadIdx.x, x);
    out[thread()] = x;
}
extern "C" __global__ void branchAlike(unsigned* out, int turns, unsigned bits) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k)
        if (bits >> (k & 31) & 1)
            x = mix<11>(x);
        else
            x = mix<13>(x) ^ x;
    out[thread()] = x;
}
extern "C" __global__ void branchApart(unsigned* out, int turns, unsigned bits) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k)
        if (bits >> (k + threadIdx.x & 31) & 1)
            x = mix<11>(x);
        else
            x = mix<13>(x) ^ x;
    out[thread()] = x;
}
extern "C" __global__ void turnsApart(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k)
        for (unsigned j = 0; j < (k + threadIdx.x & 7); ++j) x = mix<11>(x);
    out[thread()] = x;
}
using Function = unsigned (*)(unsigned);
__device__ __noinline__ unsigned one(unsigned x) {
    return mix<11>(x);
}
__device__ __noinline__ unsigned two(unsigned x) {
    return mix<13>(x) ^ x;
}
__device__ __noinline__ unsigned three(unsigned x) {
    return mix<17>(x) + x;
}
__device__ __noinline__ unsigned four(unsigned x) {
    return mix<19>(x) * 3;
}
__device__ Function functions[4] = {one, two, three, four};

extern "C" __global__ void callDirect(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k) x = one(x) + two(x);
    out[thread()] = x;
}
extern "C" __global__ void callAlike(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k) x = functions[k & 3](x);
    out[thread()] = x;
}
extern "C" __global__ void callApart(unsigned* out, int turns) {
    unsigned x = thread();
    for (int k = 0; k < turns; ++k) x = functions[k + threadIdx.x & 3](x);
    out[thread()] = x;
}
