// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Addresses that depend on data, paths that differ from lane to lane, tables in local and constant memory.

extern "C" __global__ void gather(float* out, const float* table, const unsigned* index, unsigned mask, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[index[i] & mask];
}

extern "C" __global__ void scatter(float* table, const float* in, const unsigned* index, unsigned mask, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) table[index[i] & mask] = in[i];
}

/// Each lane follows a way of its own through a table; next[i] holds i.
extern "C" __global__ void follow(unsigned* out, const unsigned* next, unsigned mask, int steps) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = thread * 2654435761U & mask;
    for (int s = 0; s < steps; ++s) at = next[at] * 1664525U + 1013904223U & mask;
    out[thread] = at;
}

/// Finds numbers in a sorted table; table[i] holds i.
extern "C" __global__ void binarySearch(unsigned* out, const unsigned* table, const unsigned* wanted,
                                        unsigned size, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned key = wanted[i] % size;
    unsigned low = 0, high = size;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

/// Rows of a sparse matrix, a thread each; row r has base + r % spread elements.
extern "C" __global__ void sparseRows(float* y, const float* values, const unsigned* columns, const float* x,
                                      unsigned mask, int rows, int base, int spread) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int longest = base + spread - 1, length = base + row % spread;
    float sum = 0;
    for (int e = 0; e < length; ++e)
        sum += values[row * longest + e] * x[columns[row * longest + e] & mask];
    y[row] = sum;
}

/// The same, a warp each.
extern "C" __global__ void sparseRowsByWarp(float* y, const float* values, const unsigned* columns,
                                            const float* x, unsigned mask, int rows, int base, int spread) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const int longest = base + spread - 1, length = base + row % spread;
    float sum = 0;
    for (int e = lane; e < length; e += 32)
        sum += values[row * longest + e] * x[columns[row * longest + e] & mask];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
    if (lane == 0) y[row] = sum;
}

/// Loops whose length differs from lane to lane, by up to `spread`.
extern "C" __global__ void unequalLoops(float* out, const unsigned* in, int n, int least, int spread) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int rounds = least + static_cast<int>(in[i] % spread);
    float x = 1;
    for (int r = 0; r < rounds; ++r) x = x * 0.999F + 0.5F;
    out[i] = x;
}

/// As many ways as `ways`, of which each lane takes one.
extern "C" __global__ void manyWays(float* out, const float* in, int n, int ways) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    switch (threadIdx.x % ways) {
    case 0: for (int r = 0; r < 64; ++r) x = x * 0.9F + 1; break;
    case 1: for (int r = 0; r < 64; ++r) x = x * 0.8F - 1; break;
    case 2: for (int r = 0; r < 64; ++r) x = x / 1.1F + 1; break;
    case 3: for (int r = 0; r < 64; ++r) x = sqrtf(x * x + 1); break;
    case 4: for (int r = 0; r < 64; ++r) x = x * x * 0.1F; break;
    case 5: for (int r = 0; r < 64; ++r) x = fabsf(x - 0.5F); break;
    case 6: for (int r = 0; r < 64; ++r) x = fminf(x * 1.5F, 9); break;
    default: for (int r = 0; r < 64; ++r) x = x + 0.25F; break;
    }
    out[i] = x;
}

/// A table of each thread in local memory.
extern "C" __global__ void localTable(unsigned* out, const unsigned* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned table[64];
    for (int k = 0; k < 64; ++k) table[k] = k * 2654435761U;
    unsigned x = in[i];
    for (int r = 0; r < rounds; ++r) {
        x = x * 1664525U + 1013904223U;
        table[x >> 26] += x;
        x ^= table[x >> 20 & 63];
    }
    out[i] = x;
}

/// The same index in every lane.
extern "C" __global__ void localTableUniform(unsigned* out, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned table[32];
    for (int k = 0; k < 32; ++k) table[k] = i + k;
    unsigned sum = 0;
    for (int r = 0; r < rounds; ++r) {
        table[r * 7 & 31] += r;
        sum += table[r * 5 & 31];
    }
    out[i] = sum;
}

__constant__ float coefficients[4096];

/// spread 0: every lane reads the same word.
extern "C" __global__ void constantTable(float* out, int n, int rounds, int spread) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int r = 0; r < rounds; ++r) sum += coefficients[(r + threadIdx.x * spread) & 4095];
    out[i] = sum;
}
