// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory of every kind, copies and fills.
#include "check.h"

#include <cstring>
#include <numeric>

namespace {

__global__ void addOne(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

std::vector<int> ramp(int count, int first = 0) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

TEST(RuntimeMemory, GoesThereAndBack) {
    const OnDevice<int> data(ramp(1000));
    addOne<<<4, 256>>>(data.get(), 1000);
    EXPECT_EQ(data.values(), ramp(1000, 1));
}

TEST(RuntimeMemory, IsCopiedWithinTheDevice) {
    const OnDevice<int> from(ramp(100)), to(100);
    WORKS(cudaMemcpy(to.get() + 10, from.get(), 50 * sizeof(int), cudaMemcpyDeviceToDevice));
    WORKS(cudaMemcpy(to.get(), from.get() + 90, 10 * sizeof(int), cudaMemcpyDefault));
    std::vector<int> values = to.values();
    EXPECT_EQ(values[0], 90);
    EXPECT_EQ(values[9], 99);
    EXPECT_EQ(values[10], 0);
    EXPECT_EQ(values[59], 49);
}

TEST(RuntimeMemory, IsFilledByteByByte) {
    const OnDevice<int> data(ramp(16));
    WORKS(cudaMemset(data.get() + 4, 0x21, 4 * sizeof(int)));
    const std::vector<int> values = data.values();
    EXPECT_EQ(values[3], 3);
    EXPECT_EQ(values[4], 0x21212121);
    EXPECT_EQ(values[7], 0x21212121);
    EXPECT_EQ(values[8], 8);
}

TEST(RuntimeMemory, HasRowsOfAPitch) {
    int* rows = nullptr;
    std::size_t pitch = 0;
    WORKS(cudaMallocPitch(&rows, &pitch, 100 * sizeof(int), 3));
    EXPECT_EQ(pitch, 512U);
    const std::vector<int> from = ramp(300);
    WORKS(cudaMemcpy2D(rows, pitch, from.data(), 400, 400, 3, cudaMemcpyHostToDevice));
    WORKS(cudaMemset2D(rows, pitch, 0, 8, 3));
    std::vector<int> to(300, -1);
    WORKS(cudaMemcpy2D(to.data(), 400, rows, pitch, 400, 3, cudaMemcpyDeviceToHost));
    EXPECT_EQ(to[100], 0);
    EXPECT_EQ(to[101], 0);
    EXPECT_EQ(to[102], 102);
    EXPECT_EQ(to[299], 299);
    FAILS_WITH(cudaErrorInvalidPitchValue,
               cudaMemcpy2D(rows, pitch, from.data(), 300, 400, 3, cudaMemcpyHostToDevice));
    WORKS(cudaFree(rows));
}

TEST(RuntimeMemory, HasSlicesOfRows) {
    const cudaExtent extent = make_cudaExtent(8 * sizeof(int), 3, 2);
    cudaPitchedPtr volume{};
    WORKS(cudaMalloc3D(&volume, extent));
    EXPECT_EQ(volume.pitch % 512, 0U);
    std::vector<int> from = ramp(48), to(48);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(from.data(), 8 * sizeof(int), 8, 3);
    copy.dstPtr = volume;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    WORKS(cudaMemcpy3D(&copy));
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(to.data(), 8 * sizeof(int), 8, 3);
    copy.kind = cudaMemcpyDeviceToHost;
    WORKS(cudaMemcpy3D(&copy));
    EXPECT_EQ(to, from);
    WORKS(cudaFree(volume.ptr));
}

TEST(RuntimeMemory, PageLockedMemoryIsUsedByBothSides) {
    int* values = nullptr;
    WORKS(cudaHostAlloc(&values, 64 * sizeof(int), cudaHostAllocMapped));
    std::iota(values, values + 64, 0);
    int* device = nullptr;
    WORKS(cudaHostGetDevicePointer(&device, values, 0));
    addOne<<<1, 64>>>(device, 64);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(values[63], 64);
    cudaPointerAttributes attributes{};
    WORKS(cudaPointerGetAttributes(&attributes, values + 1));
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
    WORKS(cudaFreeHost(values));
}

TEST(RuntimeMemory, RegisteredMemoryIsUsedByBothSides) {
    std::vector<int> values = ramp(4096);
    WORKS(cudaHostRegister(values.data(), values.size() * sizeof(int), cudaHostRegisterMapped));
    FAILS_WITH(cudaErrorHostMemoryAlreadyRegistered,
               cudaHostRegister(values.data(), values.size() * sizeof(int), cudaHostRegisterMapped));
    int* device = nullptr;
    WORKS(cudaHostGetDevicePointer(&device, values.data(), 0));
    addOne<<<16, 256>>>(device, 4096);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(values, ramp(4096, 1));
    WORKS(cudaHostUnregister(values.data()));
    FAILS_WITH(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(values.data()));
}

TEST(RuntimeMemory, ManagedMemoryIsUsedByBothSides) {
    int* values = nullptr;
    WORKS(cudaMallocManaged(&values, 64 * sizeof(int)));
    std::iota(values, values + 64, 0);
    addOne<<<1, 64>>>(values, 64);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[63], 64);
    cudaPointerAttributes attributes{};
    WORKS(cudaPointerGetAttributes(&attributes, values));
    EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
    WORKS(cudaFree(values));
}

TEST(RuntimeMemory, OfAPoolComesInTheOrderOfAStream) {
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    int* data = nullptr;
    WORKS(cudaMallocAsync(&data, 256 * sizeof(int), stream));
    WORKS(cudaMemsetAsync(data, 0, 256 * sizeof(int), stream));
    addOne<<<1, 256, 0, stream>>>(data, 256);
    std::vector<int> values(256);
    WORKS(cudaMemcpyAsync(values.data(), data, 256 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    WORKS(cudaFreeAsync(data, stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(values, std::vector<int>(256, 1));
    WORKS(cudaStreamDestroy(stream));
}

TEST(RuntimeMemory, OfNoBytesIsNothing) {
    void* data = &data;
    WORKS(cudaMalloc(&data, 0));
    EXPECT_EQ(data, nullptr);
    WORKS(cudaFree(nullptr));
    WORKS(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
}

TEST(RuntimeMemory, WrongUseIsRefused) {
    const OnDevice<int> data(16);
    int host[16] = {};
    void* pointer = nullptr;
    FAILS_WITH(cudaErrorMemoryAllocation, cudaMalloc(&pointer, std::size_t{1} << 46));
    FAILS_WITH(cudaErrorInvalidValue, cudaMalloc(nullptr, 16));
    FAILS_WITH(cudaErrorInvalidValue, cudaFree(host));
    FAILS_WITH(cudaErrorInvalidValue, cudaFree(data.get() + 1));
    FAILS_WITH(cudaErrorInvalidValue, cudaMemcpy(host, data.get(), 64, cudaMemcpyHostToDevice));
    FAILS_WITH(cudaErrorInvalidValue, cudaMemset(host, 0, sizeof host));
    FAILS_WITH(cudaErrorInvalidMemcpyDirection, cudaMemcpy(host, data.get(), 64, cudaMemcpyKind(7)));
}

TEST(RuntimeMemory, IsKnownByItsPointer) {
    const OnDevice<int> data(16);
    int host = 0;
    cudaPointerAttributes attributes{};
    WORKS(cudaPointerGetAttributes(&attributes, data.get() + 3));
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    EXPECT_EQ(attributes.device, 0);
    EXPECT_EQ(attributes.devicePointer, data.get() + 3);
    WORKS(cudaPointerGetAttributes(&attributes, &host));
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
    std::size_t before = 0, after = 0, total = 0;
    WORKS(cudaMemGetInfo(&before, &total));
    const OnDevice<char> large(std::size_t{64} << 20);
    WORKS(cudaMemGetInfo(&after, &total));
    EXPECT_GE(before - after, std::size_t{64} << 20);
    EXPECT_LT(after, total);
}

} // namespace
