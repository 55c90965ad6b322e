// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// What a misaligned and what a strided access costs. Every thread adds 1 to one element; only the place of
// the element differs. The same template serves all types; each type has a kernel with a name of its own
// (offsetFloat, strideDouble, ...), so that a kernel can be asked for by a plain name.

__device__ float4 operator+(float4 a, int b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }

// The warp's elements lie in a row, but start s elements late: sectors are cut at both ends.
// The array needs (threads + s) elements.
template <class T> __device__ void offset(T* a, int s)
{
    size_t i = size_t(blockDim.x) * blockIdx.x + threadIdx.x + s;   // an int would end at 2^31 elements
    a[i] = a[i] + 1;
}

// Neighbouring threads work s elements apart: of each sector that moves, only a part is used.
// The array needs threads * s elements.
template <class T> __device__ void stride(T* a, int s)
{
    size_t i = (size_t(blockDim.x) * blockIdx.x + threadIdx.x) * s;
    a[i] = a[i] + 1;
}

__global__ void offsetChar(char* a, int s) { offset(a, s); }
__global__ void offsetShort(short* a, int s) { offset(a, s); }
__global__ void offsetFloat(float* a, int s) { offset(a, s); }
__global__ void offsetDouble(double* a, int s) { offset(a, s); }
__global__ void offsetFloat4(float4* a, int s) { offset(a, s); }

__global__ void strideChar(char* a, int s) { stride(a, s); }
__global__ void strideShort(short* a, int s) { stride(a, s); }
__global__ void strideFloat(float* a, int s) { stride(a, s); }
__global__ void strideDouble(double* a, int s) { stride(a, s); }
__global__ void strideFloat4(float4* a, int s) { stride(a, s); }
