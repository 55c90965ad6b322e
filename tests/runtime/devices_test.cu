// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Several devices: they run where there are two.
#include "check.h"

#include <tuple>

namespace {

__device__ int ofDevice;
__managed__ int ofAll;

__global__ void addToEach(int* values, int what) {
    values[threadIdx.x] += what;
}
__global__ void sumOfEach(const int* a, const int* b, int* out) {
    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
__global__ void countOn(int by) {
    ofDevice += by;
    ofAll += by;
}
__global__ void readTexel(cudaTextureObject_t texture, float* out) {
    *out = tex2D<float>(texture, 0.5F, 0.5F);
}

/// Skips where there are not two; ends with the first device.
class RuntimeDevices : public testing::Test {
protected:
    void SetUp() override {
        int devices = 0;
        WORKS(cudaGetDeviceCount(&devices));
        if (devices < 2) GTEST_SKIP() << "there are not two devices";
    }
    void TearDown() override { WORKS(cudaSetDevice(0)); }
};

int presentDevice() {
    int device = -1;
    WORKS(cudaGetDevice(&device));
    return device;
}

/// 32 numbers on a device.
struct Numbers {
    int* data = nullptr;
    Numbers(int device, int first) {
        const int before = presentDevice();
        int values[32];
        for (int i = 0; i < 32; ++i) values[i] = first + i;
        WORKS(cudaSetDevice(device));
        WORKS(cudaMalloc(&data, sizeof values));
        WORKS(cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice));
        WORKS(cudaSetDevice(before));
    }
    ~Numbers() { WORKS(cudaFree(data)); }
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;
    int at(int index) const {
        int value = 0;
        WORKS(cudaMemcpy(&value, data + index, sizeof value, cudaMemcpyDeviceToHost));
        return value;
    }
};

TEST_F(RuntimeDevices, AreChosenByEachThread) {
    EXPECT_EQ(presentDevice(), 0);
    WORKS(cudaSetDevice(1));
    EXPECT_EQ(presentDevice(), 1);
    FAILS_WITH(cudaErrorInvalidDevice, cudaSetDevice(77));
    FAILS_WITH(cudaErrorInvalidDevice, cudaSetDevice(-1));
    EXPECT_EQ(presentDevice(), 1);
    cudaDeviceProp first{}, second{};
    WORKS(cudaGetDeviceProperties(&first, 0));
    WORKS(cudaGetDeviceProperties(&second, 1));
    EXPECT_STREQ(first.name, second.name);
    const auto placeOf = [](const cudaDeviceProp& of) {
        return std::tuple(of.pciDomainID, of.pciBusID, of.pciDeviceID);
    };
    EXPECT_NE(placeOf(first), placeOf(second));
    char bus[32] = {};
    WORKS(cudaDeviceGetPCIBusId(bus, sizeof bus, 1));
    int device = -1;
    WORKS(cudaDeviceGetByPCIBusId(&device, bus));
    EXPECT_EQ(device, 1);
    FAILS_WITH(cudaErrorInvalidDevice, cudaGetDeviceProperties(&first, 77));
}

TEST_F(RuntimeDevices, HaveMemoryAndVariablesOfTheirOwn) {
    const Numbers a(0, 0), b(1, 100);
    cudaPointerAttributes attributes{};
    WORKS(cudaPointerGetAttributes(&attributes, a.data));
    EXPECT_EQ(attributes.device, 0);
    WORKS(cudaPointerGetAttributes(&attributes, b.data));
    EXPECT_EQ(attributes.device, 1);
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    std::size_t free = 0, total = 0, freeAfter = 0;
    WORKS(cudaSetDevice(1));
    WORKS(cudaMemGetInfo(&free, &total));
    {
        WORKS(cudaSetDevice(0));
        const OnDevice<char> large(64 << 20);
        WORKS(cudaSetDevice(1));
        WORKS(cudaMemGetInfo(&freeAfter, &total));
        EXPECT_EQ(free, freeAfter);
    }
    // A variable is one on each device, a managed one is the same for all.
    ofAll = 0;
    for (int device = 0; device < 2; ++device) {
        WORKS(cudaSetDevice(device));
        const int zero = 0;
        WORKS(cudaMemcpyToSymbol(ofDevice, &zero, sizeof zero));
        countOn<<<1, 1>>>(5 + device);
        WORKS(cudaDeviceSynchronize());
    }
    for (int device = 0; device < 2; ++device) {
        WORKS(cudaSetDevice(device));
        int value = 0;
        WORKS(cudaMemcpyFromSymbol(&value, ofDevice, sizeof value));
        EXPECT_EQ(value, 5 + device);
    }
    EXPECT_EQ(ofAll, 11);
}

TEST_F(RuntimeDevices, CopyFromOneToTheOther) {
    const Numbers a(0, 0), b(1, 100);
    WORKS(cudaMemcpyPeer(b.data, 1, a.data, 0, 16 * sizeof(int)));
    EXPECT_EQ(b.at(15), 15);
    EXPECT_EQ(b.at(16), 116);
    // By the addresses alone, and in a stream of either.
    WORKS(cudaMemcpy(a.data, b.data + 16, 8 * sizeof(int), cudaMemcpyDefault));
    EXPECT_EQ(a.at(0), 116);
    WORKS(cudaSetDevice(1));
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaSetDevice(0));
    WORKS(cudaMemcpyPeerAsync(a.data, 0, b.data, 1, 4 * sizeof(int), stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(a.at(3), 3);
    cudaMemcpy3DPeerParms box{};
    box.srcDevice = 1;
    box.srcPtr = make_cudaPitchedPtr(b.data, 4 * sizeof(int), 4, 4);
    box.dstDevice = 0;
    box.dstPtr = make_cudaPitchedPtr(a.data, 8 * sizeof(int), 8, 4);
    box.extent = make_cudaExtent(2 * sizeof(int), 3, 1);
    WORKS(cudaMemcpy3DPeer(&box));
    EXPECT_EQ(a.at(8), 4);
    EXPECT_EQ(a.at(17), 9);
    FAILS_WITH(cudaErrorInvalidDevice, cudaMemcpyPeer(b.data, 77, a.data, 0, 4));
    WORKS(cudaStreamDestroy(stream));
}

TEST_F(RuntimeDevices, UsePeersMemoryWhereTheyMay) {
    int can = 0, supported = 0;
    WORKS(cudaDeviceCanAccessPeer(&can, 0, 0));
    EXPECT_EQ(can, 0);
    WORKS(cudaDeviceCanAccessPeer(&can, 0, 1));
    if (!can) GTEST_SKIP() << "the devices are no peers";
    WORKS(cudaDeviceGetP2PAttribute(&supported, cudaDevP2PAttrAccessSupported, 0, 1));
    EXPECT_EQ(supported, 1);
    FAILS_WITH(cudaErrorInvalidDevice,
               cudaDeviceGetP2PAttribute(&supported, cudaDevP2PAttrAccessSupported, 0, 0));
    FAILS_WITH(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
    FAILS_WITH(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(1, 1));
    WORKS(cudaDeviceEnablePeerAccess(1, 0));
    FAILS_WITH(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
    const Numbers a(0, 0), b(1, 100), later(1, 1000);
    const Numbers out(0, 0);
    sumOfEach<<<1, 32>>>(b.data, later.data, out.data);
    addToEach<<<1, 32>>>(b.data, 7);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(out.at(31), 131 + 1031);
    EXPECT_EQ(b.at(31), 138);
    WORKS(cudaDeviceDisablePeerAccess(1));
    FAILS_WITH(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
}

TEST_F(RuntimeDevices, HaveStreamsAndEventsOfTheirOwn) {
    const Numbers a(0, 0), b(1, 100);
    cudaStream_t streams[2] = {};
    cudaEvent_t events[2] = {};
    for (int device = 0; device < 2; ++device) {
        WORKS(cudaSetDevice(device));
        WORKS(cudaStreamCreate(&streams[device]));
        WORKS(cudaEventCreate(&events[device]));
        int of = -1;
        WORKS(cudaStreamGetDevice(streams[device], &of));
        EXPECT_EQ(of, device);
    }
    // A kernel runs on the device of its stream, whichever is chosen; an event is recorded in a stream of its own;
    // waiting goes across.
    addToEach<<<1, 32, 0, streams[0]>>>(a.data, 1);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    addToEach<<<1, 32, 0, streams[1]>>>(b.data, 1);
    FAILS_WITH(cudaErrorInvalidResourceHandle, cudaEventRecord(events[0], streams[1]));
    WORKS(cudaEventRecord(events[1], streams[1]));
    WORKS(cudaStreamWaitEvent(streams[0], events[1], 0));
    WORKS(cudaSetDevice(0));
    addToEach<<<1, 32, 0, streams[0]>>>(a.data, 1);
    WORKS(cudaEventRecord(events[0], streams[0]));
    WORKS(cudaEventSynchronize(events[1]));
    WORKS(cudaEventSynchronize(events[0]));
    float milliseconds = 0;
    FAILS_WITH(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, events[0], events[1]));
    EXPECT_EQ(a.at(0), 2);
    EXPECT_EQ(b.at(0), 101);
    for (int i = 0; i < 2; ++i) {
        WORKS(cudaStreamDestroy(streams[i]));
        WORKS(cudaEventDestroy(events[i]));
    }
}

TEST_F(RuntimeDevices, HostMemoryIsForAll) {
    int* locked = nullptr;
    WORKS(cudaSetDevice(1));
    WORKS(cudaMallocHost(&locked, 32 * sizeof(int)));
    for (int i = 0; i < 32; ++i) locked[i] = i;
    addToEach<<<1, 32>>>(locked, 1);
    WORKS(cudaDeviceSynchronize());
    WORKS(cudaSetDevice(0));
    addToEach<<<1, 32>>>(locked, 1);
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(locked[31], 33);
    WORKS(cudaFreeHost(locked));
}

TEST_F(RuntimeDevices, HaveArraysPoolsAndGraphsOfTheirOwn) {
    WORKS(cudaSetDevice(1));
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    WORKS(cudaMallocArray(&array, &format, 4, 4));
    float* out = nullptr;
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaMallocAsync(&out, sizeof(float), stream));
    cudaPointerAttributes attributes{};
    WORKS(cudaPointerGetAttributes(&attributes, out));
    EXPECT_EQ(attributes.device, 1);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    const cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    WORKS(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    readTexel<<<1, 1, 0, stream>>>(texture, out);
    WORKS(cudaStreamEndCapture(stream, &graph));
    WORKS(cudaGraphInstantiate(&exec, graph, 0));
    // From the other device.
    WORKS(cudaSetDevice(0));
    const float value = 3.5F;
    WORKS(cudaMemcpy2DToArray(array, 0, 0, &value, 4, 4, 1, cudaMemcpyHostToDevice));
    WORKS(cudaGraphLaunch(exec, stream));
    WORKS(cudaStreamSynchronize(stream));
    float seen = 0;
    WORKS(cudaSetDevice(1)); // whose pool the memory is of: others have no access to it
    WORKS(cudaMemcpy(&seen, out, sizeof seen, cudaMemcpyDeviceToHost));
    EXPECT_EQ(seen, value);
    WORKS(cudaFreeAsync(out, stream));
    WORKS(cudaGraphExecDestroy(exec));
    WORKS(cudaGraphDestroy(graph));
    WORKS(cudaDestroyTextureObject(texture));
    WORKS(cudaFreeArray(array));
    WORKS(cudaStreamDestroy(stream));
}

} // namespace
