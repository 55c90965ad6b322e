// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Launches, variables of the device, errors.
#include "check.h"

#include <cooperative_groups.h>

namespace {

__device__ int counter;
__device__ int initialised = 17;
__constant__ float table[16];
__managed__ int managed = 5;

struct Big {
    double values[40];
    int* sum;
};

__global__ void useBig(Big big) {
    int sum = 0;
    for (double value : big.values) sum += int(value);
    *big.sum = sum;
}
__global__ void count() {
    atomicAdd(&counter, 1);
}
__global__ void look(float* out) {
    out[threadIdx.x] = table[threadIdx.x] + managed;
    if (threadIdx.x == 0) managed += initialised;
}
__global__ void spread(int* out, int n) {
    __shared__ int values[10000];
    for (int i = int(threadIdx.x); i < 10000; i += int(blockDim.x)) values[i] = i * n;
    __syncthreads();
    out[threadIdx.x] = values[(int(threadIdx.x) * 37 + n) % 10000];
}
__global__ void __launch_bounds__(128) bounded() {
    atomicAdd(&counter, 1);
}
template<class T>
__global__ void scale(T* values, T factor) {
    values[threadIdx.x] *= factor;
}
__global__ void reverse(int* values) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void passOn(int* values, int* result) {
    if (threadIdx.x == 0) values[blockIdx.x] = int(blockIdx.x);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) result[blockIdx.x] = values[(blockIdx.x + 1) % gridDim.x];
}

TEST(RuntimeLaunch, StructuresAreGivenWhole) {
    const OnDevice<int> sum(1);
    Big big{};
    for (int i = 0; i < 40; ++i) big.values[i] = i;
    big.sum = sum.get();
    useBig<<<1, 1>>>(big);
    EXPECT_EQ(sum.values().front(), 780);
}

TEST(RuntimeLaunch, VariablesOfTheDeviceAreReadAndWritten) {
    int value = 0;
    WORKS(cudaMemcpyToSymbol(counter, &value, sizeof value));
    count<<<4, 64>>>();
    WORKS(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT_EQ(value, 256);
    void* address = nullptr;
    std::size_t bytes = 0;
    WORKS(cudaGetSymbolAddress(&address, counter));
    WORKS(cudaGetSymbolSize(&bytes, table));
    EXPECT_EQ(bytes, 64U);
    value = 7;
    WORKS(cudaMemcpy(address, &value, sizeof value, cudaMemcpyHostToDevice));
    count<<<1, 1>>>();
    WORKS(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT_EQ(value, 8);
}

TEST(RuntimeLaunch, ConstantAndManagedVariablesAreSeen) {
    std::vector<float> values(16);
    for (int i = 0; i < 16; ++i) values[i] = float(i);
    WORKS(cudaMemcpyToSymbol(table, values.data(), 64));
    WORKS(cudaMemcpyToSymbol(table, values.data(), 4, 60));
    managed = 5;
    const OnDevice<float> out(16);
    look<<<1, 16>>>(out.get());
    const std::vector<float> seen = out.values();
    EXPECT_EQ(managed, 22);
    EXPECT_EQ(seen[1], 6);
    EXPECT_EQ(seen[15], 5);
    FAILS_WITH(cudaErrorInvalidValue, cudaMemcpyToSymbol(table, values.data(), 64, 4));
    FAILS_WITH(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(&values, values.data(), 4));
}

TEST(RuntimeLaunch, TemplatesAreKernelsOfTheirOwn) {
    const OnDevice<int> whole(std::vector<int>(32, 3));
    const OnDevice<double> real(std::vector<double>(32, 0.25));
    scale<<<1, 32>>>(whole.get(), 5);
    scale<<<1, 32>>>(real.get(), 8.0);
    EXPECT_EQ(whole.values(), std::vector<int>(32, 15));
    EXPECT_EQ(real.values(), std::vector<double>(32, 2.0));
}

TEST(RuntimeLaunch, SharedMemoryIsAskedFor) {
    std::vector<int> values(128);
    for (int i = 0; i < 128; ++i) values[i] = i;
    const OnDevice<int> data(values);
    reverse<<<1, 128, 128 * sizeof(int)>>>(data.get());
    EXPECT_EQ(data.values()[0], 127);
    EXPECT_EQ(data.values()[127], 0);
    void* arguments[] = {nullptr};
    int* pointer = data.get();
    arguments[0] = &pointer;
    WORKS(cudaLaunchKernel(reverse, dim3(1), dim3(128), arguments, 512, nullptr));
    EXPECT_EQ(data.values(), values);
}

TEST(RuntimeLaunch, MoreThanUsualSharedMemoryIsAllowedFirst) {
    const OnDevice<int> data(128);
    reverse<<<1, 128, 100000>>>(data.get());
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    WORKS(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    reverse<<<1, 128, 100000>>>(data.get());
    WORKS(cudaGetLastError());
    WORKS(cudaDeviceSynchronize());
}

TEST(RuntimeLaunch, CooperativeBlocksWaitForEachOther) {
    const OnDevice<int> values(64), result(64);
    int *from = values.get(), *to = result.get();
    void* arguments[] = {&from, &to};
    WORKS(cudaLaunchCooperativeKernel(passOn, dim3(64), dim3(32), arguments, 0, nullptr));
    const std::vector<int> seen = result.values();
    EXPECT_EQ(seen[0], 1);
    EXPECT_EQ(seen[63], 0);
    FAILS_WITH(cudaErrorCooperativeLaunchTooLarge,
               cudaLaunchCooperativeKernel(passOn, dim3(1 << 20), dim3(32), arguments, 0, nullptr));
}

TEST(RuntimeLaunch, WrongShapesAreRefusedAndForgotten) {
    count<<<1, 1025>>>();
    EXPECT_NE(cudaPeekAtLastError(), cudaSuccess);
    EXPECT_NE(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    count<<<0, 32>>>();
    EXPECT_NE(cudaGetLastError(), cudaSuccess);
    WORKS(cudaDeviceSynchronize());
}

TEST(RuntimeLaunch, AKernelTellsOfItself) {
    cudaFuncAttributes attributes{};
    WORKS(cudaFuncGetAttributes(&attributes, reverse));
    EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
    EXPECT_EQ(attributes.sharedSizeBytes, 0U);
    EXPECT_GT(attributes.numRegs, 0);
    int blocks = 0;
    WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, 1024, 0));
    EXPECT_EQ(blocks, 2);
    int smallest = 0, size = 0;
    WORKS(cudaOccupancyMaxPotentialBlockSize(&smallest, &size, count));
    EXPECT_GE(size, 512);
    FAILS_WITH(cudaErrorInvalidDeviceFunction,
               cudaFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)));
}

