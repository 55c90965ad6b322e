// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory of the device: copies, fills, rows, slices, and what is refused.
#include "program.h"

namespace {

__global__ void addTo(int* values, int count, int what) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) values[i] += what;
}

PROGRAM(memoryCopies) {
    int *a = nullptr, *b = nullptr;
    SAY(cudaMalloc(&a, 16 * sizeof(int)));
    SAY(cudaMalloc(&b, 16 * sizeof(int)));
    const std::vector<int> from = ramp(16, 100);
    SAY(cudaMemcpy(a, from.data(), 64, cudaMemcpyHostToDevice));
    SAY(cudaMemset(b, 1, 64));
    SAY(cudaMemcpy(b + 4, a, 32, cudaMemcpyDeviceToDevice));
    SAY(cudaMemcpy(b, from.data() + 8, 8, cudaMemcpyDefault));
    printDevice("b", b, 16);
    SAY(cudaMemcpyAsync(a, b, 64, cudaMemcpyDefault));
    addTo<<<1, 32>>>(a, 16, 1);
    SAY(cudaGetLastError());
    printDevice("a", a, 16);
    SAY(cudaMemcpyPeer(b, 0, a, 0, 64));
    SAY(cudaMemsetAsync(b + 15, 0xff, 4));
    printDevice("b", b, 16);
    int host[4] = {}, other[4] = {1, 2, 3, 4};
    SAY(cudaMemcpy(host, other, 16, cudaMemcpyHostToHost));
    SAY(cudaMemcpy(host + 1, other, 8, cudaMemcpyDefault));
    print("host", host, 4);
    SAY(cudaFree(a));
    SAY(cudaFree(b));
}

PROGRAM(memoryRefused) {
    int* a = nullptr;
    int host[16] = {};
    void* pointer = nullptr;
    SAY(cudaMalloc(&a, 64));
    SAY(cudaMalloc(nullptr, 64));
    SAY(cudaMalloc(&pointer, std::size_t{1} << 50));
    SAY(cudaPeekAtLastError());
    SAY(cudaMalloc(&pointer, 0));
    VALUE(pointer == nullptr);
    SAY(cudaFree(nullptr));
    SAY(cudaFree(host));
    SAY(cudaFree(a + 1));
    SAY(cudaFreeHost(a));
    SAY(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy(a, nullptr, 16, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy(host, a, 64, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy(a, host, 64, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpy(a, host, 64, static_cast<cudaMemcpyKind>(9)));
    SAY(cudaMemset(nullptr, 0, 16));
    SAY(cudaMemset(a, 0, 0));
    SAY(cudaMemset(host, 0, 16));
    SAY(cudaFree(a));
    SAY(cudaFree(a));
    SAY(cudaMemset(a, 0, 64));
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
}

PROGRAM(memoryRows) {
    int* rows = nullptr;
    std::size_t pitch = 0;
    SAY(cudaMallocPitch(&rows, &pitch, 20, 4));
    VALUE(pitch);
    SAY(cudaMemset2D(rows, pitch, 0, 20, 4));
    const std::vector<int> from = ramp(20);
    SAY(cudaMemcpy2D(rows, pitch, from.data(), 20, 12, 3, cudaMemcpyHostToDevice));
    std::vector<int> to(20, -1);
    SAY(cudaMemcpy2D(to.data(), 20, rows, pitch, 16, 4, cudaMemcpyDeviceToHost));
    print("to", to);
    SAY(cudaMemset2DAsync(rows, pitch, 0x7f, 4, 2));
    SAY(cudaMemcpy2DAsync(to.data(), 20, rows, pitch, 20, 4, cudaMemcpyDeviceToHost));
    SAY(cudaDeviceSynchronize());
    print("to", to);
    SAY(cudaMemcpy2D(rows, pitch, from.data(), 8, 12, 3, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2D(rows, 8, from.data(), 20, 12, 3, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2D(rows, pitch, from.data(), 20, 0, 3, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2D(rows, pitch, from.data(), 20, 12, 0, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2D(rows, pitch, nullptr, 20, 12, 3, cudaMemcpyHostToDevice));
    SAY(cudaMemset2D(rows, 8, 0, 12, 2));
    SAY(cudaMallocPitch(&rows, &pitch, 0, 4));
    SAY(cudaMallocPitch(&rows, &pitch, 513, 0));
    SAY(cudaMallocPitch(nullptr, &pitch, 513, 2));
    SAY(cudaMallocPitch(&rows, &pitch, 513, 2));
    VALUE(pitch);
}

PROGRAM(memorySlices) {
    const cudaExtent extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    cudaPitchedPtr volume{};
    SAY(cudaMalloc3D(&volume, extent));
    VALUE(volume.pitch);
    VALUE(volume.xsize);
    VALUE(volume.ysize);
    SAY(cudaMemset3D(volume, 0, extent));
    std::vector<int> from = ramp(24, 1), to(24, -1);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(from.data(), 16, 4, 3);
    copy.srcPos = make_cudaPos(4, 1, 0);
    copy.dstPtr = volume;
    copy.dstPos = make_cudaPos(0, 0, 1);
    copy.extent = make_cudaExtent(8, 2, 1);
    copy.kind = cudaMemcpyHostToDevice;
    SAY(cudaMemcpy3D(&copy));
    cudaMemcpy3DParms back{};
    back.srcPtr = volume;
    back.dstPtr = make_cudaPitchedPtr(to.data(), 16, 4, 3);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    SAY(cudaMemcpy3D(&back));
    print("to", to);
    SAY(cudaMemset3DAsync(volume, 1, make_cudaExtent(4, 3, 1)));
    SAY(cudaMemcpy3DAsync(&back));
    SAY(cudaDeviceSynchronize());
    print("to", to);
    SAY(cudaMemcpy3D(nullptr));
    back.extent.width = 17;
    SAY(cudaMemcpy3D(&back));
    back.extent = make_cudaExtent(16, 0, 2);
    SAY(cudaMemcpy3D(&back));
    back.extent = make_cudaExtent(16, 4, 2);
    SAY(cudaMemcpy3D(&back));
    cudaMemcpy3DParms nothing{};
    SAY(cudaMemcpy3D(&nothing));
    SAY(cudaMalloc3D(&volume, make_cudaExtent(0, 3, 2)));
    SAY(cudaMalloc3D(nullptr, extent));
}

PROGRAM(memoryPeers) {
    int* a = nullptr;
    SAY(cudaMalloc(&a, 64));
    int can = -1;
    SAY(cudaDeviceCanAccessPeer(&can, 0, 0));
    VALUE(can);
    SAY(cudaDeviceCanAccessPeer(&can, 0, 77));
    SAY(cudaDeviceCanAccessPeer(nullptr, 0, 0));
    SAY(cudaDeviceEnablePeerAccess(0, 0));
    SAY(cudaDeviceEnablePeerAccess(77, 0));
    SAY(cudaDeviceDisablePeerAccess(0));
    SAY(cudaDeviceDisablePeerAccess(77));
    SAY(cudaMemcpyPeer(a, 0, a + 8, 0, 32));
    SAY(cudaMemcpyPeer(a, 77, a + 8, 0, 32));
    SAY(cudaMemcpyPeerAsync(a, 0, a + 8, 0, 32));
    int value = -1;
    SAY(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
    SAY(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 77));
    SAY(cudaSetDevice(77));
    SAY(cudaSetDevice(-1));
    int device = -1;
    SAY(cudaGetDevice(&device));
    VALUE(device);
}

} // namespace
