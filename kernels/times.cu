// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What `validate --times` measures: how long one instruction waits for another, how often a pipe takes one, and what
// L1, L2, DRAM, atomics and launches take. Where there are cycles, those of a block's first warp go to cycles[block].

namespace {

constexpr int kUnrolled = 32;

/// Runs step(round, number) Unrolled times for each round and gives the cycles that takes: of the first warp, for the
/// compiler may read the clock before the last barrier. What a full block takes of a pipe, its launch says.
template<int Unrolled = kUnrolled, class Step>
__device__ void timed(long long* cycles, int rounds, Step step) {
    __syncthreads();
    const long long begin = clock64();
    __syncthreads(); // no warp keeps another one from the clock
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int u = 0; u < Unrolled; ++u) step(r, u);
    }
    __syncthreads();
    const long long end = clock64();
    if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

__device__ unsigned globalThread() { return blockIdx.x * blockDim.x + threadIdx.x; }

} // namespace

namespace {

// Instructions in assembler, so that no compiler makes fewer of them: x becomes what they make of x and y.
struct Fma {
    __device__ void operator()(float& x, float y) const {
        asm volatile("fma.rn.f32 %0, %0, %1, %1;"
                     : "+f"(x)
                     : "f"(y));
    }
};
struct FmaOfDoubles {
    __device__ void operator()(double& x, double y) const {
        asm volatile("fma.rn.f64 %0, %0, %1, %1;"
                     : "+d"(x)
                     : "d"(y));
    }
};
struct Mad {
    __device__ void operator()(int& x, int y) const { asm volatile("mad.lo.s32 %0, %0, %1, %1;" : "+r"(x) : "r"(y)); }
};
struct Shift {
    __device__ void operator()(unsigned& x, unsigned y) const {
        asm volatile("shf.l.wrap.b32 %0, %0, %1, 7;"
                     : "+r"(x)
                     : "r"(y));
    }
};
struct Rsqrt {
    __device__ void operator()(float& x, float y) const {
        asm volatile("rsqrt.approx.ftz.f32 %0, %0; // %1"
                     : "+f"(x)
                     : "f"(y));
    }
};
struct MatchAny {
    __device__ void operator()(unsigned& x, unsigned y) const {
        asm volatile("match.any.sync.b32 %0, %0, 0xffffffff; // %1"
                     : "+r"(x)
                     : "r"(y));
    }
};
// two instructions
struct AddAndShuffle {
    __device__ void operator()(unsigned& x, unsigned y) const {
        asm volatile("{ .reg .u32 t; add.u32 t, %0, %1; shfl.sync.up.b32 %0, t, 1, 0, 0xffffffff; }"
                     : "+r"(x)
                     : "r"(y));
    }
};
// two instructions
struct CompareAndVote {
    __device__ void operator()(unsigned& x, unsigned y) const {
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                     : "+r"(x)
                     : "r"(y));
    }
};

/// Each instruction waits for the one before.
template<class Operation, class T>
__device__ void chain(long long* cycles, T* never, T first, T second, int rounds) {
    T x = first + static_cast<T>(threadIdx.x);
    timed(cycles, rounds, [&](int, int) { Operation()(x, second); });
    if (rounds < 0) *never = x;
}

/// Eight chains side by side, for the pipe's rate.
template<class Operation, class T>
__device__ void side(long long* cycles, T* never, T first, T second, int rounds) {
    T x[8];
    for (int i = 0; i < 8; ++i) x[i] = first + static_cast<T>(threadIdx.x + i);
    timed(cycles, rounds, [&](int, int) {
#pragma unroll
        for (int i = 0; i < 8; ++i) Operation()(x[i], second);
    });
    if (rounds < 0)
        for (int i = 0; i < 8; ++i) never[i] = x[i];
}

} // namespace

