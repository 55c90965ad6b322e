// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels with a race on global memory, each beside the right one. Tests look for the lines marked with a word after
// "here:".
#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

/// One step of a stencil, in place or not.
extern "C" __global__ void smooth(const float* from, float* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    const float next = from[i + 1]; // here: neighbour
    to[i] = 0.5f * next;            // here: inPlace
}

extern "C" __global__ void countAtomically(int* count) { atomicAdd(count, 1); }
extern "C" __global__ void countPlainly(int* count) { *count += 1; } // here: plainCount
/// Blocks do not see each other's atomics of block scope as such.
extern "C" __global__ void countForBlock(int* count) { atomicAdd_block(count + blockIdx.x, 1); }
extern "C" __global__ void countForBlocks(int* count) { atomicAdd_block(count, 1); } // here: narrow

extern "C" __global__ void setFlag(const int* in, int* flag) {
    if (in[threadIdx.x] > 1) *flag = 1;
}
extern "C" __global__ void setLast(int* last) { *last = threadIdx.x; } // here: lastOfMany
extern "C" __global__ void bytesOfOneWord(char* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
extern "C" __global__ void bytesAndWord(char* bytes, int* words) {
    bytes[threadIdx.x] = 1;                          // here: byteWrite
    if (threadIdx.x % 4 == 0) words[threadIdx.x / 4] += 2; // here: wordRead
}

/// Threads of a block hand values on through global memory.
template<bool Barrier>
__device__ void reverse(int* data) {
    const int first = blockIdx.x * blockDim.x;
    data[first + threadIdx.x] = threadIdx.x; // here: reverseWrite
    if (Barrier) __syncthreads();
    const int other = data[first + blockDim.x - 1 - threadIdx.x]; // here: reverseRead
    if (Barrier) __syncthreads();
    data[first + threadIdx.x] = other; // here: reverseAgain
}
extern "C" __global__ void reverseRight(int* data) { reverse<true>(data); }
extern "C" __global__ void reverseWrong(int* data) { reverse<false>(data); }

/// The sum of all in one launch: the block that comes last adds up what the others have left.
template<int Fence>
__device__ void sumByLast(const int* in, int* partial, unsigned* arrived, int* out) {
    __shared__ bool isLast;
    __shared__ int all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    atomicAdd(&all, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = all; // here: partialWrite
        if (Fence == 1) __threadfence();
        if (Fence == 2) __threadfence_block();
        isLast = atomicInc(arrived, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!isLast) return;
    if (threadIdx.x < gridDim.x) atomicAdd(out, partial[threadIdx.x]); // here: partialRead
    if (threadIdx.x == 0) *arrived = 0;
}
extern "C" __global__ void sumByLastRight(const int* in, int* partial, unsigned* arrived, int* out) {
    sumByLast<1>(in, partial, arrived, out);
}
extern "C" __global__ void sumByLastWrong(const int* in, int* partial, unsigned* arrived, int* out) {
    sumByLast<0>(in, partial, arrived, out);
}
extern "C" __global__ void sumByLastNarrow(const int* in, int* partial, unsigned* arrived, int* out) {
    sumByLast<2>(in, partial, arrived, out);
}

/// Each block waits for the one before it: its value and its flag.
template<class Flag>
__device__ void chain(Flag* flags, int* values) {
    if (threadIdx.x != 0) return;
    int before = 0;
    if (blockIdx.x > 0) {
        while (flags[blockIdx.x - 1].load(cuda::memory_order_acquire) == 0) {}
        before = values[blockIdx.x - 1]; // here: chainRead
    }
    values[blockIdx.x] = before + 1; // here: chainWrite
    flags[blockIdx.x].store(1, cuda::memory_order_release);
}
extern "C" __global__ void chainRight(cuda::atomic<int, cuda::thread_scope_device>* flags, int* values) {
    chain(flags, values);
}
extern "C" __global__ void chainNarrow(cuda::atomic<int, cuda::thread_scope_block>* flags, int* values) {
    chain(flags, values);
}
/// The last of three reads what the first has written, and has waited for the second alone, which has not waited itself.
extern "C" __global__ void skipsOne(cuda::atomic<int, cuda::thread_scope_device>* flag, int* values) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 1) flag->store(1, cuda::memory_order_release);
    if (blockIdx.x == 2)
        while (flag->load(cuda::memory_order_acquire) == 0) {}
    if (blockIdx.x != 1) values[0] += 1; // here: skipped
}

extern "C" __global__ void lockedSum(int* lock, int* sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += blockIdx.x;
        __threadfence();
        atomicExch(lock, 0);
    }
}

/// A step after each barrier of the grid.
template<bool Barrier>
__device__ void ringSteps(int* a, int* b, int n) {
    cg::grid_group grid = cg::this_grid();
    const int i = static_cast<int>(grid.thread_rank());
    for (int step = 0; step < 3; ++step) {
        b[i] = a[(i + 1) % n] + 1; // here: ringStep
        if (Barrier) grid.sync();
        else grid.thread_rank();
        int* const from = a;
        a = b;
        b = from;
    }
}
extern "C" __global__ void ringRight(int* a, int* b, int n) { ringSteps<true>(a, b, n); }
extern "C" __global__ void ringWrong(int* a, int* b, int n) { ringSteps<false>(a, b, n); }

extern "C" __global__ void reusesHeap(int* out) {
    for (int i = 0; i < 3; ++i) {
        int* own = static_cast<int*>(malloc(64));
        own[i] = threadIdx.x;
        out[threadIdx.x] = own[i];
        free(own);
    }
}

/// The largest of all, as the CUDA Programming Guide makes any atomic of compare-and-swap.
extern "C" __global__ void largest(const int* in, int* out) {
    int old = *out;
    const int own = in[threadIdx.x];
    while (own > old) {
        const int assumed = old;
        old = atomicCAS(out, assumed, own);
        if (old == assumed) break;
    }
}
extern "C" __global__ void readsEarly(int* count, int* out) {
    if (blockIdx.x == 0) atomicAdd(count, 1);                // here: earlyAdd
    else out[threadIdx.x] = *count; // here: earlyRead
}
