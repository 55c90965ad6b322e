// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Algorithms in several variants, to which no model of times was fitted.

/// Products of matrices of n x n, a square of 32 x 32 results a block of as many threads.
extern "C" __global__ void gemmSquares(float* c, const float* a, const float* b, int n) {
    __shared__ float as[32][32], bs[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; t += 32) {
        as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

/// Four rows a thread, blocks of 32 x 8.
extern "C" __global__ void gemmFourRows(float* c, const float* a, const float* b, int n) {
    __shared__ float as[32][33], bs[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float sum[4] = {};
    for (int t = 0; t < n; t += 32) {
        for (int j = 0; j < 32; j += 8) {
            as[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + t + threadIdx.x];
            bs[threadIdx.y + j][threadIdx.x] = b[(t + threadIdx.y + j) * n + x];
        }
        __syncthreads();
        for (int k = 0; k < 32; ++k) {
            const float right = bs[k][threadIdx.x];
            for (int j = 0; j < 4; ++j) sum[j] += as[threadIdx.y + 8 * j][k] * right;
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j) c[(y + 8 * j) * n + x] = sum[j];
}

/// Eight by eight results a thread, squares of 128, 16-byte loads.
extern "C" __global__ void gemmLarge(float4* c, const float4* a, const float4* b, int n) {
    __shared__ float as[8][128];
    __shared__ float4 bs[8][32];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, quarter = n / 4;
    const float4* left = a + (blockIdx.y * 128 + t / 2) * quarter + t % 2;
    const float4* right = b + t / 32 * quarter + blockIdx.x * 32 + t % 32;
    float sum[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        const float4 v = *left;
        as[t % 2 * 4][t / 2] = v.x;
        as[t % 2 * 4 + 1][t / 2] = v.y;
        as[t % 2 * 4 + 2][t / 2] = v.z;
        as[t % 2 * 4 + 3][t / 2] = v.w;
        bs[t / 32][t % 32] = *right;
        __syncthreads();
        left += 2;
        right += 8 * quarter;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float l[8];
            for (int i = 0; i < 8; ++i) l[i] = as[j][ty * 8 + i];
            const float4 p = bs[j][tx * 2], q = bs[j][tx * 2 + 1];
            const float r[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
            for (int i = 0; i < 8; ++i)
                for (int m = 0; m < 8; ++m) sum[i][m] += l[i] * r[m];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) {
        float4* to = c + (blockIdx.y * 128 + ty * 8 + i) * quarter + blockIdx.x * 32 + tx * 2;
        to[0] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        to[1] = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

extern "C" __global__ void gemmDoubles(double* c, const double* a, const double* b, int n) {
    __shared__ double as[16][16], bs[16][16];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    double sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

/// Matrix by vector: a thread, a warp or a block for each row, or a thread for each row of columns side by side.
extern "C" __global__ void gemvByThread(float* y, const float* a, const float* x, int rows, int columns) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < columns; ++k) sum += a[row * columns + k] * x[k];
    y[row] = sum;
}

extern "C" __global__ void gemvByWarp(float* y, const float* a, const float* x, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int k = lane; k < columns; k += 32) sum += a[row * columns + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
    if (lane == 0) y[row] = sum;
}

extern "C" __global__ void gemvByBlock(float* y, const float4* a, const float4* x, int columns) {
    __shared__ float part[8];
    const int quarter = columns / 4;
    float sum = 0;
    for (int k = threadIdx.x; k < quarter; k += blockDim.x) {
        const float4 l = a[blockIdx.x * quarter + k], r = x[k];
        sum += l.x * r.x + l.y * r.y + l.z * r.z + l.w * r.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0U, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; ++w) sum += part[w];
        y[blockIdx.x] = sum;
    }
}

extern "C" __global__ void gemvTransposed(float* y, const float* a, const float* x, int rows, int columns) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < columns; ++k) sum += a[k * rows + row] * x[k];
    y[row] = sum;
}

__device__ float most(float x) {
    for (int d = 16; d > 0; d /= 2) x = fmaxf(x, __shfl_xor_sync(~0U, x, d));
    return x;
}

__device__ float total(float x) {
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0U, x, d);
    return x;
}

/// Softmax of rows, a warp each, in three passes.
extern "C" __global__ void softmaxByWarp(float* out, const float* in, int rows, int columns) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    in += row * columns;
    out += row * columns;
    float high = -1e30F, sum = 0;
    for (int k = lane; k < columns; k += 32) high = fmaxf(high, in[k]);
    high = most(high);
    for (int k = lane; k < columns; k += 32) sum += __expf(in[k] - high);
    const float scale = 1 / total(sum);
    for (int k = lane; k < columns; k += 32) out[k] = __expf(in[k] - high) * scale;
}

/// A block each; the row stays in shared memory.
extern "C" __global__ void softmaxByBlock(float* out, const float* in, int columns) {
    extern __shared__ float row[];
    __shared__ float part[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    in += blockIdx.x * columns;
    out += blockIdx.x * columns;
    float high = -1e30F, sum = 0;
    for (int k = threadIdx.x; k < columns; k += blockDim.x) {
        const float v = in[k];
        row[k] = v;
        high = fmaxf(high, v);
    }
    high = most(high);
    if (lane == 0) part[warp] = high;
    __syncthreads();
    high = most(part[lane % warps]);
    __syncthreads();
    for (int k = threadIdx.x; k < columns; k += blockDim.x) {
        const float e = expf(row[k] - high);
        row[k] = e;
        sum += e;
    }
    sum = total(sum);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    sum = total(lane < warps ? part[lane] : 0);
    for (int k = threadIdx.x; k < columns; k += blockDim.x) out[k] = row[k] / sum;
}

/// A thread each, with the greatest so far.
extern "C" __global__ void softmaxByThread(float* out, const float* in, int rows, int columns) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float high = -1e30F, sum = 0;
    for (int k = 0; k < columns; ++k) {
        const float v = in[row * columns + k];
        if (v > high) {
            sum *= __expf(high - v);
            high = v;
        }
        sum += __expf(v - high);
    }
    for (int k = 0; k < columns; ++k) out[row * columns + k] = __expf(in[row * columns + k] - high) / sum;
}

/// Rows with the mean 0 and the variance 1: a warp each, in one pass over the row and one to write it.
extern "C" __global__ void layerNormByWarp(float4* out, const float4* in, const float4* weight, int rows, int quarter) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0, squares = 0;
    for (int k = lane; k < quarter; k += 32) {
        const float4 v = in[row * quarter + k];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    const float n = 4.0F * quarter, mean = total(sum) / n;
    const float scale = rsqrtf(total(squares) / n - mean * mean + 1e-5F);
    for (int k = lane; k < quarter; k += 32) {
        const float4 v = in[row * quarter + k], w = weight[k];
        out[row * quarter + k] = make_float4((v.x - mean) * scale * w.x, (v.y - mean) * scale * w.y,
                                             (v.z - mean) * scale * w.z, (v.w - mean) * scale * w.w);
    }
}

/// A block of 256 each, a tree in shared memory.
extern "C" __global__ void layerNormByBlock(float* out, const float* in, const float* weight, int columns) {
    __shared__ float part[256];
    in += blockIdx.x * columns;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = t; k < columns; k += 256) sum += in[k];
    part[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    const float mean = part[0] / columns;
    __syncthreads();
    sum = 0;
    for (int k = t; k < columns; k += 256) sum += (in[k] - mean) * (in[k] - mean);
    part[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    const float scale = rsqrtf(part[0] / columns + 1e-5F);
    for (int k = t; k < columns; k += 256) out[blockIdx.x * columns + k] = (in[k] - mean) * scale * weight[k];
}

__constant__ float taps[64];

/// Convolution with 33 taps: from global memory, by way of shared memory, and with four results a thread.
extern "C" __global__ void convolveGlobal(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 33; ++k) sum += taps[k] * in[i + k];
    out[i] = sum;
}

extern "C" __global__ void convolveShared(float* out, const float* in, int n) {
    __shared__ float part[256 + 32];
    const int i = blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = in[i];
    if (threadIdx.x < 32) part[256 + threadIdx.x] = in[i + 256];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 33; ++k) sum += taps[k] * part[threadIdx.x + k];
    if (i < n) out[i] = sum;
}

