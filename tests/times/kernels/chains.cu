// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A thread works through elements of its own, one after another: what waits for what, and what the compiler has in
// flight at once. Rows lie one after another (a thread's own lines) or side by side (all threads' in one line).

extern "C" __global__ void hashBytes(unsigned* out, const unsigned char* in, int length) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned h = 17;
    for (int k = 0; k < length; ++k) h = (h + in[i * length + k]) * 31u;
    out[i] = h;
}

extern "C" __global__ void hashColumn(unsigned* out, const unsigned char* in, int length, int width) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned h = 17;
    for (int k = 0; k < length; ++k) h = (h + in[k * width + i]) * 31u;
    out[i] = h;
}

extern "C" __global__ void xorBytes(unsigned* out, const unsigned char* in, int length) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned h = 0;
    for (int k = 0; k < length; ++k) h ^= in[i * length + k];
    out[i] = h;
}

extern "C" __global__ void sumRow(float* out, const float* in, int length) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0;
    for (int k = 0; k < length; ++k) sum += in[i * length + k];
    out[i] = sum;
}

extern "C" __global__ void sumColumn(float* out, const float* in, int length, int width) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0;
    for (int k = 0; k < length; ++k) sum += in[k * width + i];
    out[i] = sum;
}

extern "C" __global__ void mixWords(unsigned* out, const unsigned* in, int length) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned a = 1, b = 2;
    for (int k = 0; k < length; ++k) {
        a = (a ^ in[i * length + k]) * 0x9e3779b1u;
        b += (a << 13) | (a >> 19);
    }
    out[i] = a ^ b;
}

extern "C" __global__ void divideAlong(float* x, const float* d, int length, int width) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float last = 1;
    for (int k = 0; k < length; ++k) {
        last = (x[k * width + i] - last) / (d[k * width + i] + last);
        x[k * width + i] = last;
    }
}

extern "C" __global__ void backAndForth(float* x, int length) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float* row = x + i * length;
    for (int k = 1; k < length; ++k) row[k] += 0.5f * row[k - 1];
    for (int k = length - 2; k >= 0; --k) row[k] -= 0.25f * row[k + 1];
}

extern "C" __global__ void findSorted(int* out, const int* sorted, int count, int wanted) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int key = static_cast<int>((i * 2654435761u) >> 8) % wanted;
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

extern "C" __global__ void rollWindow(unsigned long long* out, const unsigned char* in, int length, int window) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const unsigned char* row = in + i * length;
    unsigned long long h = 0, best = ~0ull;
    for (int k = 0; k < window; ++k) h = h * 257 + row[k];
    for (int k = window; k < length; ++k) {
        h = h * 257 + row[k] - row[k - window] * 31ull;
        best = h < best ? h : best;
    }
    out[i] = best;
}

extern "C" __global__ void countDown(int* out, const int* in, int width) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int x = in[i] & 1023, steps = 0;
    while (x > 1) {
        x = x & 1 ? in[(x * 7 + i) % width] & (x - 1) : x >> 1;
        ++steps;
    }
    out[i] = steps;
}
