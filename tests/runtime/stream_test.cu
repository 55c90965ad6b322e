// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Streams, events, callbacks and graphs.
#include "check.h"

#include <atomic>

namespace {

__global__ void add(int* value, int what) {
    *value = *value * 10 + what;
}

TEST(RuntimeStreams, KeepTheirOrder) {
    cudaStream_t a = nullptr, b = nullptr;
    WORKS(cudaStreamCreate(&a));
    WORKS(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    cudaEvent_t done = nullptr;
    WORKS(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    const OnDevice<int> value(std::vector<int>{0});
    add<<<1, 1, 0, a>>>(value.get(), 1);
    WORKS(cudaEventRecord(done, a));
    WORKS(cudaStreamWaitEvent(b, done));
    add<<<1, 1, 0, b>>>(value.get(), 2);
    WORKS(cudaStreamSynchronize(b));
    EXPECT_EQ(value.values().front(), 12);
    WORKS(cudaStreamQuery(a));
    unsigned flags = 0;
    WORKS(cudaStreamGetFlags(b, &flags));
    EXPECT_EQ(flags, unsigned(cudaStreamNonBlocking));
    WORKS(cudaEventDestroy(done));
    WORKS(cudaStreamDestroy(a));
    WORKS(cudaStreamDestroy(b));
}

TEST(RuntimeStreams, HavePriorities) {
    int least = -9, greatest = 9, priority = 9;
    WORKS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT_EQ(least, 0);
    EXPECT_LT(greatest, 0);
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 100));
    WORKS(cudaStreamGetPriority(stream, &priority));
    EXPECT_EQ(priority, greatest);
    WORKS(cudaStreamDestroy(stream));
}

TEST(RuntimeStreams, CallTheHost) {
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    static std::atomic<int> called{0};
    int three = 3;
    WORKS(cudaLaunchHostFunc(stream, [](void* data) { called += *static_cast<int*>(data); }, &three));
    WORKS(cudaStreamAddCallback(
        stream, [](cudaStream_t, cudaError_t status, void*) { called += status == cudaSuccess ? 40 : 0; }, nullptr, 0));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(called, 43);
    WORKS(cudaStreamDestroy(stream));
}

TEST(RuntimeEvents, MeasureTime) {
    cudaEvent_t start = nullptr, end = nullptr, untimed = nullptr;
    WORKS(cudaEventCreate(&start));
    WORKS(cudaEventCreate(&end));
    WORKS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float milliseconds = -1;
    FAILS_WITH(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, end));
    WORKS(cudaEventRecord(start));
    WORKS(cudaEventRecord(untimed));
    WORKS(cudaEventRecord(end));
    WORKS(cudaEventSynchronize(end));
    WORKS(cudaEventElapsedTime(&milliseconds, start, end));
    EXPECT_GE(milliseconds, 0);
    FAILS_WITH(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, untimed));
    WORKS(cudaEventDestroy(start));
    WORKS(cudaEventDestroy(end));
    WORKS(cudaEventDestroy(untimed));
}

