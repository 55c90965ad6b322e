// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels of two blocks to a cluster with a mistake in each other's shared memory, each beside the right one. Tests look
// for the lines marked with a word after "here:".
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define CLUSTERED extern "C" __global__ void __cluster_dims__(2, 1, 1)

__device__ unsigned sharedAddress(const void* pointer) {
    return unsigned(__cvta_generic_to_shared(pointer));
}
__device__ unsigned addressIn(unsigned rank, const void* pointer) {
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAddress(pointer)), "r"(rank));
    return there;
}

/// Blocks read what the other one has left.
template<bool Before, bool After>
__device__ void exchange(int* out) {
    __shared__ int box[64];
    const cg::cluster_group cluster = cg::this_cluster();
    box[threadIdx.x] = blockIdx.x * 64 + threadIdx.x; // here: ownWrite
    if (Before) cluster.sync();
    const int* other = cluster.map_shared_rank(box, cluster.block_rank() ^ 1);
    const int value = other[63 - threadIdx.x]; // here: otherRead
    if (After) cluster.sync();
    box[threadIdx.x] = value; // here: ownAgain
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
}
CLUSTERED exchangeRight(int* out) { exchange<true, true>(out); }
CLUSTERED exchangeTooEarly(int* out) { exchange<false, true>(out); }
CLUSTERED exchangeTooLate(int* out) { exchange<true, false>(out); }

/// All threads of the cluster write into the first block's memory.
template<int Kind>
__device__ void collect(int* out) {
    __shared__ int word;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) word = 0;
    cluster.sync();
    int* first = cluster.map_shared_rank(&word, 0);
    if (Kind == 0) atomicAdd(first, 1);
    if (Kind == 1 && threadIdx.x == 0) *first = 7;
    if (Kind == 2 && threadIdx.x == 0) *first = blockIdx.x + 1; // here: oneWord
    if (Kind == 3) atomicAdd_block(first, 1);                   // here: narrowCount
    if (Kind == 4 && cluster.block_rank() == 1) *first = threadIdx.x + 1; // here: threadsOfOne
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) out[0] = word;
}
CLUSTERED collectAtomically(int* out) { collect<0>(out); }
CLUSTERED collectOneValue(int* out) { collect<1>(out); }
CLUSTERED collectPlainly(int* out) { collect<2>(out); }
CLUSTERED collectNarrowly(int* out) { collect<3>(out); }
CLUSTERED collectOfOneBlock(int* out) { collect<4>(out); }

/// The second block polls a flag in the first one's memory, then reads what stands beside it.
template<bool Orders>
__device__ void publish(int* out) {
    __shared__ int value, flag;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) flag = 0;
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
        value = 42; // here: published
        if (Orders)
            asm volatile("st.release.cluster.shared::cta.u32 [%0], 1;" ::"r"(sharedAddress(&flag)) : "memory");
        else
            asm volatile("st.relaxed.cluster.shared::cta.u32 [%0], 1;" ::"r"(sharedAddress(&flag)) : "memory");
    }
    if (threadIdx.x == 0 && cluster.block_rank() == 1) {
        const unsigned there = addressIn(0, &flag);
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cluster.shared::cluster.u32 %0, [%1];" : "=r"(seen) : "r"(there) : "memory");
        out[0] = *cluster.map_shared_rank(&value, 0); // here: subscribed
    }
    cluster.sync();
}
CLUSTERED publishRight(int* out) { publish<true>(out); }
CLUSTERED publishWrong(int* out) { publish<false>(out); }

/// The second block writes into the first one's memory and arrives at its mbarrier.
template<bool Waits>
__device__ void deliver(int* out) {
    __shared__ int box[32];
    __shared__ unsigned long long barrier;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned bar = sharedAddress(&barrier);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;\nfence.mbarrier_init.release.cluster;" ::"r"(bar) : "memory");
    cluster.sync();
    if (cluster.block_rank() == 1) {
        cluster.map_shared_rank(box, 0)[threadIdx.x] = threadIdx.x + 100; // here: delivered
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(addressIn(0, &barrier)) : "memory");
    } else {
        unsigned done = 0;
        while (Waits && done == 0)
            asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n"
                         "selp.u32 %0, 1, 0, p;\n}"
                         : "=r"(done)
                         : "r"(bar)
                         : "memory");
        out[threadIdx.x] = box[31 - threadIdx.x]; // here: received
    }
    cluster.sync();
}
CLUSTERED deliverRight(int* out) { deliver<true>(out); }
CLUSTERED deliverWrong(int* out) { deliver<false>(out); }

/// The half of the second block's memory that nobody writes.
CLUSTERED readUnwritten(int* out) {
    __shared__ int box[64];
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < 32) box[threadIdx.x] = threadIdx.x;
    cluster.sync();
    const int value = cluster.map_shared_rank(box, cluster.block_rank() ^ 1)[threadIdx.x]; // here: unwrittenRead
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = value + 1;
}
