// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels that launch kernels, for tests/ptx/dynamic_test.cpp.
#include <cstdio>

struct Log {
    int count;
    int entries[63];
};

__device__ int lastError = -1, ran;

__device__ void append(Log* log, int entry)
{
    log->entries[atomicAdd(&log->count, 1)] = entry;
}

extern "C" __global__ void note(Log* log, int entry)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) append(log, entry);
}

// kind: 0 implicit, 1 named, 2 fire-and-forget, 3 tail
__device__ cudaStream_t streamOf(int kind)
{
    cudaStream_t stream = 0;
    if (kind == 1) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (kind == 2) stream = cudaStreamFireAndForget;
    if (kind == 3) stream = cudaStreamTailLaunch;
    return stream;
}

extern "C" __global__ void inOrder(Log* log, int kind)
{
    if (threadIdx.x != 0) return;
    append(log, 100 + blockIdx.x);
    for (int i = 0; i < 3; ++i) note<<<2, 64, 0, streamOf(kind)>>>(log, 10 * blockIdx.x + i);
    append(log, 200 + blockIdx.x);
}

extern "C" __global__ void nested(Log* log, int depth, int to)
{
    append(log, depth);
    if (depth < to) nested<<<1, 1>>>(log, depth + 1, to);
    append(log, -depth);
}

// the tail is launched first, and runs last: behind the other child, and behind that one's own tail
extern "C" __global__ void withTail(Log* log, int level)
{
    if (threadIdx.x != 0) return;
    note<<<1, 32, 0, cudaStreamTailLaunch>>>(log, 90 + level);
    if (level == 0) withTail<<<1, 32>>>(log, 1);
    append(log, level);
}

extern "C" __global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

// which of the parent's writes the child sees, and which of the child's the parent
extern "C" __global__ void visibility(int* data, int* seen, int* back, bool synchronize)
{
    data[threadIdx.x] = threadIdx.x + 1;
    if (synchronize) __syncthreads();
    if (threadIdx.x == 0) copy<<<1, blockDim.x>>>(data, seen);   // here: visibility
    back[threadIdx.x] = seen[threadIdx.x];
}

extern "C" __global__ void count() { atomicAdd(&ran, 1); }

extern "C" __global__ void tooMany(int* result, int wanted)
{
    for (int i = 0; i < wanted; ++i) {
        count<<<1, 1, 0, cudaStreamTailLaunch>>>();
        cudaError_t error = cudaGetLastError();
        if (error == cudaSuccess) continue;
        result[0] = error;
        result[1] = i;
        printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
        return;
    }
}

extern "C" __global__ void refused(int* result, int which)
{
    if (which == 0) count<<<1, 2048>>>();
    if (which == 1) count<<<1, 32, 300000>>>();
    if (which == 2) count<<<0, 32>>>();
    if (which == 3) count<<<1, 32, 0, (cudaStream_t)0x1234560>>>();
    if (which == 4) count<<<1, 32, 0, cudaStreamPerThread>>>();
    result[0] = cudaPeekAtLastError();
    result[1] = cudaGetLastError();
    result[2] = cudaGetLastError();
}

struct Two {
    int first;
    const int* second;
};
extern "C" __global__ void readTwo(Two two, int* to) { to[0] = two.second[0]; }

extern "C" __global__ void privatePointer(int* to, int which)
{
    __shared__ int tile[32];
    int array[32];
    for (int i = 0; i < 32; ++i) array[i] = i + which;
    tile[threadIdx.x] = array[(threadIdx.x + which) % 32];
    __syncthreads();
    if (threadIdx.x != 5) return;
    Two two{1, which == 0 ? tile : array};
    readTwo<<<1, 1>>>(two, to);   // here: private
}

// the pointer comes by way of memory, so that only the access can be found out
extern "C" __global__ void follow(int** pointer) { **pointer = 1; }   // here: follow
extern "C" __global__ void hiddenPointer(int** pointer)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = 0;
    if (threadIdx.x != 0) return;
    pointer[0] = tile;
    follow<<<1, 1>>>(pointer);   // here: hidden
}

extern "C" __global__ void outside(int* data, int n)
{
    if (threadIdx.x == 0) data[n] = 1;   // here: outside
}
extern "C" __global__ void childFault(int* data, int n)
{
    printf("before\n");
    if (threadIdx.x == 2) outside<<<1, 32>>>(data, n);   // here: launches the fault
}

extern "C" __global__ void forever(volatile int* data) { while (data[0] == 0) {} }
extern "C" __global__ void launchForever(int* data) { forever<<<1, 1>>>(data); }

extern "C" __global__ void printChild(int i) { printf("child %d\n", i); }
extern "C" __global__ void printParent()
{
    printf("parent %d\n", blockIdx.x);
    printChild<<<1, 1>>>(blockIdx.x);
    printChild<<<1, 1, 0, cudaStreamTailLaunch>>>(10 + blockIdx.x);
    printf("parent %d done\n", blockIdx.x);
}

extern "C" __global__ void spin(int steps, int* out)
{
    int x = threadIdx.x;
    for (int i = 0; i < steps; ++i) x = x * 1664525 + 1013904223;
    out[threadIdx.x] = x;
}
extern "C" __global__ void timed(int* out, int kind)
{
    for (int i = 0; i < 3; ++i) spin<<<1, 32, 0, streamOf(kind)>>>(1000, out);
}

// A declaration that stands for cudaDeviceSynchronize, which device code had until CUDA 11.
extern "C" __device__ int oldSynchronize();
extern "C" __global__ void waiting(int* data, int* seen, int* back)
{
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        copy<<<1, blockDim.x>>>(data, seen);
        oldSynchronize();
    }
    __syncthreads();
    back[threadIdx.x] = seen[threadIdx.x];
}

// Nobody waits in the child.
extern "C" __global__ void racing(int* out)
{
    __shared__ int part[64];
    part[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = part[63 - threadIdx.x];
}
extern "C" __global__ void launchRacing(int* out)
{
    if (threadIdx.x == 0) racing<<<2, 64>>>(out);
}

extern "C" __global__ void spoilErrorText(int* first)
{
    char* text = const_cast<char*>(cudaGetErrorString(cudaErrorInvalidValue));
    first[0] = text[0];
    text[0] = 'X';
}
