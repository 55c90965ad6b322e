// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Threads put in order in ways that are hard to see through, each beside a form of it that looks right and is not.
// Tests look for the lines marked with a word after "here:".
#include <cuda_pipeline.h>

#define BOTH(name, parameters, ...)                                                   \
    extern "C" __global__ void name##Right parameters { name<true> __VA_ARGS__; }     \
    extern "C" __global__ void name##Wrong parameters { name<false> __VA_ARGS__; }

// Blocks that take work until there is none: without the second barrier the next number replaces one not read yet.
template<bool Right>
__device__ void workQueue(int* taken, int* out, int n) {
    __shared__ int next;
    for (;;) {
        if (threadIdx.x == 0) next = atomicAdd(taken, 1); // here: queueWrite
        __syncthreads();
        const int item = next; // here: queueRead
        if (Right) __syncthreads();
        if (item >= n) return;
        out[item * blockDim.x + threadIdx.x] = item;
    }
}
BOTH(workQueue, (int* taken, int* out, int n), (taken, out, n))

// The tiles of a matrix product: the barrier at the end of the loop is the one that is forgotten.
template<bool Right>
__device__ void product(const float* a, const float* b, float* c, int n) {
    __shared__ float as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        as[y][x] = a[y * n + k + x]; // here: tileFill
        bs[y][x] = b[(k + y) * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += as[y][i] * bs[i][x]; // here: tileUse
        if (Right) __syncthreads();
    }
    c[y * 16 + x] = sum;
}
BOTH(product, (const float* a, const float* b, float* c, int n), (a, b, c, n))

// An inclusive scan in one array: all read before any writes.
template<bool Right>
__device__ void scan(const int* in, int* out) {
    __shared__ int sums[128];
    const int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        const int before = t >= step ? sums[t - step] : 0; // here: scanRead
        if (Right) __syncthreads();
        sums[t] += before; // here: scanWrite
        __syncthreads();
    }
    out[t] = sums[t];
}
BOTH(scan, (const int* in, int* out), (in, out))

// Within 32 elements a warp works alone. What a step across warps has written, others must wait for all the same.
template<bool Right>
__device__ void sort(const int* in, int* out) {
    __shared__ int keys[128];
    const int t = threadIdx.x;
    keys[t] = in[t];
    __syncthreads();
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = t ^ j;
            if (other > t) {
                const int a = keys[t], b = keys[other]; // here: sortRead
                if ((a > b) == ((t & k) == 0)) {
                    keys[t] = b; // here: sortWrite
                    keys[other] = a;
                }
            }
            const bool alone = Right ? j < 32 && (j > 1 || k < 32) : (j > 1 ? j / 2 : k) < 32;
            if (alone)
                __syncwarp();
            else
                __syncthreads();
        }
    out[t] = keys[t];
}
BOTH(sort, (const int* in, int* out), (in, out))

// Eight lanes that wait for one another only.
template<bool Right>
__device__ void tiles(int* out) {
    __shared__ int values[64];
    const int t = threadIdx.x;
    values[t] = t; // here: partWrite
    __syncwarp(0xffu << t % 32 / 8 * 8);
    const int first = t / 8 * 8;
    out[t] = values[Right ? first + (t + 3) % 8 : (t + 8) % 32 + t / 32 * 32]; // here: partRead
}
BOTH(tiles, (int* out), (out))

// Half of the warp has written and gone. Only who names it waits for it.
template<bool Right>
__device__ void gone(int* out, bool upper) {
    __shared__ int values[32];
    const int lane = threadIdx.x;
    if ((lane >= 16) == upper) {
        values[lane] = lane; // here: goneWrite
        return;
    }
    __syncwarp(Right ? 0xffffffffu : upper ? 0xffffu : 0xffff0000u);
    out[lane] = values[lane ^ 16]; // here: goneRead
}
BOTH(gone, (int* out, bool upper), (out, upper))

