// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// The 32 lanes of a warp share one instruction. Where they want different ones, some wait while others work.
// The numbers are whole, so that every order of working gives the same. Loops stay loops: an unrolled one
// would do the same, only longer to read.

// A branch: where bit `group` of threadIdx.x is 0 a thread goes one way, else the other. group is a power of
// two, so as many neighbouring lanes go the same way.
__global__ void branch(unsigned* out, const unsigned* in, int group, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];

    if ((threadIdx.x & group) == 0) {
#pragma unroll 1
        for (int k = 0; k < n; ++k) x = 5 * x + 1;
    } else {
#pragma unroll 1
        for (int k = 0; k < n; ++k) x = 7 * x + 3;
    }
    out[i] = x;
}

// The data decide: numbers below the limit are worked on, all others stay.
__global__ void data(unsigned* out, const unsigned* in, unsigned limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];

    if (x < limit) {
#pragma unroll 1
        for (int k = 0; k < n; ++k) x = 5 * x + 1;
    }
    out[i] = x;
}

// The same numbers, but the block first lists those below the limit, and then its first threads work on the
// list: whole warps work or rest. Blocks of at most 1024 threads, and whole warps.
__global__ void gathered(unsigned* out, const unsigned* in, unsigned limit, int n)
{
    __shared__ int list[1024], found[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned x = in[i];

    // Every lane gets all 32 answers: bit k is lane k's.
    unsigned votes = __ballot_sync(0xffffffff, x < limit);
    if (lane == 0) found[warp] = __popc(votes);
    __syncthreads();

    // Lane k adds up what warps 0 to k have found, in five shuffles.
    int sum = lane < blockDim.x / 32 ? found[lane] : 0;
#pragma unroll
    for (int k = 1; k < 32; k *= 2) {
        int other = __shfl_up_sync(0xffffffff, sum, k);
        if (lane >= k) sum += other;
    }
    int all = __shfl_sync(0xffffffff, sum, 31);
    int before = __shfl_sync(0xffffffff, sum, warp) - __popc(votes);

    // Behind those, in the order of the lanes.
    if (x < limit)
        list[before + __popc(votes & ((1u << lane) - 1))] = i;
    else
        out[i] = x;
    __syncthreads();

    if (threadIdx.x < all) {
        int j = list[threadIdx.x];
        unsigned y = in[j];
#pragma unroll 1
        for (int k = 0; k < n; ++k) y = 5 * y + 1;
        out[j] = y;
    }
}

// A loop that each lane leaves after a number of turns of its own.
__global__ void loop(unsigned* out, const unsigned* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned turns = in[i], x = i;

#pragma unroll 1
    for (int k = 0; k < turns; ++k) x = 5 * x + 1;
    out[i] = x;
}