extern "C" __global__ void convolveFour(float4* out, const float4* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= n) return;
    float4 now = in[i], sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < 32; k += 4) {
        const float4 next = in[i + k / 4 + 1];
        const float v[8] = {now.x, now.y, now.z, now.w, next.x, next.y, next.z, next.w};
        for (int j = 0; j < 4; ++j) {
            sum.x += taps[k + j] * v[j];
            sum.y += taps[k + j] * v[j + 1];
            sum.z += taps[k + j] * v[j + 2];
            sum.w += taps[k + j] * v[j + 3];
        }
        now = next;
    }
    out[i] = sum;
}

/// Five by five weights, the border clamped.
extern "C" __global__ void filterGlobal(float* out, const float* in, const float* weights, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
            sum += weights[(j + 2) * 5 + i + 2] *
                   in[min(max(y + j, 0), height - 1) * width + min(max(x + i, 0), width - 1)];
    out[y * width + x] = sum;
}

extern "C" __global__ void filterShared(float* out, const float* in, const float* weights, int width, int height) {
    __shared__ float part[20][20];
    __shared__ float own[25];
    const int t = threadIdx.y * 16 + threadIdx.x, left = blockIdx.x * 16 - 2, top = blockIdx.y * 16 - 2;
    if (t < 25) own[t] = weights[t];
    for (int k = t; k < 400; k += 256)
        part[k / 20][k % 20] = in[min(max(top + k / 20, 0), height - 1) * width +
                                  min(max(left + k % 20, 0), width - 1)];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) sum += own[j * 5 + i] * part[threadIdx.y + j][threadIdx.x + i];
    const int x = left + 2 + threadIdx.x, y = top + 2 + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = sum;
}

