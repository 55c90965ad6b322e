// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// C = A * B. A thread computes one element of C. Launch square blocks, as many as cover C.

struct Matrix {
    int width, height;
    float* elements;   // row by row
};

// Every thread fetches its row of A and its column of B from global memory: A is read B.width times,
// B is read A.height times.
__global__ void matMul(Matrix A, Matrix B, Matrix C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= C.height || col >= C.width) return;   // the last blocks may reach over the edge

    float sum = 0;
    for (int e = 0; e < A.width; ++e) {
        float a = A.elements[row * A.width + e];
        float b = B.elements[e * B.width + col];
        sum += a * b;
    }
    C.elements[row * C.width + col] = sum;
}

// The block's threads fetch a square of A and a square of B together and all use it: A is read
// B.width / block size times, B is read A.height / block size times.
// Needs dynamic shared memory for two squares.
__global__ void matMulShared(Matrix A, Matrix B, Matrix C)
{
    extern __shared__ float squares[];
    int size = blockDim.x;
    float* As = squares;
    float* Bs = squares + size * size;
    int row = blockIdx.y * size + threadIdx.y;
    int col = blockIdx.x * size + threadIdx.x;

    float sum = 0;
    for (int m = 0; m < A.width; m += size) {
        // One element of each square a thread; beyond the matrices' edges there are zeros.
        float a = 0, b = 0;
        if (row < A.height && m + threadIdx.x < A.width)
            a = A.elements[row * A.width + m + threadIdx.x];
        if (m + threadIdx.y < B.height && col < B.width)
            b = B.elements[(m + threadIdx.y) * B.width + col];
        As[threadIdx.y * size + threadIdx.x] = a;
        Bs[threadIdx.y * size + threadIdx.x] = b;
        __syncthreads();   // both squares are complete

        for (int e = 0; e < size; ++e) {
            float fromA = As[threadIdx.y * size + e];
            float fromB = Bs[e * size + threadIdx.x];
            sum += fromA * fromB;
        }
        __syncthreads();   // nobody needs them any more
    }
    if (row < C.height && col < C.width)
        C.elements[row * C.width + col] = sum;
}
