// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Calls, recursion, pointers to functions, virtual functions, structs, switches.

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursion(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = fibonacci(i % 13);
}

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void deepRecursion(unsigned* out) { out[threadIdx.x] = ackermann(threadIdx.x % 3, threadIdx.x % 5); }

using Operation = int (*)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int first(int a, int) { return a; }
__device__ Operation operations[4] = {plus, minus, times, first};

extern "C" __global__ void functionPointers(const int* a, const int* b, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = operations[(a[i] ^ i) & 3](a[i], b[i]);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};
struct Circle : Shape {
    float r;
    __device__ explicit Circle(float radius) : r(radius) {}
    __device__ float area() const override { return 3.0f * r * r; }
};
struct Box : Shape {
    float w, h;
    __device__ Box(float width, float height) : w(width), h(height) {}
    __device__ float area() const override { return w * h; }
    __device__ int corners() const override { return 4; }
};

extern "C" __global__ void virtualFunctions(float* areas, int* corners, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Circle circle(static_cast<float>(i));
    Box box(static_cast<float>(i), 2.0f);
    Shape* shape = i % 3 == 0 ? static_cast<Shape*>(&circle) : &box;
    areas[i] = shape->area();
    corners[i] = shape->corners();
}

struct Config {
    float scale;
    char flag;
    short shift;
    double offset;
    int table[5];
    long long wide;
};

extern "C" __global__ void structParameter(Config config, float* out, long long* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = config.scale * config.table[i % 5] + static_cast<float>(config.offset) + config.flag;
    wide[i] = config.wide >> (i % 8 + config.shift);
}

struct Three {
    int a;
    double b;
    char c[3];
};
__device__ __noinline__ Three makeThree(int i) {
    Three t;
    t.a = i * 3;
    t.b = i / 4.0;
    for (int k = 0; k < 3; ++k) t.c[k] = static_cast<char>(i + k);
    return t;
}
__device__ __noinline__ double useThree(Three t, int k) { return t.a + t.b + t.c[k]; }

extern "C" __global__ void structReturn(double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = useThree(makeThree(i), i % 3);
}

// A local array indexed by data.
extern "C" __global__ void localArray(const unsigned char* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int counts[16] = {};
    for (int k = 0; k < 24; ++k) ++counts[in[(i * 24 + k) % n] & 15];
    int best = 0;
    for (int k = 1; k < 16; ++k) {
        if (counts[k] > counts[best]) best = k;
    }
    out[i] = best * 100 + counts[best];
}

// A dense switch that becomes a jump table.
extern "C" __global__ void interpreter(const unsigned char* program, int* out, int length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = i, b = 1, steps = 0;
    for (int pc = i % 4; pc < length && steps < 200; ++pc, ++steps) {
        switch (program[pc] & 15) {
        case 0: a += b; break;
        case 1: b += 3; break;
        case 2: a ^= b; break;
        case 3: a = -a; break;
        case 4: a <<= 1; break;
        case 5: a >>= 2; break;
        case 6: b = a & 31; break;
        case 7: a *= 5; break;
        case 8: if (a & 1) ++pc; break;
        case 9: b -= pc; break;
        case 10: a = b - a; break;
        case 11: a |= 4; break;
        case 12: a += i; break;
        case 13: b ^= 9; break;
        case 14: pc += b & 1; break;
        default: a ^= a >> 3;
        }
    }
    out[i] = a ^ b << 16;
}

extern "C" __global__ void jumpTable(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r;
    asm("{\n\t"
        ".reg .u32 k;\n\t"
        "and.b32 k, %1, 3;\n\t"
        "targets: .branchtargets zero, one, two, three;\n\t"
        "brx.idx k, targets;\n\t"
        "zero: mov.s32 %0, 11; bra done;\n\t"
        "one: add.s32 %0, %1, 100; bra done;\n\t"
        "two: mul.lo.s32 %0, %1, 3; bra done;\n\t"
        "three: neg.s32 %0, %1;\n\t"
        "done:\n\t"
        "}" : "=r"(r) : "r"(in[i]));
    out[i] = r;
}

template <int kDepth> struct Tower {
    __device__ static int build(int x) { return Tower<kDepth - 1>::build(x * 2 + kDepth); }
};
template <> struct Tower<0> {
    __device__ static int build(int x) { return x; }
};

// Nested loops and conditions with gotos.
extern "C" __global__ void tangled(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i] & 63, sum = 0;
again:
    for (int a = 0; a < 5; ++a) {
        for (int b = 0; b < v; ++b) {
            if ((a * b + i) % 11 == 7) goto out;
            if (b > 20 && (b & a)) break;
            sum += a ^ b;
        }
    }
    if (v > 10) {
        v -= 9;
        goto again;
    }
out:
    out[i] = Tower<6>::build(sum) + v;
}
