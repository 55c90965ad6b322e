// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels in the manner of well-known suites. A launch leaves its inputs as they were, so that every further
// launch does the same work; indices are hashed or cut to the size of what they point into.
#include <cuda_fp16.h>

namespace {
constexpr unsigned All = 0xffffffffu;

__host__ __device__ constexpr unsigned mixed(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__device__ __forceinline__ int globalThread() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ float warpSum(float v) {
    for (int step = 16; step; step >>= 1) v += __shfl_xor_sync(All, v, step);
    return v;
}

__device__ __forceinline__ float warpMax(float v) {
    for (int step = 16; step; step >>= 1) v = fmaxf(v, __shfl_xor_sync(All, v, step));
    return v;
}

// Every thread gets the sum; blockDim.x is a multiple of 32.
__device__ float blockSum(float v) {
    __shared__ float parts[32];
    v = warpSum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    return warpSum(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f);
}

__device__ float blockMax(float v) {
    __shared__ float parts[32];
    v = warpMax(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    return warpMax(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : -3.0e38f);
}

struct Words256 {
    unsigned word[256];
};

constexpr Words256 crcWords() {
    Words256 made{};
    for (unsigned i = 0; i < 256; ++i) {
        unsigned c = i;
        for (int k = 0; k < 8; ++k) c = (c & 1) ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        made.word[i] = c;
    }
    return made;
}

constexpr Words256 boxWords() {
    Words256 made{};
    for (unsigned i = 0; i < 256; ++i) made.word[i] = mixed(i * 2654435761u + 12345u);
    return made;
}

constexpr Words256 triangleCounts() {
    Words256 made{};
    for (unsigned i = 1; i < 255; ++i) made.word[i] = 1 + mixed(i) % 5;
    return made;
}

__constant__ Words256 crcTable = crcWords();
__constant__ Words256 boxTable = boxWords();
__constant__ Words256 triangleTable = triangleCounts();
__constant__ float blur5[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                                24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};
__constant__ float taps[17] = {0.01f, 0.02f, 0.03f, 0.05f, 0.06f, 0.08f, 0.09f, 0.1f, 0.12f,
                               0.1f,  0.09f, 0.08f, 0.06f, 0.05f, 0.03f, 0.02f, 0.01f};
__constant__ int flowX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int flowY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float flowWeight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                    1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
} // namespace

// Neural networks

extern "C" __global__ void softmaxThread(float* out, const float* in, int rows, int cols) {
    int row = globalThread();
    if (row >= rows) return;
    const float* x = in + (size_t)row * cols;
    float top = x[0], sum = 0;
    for (int c = 1; c < cols; ++c) top = fmaxf(top, x[c]);
    for (int c = 0; c < cols; ++c) sum += expf(x[c] - top);
    for (int c = 0; c < cols; ++c) out[(size_t)row * cols + c] = expf(x[c] - top) / sum;
}

extern "C" __global__ void softmaxWarp(float* out, const float* in, int rows, int cols) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float* x = in + (size_t)row * cols;
    float top = -3.0e38f, sum = 0;
    for (int c = lane; c < cols; c += 32) top = fmaxf(top, x[c]);
    top = warpMax(top);
    for (int c = lane; c < cols; c += 32) sum += __expf(x[c] - top);
    sum = 1.0f / warpSum(sum);
    for (int c = lane; c < cols; c += 32) out[(size_t)row * cols + c] = __expf(x[c] - top) * sum;
}

extern "C" __global__ void softmaxBlock(float* out, const float* in, int cols) {
    const float* x = in + (size_t)blockIdx.x * cols;
    float top = -3.0e38f, sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) top = fmaxf(top, x[c]);
    top = blockMax(top);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += __expf(x[c] - top);
    sum = 1.0f / blockSum(sum);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[(size_t)blockIdx.x * cols + c] = __expf(x[c] - top) * sum;
}

extern "C" __global__ void layerNormRows(float* out, const float* in, const float* gain, const float* shift,
                                         int cols, float epsilon) {
    const float* x = in + (size_t)blockIdx.x * cols;
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += x[c];
    float mean = blockSum(sum) / cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float d = x[c] - mean;
        squares += d * d;
    }
    float scale = rsqrtf(blockSum(squares) / cols + epsilon);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[(size_t)blockIdx.x * cols + c] = (x[c] - mean) * scale * gain[c] + shift[c];
}

extern "C" __global__ void rmsNormVectors(float4* out, const float4* in, const float4* gain, int rows,
                                          int quads) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float squares = 0;
    for (int c = lane; c < quads; c += 32) {
        float4 v = in[(size_t)row * quads + c];
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float scale = rsqrtf(warpSum(squares) / (4 * quads) + 1e-6f);
    for (int c = lane; c < quads; c += 32) {
        float4 v = in[(size_t)row * quads + c], g = gain[c];
        out[(size_t)row * quads + c] =
            make_float4(v.x * scale * g.x, v.y * scale * g.y, v.z * scale * g.z, v.w * scale * g.w);
    }
}

extern "C" __global__ void ropePairs(float2* out, const float2* in, int tokens, int heads, int pairs,
                                     float base) {
    int i = globalThread();
    if (i >= tokens * heads * pairs) return;
    int pair = i % pairs, token = i / (pairs * heads);
    float angle = token * powf(base, -(float)pair / pairs), s, c;
    sincosf(angle, &s, &c);
    float2 v = in[i];
    out[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

extern "C" __global__ void gelu(float* out, const float* in, int n) {
    int i = globalThread();
    if (i < n) {
        float x = in[i];
        out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
    }
}

extern "C" __global__ void geluVectors(float4* out, const float4* in, int quads) {
    for (int i = globalThread(); i < quads; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        v.x = 0.5f * v.x * (1.0f + erff(v.x * 0.70710678f));
        v.y = 0.5f * v.y * (1.0f + erff(v.y * 0.70710678f));
        v.z = 0.5f * v.z * (1.0f + erff(v.z * 0.70710678f));
        v.w = 0.5f * v.w * (1.0f + erff(v.w * 0.70710678f));
        out[i] = v;
    }
}

extern "C" __global__ void gatedHalves(__half2* out, const __half2* gate, const __half2* up, int pairs) {
    int i = globalThread();
    if (i >= pairs) return;
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    g.x = g.x / (1.0f + __expf(-g.x)) * u.x;
    g.y = g.y / (1.0f + __expf(-g.y)) * u.y;
    out[i] = __float22half2_rn(g);
}

extern "C" __global__ void axpyHalves(__half2* out, const __half2* x, const __half2* y, float a, int pairs) {
    int i = globalThread();
    if (i < pairs) out[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

extern "C" __global__ void embeddingRows(float* out, const float* table, const unsigned* tokens, int width,
                                         unsigned wordMask) {
    unsigned word = tokens[blockIdx.x] & wordMask;
    for (int c = threadIdx.x; c < width; c += blockDim.x)
        out[(size_t)blockIdx.x * width + c] = table[(size_t)word * width + c];
}

extern "C" __global__ void quantizeGroups(char4* out, float* scales, const float4* in, int groups) {
    int group = globalThread() / 32, lane = threadIdx.x % 32;
    if (group >= groups) return;
    float4 v = in[(size_t)group * 32 + lane];
    float top = warpMax(fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    float to = top > 0 ? 127.0f / top : 0.0f;
    out[(size_t)group * 32 + lane] = make_char4(__float2int_rn(v.x * to), __float2int_rn(v.y * to),
                                                __float2int_rn(v.z * to), __float2int_rn(v.w * to));
    if (lane == 0) scales[group] = top / 127.0f;
}

extern "C" __global__ void dequantizeGroups(float4* out, const char4* in, const float* scales, int quads) {
    int i = globalThread();
    if (i >= quads) return;
    char4 q = in[i];
    float s = scales[i / 32];
    out[i] = make_float4(q.x * s, q.y * s, q.z * s, q.w * s);
}

// Eight nibbles a word, a scale for 32 of them; a warp a row.
extern "C" __global__ void matVecNibbles(float* out, const unsigned* weights, const float* scales,
                                         const float* x, int rows, int cols) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int w = lane; w < cols / 8; w += 32) {
        unsigned packed = weights[(size_t)row * (cols / 8) + w];
        float part = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) part += ((int)(packed >> (4 * k) & 15) - 8) * x[w * 8 + k];
        sum += part * scales[(size_t)row * (cols / 32) + w / 4];
    }
    sum = warpSum(sum);
    if (lane == 0) out[row] = sum;
}

extern "C" __global__ void matVecBytes(float* out, const int4* weights, const int4* x, float scale, int rows,
                                       int cols) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    int sum = 0;
    for (int w = lane; w < cols / 16; w += 32) {
        int4 a = weights[(size_t)row * (cols / 16) + w], b = x[w];
        sum = __dp4a(a.x, b.x, sum);
        sum = __dp4a(a.y, b.y, sum);
        sum = __dp4a(a.z, b.z, sum);
        sum = __dp4a(a.w, b.w, sum);
    }
    for (int step = 16; step; step >>= 1) sum += __shfl_down_sync(All, sum, step);
    if (lane == 0) out[row] = sum * scale;
}

// One head of width 32, causal: a warp a query, a lane a component.
extern "C" __global__ void attentionWarps(float* out, const float* q, const float* k, const float* v,
                                          int length) {
    int query = globalThread() / 32, lane = threadIdx.x % 32;
    if (query >= length) return;
    float mine = q[query * 32 + lane] * 0.17677669f, top = -3.0e38f, sum = 0, result = 0;
    for (int key = 0; key <= query; ++key) {
        float score = warpSum(mine * k[key * 32 + lane]);
        float newTop = fmaxf(top, score), keep = __expf(top - newTop), weight = __expf(score - newTop);
        sum = sum * keep + weight;
        result = result * keep + weight * v[key * 32 + lane];
        top = newTop;
    }
    out[query * 32 + lane] = result / sum;
}

// The same with a thread a query and tiles of 32 keys in shared memory.
extern "C" __global__ void attentionTiles(float* out, const float* q, const float* k, const float* v,
                                          int length) {
    __shared__ float keys[32][32], values[32][32];
    int query = globalThread();
    float mine[32], result[32], top = -3.0e38f, sum = 0;
#pragma unroll
    for (int d = 0; d < 32; ++d) {
        mine[d] = query < length ? q[query * 32 + d] * 0.17677669f : 0.0f;
        result[d] = 0;
    }
    int last = min(length, (int)((blockIdx.x + 1) * blockDim.x));
    for (int first = 0; first < last; first += 32) {
        for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
            bool inside = first + i / 32 < length;
            keys[i / 32][i % 32] = inside ? k[first * 32 + i] : 0.0f;
            values[i / 32][i % 32] = inside ? v[first * 32 + i] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32 && first + j <= query; ++j) {
            float score = 0;
#pragma unroll
            for (int d = 0; d < 32; ++d) score += mine[d] * keys[j][d];
            float newTop = fmaxf(top, score), keep = __expf(top - newTop), weight = __expf(score - newTop);
            sum = sum * keep + weight;
#pragma unroll
            for (int d = 0; d < 32; ++d) result[d] = result[d] * keep + weight * values[j][d];
            top = newTop;
        }
        __syncthreads();
    }
    if (query < length) {
#pragma unroll
        for (int d = 0; d < 32; ++d) out[query * 32 + d] = result[d] / sum;
    }
}

