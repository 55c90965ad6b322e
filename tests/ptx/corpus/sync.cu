// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Locks, flags, barriers.

__device__ int lockWord = 0;

// A spin lock taken lane by lane: hangs where lanes of a warp cannot make progress on their own.
extern "C" __global__ void spinLock(int* counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lockWord, 0, 1) == 0) {
            *reinterpret_cast<volatile int*>(counter) += 1;
            __threadfence();
            atomicExch(&lockWord, 0);
            done = true;
        }
    }
}

// The textbook's naive lock: the winner leaves the loop and waits there for the losers.
extern "C" __global__ void naiveLock(int* lock, volatile int* counter) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *counter = *counter + 2;
    __threadfence();
    atomicExch(lock, 0);
}

// Lanes 16 to 31 wait for a flag that lane 0 of the same warp sets.
extern "C" __global__ void warpHandOff(volatile int* flag, int* out) {
    const int lane = threadIdx.x % 32;
    if (lane >= 16) {
        while (flag[threadIdx.x / 32] == 0) {
        }
        out[threadIdx.x] = flag[threadIdx.x / 32] + lane;
    } else if (lane == 0) {
        out[threadIdx.x] = -1;
        __threadfence();
        flag[threadIdx.x / 32] = 5;
    }
}

// One warp fills what the others wait for, with a flag in shared memory.
extern "C" __global__ void blockFlag(const int* in, int* out) {
    __shared__ volatile int ready;
    __shared__ volatile int data[32];
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = in[threadIdx.x] * 2;
        __threadfence_block();
        __syncwarp();
        if (threadIdx.x == 0) ready = 1;
    } else {
        while (ready == 0) {
        }
        __threadfence_block();
    }
    out[threadIdx.x] = data[threadIdx.x % 32] + threadIdx.x / 32;
}

extern "C" __global__ void barrierReductions(const int* in, int* out) {
    const int v = in[threadIdx.x];
    const int count = __syncthreads_count(v > 0);
    const int all = __syncthreads_and(v > -1000000);
    const int any = __syncthreads_or(v == 123456789);
    out[threadIdx.x] = count * 4 + (all != 0) * 2 + (any != 0);
}

// Named barriers: two halves of the block that wait for one another in turn.
extern "C" __global__ void namedBarriers(const int* in, int* out) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t] + 1;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        asm volatile("bar.sync 2, 128;" ::: "memory");
        out[t] = s[t + 64];
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        s[t] = s[t - 64] * 3;
        asm volatile("bar.arrive 2, 128;" ::: "memory");
        out[t] = s[t - 64] - t;
    }
}

// A warp that leaves early counts as arrived at the barriers after it.
extern "C" __global__ void exitedWarps(int* out) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 64) return;
    const int v = s[t + 64];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    out[t] = s[63 - t];
}

// Red-black updates of a ring in shared memory.
extern "C" __global__ void ring(int* data, int rounds) {
    __shared__ int s[96];
    const int t = threadIdx.x;
    s[t] = data[t];
    for (int r = 0; r < rounds; ++r) {
        __syncthreads();
        if ((t ^ r) & 1) s[t] += s[(t + 1) % 96] - s[(t + 95) % 96];
    }
    __syncthreads();
    data[t] = s[t];
}

// Release and acquire with the scopes that libcu++ writes.
extern "C" __global__ void acquireRelease(int* flag, int* value, int* out) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    int old, seen;
    asm volatile("atom.add.release.gpu.global.s32 %0, [%1], 1;" : "=r"(old) : "l"(flag) : "memory");
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("st.relaxed.sys.global.s32 [%0], %1;" ::"l"(value + t), "r"(t) : "memory");
    asm volatile("red.relaxed.cta.global.add.s32 [%0], %1;" ::"l"(value + t), "r"(1) : "memory");
    out[t] = seen > old;
}
