// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory of both sides: page-locked, registered, managed; pools; what is known of a pointer.
#include "program.h"

#include <cstdlib>

namespace {

__global__ void addRamp(int* values, int count) {
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) values[i] += i;
}

void printAttributes(const char* name, const void* pointer) {
    cudaPointerAttributes known{};
    const cudaError_t error = cudaPointerGetAttributes(&known, pointer);
    std::printf("%s: %s, type %d, device %d, device pointer %s, host pointer %s\n", name,
                cudaGetErrorName(error), static_cast<int>(known.type), known.device,
                known.devicePointer == pointer ? "the same"
                : known.devicePointer          ? "another"
                                               : "none",
                known.hostPointer == pointer ? "the same"
                : known.hostPointer          ? "another"
                                             : "none");
}

__device__ int onDevice[4];
__managed__ int onBoth[4];

PROGRAM(pointersKnown) {
    int *device = nullptr, *locked = nullptr, *managed = nullptr, *async = nullptr, host = 0;
    SAY(cudaMalloc(&device, 64));
    SAY(cudaMallocHost(&locked, 64));
    SAY(cudaMallocManaged(&managed, 64));
    SAY(cudaMallocAsync(&async, 64, nullptr));
    void* symbol = nullptr;
    SAY(cudaGetSymbolAddress(&symbol, onDevice));
    printAttributes("device", device);
    printAttributes("within", device + 3);
    printAttributes("page-locked", locked);
    printAttributes("managed", managed);
    printAttributes("of a pool", async);
    printAttributes("of a variable", symbol);
    printAttributes("of a managed variable", onBoth);
    printAttributes("of the host", &host);
    printAttributes("none", nullptr);
    SAY(cudaPointerGetAttributes(nullptr, device));
    SAY(cudaFree(device));
    printAttributes("freed", device);
}

PROGRAM(pageLocked) {
    int* values = nullptr;
    SAY(cudaHostAlloc(&values, 64, cudaHostAllocMapped | cudaHostAllocPortable));
    for (int i = 0; i < 16; ++i) values[i] = 10;
    int* mapped = nullptr;
    SAY(cudaHostGetDevicePointer(&mapped, values, 0));
    addRamp<<<1, 8>>>(mapped, 16);
    SAY(cudaDeviceSynchronize());
    print("values", values, 16);
    unsigned flags = 0;
    SAY(cudaHostGetFlags(&flags, values));
    VALUE(flags);
    int* plain = nullptr;
    SAY(cudaMallocHost(&plain, 64));
    SAY(cudaHostGetFlags(&flags, plain));
    VALUE(flags);
    SAY(cudaHostGetFlags(&flags, plain + 1));
    int host = 0;
    SAY(cudaHostGetFlags(&flags, &host));
    SAY(cudaHostGetFlags(nullptr, plain));
    SAY(cudaHostGetDevicePointer(&mapped, &host, 0));
    SAY(cudaHostGetDevicePointer(&mapped, plain, 1));
    SAY(cudaHostGetDevicePointer(nullptr, plain, 0));
    SAY(cudaHostAlloc(&plain, 64, 0x80));
    SAY(cudaHostAlloc(nullptr, 64, 0));
    void* nothing = &host;
    SAY(cudaHostAlloc(&nothing, 0, 0));
    VALUE(nothing == nullptr);
    SAY(cudaFreeHost(nullptr));
    SAY(cudaFreeHost(&host));
    SAY(cudaFreeHost(values + 1));
    SAY(cudaFree(values));
    SAY(cudaFreeHost(values));
    SAY(cudaFreeHost(values));
}

PROGRAM(registered) {
    int* values = static_cast<int*>(std::aligned_alloc(4096, 8192));
    for (int i = 0; i < 2048; ++i) values[i] = 1;
    SAY(cudaHostRegister(values, 8192, cudaHostRegisterMapped));
    int* mapped = nullptr;
    SAY(cudaHostGetDevicePointer(&mapped, values, 0));
    addRamp<<<1, 64>>>(mapped, 2048);
    SAY(cudaDeviceSynchronize());
    VALUE(values[0]);
    VALUE(values[2047]);
    unsigned flags = 0;
    SAY(cudaHostGetFlags(&flags, values));
    VALUE(flags);
    SAY(cudaHostRegister(values, 8192, 0));
    SAY(cudaHostRegister(values + 8, 64, 0));
    SAY(cudaHostRegister(nullptr, 64, 0));
    SAY(cudaHostRegister(values, 0, 0));
    SAY(cudaFreeHost(values));
    SAY(cudaHostUnregister(values + 1));
    SAY(cudaHostUnregister(values));
    SAY(cudaHostUnregister(values));
    SAY(cudaHostRegister(values, 8192, 0x100));
    SAY(cudaHostRegister(values + 1, 100, 0));
    SAY(cudaHostUnregister(values + 1));
    std::free(values);
}