// The k greatest of a row, which is kept in dynamic shared memory; 256 threads at most.
extern "C" __global__ void topOfRows(float* values, int* places, const float* in, int cols, int k) {
    extern __shared__ float row[];
    __shared__ float best[256];
    __shared__ int where[256];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) row[c] = in[(size_t)blockIdx.x * cols + c];
    __syncthreads();
    for (int round = 0; round < k; ++round) {
        float top = -3.0e38f;
        int place = 0;
        for (int c = threadIdx.x; c < cols; c += blockDim.x)
            if (row[c] > top) {
                top = row[c];
                place = c;
            }
        best[threadIdx.x] = top;
        where[threadIdx.x] = place;
        __syncthreads();
        for (int half = blockDim.x / 2; half; half /= 2) {
            if (threadIdx.x < half && best[threadIdx.x + half] > best[threadIdx.x]) {
                best[threadIdx.x] = best[threadIdx.x + half];
                where[threadIdx.x] = where[threadIdx.x + half];
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            values[blockIdx.x * k + round] = best[0];
            places[blockIdx.x * k + round] = where[0];
            row[where[0]] = -3.0e38f;
        }
        __syncthreads();
    }
}

extern "C" __global__ void convolve3x3(float* out, const float* in, const float* weights, int channels,
                                       int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        filter = blockIdx.z;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int c = 0; c < channels; ++c)
#pragma unroll
        for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
            for (int dx = -1; dx <= 1; ++dx)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                    sum += in[(c * height + y + dy) * width + x + dx] *
                           weights[(filter * channels + c) * 9 + (dy + 1) * 3 + dx + 1];
    out[(filter * height + y) * width + x] = fmaxf(sum, 0.0f);
}

extern "C" __global__ void maxPool(float* out, const float* in, int width, int height, int n) {
    int i = globalThread();
    if (i >= n) return;
    int x = i % (width / 2), y = i / (width / 2) % (height / 2), plane = i / (width / 2 * (height / 2));
    const float* p = in + ((size_t)plane * height + 2 * y) * width + 2 * x;
    out[i] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[width], p[width + 1]));
}

// Images of `channels` planes of `pixels`; a block a channel.
extern "C" __global__ void batchStatistics(float* mean, float* variance, const float* in, int images,
                                           int channels, int pixels) {
    float sum = 0, squares = 0;
    for (int image = 0; image < images; ++image)
        for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
            float v = in[((size_t)image * channels + blockIdx.x) * pixels + p];
            sum += v;
            squares += v * v;
        }
    sum = blockSum(sum);
    squares = blockSum(squares);
    if (threadIdx.x == 0) {
        float m = sum / (images * pixels);
        mean[blockIdx.x] = m;
        variance[blockIdx.x] = squares / (images * pixels) - m * m;
    }
}

extern "C" __global__ void batchNormalize(float* out, const float* in, const float* mean,
                                          const float* variance, int channels, int pixels, int n) {
    int i = globalThread();
    if (i < n) {
        int c = i / pixels % channels;
        out[i] = (in[i] - mean[c]) * rsqrtf(variance[c] + 1e-5f);
    }
}

extern "C" __global__ void adamStep(float* weight, float* first, float* second, const float* gradient,
                                    float rate, int n) {
    int i = globalThread();
    if (i >= n) return;
    float g = gradient[i], m = 0.9f * first[i] + 0.1f * g, v = 0.999f * second[i] + 0.001f * g * g;
    first[i] = m;
    second[i] = v;
    weight[i] -= rate * m / (sqrtf(v) + 1e-8f);
}

// Stencils and physics

extern "C" __global__ void stencil7(float* out, const float* in, int nx, int ny, int nz, float a, float b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    size_t i = ((size_t)z * ny + y) * nx + x;
    out[i] =
        a * in[i] + b * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]);
}

extern "C" __global__ void stencil7March(float* out, const float* in, int nx, int ny, int nz, float a,
                                         float b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    size_t i = (size_t)y * nx + x, plane = (size_t)nx * ny;
    float below = in[i], here = in[i + plane];
    for (int z = 1; z < nz - 1; ++z) {
        i += plane;
        float above = in[i + plane];
        out[i] = a * here + b * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above);
        below = here;
        here = above;
    }
}

extern "C" __global__ void jacobiDoubles(double* out, const double* in, const double* right, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.25 * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                                 in[(y + 1) * n + x] - right[y * n + x]);
}

// One step of D2Q9, pulled, on a torus; direction by direction, or cell by cell.
extern "C" __global__ void latticeSoA(float* out, const float* in, int width, int height, float omega) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float f[9], density = 0, ux = 0, uy = 0;
#pragma unroll
    for (int d = 0; d < 9; ++d) {
        int fx = x - flowX[d], fy = y - flowY[d];
        fx = fx < 0 ? width - 1 : fx >= width ? 0 : fx;
        fy = fy < 0 ? height - 1 : fy >= height ? 0 : fy;
        f[d] = in[(d * height + fy) * width + fx];
        density += f[d];
        ux += f[d] * flowX[d];
        uy += f[d] * flowY[d];
    }
    ux /= density;
    uy /= density;
    float still = 1.0f - 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int d = 0; d < 9; ++d) {
        float along = 3.0f * (flowX[d] * ux + flowY[d] * uy);
        float balance = flowWeight[d] * density * (still + along + 0.5f * along * along);
        out[(d * height + y) * width + x] = f[d] + omega * (balance - f[d]);
    }
}

extern "C" __global__ void latticeAoS(float* out, const float* in, int width, int height, float omega) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float f[9], density = 0, ux = 0, uy = 0;
#pragma unroll
    for (int d = 0; d < 9; ++d) {
        int fx = x - flowX[d], fy = y - flowY[d];
        fx = fx < 0 ? width - 1 : fx >= width ? 0 : fx;
        fy = fy < 0 ? height - 1 : fy >= height ? 0 : fy;
        f[d] = in[(fy * width + fx) * 9 + d];
        density += f[d];
        ux += f[d] * flowX[d];
        uy += f[d] * flowY[d];
    }
    ux /= density;
    uy /= density;
    float still = 1.0f - 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int d = 0; d < 9; ++d) {
        float along = 3.0f * (flowX[d] * ux + flowY[d] * uy);
        float balance = flowWeight[d] * density * (still + along + 0.5f * along * along);
        out[(y * width + x) * 9 + d] = f[d] + omega * (balance - f[d]);
    }
}