extern "C" __global__ void chain_fma_f32(long long* cycles, float* never, float first, float second, int rounds) {
    chain<Fma>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_fma_f32(long long* cycles, float* never, float first, float second, int rounds) {
    side<Fma>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_fma_f64(long long* cycles, double* never, double first, double second, int rounds) {
    chain<FmaOfDoubles>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_fma_f64(long long* cycles, double* never, double first, double second, int rounds) {
    side<FmaOfDoubles>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_mad_s32(long long* cycles, int* never, int first, int second, int rounds) {
    chain<Mad>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_mad_s32(long long* cycles, int* never, int first, int second, int rounds) {
    side<Mad>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_shift(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                       int rounds) {
    chain<Shift>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_shift(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                      int rounds) {
    side<Shift>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_rsqrt(long long* cycles, float* never, float first, float second, int rounds) {
    chain<Rsqrt>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_rsqrt(long long* cycles, float* never, float first, float second, int rounds) {
    side<Rsqrt>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_match_any(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                           int rounds) {
    chain<MatchAny>(cycles, never, first, second, rounds);
}
extern "C" __global__ void side_match_any(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                          int rounds) {
    side<MatchAny>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_add_shuffle(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                             int rounds) {
    chain<AddAndShuffle>(cycles, never, first, second, rounds);
}
extern "C" __global__ void chain_vote(long long* cycles, unsigned* never, unsigned first, unsigned second,
                                      int rounds) {
    chain<CompareAndVote>(cycles, never, first, second, rounds);
}

extern "C" __global__ void chain_block_barrier(long long* cycles, int rounds) {
    timed(cycles, rounds, [](int, int) { asm volatile("bar.sync 0;"); });
}

extern "C" __global__ void chain_fence_device(long long* cycles, int rounds) {
    timed(cycles, rounds, [](int, int) { asm volatile("membar.gl;" ::: "memory"); });
}

extern "C" __global__ void chase_shared(long long* cycles, unsigned* never, unsigned stride, int rounds) {
    __shared__ unsigned words[4096];
    for (unsigned i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = i * 4;
    __syncthreads();
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(words + threadIdx.x * stride % 4096));
    const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(words));
    timed(cycles, rounds, [&](int, int) {
        unsigned v;
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
        at = base + v;
    });
    if (rounds < 0) *never = at;
}

/// Loads that do not wait for each other: what the data stage moves.
extern "C" __global__ void side_shared(long long* cycles, unsigned* never, unsigned stride, int rounds) {
    __shared__ unsigned words[8192];
    for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x) words[i] = i;
    __syncthreads();
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(words + threadIdx.x * stride % 8192));
    unsigned sum = 0;
    timed(cycles, rounds, [&](int, int) {
        unsigned v;
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
        sum ^= v;
    });
    if (rounds < 0) *never = sum;
}

/// Loads that L1 holds, `stride` words apart from lane to lane.
extern "C" __global__ void side_l1(long long* cycles, const unsigned* words, unsigned* never, unsigned stride,
                                   int rounds) {
    const unsigned* at = words + threadIdx.x * stride;
    unsigned sum = 0;
    for (int i = 0; i < 4 * kUnrolled; ++i) sum += at[i * 32];
    timed(cycles, rounds, [&](int round, int number) {
        unsigned v;
        asm volatile("ld.global.ca.u32 %0, [%1];"
                     : "=r"(v)
                     : "l"(at + ((round & 3) * kUnrolled + number) * 32)
                     : "memory");
        sum ^= v;
    });
    if (rounds < 0) *never = sum;
}

__constant__ unsigned table[16384];

/// table holds zeros: at stays the sum of the strides. mask in words.
extern "C" __global__ void chase_constant(long long* cycles, unsigned* never, unsigned stride, unsigned mask,
                                          int rounds) {
    unsigned at = 0, sum = 0;
    for (unsigned i = 0; i <= mask; i += stride) sum += table[i];
    timed(cycles, rounds, [&](int, int) {
        const unsigned v = table[at];
        at = (at + v + stride) & mask;
    });
    if (rounds < 0) *never = at + sum;
}

/// Lanes read `distinct` words.
extern "C" __global__ void side_constant(long long* cycles, unsigned* never, unsigned distinct, int rounds) {
    unsigned at = threadIdx.x % distinct, sum = 0;
    timed(cycles, rounds, [&](int, int) {
        sum ^= table[at & 16383];
        at += 32;
    });
    if (rounds < 0) *never = sum;
}

/// The old value decides where the next one goes, which is the same place.
extern "C" __global__ void chain_atomic_shared(long long* cycles, unsigned* never, unsigned distinct, int rounds) {
    __shared__ unsigned words[1024];
    for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0;
    __syncthreads();
    unsigned at = threadIdx.x % distinct;
    timed(cycles, rounds, [&](int, int) { at = (at + (atomicAdd(&words[at], 0x10000U) & 0xffff)) & 1023; });
    if (rounds < 0) *never = at;
}

extern "C" __global__ void chain_atomic_global(long long* cycles, unsigned* words, unsigned* never,
                                               unsigned distinct, int rounds) {
    unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) % distinct;
    timed(cycles, rounds, [&](int, int) { at = (at + (atomicAdd(&words[at], 0x1000000U) & 0xff)); });
    if (rounds < 0) *never = at;
}

/// Writes the chain that follow_l1 and follow_l2 go along: from each place the address of the next, `apart` bytes on,
/// and from the last that of the first.
extern "C" __global__ void link_memory(char* memory, unsigned long long apart, unsigned count) {
    const unsigned i = globalThread();
    if (i < count) *reinterpret_cast<char**>(memory + i * apart) = memory + (i + 1 == count ? 0 : i + 1) * apart;
}

namespace {

/// Each load has the address of the next.
template<class Load>
__device__ void follow(long long* cycles, const char* memory, unsigned long long* never, int before, int rounds,
                       Load load) {
    unsigned long long at = reinterpret_cast<unsigned long long>(memory);
    for (int i = 0; i < before; ++i) load(at);
    timed(cycles, rounds, [&](int, int) { load(at); });
    if (rounds < 0) *never = at;
}

} // namespace

extern "C" __global__ void follow_l1(long long* cycles, const char* memory, unsigned long long* never, int before,
                                     int rounds) {
    follow(cycles, memory, never, before, rounds, [](unsigned long long& at) {
        asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at)::"memory");
    });
}

extern "C" __global__ void follow_l2(long long* cycles, const char* memory, unsigned long long* never, int before,
                                     int rounds) {
    follow(cycles, memory, never, before, rounds, [](unsigned long long& at) {
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
    });
}

namespace {

/// The word that a lane takes in a step: `together` lanes side by side, the next ones in the line after. Each warp goes
/// its own way around a memory of mask + 1 words, so that a multiprocessor does not come soon where it was.
__device__ unsigned wordOf(unsigned step, unsigned together, unsigned mask) {
    const unsigned lane = threadIdx.x % 32, words = 32 / together * 32;
    return ((globalThread() / 32 * 263 + step) * words + lane / together * 32 + lane % together) & mask;
}

/// Loads that are under way together: their values are used after the last of them.
constexpr int kTogether = 8;

} // namespace

extern "C" __global__ void read_lines(long long* cycles, const unsigned* memory, unsigned* never, unsigned together,
                                      unsigned mask, int rounds) {
    unsigned sum = 0, v[kTogether];
    timed<kUnrolled / kTogether>(cycles, rounds, [&](int round, int number) {
#pragma unroll
        for (int i = 0; i < kTogether; ++i)
            asm volatile("ld.global.cg.u32 %0, [%1];"
                         : "=r"(v[i])
                         : "l"(memory + wordOf(round * kUnrolled + number * kTogether + i, together, mask))
                         : "memory");
#pragma unroll
        for (int i = 0; i < kTogether; ++i) sum ^= v[i];
    });
    if (rounds < 0) *never = sum;
}

extern "C" __global__ void write_lines(long long* cycles, unsigned* memory, unsigned together, unsigned mask,
                                       int rounds) {
    timed(cycles, rounds, [&](int round, int number) {
        asm volatile("st.global.u32 [%0], %1;" ::"l"(memory + wordOf(round * kUnrolled + number, together, mask)),
                     "r"(number)
                     : "memory");
    });
}

/// 16 bytes a thread and step, from the first half of the memory to the second; bytes of a half.
extern "C" __global__ void copy_memory(char* memory, unsigned long long bytes) {
    const uint4* from = reinterpret_cast<const uint4*>(memory);
    uint4* to = reinterpret_cast<uint4*>(memory + bytes);
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = globalThread(); i < bytes / 16; i += step) to[i] = from[i];
}

namespace {

/// A sector somewhere, another one for each number: an odd factor only changes their order.
__device__ unsigned sectorOf(unsigned number, unsigned mask) { return number * 2654435761U & mask; }

} // namespace

/// One word of a sector here and there; mask + 1 sectors.
extern "C" __global__ void read_sectors(long long* cycles, const unsigned* memory, unsigned* never, unsigned mask,
                                        int rounds) {
    const unsigned threads = gridDim.x * blockDim.x;
    unsigned sum = 0, v[kTogether];
    timed<kUnrolled / kTogether>(cycles, rounds, [&](int round, int number) {
#pragma unroll
        for (int i = 0; i < kTogether; ++i) {
            const unsigned step = round * kUnrolled + number * kTogether + i;
            const unsigned sector = sectorOf(globalThread() + step * threads, mask);
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[i]) : "l"(memory + sector * 8ULL) : "memory");
        }
#pragma unroll
        for (int i = 0; i < kTogether; ++i) sum ^= v[i];
    });
    if (rounds < 0) *never = sum;
}

extern "C" __global__ void write_sectors(long long* cycles, unsigned* memory, unsigned mask, int rounds) {
    const unsigned threads = gridDim.x * blockDim.x;
    timed(cycles, rounds, [&](int round, int number) {
        const unsigned sector = sectorOf(globalThread() + (round * kUnrolled + number) * threads, mask);
        asm volatile("st.global.u32 [%0], %1;" ::"l"(memory + sector * 8ULL), "r"(number) : "memory");
    });
}

/// Nobody wants the old values. So many lanes next to each other add to the same word, of `distinct` words.
extern "C" __global__ void add_integers(long long* cycles, unsigned* memory, unsigned lanes, unsigned distinct,
                                        int rounds) {
    unsigned* const at = memory + globalThread() / lanes % distinct;
    timed(cycles, rounds, [&](int, int) {
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(threadIdx.x + 1) : "memory");
    });
}

extern "C" __global__ void add_floats(long long* cycles, float* memory, unsigned lanes, unsigned distinct, int rounds) {
    float* const at = memory + globalThread() / lanes % distinct;
    timed(cycles, rounds, [&](int, int) {
        asm volatile("red.global.add.f32 [%0], %1;" ::"l"(at), "f"(1.0F) : "memory");
    });
}

/// Nothing, for the cost of a launch and of each block.
extern "C" __global__ void nothing(long long*) {}
