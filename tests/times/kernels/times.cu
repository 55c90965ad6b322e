// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The kernels of `validate --times`, and more instructions by the same means (latencies.txt).
#include "../../../kernels/times.cu"

BOTH(add_f32, float, "f", "add.rn.f32 %0, %0, %1;")
BOTH(mul_f32, float, "f", "mul.rn.f32 %0, %0, %1;")
BOTH(min_f32, float, "f", "{ .reg .f32 t; min.f32 t, %0, %1; max.f32 %0, t, %1; }") // two instructions
BOTH(add_f64, double, "d", "add.rn.f64 %0, %0, %1;")
BOTH(mul_hi_u32, unsigned, "r", "mul.hi.u32 %0, %0, %1;")
BOTH(mad_s64, long long, "l", "mad.lo.s64 %0, %0, %1, %1;")
BOTH(xor_add, unsigned, "r", "{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %1; }") // two instructions
BOTH(prmt, unsigned, "r", "prmt.b32 %0, %0, %1, 0x2143;")
BOTH(min_s32, int, "r", "{ .reg .s32 t; min.s32 t, %0, %1; max.s32 %0, t, 3; }") // two instructions
BOTH(popc, unsigned, "r", "popc.b32 %0, %0; // %1")
BOTH(brev, unsigned, "r", "brev.b32 %0, %0; // %1")
BOTH(bfind, unsigned, "r", "bfind.u32 %0, %0; // %1")
BOTH(dp4a, int, "r", "dp4a.s32.s32 %0, %0, %1, %1;")
BOTH(fma_f16x2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %1;")
BOTH(add_rcp, float, "f", "{ .reg .f32 t; add.rn.f32 t, %0, %1; rcp.approx.ftz.f32 %0, t; }") // two instructions
BOTH(ex2, float, "f", "ex2.approx.ftz.f32 %0, %0; // %1")
BOTH(lg2, float, "f", "lg2.approx.ftz.f32 %0, %0; // %1")
BOTH(sin, float, "f", "sin.approx.ftz.f32 %0, %0; // %1")
BOTH(tanh, float, "f", "tanh.approx.f32 %0, %0; // %1")
BOTH(f32_to_s32_and_back, float, "f", "{ .reg .s32 t; cvt.rzi.s32.f32 t, %0; cvt.rn.f32.s32 %0, t; } // %1")
BOTH(f64_to_f32_and_back, double, "d", "{ .reg .f32 t; cvt.rn.f32.f64 t, %0; cvt.f64.f32 %0, t; } // %1")
BOTH(compare_xor, int, "r", "{ .reg .pred p; setp.gt.s32 p, %0, %1; @p xor.b32 %0, %0, %1; }") // two instructions
SIDE(add_shuffle, unsigned, "r",
     "{ .reg .u32 t; add.u32 t, %0, %1; shfl.sync.up.b32 %0, t, 1, 0, 0xffffffff; }") // two instructions
SIDE(vote, unsigned, "r",
     "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }") // two instructions
BOTH(redux, unsigned, "r", "redux.sync.add.u32 %0, %0, 0xffffffff; // %1")

extern "C" __global__ void chain_warp_barrier(long long* cycles, int rounds) {
    timed(cycles, rounds, [](int, int) { asm volatile("bar.warp.sync 0xffffffff;"); });
}

extern "C" __global__ void chain_fence_block(long long* cycles, int rounds) {
    timed(cycles, rounds, [](int, int) { asm volatile("membar.cta;" ::: "memory"); });
}

/// at = words[at] + stride, where words[i] is i: one load and two integer instructions a step. ORDER: the
/// cache operator.
#define CHASE(NAME, ORDER)                                                                                    \
    extern "C" __global__ void chase_##NAME(long long* cycles, const unsigned* words, unsigned* never,        \
                                            unsigned stride, unsigned mask, int rounds) {                     \
        unsigned at = threadIdx.x;                                                                            \
        for (unsigned i = 0; i <= mask; i += stride) {                                                        \
            unsigned v;                                                                                       \
            asm volatile("ld.global" ORDER ".u32 %0, [%1];" : "=r"(v) : "l"(words + at) : "memory");          \
            at = (v + stride) & mask;                                                                         \
            if (i / stride >= 65536) break;                                                                   \
        }                                                                                                     \
        timed(cycles, rounds, [&](int, int) {                                                                           \
            unsigned v;                                                                                       \
            asm volatile("ld.global" ORDER ".u32 %0, [%1];" : "=r"(v) : "l"(words + at) : "memory");          \
            at = (v + stride) & mask;                                                                         \
        });                                                                                                   \
        if (rounds < 0) *never = at;                                                                          \
    }