TEST(RuntimeGraphs, AreCapturedAndLaunchedAgain) {
    cudaStream_t stream = nullptr, side = nullptr;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaStreamCreate(&side));
    cudaEvent_t fork = nullptr, join = nullptr;
    WORKS(cudaEventCreate(&fork));
    WORKS(cudaEventCreate(&join));
    const OnDevice<int> value(std::vector<int>{0}), other(std::vector<int>{0});
    cudaGraph_t graph = nullptr;
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(value.get(), 1);
    WORKS(cudaEventRecord(fork, stream));
    WORKS(cudaStreamWaitEvent(side, fork));
    add<<<1, 1, 0, side>>>(other.get(), 5);
    WORKS(cudaEventRecord(join, side));
    WORKS(cudaStreamWaitEvent(stream, join));
    add<<<1, 1, 0, stream>>>(value.get(), 2);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    WORKS(cudaStreamIsCapturing(side, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    WORKS(cudaStreamEndCapture(stream, &graph));
    EXPECT_EQ(value.values().front(), 0) << "capturing runs nothing";
    std::size_t nodes = 0;
    WORKS(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_EQ(nodes, 3U);
    cudaGraphExec_t exec = nullptr;
    WORKS(cudaGraphInstantiate(&exec, graph, 0));
    WORKS(cudaGraphLaunch(exec, stream));
    WORKS(cudaGraphLaunch(exec, stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(value.values().front(), 1212);
    EXPECT_EQ(other.values().front(), 55);
    WORKS(cudaGraphExecDestroy(exec));
    WORKS(cudaGraphDestroy(graph));
    for (const cudaEvent_t event : {fork, join}) WORKS(cudaEventDestroy(event));
    for (const cudaStream_t each : {stream, side}) WORKS(cudaStreamDestroy(each));
}

TEST(RuntimeGraphs, AreLaunchedWhenTheirOriginalIsGone) {
    OnDevice<int> value(std::vector<int>{0});
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(value.get(), 4);
    add<<<1, 1, 0, stream>>>(value.get(), 2);
    cudaGraph_t graph = nullptr;
    WORKS(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t exec = nullptr;
    WORKS(cudaGraphInstantiate(&exec, graph, 0));
    WORKS(cudaGraphDestroy(graph));
    const std::vector<char> others(1000, 1); // may lie where the graph was
    WORKS(cudaGraphLaunch(exec, stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(value.values(), std::vector<int>{42}) << others.size();
    WORKS(cudaGraphExecDestroy(exec));
    WORKS(cudaStreamDestroy(stream));
}

/// A capture into which a graph is launched cannot go on; and a graph with memory of its own is no child graph.
TEST(RuntimeGraphs, AreNotLaunchedIntoCaptures) {
    const OnDevice<int> value(std::vector<int>{0});
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    cudaGraph_t graph = nullptr, outer = nullptr;
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(value.get(), 4);
    WORKS(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t exec = nullptr;
    WORKS(cudaGraphInstantiate(&exec, graph, 0));
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    FAILS_WITH(cudaErrorStreamCaptureUnsupported, cudaGraphLaunch(exec, stream));
    FAILS_WITH(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &outer));
    EXPECT_EQ(outer, nullptr);
    WORKS(cudaGraphLaunch(exec, stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(value.values(), std::vector<int>{4});

    cudaGraph_t own = nullptr;
    void* memory = nullptr;
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    WORKS(cudaMallocAsync(&memory, 64, stream));
    WORKS(cudaFreeAsync(memory, stream));
    WORKS(cudaStreamEndCapture(stream, &own));
    WORKS(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t node = nullptr;
    FAILS_WITH(cudaErrorNotSupported, cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, own));
    WORKS(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph));
    WORKS(cudaGraphExecDestroy(exec));
    for (const cudaGraph_t each : {graph, own, outer}) WORKS(cudaGraphDestroy(each));
    WORKS(cudaStreamDestroy(stream));
}

TEST(RuntimeGraphs, AreBuiltByHand) {
    const OnDevice<int> value(std::vector<int>{7});
    cudaGraph_t graph = nullptr;
    WORKS(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first = nullptr, kernel = nullptr, last = nullptr;
    cudaMemsetParams fill{};
    fill.dst = value.get();
    fill.elementSize = 4;
    fill.width = fill.height = 1;
    fill.value = 3;
    WORKS(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &fill));
    int what = 4;
    int* pointer = value.get();
    void* arguments[] = {&pointer, &what};
    cudaKernelNodeParams params{};
    params.func = reinterpret_cast<void*>(&add);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    WORKS(cudaGraphAddKernelNode(&kernel, graph, &first, 1, &params));
    int result = 0;
    WORKS(cudaGraphAddMemcpyNode1D(&last, graph, &kernel, 1, &result, value.get(), sizeof result,
                                   cudaMemcpyDeviceToHost));
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    WORKS(cudaGraphNodeGetType(kernel, &type));
    EXPECT_EQ(type, cudaGraphNodeTypeKernel);
    cudaGraphExec_t exec = nullptr;
    WORKS(cudaGraphInstantiate(&exec, graph, 0));
    WORKS(cudaGraphLaunch(exec, nullptr));
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(result, 34);
    what = 9;
    WORKS(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
    WORKS(cudaGraphLaunch(exec, nullptr));
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(result, 39);
    WORKS(cudaGraphExecDestroy(exec));
    WORKS(cudaGraphDestroy(graph));
}

} // namespace