/// Neighbours that differ much count less.
extern "C" __global__ void filterBilateral(float* out, const float* in, int width, int height, int radius) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float here = in[y * width + x];
    float sum = 0, weights = 0;
    for (int j = max(y - radius, 0); j <= min(y + radius, height - 1); ++j)
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i) {
            const float v = in[j * width + i], d = v - here;
            const float w = expf(-0.1F * ((i - x) * (i - x) + (j - y) * (j - y)) - 20 * d * d);
            sum += w * v;
            weights += w;
        }
    out[y * width + x] = sum / weights;
}

/// Edges in an image of bytes, one pixel and four pixels a thread; the rows are `width` bytes.
extern "C" __global__ void sobelBytes(unsigned char* out, const unsigned char* in, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const unsigned char* p = in + y * width + x;
    const int dx = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[-1 + width];
    const int dy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
    out[y * width + x] = min(abs(dx) + abs(dy), 255);
}

extern "C" __global__ void sobelWords(unsigned* out, const unsigned* in, int words, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= words - 1 || y >= height - 1) return;
    int v[3][6];
    for (int j = 0; j < 3; ++j) {
        const unsigned* row = in + (y + j - 1) * words + x;
        const unsigned middle = row[0];
        v[j][0] = row[-1] >> 24;
        for (int i = 0; i < 4; ++i) v[j][i + 1] = middle >> (8 * i) & 255;
        v[j][5] = row[1] & 255;
    }
    unsigned packed = 0;
    for (int i = 1; i < 5; ++i) {
        const int dx = v[0][i + 1] + 2 * v[1][i + 1] + v[2][i + 1] - v[0][i - 1] - 2 * v[1][i - 1] - v[2][i - 1];
        const int dy = v[2][i - 1] + 2 * v[2][i] + v[2][i + 1] - v[0][i - 1] - 2 * v[0][i] - v[0][i + 1];
        packed |= static_cast<unsigned>(min(abs(dx) + abs(dy), 255)) << (8 * (i - 1));
    }
    out[y * words + x] = packed;
}

