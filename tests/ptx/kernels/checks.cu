// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels with a race or a read of uninitialised memory, each beside the right one. Tests look for the lines marked
// with a word after "here:".

template<bool Barrier>
__device__ void reduce(const int* in, int* out) {
    __shared__ int sums[128];
    const int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half]; // here: reduce
        if (Barrier) __syncthreads();
    }
    if (t == 0) out[0] = sums[0];
}
extern "C" __global__ void reduceRight(const int* in, int* out) { reduce<true>(in, out); }
extern "C" __global__ void reduceWrong(const int* in, int* out) { reduce<false>(in, out); }

template<bool Barrier>
__device__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[16][17];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x]; // here: tileWrite
    if (Barrier) __syncthreads();
    const int column = blockIdx.y * 16 + threadIdx.x, row = blockIdx.x * 16 + threadIdx.y;
    out[row * n + column] = tile[threadIdx.x][threadIdx.y]; // here: tileRead
}
extern "C" __global__ void transposeRight(const float* in, float* out, int n) { transpose<true>(in, out, n); }
extern "C" __global__ void transposeWrong(const float* in, float* out, int n) { transpose<false>(in, out, n); }

// The last steps of a reduction within one warp.
template<bool Barrier, class T>
__device__ void warpSum(const int* in, int* out) {
    __shared__ int storage[64];
    T* sums = storage;
    const int t = threadIdx.x;
    sums[t] = in[t];
    if (Barrier) __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        const int other = t % 32 < half ? sums[t + half] : 0; // here: warpRead
        if (Barrier) __syncwarp();
        if (t % 32 < half) sums[t] += other; // here: warpWrite
        if (Barrier) __syncwarp();
    }
    if (t % 32 == 0) out[t / 32] = sums[t];
}
extern "C" __global__ void warpSumRight(const int* in, int* out) { warpSum<true, int>(in, out); }
extern "C" __global__ void warpSumWrong(const int* in, int* out) { warpSum<false, int>(in, out); }
extern "C" __global__ void warpSumVolatile(const int* in, int* out) { warpSum<false, volatile int>(in, out); }

// A shuffle brings lanes together, but orders no memory.
extern "C" __global__ void shuffleOrdersNothing(int* out) {
    __shared__ int value[32];
    const int t = threadIdx.x;
    value[t] = t;                                             // here: shuffleWrite
    const int sum = __shfl_xor_sync(0xffffffffu, t, 1);
    out[t] = value[t ^ 1] + sum; // here: shuffleRead
}

extern "C" __global__ void histogram(const int* in, int* out) {
    __shared__ int bins[8];
    const int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] & 7], 1);
    __syncthreads();
    if (t < 8) out[t] = bins[t];
}
extern "C" __global__ void histogramEarly(const int* in, int* out) {
    __shared__ int bins[8];
    const int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] & 7], 1); // here: binAdd
    if (t < 8) out[t] = bins[t]; // here: binRead
}

