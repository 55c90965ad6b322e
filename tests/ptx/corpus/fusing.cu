// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Floats whose products flow into sums and differences that the compiler may fuse or not.

struct Complex {
    float re, im;
};

__device__ Complex times(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

extern "C" __global__ void complexPower(const float* re, const float* im, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    Complex z{re[t], im[t]}, power{1, 0};
    for (int k = 0; k < 7; k++) {
        power = times(power, z);
        if (power.re * power.re - power.im > 3.0f) power.re *= 0.5f;
    }
    out[t] = power.re;
    out[n + t] = power.im;
}

extern "C" __global__ void crossProducts(const float* x, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = x[t], b = x[(t + 1) % n], c = x[(t + 5) % n];
    float cx = b * c - a * c, cy = c * a - b * b, cz = a * b - c * c;
    float d = cx * cx + cy * cy + cz * cz;
    out[3 * t] = cx - d * a;
    out[3 * t + 1] = cy - d * b;
    out[3 * t + 2] = (cz - d) * (a - b * c);
}

extern "C" __global__ void hornerWithRemainders(const float* x, float* out, int n, int m) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float sum = 0, v = x[t];
    for (int k = 0; k < m; k++) sum = sum * v - x[(t + k) % n] * 0.25f;
    out[t] = sum;
}

extern "C" __global__ void verlet(const float* p, const float* q, float* out, int n, int steps, float dt) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float x = p[t], v = q[t], a = -x;
    for (int k = 0; k < steps; k++) {
        x = x + v * dt - 0.5f * a * dt * dt;
        float b = -x - 0.1f * v;
        v = v - 0.5f * (a + b) * dt;
        a = b;
        if (x < 0) v = -v * 0.9f;
    }
    out[t] = x;
    out[n + t] = v;
}

extern "C" __global__ void determinants(const double* m, double* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const double* a = m + t;
    double d = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
               a[2] * (a[3] * a[7] - a[4] * a[6]);
    double e = a[0] * a[4] - a[1] * a[3];
    out[t] = d;
    out[n + t] = e / (d * d + 1.0);
}

__device__ __noinline__ float area(float ax, float ay, float bx, float by, float cx, float cy) {
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

extern "C" __global__ void triangles(const float* x, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const float* p = x + t % (n / 2);
    float s = area(p[0], p[1], p[2], p[3], p[4], p[5]), u = area(p[1], p[3], p[0], p[5], p[2], p[4]);
    out[t] = s * u - (s > 0 ? u * u : s * s);
}

extern "C" __global__ void normals(const float* x, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = x[t], b = x[(t + 1) % n], c = x[(t + 2) % n];
    float l = sqrtf(a * a + b * b + c * c);
    out[4 * t] = a / l;
    out[4 * t + 1] = b / l - c;
    out[4 * t + 2] = 1.0f / l;
    out[4 * t + 3] = fabsf(a * b - c) < 0.2f ? a * b - c * l : fmaf(a, b, c) * l - a * c;
}

extern "C" __global__ void quaternions(const float* q, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = q[t], b = q[(t + 1) % n], c = q[(t + 2) % n], d = q[(t + 3) % n], w = 1, x = 0, y = 0, z = 0;
#pragma unroll 1
    for (int k = 0; k < 9; k++) {
        float nw = w * a - x * b - y * c - z * d, nx = w * b + x * a + y * d - z * c;
        float ny = w * c - x * d + y * a + z * b, nz = w * d + x * c - y * b + z * a;
        float s = nw * nw + nx * nx + ny * ny + nz * nz;
        float r = s > 1.f ? 1.f / s : s;
        w = nw * r, x = nx * r, y = ny * r, z = nz * r;
    }
    out[4 * t] = w, out[4 * t + 1] = x, out[4 * t + 2] = y, out[4 * t + 3] = z;
}

extern "C" __global__ void randomWalks(const float* x, float* out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float v = x[t], s = v;
    int k = 0;
    unsigned h = t * 2654435761u;
    while (k < 40 && s * s - v < 5.0f) {
        h ^= h << 13, h ^= h >> 17, h ^= h << 5;
        float r = (h >> 8) * (1.0f / 16777216.0f);
        switch (h & 3) {
        case 0: s = s * r - v; break;
        case 1: s = v * v - s * 0.5f; break;
        case 2: s += r * v - s * s * 0.01f; break;
        default: s = -s * r + v;
        }
        k += 1 + h % 3;
    }
    out[t] = s;
    out[n + t] = k;
}

__constant__ float kWeights[2] = {0.7F, 1.3F};

// Products by an immediate, a parameter and constant memory, and sums of them in other blocks, as in a fit
// of colours that tries many end points.
extern "C" __global__ void constantsAcrossBlocks(const float* x, float* out, int n, float scale) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = x[t], nine = a * 9.0f, scaled = a * scale, weighted = a * kWeights[1], best = 1e30f;
#pragma unroll 1
    for (int k = 0; k < 12; k++) {
        float b = x[(t + k) % n];
        float error = (nine - b) * (scaled - b);
        if (error < best) {
            best = error;
            __threadfence_block();
            best += weighted - b;
        }
        if (b < 0.0f) weighted = b * kWeights[0];
    }
    out[t] = best;
    out[n + t] = weighted + 1.0f / (a + 2.0f);
}

extern "C" __global__ void quickQuotients(const float* x, const float* y, float* out, int n, float scale) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = x[t], b = y[t] + 0.25f, sum = __fdividef(a, b) + b;
    for (int k = 0; k < 5; k++) {
        float c = x[(t + k) % n] + 3.0f;
        sum = sum - __fdividef(a, c) - __fdividef(b, c);
        if (sum > 1.0f) sum = __fdividef(sum, 1.1f) - a;
        if (sum < -1.0f) sum = __saturatef(__fdividef(sum, scale) + b);
    }
    out[t] = sum;
    out[n + t] = __fdividef(scale, b) - __fdividef(a, 11.0f);
}