// Blocks of 16x16 do `steps` (7 at most) steps on a tile whose rim is given up as they go.
extern "C" __global__ void hotspotTiles(float* out, const float* heat, const float* power, int width,
                                        int height, int steps) {
    __shared__ float now[16][16], next[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, inner = 16 - 2 * steps;
    int x = (int)blockIdx.x * inner + tx - steps, y = (int)blockIdx.y * inner + ty - steps;
    int cx = min(max(x, 0), width - 1), cy = min(max(y, 0), height - 1);
    float source = power[cy * width + cx];
    now[ty][tx] = heat[cy * width + cx];
    __syncthreads();
    for (int step = 1; step <= steps; ++step) {
        if (tx >= step && tx < 16 - step && ty >= step && ty < 16 - step) {
            float t = now[ty][tx];
            float beside = now[ty][x > 0 ? tx - 1 : tx] + now[ty][x < width - 1 ? tx + 1 : tx];
            float over = now[y > 0 ? ty - 1 : ty][tx] + now[y < height - 1 ? ty + 1 : ty][tx];
            next[ty][tx] = t + 0.1f * (source + beside + over - 4.0f * t);
        }
        __syncthreads();
        if (tx >= step && tx < 16 - step && ty >= step && ty < 16 - step) now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (tx >= steps && tx < 16 - steps && ty >= steps && ty < 16 - steps && x < width && y < height)
        out[y * width + x] = now[ty][tx];
}

// Cheapest ways down `rows` rows of a wall; a block keeps 256 columns of which 2 * rows are its rim.
extern "C" __global__ void pathRows(int* out, const int* wall, const int* start, int cols, int rows) {
    __shared__ int now[256], next[256];
    int inner = 256 - 2 * rows, x = (int)blockIdx.x * inner + (int)threadIdx.x - rows, tx = threadIdx.x;
    int cx = min(max(x, 0), cols - 1);
    now[tx] = start[cx] & 1023;
    __syncthreads();
    for (int row = 1; row <= rows; ++row) {
        bool live = tx >= row && tx < 256 - row;
        if (live) next[tx] = min(min(now[tx - 1], now[tx]), now[tx + 1]) + (wall[(row - 1) * cols + cx] & 15);
        __syncthreads();
        if (live) now[tx] = next[tx];
        __syncthreads();
    }
    if (tx >= rows && tx < 256 - rows && x < cols) out[x] = now[tx];
}

// Alignment scores of the 32x32 tiles on one diagonal of a table of (n + 1) x (n + 1); a block of 32 threads
// a tile.
extern "C" __global__ void alignDiagonal(int* table, const int* match, int n, int diagonal, int firstTile,
                                         int penalty) {
    __shared__ int tile[33][33];
    __shared__ int wins[32][33];
    int bx = firstTile + blockIdx.x, by = diagonal - bx, tx = threadIdx.x, pitch = n + 1;
    int* corner = table + (by * 32) * pitch + bx * 32;
    if (tx == 0) tile[0][0] = corner[0];
    tile[0][tx + 1] = corner[tx + 1];
    tile[tx + 1][0] = corner[(tx + 1) * pitch];
    for (int r = 0; r < 32; ++r) wins[r][tx] = (match[(by * 32 + r) * n + bx * 32 + tx] & 7) - 3;
    __syncthreads();
    for (int step = 0; step < 63; ++step) {
        int c = tx, r = step - tx;
        if (r >= 0 && r < 32)
            tile[r + 1][c + 1] = max(tile[r][c] + wins[r][c], max(tile[r][c + 1], tile[r + 1][c]) - penalty);
        __syncthreads();
    }
    for (int r = 0; r < 32; ++r) corner[(r + 1) * pitch + tx + 1] = tile[r + 1][tx + 1];
}

extern "C" __global__ void bodiesDirect(float4* out, const float4* bodies, int n) {
    int i = globalThread();
    if (i >= n) return;
    float4 me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; ++j) {
        float4 o = bodies[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), pull = o.w * inverse * inverse * inverse;
        ax += dx * pull;
        ay += dy * pull;
        az += dz * pull;
    }
    out[i] = make_float4(ax, ay, az, 0);
}

// n is a multiple of blockDim.x.
extern "C" __global__ void bodiesTiled(float4* out, const float4* bodies, int n) {
    extern __shared__ float4 tile[];
    float4 me = bodies[globalThread()];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < blockDim.x; ++j) {
            float4 o = tile[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f),
                  pull = o.w * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        __syncthreads();
    }
    out[globalThread()] = make_float4(ax, ay, az, 0);
}

// Forces over a list of `near` neighbours an atom, in columns; neighbours lie within 256 atoms.
extern "C" __global__ void neighbourForces(float4* out, const float4* atoms, const unsigned* list,
                                           int atomsCount, int near) {
    int i = globalThread();
    if (i >= atomsCount) return;
    float4 me = atoms[i];
    float fx = 0, fy = 0, fz = 0, energy = 0;
    for (int k = 0; k < near; ++k) {
        int j = i + (int)(list[(size_t)k * atomsCount + i] & 511) - 256;
        float4 o = atoms[min(max(j, 0), atomsCount - 1)];
        float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < 0.25f && r2 > 0) {
            float i2 = 1.0f / r2, i6 = i2 * i2 * i2 * 1e-6f, f = i2 * i6 * (i6 - 0.5f);
            fx += dx * f;
            fy += dy * f;
            fz += dz * f;
            energy += i6 * (i6 - 1.0f);
        }
    }
    out[i] = make_float4(fx, fy, fz, energy);
}

extern "C" __global__ void countCells(unsigned* counts, unsigned* ranks, const float* px, const float* py,
                                      const float* pz, int side, int n) {
    int i = globalThread();
    if (i >= n) return;
    int cx = px[i] * side, cy = py[i] * side, cz = pz[i] * side;
    ranks[i] = atomicAdd(&counts[(cz * side + cy) * side + cx], 1u);
}

// Cells of eight places on a torus of side^3 (a power of two), filled by 1 to 8 particles each.
extern "C" __global__ void cellForces(float4* out, const float4* places, const unsigned* fill, int side) {
    int i = globalThread(), cells = side * side * side, cell = i / 8;
    if (cell >= cells || i % 8 > (int)(fill[cell] & 7)) return;
    int cx = cell % side, cy = cell / side % side, cz = cell / (side * side);
    float4 me = places[i];
    float fx = 0, fy = 0, fz = 0;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                int other =
                    ((cz + dz & side - 1) * side + (cy + dy & side - 1)) * side + (cx + dx & side - 1);
                int count = (fill[other] & 7) + 1;
                for (int k = 0; k < count; ++k) {
                    float4 o = places[other * 8 + k];
                    float x = me.x - o.x, y = me.y - o.y, z = me.z - o.z, r2 = x * x + y * y + z * z;
                    if (r2 < 0.3f) {
                        float f = (0.3f - r2) * o.w;
                        fx += x * f;
                        fy += y * f;
                        fz += z * f;
                    }
                }
            }
    out[i] = make_float4(fx, fy, fz, 0);
}

struct Particle {
    float x, y, z, vx, vy, vz, mass, age;
};

extern "C" __global__ void driftAoS(Particle* particles, float dt, int n) {
    int i = globalThread();
    if (i >= n) return;
    Particle& p = particles[i];
    p.vy -= 9.8f * dt * p.mass;
    p.x += p.vx * dt;
    p.y += p.vy * dt;
    p.z += p.vz * dt;
    p.age += dt;
}

extern "C" __global__ void driftSoA(float* all, float dt, int n) {
    int i = globalThread();
    if (i >= n) return;
    float *x = all, *y = x + n, *z = y + n, *vx = z + n, *vy = vx + n, *vz = vy + n, *mass = vz + n,
          *age = mass + n;
    float down = vy[i] - 9.8f * dt * mass[i];
    vy[i] = down;
    x[i] += vx[i] * dt;
    y[i] += down * dt;
    z[i] += vz[i] * dt;
    age[i] += dt;
}

extern "C" __global__ void magneticStep(float* ez, const float* hx, const float* hy, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 1 && y >= 1 && x < width && y < height) {
        int i = y * width + x;
        ez[i] += 0.5f * (hy[i] - hy[i - 1] - hx[i] + hx[i - width]);
    }
}

// Speckle: the diffusion coefficient from four gradients.
extern "C" __global__ void diffusionWeights(float* c, float* dn, float* ds, float* dw, float* de,
                                            const float* image, int rows, int cols, float q0) {
    int i = globalThread();
    if (i >= rows * cols) return;
    int x = i % cols, y = i / cols;
    float here = image[i] + 0.01f;
    float n = image[max(y - 1, 0) * cols + x] - here, s = image[min(y + 1, rows - 1) * cols + x] - here;
    float w = image[y * cols + max(x - 1, 0)] - here, e = image[y * cols + min(x + 1, cols - 1)] - here;
    float g2 = (n * n + s * s + w * w + e * e) / (here * here), l = (n + s + w + e) / here;
    float num = 0.5f * g2 - 0.0625f * l * l, den = 1.0f + 0.25f * l, q = num / (den * den);
    den = (q - q0) / (q0 * (1.0f + q0));
    dn[i] = n;
    ds[i] = s;
    dw[i] = w;
    de[i] = e;
    c[i] = __saturatef(1.0f / (1.0f + den));
}

// Chance and finance

extern "C" __global__ void piByLcg(unsigned* hits, unsigned seed, int tries) {
    unsigned state = mixed(seed + globalThread()), inside = 0;
    for (int k = 0; k < tries; ++k) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * 0x1p-24f;
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * 0x1p-24f;
        inside += x * x + y * y < 1.0f;
    }
    inside = __reduce_add_sync(All, inside);
    if (threadIdx.x % 32 == 0) atomicAdd(hits, inside);
}

extern "C" __global__ void optionPrices(float* call, float* put, const float* price, const float* strike,
                                        const float* years, float rate, float volatility, int n) {
    int i = globalThread();
    if (i >= n) return;
    float s = 5.0f + 25.0f * price[i], x = 1.0f + 99.0f * strike[i], t = 0.25f + 9.75f * years[i];
    float root = sqrtf(t),
          d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root, n1 = normcdff(d1), n2 = normcdff(d2), later = x * expf(-rate * t);
    call[i] = s * n1 - later * n2;
    put[i] = later * (1.0f - n2) - s * (1.0f - n1);
}

// A block an option; the tree's levels in shared memory.
extern "C" __global__ void binomialTree(float* out, const float* strike, int levels, float up, float chance) {
    __shared__ float value[513];
    float x = 50.0f + 100.0f * strike[blockIdx.x];
    for (int k = threadIdx.x; k <= levels; k += blockDim.x)
        value[k] = fmaxf(100.0f * powf(up, 2.0f * k - levels) - x, 0.0f);
    __syncthreads();
    for (int level = levels; level > 0; --level) {
        float mine[4];
        int count = 0;
        for (int k = threadIdx.x; k < level && count < 4; k += blockDim.x)
            mine[count++] = 0.9999f * (chance * value[k + 1] + (1.0f - chance) * value[k]);
        __syncthreads();
        count = 0;
        for (int k = threadIdx.x; k < level && count < 4; k += blockDim.x) value[k] = mine[count++];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = value[0];
}

extern "C" __global__ void asianPaths(float* out, unsigned seed, int steps, int paths) {
    int i = globalThread();
    if (i >= paths) return;
    unsigned s = mixed(seed ^ i) | 1;
    float price = 100, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float u = ((s >> 8) + 1) * 0x1p-24f;
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float r = sqrtf(-2.0f * __logf(u)), si, co;
        __sincosf((s >> 8) * (6.2831853f * 0x1p-24f), &si, &co);
        price *= __expf(0.0001f + 0.02f * r * si);
        sum += price;
        price *= __expf(0.0001f + 0.02f * r * co);
        sum += price;
    }
    out[i] = fmaxf(sum / steps - 100.0f, 0.0f);
}

