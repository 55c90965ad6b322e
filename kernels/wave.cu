// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A grid of width x height vertices that a sine wave runs through. Three kernels compute the same heights and
// differ only in how they lay the vertices out in memory, so only the stores differ.
//
// One thread makes one vertex. x is the fast index: neighbouring threads of a warp write neighbouring
// vertices.

// One 16-byte store a thread: a warp fills 512 bytes in a row.
__global__ void createVertices(float4* positions, float time, float frequency,
                               unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;   // the grid is rounded up to whole blocks

    float u = x / float(width) * 2.0f - 1.0f;    // -1 .. 1 over the grid
    float v = y / float(height) * 2.0f - 1.0f;
    float w = sinf(u * frequency + time) * cosf(v * frequency + time) * 0.5f;

    positions[y * width + x] = make_float4(u, w, v, 1.0f);
}

struct Vertex3 {
    float x, y, z;
};

// Array of structures without padding: three 4-byte stores a thread, each 12 bytes from its neighbour's.
// Every store touches all the sectors of the warp's 384 bytes and fills a third of each.
__global__ void createVertices3(Vertex3* positions, float time, float frequency,
                                unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    float u = x / float(width) * 2.0f - 1.0f;
    float v = y / float(height) * 2.0f - 1.0f;
    float w = sinf(u * frequency + time) * cosf(v * frequency + time) * 0.5f;

    unsigned i = y * width + x;
    positions[i].x = u;
    positions[i].y = w;
    positions[i].z = v;
}

// Structure of arrays: three 4-byte stores a thread, and each fills 128 bytes in a row.
__global__ void createVerticesSoA(float* xs, float* ys, float* zs, float time, float frequency,
                                  unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    float u = x / float(width) * 2.0f - 1.0f;
    float v = y / float(height) * 2.0f - 1.0f;
    float w = sinf(u * frequency + time) * cosf(v * frequency + time) * 0.5f;

    unsigned i = y * width + x;
    xs[i] = u;
    ys[i] = w;
    zs[i] = v;
}
