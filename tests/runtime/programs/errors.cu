// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Errors: of calls, of launches, of kernels, and what they leave behind; the device; printf.
#include "program.h"

#include <cassert>

namespace {

__global__ void fill(int* values, int what) {
    values[threadIdx.x] = what;
}
__global__ void writeTo(int* address) {
    *address = 1;
}
__global__ void fails(int what) {
    assert(what > 3);
}
__global__ void traps() {
    asm volatile("trap;");
}
__global__ void misaligned(char* address) {
    *reinterpret_cast<int*>(address + 1) = 5;
}
__global__ void sharedTooFar(int far) {
    __shared__ volatile int values[4];
    values[0] = far;
    __syncthreads();
    values[far] = 1;
}
__global__ void prints(int a, float b, const char* /*unused*/) {
    printf("%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%u\n", a, a, a, a, a, a, a, a, a);
    printf("%f|%.2f|%10.3f|%e|%g|%G\n", b, b, b, b, b, b);
    printf("%c|%s|%8s|%-8s|%%|%lld|%llu|%hd\n", 'x', "text", "right", "left", -5LL, 5ULL, 70000);
    printf("%p\n", static_cast<void*>(nullptr));
    printf("%a\n", 1.0);
}
__global__ void printsInOrder() {
    if (threadIdx.x % 8 == 0) printf("thread %d\n", threadIdx.x);
}

/// What every call says after a kernel has failed.
void afterwards(int* memory) {
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
    SAY(cudaDeviceSynchronize());
    SAY(cudaPeekAtLastError());
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    int host = 0;
    SAY(cudaMemcpy(&host, memory, 4, cudaMemcpyDeviceToHost));
    void* more = nullptr;
    SAY(cudaMalloc(&more, 64));
    fill<<<1, 1>>>(memory, 3);
    SAY(cudaGetLastError());
    SAY(cudaFree(memory));
    int count = 0;
    SAY(cudaGetDeviceCount(&count));
    SAY(cudaStreamQuery(nullptr));
    SAY(cudaGetLastError());
    SAY(cudaDeviceReset());
    SAY(cudaMalloc(&more, 64));
    SAY(cudaDeviceSynchronize());
}

int* memory() {
    int* made = nullptr;
    SAY(cudaMalloc(&made, 256));
    SAY(cudaMemset(made, 0, 256));
    return made;
}

PROGRAM(errorNames) {
    for (int i = 0; i < 1000; ++i) {
        const auto error = static_cast<cudaError_t>(i);
        const char* const name = cudaGetErrorName(error);
        if (name[0] == 'c') std::printf("%d %s: %s\n", i, name, cudaGetErrorString(error));
    }
    std::printf("%s: %s\n", cudaGetErrorName(cudaError_t(12345)), cudaGetErrorString(cudaError_t(12345)));
}

PROGRAM(errorOfAnAddress) {
    int* made = memory();
    writeTo<<<1, 1>>>(nullptr);
    afterwards(made);
}
PROGRAM(errorOfAnAssertion) {
    int* made = memory();
    fails<<<1, 1>>>(5);
    SAY(cudaDeviceSynchronize());
    fails<<<1, 1>>>(2);
    afterwards(made);
}
PROGRAM(errorOfATrap) {
    int* made = memory();
    traps<<<1, 1>>>();
    afterwards(made);
}
PROGRAM(errorOfAlignment) {
    int* made = memory();
    misaligned<<<1, 1>>>(reinterpret_cast<char*>(made));
    afterwards(made);
}
PROGRAM(errorOfSharedMemory) {
    int* made = memory();
    sharedTooFar<<<1, 1>>>(1 << 20);
    afterwards(made);
}

PROGRAM(errorsOfStreams) {
    int* made = memory();
    cudaStream_t good = nullptr, bad = nullptr;
    SAY(cudaStreamCreate(&good));
    SAY(cudaStreamCreate(&bad));
    cudaEvent_t event = nullptr;
    SAY(cudaEventCreate(&event));
    traps<<<1, 1, 0, bad>>>();
    SAY(cudaStreamSynchronize(bad));
    SAY(cudaStreamSynchronize(good));
    SAY(cudaStreamQuery(good));
    SAY(cudaEventRecord(event, good));
    SAY(cudaEventQuery(event));
    SAY(cudaEventSynchronize(event));
    SAY(cudaMemcpyAsync(made, made + 8, 16, cudaMemcpyDeviceToDevice, good));
    SAY(cudaStreamDestroy(good));
    SAY(cudaEventDestroy(event));
    SAY(cudaMallocHost(&made, 64));
    SAY(cudaStreamCreate(&good));
    SAY(cudaGetLastError());
}

PROGRAM(errorsKept) {
    void* pointer = nullptr;
    SAY(cudaMalloc(&pointer, std::size_t{1} << 50));
    SAY(cudaMalloc(&pointer, 64));
    SAY(cudaPeekAtLastError());
    SAY(cudaSetDevice(99));
    SAY(cudaPeekAtLastError());
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    fill<<<1, 2000>>>(nullptr, 1);
    SAY(cudaDeviceSynchronize());
    SAY(cudaPeekAtLastError());
    SAY(cudaStreamSynchronize(nullptr));
    SAY(cudaGetLastError());
    cudaEvent_t event = nullptr;
    SAY(cudaEventCreate(&event));
    SAY(cudaEventQuery(event));
    SAY(cudaGetLastError());
    SAY(cudaMemcpy(pointer, nullptr, 8, cudaMemcpyHostToDevice));
    SAY(cudaDeviceReset());
    SAY(cudaGetLastError());
    SAY(cudaMemset(pointer, 0, 64));
    SAY(cudaGetLastError());
}

PROGRAM(printed) {
    prints<<<1, 1>>>(42, 3.14159F, "");
    SAY(cudaDeviceSynchronize());
    prints<<<1, 1>>>(-7, -1e-5F, "");
    SAY(cudaDeviceSynchronize());
    printsInOrder<<<1, 32>>>();
    SAY(cudaStreamSynchronize(nullptr));
    std::size_t bytes = 0;
    SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
    SAY(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
    VALUE(bytes);
}

PROGRAM(limits) {
    for (const cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                                  cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount,
                                  cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize}) {
        std::size_t value = 77;
        std::printf("limit %d: ", limit);
        SAY(cudaDeviceGetLimit(&value, limit));
        VALUE(value);
    }
    std::size_t value = 0;
    SAY(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    SAY(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    VALUE(value);
    SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    SAY(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    VALUE(value);
    SAY(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
    SAY(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    VALUE(value);
    SAY(cudaDeviceSetLimit(cudaLimit(99), 1));
    SAY(cudaDeviceGetLimit(&value, cudaLimit(99)));
    SAY(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
    cudaFuncCache cache = cudaFuncCachePreferEqual;
    SAY(cudaDeviceGetCacheConfig(&cache));
    VALUE(cache);
    SAY(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    SAY(cudaDeviceGetCacheConfig(&cache));
    VALUE(cache);
    unsigned flags = 77;
    SAY(cudaGetDeviceFlags(&flags));
    VALUE(flags);
    SAY(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    SAY(cudaGetDeviceFlags(&flags));
    VALUE(flags);
    SAY(cudaSetDeviceFlags(0x4000));
}

PROGRAM(device) {
    int value = -1;
    SAY(cudaGetDevice(&value));
    VALUE(value);
    SAY(cudaGetDevice(nullptr));
    SAY(cudaGetDeviceCount(nullptr));
    cudaDeviceProp known{};
    SAY(cudaGetDeviceProperties(&known, 0));
    SAY(cudaGetDeviceProperties(&known, 77));
    SAY(cudaGetDeviceProperties(&known, 0));
    VALUE(known.major);
    VALUE(known.minor);
    VALUE(known.warpSize);
    VALUE(known.maxThreadsPerBlock);
    print("maxThreadsDim", known.maxThreadsDim, 3);
    print("maxGridSize", known.maxGridSize, 3);
    VALUE(known.sharedMemPerBlock);
    VALUE(known.sharedMemPerBlockOptin);
    VALUE(known.sharedMemPerMultiprocessor);
    VALUE(known.reservedSharedMemPerBlock);
    VALUE(known.regsPerBlock);
    VALUE(known.regsPerMultiprocessor);
    VALUE(known.totalConstMem);
    VALUE(known.multiProcessorCount);
    VALUE(known.maxThreadsPerMultiProcessor);
    VALUE(known.maxBlocksPerMultiProcessor);
    VALUE(known.memPitch);
    VALUE(known.textureAlignment);
    VALUE(known.texturePitchAlignment);
    VALUE(known.surfaceAlignment);
    VALUE(known.maxTexture1D);
    VALUE(known.maxTexture1DMipmap);
    print("maxTexture2D", known.maxTexture2D, 2);
    print("maxTexture2DLinear", known.maxTexture2DLinear, 3);
    print("maxTexture2DGather", known.maxTexture2DGather, 2);
    print("maxTexture3D", known.maxTexture3D, 3);
    VALUE(known.maxTextureCubemap);
    print("maxTexture2DLayered", known.maxTexture2DLayered, 3);
    VALUE(known.maxSurface1D);
    print("maxSurface2D", known.maxSurface2D, 2);
    VALUE(known.concurrentKernels);
    VALUE(known.asyncEngineCount);
    VALUE(known.unifiedAddressing);
    VALUE(known.managedMemory);
    VALUE(known.concurrentManagedAccess);
    VALUE(known.canMapHostMemory);
    VALUE(known.canUseHostPointerForRegisteredMem);
    VALUE(known.cooperativeLaunch);
    VALUE(known.streamPrioritiesSupported);
    VALUE(known.globalL1CacheSupported);
    VALUE(known.localL1CacheSupported);
    VALUE(known.hostNativeAtomicSupported);
    VALUE(known.pageableMemoryAccess);
    VALUE(known.directManagedMemAccessFromHost);
    VALUE(known.computePreemptionSupported);
    VALUE(known.l2CacheSize);
    VALUE(known.persistingL2CacheMaxSize);
    VALUE(known.accessPolicyMaxWindowSize);
    VALUE(known.memoryBusWidth);
    VALUE(known.integrated);
    VALUE(known.ECCEnabled);
    VALUE(known.memoryPoolsSupported);
    SAY(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
    VALUE(value);
    SAY(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 77));
    SAY(cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0));
    SAY(cudaDeviceGetAttribute(nullptr, cudaDevAttrMaxThreadsPerBlock, 0));
    // Those that differ from machine to machine, and the one without a name, are left out.
    for (int i = 1; i < 92; ++i) {
        bool differs = i == 44;
        for (const int each : {cudaDevAttrClockRate, cudaDevAttrKernelExecTimeout, cudaDevAttrPciBusId,
                               cudaDevAttrPciDeviceId, cudaDevAttrPciDomainId, cudaDevAttrMemoryClockRate})
            differs = differs || i == each;
        value = -1;
        if (!differs && cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(i), 0) == cudaSuccess)
            std::printf("attribute %d: %d\n", i, value);
    }
    cudaGetLastError();
    int chosen = -1;
    cudaDeviceProp wanted{};
    SAY(cudaChooseDevice(&chosen, &wanted));
    VALUE(chosen);
    char bus[32] = {};
    SAY(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    SAY(cudaDeviceGetByPCIBusId(&chosen, bus));
    VALUE(chosen);
    SAY(cudaDeviceGetByPCIBusId(&chosen, "nonsense"));
    int version = 0;
    SAY(cudaRuntimeGetVersion(&version));
    VALUE(version);
}

} // namespace