// Pictures

extern "C" __global__ void juliaSet(unsigned char* out, int width, int height, float re, float im,
                                    int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float zx = 3.0f * x / width - 1.5f, zy = 2.0f * y / height - 1.0f;
    int k = 0;
    while (k < limit && zx * zx + zy * zy < 4.0f) {
        float t = zx * zx - zy * zy + re;
        zy = 2.0f * zx * zy + im;
        zx = t;
        ++k;
    }
    out[y * width + x] = k;
}

extern "C" __global__ void sobelDirect(unsigned char* out, const unsigned char* in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const unsigned char *a = in + (y - 1) * width + x, *b = a + width, *c = b + width;
    int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1];
    int gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
    out[y * width + x] = min(abs(gx) + abs(gy), 255);
}

// Blocks of 32x8.
extern "C" __global__ void sobelTiled(unsigned char* out, const unsigned char* in, int width, int height) {
    __shared__ unsigned char tile[10][36];
    int x0 = (int)blockIdx.x * 32 - 1, y0 = (int)blockIdx.y * 8 - 1;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 10 * 34; i += 256)
        tile[i / 34][i % 34] =
            in[min(max(y0 + i / 34, 0), height - 1) * width + min(max(x0 + i % 34, 0), width - 1)];
    __syncthreads();
    int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const unsigned char *a = &tile[threadIdx.y][threadIdx.x + 1], *b = a + 36, *c = b + 36;
    int gx = a[1] + 2 * b[1] + c[1] - a[-1] - 2 * b[-1] - c[-1];
    int gy = c[-1] + 2 * c[0] + c[1] - a[-1] - 2 * a[0] - a[1];
    out[y * width + x] = min(abs(gx) + abs(gy), 255);
}

extern "C" __global__ void bilateral(float* out, const float* in, int width, int height, int radius,
                                     float far, float unlike) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float here = in[y * width + x], sum = 0, weights = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            float v = in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)],
                  d = v - here;
            float w = __expf(-far * (dx * dx + dy * dy) - unlike * d * d);
            sum += w * v;
            weights += w;
        }
    out[y * width + x] = sum / weights;
}

// 17 taps along a row or down a column.
extern "C" __global__ void blurRows(float* out, const float* in, int width, int height) {
    extern __shared__ float line[];
    int x = globalThread(), y = blockIdx.y;
    for (int i = threadIdx.x; i < blockDim.x + 16; i += blockDim.x)
        line[i] = in[y * width + min(max((int)(blockIdx.x * blockDim.x) + i - 8, 0), width - 1)];
    __syncthreads();
    if (x >= width) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; ++k) sum += taps[k] * line[threadIdx.x + k];
    out[y * width + x] = sum;
}

extern "C" __global__ void blurColumns(float* out, const float* in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; ++k) sum += taps[k] * in[min(max(y + k - 8, 0), height - 1) * width + x];
    out[y * width + x] = sum;
}

// Blocks of 16x16, a 5x5 mask in constant memory.
extern "C" __global__ void maskTiled(float* out, const float* in, int width, int height) {
    __shared__ float tile[20][21];
    int x0 = (int)blockIdx.x * 16 - 2, y0 = (int)blockIdx.y * 16 - 2;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
        int x = x0 + i % 20, y = y0 + i / 20;
        tile[i / 20][i % 20] = x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int dy = 0; dy < 5; ++dy)
#pragma unroll
        for (int dx = 0; dx < 5; ++dx) sum += blur5[dy * 5 + dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
    int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = sum * (1.0f / 256);
}

namespace {
__device__ __forceinline__ void order(int& a, int& b) {
    int low = min(a, b);
    b = max(a, b);
    a = low;
}
} // namespace

extern "C" __global__ void medianBytes(unsigned char* out, const unsigned char* in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k)
        v[k] = in[min(max(y + k / 3 - 1, 0), height - 1) * width + min(max(x + k % 3 - 1, 0), width - 1)];
#pragma unroll
    for (int last = 8; last > 3; --last)
#pragma unroll
        for (int k = 0; k < last; ++k) order(v[k], v[k + 1]);
    out[y * width + x] = v[4];
}

extern "C" __global__ void greyOfColour(unsigned char* out, const uchar3* in, int n) {
    int i = globalThread();
    if (i < n) {
        uchar3 p = in[i];
        out[i] = (77 * p.x + 151 * p.y + 28 * p.z) >> 8;
    }
}

extern "C" __global__ void resizeBilinear(uchar4* out, const uchar4* in, int width, int height, int outWidth,
                                          int outHeight) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= outWidth || y >= outHeight) return;
    float fx = fmaxf((x + 0.5f) * width / outWidth - 0.5f, 0.0f),
          fy = fmaxf((y + 0.5f) * height / outHeight - 0.5f, 0.0f);
    int x0 = min((int)fx, width - 1), y0 = min((int)fy, height - 1), x1 = min(x0 + 1, width - 1),
        y1 = min(y0 + 1, height - 1);
    float ax = fx - x0, ay = fy - y0;
    uchar4 a = in[y0 * width + x0], b = in[y0 * width + x1], c = in[y1 * width + x0], d = in[y1 * width + x1];
    auto mix = [&](float p, float q, float r, float s) {
        return (unsigned char)((p * (1 - ax) + q * ax) * (1 - ay) + (r * (1 - ax) + s * ax) * ay);
    };
    out[y * outWidth + x] = make_uchar4(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y),
                                        mix(a.z, b.z, c.z, d.z), mix(a.w, b.w, c.w, d.w));
}

// Blocks of 8x8 threads a tile of 8x8 pixels; the matrix is made in shared memory.
extern "C" __global__ void cosines8x8(float* out, const float* in, int width) {
    __shared__ float basis[8][8], pixels[8][8], half[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, place = (blockIdx.y * 8 + ty) * width + blockIdx.x * 8 + tx;
    basis[ty][tx] = (ty ? 0.5f : 0.35355339f) * cospif((2 * tx + 1) * ty * 0.0625f);
    pixels[ty][tx] = in[place];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += basis[ty][k] * pixels[k][tx];
    half[ty][tx] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += half[ty][k] * basis[tx][k];
    out[place] = sum;
}

// A thread a row, or a block a row: running sums.
extern "C" __global__ void rowSumsThread(float* out, const float* in, int rows, int cols) {
    int row = globalThread();
    if (row >= rows) return;
    float sum = 0;
    for (int c = 0; c < cols; ++c) {
        sum += in[(size_t)row * cols + c];
        out[(size_t)row * cols + c] = sum;
    }
}

extern "C" __global__ void rowSumsBlock(float* out, const float* in, int cols) {
    __shared__ float sums[32];
    float before = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (int first = 0; first < cols; first += blockDim.x) {
        int c = first + threadIdx.x;
        float v = c < cols ? in[(size_t)blockIdx.x * cols + c] : 0.0f;
        for (int step = 1; step < 32; step *= 2) {
            float other = __shfl_up_sync(All, v, step);
            if (lane >= step) v += other;
        }
        if (lane == 31) sums[warp] = v;
        __syncthreads();
        float prior = 0, whole = 0;
        for (int w = 0; w < warps; ++w) {
            if (w < warp) prior += sums[w];
            whole += sums[w];
        }
        if (c < cols) out[(size_t)blockIdx.x * cols + c] = before + prior + v;
        before += whole;
        __syncthreads();
    }
}

extern "C" __global__ void classifyCubes(unsigned char* cases, unsigned* triangles, const float* field,
                                         int side, float level) {
    int i = globalThread(), cubes = side - 1;
    if (i >= cubes * cubes * cubes) return;
    int x = i % cubes, y = i / cubes % cubes, z = i / (cubes * cubes);
    const float* p = field + (z * side + y) * side + x;
    unsigned which =
        (p[0] < level) | (p[1] < level) << 1 | (p[side + 1] < level) << 2 | (p[side] < level) << 3;
    p += side * side;
    which |= (p[0] < level) << 4 | (p[1] < level) << 5 | (p[side + 1] < level) << 6 | (p[side] < level) << 7;
    cases[i] = which;
    triangles[i] = triangleTable.word[which];
}

extern "C" __global__ void rayBoxes(int* out, const float4* low, const float4* high, const float4* direction,
                                    int rays, int boxes) {
    int i = globalThread();
    if (i >= rays) return;
    float4 d = direction[i];
    float ix = 1.0f / (d.x + 0.01f), iy = 1.0f / (d.y + 0.01f), iz = 1.0f / (d.z + 0.01f), nearest = 1e30f;
    int hit = -1;
    for (int b = 0; b < boxes; ++b) {
        float4 l = low[b], h = high[b];
        float x0 = (l.x - 0.5f) * ix, x1 = h.x * ix, y0 = (l.y - 0.5f) * iy, y1 = h.y * iy,
              z0 = (l.z - 0.5f) * iz, z1 = h.z * iz;
        float enter = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), 0.0f));
        float leave = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
        if (enter <= leave && enter < nearest) {
            nearest = enter;
            hit = b;
        }
    }
    out[i] = hit;
}

