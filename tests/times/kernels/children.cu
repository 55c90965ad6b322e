// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Grids that launch grids: each parent's thread 0 launches some, which do nothing, or a chain of additions.

extern "C" __global__ void noChild() {}

extern "C" __global__ void chainChild(float* out, int turns) {
    int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    float x = static_cast<float>(i);
    for (int k = 0; k < turns; ++k) x = x * 0.999f + 1.0f;
    out[i] = x;
}

__device__ cudaStream_t streamOf(int kind) {
    cudaStream_t stream = nullptr;
    if (kind == 1) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (kind == 2) stream = cudaStreamFireAndForget;
    if (kind == 3) stream = cudaStreamTailLaunch;
    return stream;
}

/// kind: 0 the block's stream, 1 streams of their own, 2 fire and forget, 3 behind the parent.
extern "C" __global__ void launchNothing(int* out, int children, int kind) {
    if (threadIdx.x == 0)
        for (int i = 0; i < children; ++i) {
            cudaStream_t stream = streamOf(kind);
            noChild<<<1, 32, 0, stream>>>();
            if (kind == 1) cudaStreamDestroy(stream);
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = children;
}

extern "C" __global__ void launchChains(float* out, int children, int kind, int blocks, int threads, int turns) {
    if (threadIdx.x == 0)
        for (int i = 0; i < children; ++i) {
            cudaStream_t stream = streamOf(kind);
            chainChild<<<blocks, threads, 0, stream>>>(out + (blockIdx.x * children + i) * blocks * threads,
                                                       turns);
            if (kind == 1) cudaStreamDestroy(stream);
        }
}
