// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The library of single and double precision.

extern "C" __global__ void maths32(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float* to = out + 24 * i;
    to[0] = sinf(x);
    to[1] = cosf(x);
    to[2] = tanf(x);
    to[3] = expf(x);
    to[4] = exp2f(x);
    to[5] = logf(fabsf(x));
    to[6] = log2f(fabsf(x));
    to[7] = log10f(fabsf(x));
    to[8] = powf(fabsf(x), 1.7f);
    to[9] = atan2f(x, 0.7f);
    to[10] = asinf(x * 0.05f);
    to[11] = acosf(x * 0.05f);
    to[12] = atanf(x);
    to[13] = sinhf(x);
    to[14] = coshf(x);
    to[15] = tanhf(x);
    to[16] = erff(x);
    to[17] = cbrtf(x);
    to[18] = hypotf(x, 3.0f);
    to[19] = fmodf(x, 0.9f);
    to[20] = expm1f(x);
    to[21] = log1pf(fabsf(x));
    to[22] = lgammaf(fabsf(x) + 0.5f);
    to[23] = sinpif(x);
}

// What IEEE 754 defines: the same bits everywhere.
extern "C" __global__ void exact32(const float* a, const float* b, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = a[i], y = b[i];
    float* to = out + 20 * i;
    to[0] = __fadd_rn(x, y);
    to[1] = __fadd_rz(x, y);
    to[2] = __fadd_ru(x, y);
    to[3] = __fadd_rd(x, y);
    to[4] = __fmul_rz(x, y);
    to[5] = __fmul_ru(x, y);
    to[6] = __fmaf_rn(x, y, 0.3f);
    to[7] = __fmaf_rd(x, y, -0.3f);
    to[8] = __fdiv_rn(x, y);
    to[9] = __fdiv_ru(x, y);
    to[10] = __fsqrt_rn(fabsf(x));
    to[11] = __fsqrt_rz(fabsf(x));
    to[12] = __frcp_rn(x);
    to[13] = __frcp_rd(y);
    to[14] = floorf(x) + ceilf(y);
    to[15] = truncf(x) - rintf(y);
    to[16] = roundf(x * 4) + nearbyintf(y);
    to[17] = fminf(x, y) * 2 + fmaxf(x, 0.5f);
    to[18] = copysignf(x, y);
    to[19] = __saturatef(x) + fabsf(y) - fdimf(x, y);
}

extern "C" __global__ void exact64(const double* a, const double* b, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double x = a[i], y = b[i];
    double* to = out + 16 * i;
    to[0] = __dadd_rn(x, y);
    to[1] = __dadd_rz(x, y);
    to[2] = __dadd_ru(x, y);
    to[3] = __dmul_rd(x, y);
    to[4] = __fma_rn(x, y, 0.3);
    to[5] = __fma_rz(x, y, -0.3);
    to[6] = __ddiv_rn(x, y);
    to[7] = __ddiv_rd(x, y);
    to[8] = __dsqrt_rn(fabs(x));
    to[9] = __dsqrt_ru(fabs(x));
    to[10] = __drcp_rn(y);
    to[11] = floor(x) + ceil(y);
    to[12] = trunc(x) - rint(y);
    to[13] = fmin(x, y) + fmax(x, 0.5);
    to[14] = copysign(x, y);
    to[15] = remainder(x, 0.37);
}

extern "C" __global__ void maths64(const double* in, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double x = in[i];
    double* to = out + 16 * i;
    to[0] = sqrt(fabs(x));
    to[1] = x / 3.7;
    to[2] = exp(x);
    to[3] = pow(fabs(x), 2.3);
    to[4] = erf(x);
    to[5] = sin(x);
    to[6] = cos(x);
    to[7] = tan(x);
    to[8] = log(fabs(x));
    to[9] = atan2(x, 2.0);
    to[10] = tanh(x);
    to[11] = cbrt(x);
    to[12] = asin(x * 0.05);
    to[13] = exp2(x);
    to[14] = rsqrt(fabs(x));
    to[15] = fmod(x, 0.77);
}

extern "C" __global__ void fast32(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float* to = out + 10 * i;
    to[0] = __sinf(x);
    to[1] = __cosf(x);
    to[2] = __expf(x);
    to[3] = __logf(fabsf(x));
    to[4] = __log2f(fabsf(x));
    to[5] = __powf(fabsf(x), 1.3f);
    to[6] = __fdividef(x, 1.7f);
    to[7] = rsqrtf(fabsf(x));
    to[8] = __tanf(x * 0.1f);
    to[9] = __exp10f(x * 0.1f);
}

// Bits of floats: classes, exponents, neighbours.
extern "C" __global__ void floatBits(const float* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    int exponent;
    const float mantissa = frexpf(x, &exponent);
    float whole;
    const float fraction = modff(x, &whole);
    out[10 * i] = isnan(x) | isinf(x) << 1 | signbit(x) << 2 | isfinite(x) << 3;
    out[10 * i + 1] = exponent;
    out[10 * i + 2] = __float_as_int(mantissa);
    out[10 * i + 3] = __float_as_int(ldexpf(x, i % 40 - 20));
    out[10 * i + 4] = ilogbf(x);
    out[10 * i + 5] = __float_as_int(fraction);
    out[10 * i + 6] = __float_as_int(nextafterf(x, 1e30f));
    out[10 * i + 7] = __float2int_rn(x) + __float2int_rz(x) * 3 + __float2int_ru(x) * 5 + __float2int_rd(x) * 7;
    out[10 * i + 8] = x < 1 || !(x > -1);
    out[10 * i + 9] = __double2hiint(static_cast<double>(x)) ^ __double2loint(x * 1.1);
}
