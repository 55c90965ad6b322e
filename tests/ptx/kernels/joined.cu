// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Atomics that ptxas makes by one lane for its warp, and those that it does not: by what nvcc 13.0 makes of these
// kernels for compute capability 9.0 (the machine code votes, elects a lane, and sums up or joins the values).
// one...: one lane makes the last atomic; whole...: where all 32 lanes are there; each...: each lane makes its own.
// `a` has 32 numbers, 0 or 1 in turn.

#define KERNEL(name) extern "C" __global__ void name(int* c, const int* a, int* out, int k)
#define COUNTER __shared__ int s; if (threadIdx.x == 0) s = k; __syncthreads();

KERNEL(oneAdds) { atomicAdd(c, 1); }
KERNEL(oneAddsWithResult) { out[threadIdx.x] = atomicAdd(c, 1); }
KERNEL(oneAddsParameter) { out[threadIdx.x] = atomicAdd(c, k); }
KERNEL(oneAddsOwn) { atomicAdd(c, a[threadIdx.x]); }
KERNEL(oneSubtracts) { atomicSub(c, 2); }
KERNEL(oneAddsLong) { atomicAdd(reinterpret_cast<unsigned long long*>(c), 1ULL); }
KERNEL(oneTakesMost) { atomicMax(c, a[threadIdx.x]); }
KERNEL(oneTakesLeast) { atomicMin(reinterpret_cast<unsigned*>(c), threadIdx.x); }
KERNEL(oneJoinsBits) { atomicXor(c, a[threadIdx.x]); }
KERNEL(oneOfBlock) { atomicAdd(c + blockIdx.x, 3); }
KERNEL(oneWhereLoaded) { atomicAdd(c + a[1], 1); }
KERNEL(oneWhereShared) { __shared__ int at[4]; at[threadIdx.x & 3] = 1; __syncthreads(); atomicAdd(c + at[2], 1); }
KERNEL(oneWhereOneLaneSays) { atomicAdd(c + __shfl_sync(~0U, a[threadIdx.x], 3), 1); }
KERNEL(oneWhereAllVote) { atomicAdd(c + (__ballot_sync(~0U, a[threadIdx.x]) & 3), 1); }
KERNEL(oneOfSome) { if (a[threadIdx.x] > 0) atomicAdd(c, 1); }
KERNEL(oneInLoop) { for (int i = 0; i < k; ++i) atomicAdd(c + i, 1); }
KERNEL(oneInLoopOfSome) { if (threadIdx.x < 20) for (int i = 0; i < k; ++i) atomicAdd(c + i, 1); }
KERNEL(oneBehindChoice) { int at; if (k > 3) at = a[0]; else at = a[1] * 3; atomicAdd(c + at, 1); }
KERNEL(oneInShared) { COUNTER atomicAdd(&s, 3); __syncthreads(); out[0] = s; }
KERNEL(oneInSharedWithResult) { COUNTER out[threadIdx.x] = atomicAdd(&s, 1); }

KERNEL(wholeAddsOwn) { out[threadIdx.x] = atomicAdd(c, a[threadIdx.x]); }
KERNEL(eachOfSomeAddsOwn) { if (a[threadIdx.x] > 0) out[threadIdx.x] = atomicAdd(c, a[threadIdx.x]); }

KERNEL(eachCounts) { atomicInc(reinterpret_cast<unsigned*>(c), 100U); }
KERNEL(eachExchanges) { atomicExch(c, 5); }
KERNEL(eachCompares) { atomicCAS(c, 0, 5); }
KERNEL(eachAddsFloat) { atomicAdd(reinterpret_cast<float*>(c), 1.F); }
KERNEL(eachTakesMostWithResult) { out[threadIdx.x] = atomicMax(c, k); }
KERNEL(eachTakesMostOfLongs) { atomicMax(reinterpret_cast<unsigned long long*>(c), 5ULL + threadIdx.x); }
KERNEL(eachAddsOwnLong) { atomicAdd(reinterpret_cast<unsigned long long*>(c), 5ULL + threadIdx.x); }
KERNEL(eachAtItsOwn) { atomicAdd(c + threadIdx.x, 1); }
KERNEL(eachOfWarp) { atomicAdd(c + threadIdx.x / 32, 1); }
KERNEL(eachBehindChoice) { int at = 5; if (a[threadIdx.x] > 0) { at = a[3] * k; out[threadIdx.x] = 3; } atomicAdd(c + at, 1); }
KERNEL(eachBehindLoop) { int at = 0; while (at < a[threadIdx.x] + 2) ++at; atomicAdd(c + at, 1); }
KERNEL(eachWhereNeighbourSays) { atomicAdd(c + __shfl_xor_sync(~0U, a[threadIdx.x], 1), 1); }
KERNEL(eachWhereCounted) { atomicAdd(c + atomicAdd(out, 1), 1); }
static __device__ __noinline__ int place(int k) { return k * 3 + 1; }
KERNEL(eachWhereCalled) { atomicAdd(c + place(k), 1); }
static __device__ __noinline__ void update(int* c) { atomicAdd(c, 1); }
KERNEL(eachWithinCalled) { update(c); }