PROGRAM(managedMemory) {
    int* values = nullptr;
    SAY(cudaMallocManaged(&values, 4096));
    for (int i = 0; i < 1024; ++i) values[i] = 5;
    const cudaMemLocation device{cudaMemLocationTypeDevice, 0}, host{cudaMemLocationTypeHost, 0};
    SAY(cudaMemAdvise(values, 4096, cudaMemAdviseSetReadMostly, device));
    SAY(cudaMemPrefetchAsync(values, 4096, device, 0, nullptr));
    addRamp<<<1, 128>>>(values, 1024);
    SAY(cudaDeviceSynchronize());
    VALUE(values[1023]);
    int mostly = -1, location = -1;
    SAY(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, values, 4096));
    VALUE(mostly);
    SAY(cudaMemAdvise(values, 4096, cudaMemAdviseUnsetReadMostly, device));
    SAY(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, values, 4096));
    VALUE(mostly);
    SAY(cudaMemAdvise(values, 4096, cudaMemAdviseSetPreferredLocation, device));
    SAY(cudaMemRangeGetAttribute(&location, 4, cudaMemRangeAttributePreferredLocation, values, 4096));
    VALUE(location);
    SAY(cudaMemAdvise(values, 4096, cudaMemAdviseUnsetPreferredLocation, device));
    SAY(cudaMemRangeGetAttribute(&location, 4, cudaMemRangeAttributePreferredLocation, values, 4096));
    VALUE(location);
    SAY(cudaMemPrefetchAsync(values, 4096, host, 0, nullptr));
    SAY(cudaDeviceSynchronize());
    SAY(cudaMemRangeGetAttribute(&location, 4, cudaMemRangeAttributeLastPrefetchLocation, values, 4096));
    VALUE(location);
    int* plain = nullptr;
    SAY(cudaMalloc(&plain, 4096));
    SAY(cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
    SAY(cudaMemPrefetchAsync(plain, 4096, device, 0, nullptr));
    SAY(cudaMemPrefetchAsync(values, 0, device, 0, nullptr));
    SAY(cudaMallocManaged(&plain, 0));
    SAY(cudaMallocManaged(&plain, 64, 7));
    SAY(cudaMallocManaged(static_cast<int**>(nullptr), 64));
    onBoth[1] = 30;
    addRamp<<<1, 4>>>(onBoth, 4);
    SAY(cudaDeviceSynchronize());
    print("onBoth", onBoth, 4);
    SAY(cudaStreamAttachMemAsync(nullptr, values, 0, cudaMemAttachGlobal));
    SAY(cudaFreeHost(values));
    SAY(cudaFree(values));
}

PROGRAM(pools) {
    cudaMemPool_t pool = nullptr, present = nullptr;
    SAY(cudaDeviceGetDefaultMemPool(&pool, 0));
    SAY(cudaDeviceGetMemPool(&present, 0));
    VALUE(pool == present);
    SAY(cudaDeviceGetDefaultMemPool(&pool, 77));
    std::uint64_t value = 7;
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrReleaseThreshold, &value));
    VALUE(value);
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value);
    int* data = nullptr;
    cudaStream_t stream = nullptr;
    SAY(cudaStreamCreate(&stream));
    SAY(cudaMallocAsync(&data, 4000, stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value);
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrUsedMemHigh, &value));
    VALUE(value);
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrReservedMemCurrent, &value));
    VALUE(value);
    SAY(cudaFreeAsync(data, stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value);
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrReservedMemCurrent, &value));
    VALUE(value);
    value = 1 << 26;
    SAY(cudaMemPoolSetAttribute(present, cudaMemPoolAttrReleaseThreshold, &value));
    value = 0;
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolAttrReleaseThreshold, &value));
    VALUE(value);
    int reuse = -1;
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolReuseAllowOpportunistic, &reuse));
    VALUE(reuse);
    reuse = 0;
    SAY(cudaMemPoolSetAttribute(present, cudaMemPoolReuseAllowOpportunistic, &reuse));
    reuse = -1;
    SAY(cudaMemPoolGetAttribute(present, cudaMemPoolReuseAllowOpportunistic, &reuse));
    VALUE(reuse);
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    SAY(cudaMemPoolCreate(&pool, &properties));
    SAY(cudaMallocFromPoolAsync(&data, 1 << 20, pool, stream));
    SAY(cudaMemsetAsync(data, 0, 64, stream));
    addRamp<<<1, 16, 0, stream>>>(data, 16);
    SAY(cudaStreamSynchronize(stream));
    printDevice("data", data, 16);
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value);
    SAY(cudaFreeAsync(data, stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    VALUE(value);
    SAY(cudaMemPoolTrimTo(pool, 0));
    SAY(cudaDeviceSetMemPool(0, pool));
    SAY(cudaDeviceGetMemPool(&present, 0));
    VALUE(present == pool);
    SAY(cudaMemPoolDestroy(pool));
    SAY(cudaMallocAsync(&data, 0, stream));
    VALUE(data == nullptr);
    SAY(cudaMallocAsync(nullptr, 64, stream));
    SAY(cudaFreeAsync(nullptr, stream));
    SAY(cudaMallocAsync(&data, std::size_t{1} << 50, stream));
    properties.location.id = 77;
    SAY(cudaMemPoolCreate(&pool, &properties));
    SAY(cudaMemPoolCreate(&pool, nullptr));
}

} // namespace
