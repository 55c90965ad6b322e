// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Votes, shuffles, matches, reductions of a warp.

extern "C" __global__ void votes(const int* in, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i];
    unsigned r = __ballot_sync(0xffffffff, v & 1);
    r += __all_sync(0xffffffff, v >= 0) ? 1000 : 0;
    r ^= __any_sync(0xffffffff, v == 17) ? 0x5555 : 0;
    if (v & 2) {
        r += __popc(__activemask());
        r ^= __ballot_sync(__activemask(), v & 4);
    }
    out[i] = r;
}

extern "C" __global__ void shuffles(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i];
    int* to = out + 8 * i;
    to[0] = __shfl_sync(0xffffffff, v, v & 31);
    to[1] = __shfl_up_sync(0xffffffff, v, 3);
    to[2] = __shfl_down_sync(0xffffffff, v, 5);
    to[3] = __shfl_xor_sync(0xffffffff, v, 9);
    to[4] = __shfl_sync(0xffffffff, v, v & 7, 8);
    to[5] = __shfl_up_sync(0xffffffff, v, 1, 4);
    to[6] = __shfl_down_sync(0xffffffff, v, 6, 16);
    to[7] = __shfl_xor_sync(0xffffffff, v, 3, 4);
}

extern "C" __global__ void shuffleWide(const double* in, double* out, unsigned long long* ids) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(0xffffffff, in[i], 31 - (i & 31)) + __shfl_xor_sync(0xffffffff, in[i], 16);
    ids[i] = __shfl_down_sync(0xffffffff, (static_cast<unsigned long long>(i) << 33) | i, 2);
}

extern "C" __global__ void matches(const int* in, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int same;
    out[3 * i] = __match_any_sync(0xffffffff, in[i] & 3);
    out[3 * i + 1] = __match_all_sync(0xffffffff, in[i] >> 30, &same) + same;
    out[3 * i + 2] = __match_any_sync(0xffffffff, static_cast<unsigned long long>(in[i] & 1) << 40);
}

extern "C" __global__ void redux(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i];
    int* to = out + 8 * i;
    to[0] = __reduce_add_sync(0xffffffff, v);
    to[1] = __reduce_min_sync(0xffffffff, v);
    to[2] = __reduce_max_sync(0xffffffff, v);
    to[3] = __reduce_and_sync(0xffffffff, static_cast<unsigned>(v) | 0xf0);
    to[4] = __reduce_or_sync(0xffffffff, static_cast<unsigned>(v) & 0xf0f);
    to[5] = __reduce_xor_sync(0xffffffff, static_cast<unsigned>(v));
    to[6] = __reduce_max_sync(0xffffffff, static_cast<unsigned>(v));
    to[7] = 0;
    if ((i & 31) < 11) to[7] = __reduce_add_sync(0x7ff, v);
}

// Values of the block's registers that only the hardware knows.
extern "C" __global__ void whoAmI(uint4* out) {
    const int i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned lane, below;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    out[i * blockDim.x * blockDim.y * blockDim.z + t] =
        make_uint4(lane, below, threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16, blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16);
}

// Lanes that leave at different times.
extern "C" __global__ void earlyExits(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = 0;
    for (int k = 0;; ++k) {
        if (k == (i * 7) % 23) break;
        if (k % 5 == 3 && i % 3 == 0) continue;
        v += k;
        if (v > 90 && (i & 1)) {
            out[i] = -v;
            return;
        }
    }
    out[i] = v + __popc(__activemask()) * 0;
}
