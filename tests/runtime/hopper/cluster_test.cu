// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Clusters of blocks: launches, what they are refused for, and shared memory of all their blocks.
#include "hopper.h"

#include <cooperative_groups.h>

#include <type_traits>

namespace {

namespace cg = cooperative_groups;

/// Each block of a cluster counts the values of a part of the bins.
__global__ void histogram(const int* values, int count, int bins, int* out) {
    extern __shared__ int own[];
    const cg::cluster_group cluster = cg::this_cluster();
    const int each = bins / int(cluster.num_blocks());
    for (int i = int(threadIdx.x); i < each; i += int(blockDim.x)) own[i] = 0;
    cluster.sync();
    for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += int(gridDim.x * blockDim.x)) {
        int* const there = cluster.map_shared_rank(own, values[i] / each);
        atomicAdd(there + values[i] % each, 1);
    }
    cluster.sync();
    for (int i = int(threadIdx.x); i < each; i += int(blockDim.x))
        atomicAdd(&out[int(cluster.block_rank()) * each + i], own[i]);
}

__global__ void __cluster_dims__(2, 2, 1) ranks(unsigned* out) {
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned block = blockIdx.x + gridDim.x * blockIdx.y;
    if (threadIdx.x == 0) {
        out[4 * block] = cluster.block_rank();
        out[4 * block + 1] = cluster.block_index().x + 10 * cluster.block_index().y;
        out[4 * block + 2] = cluster.num_blocks();
        out[4 * block + 3] = cluster.thread_rank();
    }
}

__global__ void nothing() {}

/// A value goes round: each block writes into the next one's shared memory, and the grid meets as a whole.
__global__ void goRound(int* out) {
    __shared__ int value;
    const cg::cluster_group cluster = cg::this_cluster();
    value = -1;
    cluster.sync();
    if (threadIdx.x == 0)
        *cluster.map_shared_rank(&value, (cluster.block_rank() + 1) % cluster.num_blocks()) = int(blockIdx.x);
    cluster.sync();
    cg::this_grid().sync();
    if (threadIdx.x == 0) out[blockIdx.x] = value;
}

template<class... Arguments>
cudaError_t launch(void (*kernel)(Arguments...), unsigned grid, unsigned block, dim3 cluster, std::size_t shared,
                   bool cooperative, std::common_type_t<Arguments>... arguments) {
    cudaLaunchAttribute attributes[2]{};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {cluster.x, cluster.y, cluster.z};
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.attrs = attributes;
    config.numAttrs = cooperative ? 2 : 1;
    void* values[] = {&arguments..., nullptr};
    return cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), values);
}

TEST(RuntimeClusters, CountTogether) {
    NEEDS_HOPPER();
    std::vector<int> values(10000), expected(256);
    for (std::size_t i = 0; i < values.size(); ++i) ++expected[values[i] = int(i * i % 251 + i % 5)];
    const OnDevice<int> from(values);
    for (const unsigned blocks : {1U, 2U, 4U, 8U}) {
        const OnDevice<int> to(std::vector<int>(256));
        WORKS(launch(histogram, 8, 96, blocks, 256 / blocks * sizeof(int), false,
                                                 from.get(), 10000, 256, to.get()));
        WORKS(cudaDeviceSynchronize());
        EXPECT_EQ(to.values(), expected) << blocks;
    }
}

TEST(RuntimeClusters, OfASizeThatTheKernelIsCompiledFor) {
    NEEDS_HOPPER();
    const OnDevice<unsigned> out(32);
    ranks<<<dim3(4, 2), 64>>>(out.get());
    WORKS(cudaDeviceSynchronize());
    const auto found = out.values();
    for (unsigned block = 0; block < 8; ++block) {
        const unsigned x = block % 4 % 2, y = block / 4;
        EXPECT_EQ((std::vector<unsigned>(found.begin() + 4 * block, found.begin() + 4 * block + 4)),
                  (std::vector<unsigned>{x + 2 * y, x + 10 * y, 4, (x + 2 * y) * 64}));
    }
    cudaFuncAttributes attributes{};
    WORKS(cudaFuncGetAttributes(&attributes, ranks));
    EXPECT_EQ(attributes.requiredClusterWidth, 2);
    EXPECT_EQ(attributes.requiredClusterHeight, 2);
    EXPECT_EQ(attributes.requiredClusterDepth, 1);
    EXPECT_EQ(attributes.clusterDimMustBeSet, 1);
}

TEST(RuntimeClusters, CanBeLaunchedCooperatively) {
    NEEDS_HOPPER();
    const OnDevice<int> out(12);
    WORKS(launch(goRound, 12, 32, 4, 0, true, out.get()));
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(out.values(), (std::vector<int>{3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10}));
}

/// As CUDA 13.0 answers on an H200.
TEST(RuntimeClusters, OfSizesThatDoNotFitAreRefused) {
    NEEDS_HOPPER();
    constexpr cudaError_t wrong = cudaErrorInvalidClusterSize;
    int supported = 0;
    WORKS(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0));
    EXPECT_EQ(supported, 1);
    WORKS(launch(nothing, 8, 32, 8, 0, false));
    WORKS(launch(nothing, 4, 32, dim3(0, 0, 0), 0, false));
    FAILS_WITH(wrong, launch(nothing, 4, 32, dim3(0, 1, 1), 0, false));
    FAILS_WITH(wrong, launch(nothing, 5, 32, 2, 0, false));
    FAILS_WITH(wrong, launch(nothing, 2, 32, 4, 0, false));
    FAILS_WITH(wrong, launch(nothing, 16, 32, 16, 0, false));
    WORKS(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    WORKS(launch(nothing, 16, 32, 16, 0, false));
    FAILS_WITH(wrong, launch(nothing, 32, 32, 32, 0, false));
    const OnDevice<unsigned> out(32);
    FAILS_WITH(wrong, launch(ranks, 4, 32, 4, 0, false, out.get()));
    ranks<<<dim3(3, 2), 32>>>(out.get());
    EXPECT_EQ(cudaGetLastError(), wrong);
    WORKS(cudaDeviceSynchronize());
}

TEST(RuntimeClusters, AreKeptInGraphs) {
    NEEDS_HOPPER();
    const OnDevice<int> out(8);
    std::vector<int> values(1000, 3), expected(8);
    expected[3] = 1000;
    const OnDevice<int> from(values);
    cudaStream_t stream{};
    cudaGraph_t graph{};
    cudaGraphExec_t made{};
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    WORKS(cudaMemsetAsync(out.get(), 0, 8 * sizeof(int), stream));
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = 4;
    config.blockDim = 64;
    config.dynamicSmemBytes = 16;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    const int* source = from.get();
    int count = 1000, bins = 8, *target = out.get();
    void* arguments[] = {&source, &count, &bins, &target};
    WORKS(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(histogram), arguments));
    WORKS(cudaStreamEndCapture(stream, &graph));
    WORKS(cudaGraphInstantiate(&made, graph, 0));
    WORKS(cudaGraphLaunch(made, stream));
    WORKS(cudaStreamSynchronize(stream));
    EXPECT_EQ(out.values(), expected);
    WORKS(cudaGraphExecDestroy(made));
    WORKS(cudaGraphDestroy(graph));
    WORKS(cudaStreamDestroy(stream));
}

} // namespace
