// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Neighbourhoods: stencils, convolutions, images.

extern "C" __global__ void stencil1d(const int* in, int* out, int n) {
    constexpr int kRadius = 3;
    __shared__ int tile[128 + 2 * kRadius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int local = threadIdx.x + kRadius;
    tile[local] = i < n ? in[i] : 0;
    if (threadIdx.x < kRadius) {
        tile[local - kRadius] = i >= kRadius ? in[i - kRadius] : 0;
        tile[local + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -kRadius; k <= kRadius; ++k) sum += tile[local + k];
    if (i < n) out[i] = sum;
}

extern "C" __global__ void heat2d(const float* in, float* out, int width, int height, float rate) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float here = in[y * width + x];
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = here;
        return;
    }
    const float around =
        in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x] + in[(y + 1) * width + x];
    out[y * width + x] = here + rate * (around - 4 * here);
}

extern "C" __global__ void laplace3d(const double* in, double* out, int n) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    const auto at = [=](int i, int j, int k) {
        i = min(max(i, 0), n - 1);
        j = min(max(j, 0), n - 1);
        k = min(max(k, 0), n - 1);
        return in[(k * n + j) * n + i];
    };
    out[(z * n + y) * n + x] = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                               at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z);
}

__constant__ float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__constant__ int2 offsets[4] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

extern "C" __global__ void blurRows(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x >= width) return;
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += weights[k] * in[y * width + min(max(x + k - 2, 0), width - 1)];
    out[y * width + x] = sum;
}

extern "C" __global__ void neighboursFromConstant(const unsigned char* alive, unsigned char* next, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n) return;
    int count = 0;
    for (int k = 0; k < 4; ++k) {
        const int x = (i % n + offsets[k].x + n) % n;
        const int y = (i / n + offsets[k].y + n) % n;
        count += alive[y * n + x];
    }
    next[i] = count == 2 || (count == 1 && alive[i]);
}

// RGBA to grey with a threshold, four bytes at once.
extern "C" __global__ void grey(const uchar4* in, unsigned char* out, int n, int threshold) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 p = in[i];
    const int value = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
    out[i] = value > threshold ? 255 : value;
}

// Median of nine by sorting an array that must live in local memory.
extern "C" __global__ void median(const int* in, int* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int window[9];
    int count = 0;
    for (int j = max(y - 1, 0); j <= min(y + 1, height - 1); ++j) {
        for (int i = max(x - 1, 0); i <= min(x + 1, width - 1); ++i) {
            const int value = in[j * width + i];
            int k = count++;
            while (k > 0 && window[k - 1] > value) {
                window[k] = window[k - 1];
                --k;
            }
            window[k] = value;
        }
    }
    out[y * width + x] = window[count / 2];
}
