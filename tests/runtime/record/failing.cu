// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Calls that fail, with an argument also those behind a kernel's fault.
#include <cuda_runtime.h>

__global__ void twice(int* values) {
    values[threadIdx.x] *= 2;
}

__global__ void outside(int* values) {
    values[1 << 28] = 1;
}

int main(int count, char**) {
    int host[512] = {};
    int* values = nullptr;
    void* more = nullptr;
    cudaMalloc(&values, 1024);
    cudaMemset(values, 0, 1024);
    cudaMemcpy(values, host, 2048, cudaMemcpyHostToDevice);
    twice<<<1, 256>>>(values);
    cudaGetLastError();
    cudaMalloc(&more, std::size_t(1) << 46);
    cudaSetDevice(7);
    cudaFree(reinterpret_cast<void*>(12345));
    cudaDeviceSynchronize();
    if (count == 1) return 0;
    outside<<<1, 1>>>(values);
    cudaDeviceSynchronize();
    twice<<<1, 256>>>(values);
    cudaMemcpy(host, values, 1024, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; ++i) cudaDeviceSynchronize();
    cudaFree(values);
}
