// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Graphs: captured, built by hand, changed, with memory and with conditions.
#include "program.h"

namespace {

__global__ void countDown(int* value, int* log, cudaGraphConditionalHandle handle) {
    *log = *log * 10 + *value;
    cudaGraphSetConditional(handle, --*value > 0 ? 1 : 0);
}
__global__ void choose(const int* value, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, static_cast<unsigned>(*value));
}

/// A kernel node's arguments, kept as long as the program.
struct Append {
    int* value;
    int digit;
    void* arguments[2]{&value, &digit};
    cudaKernelNodeParams params{};

    Append(int* target, int what) : value(target), digit(what) {
        params.func = reinterpret_cast<void*>(append);
        params.gridDim = params.blockDim = dim3(1);
        params.kernelParams = arguments;
    }
    Append(const Append&) = delete;
};

void countCall(void* calls) {
    ++*static_cast<int*>(calls);
}

void launchTwice(cudaGraph_t graph, cudaStream_t stream) {
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaGraphExecDestroy(exec));
}

PROGRAM(captured) {
    int* value = zeros<int>(1);
    cudaStream_t stream = nullptr, side = nullptr;
    SAY(cudaStreamCreate(&stream));
    SAY(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    cudaEvent_t fork = nullptr, join = nullptr;
    SAY(cudaEventCreate(&fork));
    SAY(cudaEventCreate(&join));
    cudaGraph_t graph = nullptr;
    int host[4] = {3, 0, 0, 0};
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    append<<<1, 1, 0, stream>>>(value, 1);
    SAY(cudaEventRecord(fork, stream));
    SAY(cudaStreamWaitEvent(side, fork));
    SAY(cudaMemcpyAsync(host + 1, host, 4, cudaMemcpyHostToHost, side));
    SAY(cudaEventRecord(join, side));
    SAY(cudaStreamWaitEvent(stream, join));
    SAY(cudaMemcpyAsync(host + 2, value, 4, cudaMemcpyDeviceToHost, stream));
    SAY(cudaMemsetAsync(value, 0, 4, stream));
    SAY(cudaLaunchHostFunc(stream, countCall, host + 3));
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    SAY(cudaStreamIsCapturing(side, &status));
    VALUE(status);
    unsigned long long id = 0;
    cudaGraph_t within = nullptr;
    const cudaGraphNode_t* needs = nullptr;
    std::size_t count = 0;
    SAY(cudaStreamGetCaptureInfo(stream, &status, &id, &within, &needs, nullptr, &count));
    VALUE(status);
    VALUE(count);
    VALUE(within != nullptr);
    SAY(cudaStreamEndCapture(stream, &graph));
    VALUE(graph == within);
    SAY(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    SAY(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    VALUE(count);
    SAY(cudaGraphGetRootNodes(graph, nullptr, &count));
    VALUE(count);
    launchTwice(graph, stream);
    print("host", host, 4);
    printDevice("value", value, 1);
    SAY(cudaGraphDestroy(graph));
}

PROGRAM(capturesRefused) {
    int* value = zeros<int>(1);
    cudaStream_t stream = nullptr, side = nullptr;
    cudaEvent_t event = nullptr;
    cudaGraph_t graph = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    SAY(cudaStreamCreate(&stream));
    SAY(cudaStreamCreate(&side));
    SAY(cudaEventCreate(&event));
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    append<<<1, 1, 0, stream>>>(value, 1);
    SAY(cudaGetLastError());
    SAY(cudaStreamEndCapture(stream, &graph));
    VALUE(graph == nullptr);
    // A branch that does not come back.
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaEventRecord(event, stream));
    SAY(cudaStreamWaitEvent(side, event));
    append<<<1, 1, 0, side>>>(value, 2);
    SAY(cudaStreamEndCapture(side, &graph));
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamIsCapturing(side, &status));
    VALUE(status);
    // The legacy stream, memory and waiting while a stream is being captured.
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    append<<<1, 1>>>(value, 3);
    SAY(cudaGetLastError());
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    void* memory = nullptr;
    SAY(cudaMalloc(&memory, 64));
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    SAY(cudaMalloc(&memory, 64));
    SAY(cudaDeviceSynchronize());
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    SAY(cudaEventRecord(event, stream));
    SAY(cudaEventQuery(event));
    SAY(cudaStreamEndCapture(stream, &graph));
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamQuery(stream));
    SAY(cudaStreamDestroy(stream));
    printDevice("value", value, 1);
}

