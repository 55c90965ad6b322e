// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Lanes that part, wait for one another, and go wrong. Tests look for the lines marked with a word after "here:".

extern "C" __global__ void collatz(const int* in, int* steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long x = in[i];
    int count = 0;
    while (x != 1) {
        if (x % 2 == 0) x /= 2;
        else x = 3 * x + 1;
        ++count;
    }
    steps[i] = count;
}

extern "C" __global__ void lockEachLane(int* lock, int* counter) {
    while (atomicCAS(lock, 0, 1) != 0) {} // here: lock
    *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void handOver(volatile int* flag, int* out) {
    const int lane = threadIdx.x;
    if (lane == 31) {
        out[0] = 42;
        __threadfence();
        flag[0] = 1;
    } else {
        while (flag[0] == 0) {}
        out[1 + lane] = out[0] + lane;
    }
}

extern "C" __global__ void warpWaitsForWarp(volatile int* flag, int* out) {
    if (threadIdx.x < 32) {
        while (flag[0] == 0) {}
        out[threadIdx.x] = flag[0];
    } else if (threadIdx.x == 32) {
        flag[0] = 7;
    }
}

// The two halves of a warp name each other, and come from different sides of a branch.
extern "C" __global__ void exchangeAcrossBranches(int* out) {
    const int lane = threadIdx.x;
    int value = 0;
    if (lane < 16) {
        value = lane * 10;
        for (int k = 0; k < lane; ++k) value += out[32];
    } else {
        value = lane * 100;
    }
    __syncwarp();
    out[lane] = __shfl_xor_sync(0xffffffffu, value, 16);
}

extern "C" __global__ void barrierOnBothSides(int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x % 2 == 0) {
        asm volatile("bar.sync 0;"); // here: even
        out[threadIdx.x] = values[63 - threadIdx.x];
    } else {
        asm volatile("bar.sync 0;");
        out[threadIdx.x] = -values[63 - threadIdx.x];
    }
}

extern "C" __global__ void barrierAfterExit(int* out) {
    if (threadIdx.x >= 40) return;
    __syncthreads(); // here: exited
    out[threadIdx.x] = 1;
}

extern "C" __global__ void barrierNeverReached(int* out) {
    if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;"); // here: deadlock
    out[threadIdx.x] = 1;
}

extern "C" __global__ void pastTheEnd(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + n]; // here: past
}

extern "C" __global__ void misaligned(const char* in, int* out) {
    out[threadIdx.x] = *reinterpret_cast<const int*>(in + threadIdx.x); // here: misaligned
}

extern "C" __global__ void nullPointer(int* out) {
    if (threadIdx.x == 9) out[threadIdx.x] = 1; // here: null
}

extern "C" __global__ void sharedPastTheEnd(int* out, int index) {
    __shared__ int values[16];
    if (threadIdx.x < 16) values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[index + threadIdx.x]; // here: shared
}

extern "C" __global__ void endless(volatile int* flag) {
    while (flag[0] == 0) flag[0] = 0; // without that it would be seen to wait
}

__device__ __noinline__ int deeper(int n, volatile int* p) {
    if (p[0] == 1) return n;
    return deeper(n + 1, p) + p[1]; // here: deeper
}

extern "C" __global__ void bottomless(int* out) { out[2] = deeper(0, out); }

extern "C" __global__ void trapped(int* out) {
    if (out[threadIdx.x] == 3) __trap(); // here: trap
}

extern "C" __global__ void needsMma(unsigned* out, int really) {
    unsigned d = 0;
    if (really != 0) asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %0, %0, %0}, {%1, %1}, {%1, %1}, {%0, %0, %0, %0};" : "+r"(d) : "r"(7)); // here: mma
    out[threadIdx.x] = d + 5;
}

extern "C" __global__ void faultInBlocks(int* out, int first) {
    const long long away = static_cast<int>(blockIdx.x) >= first ? 1ll << 30 : 0;
    out[blockIdx.x + away] = 1;
}

extern "C" __global__ void accesses(const float* in, float* out, int stride) {
    __shared__ float tile[32][33];
    const int lane = threadIdx.x;
    tile[lane][3] = in[lane * stride];               // here: gather
    __syncthreads();
    if (lane % 4 == 0) out[lane] = tile[3][lane];    // here: scatter
    const float4 four = reinterpret_cast<const float4*>(in)[lane]; // here: vector
    atomicAdd(&out[64], four.x);                     // here: atomic
}

extern "C" __global__ void localArray(const int* indices, int* out) {
    int values[8];
    for (int k = 0; k < 8; ++k) values[k] = k * threadIdx.x;
    out[threadIdx.x] = values[indices[threadIdx.x] & 7];
}

__constant__ int table[32];
extern "C" __global__ void fromConstants(const int* indices, int* out) {
    out[threadIdx.x] = table[indices[threadIdx.x]]; // here: constant
}
