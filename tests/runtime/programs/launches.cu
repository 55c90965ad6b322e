// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Launches of every kind, variables of the device, what kernels tell of themselves.
#include "program.h"

#include <cooperative_groups.h>

namespace {

__device__ int counter = 3;
__device__ double matrix[2][4];
__constant__ float table[8] = {1, 2, 3};
__managed__ long long total = 7;

__global__ void count(int what) {
    atomicAdd(&counter, what);
}
__global__ void useAll(float* out) {
    out[threadIdx.x] = table[threadIdx.x] + static_cast<float>(matrix[1][threadIdx.x % 4]);
    if (threadIdx.x == 0) total += counter;
}
struct Pair {
    char tag;
    double value;
    short last[3];
};
__global__ void structures(Pair pair, float4 vector, bool flag, double* out) {
    out[0] = pair.tag;
    out[1] = pair.value + pair.last[2];
    out[2] = vector.w;
    out[3] = flag;
}
__global__ void __launch_bounds__(128) bounded(int* out) {
    out[threadIdx.x] = 1;
}
__global__ void withShared(int* out) {
    __shared__ int fixed[100];
    extern __shared__ int dynamic[];
    fixed[threadIdx.x % 100] = 1;
    dynamic[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x] + fixed[0];
}
__global__ void together(int* values, int* out) {
    const auto grid = cooperative_groups::this_grid();
    if (threadIdx.x == 0) values[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
    grid.sync();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += values[i];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__device__ int twice(int x) {
    return 2 * x;
}
__device__ int square(int x) {
    return x * x;
}
__device__ int (*const functions[])(int) = {twice, square};
struct Shape {
    __device__ virtual int corners() const { return 0; }
};
struct Triangle : Shape {
    __device__ int corners() const override { return 3; }
};
__global__ void called(int* out, int which) {
    const Triangle triangle;
    const Shape* const shape = &triangle;
    *out = functions[which](21) * 10 + shape->corners();
}
__global__ void child(int* out, int what) {
    atomicAdd(out, what);
}
__global__ void parent(int* out) {
    child<<<2, 4>>>(out, 1);
    cudaStream_t stream = nullptr;
    out[1] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    child<<<1, 4, 0, stream>>>(out, 100);
    child<<<1, 1, 0, cudaStreamTailLaunch>>>(out + 2, 5);
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(out + 2, 10);
    cudaStreamDestroy(stream);
    child<<<1, 2000>>>(out, 1);
    out[3] = cudaGetLastError();
    out[4] = cudaGetLastError();
}
__global__ void deviceMemory(int* out) {
    int* mine = nullptr;
    out[0] = cudaMalloc(&mine, 64);
    out[1] = mine != nullptr;
    for (int i = 0; i < 16; ++i) mine[i] = i * i;
    out[2] = mine[15];
    int* heap = static_cast<int*>(malloc(32));
    out[3] = heap != nullptr;
    *heap = 5;
    out[4] = *heap;
    free(heap);
    out[5] = cudaFree(mine);
}
__global__ void deviceCopies(int* from, int* to) {
    from[0] = cudaMemsetAsync(to + 112, 1, 64, 0);
    from[1] = cudaMemcpyAsync(to + 32, from + 32, 64, cudaMemcpyDeviceToDevice, 0);
    cudaStream_t stream = nullptr;
    from[2] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    from[3] = cudaMemcpyAsync(to + 64, from + 48, 64, cudaMemcpyDeviceToDevice, stream);
    from[4] = cudaStreamDestroy(stream);
}

PROGRAM(symbols) {
    int value = 0;
    SAY(cudaMemcpyFromSymbol(&value, counter, 4));
    VALUE(value);
    count<<<4, 8>>>(2);
    SAY(cudaMemcpyFromSymbol(&value, counter, 4));
    VALUE(value);
    const double row[4] = {10, 20, 30, 40};
    SAY(cudaMemcpyToSymbol(matrix, row, 32, 32));
    const float more[2] = {50, 60};
    SAY(cudaMemcpyToSymbolAsync(table, more, 8, 16, cudaMemcpyHostToDevice));
    float* out = zeros<float>(8);
    useAll<<<1, 8>>>(out);
    printDevice("out", out, 8);
    VALUE(total);
    void* address = nullptr;
    std::size_t bytes = 0;
    SAY(cudaGetSymbolAddress(&address, matrix));
    SAY(cudaGetSymbolSize(&bytes, matrix));
    VALUE(bytes);
    SAY(cudaGetSymbolSize(&bytes, table));
    VALUE(bytes);
    printDevice("matrix", static_cast<double*>(address), 8);
    SAY(cudaMemcpyFromSymbolAsync(out, matrix, 16, 32, cudaMemcpyDeviceToDevice));
    printDevice("out", reinterpret_cast<double*>(out), 2);
    SAY(cudaMemcpyToSymbol(table, row, 32, 8));
    SAY(cudaMemcpyToSymbol(table, row, 16, 0, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpyFromSymbol(&value, matrix, 4, 62));
    SAY(cudaMemcpyToSymbol(&value, row, 4));
    SAY(cudaGetSymbolAddress(&address, &value));
    SAY(cudaGetLastError());
}

PROGRAM(launchArguments) {
    double* out = zeros<double>(4);
    structures<<<1, 1>>>({'x', 2.5, {1, 2, 3}}, make_float4(1, 2, 3, 4), true, out);
    printDevice("out", out, 4);
    int* result = zeros<int>(1);
    for (const int which : {0, 1}) {
        called<<<1, 1>>>(result, which);
        printDevice("called", result, 1);
    }
    int what = 5;
    void* arguments[] = {&what};
    SAY(cudaLaunchKernel(reinterpret_cast<void*>(count), dim3(2), dim3(3), arguments, 0, nullptr));
    SAY(cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(2), dim3(3), arguments, 0, nullptr));
    SAY(cudaLaunchKernel(&what, dim3(2), dim3(3), arguments, 0, nullptr));
    SAY(cudaMemcpyFromSymbol(&what, counter, 4));
    VALUE(what);
    const char* name = nullptr;
    SAY(cudaFuncGetName(&name, reinterpret_cast<void*>(bounded)));
    VALUE(name != nullptr);
}

PROGRAM(launchShapes) {
    int* out = zeros<int>(1024);
    const auto launched = [&](dim3 grid, dim3 block, std::size_t shared) {
        withShared<<<grid, block, shared>>>(out);
        const cudaError_t error = cudaGetLastError(), waited = cudaDeviceSynchronize();
        std::printf("%u %u %u, %u %u %u, %zu: %s, %s\n", grid.x, grid.y, grid.z, block.x, block.y, block.z,
                    shared, cudaGetErrorName(error), cudaGetErrorName(waited));
    };
    launched(1, 32, 128);
    printDevice("out", out, 4);
    launched(0, 32, 128);
    launched(1, 0, 128);
    launched(1, 1025, 8192);
    launched(1, dim3(32, 33), 8192);
    launched(1, dim3(1, 1, 65), 8192);
    launched(dim3(1, 65536), 32, 128);
    launched(dim3(1, 1, 65536), 32, 128);
    launched(1, 1024, 49152 - 400);
    launched(1, 1024, 49152);
    launched(1, 32, 232448 - 400);
    SAY(cudaFuncSetAttribute(withShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448 - 400));
    launched(1, 32, 232448 - 400);
    launched(1, 32, 232448 - 399);
    SAY(cudaFuncSetAttribute(withShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    SAY(cudaFuncSetAttribute(withShared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    SAY(cudaFuncSetAttribute(withShared, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    SAY(cudaFuncSetAttribute(withShared, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    SAY(cudaFuncSetCacheConfig(withShared, cudaFuncCachePreferShared));
    bounded<<<1, 129>>>(out);
    SAY(cudaGetLastError());
    bounded<<<1, 128>>>(out);
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
}

PROGRAM(launchAttributes) {
    int* out = zeros<int>(1024);
    cudaLaunchConfig_t config{};
    config.gridDim = 1;
    config.blockDim = 32;
    config.dynamicSmemBytes = 128;
    cudaLaunchAttribute attributes[2]{};
    config.attrs = attributes;
    SAY(cudaLaunchKernelEx(&config, withShared, out));
    config.numAttrs = 1;
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[0].val.priority = -1;
    SAY(cudaLaunchKernelEx(&config, withShared, out));
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    SAY(cudaLaunchKernelEx(&config, withShared, out));
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    SAY(cudaLaunchKernelEx(&config, withShared, out));
    attributes[0].id = cudaLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    config.gridDim = 4;
    int *values = zeros<int>(8), *sums = zeros<int>(8);
    SAY(cudaLaunchKernelEx(&config, together, values, sums));
    printDevice("sums", sums, 4);
    config.gridDim = 1 << 20;
    SAY(cudaLaunchKernelEx(&config, together, values, sums));
    config.gridDim = 0;
    SAY(cudaLaunchKernelEx(&config, together, values, sums));
    void* arguments[] = {&values, &sums};
    SAY(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(together), dim3(8), dim3(64), arguments, 0,
                                    nullptr));
    printDevice("sums", sums, 8);
    SAY(cudaGetLastError());
}

PROGRAM(kernelsKnown) {
    cudaFuncAttributes known{};
    SAY(cudaFuncGetAttributes(&known, withShared));
    VALUE(known.sharedSizeBytes);
    VALUE(known.constSizeBytes);
    VALUE(known.localSizeBytes);
    VALUE(known.maxThreadsPerBlock);
    VALUE(known.maxDynamicSharedSizeBytes);
    VALUE(known.preferredShmemCarveout);
    VALUE(known.binaryVersion);
    VALUE(known.numRegs > 0);
    SAY(cudaFuncGetAttributes(&known, bounded));
    VALUE(known.maxThreadsPerBlock);
    SAY(cudaFuncGetAttributes(nullptr, withShared));
    SAY(cudaFuncGetAttributes(&known, static_cast<const void*>(&counter)));
    const auto held = [](int threads, std::size_t shared) {
        int blocks = -1;
        const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, withShared, threads, shared);
        std::printf("%d threads, %zu bytes: %s, %d blocks\n", threads, shared, cudaGetErrorName(error),
                    blocks);
    };
    for (const int threads : {1, 32, 33, 64, 96, 128, 256, 512, 768, 1024, 1025, 0, -1}) held(threads, 0);
    for (const std::size_t shared : {1000, 8192, 16000, 32768, 48752, 48753}) held(64, shared);
    int smallest = 0, size = 0;
    SAY(cudaOccupancyMaxPotentialBlockSize(&smallest, &size, bounded));
    VALUE(smallest);
    VALUE(size);
    SAY(cudaOccupancyMaxPotentialBlockSize(&smallest, &size, count, 0, 100));
    VALUE(size);
    std::size_t bytes = 0;
    for (const int blocks : {1, 2, 8, 16, 33}) {
        SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, withShared, blocks, 64));
        VALUE(bytes);
    }
    SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, withShared, 32, 0));
}

PROGRAM(launchesOfTheDevice) {
    int* out = zeros<int>(8);
    parent<<<1, 1>>>(out);
    SAY(cudaDeviceSynchronize());
    printDevice("out", out, 5);
    int* seen = zeros<int>(64);
    deviceMemory<<<1, 1>>>(seen);
    SAY(cudaDeviceSynchronize());
    printDevice("seen", seen, 6);
    int* const to = zeros<int>(128);
    const std::vector<int> start = ramp(64);
    SAY(cudaMemcpy(seen, start.data(), 256, cudaMemcpyHostToDevice));
    deviceCopies<<<1, 1>>>(seen, to);
    SAY(cudaDeviceSynchronize());
    printDevice("seen", seen, 8);
    // cudaMemsetAsync in a kernel says on an H200 (CUDA 13.0) that all is well, and fills nothing; here it
    // fills.
    printDevice("to", to, 112);
    std::size_t pending = 0;
    SAY(cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount));
    VALUE(pending);
}

} // namespace