PROGRAM(graphByHand) {
    int* value = zeros<int>(4);
    int host[4] = {4, 3, 2, 1}, back[4] = {};
    cudaGraph_t graph = nullptr, child = nullptr;
    SAY(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphCreate(&child, 0));
    cudaGraphNode_t copy = nullptr, kernel = nullptr, nested = nullptr, fill = nullptr, empty = nullptr,
                    function = nullptr, result = nullptr, inner = nullptr;
    Append first(value, 5), second(value + 1, 6);
    SAY(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, value, host, 16, cudaMemcpyHostToDevice));
    SAY(cudaGraphAddKernelNode(&kernel, graph, &copy, 1, &first.params));
    SAY(cudaGraphAddKernelNode(&inner, child, nullptr, 0, &second.params));
    SAY(cudaGraphAddChildGraphNode(&nested, graph, &copy, 1, child));
    cudaMemsetParams what{};
    what.dst = value + 3;
    what.elementSize = 2;
    what.width = 2;
    what.height = 1;
    what.value = 0x0102;
    SAY(cudaGraphAddMemsetNode(&fill, graph, &copy, 1, &what));
    const cudaGraphNode_t all[] = {kernel, nested, fill};
    SAY(cudaGraphAddEmptyNode(&empty, graph, all, 3));
    SAY(cudaGraphAddMemcpyNode1D(&result, graph, &empty, 1, back, value, 16, cudaMemcpyDeviceToHost));
    int calls = 0;
    cudaHostNodeParams called{countCall, &calls};
    SAY(cudaGraphAddHostNode(&function, graph, &result, 1, &called));
    launchTwice(graph, nullptr);
    print("back", back, 4);
    VALUE(calls);
    std::size_t count = 0;
    SAY(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    cudaGraphNode_t nodes[10] = {};
    count = 10;
    SAY(cudaGraphGetNodes(graph, nodes, &count));
    VALUE(count);
    for (std::size_t i = 0; i < 8; ++i) {
        cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
        if (nodes[i]) SAY(cudaGraphNodeGetType(nodes[i], &type));
        VALUE(type);
    }
    SAY(cudaGraphNodeGetDependencies(empty, nullptr, nullptr, &count));
    VALUE(count);
    SAY(cudaGraphNodeGetDependentNodes(copy, nullptr, nullptr, &count));
    VALUE(count);
    cudaGraph_t clone = nullptr;
    cudaGraphNode_t found = nullptr;
    SAY(cudaGraphClone(&clone, graph));
    SAY(cudaGraphNodeFindInClone(&found, kernel, clone));
    VALUE(found != kernel);
    cudaKernelNodeParams params{};
    SAY(cudaGraphKernelNodeGetParams(found, &params));
    VALUE(params.func == first.params.func);
    VALUE(*static_cast<int*>(params.kernelParams[1]));
    SAY(cudaGraphMemcpyNodeGetParams(kernel, nullptr));
    cudaMemsetParams filled{};
    SAY(cudaGraphMemsetNodeGetParams(fill, &filled));
    VALUE(filled.value);
    SAY(cudaGraphHostNodeGetParams(function, &called));
    VALUE(called.userData == &calls);
    SAY(cudaGraphRemoveDependencies(graph, &copy, &fill, nullptr, 1));
    SAY(cudaGraphAddDependencies(graph, &fill, &kernel, nullptr, 1));
    SAY(cudaGraphAddDependencies(graph, &fill, &kernel, nullptr, 1));
    SAY(cudaGraphGetRootNodes(graph, nullptr, &count));
    VALUE(count);
    SAY(cudaGraphAddDependencies(graph, &result, &copy, nullptr, 1));
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphDestroyNode(result));
    SAY(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    SAY(cudaGraphCreate(nullptr, 0));
    SAY(cudaGraphCreate(&graph, 1));
    SAY(cudaGraphAddKernelNode(nullptr, clone, nullptr, 0, &first.params));
    SAY(cudaGraphAddKernelNode(&kernel, clone, nullptr, 0, nullptr));
    SAY(cudaGraphInstantiate(&exec, nullptr, 0));
    SAY(cudaGraphLaunch(nullptr, nullptr));
    SAY(cudaGraphDestroy(clone));
}