/// Half of the width and of the height, and any other size between neighbours.
extern "C" __global__ void resizeHalf(uchar4* out, const uchar4* in, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const uchar4 a = in[4 * y * width + 2 * x], b = in[4 * y * width + 2 * x + 1];
    const uchar4 c = in[(4 * y + 2) * width + 2 * x], d = in[(4 * y + 2) * width + 2 * x + 1];
    out[y * width + x] = make_uchar4((a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4,
                                     (a.z + b.z + c.z + d.z) / 4, (a.w + b.w + c.w + d.w) / 4);
}

extern "C" __global__ void resizeLinear(uchar4* out, const uchar4* in, int width, int height, int fromWidth,
                                        int fromHeight) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float u = (x + 0.5F) * fromWidth / width - 0.5F, v = (y + 0.5F) * fromHeight / height - 0.5F;
    const int left = max(static_cast<int>(floorf(u)), 0), top = max(static_cast<int>(floorf(v)), 0);
    const int right = min(left + 1, fromWidth - 1), bottom = min(top + 1, fromHeight - 1);
    const float fx = u - left, fy = v - top;
    const uchar4 a = in[top * fromWidth + left], b = in[top * fromWidth + right];
    const uchar4 c = in[bottom * fromWidth + left], d = in[bottom * fromWidth + right];
    const auto mix = [=](float p, float q, float r, float s) {
        return static_cast<unsigned char>((p + (q - p) * fx) * (1 - fy) + (r + (s - r) * fx) * fy);
    };
    out[y * width + x] = make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), mix(a.z, b.z, c.z, d.z),
                                     mix(a.w, b.w, c.w, d.w));
}

/// One step of a bitonic sort of the whole array.
extern "C" __global__ void sortStep(unsigned* out, const unsigned* in, unsigned stride, unsigned size, int pairs) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;
    const unsigned i = 2 * t - (t & (stride - 1)), other = i + stride;
    const unsigned a = in[i], b = in[other];
    const bool ordered = (a <= b) == ((i & size) == 0);
    out[i] = ordered ? a : b;
    out[other] = ordered ? b : a;
}

/// Sorts 32 keys a warp by shuffles.
extern "C" __global__ void sortWarps(unsigned* out, const unsigned* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = in[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const unsigned other = __shfl_xor_sync(~0U, key, stride);
            const bool low = ((i & stride) == 0) == ((i & size) == 0);
            key = low ? min(key, other) : max(key, other);
        }
    out[i] = key;
}

/// Prefix sums of a block's elements: four a thread by shuffles, and sixteen a thread one after the other.
extern "C" __global__ void scanFours(int4* out, const int4* in) {
    __shared__ int part[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int4 v = in[i];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int sum = v.w;
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up_sync(~0U, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int all = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            const int other = __shfl_up_sync(~0U, all, d);
            if (lane >= d) all += other;
        }
        part[lane] = all;
    }
    __syncthreads();
    const int before = sum - v.w + (warp > 0 ? part[warp - 1] : 0);
    out[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

extern "C" __global__ void scanSixteens(int* out, const int* in) {
    __shared__ int words[128 * 17];
    __shared__ int sums[128];
    const int t = threadIdx.x, first = blockIdx.x * 2048;
    for (int k = t; k < 2048; k += 128) words[k + k / 16] = in[first + k];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += words[t * 17 + k];
    sums[t] = sum;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < t; ++k) before += sums[k];
    for (int k = 0; k < 16; ++k) {
        before += words[t * 17 + k];
        words[t * 17 + k] = before;
    }
    __syncthreads();
    for (int k = t; k < 2048; k += 128) out[first + k] = words[k + k / 16];
}

/// Counts of bytes, a table for each of a block's 8 warps.
extern "C" __global__ void countByWarps(unsigned* bins, const unsigned* in, int words) {
    __shared__ unsigned own[8][256];
    unsigned* mine = own[threadIdx.x / 32];
    for (int k = threadIdx.x; k < 2048; k += 256) own[0][k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
        const unsigned v = in[i];
        for (int k = 0; k < 32; k += 8) atomicAdd(&mine[v >> k & 255], 1U);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w) sum += own[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}

/// Sixteen bins, counted in bytes of each thread without atomics, 64 threads a block.
extern "C" __global__ void countByThreads(unsigned* bins, const unsigned* in, int each) {
    __shared__ unsigned char own[16][64];
    const int t = threadIdx.x;
    for (int k = 0; k < 16; ++k) own[k][t] = 0;
    for (int k = 0; k < each; ++k) ++own[in[(blockIdx.x * each + k) * 64 + t] & 15][t];
    __syncthreads();
    if (t < 16) {
        unsigned sum = 0;
        for (int k = 0; k < 64; ++k) sum += own[t][(k + t) % 64];
        atomicAdd(&bins[t], sum);
    }
}

/// A sparse matrix with the elements of rows side by side, and as triples with atomics.
extern "C" __global__ void sparseColumns(float* y, const float* values, const unsigned* columns, const float* x,
                                         unsigned mask, int rows, int length) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int e = 0; e < length; ++e) sum += values[e * rows + row] * x[columns[e * rows + row] & mask];
    y[row] = sum;
}

