// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A grid that launches grids (dynamic parallelism). Each block of the parent fills its part of an array, then
// its thread 0 launches children that copy what they find there. Every block notes when it ran.

struct Span {
    unsigned long long start, end;   // of one block, in ns
};

struct Arrays {
    unsigned *data;      // what the parent writes
    unsigned *seen;      // what each child found of it
    unsigned *results;   // what each child made of it
    unsigned *back;      // what the parent found of its first child's results
    Span *parents, *children;
    unsigned long long *launches;   // when each child was launched
};

enum Stream { Implicit, Named, FireAndForget, Tail };

__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory");
    return t;
}

// Keeps a thread busy for so many steps; the result is never 0 for the numbers used here.
__device__ unsigned think(unsigned x, int steps)
{
    for (int i = 0; i < steps; ++i) x = (x * 1664525u + 1013904223u) | 1;
    return x;
}

__global__ void child(const unsigned* data, unsigned* seen, unsigned* results, int n, int work, Span* spans)
{
    if (threadIdx.x == 0) spans[blockIdx.x].start = now();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        seen[i] = data[i];
        results[i] = think(i + 1, work);
    }
    __syncthreads();
    if (threadIdx.x == 0) spans[blockIdx.x].end = now();
}

__global__ void parent(Arrays a, int children, int childThreads, int work, int childWork,
                       Stream kind, bool synchronize)
{
    if (threadIdx.x == 0) a.parents[blockIdx.x].start = now();
    int n = blockDim.x, first = blockIdx.x * n, i = first + threadIdx.x;

    a.data[i] = think(i + 1, threadIdx.x / 32 * work);   // the later the warp, the longer it takes

    // Without this a child is promised what thread 0 wrote, and nothing of the other threads.
    if (synchronize) __syncthreads();

    if (threadIdx.x == 0) {
        int blocks = (n + childThreads - 1) / childThreads;
        for (int c = 0; c < children; ++c) {
            int k = blockIdx.x * children + c;
            cudaStream_t stream = 0;   // implicit: one for the block, its launches run one after another
            if (kind == Named) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            if (kind == FireAndForget) stream = cudaStreamFireAndForget;
            if (kind == Tail) stream = cudaStreamTailLaunch;   // when this whole grid has ended

            a.launches[k] = now();
            child<<<blocks, childThreads, 0, stream>>>(a.data + first, a.seen + k * n, a.results + k * n, n,
                                                       childWork, a.children + k * blocks);
            if (kind == Named) cudaStreamDestroy(stream);
        }
    }

    // Nobody promises the parent anything of its children's writes: it cannot wait for them.
    a.back[i] = a.results[first * children + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) a.parents[blockIdx.x].end = now();
}

// Shared memory belongs to the block, local memory to the thread: a child that gets a pointer to either looks for
// that address in memory of its own. An array that is indexed at run time is in local memory, without a word
// saying so. Whoever is not sure asks before the launch.
__global__ void passPrivate(unsigned* seen, unsigned* results, int n, Span* spans, bool shared, bool ask)
{
    __shared__ unsigned tile[256];
    unsigned array[256];
    for (int i = 0; i < n; ++i) array[i] = i + 1;
    tile[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();

    const unsigned* pointer = shared ? tile : array;
    if (ask && !__isGlobal(pointer)) return;   // nothing is launched
    if (threadIdx.x == 0) child<<<1, n>>>(pointer, seen, results, n, 0, spans);
}