PROGRAM(graphChanged) {
    int* value = zeros<int>(2);
    int back[2] = {};
    cudaGraph_t graph = nullptr, other = nullptr;
    SAY(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t fill = nullptr, kernel = nullptr, last = nullptr;
    cudaMemsetParams what{};
    what.dst = value;
    what.elementSize = 4;
    what.width = what.height = 1;
    what.value = 3;
    Append four(value, 4), nine(value, 9);
    SAY(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &what));
    SAY(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &four.params));
    SAY(cudaGraphAddMemcpyNode1D(&last, graph, &kernel, 1, back, value, 4, cudaMemcpyDeviceToHost));
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    const auto launched = [&] {
        SAY(cudaGraphLaunch(exec, nullptr));
        SAY(cudaDeviceSynchronize());
        VALUE(back[0]);
    };
    launched();
    SAY(cudaGraphKernelNodeSetParams(kernel, &nine.params));
    launched();
    SAY(cudaGraphExecKernelNodeSetParams(exec, kernel, &nine.params));
    launched();
    what.value = 5;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, fill, &what));
    launched();
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, last, back + 1, value, 4, cudaMemcpyDeviceToHost));
    launched();
    VALUE(back[1]);
    unsigned enabled = 7;
    SAY(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
    VALUE(enabled);
    SAY(cudaGraphNodeSetEnabled(exec, kernel, 0));
    SAY(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
    VALUE(enabled);
    launched();
    VALUE(back[1]);
    cudaGraphExecUpdateResultInfo result{};
    SAY(cudaGraphExecUpdate(exec, graph, &result));
    VALUE(result.result);
    launched();
    VALUE(back[1]);
    SAY(cudaGraphClone(&other, graph));
    cudaGraphNode_t more = nullptr;
    SAY(cudaGraphAddEmptyNode(&more, other, nullptr, 0));
    SAY(cudaGraphExecUpdate(exec, other, &result));
    VALUE(result.result);
    SAY(cudaGetLastError());
    unsigned long long flags = 0;
    SAY(cudaGraphExecGetFlags(exec, &flags));
    VALUE(flags);
    SAY(cudaGraphUpload(exec, nullptr));
    SAY(cudaGraphExecKernelNodeSetParams(exec, fill, &nine.params));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
}

PROGRAM(graphMemory) {
    cudaStream_t stream = nullptr;
    SAY(cudaStreamCreate(&stream));
    int *data = nullptr, *result = zeros<int>(1);
    const auto used = [] {
        for (const cudaGraphMemAttributeType each :
             {cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent,
              cudaGraphMemAttrReservedMemHigh}) {
            std::uint64_t bytes = 7;
            const cudaError_t error = cudaDeviceGetGraphMemAttribute(0, each, &bytes);
            std::printf("attribute %d: %s, %llu\n", each, cudaGetErrorName(error),
                        static_cast<unsigned long long>(bytes));
        }
    };
    used();
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SAY(cudaMallocAsync(&data, 3 << 20, stream));
    SAY(cudaMemsetAsync(data, 0, 4, stream));
    append<<<1, 1, 0, stream>>>(data, 8);
    SAY(cudaMemcpyAsync(result, data, 4, cudaMemcpyDeviceToDevice, stream));
    SAY(cudaFreeAsync(data, stream));
    cudaGraph_t graph = nullptr;
    SAY(cudaStreamEndCapture(stream, &graph));
    std::size_t count = 0;
    SAY(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    launchTwice(graph, stream);
    printDevice("result", result, 1);
    used();
    SAY(cudaDeviceGraphMemTrim(0));
    used();
    std::uint64_t nothing = 0;
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &nothing));
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &nothing));
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &nothing));
    nothing = 1;
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &nothing));
    used();
    // One that is not freed in its graph is launched once, until it is freed outside.
    cudaGraph_t kept = nullptr;
    SAY(cudaGraphCreate(&kept, 0));
    cudaMemAllocNodeParams allocation{};
    allocation.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.poolProps.location = {cudaMemLocationTypeDevice, 0};
    allocation.bytesize = 1 << 20;
    cudaGraphNode_t made = nullptr;
    SAY(cudaGraphAddMemAllocNode(&made, kept, nullptr, 0, &allocation));
    VALUE(allocation.dptr != nullptr);
    cudaGraphExec_t exec = nullptr;
    SAY(cudaGraphInstantiate(&exec, kept, 0));
    SAY(cudaGraphLaunch(exec, stream));
    used();
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaMemsetAsync(allocation.dptr, 0, 4, stream));
    SAY(cudaFreeAsync(allocation.dptr, stream));
    SAY(cudaStreamSynchronize(stream));
    used();
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaFree(allocation.dptr));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(kept));
    SAY(cudaGraphCreate(&kept, 0));
    SAY(cudaGraphAddMemAllocNode(&made, kept, nullptr, 0, &allocation));
    void* const first = allocation.dptr;
    cudaGraphNode_t freed = nullptr, again = nullptr;
    SAY(cudaGraphAddMemFreeNode(&freed, kept, &made, 1, allocation.dptr));
    SAY(cudaGraphAddMemFreeNode(&again, kept, &made, 1, allocation.dptr));
    SAY(cudaGraphAddMemFreeNode(&again, kept, &made, 1, result));
    SAY(cudaGraphAddMemAllocNode(&again, kept, &freed, 1, &allocation));
    VALUE(allocation.dptr == first);
    SAY(cudaGraphInstantiate(&exec, kept, 0));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaStreamSynchronize(stream));
    cudaMemAllocNodeParams asked{};
    SAY(cudaGraphMemAllocNodeGetParams(made, &asked));
    VALUE(asked.bytesize);
    void* address = nullptr;
    SAY(cudaGraphMemFreeNodeGetParams(freed, &address));
    VALUE(address == first);
    cudaGraph_t clone = nullptr;
    SAY(cudaGraphClone(&clone, kept));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(kept));
    SAY(cudaDeviceGraphMemTrim(0));
    used();
    SAY(cudaDeviceGraphMemTrim(77));
}