TEST(RuntimeErrors, HaveNamesAndTexts) {
    EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidPitchValue), "invalid pitch argument");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorLaunchTimeout), "the launch timed out and was terminated");
    EXPECT_STREQ(cudaGetErrorName(cudaErrorApiFailureBase), "cudaErrorApiFailureBase");
    EXPECT_STREQ(cudaGetErrorName(cudaError_t(12345)), "unrecognized error code");
}

TEST(RuntimeErrors, AreKeptUntilTheyAreAskedFor) {
    EXPECT_EQ(cudaSetDevice(1000), cudaErrorInvalidDevice);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

/// What a launch returned; whatever it was, the next one has to work.
cudaError_t launched(dim3 grid, dim3 block, std::size_t sharedBytes = 0) {
    count<<<grid, block, sharedBytes>>>();
    const cudaError_t error = cudaGetLastError();
    WORKS(cudaDeviceSynchronize());
    return error;
}

TEST(RuntimeErrors, OfLaunchesThatNoDeviceTakesAreForgotten) {
    for (const dim3 block : {dim3(1025), dim3(32, 64), dim3(1, 1, 65), dim3(1, 1025), dim3(0), dim3(32, 0)})
        EXPECT_EQ(launched(1, block), cudaErrorInvalidValue) << block.x << " x " << block.y << " x " << block.z;
    for (const dim3 grid : {dim3(1, 65536), dim3(1, 1, 65536), dim3(2147483648U), dim3(0), dim3(1, 0)})
        EXPECT_EQ(launched(grid, 32), cudaErrorInvalidValue) << grid.x << " x " << grid.y << " x " << grid.z;
    WORKS(launched(dim3(1, 65535), 1));
    WORKS(launched(1, dim3(16, 1, 64)));
    WORKS(launched(1, 32, 48 * 1024));
    EXPECT_EQ(launched(1, 32, 48 * 1024 + 1), cudaErrorInvalidValue);
    bounded<<<1, 256>>>();
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    void* const none = nullptr;
    EXPECT_EQ(cudaLaunchCooperativeKernel(count, dim3(100000), dim3(1024), const_cast<void**>(&none), 0, nullptr),
              cudaErrorCooperativeLaunchTooLarge);
    EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    WORKS(launched(1, 32));
}

TEST(RuntimeLaunch, AMultiprocessorHoldsWhatItHasRoomFor) {
    const auto held = [](int threads, std::size_t sharedBytes) {
        int blocks = -1;
        WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, threads, sharedBytes));
        return blocks;
    };
    EXPECT_EQ(held(96, 0), 21);
    EXPECT_EQ(held(1024, 0), 2);
    EXPECT_EQ(held(32, 48 * 1024), 4);
    EXPECT_EQ(held(32, 50000), 0) << "more than a launch may ask for";
}

TEST(RuntimeLaunch, DynamicSharedMemoryIsWhatStaticLeaves) {
    cudaFuncAttributes attributes{};
    WORKS(cudaFuncGetAttributes(&attributes, spread));
    EXPECT_EQ(attributes.sharedSizeBytes, 40000U);
    EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 9152);
    const OnDevice<int> out(32);
    const auto error = [&](std::size_t sharedBytes) {
        spread<<<1, 32, sharedBytes>>>(out.get(), 3);
        return cudaGetLastError();
    };
    const auto held = [](std::size_t sharedBytes) {
        int blocks = -1;
        WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spread, 32, sharedBytes));
        return blocks;
    };
    WORKS(error(9152));
    EXPECT_EQ(error(9153), cudaErrorInvalidValue);
    EXPECT_EQ(held(0), 5);
    EXPECT_EQ(held(9152), 4);
    EXPECT_EQ(held(9153), 0);
    const auto available = [](int blocks) {
        std::size_t bytes = 0;
        WORKS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, spread, blocks, 32));
        return bytes;
    };
    EXPECT_EQ(available(1), 9152U);
    EXPECT_EQ(available(3), 9152U);
    constexpr auto kMost = cudaFuncAttributeMaxDynamicSharedMemorySize;
    FAILS_WITH(cudaErrorInvalidValue, cudaFuncSetAttribute(spread, kMost, 192449));
    WORKS(cudaFuncSetAttribute(spread, kMost, 192448));
    EXPECT_EQ(available(1), 192448U);
    EXPECT_EQ(available(3), 37824U);
    WORKS(error(192448));
    WORKS(cudaDeviceSynchronize());
}

TEST(RuntimeErrors, WaitingIsNone) {
    cudaEvent_t event = nullptr;
    WORKS(cudaEventCreate(&event));
    WORKS(cudaEventRecord(event));
    cudaEventQuery(event); // done or not
    WORKS(cudaGetLastError());
    WORKS(cudaEventDestroy(event));
}

} // namespace
