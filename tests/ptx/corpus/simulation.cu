// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Physics, fractals, random numbers.

extern "C" __global__ void nbody(const float4* bodies, float4* velocity, int n, float dt) {
    extern __shared__ float4 shared[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = bodies[i];
    float3 force = make_float3(0, 0, 0);
    for (int tile = 0; tile < n; tile += blockDim.x) {
        shared[threadIdx.x] = bodies[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < blockDim.x; ++j) {
            const float4 other = shared[j];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float strength = other.w * inverse * inverse * inverse;
            force.x += dx * strength;
            force.y += dy * strength;
            force.z += dz * strength;
        }
        __syncthreads();
    }
    velocity[i].x += dt * force.x;
    velocity[i].y += dt * force.y;
    velocity[i].z += dt * force.z;
}

extern "C" __global__ void mandelbrot(int* iterations, int width, int height, int most) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float cr = -2.0f + 3.0f * x / width;
    const float ci = -1.0f + 2.0f * y / height;
    float zr = 0, zi = 0;
    int k = 0;
    while (k < most && zr * zr + zi * zi < 4.0f) {
        const float next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        ++k;
    }
    iterations[y * width + x] = k;
}

// The same in double, colours by a switch.
extern "C" __global__ void julia(uchar4* image, int width, int height, double cr, double ci) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    double zr = 3.0 * x / width - 1.5, zi = 3.0 * y / height - 1.5;
    int k = 0;
    for (; k < 60 && zr * zr + zi * zi < 4; ++k) {
        const double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
    }
    uchar4 colour = make_uchar4(0, 0, 0, 255);
    switch (k % 5) {
    case 0: colour.x = k * 4; break;
    case 1: colour.y = k * 4; break;
    case 2: colour.z = k * 4; break;
    case 3: colour.x = colour.y = k; break;
    default: colour.y = colour.z = 255 - k;
    }
    image[y * width + x] = colour;
}

__device__ unsigned lcg(unsigned& state) { return state = state * 1664525u + 1013904223u; }

extern "C" __global__ void monteCarloPi(unsigned* hits, int rounds) {
    unsigned state = 747796405u * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    unsigned inside = 0;
    for (int k = 0; k < rounds; ++k) {
        const float x = (lcg(state) >> 8) * (1.0f / 16777216.0f);
        const float y = (lcg(state) >> 8) * (1.0f / 16777216.0f);
        inside += x * x + y * y < 1.0f;
    }
    atomicAdd(hits, inside);
}

__device__ unsigned long long xorshift(unsigned long long& s) {
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    return s * 2685821657736338717ull;
}

extern "C" __global__ void randomWalk(int* ends, unsigned long long seed, int steps) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long state = seed + 0x9E3779B97F4A7C15ull * (i + 1);
    int at = 0;
    for (int k = 0; k < steps; ++k) {
        switch (xorshift(state) >> 61) {
        case 0: at += 1; break;
        case 1: at -= 1; break;
        case 2: at *= 2; break;
        case 3: at = -at; break;
        case 4: at ^= 5; break;
        case 5: at >>= 1; break;
        default: break;
        }
    }
    ends[i] = at;
}

// A wave height field, as in this program's own lab.
extern "C" __global__ void ripple(float4* vertices, int width, int height, float time) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float u = x / static_cast<float>(width) * 2 - 1;
    const float v = y / static_cast<float>(height) * 2 - 1;
    vertices[y * width + x] = make_float4(u, sinf(u * 4 + time) * cosf(v * 4 + time) * 0.5f, v, 1);
}
