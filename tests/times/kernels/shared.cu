// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Shared memory, barriers, shuffles, reductions in several ways.

/// Lanes `stride` words apart.
extern "C" __global__ void sharedStride(float* out, int stride, int rounds) {
    __shared__ float words[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = i;
    __syncthreads();
    float sum = 0;
    unsigned at = threadIdx.x * stride;
    for (int r = 0; r < rounds; ++r) {
        sum += words[at & 4095];
        at += 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void sharedWide(float4* out, int rounds) {
    __shared__ float4 words[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = make_float4(i, i, i, i);
    __syncthreads();
    float4 sum = make_float4(0, 0, 0, 0);
    unsigned at = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        const float4 v = words[at & 1023];
        sum.x += v.x;
        sum.y += v.y;
        sum.z += v.z;
        sum.w += v.w;
        at += 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Each load waits for the one before it.
extern "C" __global__ void sharedChain(int* out, int rounds) {
    __shared__ int next[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i + 33) & 1023;
    __syncthreads();
    int at = threadIdx.x;
    for (int r = 0; r < rounds; ++r) at = next[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

extern "C" __global__ void manyBarriers(float* out, int rounds) {
    __shared__ float words[1024];
    float x = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        words[threadIdx.x] = x;
        __syncthreads();
        x += words[(threadIdx.x + 32) % blockDim.x];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

extern "C" __global__ void shuffles(float* out, int rounds) {
    float x = threadIdx.x, y = x + 1;
    for (int r = 0; r < rounds; ++r) {
        x += __shfl_xor_sync(~0U, x, 1 + (r & 15));
        y += __shfl_down_sync(~0U, y, 1 + (r & 7));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

extern "C" __global__ void votes(unsigned* out, int rounds) {
    unsigned sum = threadIdx.x;
    for (int r = 0; r < rounds; ++r) sum += __ballot_sync(~0U, (sum >> (r & 7) & 1) != 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Sums of blocks: neighbours first, the lanes that work spread ever wider.
extern "C" __global__ void sumInterleaved(int* out, const int* in) {
    extern __shared__ int part[];
    const unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

/// The lanes that work side by side, their words apart.
extern "C" __global__ void sumStrided(int* out, const int* in) {
    extern __shared__ int part[];
    const unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned at = 2 * s * t;
        if (at < blockDim.x) part[at] += part[at + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

/// Lanes and words side by side.
extern "C" __global__ void sumSequential(int* out, const int* in) {
    extern __shared__ int part[];
    const unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

/// Two elements a thread, the last warp by shuffles.
extern "C" __global__ void sumShuffled(int* out, const int* in) {
    __shared__ int part[32];
    const unsigned t = threadIdx.x;
    const unsigned first = blockIdx.x * blockDim.x * 2 + t;
    int sum = in[first] + in[first + blockDim.x];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < blockDim.x / 32 ? part[t] : 0;
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
        if (t == 0) out[blockIdx.x] = sum;
    }
}

/// As many blocks as the chip holds, each thread over many elements, one atomic a block.
extern "C" __global__ void sumGridStride(int* out, const int4* in, int n) {
    __shared__ int part[32];
    const unsigned t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        const int4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < blockDim.x / 32 ? part[t] : 0;
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
        if (t == 0) atomicAdd(out, sum);
    }
}

/// Hillis and Steele's scan of each block.
extern "C" __global__ void scanBlocks(int* out, const int* in) {
    extern __shared__ int part[];
    const unsigned t = threadIdx.x;
    int x = in[blockIdx.x * blockDim.x + t];
    part[t] = x;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        const int other = t >= d ? part[t - d] : 0;
        __syncthreads();
        x += other;
        part[t] = x;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = x;
}

/// A transpose over squares in shared memory, with rows of `32 + pad` words.
template<int pad>
__device__ void transposeSquares(float* out, const float* in, int width, int height) {
    __shared__ float square[32][32 + pad];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y) square[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y) out[(y + j) * height + x] = square[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transposeConflicts(float* out, const float* in, int width, int height) {
    transposeSquares<0>(out, in, width, height);
}

extern "C" __global__ void transposePadded(float* out, const float* in, int width, int height) {
    transposeSquares<1>(out, in, width, height);
}

extern "C" __global__ void transposeDirect(float* out, const float* in, int width, int height) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += blockDim.y) out[x * height + y + j] = in[(y + j) * width + x];
}

/// Products of matrices of n x n.
extern "C" __global__ void productDirect(float* c, const float* a, const float* b, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

/// Rows and columns the wrong way round: neighbouring lanes take neighbouring rows.
extern "C" __global__ void productAcross(float* c, const float* a, const float* b, int n) {
    const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

extern "C" __global__ void productTiled(float* c, const float* a, const float* b, int n) {
    __shared__ float as[16][16], bs[16][16];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

/// Four by four results a thread, squares of 64.
extern "C" __global__ void productRegisters(float* c, const float* a, const float* b, int n) {
    __shared__ float as[16][64], bs[16][64];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int column = blockIdx.x * 64, row = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int t = 0; t < n; t += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            as[i % 16][i / 16] = a[(row + i / 16) * n + t + i % 16];
            bs[i / 64][i % 64] = b[(t + i / 64) * n + column + i % 64];
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            float left[4], right[4];
            for (int j = 0; j < 4; ++j) {
                left[j] = as[k][ty * 4 + j];
                right[j] = bs[k][tx * 4 + j];
            }
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(row + ty * 4 + i) * n + column + tx * 4 + j] = sum[i][j];
}
