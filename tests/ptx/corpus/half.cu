// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Half precision and bfloat16, scalar and in pairs.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void halfScalars(const __half* a, const __half* b, __half* out, float* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __half x = a[i], y = b[i];
    __half* to = out + 10 * i;
    to[0] = __hadd(x, y);
    to[1] = __hsub(x, y);
    to[2] = __hmul(x, y);
    to[3] = __hfma(x, y, __float2half(0.25f));
    to[4] = __hneg(x);
    to[5] = __habs(y);
    to[6] = __hmax(x, y);
    to[7] = __hmin(x, y);
    to[8] = __float2half_rz(__half2float(x) * 1.001f);
    to[9] = __hgt(x, y) ? __int2half_rn(i) : hfloor(x);
    wide[i] = __half2float(x) * __half2float(y) + __half2int_rn(y);
}

extern "C" __global__ void halfPairs(const __half2* a, const __half2* b, __half2* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half2* to = out + 6 * i;
    to[0] = __hadd2(a[i], b[i]);
    to[1] = __hmul2(a[i], b[i]);
    to[2] = __hfma2(a[i], b[i], __float2half2_rn(-1.5f));
    to[3] = __hmax2(a[i], b[i]);
    to[4] = __lowhigh2highlow(a[i]);
    to[5] = __hlt2(a[i], b[i]);
}

extern "C" __global__ void halfQuotients(const __half* a, const __half* b, __half* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[2 * i] = __hdiv(a[i], b[i]);
    out[2 * i + 1] = hsqrt(__habs(a[i]));
}

extern "C" __global__ void bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, float* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __nv_bfloat16 x = a[i], y = b[i];
    __nv_bfloat16* to = out + 6 * i;
    to[0] = __hadd(x, y);
    to[1] = __hmul(x, y);
    to[2] = __hfma(x, y, x);
    to[3] = __hmax(x, y);
    to[4] = __float2bfloat16(__bfloat162float(x) / 3.0f);
    to[5] = __hneg(y);
    wide[i] = __bfloat162float(__float2bfloat16_rn(__bfloat162float(x) + 1.0f));
}

extern "C" __global__ void bfloatPairs(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[3 * i] = __hadd2(a[i], b[i]);
    out[3 * i + 1] = __hfma2(a[i], b[i], b[i]);
    out[3 * i + 2] = __floats2bfloat162_rn(__low2float(a[i]) * 0.5f, __high2float(b[i]) + 1);
}