extern "C" __global__ void sparseTriples(float* y, const float* values, const unsigned* places, const float* x,
                                         unsigned mask, int n) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    const unsigned at = places[e];
    atomicAdd(&y[at >> 16 & mask], values[e] * x[at & mask]);
}

/// Seven points in three dimensions: straight from memory, and plane by plane with one in shared memory.
extern "C" __global__ void starGlobal(float* out, const float* in, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    const int plane = nx * ny, i = z * plane + y * nx + x;
    out[i] = 0.4F * in[i] +
             0.1F * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane]);
}

extern "C" __global__ void starPlanes(float* out, const float* in, int nx, int ny, int nz) {
    __shared__ float now[10][34];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = nx * ny;
    const int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;
    int i = min(y, ny - 1) * nx + min(x, nx - 1);
    const bool inside = x < nx - 1 && y < ny - 1;
    float below = in[i], here = in[i + plane];
    i += plane;
    for (int z = 1; z < nz - 1; ++z, i += plane) {
        const float above = in[i + plane];
        now[ty][tx] = here;
        if (tx == 1) now[ty][0] = in[i - 1];
        if (tx == 32) now[ty][33] = in[i + 1];
        if (ty == 1) now[0][tx] = in[i - nx];
        if (ty == 8) now[9][tx] = in[i + nx];
        __syncthreads();
        if (inside)
            out[i] = 0.4F * here + 0.1F * (now[ty][tx - 1] + now[ty][tx + 1] + now[ty - 1][tx] + now[ty + 1][tx] +
                                           below + above);
        __syncthreads();
        below = here;
        here = above;
    }
}

/// How often a pattern stands in a text of four letters.
extern "C" __global__ void matchGlobal(int* found, const unsigned char* text, const unsigned char* pattern, int n,
                                       int length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n) return;
    for (int k = 0; k < length; ++k)
        if ((text[i + k] & 3) != (pattern[k] & 3)) return;
    atomicAdd(found, 1);
}

extern "C" __global__ void matchShared(int* found, const unsigned char* text, const unsigned char* pattern, int n,
                                       int length) {
    __shared__ unsigned char part[256 + 64], wanted[64];
    const int first = blockIdx.x * 256, t = threadIdx.x;
    for (int k = t; k < 256 + length && first + k < n; k += 256) part[k] = text[first + k] & 3;
    if (t < length) wanted[t] = pattern[t] & 3;
    __syncthreads();
    bool same = first + t + length <= n;
    for (int k = 0; k < length && same; ++k) same = part[t + k] == wanted[k];
    const int count = __syncthreads_count(same);
    if (t == 0 && count > 0) atomicAdd(found, count);
}

/// Inverses of matrices of 4 x 4, the matrices one after the other or their elements side by side.
template<class From, class To>
__device__ void invert(From from, To to) {
    float m[4][8];
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) {
            m[r][c] = from(r * 4 + c) + (r == c ? 4.0F : 0.0F);
            m[r][c + 4] = r == c;
        }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float scale = 1 / m[k][k];
        for (int c = 0; c < 8; ++c) m[k][c] *= scale;
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            if (r == k) continue;
            const float factor = m[r][k];
            for (int c = 0; c < 8; ++c) m[r][c] -= factor * m[k][c];
        }
    }
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) to(r * 4 + c, m[r][c + 4]);
}

extern "C" __global__ void invertApart(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) invert([=](int k) { return in[16 * i + k]; }, [=](int k, float v) { out[16 * i + k] = v; });
}

