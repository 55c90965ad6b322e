// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Bit tricks and packed bytes.

extern "C" __global__ void bitCounts(const unsigned* in, const unsigned long long* wide, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned v = in[i];
    const unsigned long long w = wide[i];
    out[8 * i] = __popc(v);
    out[8 * i + 1] = __clz(v);
    out[8 * i + 2] = __ffs(v);
    out[8 * i + 3] = __brev(v);
    out[8 * i + 4] = __popcll(w);
    out[8 * i + 5] = __clzll(w);
    out[8 * i + 6] = __ffsll(w);
    out[8 * i + 7] = static_cast<int>(__brevll(w) >> 17);
}

extern "C" __global__ void bitFields(const unsigned* in, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned v = in[i];
    const unsigned position = v & 31, length = (v >> 5) & 63;
    unsigned extracted, inserted, top;
    int extractedSigned, found;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(extracted) : "r"(v), "r"(position), "r"(length));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(extractedSigned) : "r"(v), "r"(position), "r"(length));
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(inserted) : "r"(v), "r"(~v), "r"(position), "r"(length));
    asm("bfind.u32 %0, %1;" : "=r"(top) : "r"(v));
    asm("bfind.s32 %0, %1;" : "=r"(found) : "r"(v));
    unsigned long long wide = (static_cast<unsigned long long>(v) << 32) | ~v, wideExtracted, wideInserted;
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(wideExtracted) : "l"(wide), "r"(position), "r"(length));
    asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(wideInserted) : "l"(wide), "l"(~wide), "r"(position), "r"(length));
    out[8 * i] = extracted;
    out[8 * i + 1] = extractedSigned;
    out[8 * i + 2] = inserted;
    out[8 * i + 3] = top;
    out[8 * i + 4] = found;
    out[8 * i + 5] = static_cast<unsigned>(wideExtracted) ^ static_cast<unsigned>(wideExtracted >> 32);
    out[8 * i + 6] = static_cast<unsigned>(wideInserted);
    out[8 * i + 7] = static_cast<unsigned>(wideInserted >> 32);
}

extern "C" __global__ void permuteBytes(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[6 * i] = __byte_perm(a[i], b[i], 0x3715);
    out[6 * i + 1] = __byte_perm(a[i], b[i], b[i]);
    unsigned f4e, rc8, ecl;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(f4e) : "r"(a[i]), "r"(b[i]), "r"(i));
    asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(rc8) : "r"(a[i]), "r"(b[i]), "r"(i));
    asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(ecl) : "r"(a[i]), "r"(b[i]), "r"(i));
    out[6 * i + 2] = f4e;
    out[6 * i + 3] = rc8;
    out[6 * i + 4] = ecl;
    out[6 * i + 5] = __byte_perm(a[i], 0, 0x89ab); // signs spread over bytes
}

extern "C" __global__ void dotProducts(const int* a, const int* b, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[4 * i] = __dp4a(a[i], b[i], i);
    out[4 * i + 1] = __dp4a(static_cast<unsigned>(a[i]), static_cast<unsigned>(b[i]), 7u);
    out[4 * i + 2] = __dp2a_lo(a[i], b[i], -i);
    out[4 * i + 3] = __dp2a_hi(static_cast<unsigned>(a[i]), static_cast<unsigned>(b[i]), 1u);
}

extern "C" __global__ void funnels(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[6 * i] = __funnelshift_l(a[i], b[i], i);
    out[6 * i + 1] = __funnelshift_r(a[i], b[i], i);
    out[6 * i + 2] = __funnelshift_lc(a[i], b[i], i);
    out[6 * i + 3] = __funnelshift_rc(a[i], b[i], i);
    out[6 * i + 4] = (a[i] << (i & 31)) | (a[i] >> ((32 - i) & 31));
    // PTX shifts clamp at the width, C's do not exist there.
    unsigned clamped;
    asm("shl.b32 %0, %1, %2;" : "=r"(clamped) : "r"(a[i]), "r"(i));
    int arithmetic;
    asm("shr.s32 %0, %1, %2;" : "=r"(arithmetic) : "r"(b[i]), "r"(i));
    out[6 * i + 5] = clamped ^ arithmetic;
}

extern "C" __global__ void logic3(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned majority, parity, choose;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(majority) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(parity) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(choose) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
    out[4 * i] = majority;
    out[4 * i + 1] = parity;
    out[4 * i + 2] = choose;
    out[4 * i + 3] = (a[i] & b[i]) ^ (~c[i] | a[i]);
}

extern "C" __global__ void integerZoo(const int* a, const int* b, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int x = a[i], y = b[i];
    const unsigned u = x, v = y;
    out[16 * i] = __mulhi(x, y);
    out[16 * i + 1] = __umulhi(u, v);
    out[16 * i + 2] = __mul24(x, y);
    out[16 * i + 3] = __umul24(u, v);
    out[16 * i + 4] = __sad(x, y, i);
    out[16 * i + 5] = __usad(u, v, 5u);
    out[16 * i + 6] = __hadd(x, y);
    out[16 * i + 7] = __rhadd(x, y);
    out[16 * i + 8] = y != 0 && !(x == -2147483647 - 1 && y == -1) ? x / y : 1;
    out[16 * i + 9] = y != 0 && !(x == -2147483647 - 1 && y == -1) ? x % y : 2;
    out[16 * i + 10] = v != 0 ? u / v : 3;
    out[16 * i + 11] = v != 0 ? u % v : 4;
    out[16 * i + 12] = abs(x) + min(x, y) * 3 - max(x, 7);
    out[16 * i + 13] = static_cast<short>(x) * static_cast<short>(y) + static_cast<signed char>(x);
    out[16 * i + 14] = x > y ? x >> (y & 31) : x << (y & 31);
    out[16 * i + 15] = static_cast<int>((static_cast<long long>(x) * y) >> 13) + (x < 0) + !y;
}

extern "C" __global__ void simdVideo(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[8 * i] = __vadd4(a[i], b[i]);
    out[8 * i + 1] = __vsub2(a[i], b[i]);
    out[8 * i + 2] = __vabsdiffu4(a[i], b[i]);
    out[8 * i + 3] = __vmaxs2(a[i], b[i]);
    out[8 * i + 4] = __vminu4(a[i], b[i]);
    out[8 * i + 5] = __vcmpgtu4(a[i], b[i]);
    out[8 * i + 6] = __vavgu4(a[i], b[i]);
    out[8 * i + 7] = __vaddss2(a[i], b[i]);
}
