// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Graphs whose bodies run as the program's data say: loops in loops, branches and choices, built and
// captured.
#include <cstdio>

// Not in a namespace without a name: with -rdc=true their names would be others in each build.
/// values[0] is counted down while it is not 0; values[1] has what was passed, digit by digit.
__global__ void countDown(int* values, cudaGraphConditionalHandle handle) {
    values[1] = values[1] * 10 + values[0];
    cudaGraphSetConditional(handle, --values[0] > 0 ? 1 : 0);
}
/// Sets what the inner graph does in this round: values[0] is even or odd, and values[2] so many rounds.
__global__ void begin(int* values, cudaGraphConditionalHandle isOdd, cudaGraphConditionalHandle inner) {
    values[2] = values[0];
    cudaGraphSetConditional(isOdd, values[0] % 2);
    cudaGraphSetConditional(inner, 1);
}
__global__ void inside(int* values, cudaGraphConditionalHandle inner) {
    ++values[3];
    cudaGraphSetConditional(inner, --values[2] > 0 ? 1 : 0);
}
__global__ void add(int* to, int value) {
    *to += value;
}
__global__ void choose(const int* values, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, static_cast<unsigned>(values[0]));
}

namespace {

constexpr int kValues = 8;

cudaGraphNode_t kernelNode(cudaGraph_t graph, cudaGraphNode_t after, void* kernel, void** arguments) {
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = kernel;
    params.kernel.gridDim = params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t made = nullptr;
    cudaGraphAddNode(&made, graph, after ? &after : nullptr, nullptr, after ? 1 : 0, &params);
    return made;
}

/// A node with a condition; bodies: gets so many graphs.
cudaGraphNode_t conditionNode(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                              cudaGraphConditionalNodeType type, cudaGraph_t* bodies, unsigned count) {
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = count;
    cudaGraphNode_t made = nullptr;
    cudaGraphAddNode(&made, graph, after ? &after : nullptr, nullptr, after ? 1 : 0, &params);
    for (unsigned i = 0; i < count; ++i) bodies[i] = params.conditional.phGraph_out[i];
    return made;
}

void print(const char* what, const int* from) {
    int values[kValues]{};
    cudaMemcpy(values, from, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("%s:", what);
    for (const int value : values) std::printf(" %d", value);
    std::printf("\n");
}

/// With each of these as the first value.
void launch(const char* what, cudaGraph_t graph, int* values, cudaStream_t stream,
            std::initializer_list<int> firsts) {
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    for (const int first : firsts) {
        const int start[kValues]{first};
        cudaMemcpy(values, start, sizeof start, cudaMemcpyHostToDevice);
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        print(what, values);
    }
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

/// A body that is captured, and a node behind the loop.
void loop(int* values, cudaStream_t stream) {
    cudaGraph_t graph = nullptr, body = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandle handle = 0;
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    const cudaGraphNode_t loop = conditionNode(graph, nullptr, handle, cudaGraphCondTypeWhile, &body, 1);
    cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    countDown<<<1, 1, 0, stream>>>(values, handle);
    cudaStreamEndCapture(stream, nullptr);
    int* const last = values + 4;
    int much = 100;
    void* arguments[] = {const_cast<int**>(&last), &much};
    kernelNode(graph, loop, reinterpret_cast<void*>(add), arguments);
    launch("loop", graph, values, stream, {4, 2, 6});
}

/// In each round of a loop a branch, then a loop of its own.
void nested(int* values, cudaStream_t stream) {
    cudaGraph_t graph = nullptr, body = nullptr, branches[2]{}, rest = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandle outer = 0, isOdd = 0, inner = 0;
    cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault);
    conditionNode(graph, nullptr, outer, cudaGraphCondTypeWhile, &body, 1);
    cudaGraphConditionalHandleCreate(&isOdd, body, 0, 0);
    cudaGraphConditionalHandleCreate(&inner, body, 0, 0);
    void* toBegin[] = {&values, &isOdd, &inner};
    const cudaGraphNode_t first = kernelNode(body, nullptr, reinterpret_cast<void*>(begin), toBegin);
    const cudaGraphNode_t branch = conditionNode(body, first, isOdd, cudaGraphCondTypeIf, branches, 2);
    const cudaGraphNode_t rounds = conditionNode(body, branch, inner, cudaGraphCondTypeWhile, &rest, 1);
    int *odd = values + 5, *even = values + 6, one = 1;
    void *toOdd[] = {&odd, &one}, *toEven[] = {&even, &one}, *toRound[] = {&values, &inner},
         *toCount[] = {&values, &outer};
    kernelNode(branches[0], nullptr, reinterpret_cast<void*>(add), toOdd);
    kernelNode(branches[1], nullptr, reinterpret_cast<void*>(add), toEven);
    kernelNode(rest, nullptr, reinterpret_cast<void*>(inside), toRound);
    kernelNode(body, rounds, reinterpret_cast<void*>(countDown), toCount);
    launch("nested", graph, values, stream, {3, 1});
}

/// The condition is added while the graph is captured; a fill is what one of its bodies does.
void chosen(int* values, cudaStream_t stream) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaGraph_t graph = nullptr, bodies[3]{};
    const cudaGraphNode_t* needs = nullptr;
    std::size_t count = 0;
    cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &needs, nullptr, &count);
    cudaGraphConditionalHandle handle = 0;
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    choose<<<1, 1, 0, stream>>>(values, handle);
    cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &needs, nullptr, &count);
    cudaGraphNode_t node =
        conditionNode(graph, count ? needs[0] : nullptr, handle, cudaGraphCondTypeSwitch, bodies, 3);
    cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies);
    add<<<1, 1, 0, stream>>>(values + 4, 7);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphNode_t made = nullptr;
    for (int i = 0; i < 2; ++i) {
        int* to = values + 5 + i;
        int one = 1;
        void* arguments[] = {&to, &one};
        kernelNode(bodies[i], nullptr, reinterpret_cast<void*>(add), arguments);
    }
    cudaGraphNodeParams fill{};
    fill.type = cudaGraphNodeTypeMemset;
    fill.memset = {
        .dst = values + 7, .pitch = 0, .value = 0x01010101, .elementSize = 4, .width = 1, .height = 1};
    cudaGraphAddNode(&made, bodies[2], nullptr, nullptr, 0, &fill);
    launch("chosen", graph, values, stream, {0, 1, 2, 3});
}

} // namespace

int main() {
    int* values = nullptr;
    cudaMalloc(&values, kValues * sizeof(int));
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    loop(values, stream);
    nested(values, stream);
    chosen(values, stream);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