CHASE(l1, ".ca")
CHASE(l2, ".cg")

/// Not seen before: every load comes from DRAM when the words are more than the L2 holds.
extern "C" __global__ void chase_dram(long long* cycles, const unsigned* words, unsigned* never, unsigned stride,
                                      unsigned mask, int rounds) {
    unsigned at = (blockIdx.x + threadIdx.x) * 64;
    timed(cycles, rounds, [&](int, int) {
        unsigned v;
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(words + at) : "memory");
        at = (v + stride) & mask;
    });
    if (rounds < 0) *never = at;
}

extern "C" __global__ void side_shared_v4(long long* cycles, unsigned* never, int rounds) {
    __shared__ uint4 words[2048];
    for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x) words[i] = make_uint4(i, i, i, i);
    __syncthreads();
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(words + threadIdx.x));
    unsigned sum = 0;
    timed(cycles, rounds, [&](int, int) {
        uint4 v;
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "r"(at)
                     : "memory");
        sum ^= v.x ^ v.y ^ v.z ^ v.w;
    });
    if (rounds < 0) *never = sum;
}

extern "C" __global__ void side_shared_store(long long* cycles, unsigned* never, unsigned stride, int rounds) {
    __shared__ unsigned words[8192];
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(words + threadIdx.x * stride % 8192));
    timed(cycles, rounds, [&](int, int) { asm volatile("st.volatile.shared.u32 [%0], %0;" ::"r"(at) : "memory"); });
    if (rounds < 0) *never = words[threadIdx.x];
}

extern "C" __global__ void side_l1_v4(long long* cycles, const uint4* words, unsigned* never, int rounds) {
    const uint4* at = words + threadIdx.x;
    unsigned sum = 0;
    for (int i = 0; i < 4 * kUnrolled; ++i) sum += at[i * 32].x;
    timed(cycles, rounds, [&](int round, int number) {
        uint4 v;
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at + ((round & 3) * kUnrolled + number) * 32)
                     : "memory");
        sum ^= v.x ^ v.y ^ v.z ^ v.w;
    });
    if (rounds < 0) *never = sum;
}

extern "C" __global__ void chase_texture(long long* cycles, cudaTextureObject_t texture, float* never, int rounds) {
    float x = threadIdx.x;
    timed(cycles, rounds, [&](int, int) { x = tex2D<float>(texture, x, 0.5F); });
    if (rounds < 0) *never = x;
}

extern "C" __global__ void side_texture(long long* cycles, cudaTextureObject_t texture, float* never, int rounds) {
    float sum = 0;
    const float x = threadIdx.x % 32;
    float y = threadIdx.x / 32;
    timed(cycles, rounds, [&](int, int) {
        sum += tex2D<float>(texture, x, y);
        y += 1;
    });
    if (rounds < 0) *never = sum;
}

extern "C" __global__ void side_atomic_global(long long* cycles, unsigned* words, unsigned* never,
                                              unsigned distinct, unsigned stride, int rounds) {
    const unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) % distinct * stride;
    timed(cycles, rounds, [&](int, int) { asm volatile("red.global.add.u32 [%0], 1;" ::"l"(words + at) : "memory"); });
    if (rounds < 0) *never = words[at];
}
