// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// One thread adds one element: of two vectors, two matrices, two volumes. A thread finds its element from the
// place of its block in the grid and its own place in the block. The grid is rounded up to whole blocks, so
// the last ones reach beyond the edge: whoever has no element there returns at once.

__global__ void addVectors(const float* A, const float* B, float* C, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    C[x] = A[x] + B[x];
}

// x runs along a row: neighbouring threads of a warp, neighbouring elements.
__global__ void addMatrices(const float* A, const float* B, float* C, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    int i = y * width + x;
    C[i] = A[i] + B[i];
}

// The same sum with x as the number of the row, as in C[x][y]: neighbouring threads are a whole row apart.
__global__ void addMatricesByColumn(const float* A, const float* B, float* C, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= height || y >= width) return;

    int i = x * width + y;
    C[i] = A[i] + B[i];
}

__global__ void addVolumes(const float* A, const float* B, float* C, int width, int height, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth) return;

    size_t i = (size_t(z) * height + y) * width + x;
    C[i] = A[i] + B[i];
}
