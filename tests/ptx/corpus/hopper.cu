// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What compute capability 9.0 has alone: clusters of blocks, and products of warpgroups.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each block of a cluster counts the values of its part of the bins.
extern "C" __global__ void __cluster_dims__(4, 1, 1) clusterHistogram(const unsigned* in, unsigned* out, int n) {
    __shared__ unsigned bins[16];
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned bin = in[i] % 64;
        atomicAdd(cluster.map_shared_rank(bins, bin / 16) + bin % 16, 1);
    }
    cluster.sync();
    if (threadIdx.x < 16) out[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}

// Blocks hand a message round by barriers in each other's memory.
extern "C" __global__ void __cluster_dims__(2, 2, 1) clusterRing(unsigned* out) {
    __shared__ unsigned long long barrier;
    __shared__ unsigned message[32];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned bar = static_cast<unsigned>(__cvta_generic_to_shared(&barrier)),
                   box = static_cast<unsigned>(__cvta_generic_to_shared(&message[threadIdx.x])),
                   next = (cluster.block_rank() + 1) % cluster.num_blocks();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(bar) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(bar) : "memory");
    }
    cluster.sync();
    unsigned nextBar, nextBox;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(nextBar) : "r"(bar), "r"(next));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(nextBox) : "r"(box), "r"(next));
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(nextBox),
                 "r"(cluster.block_rank() * 1000 + threadIdx.x), "r"(nextBar)
                 : "memory");
    unsigned done = 0;
    while (done == 0)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
                     "selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(bar)
                     : "memory");
    const unsigned block = blockIdx.x + gridDim.x * blockIdx.y;
    out[block * 32 + threadIdx.x] = message[threadIdx.x] + 100000 * cluster.block_rank();
    cluster.sync();
}

__device__ unsigned long long descriptorOf(const void* start) {
    const unsigned long long address = __cvta_generic_to_shared(start);
    return (address & 0x3ffff) >> 4 | 8ULL << 16 | 16ULL << 32; // rows of 16 bytes, eight after another
}

#define WARPGROUP_PRODUCT(name, types, signs)                                                                            \
    extern "C" __global__ void name(const uint4* in, const float* sums, float* out) {                                    \
        __shared__ __align__(128) uint4 factors[128 + 16];                                                               \
        for (int i = threadIdx.x; i < 144; i += 128) factors[i] = in[blockIdx.x * 144 + i];                              \
        asm volatile("fence.proxy.async;" ::: "memory");                                                                 \
        __syncthreads();                                                                                                 \
        const unsigned long long a = descriptorOf(factors), b = descriptorOf(factors + 128);                             \
        float d[4];                                                                                                      \
        for (int i = 0; i < 4; ++i) d[i] = sums[(blockIdx.x * 128 + threadIdx.x) * 4 + i];                               \
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                          \
        asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sync.aligned.m64n8" types                  \
                     " {%0, %1, %2, %3}, %4, %5, p, 1, 1" signs ";\n}"                                                   \
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                    \
                     : "l"(a), "l"(b));                                                                                  \
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");                 \
        for (int i = 0; i < 4; ++i) out[(blockIdx.x * 128 + threadIdx.x) * 4 + i] = d[i];                                \
    }

WARPGROUP_PRODUCT(warpgroupHalves, "k16.f32.f16.f16", ", 0, 0")
WARPGROUP_PRODUCT(warpgroupBrains, "k16.f32.bf16.bf16", ", 0, 0")
WARPGROUP_PRODUCT(warpgroupSmall, "k32.f32.e4m3.e5m2", "")

extern "C" __global__ void sparseProduct(const unsigned* a, const uint4* b, const float4* sums, float4* out) {
    const int t = blockIdx.x * 32 + threadIdx.x;
    const uint4 own = make_uint4(a[t * 4], a[t * 4 + 1], a[t * 4 + 2], a[t * 4 + 3]), other = b[t];
    float4 d = sums[t];
    const unsigned metadata = (t * 2654435761U & 0x55555555U) == 0 ? 0x44444444U : 0xe94c8d4eU;
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
                 "%7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x1;"
                 : "+f"(d.x), "+f"(d.y), "+f"(d.z), "+f"(d.w)
                 : "r"(own.x), "r"(own.y), "r"(own.z), "r"(own.w), "r"(other.x), "r"(other.y), "r"(other.z), "r"(other.w),
                   "r"(metadata));
    out[t] = d;
}

