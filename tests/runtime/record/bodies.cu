// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A loop whose body has two branches, in one of two branches of its graph.
#include <cstdio>
#include <vector>

// Not in a namespace without a name: with -rdc=true their names would be others in each build.
/// values[0]: rounds that are left.
__global__ void countDown(int* values, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, --values[0] > 0 ? 1 : 0);
}
__global__ void add(int* to, int value) {
    *to += value;
}
__global__ void sum(int* to, const int* a, const int* b) {
    *to = *a + *b;
}

namespace {

template<class... Arguments>
cudaGraphNode_t kernelNode(cudaGraph_t graph, std::vector<cudaGraphNode_t> needs, void* kernel, Arguments... given) {
    void* arguments[] = {&given...};
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = kernel;
    params.kernel.gridDim = params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t made = nullptr;
    cudaGraphAddNode(&made, graph, needs.data(), nullptr, needs.size(), &params);
    return made;
}

void* pointer(auto* kernel) {
    return reinterpret_cast<void*>(kernel);
}

} // namespace

int main() {
    int* values = nullptr;
    cudaMalloc(&values, 8 * sizeof(int));
    const int first[8] = {3};
    cudaMemcpy(values, first, sizeof first, cudaMemcpyHostToDevice);
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandle handle = 0;
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    const cudaGraphNode_t top = kernelNode(graph, {}, pointer(&add), values + 1, 100);
    cudaGraphNodeParams params{};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t loop = nullptr;
    cudaGraphAddNode(&loop, graph, &top, nullptr, 1, &params);
    const cudaGraph_t body = params.conditional.phGraph_out[0];
    const cudaGraphNode_t fork = kernelNode(body, {}, pointer(&countDown), values, handle);
    const cudaGraphNode_t left = kernelNode(body, {fork}, pointer(&add), values + 2, 1);
    const cudaGraphNode_t right = kernelNode(body, {fork}, pointer(&add), values + 3, 10);
    kernelNode(body, {left, right}, pointer(&sum), values + 4, values + 2, values + 3);
    const cudaGraphNode_t beside = kernelNode(graph, {top}, pointer(&add), values + 5, 1000);
    kernelNode(graph, {loop, beside}, pointer(&sum), values + 6, values + 4, values + 5);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    int read[8]{};
    cudaMemcpy(read, values, sizeof read, cudaMemcpyDeviceToHost);
    for (const int each : read) std::printf(" %d", each);
    std::printf("\n");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(values);
    return 0;
}
