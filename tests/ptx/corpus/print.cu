// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// printf and assert.
#include <cassert>
#include <cstdio>

extern "C" __global__ void hello() {
    if (threadIdx.x == 0) printf("block %d of %d says hello\n", blockIdx.x, gridDim.x);
}

extern "C" __global__ void printEverything(const float* in) {
    const int i = threadIdx.x;
    if (i >= 2) return;
    const char letters[] = "device string";
    printf("%d %5d|%-5d|%05u %x %#o %c %% ", i, -i, i, 42u + i, 0xBEEFu, 8, 'a' + i);
    printf("%f %.2e %g %8.3f ", in[i], in[i] * 1000.0, 0.1, in[i]);
    printf("%lld %llu %p %s %s\n", -1234567890123ll, ~0ull, static_cast<void*>(nullptr), "text", letters);
}

extern "C" __global__ void asserts(const int* in, int* out) {
    assert(in[threadIdx.x] < 1000000);
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

extern "C" __global__ void failingAssert(int* out) {
    out[threadIdx.x] = 1;
    assert(threadIdx.x != 5);
}