PROGRAM(graphConditions) {
    int* values = zeros<int>(4); // the condition, its log, bodies that ran
    cudaStream_t stream = nullptr;
    SAY(cudaStreamCreate(&stream));
    const int start = 4;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    cudaGraphConditionalHandle handle = 0;
    // while
    SAY(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t loop = nullptr;
    SAY(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
    SAY(cudaStreamBeginCaptureToGraph(stream, params.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                      cudaStreamCaptureModeGlobal));
    countDown<<<1, 1, 0, stream>>>(values, values + 1, handle);
    SAY(cudaStreamEndCapture(stream, nullptr));
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    SAY(cudaGraphNodeGetType(loop, &type));
    VALUE(type);
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; ++i) {
        SAY(cudaMemcpy(values, &start, 4, cudaMemcpyHostToDevice));
        SAY(cudaGraphLaunch(exec, stream));
        SAY(cudaStreamSynchronize(stream));
        printDevice("values", values, 2);
    }
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
    // if, with what is done otherwise, then switch: a kernel sets what is chosen
    for (const bool branches : {false, true}) {
        SAY(cudaGraphCreate(&graph, 0));
        SAY(cudaGraphConditionalHandleCreate(&handle, graph));
        void* arguments[] = {&values, &handle};
        cudaGraphNodeParams kernel{};
        kernel.type = cudaGraphNodeTypeKernel;
        kernel.kernel.func = reinterpret_cast<void*>(choose);
        kernel.kernel.gridDim = kernel.kernel.blockDim = dim3(1);
        kernel.kernel.kernelParams = arguments;
        cudaGraphNode_t first = nullptr, chosen = nullptr, inner = nullptr;
        SAY(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &kernel));
        params = {};
        params.type = cudaGraphNodeTypeConditional;
        params.conditional.handle = handle;
        params.conditional.type = branches ? cudaGraphCondTypeSwitch : cudaGraphCondTypeIf;
        params.conditional.size = branches ? 3 : 2;
        SAY(cudaGraphAddNode(&chosen, graph, &first, nullptr, 1, &params));
        const Append a(values + 2, 1), b(values + 2, 2), c(values + 2, 3);
        const Append* all[] = {&a, &b, &c};
        for (unsigned i = 0; i < params.conditional.size; ++i)
            SAY(cudaGraphAddKernelNode(&inner, params.conditional.phGraph_out[i], nullptr, 0,
                                       &all[i]->params));
        SAY(cudaGraphInstantiate(&exec, graph, 0));
        SAY(cudaMemset(values + 2, 0, 4));
        for (const int value : {0, 1, 2, 3}) {
            SAY(cudaMemcpy(values, &value, 4, cudaMemcpyHostToDevice));
            SAY(cudaGraphLaunch(exec, stream));
            SAY(cudaStreamSynchronize(stream));
            printDevice("ran", values + 2, 1);
        }
        SAY(cudaGraphExecDestroy(exec));
        SAY(cudaGraphDestroy(graph));
    }
    // What is refused.
    SAY(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphConditionalHandleCreate(nullptr, graph));
    params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 2;
    SAY(cudaGraphConditionalHandleCreate(&handle, graph));
    params.conditional.handle = handle;
    SAY(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
    params.conditional.size = 0;
    SAY(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, &params));
    SAY(cudaGraphAddNode(&loop, graph, nullptr, nullptr, 0, nullptr));
}

} // namespace
