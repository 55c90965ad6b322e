// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A matrix and its transpose: out[x][y] = in[y][x]. Every block does one square tile. It has a row of threads
// for blockDim.y of the tile's rows only, so each thread takes several elements, blockDim.y rows apart.
//
// Launch a block of side x rows threads for every side x side elements; rows divides side.

// The yardstick: what the same elements cost when nothing is transposed.
__global__ void copy(float* out, const float* in, int width, int height)
{
    int side = blockDim.x;
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;

    for (int j = 0; j < side; j += blockDim.y)
        if (x < width && y + j < height) {   // the matrix need not be whole tiles
            float element = in[(y + j) * width + x];
            out[(y + j) * width + x] = element;
        }
}

// Reads a row and writes a column: the lanes of a store are `height` elements apart.
__global__ void naive(float* out, const float* in, int width, int height)
{
    int side = blockDim.x;
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;

    for (int j = 0; j < side; j += blockDim.y)
        if (x < width && y + j < height) {
            float element = in[(y + j) * width + x];
            out[x * height + y + j] = element;
        }
}

// Turns the tile in shared memory, so that both ends in global memory are rows. Now the column is read from
// shared memory: `pad` unused elements after each row of the tile put its elements into different banks.
__global__ void tiled(float* out, const float* in, int width, int height, int pad)
{
    extern __shared__ float tile[];
    int side = blockDim.x, pitch = side + pad;
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;

    for (int j = 0; j < side; j += blockDim.y)
        if (x < width && y + j < height) {
            float element = in[(y + j) * width + x];
            tile[(threadIdx.y + j) * pitch + threadIdx.x] = element;
        }
    __syncthreads();   // the tile is complete

    x = blockIdx.y * side + threadIdx.x;   // now in the transpose, which is `height` wide
    y = blockIdx.x * side + threadIdx.y;
    for (int j = 0; j < side; j += blockDim.y)
        if (x < height && y + j < width) {
            float element = tile[threadIdx.x * pitch + threadIdx.y + j];
            out[(y + j) * height + x] = element;
        }
}

// No unused elements: row r of the tile has its columns exchanged by XOR with r.
__global__ void swizzled(float* out, const float* in, int width, int height)
{
    extern __shared__ float tile[];
    int side = blockDim.x;
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;

    for (int j = 0; j < side; j += blockDim.y)
        if (x < width && y + j < height) {
            int row = threadIdx.y + j, column = threadIdx.x;
            float element = in[(y + j) * width + x];
            tile[row * side + (column ^ row)] = element;
        }
    __syncthreads();

    x = blockIdx.y * side + threadIdx.x;
    y = blockIdx.x * side + threadIdx.y;
    for (int j = 0; j < side; j += blockDim.y)
        if (x < height && y + j < width) {
            int row = threadIdx.x, column = threadIdx.y + j;
            float element = tile[row * side + (column ^ row)];
            out[(y + j) * height + x] = element;
        }
}