// A binary tree by rows, walked with a stack of one's own: a child is entered where it is below the ray's
// bound.
extern "C" __global__ void walkTree(int* out, const float* nodes, const float* bounds, int count, int n) {
    int i = globalThread();
    if (i >= n) return;
    float bound = 0.45f + 0.2f * bounds[i];
    int stack[32], depth = 0, seen = 0, node = 0;
    while (true) {
        ++seen;
        int left = 2 * node + 1, right = left + 1, turn = mixed(i ^ node) & 1;
        bool goLeft = left < count && nodes[left] * (1 + turn) < bound * 1.5f,
             goRight = right < count && nodes[right] < bound;
        if (goLeft) {
            node = left;
            if (goRight) stack[depth++] = right;
        } else if (goRight)
            node = right;
        else if (depth)
            node = stack[--depth];
        else
            break;
    }
    out[i] = seen;
}

// Linear algebra

extern "C" __global__ void matVecThread(float* out, const float* a, const float* x, int rows, int cols) {
    int row = globalThread();
    if (row >= rows) return;
    float sum = 0;
    for (int c = 0; c < cols; ++c) sum += a[(size_t)row * cols + c] * x[c];
    out[row] = sum;
}

extern "C" __global__ void matVecWarp(float* out, const float* a, const float* x, int rows, int cols) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int c = lane; c < cols; c += 32) sum += a[(size_t)row * cols + c] * x[c];
    sum = warpSum(sum);
    if (lane == 0) out[row] = sum;
}

// The product with the transpose: a thread a column.
extern "C" __global__ void matVecTransposed(float* out, const float* a, const float* x, int rows, int cols) {
    int col = globalThread();
    if (col >= cols) return;
    float sum = 0;
    for (int r = 0; r < rows; ++r) sum += a[(size_t)r * cols + col] * x[r];
    out[col] = sum;
}