extern "C" __global__ void invertTogether(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) invert([=](int k) { return in[k * n + i]; }, [=](int k, float v) { out[k * n + i] = v; });
}

/// The nearest of `k` centres of four coordinates.
extern "C" __global__ void nearestGlobal(int* out, const float4* points, const float4* centres, int k, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 p = points[i];
    float least = 1e30F;
    int best = 0;
    for (int c = 0; c < k; ++c) {
        const float4 q = centres[c];
        const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, w = p.w - q.w;
        const float d = x * x + y * y + z * z + w * w;
        if (d < least) {
            least = d;
            best = c;
        }
    }
    out[i] = best;
}

extern "C" __global__ void nearestShared(int* out, const float4* points, const float4* centres, int k, int n) {
    extern __shared__ float4 own[];
    for (int c = threadIdx.x; c < k; c += blockDim.x) own[c] = centres[c];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 p = points[i];
        float least = 1e30F;
        int best = 0;
        for (int c = 0; c < k; ++c) {
            const float4 q = own[c];
            const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, w = p.w - q.w;
            const float d = x * x + y * y + z * z + w * w;
            best = d < least ? c : best;
            least = fminf(d, least);
        }
        out[i] = best;
    }
}

/// Random numbers: ten rounds of Philox for four at a time, and xorwow, many of one state.
extern "C" __global__ void fillPhilox(uint4* out, unsigned seed, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 c = make_uint4(i, 0, 0, 0);
    unsigned k0 = seed, k1 = ~seed;
    for (int r = 0; r < 10; ++r) {
        const unsigned h0 = __umulhi(0xD2511F53U, c.x), h1 = __umulhi(0xCD9E8D57U, c.z);
        c = make_uint4(h1 ^ c.y ^ k0, 0xCD9E8D57U * c.z, h0 ^ c.w ^ k1, 0xD2511F53U * c.x);
        k0 += 0x9E3779B9U;
        k1 += 0xBB67AE85U;
    }
    out[i] = c;
}

extern "C" __global__ void fillXorwow(float* out, unsigned seed, int each) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned x = seed ^ i * 2654435761U, y = 362436069U, z = 521288629U, w = 88675123U, v = 5783321U, d = i;
    for (int k = 0; k < each; ++k) {
        const unsigned t = x ^ (x >> 2);
        x = y;
        y = z;
        z = w;
        w = v;
        v = v ^ (v << 4) ^ t ^ (t << 1);
        d += 362437U;
        out[k * threads + i] = (d + v) * 2.3283064e-10F;
    }
}

/// The game of life on a torus with a byte a cell, from memory and from shared memory, and with a bit a cell.
extern "C" __global__ void lifeGlobal(unsigned char* out, const unsigned char* in, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int count = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (i != 0 || j != 0) count += in[(y + j + height) % height * width + (x + i + width) % width] & 1;
    out[y * width + x] = count == 3 || (count == 2 && (in[y * width + x] & 1));
}

extern "C" __global__ void lifeShared(unsigned char* out, const unsigned char* in, int width, int height) {
    __shared__ unsigned char cells[10][40];
    const int x = blockIdx.x * 32, y = blockIdx.y * 8;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256)
        cells[k / 34][k % 34] = in[(y + k / 34 - 1 + height) % height * width + (x + k % 34 - 1 + width) % width] & 1;
    __syncthreads();
    int count = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) count += cells[threadIdx.y + j][threadIdx.x + i];
    const int here = cells[threadIdx.y + 1][threadIdx.x + 1];
    count -= here;
    out[(y + threadIdx.y) * width + x + threadIdx.x] = count == 3 || (count == 2 && here);
}

extern "C" __global__ void lifeBits(unsigned* out, const unsigned* in, int words, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= height) return;
    unsigned one = 0, two = 0, four = 0, here = 0;
    for (int j = -1; j <= 1; ++j) {
        const unsigned* row = in + (y + j + height) % height * words;
        const unsigned middle = row[x], left = row[(x + words - 1) % words], right = row[(x + 1) % words];
        const unsigned shifted[3] = {__funnelshift_l(left, middle, 1), j != 0 ? middle : 0,
                                     __funnelshift_r(middle, right, 1)};
        if (j == 0) here = middle;
        for (int k = 0; k < 3; ++k) {
            const unsigned carry = one & shifted[k];
            one ^= shifted[k];
            four |= two & carry;
            two ^= carry;
        }
    }
    out[y * words + x] = two & ~four & (one | here);
}