// Half bytes: a third of the sums is near the limits.
extern "C" __global__ void sparseHalfBytes(const uint4* a, const uint4* b, const int4* sums, int4* out) {
    const int t = blockIdx.x * 32 + threadIdx.x;
    const uint4 own = a[t], other = b[t];
    int4 d = sums[t];
    if (t % 3 == 0) d.x = d.y > 0 ? 0x7fffff00 : -0x7fffff00;
    const unsigned metadata = t % 2 == 0 ? 0xe94c8d4eU : 0x48c9de84U;
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, "
                 "%5}, {%6, %7}, {%0, %1, %2, %3}, %8, 0x1;"
                 : "+r"(d.x), "+r"(d.y), "+r"(d.z), "+r"(d.w)
                 : "r"(own.x), "r"(own.y), "r"(other.x), "r"(other.y), "r"(metadata));
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, "
                 "%7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
                 : "+r"(d.x), "+r"(d.y), "+r"(d.z), "+r"(d.w)
                 : "r"(own.x), "r"(own.y), "r"(own.z), "r"(own.w), "r"(other.x), "r"(other.y), "r"(other.z), "r"(other.w),
                   "r"(metadata));
    out[t] = d;
}

// What a sparse A has not meets infinity and not-a-number in B.
extern "C" __global__ void sparseBesideInfinity(const unsigned* a, const uint4* b, const float4* sums, float4* out) {
    const int t = blockIdx.x * 32 + threadIdx.x;
    const uint4 own = make_uint4(a[t * 4], a[t * 4 + 1], a[t * 4 + 2], a[t * 4 + 3]);
    const uint4 other = t % 2 == 0 ? b[t] : make_uint4(0x7e007c00U, 0x7e007c00U, 0x7e007c00U, 0x7e007c00U);
    float4 d = sums[t];
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
                 "%7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
                 : "+f"(d.x), "+f"(d.y), "+f"(d.z), "+f"(d.w)
                 : "r"(own.x), "r"(own.y), "r"(own.z), "r"(own.w), "r"(other.x), "r"(other.y), "r"(other.z), "r"(other.w),
                   "r"(0x44444444U));
    out[t] = d;
}

// A of a warpgroup comes from shared memory, then from registers: what the same places hold.
#define SPARSE_WARPGROUP_PRODUCT(name, T, c, types, selector, tail, fromRegisters, even, odd)                            \
    extern "C" __global__ void name(const uint4* in, const T* sums, T* out) {                                            \
        __shared__ __align__(128) uint4 factors[128 + 32];                                                               \
        for (int i = threadIdx.x; i < 160; i += 128) factors[i] = in[blockIdx.x * 160 + i];                              \
        asm volatile("fence.proxy.async;" ::: "memory");                                                                 \
        __syncthreads();                                                                                                 \
        const unsigned long long a = descriptorOf(factors), b = descriptorOf(factors + 128);                             \
        const uint4 own = factors[threadIdx.x];                                                                          \
        const unsigned metadata = threadIdx.x % 3 == 0 ? even : odd;                                                     \
        T d[4];                                                                                                          \
        for (int i = 0; i < 4; ++i) d[i] = sums[(blockIdx.x * 128 + threadIdx.x) * 4 + i];                               \
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                          \
        asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sp.sync.aligned.m64n8" types               \
                     " {%0, %1, %2, %3}, %4, %5, %6, " selector ", p" tail ";\n}"                                        \
                     : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3])                                                \
                     : "l"(a), "l"(b), "r"(metadata));                                                                   \
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");                 \
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                                                          \
        asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sp.sync.aligned.m64n8" types               \
                     " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, %9, " selector ", p" fromRegisters ";\n}"                 \
                     : "+" c(d[0]), "+" c(d[1]), "+" c(d[2]), "+" c(d[3])                                                \
                     : "r"(own.x), "r"(own.y), "r"(own.z), "r"(own.w), "l"(b), "r"(metadata));                           \
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");                 \
        for (int i = 0; i < 4; ++i) out[(blockIdx.x * 128 + threadIdx.x) * 4 + i] = d[i];                                \
    }

SPARSE_WARPGROUP_PRODUCT(sparseWarpgroupHalves, float, "f", "k32.f32.f16.f16", "1", ", 1, 1, 0, 0", ", 1, 1, 0", 0xe94c8d4eU,
                         0x48c9de84U)
SPARSE_WARPGROUP_PRODUCT(sparseWarpgroupBrains, float, "f", "k32.f32.bf16.bf16", "0", ", 1, -1, 0, 1", ", -1, 1, 1",
                         0xe94c8d4eU, 0x48c9de84U)
SPARSE_WARPGROUP_PRODUCT(sparseWarpgroupTensorFloats, float, "f", "k16.f32.tf32.tf32", "1", ", 1, 1", ", 1, 1", 0xe44ee4e4U,
                         0x4e4eee44U)
SPARSE_WARPGROUP_PRODUCT(sparseWarpgroupSmall, float, "f", "k64.f32.e4m3.e5m2", "0", ", 1, 1", ", 1, 1", 0xe94c8d4eU,
                         0x48c9de84U)
SPARSE_WARPGROUP_PRODUCT(sparseWarpgroupBytes, int, "r", "k64.s32.s8.u8.satfinite", "0", "", "", 0xe94c8d4eU, 0x48c9de84U)
