// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Strings and bytes.

extern "C" __global__ void upperCase(char* text, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z') text[i] -= 'a' - 'A';
}

extern "C" __global__ void rot13(const char* in, char* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const char c = in[i];
    const char base = c & 32 ? 'a' : 'A';
    out[i] = (c | 32) >= 'a' && (c | 32) <= 'z' ? base + (c - base + 13) % 26 : c;
}

// Where a pattern begins in a text.
extern "C" __global__ void find(const unsigned char* text, const unsigned char* pattern, int* found, int n, int length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n) return;
    int k = 0;
    while (k < length && text[i + k] == pattern[k]) ++k;
    if (k == length) atomicAdd(found, i + 1);
}

extern "C" __global__ void fnv1a(const unsigned char* data, unsigned* hashes, unsigned long long* wide, int stride) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = 2166136261u;
    unsigned long long w = 14695981039346656037ull;
    for (int k = 0; k < stride; ++k) {
        h = (h ^ data[i * stride + k]) * 16777619u;
        w = (w ^ data[i * stride + k]) * 1099511628211ull;
    }
    hashes[i] = h;
    wide[i] = w;
}

__device__ unsigned crcTable(unsigned byte) {
    for (int k = 0; k < 8; ++k) byte = byte & 1 ? (byte >> 1) ^ 0xEDB88320u : byte >> 1;
    return byte;
}

extern "C" __global__ void crc32(const unsigned char* data, unsigned* out, int stride) {
    __shared__ unsigned table[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) table[b] = crcTable(b);
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned crc = 0xFFFFFFFFu;
    for (int k = 0; k < stride; ++k) crc = (crc >> 8) ^ table[(crc ^ data[i * stride + k]) & 255];
    out[i] = ~crc;
}

__device__ const char kDigits[17] = "0123456789abcdef";

// Numbers as text, from a table in global memory.
extern "C" __global__ void toHex(const unsigned* in, char* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < 8; ++k) out[8 * i + k] = kDigits[(in[i] >> (28 - 4 * k)) & 15];
}

extern "C" __global__ void toDecimal(const int* in, char* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char text[12];
    int length = 0;
    unsigned v = in[i] < 0 ? 0u - in[i] : in[i];
    do {
        text[length++] = '0' + v % 10;
        v /= 10;
    } while (v != 0);
    if (in[i] < 0) text[length++] = '-';
    for (int k = 0; k < 12; ++k) out[12 * i + k] = k < length ? text[length - 1 - k] : ' ';
}

// Run lengths by a neighbour's value from a shuffle.
extern "C" __global__ void runStarts(const unsigned char* in, unsigned* starts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned value = in[i];
    const unsigned before = __shfl_up_sync(0xffffffff, value, 1);
    const unsigned ballot = __ballot_sync(0xffffffff, (threadIdx.x & 31) == 0 || before != value);
    if ((threadIdx.x & 31) == 0) starts[i / 32] = ballot;
}