/// How far each run of equal bits goes on, at its first element.
extern "C" __global__ void runLengths(int* out, const unsigned char* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int value = in[i] >> 6;
    if (i > 0 && in[i - 1] >> 6 == value) {
        out[i] = 0;
        return;
    }
    int end = i + 1;
    while (end < n && in[end] >> 6 == value) ++end;
    out[i] = end - i;
}

/// Ways through a table that do not wait for one another, `chains` in each thread.
template<int chains>
__device__ void chase(unsigned* out, const unsigned* next, unsigned mask, int steps) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at[chains], sum = 0;
    for (int c = 0; c < chains; ++c) at[c] = (thread * chains + c) * 2246822519U & mask;
    for (int s = 0; s < steps; ++s)
        for (int c = 0; c < chains; ++c) at[c] = next[at[c]] * 22695477U + 1 & mask;
    for (int c = 0; c < chains; ++c) sum += at[c];
    out[thread] = sum;
}

extern "C" __global__ void chaseOne(unsigned* out, const unsigned* next, unsigned mask, int steps) {
    chase<1>(out, next, mask, steps);
}

extern "C" __global__ void chaseTwo(unsigned* out, const unsigned* next, unsigned mask, int steps) {
    chase<2>(out, next, mask, steps);
}

extern "C" __global__ void chaseEight(unsigned* out, const unsigned* next, unsigned mask, int steps) {
    chase<8>(out, next, mask, steps);
}

/// A sum by atomics: one a thread, one a warp, one a block.
extern "C" __global__ void sumByThreads(unsigned* sum, const unsigned* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, in[i] & 255);
}

extern "C" __global__ void sumByWarps(unsigned* sum, const unsigned* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = __reduce_add_sync(~0U, i < n ? in[i] & 255 : 0);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, all);
}

extern "C" __global__ void sumByBlocks(unsigned* sum, const unsigned* in, int n) {
    __shared__ unsigned all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned warps = __reduce_add_sync(~0U, i < n ? in[i] & 255 : 0);
    if (threadIdx.x % 32 == 0) atomicAdd(&all, warps);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(sum, all);
}

/// Transposes of 8-byte elements.
extern "C" __global__ void transposeDoubles(double* out, const double* in, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

template<int side, int pad>
__device__ void transposeTiles(double* out, const double* in, int n) {
    __shared__ double tile[side][side + pad];
    int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    for (int j = 0; j < side; j += blockDim.y) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * side + threadIdx.x;
    y = blockIdx.x * side + threadIdx.y;
    for (int j = 0; j < side; j += blockDim.y) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transposeTiles32(double* out, const double* in, int n) {
    transposeTiles<32, 1>(out, in, n);
}

extern "C" __global__ void transposeTiles16(double* out, const double* in, int n) {
    transposeTiles<16, 0>(out, in, n);
}

/// Fourier transforms: one stage in memory, and 512 points a block of 256 in shared memory.
extern "C" __global__ void fourierStage(float2* out, const float2* in, int half, int n) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2) return;
    const int k = t % half;
    float s, c;
    sincosf(-3.14159265F * k / half, &s, &c);
    const float2 a = in[t], b = in[t + n / 2];
    const float2 turned = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    const int to = 2 * t - k;
    out[to] = make_float2(a.x + turned.x, a.y + turned.y);
    out[to + half] = make_float2(a.x - turned.x, a.y - turned.y);
}

