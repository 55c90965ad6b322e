// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Element by element, on every element type.

template <class T>
__device__ void scaleAndAdd(T* out, const T* a, const T* b, T factor, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = static_cast<T>(factor * a[i] + b[i]);
}

extern "C" __global__ void saxpyI8(signed char* out, const signed char* a, const signed char* b, signed char k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyU8(unsigned char* out, const unsigned char* a, const unsigned char* b, unsigned char k,
                                   int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyI16(short* out, const short* a, const short* b, short k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyU16(unsigned short* out, const unsigned short* a, const unsigned short* b,
                                    unsigned short k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyI32(int* out, const int* a, const int* b, int k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyI64(long long* out, const long long* a, const long long* b, long long k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyF32(float* out, const float* a, const float* b, float k, int n) {
    scaleAndAdd(out, a, b, k, n);
}
extern "C" __global__ void saxpyF64(double* out, const double* a, const double* b, double k, int n) {
    scaleAndAdd(out, a, b, k, n);
}

// A grid-stride loop over float4.
extern "C" __global__ void addFloat4(float4* out, const float4* a, const float4* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w);
    }
}

struct Particle {
    float x, y, z;
    int kind;
    double mass;
};

// An array of structs.
extern "C" __global__ void moveParticles(Particle* particles, float dt, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    p.x += dt;
    p.y -= 2 * dt;
    p.z = fmaxf(p.z, 0.0f);
    p.kind ^= i;
    p.mass *= 1.5;
    particles[i] = p;
}

// Conversions between all of them: C++'s rules, saturating from float to integer in PTX.
extern "C" __global__ void convert(const float* f, const double* d, const int* i, int* fromFloat, unsigned* fromDouble,
                                   float* fromInt, double* widened, float* narrowed, long long* toLong,
                                   unsigned char* toByte, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    fromFloat[k] = static_cast<int>(f[k]);
    fromDouble[k] = static_cast<unsigned>(fabs(d[k]));
    fromInt[k] = static_cast<float>(i[k]);
    widened[k] = static_cast<double>(f[k]) + i[k];
    narrowed[k] = static_cast<float>(d[k]);
    toLong[k] = static_cast<long long>(d[k]) + __float2ll_rd(f[k]) + __double2ll_ru(d[k]) + __float2ll_rn(f[k]);
    toByte[k] = static_cast<unsigned char>(i[k]);
}