extern "C" __global__ void doubleBuffer(const int* in, int* out, int steps) {
    __shared__ int buffer[2][64];
    const int t = threadIdx.x;
    buffer[0][t] = in[t];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < steps; ++k) {
        if (k + 1 < steps) buffer[(k + 1) % 2][t] = in[(k + 1) * 64 + t];
        sum += buffer[k % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
extern "C" __global__ void singleBuffer(const int* in, int* out, int steps) {
    __shared__ int buffer[64];
    const int t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < steps; ++k) {
        buffer[t] = in[k * 64 + t]; // here: refill
        __syncthreads();
        sum += buffer[63 - t]; // here: drain
    }
    out[t] = sum;
}

// All threads store one value: it does not matter whose stays.
extern "C" __global__ void sameValue(int* out) {
    __shared__ int flag;
    flag = 7;
    __syncthreads();
    out[threadIdx.x] = flag;
}
extern "C" __global__ void otherValues(int* out) {
    __shared__ int flag;
    flag = threadIdx.x; // here: manyValues
    __syncthreads();
    out[threadIdx.x] = flag;
}

// One warp fills, the other empties, over two named barriers.
extern "C" __global__ void producer(const int* in, int* out, int steps) {
    __shared__ int slot[32];
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < steps; ++k) {
        if (threadIdx.x < 32) {
            if (k > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
            slot[lane] = in[k * 32 + lane]; // here: produce
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[k * 32 + lane] = slot[31 - lane]; // here: consume
            if (k + 1 < steps) asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}
extern "C" __global__ void producerNeverWaits(const int* in, int* out, int steps) {
    __shared__ int slot[32];
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < steps; ++k) {
        if (threadIdx.x < 32) {
            slot[lane] = in[k * 32 + lane]; // here: produceAtOnce
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[k * 32 + lane] = slot[31 - lane];
        }
    }
}

// A value handed over by a flag: the fences put the two threads in order, the flag alone does not.
template<bool Fences>
__device__ void handOn(int* out, int given) {
    __shared__ int value;
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        value = given; // here: handWrite
        if (Fences) __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 0) {
        while (flag == 0) {}
        if (Fences) __threadfence_block();
        out[0] = value; // here: handRead
    }
}
extern "C" __global__ void handOnRight(int* out, int given) { handOn<true>(out, given); }
extern "C" __global__ void handOnWrong(int* out, int given) { handOn<false>(out, given); }

extern "C" __global__ void lockedCount(int* out) {
    __shared__ int lock, count;
    if (threadIdx.x == 0) lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence_block();
        count += threadIdx.x;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}

// ---- uninitialised memory

extern "C" __global__ void sumAll(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1; // here: sumRead
}

// The last block's part beyond n is never filled.
extern "C" __global__ void halo(const float* in, float* out, int n) {
    __shared__ float cache[34];
    const int t = threadIdx.x, i = blockIdx.x * 32 + t;
    cache[t + 1] = i < n ? in[i] : 0;
    if (t == 0 && i > 0) cache[0] = in[i - 1];
    if (t == 31 && i + 1 < n) cache[33] = in[i + 1];
    __syncthreads();
    out[i] = cache[t] + cache[t + 1] + cache[t + 2]; // here: haloRead
}

struct alignas(16) Point {
    float x, y, z;
};
extern "C" __global__ void vectorPart(float* out) {
    __shared__ float4 all[32];
    const int t = threadIdx.x;
    all[t].x = t;
    all[t].y = 2 * t;
    all[t].z = 3 * t;
    __syncthreads();
    const float4 v = all[31 - t]; // here: vectorCopy
    out[t] = v.x + v.y + v.z + v.w; // here: vectorUse
}
extern "C" __global__ void paddedPoint(Point* out, float* sums) {
    __shared__ Point all[32];
    const int t = threadIdx.x;
    all[t].x = t;
    all[t].y = 2 * t;
    all[t].z = 3 * t;
    __syncthreads();
    const Point p = all[31 - t];
    out[t] = p;
    sums[t] = p.x + p.y + p.z;
}
struct Mixed {
    char letter;
    int number;
    double value;
};
extern "C" __global__ void paddedFill(Mixed* out) {
    Mixed m;
    m.letter = 'a';
    m.number = threadIdx.x;
    m.value = 0.5;
    out[threadIdx.x] = m;
}
extern "C" __global__ void paddedCopy(const Mixed* in, Mixed* out, double* sums) {
    const Mixed m = in[threadIdx.x];
    out[threadIdx.x] = m;
    sums[threadIdx.x] = m.letter + m.number + m.value;
}
extern "C" __global__ void fillLetters(char* out) { out[threadIdx.x * 16] = 'a'; }
extern "C" __global__ void readWords(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x * 4] * 2; // here: wordRead
}

extern "C" __global__ void localPart(int* out, int n) {
    int table[8];
    for (int i = 0; i < n; ++i) table[i * 3 % 8] = i;
    out[threadIdx.x] = table[threadIdx.x % 8] * 2; // here: localRead
}
extern "C" __global__ void addArrays(const int* p, const int* q, int* out, int n) {
    int table[8];
    for (int i = 0; i < n; ++i) table[i * 3 % 8] = i;
    const int t = threadIdx.x;
    out[t] = p[t] + q[t] + table[t % 8]; // here: arraysRead
}
extern "C" __global__ void heapRead(int* out) {
    int* p = static_cast<int*>(malloc(16));
    p[0] = 1;
    out[threadIdx.x] = p[0] + p[threadIdx.x % 4]; // here: heapRead
    free(p);
}