// Its first block is right.
extern "C" __global__ void goneThenRace(int* out, bool upper) {
    __shared__ int values[32];
    const int lane = threadIdx.x;
    const bool writes = (lane >= 16) == upper;
    if (writes) values[lane] = lane; // here: nextWrite
    if (blockIdx.x == 0) {
        if (writes) return;
        __syncwarp();
    }
    if (!writes) out[lane] = values[lane ^ 16]; // here: nextRead
}

// One barrier of a warp at two places: its lanes meet all the same.
template<bool Right>
__device__ void branches(int* out) {
    __shared__ int values[32];
    const int lane = threadIdx.x;
    if (lane % 2 == 0) {
        values[lane] = lane;
        __syncwarp(Right ? 0xffffffffu : 0x55555555u);
        out[lane] = values[lane + 1] + 1; // here: evenRead
    } else {
        values[lane] = 2 * lane; // here: oddWrite
        __syncwarp(Right ? 0xffffffffu : 0xaaaaaaaau);
        out[lane] = values[lane - 1] + 2;
    }
}
BOTH(branches, (int* out), (out))

// A lock taken by every lane. Its atomics alone order nothing but themselves.
template<bool Right>
__device__ void lock(int* out) {
    __shared__ int taken, count;
    if (threadIdx.x == 0) taken = count = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS(&taken, 0, 1) == 0) {
            if (Right) __threadfence_block();
            count += threadIdx.x; // here: counted
            if (Right) __threadfence_block();
            atomicExch(&taken, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}
BOTH(lock, (int* out), (out))

// A lock with tickets: who leaves must release what it did.
template<bool Right>
__device__ void tickets(int* out) {
    __shared__ int drawn, count;
    __shared__ volatile int served;
    if (threadIdx.x == 0) drawn = served = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        const int mine = atomicAdd(&drawn, 1);
        while (served != mine) {}
        __threadfence_block();
        count += threadIdx.x; // here: ticketCount
        if (Right) __threadfence_block();
        served = mine + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}
BOTH(tickets, (int* out), (out))

// Two stages filled by asynchronous copies. Without the second barrier a copy begins into a stage that others read.
template<bool Right>
__device__ void stages(const float* in, float* out, int tiles) {
    __shared__ float stage[2][64];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][t], &in[t], 4);
    __pipeline_commit();
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&stage[(k + 1) % 2][t], &in[(k + 1) * 64 + t], 4); // here: stageCopy
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += stage[k % 2][63 - t]; // here: stageRead
        if (Right) __syncthreads();
    }
    out[t] = sum;
}
BOTH(stages, (const float* in, float* out, int tiles), (in, out, tiles))

// Three stages need one barrier a step: what a copy overwrites was read before the last one.
template<bool Right>
__device__ void threeStages(const float* in, float* out, int tiles) {
    __shared__ float stage[3][64];
    const int t = threadIdx.x;
    for (int k = 0; k < 2; ++k) {
        __pipeline_memcpy_async(&stage[k][t], &in[k * 64 + t], 4);
        __pipeline_commit();
    }
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
        if (Right)
            __pipeline_wait_prior(1);
        else
            __pipeline_wait_prior(2); // the copy that is read next may be under way still
        __syncthreads();
        if (k + 2 < tiles) __pipeline_memcpy_async(&stage[(k + 2) % 3][t], &in[(k + 2) * 64 + t], 4); // here: copyThree
        __pipeline_commit();
        sum += stage[k % 3][63 - t]; // here: readThree
    }
    out[t] = sum;
}
BOTH(threeStages, (const float* in, float* out, int tiles), (in, out, tiles))