extern "C" __global__ void gemmPlain(float* c, const float* a, const float* b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

// Blocks of 16x16; n is a multiple of 16.
extern "C" __global__ void gemmTiled16(float* c, const float* a, const float* b, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        as[ty][tx] = a[y * n + first + tx];
        bs[ty][tx] = b[(first + ty) * n + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

// Blocks of 256 threads make 64x64 by 4x4 a thread; n is a multiple of 64.
extern "C" __global__ void gemmVectors64(float* c, const float* a, const float* b, int n) {
    __shared__ float as[16][68];
    __shared__ float4 bs[16][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int first = 0; first < n; first += 16) {
        float4 v = *(const float4*)(a + (size_t)(y0 + t / 4) * n + first + t % 4 * 4);
        as[t % 4 * 4][t / 4] = v.x;
        as[t % 4 * 4 + 1][t / 4] = v.y;
        as[t % 4 * 4 + 2][t / 4] = v.z;
        as[t % 4 * 4 + 3][t / 4] = v.w;
        bs[ty][tx] = *(const float4*)(b + (size_t)(first + ty) * n + x0 + tx * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = *(const float4*)&as[k][ty * 4], q = bs[k][tx];
            float left[4] = {p.x, p.y, p.z, p.w}, right[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)(c + (size_t)(y0 + ty * 4 + i) * n + x0 + tx * 4) =
            make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

extern "C" __global__ void gemmDoubles(double* c, const double* a, const double* b, int n) {
    __shared__ double as[16][16], bs[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    double sum = 0;
    for (int first = 0; first < n; first += 16) {
        as[ty][tx] = a[y * n + first + tx];
        bs[ty][tx] = b[(first + ty) * n + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

// The lower triangle of A times its transpose.
extern "C" __global__ void syrkLower(float* c, const float* a, int n, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n || x > y) return;
    float sum = 0;
    for (int k = 0; k < depth; ++k) sum += a[k * n + y] * a[k * n + x];
    c[y * n + x] = sum;
}

extern "C" __global__ void batched4x4(float4* out, const float4* a, const float4* b, int count) {
    int i = globalThread();
    if (i >= count) return;
    float4 rows[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) rows[k] = b[i * 4 + k];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 l = a[i * 4 + r];
        out[i * 4 + r] = make_float4(l.x * rows[0].x + l.y * rows[1].x + l.z * rows[2].x + l.w * rows[3].x,
                                     l.x * rows[0].y + l.y * rows[1].y + l.z * rows[2].y + l.w * rows[3].y,
                                     l.x * rows[0].z + l.y * rows[1].z + l.z * rows[2].z + l.w * rows[3].z,
                                     l.x * rows[0].w + l.y * rows[1].w + l.z * rows[2].w + l.w * rows[3].w);
    }
}

// A thread a symmetric matrix of 8x8, element by element across the matrices.
extern "C" __global__ void cholesky8(float* out, const float* in, int count) {
    int i = globalThread();
    if (i >= count) return;
    float l[36];
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c <= r; ++c) {
            float v = in[(size_t)(r * (r + 1) / 2 + c) * count + i] + (r == c ? 8.0f : 0.0f);
#pragma unroll
            for (int k = 0; k < c; ++k) v -= l[r * (r + 1) / 2 + k] * l[c * (c + 1) / 2 + k];
            l[r * (r + 1) / 2 + c] = r == c ? sqrtf(v) : v / l[c * (c + 1) / 2 + c];
        }
#pragma unroll
    for (int k = 0; k < 36; ++k) out[(size_t)k * count + i] = l[k];
}

// A block a lower triangle of n x n, n = blockDim.x: forward substitution, column by column.
extern "C" __global__ void forwardSolve(float* x, const float* l, const float* right) {
    __shared__ float done;
    int n = blockDim.x, row = threadIdx.x;
    const float* mine = l + (size_t)blockIdx.x * n * n;
    float v = right[blockIdx.x * n + row];
    for (int k = 0; k < n; ++k) {
        if (row == k) {
            v /= 1.0f + mine[k * n + k];
            done = v;
        }
        __syncthreads();
        if (row > k) v -= mine[row * n + k] * done;
        __syncthreads();
    }
    x[blockIdx.x * n + row] = v;
}

// The trailing update of elimination, out of place.
extern "C" __global__ void eliminate(float* out, const float* in, int n, int pivot) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + pivot,
        y = blockIdx.y * blockDim.y + threadIdx.y + pivot + 1;
    if (x < n && y < n)
        out[y * n + x] =
            in[y * n + x] - in[y * n + pivot] / (1.0f + in[pivot * n + pivot]) * in[pivot * n + x];
}

// Tridiagonal systems of 64 unknowns: a thread a system, or a block of 64 threads a system by cyclic
// reduction.
extern "C" __global__ void thomasThread(float* x, const float* right, int systems) {
    int s = globalThread();
    if (s >= systems) return;
    float c[64], d = 0, before = 0;
    for (int k = 0; k < 64; ++k) {
        float m = 1.0f / (4.0f - before);
        before = c[k] = m;
        d = (right[k * systems + s] + d) * m;
        x[k * systems + s] = d;
    }
    for (int k = 62; k >= 0; --k) {
        d = x[k * systems + s] + c[k] * d;
        x[k * systems + s] = d;
    }
}

extern "C" __global__ void cyclicBlock(float* x, const float* right) {
    __shared__ float a[64], b[64], c[64], d[64];
    int i = threadIdx.x;
    a[i] = i ? -1.0f : 0.0f;
    b[i] = 4.0f;
    c[i] = i < 63 ? -1.0f : 0.0f;
    d[i] = right[blockIdx.x * 64 + i];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        int l = max(i - step, 0), r = min(i + step, 63);
        float fl = a[i] / b[l], fr = c[i] / b[r];
        float na = -a[l] * fl, nc = -c[r] * fr, nb = b[i] - c[l] * fl - a[r] * fr,
              nd = d[i] - d[l] * fl - d[r] * fr;
        __syncthreads();
        a[i] = na;
        b[i] = nb;
        c[i] = nc;
        d[i] = nd;
        __syncthreads();
    }
    x[blockIdx.x * 64 + i] = d[i] / b[i];
}

extern "C" __global__ void transposeBytes(unsigned char* out, const unsigned char* in, int width,
                                          int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

// Blocks of 32x8.
extern "C" __global__ void transposeBytesTiled(unsigned char* out, const unsigned char* in, int width,
                                               int height) {
    __shared__ unsigned char tile[32][36];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < height && y + k < width) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void transposeHalves(__half* out, const __half* in, int width, int height) {
    __shared__ __half tile[32][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < height && y + k < width) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

// Transforms

// A pass of radix 2 over transforms of `n` points whose butterflies are `half` apart.
extern "C" __global__ void butterflyPass(float2* out, const float2* in, int half, int n) {
    int i = globalThread();
    if (i >= n / 2) return;
    int k = i % half, top = (i - k) * 2 + k;
    float s, c;
    __sincosf(-3.14159265f * k / half, &s, &c);
    float2 a = in[top], b = in[top + half];
    float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    out[top] = make_float2(a.x + t.x, a.y + t.y);
    out[top + half] = make_float2(a.x - t.x, a.y - t.y);
}

// A block a transform of 2 * blockDim.x points (a power of two), in shared memory.
extern "C" __global__ void fourierBlock(float2* out, const float2* in) {
    extern __shared__ float2 points[];
    int n = 2 * blockDim.x, bits = 31 - __clz(n);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        points[__brev(i) >> (32 - bits)] = in[(size_t)blockIdx.x * n + i];
    __syncthreads();
    for (int half = 1; half < n; half *= 2) {
        int k = threadIdx.x & half - 1, top = ((int)threadIdx.x - k) * 2 + k;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float2 a = points[top], b = points[top + half];
        float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
        points[top] = make_float2(a.x + t.x, a.y + t.y);
        points[top + half] = make_float2(a.x - t.x, a.y - t.y);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = points[i];
}

// Four butterflies a thread of the Walsh transform, 4 * blockDim.x points a block.
extern "C" __global__ void walshBlock(float* out, const float* in) {
    extern __shared__ float line[];
    int n = 4 * blockDim.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) line[i] = in[(size_t)blockIdx.x * n + i];
    for (int step = n / 4; step; step /= 4) {
        __syncthreads();
        int low = threadIdx.x & step - 1, i = ((int)threadIdx.x - low) * 4 + low;
        float a = line[i], b = line[i + step], c = line[i + 2 * step], d = line[i + 3 * step];
        float p = a + c, q = a - c, r = b + d, s = b - d;
        line[i] = p + r;
        line[i + step] = p - r;
        line[i + 2 * step] = q + s;
        line[i + 3 * step] = q - s;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = line[i];
}

extern "C" __global__ void haarLevel(float* out, const float2* in, int pairs) {
    int i = globalThread();
    if (i < pairs) {
        float2 v = in[i];
        out[i] = (v.x + v.y) * 0.70710678f;
        out[pairs + i] = (v.x - v.y) * 0.70710678f;
    }
}

// Sums, scans and sorting

// The last block to arrive adds what the blocks left.
extern "C" __global__ void sumLastBlock(float* out, float* parts, unsigned* arrived, const float4* in,
                                        int quads) {
    __shared__ bool last;
    float sum = 0;
    for (int i = globalThread(); i < quads; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += *(volatile float*)(parts + i);
    sum = blockSum(sum);
    if (threadIdx.x == 0) *out = sum;
}

extern "C" __global__ void dotAtomic(double* out, const float* a, const float* b, int n) {
    float sum = 0;
    for (int i = globalThread(); i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) atomicAdd(out, (double)sum);
}

// Sums by key: an atomic a thread, or one for the threads of a warp with the same key.
extern "C" __global__ void sumByKey(unsigned* sums, const unsigned* keys, unsigned keyMask, int n) {
    int i = globalThread();
    if (i < n) atomicAdd(&sums[keys[i] & keyMask], 1u + (i & 3));
}

extern "C" __global__ void sumByKeyMatched(unsigned* sums, const unsigned* keys, unsigned keyMask, int n) {
    int i = globalThread();
    unsigned live = __ballot_sync(All, i < n);
    if (i >= n) return;
    unsigned key = keys[i] & keyMask, same = __match_any_sync(live, key), leader = __ffs(same) - 1;
    unsigned sum = __reduce_add_sync(same, 1u + (i & 3));
    if (threadIdx.x % 32 == leader) atomicAdd(&sums[key], sum);
}

extern "C" __global__ void histogramGlobal(unsigned* bins, const unsigned char* in, int n) {
    for (int i = globalThread(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
}

extern "C" __global__ void histogramBlock(unsigned* bins, const unsigned char* in, int n) {
    __shared__ unsigned mine[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (int i = globalThread(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

// A histogram a warp, from words of four bytes; 256 threads.
extern "C" __global__ void histogramWarps(unsigned* bins, const unsigned* in, int words) {
    __shared__ unsigned mine[8][256];
    for (int b = threadIdx.x; b < 2048; b += blockDim.x) (&mine[0][0])[b] = 0;
    __syncthreads();
    unsigned* own = mine[threadIdx.x / 32];
    for (int i = globalThread(); i < words; i += gridDim.x * blockDim.x) {
        unsigned w = in[i];
        atomicAdd(&own[w & 255], 1u);
        atomicAdd(&own[w >> 8 & 255], 1u);
        atomicAdd(&own[w >> 16 & 255], 1u);
        atomicAdd(&own[w >> 24], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w) sum += mine[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}

// Two elements a thread, up and down a tree in shared memory, places padded against conflicts.
extern "C" __global__ void scanTree(int* out, int* totals, const int* in) {
    extern __shared__ int tree[];
    int n = 2 * blockDim.x, t = threadIdx.x;
    auto at = [](int i) { return i + (i >> 5); };
    const int* from = in + (size_t)blockIdx.x * n;
    tree[at(t)] = from[t];
    tree[at(t + n / 2)] = from[t + n / 2];
    int step = 1;
    for (int d = n / 2; d; d /= 2, step *= 2) {
        __syncthreads();
        if (t < d) tree[at(step * (2 * t + 2) - 1)] += tree[at(step * (2 * t + 1) - 1)];
    }
    __syncthreads();
    if (t == 0) {
        totals[blockIdx.x] = tree[at(n - 1)];
        tree[at(n - 1)] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        step /= 2;
        __syncthreads();
        if (t < d) {
            int a = at(step * (2 * t + 1) - 1), b = at(step * (2 * t + 2) - 1), left = tree[a];
            tree[a] = tree[b];
            tree[b] += left;
        }
    }
    __syncthreads();
    out[(size_t)blockIdx.x * n + t] = tree[at(t)];
    out[(size_t)blockIdx.x * n + t + n / 2] = tree[at(t + n / 2)];
}

extern "C" __global__ void scanWarps(int* out, int* totals, const int2* in) {
    __shared__ int sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = globalThread();
    int2 v = in[i];
    int whole = v.x + v.y, sum = whole;
    for (int step = 1; step < 32; step *= 2) {
        int other = __shfl_up_sync(All, sum, step);
        if (lane >= step) sum += other;
    }
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int s = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int step = 1; step < 32; step *= 2) {
            int other = __shfl_up_sync(All, s, step);
            if (lane >= step) s += other;
        }
        sums[lane] = s;
    }
    __syncthreads();
    sum += warp ? sums[warp - 1] : 0;
    ((int2*)out)[i] = make_int2(sum - whole, sum - v.y);
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = sum;
}

// What is below `bound` goes to places that a running count gives: an atomic a thread, a warp or a block.
extern "C" __global__ void compactThread(float* out, unsigned* count, const float* in, float bound,
                                         unsigned mask, int n) {
    int i = globalThread();
    if (i < n && in[i] < bound) out[atomicAdd(count, 1u) & mask] = in[i];
}

extern "C" __global__ void compactBallot(float* out, unsigned* count, const float* in, float bound,
                                         unsigned mask, int n) {
    int i = globalThread();
    float v = i < n ? in[i] : bound;
    unsigned taken = __ballot_sync(All, v < bound), lane = threadIdx.x % 32, first = 0;
    if (lane == 0 && taken) first = atomicAdd(count, __popc(taken));
    first = __shfl_sync(All, first, 0);
    if (taken >> lane & 1) out[(first + __popc(taken & ((1u << lane) - 1))) & mask] = v;
}

extern "C" __global__ void compactBlock(float* out, unsigned* count, const float* in, float bound,
                                        unsigned mask, int n) {
    __shared__ unsigned held, first;
    if (threadIdx.x == 0) held = 0;
    __syncthreads();
    int i = globalThread();
    float v = i < n ? in[i] : bound;
    unsigned taken = __ballot_sync(All, v < bound), lane = threadIdx.x % 32, place = 0;
    if (lane == 0 && taken) place = atomicAdd(&held, __popc(taken));
    place = __shfl_sync(All, place, 0) + __popc(taken & ((1u << lane) - 1));
    __syncthreads();
    if (threadIdx.x == 0 && held) first = atomicAdd(count, held);
    __syncthreads();
    if (v < bound) out[(first + place) & mask] = v;
}

extern "C" __global__ void bitonicStep(unsigned* out, const unsigned* in, int apart, int run, int n) {
    int t = globalThread();
    if (t >= n / 2) return;
    int low = t & apart - 1, i = (t - low) * 2 + low;
    unsigned a = in[i], b = in[i + apart];
    bool up = (i & run) == 0;
    out[i] = up == (a < b) ? a : b;
    out[i + apart] = up == (a < b) ? b : a;
}

// A block sorts 2 * blockDim.x keys in shared memory.
extern "C" __global__ void bitonicBlock(unsigned* out, const unsigned* in) {
    extern __shared__ unsigned keys[];
    int n = 2 * blockDim.x, t = threadIdx.x;
    keys[t] = in[(size_t)blockIdx.x * n + t];
    keys[t + n / 2] = in[(size_t)blockIdx.x * n + t + n / 2];
    for (int run = 2; run <= n; run *= 2)
        for (int apart = run / 2; apart; apart /= 2) {
            __syncthreads();
            int low = t & apart - 1, i = (t - low) * 2 + low;
            unsigned a = keys[i], b = keys[i + apart];
            if ((a > b) == ((i & run) == 0)) {
                keys[i] = b;
                keys[i + apart] = a;
            }
        }
    __syncthreads();
    out[(size_t)blockIdx.x * n + t] = keys[t];
    out[(size_t)blockIdx.x * n + t + n / 2] = keys[t + n / 2];
}

// A thread sorts 16 keys that lie side by side, by insertion.
extern "C" __global__ void insertionThread(unsigned* out, const unsigned* in, int n) {
    int t = globalThread();
    if (t * 16 >= n) return;
    unsigned keys[16];
    for (int k = 0; k < 16; ++k) {
        unsigned key = in[t * 16 + k];
        int place = k;
        while (place > 0 && keys[place - 1] > key) {
            keys[place] = keys[place - 1];
            --place;
        }
        keys[place] = key;
    }
    for (int k = 0; k < 16; ++k) out[t * 16 + k] = keys[k];
}

extern "C" __global__ void radixCount(unsigned* counts, const unsigned* keys, int shift, int n) {
    __shared__ unsigned mine[16];
    if (threadIdx.x < 16) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
        int i = (blockIdx.x * 4 + k) * blockDim.x + threadIdx.x;
        if (i < n) atomicAdd(&mine[keys[i] >> shift & 15], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

// Where a digit of a block begins comes from `starts`; ranks by matching within a warp; 256 threads.
extern "C" __global__ void radixScatter(unsigned* out, const unsigned* keys, const unsigned* starts,
                                        int shift, unsigned mask, int n) {
    __shared__ unsigned counts[8][16];
    int i = globalThread(), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x < 128) counts[threadIdx.x / 16][threadIdx.x % 16] = 0;
    __syncthreads();
    unsigned key = i < n ? keys[i] : ~0u, digit = key >> shift & 15;
    unsigned same = __match_any_sync(All, digit), rank = __popc(same & ((1u << lane) - 1));
    if (rank == 0) counts[warp][digit] = __popc(same);
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned sum = starts[threadIdx.x * gridDim.x + blockIdx.x];
        for (int w = 0; w < 8; ++w) {
            unsigned c = counts[w][threadIdx.x];
            counts[w][threadIdx.x] = sum;
            sum += c;
        }
    }
    __syncthreads();
    if (i < n) out[counts[warp][digit] + rank & mask] = key;
}

extern "C" __global__ void rankSort(float* out, const float* in, int n) {
    __shared__ float tile[256];
    int i = globalThread(), rank = 0;
    float mine = i < n ? in[i] : 0.0f;
    for (int first = 0; first < n; first += 256) {
        for (int k = threadIdx.x; k < 256; k += blockDim.x) tile[k] = first + k < n ? in[first + k] : 3.0e38f;
        __syncthreads();
        for (int k = 0; k < 256; ++k) rank += tile[k] < mine || (tile[k] == mine && first + k < i);
        __syncthreads();
    }
    if (i < n) out[rank] = mine;
}

// Eight outputs a thread of two sorted lists of n each.
extern "C" __global__ void mergePath(unsigned* out, const unsigned* a, const unsigned* b, unsigned scale,
                                     int n) {
    int diagonal = globalThread() * 8;
    if (diagonal >= 2 * n) return;
    int low = max(diagonal - n, 0), high = min(diagonal, n);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle] * scale)
            low = middle + 1;
        else
            high = middle;
    }
    int i = low, j = diagonal - low;
    for (int k = 0; k < 8 && diagonal + k < 2 * n; ++k) {
        bool first = j >= n || (i < n && a[i] <= b[j] * scale);
        out[diagonal + k] = first ? a[i++] : b[j++] * scale;
    }
}

extern "C" __global__ void lowerBound(int* out, const float* sorted, const float* keys, int count, int n) {
    int i = globalThread();
    if (i >= n) return;
    float key = keys[i] * count;
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

// The same number of steps down a tree by rows, count = 2^k - 1.
extern "C" __global__ void descendTree(int* out, const float* nodes, const float* keys, int count, int n) {
    int i = globalThread();
    if (i >= n) return;
    float key = keys[i];
    int node = 0;
    while (node < count) node = 2 * node + 1 + (nodes[node] < key);
    out[i] = node - count;
}

// Graphs and sparse matrices. Row r of a matrix begins at r * mean + jitter[r] % mean.

namespace {
__device__ __forceinline__ int rowStart(const unsigned* jitter, int row, int mean) {
    return row * mean + (int)(jitter[row] % (unsigned)mean);
}
} // namespace

extern "C" __global__ void spmvScalar(float* out, const unsigned* jitter, const unsigned* columns,
                                      const float* values, const float* x, int rows, int mean,
                                      unsigned mask) {
    int row = globalThread();
    if (row >= rows) return;
    float sum = 0;
    for (int k = rowStart(jitter, row, mean), end = rowStart(jitter, row + 1, mean); k < end; ++k)
        sum += values[k] * x[columns[k] & mask];
    out[row] = sum;
}

extern "C" __global__ void spmvVector(float* out, const unsigned* jitter, const unsigned* columns,
                                      const float* values, const float* x, int rows, int mean,
                                      unsigned mask) {
    int row = globalThread() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int k = rowStart(jitter, row, mean) + lane, end = rowStart(jitter, row + 1, mean); k < end; k += 32)
        sum += values[k] * x[columns[k] & mask];
    sum = warpSum(sum);
    if (lane == 0) out[row] = sum;
}

// Column by column with a fixed width.
extern "C" __global__ void spmvEll(float* out, const unsigned* columns, const float* values, const float* x,
                                   int rows, int width, unsigned mask) {
    int row = globalThread();
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; ++k)
        sum += values[(size_t)k * rows + row] * x[columns[(size_t)k * rows + row] & mask];
    out[row] = sum;
}

// A level of breadth-first search: nodes whose level matches tell their neighbours.
extern "C" __global__ void bfsLevel(unsigned char* next, const unsigned char* level, const unsigned* jitter,
                                    const unsigned* edges, int nodes, int mean, unsigned mask, int share) {
    int node = globalThread();
    if (node >= nodes || level[node] >= share) return;
    for (int k = rowStart(jitter, node, mean), end = rowStart(jitter, node + 1, mean); k < end; ++k) {
        unsigned to = edges[k] & mask;
        if (level[to] >= share) next[to] = 1;
    }
}

// The same from a queue, degrees that follow a power law.
extern "C" __global__ void expandQueue(unsigned* distance, const unsigned* queue, const unsigned* edges,
                                       unsigned mask, unsigned edgeMask, int queued) {
    int i = globalThread();
    if (i >= queued) return;
    unsigned node = queue[i] & mask, hash = mixed(node), degree = 4u << min(__clz(hash), 8),
             first = mixed(hash);
    for (unsigned k = 0; k < degree; ++k) atomicMin(&distance[edges[(first + k) & edgeMask] & mask], 7u);
}

extern "C" __global__ void rankPull(float* out, const float* rank, const unsigned* jitter,
                                    const unsigned* edges, int nodes, int mean, unsigned mask) {
    int node = globalThread();
    if (node >= nodes) return;
    float sum = 0;
    for (int k = rowStart(jitter, node, mean), end = rowStart(jitter, node + 1, mean); k < end; ++k) {
        unsigned from = edges[k] & mask;
        sum += rank[from] / (rowStart(jitter, from + 1, mean) - rowStart(jitter, from, mean));
    }
    out[node] = 0.15f / nodes + 0.85f * sum;
}

// A parent is a smaller number; both ends climb to their roots and the greater root is hooked.
extern "C" __global__ void hookRoots(unsigned* hooked, const unsigned* parents, unsigned roots, int edges,
                                     int nodes) {
    int i = globalThread();
    if (i >= edges) return;
    unsigned a = __umulhi(mixed(2 * i), nodes), b = __umulhi(mixed(2 * i + 1), nodes);
    while (a >= roots) a = __umulhi(parents[a], a);
    while (b >= roots) b = __umulhi(parents[b], b);
    if (a != b) atomicMin(&hooked[max(a, b)], min(a, b));
}

// Common members of two sorted lists of up to 32.
extern "C" __global__ void commonNeighbours(unsigned* out, const unsigned* sorted, unsigned startMask,
                                            int pairs) {
    int i = globalThread();
    if (i >= pairs) return;
    unsigned hash = mixed(i), u = hash & startMask, v = u + (hash >> 27), uEnd = u + 1 + (hash >> 20 & 31);
    unsigned vEnd = v + 1 + (hash >> 15 & 31), same = 0;
    while (u < uEnd && v < vEnd) {
        unsigned a = sorted[u], b = sorted[v];
        same += a == b;
        u += a <= b;
        v += b <= a;
    }
    out[i] = same;
}

// The nearest of k centres in `dims` dimensions; points by dimension; centres in global or shared memory.
extern "C" __global__ void nearestGlobal(int* out, const float* points, const float* centres, int n, int k,
                                         int dims) {
    int i = globalThread();
    if (i >= n) return;
    float best = 3.0e38f;
    int which = 0;
    for (int c = 0; c < k; ++c) {
        float sum = 0;
        for (int d = 0; d < dims; ++d) {
            float apart = points[(size_t)d * n + i] - centres[c * dims + d];
            sum += apart * apart;
        }
        if (sum < best) {
            best = sum;
            which = c;
        }
    }
    out[i] = which;
}

extern "C" __global__ void nearestShared(int* out, const float* points, const float* centres, int n, int k,
                                         int dims) {
    extern __shared__ float near[];
    for (int j = threadIdx.x; j < k * dims; j += blockDim.x) near[j] = centres[j];
    __syncthreads();
    int i = globalThread();
    if (i >= n) return;
    float best = 3.0e38f;
    int which = 0;
    for (int c = 0; c < k; ++c) {
        float sum = 0;
        for (int d = 0; d < dims; ++d) {
            float apart = points[(size_t)d * n + i] - near[c * dims + d];
            sum += apart * apart;
        }
        if (sum < best) {
            best = sum;
            which = c;
        }
    }
    out[i] = which;
}

// Hashing, text and genomes

// Open addressing by steps of one; an empty slot is 0.
extern "C" __global__ void hashInsert(unsigned* slots, unsigned* counts, const unsigned* keys, unsigned mask,
                                      int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned key = keys[i] | 1, slot = mixed(key) & mask;
    while (true) {
        unsigned held = atomicCAS(&slots[slot], 0u, key);
        if (held == 0 || held == key) {
            atomicAdd(&counts[slot], 1u);
            return;
        }
        slot = slot + 1 & mask;
    }
}

// A slot whose low two bits are 0 ends a search.
extern "C" __global__ void hashProbe(unsigned* out, const uint2* slots, const unsigned* keys, unsigned mask,
                                     int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned key = keys[i], slot = mixed(key) & mask, found = 0;
    for (int k = 0; k < 64; ++k) {
        uint2 s = slots[slot];
        if (s.x == key) {
            found = s.y;
            break;
        }
        if ((s.x & 3) == 0) break;
        slot = slot + 1 & mask;
    }
    out[i] = found;
}

// A thread a block of 16 words, rounds as those of a digest; the words' expansion in registers or in local
// memory.
extern "C" __global__ void digestRolling(unsigned* out, const unsigned* in, int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned w[16], a = 1, b = 2, c = 3, d = 4, e = 5;
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = in[k * n + i];
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        unsigned now = w[k & 15];
        if (k >= 16) {
            unsigned p = w[(k + 14) & 15], q = w[(k + 1) & 15];
            now +=
                (__funnelshift_r(p, p, 17) ^ p >> 10) + w[(k + 9) & 15] + (__funnelshift_r(q, q, 7) ^ q >> 3);
            w[k & 15] = now;
        }
        unsigned t = __funnelshift_l(a, a, 5) + ((b & c) ^ (~b & d)) + e + now + 0x5a827999u * (k + 1);
        e = d;
        d = c;
        c = __funnelshift_l(b, b, 30);
        b = a;
        a = t;
    }
    out[i] = a ^ b ^ c ^ d ^ e;
}

extern "C" __global__ void digestExpanded(unsigned* out, const unsigned* in, int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned w[64], a = 1, b = 2, c = 3, d = 4, e = 5;
    for (int k = 0; k < 16; ++k) w[k] = in[k * n + i];
#pragma unroll 1
    for (int k = 16; k < 64; ++k) {
        unsigned p = w[k - 2], q = w[k - 15];
        w[k] = w[k - 16] + (__funnelshift_r(p, p, 17) ^ p >> 10) + w[k - 7] +
               (__funnelshift_r(q, q, 7) ^ q >> 3);
    }
#pragma unroll 1
    for (int k = 0; k < 64; ++k) {
        unsigned t = __funnelshift_l(a, a, 5) + ((b & c) ^ (~b & d)) + e + w[k] + 0x5a827999u * (k + 1);
        e = d;
        d = c;
        c = __funnelshift_l(b, b, 30);
        b = a;
        a = t;
    }
    out[i] = a ^ b ^ c ^ d ^ e;
}

// A checksum of the `words` words of a thread, which lie side by side.
extern "C" __global__ void crcBits(unsigned* out, const unsigned* in, int words, int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < words; ++k) {
        c ^= in[(size_t)i * words + k];
#pragma unroll 8
        for (int b = 0; b < 32; ++b) c = (c >> 1) ^ (0xEDB88320u & -(c & 1));
    }
    out[i] = ~c;
}

extern "C" __global__ void crcConstant(unsigned* out, const unsigned* in, int words, int n) {
    int i = globalThread();
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < words; ++k) {
        c ^= in[(size_t)i * words + k];
        for (int b = 0; b < 4; ++b) c = (c >> 8) ^ crcTable.word[c & 255];
    }
    out[i] = ~c;
}

extern "C" __global__ void crcShared(unsigned* out, const unsigned* in, int words, int n) {
    __shared__ unsigned table[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) table[k] = crcTable.word[k];
    __syncthreads();
    int i = globalThread();
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < words; ++k) {
        c ^= in[(size_t)i * words + k];
        for (int b = 0; b < 4; ++b) c = (c >> 8) ^ table[c & 255];
    }
    out[i] = ~c;
}

namespace {
// Ten rounds as those of a cipher with one table of words.
template<class Table>
__device__ __forceinline__ uint4 rounds(uint4 s, Table table) {
#pragma unroll 2
    for (unsigned r = 1; r <= 10; ++r) {
        auto turn = [&](unsigned a, unsigned b, unsigned c, unsigned d) {
            unsigned x = table(b >> 8 & 255), y = table(c >> 16 & 255), z = table(d >> 24);
            return table(a & 255) ^ __funnelshift_l(x, x, 8) ^ __funnelshift_l(y, y, 16) ^
                   __funnelshift_l(z, z, 24) ^ r * 0x9e3779b9u;
        };
        s = make_uint4(turn(s.x, s.y, s.z, s.w), turn(s.y, s.z, s.w, s.x), turn(s.z, s.w, s.x, s.y),
                       turn(s.w, s.x, s.y, s.z));
    }
    return s;
}
} // namespace

extern "C" __global__ void cipherShared(uint4* out, const uint4* in, int n) {
    __shared__ unsigned table[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) table[k] = boxTable.word[k];
    __syncthreads();
    int i = globalThread();
    if (i < n) out[i] = rounds(in[i], [&](unsigned b) { return table[b]; });
}

extern "C" __global__ void cipherConstant(uint4* out, const uint4* in, int n) {
    int i = globalThread();
    if (i < n) out[i] = rounds(in[i], [](unsigned b) { return boxTable.word[b]; });
}

extern "C" __global__ void cipherGlobal(uint4* out, const uint4* in, const unsigned* __restrict__ table,
                                        int n) {
    int i = globalThread();
    if (i < n) out[i] = rounds(in[i], [=](unsigned b) { return __ldg(table + b); });
}

// Edit distance of pairs of 32 letters of four kinds: by rows in local memory, or 32 bits at once.
extern "C" __global__ void editRows(int* out, const unsigned char* first, const unsigned char* second,
                                    int pairs) {
    int i = globalThread();
    if (i >= pairs) return;
    unsigned char row[33];
    for (int k = 0; k <= 32; ++k) row[k] = k;
    for (int r = 0; r < 32; ++r) {
        int letter = first[r * pairs + i] & 3, corner = r;
        row[0] = r + 1;
        for (int k = 0; k < 32; ++k) {
            int cost = corner + (letter != (second[k * pairs + i] & 3));
            corner = row[k + 1];
            row[k + 1] = min(cost, min(corner, (int)row[k]) + 1);
        }
    }
    out[i] = row[32];
}

extern "C" __global__ void editBits(int* out, const unsigned char* first, const unsigned char* second,
                                    int pairs) {
    int i = globalThread();
    if (i >= pairs) return;
    unsigned is[4] = {0, 0, 0, 0};
    for (int k = 0; k < 32; ++k) {
        unsigned letter = first[k * pairs + i] & 3;
#pragma unroll
        for (int l = 0; l < 4; ++l) is[l] |= (unsigned)(letter == l) << k;
    }
    unsigned up = ~0u, down = 0;
    int distance = 32;
    for (int k = 0; k < 32; ++k) {
        unsigned letter = second[k * pairs + i] & 3;
        unsigned match = letter & 2 ? (letter & 1 ? is[3] : is[2]) : (letter & 1 ? is[1] : is[0]);
        unsigned x = match | down, d0 = ((up + (x & up)) ^ up) | x, hn = up & d0, hp = down | ~(up | d0);
        distance += (int)(hp >> 31) - (int)(hn >> 31);
        hp = hp << 1 | 1;
        down = hp & d0;
        up = hn << 1 | ~(hp | d0);
    }
    out[i] = distance;
}

// Local alignment: a warp a pair, a lane a letter of the query, the target passed from lane to lane.
extern "C" __global__ void alignWarps(int* out, const unsigned char* query, const unsigned char* target,
                                      int length, int pairs) {
    int pair = globalThread() / 32, lane = threadIdx.x % 32;
    if (pair >= pairs) return;
    int mine = query[pair * 32 + lane] & 3, here = 0, diagonal = 0, best = 0, letter = 0;
    for (int step = 0; step < length + 31; ++step) {
        int came = __shfl_up_sync(All, letter, 1), left = __shfl_up_sync(All, here, 1);
        letter = lane ? came : step < length ? target[(size_t)pair * length + step] & 3 : 0;
        if (lane == 0) left = 0;
        if (step >= lane && step - lane < length) {
            int next = max(max(0, diagonal + (letter == mine ? 3 : -2)), max(left, here) - 1);
            diagonal = left;
            here = next;
            best = max(best, here);
        }
    }
    best = __reduce_max_sync(All, best);
    if (lane == 0) out[pair] = best;
}

extern "C" __global__ void countWords12(unsigned* counts, const unsigned char* bases, unsigned mask, int n) {
    int i = globalThread();
    if (i + 12 > n) return;
    unsigned word = 0;
#pragma unroll
    for (int k = 0; k < 12; ++k) word = word << 2 | (bases[i + k] & 3);
    atomicAdd(&counts[mixed(word) & mask], 1u);
}

// An automaton of 32 states over 16 classes of letters; a thread reads `each` bytes.
extern "C" __global__ void scanText(unsigned* out, const uint4* text, const unsigned char* automaton,
                                    int quads, int n) {
    __shared__ unsigned char next[512];
    for (int k = threadIdx.x; k < 512; k += blockDim.x) next[k] = automaton[k] & 31;
    __syncthreads();
    int i = globalThread();
    if (i >= n) return;
    unsigned state = 0, hits = 0;
    for (int q = 0; q < quads; ++q) {
        uint4 v = text[(size_t)i * quads + q];
        unsigned words[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            state = next[state * 16 + (words[b / 4] >> (b % 4 * 8 + 4) & 15)];
            hits += state == 7;
        }
    }
    out[i] = hits;
}

extern "C" __global__ void base64(uchar4* out, const unsigned char* in, int triples) {
    int i = globalThread();
    if (i >= triples) return;
    unsigned bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    auto letter = [](unsigned v) -> unsigned char {
        return v < 26 ? 'A' + v : v < 52 ? 'a' + v - 26 : v < 62 ? '0' + v - 52 : v == 62 ? '+' : '/';
    };
    out[i] =
        make_uchar4(letter(bits >> 18), letter(bits >> 12 & 63), letter(bits >> 6 & 63), letter(bits & 63));
}

// Moving rows of `width` words by a list.
extern "C" __global__ void gatherRows(float* out, const float* in, const unsigned* from, int width,
                                      unsigned mask, int n) {
    for (int i = globalThread(); i < n * width; i += gridDim.x * blockDim.x)
        out[i] = in[(size_t)(from[i / width] & mask) * width + i % width];
}

extern "C" __global__ void scatterAdd(float* out, const float* in, const unsigned* to, int width,
                                      unsigned mask, int n) {
    int i = globalThread();
    if (i < n * width) atomicAdd(&out[(size_t)(to[i / width] & mask) * width + i % width], in[i]);
}