extern "C" __global__ void fourierBlocks(float2* out, const float2* in) {
    __shared__ float2 points[512];
    const int t = threadIdx.x;
    in += blockIdx.x * 512;
    out += blockIdx.x * 512;
    points[__brev(t) >> 23] = in[t];
    points[__brev(t + 256) >> 23] = in[t + 256];
    __syncthreads();
    for (int half = 1; half < 512; half *= 2) {
        const int k = t % half, i = 2 * t - k;
        float s, c;
        __sincosf(-3.14159265F * k / half, &s, &c);
        const float2 a = points[i], b = points[i + half];
        const float2 turned = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
        points[i] = make_float2(a.x + turned.x, a.y + turned.y);
        points[i + half] = make_float2(a.x - turned.x, a.y - turned.y);
        __syncthreads();
    }
    out[t] = points[t];
    out[t + 256] = points[t + 256];
}

/// Prices of options by Black and Scholes.
extern "C" __global__ void optionPrices(float* call, float* put, const float* price, const float* strike,
                                        const float* years, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = 0.25F + 9 * years[i], rate = 0.02F, spread = 0.3F;
    const float root = sqrtf(t), d1 = (logf(s / x) + (rate + 0.5F * spread * spread) * t) / (spread * root);
    const float n1 = normcdff(d1), n2 = normcdff(d1 - spread * root), discount = expf(-rate * t);
    call[i] = s * n1 - x * discount * n2;
    put[i] = x * discount * (1 - n2) - s * (1 - n1);
}

/// Shortest ways over vertex k.
extern "C" __global__ void shortestStep(int* out, const int* in, int n, int k) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < n) out[y * n + x] = min(in[y * n + x], in[y * n + k] + in[k * n + x]);
}

/// How many changes make one word of `length` up to 32 letters another, a pair a thread, a row in local memory.
extern "C" __global__ void editDistance(int* out, const unsigned char* a, const unsigned char* b, int n, int length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row[33];
    for (int k = 0; k <= length; ++k) row[k] = k;
    for (int j = 0; j < length; ++j) {
        int corner = j;
        const int letter = a[i * length + j] & 7;
        row[0] = j + 1;
        for (int k = 0; k < length; ++k) {
            const int above = row[k + 1];
            row[k + 1] = min(min(above, row[k]) + 1, corner + (letter != (b[i * length + k] & 7)));
            corner = above;
        }
    }
    out[i] = row[length];
}

/// The first sphere that a ray through each pixel meets.
extern "C" __global__ void raySpheres(float* out, const float4* spheres, int count, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float dx = 2.0F * x / width - 1, dy = 2.0F * y / height - 1, dz = 1;
    const float scale = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= scale;
    dy *= scale;
    dz *= scale;
    float nearest = 1e30F;
    for (int k = 0; k < count; ++k) {
        const float4 s = spheres[k];
        const float cx = s.x * 4 - 2, cy = s.y * 4 - 2, cz = s.z * 6 + 1, radius = 0.05F + 0.4F * s.w;
        const float along = cx * dx + cy * dy + cz * dz;
        const float within = radius * radius - (cx * cx + cy * cy + cz * cz - along * along);
        if (within > 0) {
            const float hit = along - sqrtf(within);
            if (hit > 0 && hit < nearest) nearest = hit;
        }
    }
    out[y * width + x] = nearest;
}

__constant__ unsigned roundWords[64];

/// SHA-256 of messages of one block of 64 bytes.
extern "C" __global__ void digests(uint4* out, const uint4* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[16];
    for (int k = 0; k < 4; ++k) {
        const uint4 v = in[4 * i + k];
        w[4 * k] = v.x;
        w[4 * k + 1] = v.y;
        w[4 * k + 2] = v.z;
        w[4 * k + 3] = v.w;
    }
    const auto turn = [](unsigned x, int by) { return __funnelshift_r(x, x, by); };
    unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    unsigned e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
    for (int r = 0; r < 64; ++r) {
        if (r >= 16) {
            const unsigned p = w[(r + 1) % 16], q = w[(r + 14) % 16];
            w[r % 16] += (turn(p, 7) ^ turn(p, 18) ^ p >> 3) + w[(r + 9) % 16] + (turn(q, 17) ^ turn(q, 19) ^ q >> 10);
        }
        const unsigned t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + roundWords[r] + w[r % 16];
        const unsigned t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    out[2 * i] = make_uint4(a, b, c, d);
    out[2 * i + 1] = make_uint4(e, f, g, h);
}
