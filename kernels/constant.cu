// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// One table of 256 numbers in four memories. Every lane reads one element of it: all lanes the same one, a
// few different ones, or each its own. Launch one warp; it gives a result a lane.

struct Pattern {
    int first;      // element of lane 0
    int distinct;   // elements that the lanes take in turn: 1 the same for all, 32 one each
    int stride;     // from one of these elements to the next
};

__device__ int element(Pattern p) { return (p.first + threadIdx.x % p.distinct * p.stride) % 256; }

// The host sets it with cudaMemcpyToSymbol(table, data, sizeof(table)); kernels cannot write it.
__constant__ float table[256];

__global__ void fromConstant(float* out, Pattern p)
{
    int i = element(p);
    float number = table[i];   // one request for each different i
    out[threadIdx.x] = number;
}

__global__ void fromGlobal(float* out, const float* copy, Pattern p)
{
    int i = element(p);
    float number = copy[i];   // one sector for every eight neighbours that somebody wants
    out[threadIdx.x] = number;
}

__global__ void fromShared(float* out, const float* copy, Pattern p)
{
    __shared__ float tile[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) tile[k] = copy[k];
    __syncthreads();
    int i = element(p);
    float number = tile[i];   // one wavefront, unless different words share a bank
    out[threadIdx.x] = number;
}

__global__ void fromTexture(float* out, cudaTextureObject_t copy, Pattern p)
{
    int i = element(p);
    float number = tex2D<float>(copy, i % 16 + 0.5f, i / 16 + 0.5f);   // an array of 16 x 16 texels
    out[threadIdx.x] = number;
}
