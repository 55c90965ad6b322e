// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Particles that circle a centre, each a structure of so many floats: x, y, z, and others. Three kernels write
// the same values and differ only in where field f of particle i lies. The first `touched` fields are written.

// Neighbours in number are a golden section of a turn apart, which spreads them evenly over the disc.
__device__ float3 orbit(unsigned i, unsigned count, float time)
{
    float radius = sqrtf((i + 0.5f) / count);
    float angle = 6.2831853f * ((i * 2654435769u) * 2.3283064e-10f) + time / (0.5f + 2.0f * radius);
    return make_float3(radius * cosf(angle), 0.12f * sinf(3.0f * angle + time), radius * sinf(angle));
}

__device__ float other(unsigned i, unsigned f) { return i + 0.0625f * f; }   // velocity, mass, charge ...

// Array of structures: the fields of a particle lie together, so one field of neighbours lies far apart.
__global__ void moveStructures(float* particles, unsigned count, unsigned fields, unsigned touched, float time)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 p = orbit(i, count, time);

    float* particle = particles + size_t(i) * fields;
    particle[0] = p.x;
    particle[1] = p.y;
    particle[2] = p.z;
    for (unsigned f = 3; f < touched; ++f) particle[f] = other(i, f);
}

// Structure of arrays: all x, then all y, ...: a field of neighbours lies side by side.
__global__ void moveArrays(float* particles, unsigned count, unsigned fields, unsigned touched, float time)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 p = orbit(i, count, time);

    float* field = particles + i;
    field[0] = p.x;
    field[size_t(count)] = p.y;
    field[size_t(count) * 2] = p.z;
    for (unsigned f = 3; f < touched; ++f) field[size_t(count) * f] = other(i, f);
}

// Array of structures of arrays: tiles of so many particles, in each all x, then all y, ...
__global__ void moveTiles(float* particles, unsigned count, unsigned fields, unsigned touched, float time,
                          unsigned tile)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 p = orbit(i, count, time);

    float* field = particles + size_t(i / tile) * tile * fields + i % tile;
    field[0] = p.x;
    field[tile] = p.y;
    field[tile * 2] = p.z;
    for (unsigned f = 3; f < touched; ++f) field[tile * f] = other(i, f);
}
