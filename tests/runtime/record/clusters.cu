// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Launches of clusters, by an attribute of the launch and as a kernel is compiled for, and one that is refused.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

namespace {

/// Each block gives its number to the next one of its cluster.
__device__ void pass(int* out) {
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (threadIdx.x == 0)
        *cluster.map_shared_rank(&value, (cluster.block_rank() + 1) % cluster.num_blocks()) = int(blockIdx.x);
    cluster.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}

__global__ void asked(int* out) { pass(out); }
__global__ void __cluster_dims__(2, 1, 1) compiled(int* out) { pass(out); }

cudaError_t launch(int* out, unsigned blocks, unsigned cluster, cudaStream_t stream) {
    cudaLaunchConfig_t config{};
    config.gridDim = blocks;
    config.blockDim = 32;
    config.stream = stream;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, asked, out);
}

void print(const char* what, const int* from) {
    int values[8]{};
    cudaMemcpy(values, from, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("%s:", what);
    for (const int value : values) std::printf(" %d", value);
    std::printf("\n");
}

} // namespace

int main() {
    int* out = nullptr;
    cudaMalloc(&out, 8 * sizeof(int));
    launch(out, 8, 4, nullptr);
    print("asked for", out);
    compiled<<<8, 32>>>(out);
    print("compiled for", out);
    std::printf("refused: %s\n", cudaGetErrorName(launch(out, 7, 4, nullptr)));
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    launch(out, 8, 8, stream);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    print("captured", out);
    return cudaGetLastError() == cudaErrorInvalidClusterSize ? 0 : 1;
}
