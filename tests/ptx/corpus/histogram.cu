// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Counting with atomics, in global and in shared memory.

extern "C" __global__ void histogramGlobal(const unsigned char* data, unsigned* bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}

extern "C" __global__ void histogramShared(const unsigned char* data, unsigned* bins, int n) {
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

// Every atomic function that there is, with the results of one lane kept.
extern "C" __global__ void atomicZoo(int* i, unsigned* u, unsigned long long* w, const int* in) {
    __shared__ int s[8];
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 8) s[threadIdx.x] = threadIdx.x == 2 ? 0x7fffffff : threadIdx.x == 4 ? -1 : 0;
    __syncthreads();
    const int v = in[t];
    atomicAdd(&i[0], v);
    atomicSub(&i[1], v);
    atomicMin(&i[2], v);
    atomicMax(&i[3], v);
    atomicAnd(&i[4], v | 0xff);
    atomicOr(&i[5], v & 0xff00);
    atomicXor(&i[6], v);
    atomicInc(&u[0], 100);
    atomicDec(&u[1], 77);
    atomicMax(&u[2], static_cast<unsigned>(v));
    atomicAdd(&w[0], static_cast<unsigned long long>(v) << 20);
    atomicMax(&w[1], static_cast<unsigned long long>(v));
    atomicMin(&w[2], static_cast<unsigned long long>(v) * 3);
    atomicAnd(&w[3], ~(1ull << (v & 63)));
    atomicOr(&w[4], 1ull << (v & 63));
    atomicXor(&w[5], static_cast<unsigned long long>(v) << 32);
    atomicAdd(&s[0], v);
    atomicSub(&s[1], v);
    atomicMin(&s[2], v);
    atomicMax(&s[3], v);
    atomicAnd(&s[4], v | 15);
    atomicOr(&s[5], v & 240);
    atomicXor(&s[6], v);
    atomicInc(reinterpret_cast<unsigned*>(&s[7]), 9);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&i[8 + threadIdx.x], s[threadIdx.x]);
}

// Exact sums only, so that the order of the lanes does not show.
extern "C" __global__ void atomicFloats(const float* in, float* sum, double* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(sum, in[i]);
    atomicAdd(wide, static_cast<double>(in[i]) * 0.5);
}

__device__ float atomicMaxFloat(float* address, float value) {
    int old = *reinterpret_cast<int*>(address);
    while (__int_as_float(old) < value) {
        const int assumed = old;
        old = atomicCAS(reinterpret_cast<int*>(address), assumed, __float_as_int(value));
        if (old == assumed) break;
    }
    return __int_as_float(old);
}

// A compare-and-swap loop, as one writes it for what the hardware does not have.
extern "C" __global__ void maxByCas(const float* in, float* most, unsigned long long* product, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMaxFloat(&most[i % 4], in[i]);
    unsigned long long old = *product;
    unsigned long long assumed;
    do {
        assumed = old;
        old = atomicCAS(product, assumed, assumed * (2ull * i + 1));
    } while (old != assumed);
}

// Slots given out by an atomic, one a warp: the result is the set, not its order.
extern "C" __global__ void compact(const int* in, int* out, int* count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool keep = i < n && in[i] % 3 == 0;
    const unsigned mask = __ballot_sync(0xffffffff, keep);
    const int lane = threadIdx.x % 32;
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = 1;
}
