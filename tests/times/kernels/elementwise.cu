// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// One or a few elements a thread: what memory, a pipe or waiting binds.

extern "C" __global__ void copyFloat(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void copyFloat4(float4* out, const float4* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

extern "C" __global__ void copyBytes(char* out, const char* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

/// As many threads as the chip holds, each over many elements.
extern "C" __global__ void copyGridStride(float* out, const float* in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

extern "C" __global__ void fillFloat(float* out, float value, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value;
}

extern "C" __global__ void readOnly(const float4* in, float* never, int n) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == -1.0F) *never = sum;
}

/// Goes over the same array again and again.
extern "C" __global__ void readAgain(const float4* in, float* never, int n, int times) {
    float sum = 0;
    for (int t = 0; t < times; ++t)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
            const float4 v = in[i];
            sum += v.x * v.y + v.z * v.w;
        }
    if (sum == -1.0F) *never = sum;
}

extern "C" __global__ void triad(float* out, const float* a, const float* b, float k, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + k * b[i];
}

/// A chain of multiply-adds that waits for itself.
extern "C" __global__ void chainOfFma(float* out, const float* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    for (int r = 0; r < rounds; ++r) x = x * 0.999F + 0.5F;
    out[i] = x;
}

/// Four chains side by side.
extern "C" __global__ void chainsOfFma(float* out, const float* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], y = x + 1, z = x + 2, w = x + 3;
    for (int r = 0; r < rounds; ++r) {
        x = x * 0.999F + 0.5F;
        y = y * 0.998F + 0.5F;
        z = z * 0.997F + 0.5F;
        w = w * 0.996F + 0.5F;
    }
    out[i] = x + y + z + w;
}

extern "C" __global__ void chainOfDoubleFma(double* out, const double* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = in[i], y = x + 1;
    for (int r = 0; r < rounds; ++r) {
        x = x * 0.999 + 0.5;
        y = y * 0.998 + 0.25;
    }
    out[i] = x + y;
}

extern "C" __global__ void hashWords(unsigned* out, const unsigned* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = in[i];
    for (int r = 0; r < rounds; ++r) {
        x ^= x >> 16;
        x *= 0x7feb352dU;
        x ^= x >> 15;
        x *= 0x846ca68bU;
        x ^= x >> 16;
        x += 0x9e3779b9U;
    }
    out[i] = x;
}

/// Shifts, masks and additions, no multiplication.
extern "C" __global__ void xorShift(unsigned* out, const unsigned* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = in[i], sum = 0;
    for (int r = 0; r < rounds; ++r) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        sum += x & 0xffff;
    }
    out[i] = sum;
}

extern "C" __global__ void sines(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sinf(in[i]) * cosf(in[i] * 0.5F);
}

extern "C" __global__ void fastSpecial(float* out, const float* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], sum = 0;
    for (int r = 0; r < rounds; ++r) {
        sum += __expf(x) + __sinf(x) + rsqrtf(x + 1.0F);
        x += 0.001F;
    }
    out[i] = sum;
}

extern "C" __global__ void divisions(float* out, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] / (b[i] + 1.0F) + sqrtf(a[i]);
}

extern "C" __global__ void remainders(unsigned* out, const unsigned* a, unsigned divisor, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], sum = 0;
    for (int r = 0; r < rounds; ++r) {
        sum += x % (divisor + r);
        x = x * 1664525U + 1013904223U;
    }
    out[i] = sum;
}

extern "C" __global__ void conversions(int* out, const float* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i] * 1000.0F;
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        const int whole = static_cast<int>(x);
        sum += whole;
        x = static_cast<float>(whole ^ r) * 0.75F;
    }
    out[i] = sum;
}

extern "C" __global__ void bitCount(int* out, const unsigned* in, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = in[i];
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        sum += __popc(x) + __clz(x);
        x = x * 5 + r;
    }
    out[i] = sum;
}