// One warp fills two slots in turn, another empties them; barriers 1 to 4 say "full", 5 to 8 "empty".
template<bool Right>
__device__ void slots(const int* in, int* out) {
    __shared__ int slot[2][32];
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; ++k) {
        if (threadIdx.x < 32) {
            if (Right && k >= 2) asm volatile("bar.sync %0, 64;" ::"r"(5 + k - 2) : "memory");
            slot[k % 2][lane] = in[k * 32 + lane]; // here: slotFill
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + k) : "memory");
        } else {
            asm volatile("bar.sync %0, 64;" ::"r"(1 + k) : "memory");
            out[k * 32 + lane] = slot[k % 2][31 - lane]; // here: slotEmpty
            if (Right && k + 2 < 4) asm volatile("bar.arrive %0, 64;" ::"r"(5 + k) : "memory");
        }
    }
}
BOTH(slots, (const int* in, int* out), (in, out))

// Whether this block is the last: all threads must know what thread 0 found.
template<bool Right>
__device__ void lastBlock(int* arrived, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1; // here: lastWrite
    }
    if (Right) __syncthreads();
    if (last) out[threadIdx.x] = 1; // here: lastRead
}
BOTH(lastBlock, (int* arrived, int* out), (arrived, out))

// Bins of one warp need no barrier of the block, bins of all do.
template<bool Right>
__device__ void bins(const int* in, int* out) {
    __shared__ int count[2][8];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (lane < 8) count[warp][lane] = 0;
    __syncthreads();
    atomicAdd(&count[Right ? warp : 0][in[t] & 7], 1); // here: warpBin
    __syncwarp();
    if (lane < 8) out[t] = count[warp][lane]; // here: warpBinRead
}
BOTH(bins, (const int* in, int* out), (in, out))

// Halves of a number written apart and read as one.
template<bool Right>
__device__ void halves(double* out) {
    __shared__ double values[32];
    const int t = threadIdx.x;
    int* const words = reinterpret_cast<int*>(values);
    words[t] = 0;           // here: halfWrite
    words[t + 32] = 1 << 20; 
    if (Right) __syncwarp();
    out[t] = values[t]; // here: halfRead
}
BOTH(halves, (double* out), (out))

// ---- what is loaded and thrown away

extern "C" __global__ void chosenAway(int* out, int set) {
    __shared__ int total;
    __shared__ int list[32];
    const int t = threadIdx.x;
    if (set) {
        if (t == 0) total = set;
        list[t] = t;
    }
    __syncthreads();
    const int a = set ? total : 7;
    const int b = set ? list[31 - t] : 1;
    out[t] = a * b;
}

extern "C" __global__ void chosen(int* out, int from, int value) {
    __shared__ int total;
    const int t = threadIdx.x;
    if (value != 0) total = value;
    __syncthreads();
    out[t] = t >= from ? total : 7; // here: chosenRead
}

// A value that some lanes load and others make up.
extern "C" __global__ void madeUp(const int* in, int* out, int n) {
    __shared__ int list[64];
    const int t = threadIdx.x;
    if (t < n) list[t] = in[t];
    __syncthreads();
    int last = -1;
    for (int k = 0; k < 2; ++k) {
        const int i = 63 - t - k;
        if (i >= 0 && i < n) last = list[i];
        out[2 * t + k] = last;
    }
}

// Beyond the edge of a reduction whose size is no power of two.
template<bool Right>
__device__ void odd(const int* in, int* out, int n) {
    extern __shared__ int part[];
    const int t = threadIdx.x;
    if (t < n) part[t] = in[t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half && (!Right || t + half < n)) part[t] += part[t + half]; // here: oddSum
        __syncthreads();
    }
    if (t == 0) out[0] = part[0];
}
BOTH(odd, (const int* in, int* out, int n), (in, out, n))

// A shuffle hands on what its lane has read.
extern "C" __global__ void handedOn(int* out) {
    __shared__ int list[32];
    const int lane = threadIdx.x;
    if (lane != 5) list[lane] = lane;
    __syncwarp();
    const int mine = list[lane]; // here: handedRead
    out[lane] = __shfl_xor_sync(0xffffffffu, mine, 1);
}

// Nobody has set the counter to zero.
extern "C" __global__ void uncounted(int* out) {
    __shared__ int count;
    atomicAdd(&count, 1); // here: firstAdd
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}
