// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/device_call.h"
#include "runtime/recorded/pageable_copies.h"

#include <algorithm>
#include <vector>

namespace lanescope::runtime {

namespace {

constexpr char kBefore = 1, kAfter = 2;

/// What the probe has of the device; gives it back.
struct Probe {
    void* memory = nullptr;
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;

    Probe() = default;
    ~Probe() {
        if (exec) deviceCall<decltype(cudaGraphExecDestroy)>("cudaGraphExecDestroy")(exec);
        if (graph) deviceCall<decltype(cudaGraphDestroy)>("cudaGraphDestroy")(graph);
        if (stream) deviceCall<decltype(cudaStreamDestroy)>("cudaStreamDestroy")(stream);
        if (memory) deviceCall<decltype(cudaFree)>("cudaFree")(memory);
    }
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;
};

} // namespace

std::optional<bool> takesPageableAtLaunch(std::size_t bytes) {
    std::vector<char> host(bytes, kBefore), back(bytes);
    Probe probe;
    const cudaHostNodeParams change{
        [](void* data) { std::ranges::fill(*static_cast<std::vector<char>*>(data), kAfter); }, &host};
    cudaGraphNode_t changed = nullptr, copied = nullptr;
    // As it is declared without C++'s overloads.
    using Instantiate = cudaError_t(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
    using Malloc = cudaError_t(void**, std::size_t);
    const auto good = [](cudaError_t result) { return result == cudaSuccess; };
    const bool ran =
        good(deviceCall<Malloc>("cudaMalloc")(&probe.memory, bytes)) &&
        good(deviceCall<decltype(cudaStreamCreateWithFlags)>("cudaStreamCreateWithFlags")(
            &probe.stream, cudaStreamNonBlocking)) &&
        good(deviceCall<decltype(cudaGraphCreate)>("cudaGraphCreate")(&probe.graph, 0)) &&
        good(deviceCall<decltype(cudaGraphAddHostNode)>("cudaGraphAddHostNode")(&changed, probe.graph,
                                                                                nullptr, 0, &change)) &&
        good(deviceCall<decltype(cudaGraphAddMemcpyNode1D)>("cudaGraphAddMemcpyNode1D")(
            &copied, probe.graph, &changed, 1, probe.memory, host.data(), bytes, cudaMemcpyHostToDevice)) &&
        good(deviceCall<Instantiate>("cudaGraphInstantiate")(&probe.exec, probe.graph, 0)) &&
        good(deviceCall<decltype(cudaGraphLaunch)>("cudaGraphLaunch")(probe.exec, probe.stream)) &&
        good(deviceCall<decltype(cudaStreamSynchronize)>("cudaStreamSynchronize")(probe.stream)) &&
        good(deviceCall<decltype(cudaMemcpy)>("cudaMemcpy")(back.data(), probe.memory, bytes,
                                                            cudaMemcpyDeviceToHost));
    if (!ran) return std::nullopt;
    return back.front() == kBefore;
}

} // namespace lanescope::runtime
