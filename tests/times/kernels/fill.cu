// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the buffers of a point hold, as trace --arg makes it. kind: bytes of an element, and 10 more for floats.
extern "C" __global__ void fillRamp(void* out, unsigned long long n, int kind) {
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (unsigned long long)blockDim.x)
        switch (kind) {
        case 1: ((unsigned char*)out)[i] = i; break;
        case 2: ((unsigned short*)out)[i] = i; break;
        case 4: ((unsigned*)out)[i] = i; break;
        case 8: ((unsigned long long*)out)[i] = i; break;
        case 14: ((float*)out)[i] = i; break;
        case 18: ((double*)out)[i] = i; break;
        }
}
extern "C" __global__ void fillRandom(void* out, unsigned long long n, int kind, unsigned long long seed) {
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (unsigned long long)blockDim.x) {
        unsigned long long z = seed + (i + 1) * 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        z ^= z >> 31;
        switch (kind) {
        case 1: ((unsigned char*)out)[i] = z; break;
        case 2: ((unsigned short*)out)[i] = z; break;
        case 4: ((unsigned*)out)[i] = z; break;
        case 8: ((unsigned long long*)out)[i] = z; break;
        case 14: ((float*)out)[i] = (z >> 40) * 0x1p-24f; break;
        case 18: ((double*)out)[i] = (z >> 11) * 0x1p-53; break;
        }
    }
}
extern "C" __global__ void fillConst(void* out, unsigned long long n, int kind, unsigned long long bits) {
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (unsigned long long)blockDim.x)
        switch (kind % 10) {
        case 1: ((unsigned char*)out)[i] = bits; break;
        case 2: ((unsigned short*)out)[i] = bits; break;
        case 4: ((unsigned*)out)[i] = bits; break;
        case 8: ((unsigned long long*)out)[i] = bits; break;
        }
}
