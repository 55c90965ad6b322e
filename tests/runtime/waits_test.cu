// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Kernels that wait for what comes after their launch: of the host, of another stream, of another device.
#include "check.h"

#include <chrono>
#include <thread>

namespace {

__global__ void waitUntil(const volatile int* flag, int value, int* out) {
    while (*flag < value) {
    }
    if (out) *out = value;
}
__global__ void setTo(int* out, int value) {
    *out = value;
}
/// Of two kernels: each goes on when the other one does, and takes what that has left.
__global__ void takeTurns(volatile int* mine, const volatile int* other, int times, int* sum) {
    for (int i = 1; i <= times; ++i) {
        *mine = i;
        __threadfence_system();
        while (*other < i) {
        }
        *sum += *other;
    }
}

/// Page-locked numbers, all 0 at first.
class RuntimeWaits : public testing::Test {
protected:
    void SetUp() override {
        // Code that a GPU loads when it is launched first would wait for the kernel that runs.
        for (const void* kernel :
             {reinterpret_cast<const void*>(&waitUntil), reinterpret_cast<const void*>(&setTo),
              reinterpret_cast<const void*>(&takeTurns)}) {
            cudaFuncAttributes attributes{};
            WORKS(cudaFuncGetAttributes(&attributes, kernel));
        }
        WORKS(cudaMallocHost(&shared, 8 * sizeof(int)));
        for (int i = 0; i < 8; ++i) shared[i] = 0;
        WORKS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        WORKS(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    }
    void TearDown() override {
        WORKS(cudaStreamDestroy(stream));
        WORKS(cudaStreamDestroy(other));
        WORKS(cudaFreeHost(const_cast<int*>(shared)));
    }
    int* at(int index) const { return const_cast<int*>(shared + index); }

    volatile int* shared = nullptr;
    cudaStream_t stream = nullptr, other = nullptr;
};

TEST_F(RuntimeWaits, AKernelWaitsForItsHostAndWhatIsBehindItForBoth) {
    cudaEvent_t before = nullptr, behind = nullptr;
    WORKS(cudaEventCreate(&before));
    WORKS(cudaEventCreate(&behind));
    const OnDevice<int> value(std::vector<int>{5});
    WORKS(cudaEventRecord(before, stream));
    waitUntil<<<1, 64, 0, stream>>>(at(0), 1, at(1));
    WORKS(cudaMemcpyAsync(at(5), value.get(), sizeof(int), cudaMemcpyDeviceToHost, stream));
    setTo<<<1, 1, 0, stream>>>(at(2), 7);
    WORKS(cudaLaunchHostFunc(
        stream, [](void* data) { *static_cast<int*>(data) = 8; }, at(3)));
    WORKS(cudaEventRecord(behind, stream));
    WORKS(cudaStreamWaitEvent(other, behind));
    setTo<<<1, 1, 0, other>>>(at(4), 9);
    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    EXPECT_EQ(cudaEventQuery(behind), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(other), cudaErrorNotReady);
    WORKS(cudaEventSynchronize(before)); // which nothing holds up
    EXPECT_EQ(shared[1] + shared[2] + shared[3] + shared[4], 0);
    shared[0] = 1;
    WORKS(cudaStreamSynchronize(other));
    EXPECT_EQ(shared[1], 1);
    EXPECT_EQ(shared[5], 5);
    EXPECT_EQ(shared[2], 7);
    EXPECT_EQ(shared[3], 8);
    EXPECT_EQ(shared[4], 9);
    float milliseconds = -1;
    WORKS(cudaEventElapsedTime(&milliseconds, before, behind));
    EXPECT_GT(milliseconds, 0);
    WORKS(cudaEventDestroy(before));
    WORKS(cudaEventDestroy(behind));
}

TEST_F(RuntimeWaits, TheDefaultStreamKeepsItsOrder) {
    cudaStream_t waits = nullptr;
    WORKS(cudaStreamCreate(&waits));
    waitUntil<<<1, 1, 0, waits>>>(at(0), 1, at(1));
    setTo<<<1, 1>>>(at(2), 3);
    EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
    WORKS(cudaStreamQuery(other));
    EXPECT_EQ(shared[2], 0);
    shared[0] = 1;
    WORKS(cudaStreamSynchronize(nullptr));
    EXPECT_EQ(shared[1], 1);
    EXPECT_EQ(shared[2], 3);
    WORKS(cudaStreamDestroy(waits));
}

TEST_F(RuntimeWaits, AKernelWaitsForAnotherStream) {
    const OnDevice<int> flags(std::vector<int>{0, 0});
    waitUntil<<<2, 32, 0, stream>>>(flags.get(), 4, flags.get() + 1);
    setTo<<<1, 1, 0, other>>>(flags.get(), 4);
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(flags.values(), (std::vector<int>{4, 4}));
}

TEST_F(RuntimeWaits, KernelsOfTwoStreamsWaitForEachOther) {
    const OnDevice<int> sums(std::vector<int>{0, 0});
    takeTurns<<<1, 1, 0, stream>>>(at(0), at(1), 20, sums.get());
    takeTurns<<<1, 1, 0, other>>>(at(1), at(0), 20, sums.get() + 1);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(shared[0], 20);
    EXPECT_EQ(shared[1], 20);
    for (const int sum : sums.values()) EXPECT_GE(sum, 210);
}

TEST_F(RuntimeWaits, TheHostWaitsForTheKernelWithoutACall) {
    waitUntil<<<1, 1, 0, stream>>>(at(0), 1, at(1));
    shared[0] = 1;
    while (shared[1] == 0) {
    }
    WORKS(cudaStreamSynchronize(stream));
}

TEST_F(RuntimeWaits, AThreadOfTheHostWritesWhileAnotherWaits) {
    waitUntil<<<1, 1, 0, stream>>>(at(0), 1, at(1));
    std::thread writer([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        shared[0] = 1;
    });
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(shared[1], 1);
    writer.join();
}

TEST_F(RuntimeWaits, KernelsOfTwoDevicesWaitForEachOther) {
    int devices = 0;
    WORKS(cudaGetDeviceCount(&devices));
    if (devices < 2) GTEST_SKIP() << "there are not two devices";
    for (int device = 0; device < 2; ++device) {
        WORKS(cudaSetDevice(device));
        takeTurns<<<1, 1>>>(at(device), at(1 - device), 50, at(2 + device));
        int *mine = at(4 + device), *others = at(5 - device), *sum = at(6 + device), times = 50;
        void* arguments[] = {&mine, &others, &times, &sum};
        WORKS(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&takeTurns), dim3(1), dim3(1),
                                          arguments, 0, nullptr));
    }
    for (int device = 0; device < 2; ++device) {
        WORKS(cudaSetDevice(device));
        WORKS(cudaDeviceSynchronize());
    }
    WORKS(cudaSetDevice(0));
    EXPECT_EQ(shared[0] + shared[1], 100);
    EXPECT_EQ(shared[4] + shared[5], 100);
    for (const int index : {2, 3, 6, 7}) EXPECT_GE(shared[index], 50 * 51 / 2);
}

} // namespace
