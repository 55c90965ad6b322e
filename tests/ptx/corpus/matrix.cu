// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Matrix products and transposes.

constexpr int kTile = 16;

extern "C" __global__ void matmulNaive(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

extern "C" __global__ void matmulTiled(const float* a, const float* b, float* c, int n) {
    __shared__ float tileA[kTile][kTile];
    __shared__ float tileB[kTile][kTile + 1];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int column = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < (n + kTile - 1) / kTile; ++tile) {
        const int k = tile * kTile;
        tileA[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0;
        tileB[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : 0;
        __syncthreads();
        for (int j = 0; j < kTile; ++j) sum += tileA[threadIdx.y][j] * tileB[j][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

// Four results a thread, kept in registers.
extern "C" __global__ void matmulRegisters(const double* a, const double* b, double* c, int n) {
    const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
    const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    double sum[2][2] = {};
    for (int k = 0; k < n; ++k) {
        const double left[2] = {a[row * n + k], a[(row + 1) * n + k]};
        const double right[2] = {b[k * n + column], b[k * n + column + 1]};
#pragma unroll
        for (int i = 0; i < 2; ++i) {
#pragma unroll
            for (int j = 0; j < 2; ++j) sum[i][j] = fma(left[i], right[j], sum[i][j]);
        }
    }
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) c[(row + i) * n + column + j] = sum[i][j];
    }
}

extern "C" __global__ void matmulInt(const int* a, const int* b, long long* c, int rows, int inner, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns) return;
    long long sum = 0;
    for (int k = 0; k < inner; ++k) {
        sum += static_cast<long long>(a[i / columns * inner + k]) * b[k * columns + i % columns];
    }
    c[i] = sum;
}

extern "C" __global__ void transposeNaive(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void transposeShared(const float* in, float* out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) {
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) {
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

// Diagonal order of the blocks and 16-byte elements.
extern "C" __global__ void transposeDiagonal(const int4* in, int4* out, int n) {
    const int by = blockIdx.x;
    const int bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    const int x = bx * blockDim.x + threadIdx.x;
    const int y = by * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

// Gaussian elimination of one small system a block, with pivoting.
extern "C" __global__ void solve(const float* systems, float* solutions) {
    __shared__ float m[8][9];
    __shared__ int pivot;
    const int r = threadIdx.y;
    const int c = threadIdx.x;
    m[r][c] = systems[blockIdx.x * 72 + r * 9 + c];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        if (r == 0 && c == 0) {
            pivot = k;
            for (int i = k + 1; i < 8; ++i) {
                if (fabsf(m[i][k]) > fabsf(m[pivot][k])) pivot = i;
            }
        }
        __syncthreads();
        if (r == 0 && pivot != k) {
            const float kept = m[k][c];
            m[k][c] = m[pivot][c];
            m[pivot][c] = kept;
        }
        __syncthreads();
        const float factor = m[r][k] / m[k][k];
        const float value = m[r][c] - factor * m[k][c];
        __syncthreads();
        if (r != k) m[r][c] = value;
        __syncthreads();
    }
    if (c == 8) solutions[blockIdx.x * 8 + r] = m[r][8] / m[r][r];
}
