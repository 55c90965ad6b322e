// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// More bits than a register: carries, 64-bit and 128-bit arithmetic, big numbers.

extern "C" __global__ void add128(const ulonglong2* a, const ulonglong2* b, ulonglong2* sum, ulonglong2* difference, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ulonglong2 s, d;
    asm("add.cc.u64 %0, %2, %4;\n\taddc.u64 %1, %3, %5;"
        : "=l"(s.x), "=l"(s.y) : "l"(a[i].x), "l"(a[i].y), "l"(b[i].x), "l"(b[i].y));
    asm("sub.cc.u64 %0, %2, %4;\n\tsubc.u64 %1, %3, %5;"
        : "=l"(d.x), "=l"(d.y) : "l"(a[i].x), "l"(a[i].y), "l"(b[i].x), "l"(b[i].y));
    sum[i] = s;
    difference[i] = d;
}

// 256-bit sum in 32-bit limbs by a carry chain.
extern "C" __global__ void add256(const unsigned* a, const unsigned* b, unsigned* out) {
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    unsigned r[8], carry;
    asm("add.cc.u32 %0, %9, %17;\n\t"
        "addc.cc.u32 %1, %10, %18;\n\t"
        "addc.cc.u32 %2, %11, %19;\n\t"
        "addc.cc.u32 %3, %12, %20;\n\t"
        "addc.cc.u32 %4, %13, %21;\n\t"
        "addc.cc.u32 %5, %14, %22;\n\t"
        "addc.cc.u32 %6, %15, %23;\n\t"
        "addc.cc.u32 %7, %16, %24;\n\t"
        "addc.u32 %8, 0, 0;"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]), "=r"(carry)
        : "r"(a[i]), "r"(a[i + 1]), "r"(a[i + 2]), "r"(a[i + 3]), "r"(a[i + 4]), "r"(a[i + 5]), "r"(a[i + 6]),
          "r"(a[i + 7]), "r"(b[i]), "r"(b[i + 1]), "r"(b[i + 2]), "r"(b[i + 3]), "r"(b[i + 4]), "r"(b[i + 5]),
          "r"(b[i + 6]), "r"(b[i + 7]));
    for (int k = 0; k < 8; ++k) out[i + k] = r[k];
    out[i] ^= carry;
}

// 64 x 64 bits in 32-bit pieces with mad.cc.
extern "C" __global__ void multiplyLimbs(const uint2* a, const uint2* b, uint4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 r;
    asm("{\n\t"
        "mul.lo.u32 %0, %4, %6;\n\t"
        "mul.hi.u32 %1, %4, %6;\n\t"
        "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
        "madc.hi.u32 %2, %4, %7, 0;\n\t"
        "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
        "madc.hi.cc.u32 %2, %5, %6, %2;\n\t"
        "addc.u32 %3, 0, 0;\n\t"
        "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
        "madc.hi.u32 %3, %5, %7, %3;\n\t"
        "}"
        : "=&r"(r.x), "=&r"(r.y), "=&r"(r.z), "=&r"(r.w) : "r"(a[i].x), "r"(a[i].y), "r"(b[i].x), "r"(b[i].y));
    out[i] = r;
}

extern "C" __global__ void int128(const long long* a, const long long* b, long long* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __int128 product = static_cast<__int128>(a[i]) * b[i];
    const __int128 sum = product + (static_cast<__int128>(b[i]) << 40) - a[i];
    out[4 * i] = static_cast<long long>(product >> 64);
    out[4 * i + 1] = static_cast<long long>(sum);
    out[4 * i + 2] = static_cast<long long>(sum >> 57);
    out[4 * i + 3] = sum < product ? 1 : 2;
}

extern "C" __global__ void divide64(const long long* a, const long long* b, long long* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const long long y = b[i] == 0 ? 3 : b[i];
    out[6 * i] = a[i] / y;
    out[6 * i + 1] = a[i] % y;
    out[6 * i + 2] = static_cast<unsigned long long>(a[i]) / static_cast<unsigned long long>(y);
    out[6 * i + 3] = static_cast<unsigned long long>(a[i]) % static_cast<unsigned long long>(y);
    out[6 * i + 4] = __mul64hi(a[i], y);
    out[6 * i + 5] = __umul64hi(a[i], y) + llabs(a[i]) + llmin(a[i], y);
}

__device__ unsigned long long powerModulo(unsigned long long base, unsigned exponent, unsigned modulus) {
    unsigned long long result = 1;
    base %= modulus;
    while (exponent != 0) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
        exponent >>= 1;
    }
    return result;
}

// Fermat's test, a loop of a different length in each lane.
extern "C" __global__ void probablyPrime(unsigned char* prime, int first) {
    const unsigned n = first + blockIdx.x * blockDim.x + threadIdx.x;
    prime[n - first] = n > 3 && powerModulo(2, n - 1, n) == 1 && powerModulo(3, n - 1, n) == 1;
}

extern "C" __global__ void collatz(int* steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long v = i + 1;
    int count = 0;
    while (v != 1) {
        v = v % 2 == 0 ? v / 2 : 3 * v + 1;
        ++count;
    }
    steps[i] = count;
}
