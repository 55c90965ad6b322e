// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Launches, and what can be asked and set of kernels.
#include "runtime/api/api.h"

#include "model/architecture.h"
#include "model/capability.h"
#include "model/occupancy.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace lanescope;
using namespace lanescope::runtime;

namespace {

std::shared_ptr<KernelNode> kernelNode(int device, const Function& function, const void* host,
                                       const Shape& shape, void** arguments) {
    auto node = std::make_shared<KernelNode>();
    node->device = device;
    node->params = {const_cast<void*>(host),
                    shape.grid,
                    shape.block,
                    static_cast<unsigned>(shape.sharedBytes),
                    nullptr,
                    nullptr};
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < function.kernel->parameters.size(); ++i) {
        offsets.push_back(node->bytes.size());
        const auto* from = static_cast<const std::byte*>(arguments[i]);
        node->bytes.insert(node->bytes.end(), from, from + function.kernel->parameters[i].size);
    }
    for (const std::size_t offset : offsets) node->arguments.push_back(node->bytes.data() + offset);
    node->params.kernelParams = node->arguments.data();
    return node;
}

/// On the device of its stream, whichever is chosen: so it is since kernels belong to no context (found out
/// on two H100s with CUDA 13.0; the Programming Guide still says that such a launch fails).
cudaError_t launch(const void* host, const Shape& shape, void** arguments) {
    return call([&](Runtime& runtime) {
        Runtime& on = runtime.ofStream(shape.stream);
        Function& function = on.modules.resolved(host);
        Runtime::checkLaunch(function, shape);
        const std::vector<Node*>* const ends = on.streams.captured(shape.stream);
        if (!ends) {
            if (Streams::isDefault(shape.stream)) on.streams.refuseLegacy();
            on.launch(function, shape, arguments);
            return;
        }
        auto kept = kernelNode(static_cast<int>(on.streams.number()), function, host, shape, arguments);
        on.submit(shape.stream, cudaGraphNodeTypeKernel, {});
        Node& node = *ends->front();
        node.kernel = kept;
        node.cooperative = shape.cooperative;
        node.cluster = shape.cluster;
    });
}

/// Bytes of shared memory that a block may have whose kernel asked for them before.
std::size_t mostSharedBytes() {
    const model::Architecture& chip = model::defaultArchitecture();
    return static_cast<std::size_t>(model::findCapability(chip.cc)->sharedKiBPerBlock) * 1024;
}

/// Blocks that a multiprocessor holds at once.
int residentBlocks(const Function& function, int blockSize, std::size_t dynamicBytes) {
    require(blockSize > 0);
    const auto threads = static_cast<std::uint64_t>(blockSize);
    if (threads > function.kernel->maxThreads) return 0;
    const auto registers = static_cast<std::uint64_t>(std::max(function.kernel->registers, 16));
    return model::occupancy({threads, dynamicBytes + function.kernel->staticSharedBytes, registers},
                            model::defaultArchitecture())
        .blocks;
}

} // namespace

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t sharedBytes, CUstream_st* stream) {
    thisThread().shapes.push_back({grid, block, sharedBytes, stream, false});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* sharedBytes, void* stream) {
    std::vector<Shape>& shapes = thisThread().shapes;
    if (shapes.empty()) return cudaErrorMissingConfiguration;
    const Shape shape = shapes.back();
    shapes.pop_back();
    *grid = shape.grid;
    *block = shape.block;
    *sharedBytes = shape.sharedBytes;
    *static_cast<cudaStream_t*>(stream) = shape.stream;
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
    // A kernel's handle is its host function.
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(host));
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t sharedBytes, cudaStream_t stream) {
    return launch(kernel, {grid, block, sharedBytes, stream, false}, arguments);
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes, cudaStream_t stream) {
    return launch(kernel, {grid, block, sharedBytes, stream ? stream : cudaStreamPerThread, false},
                  arguments);
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* host) {
    return call([&](Runtime& runtime) {
        require(kernel != nullptr);
        runtime.modules.resolved(host);
        __cudaGetKernel(kernel, host);
    });
}

cudaError_t cudaLaunchKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                             std::size_t sharedBytes, cudaStream_t stream) {
    return launch(host, {grid, block, sharedBytes, stream, false}, arguments);
}

cudaError_t cudaLaunchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                        std::size_t sharedBytes, cudaStream_t stream) {
    return launch(host, {grid, block, sharedBytes, stream, true}, arguments);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
    if (!config) return call([](Runtime&) { throw Failure(cudaErrorInvalidValue); });
    Shape shape{config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            shape.cooperative = attribute.val.cooperative != 0;
        if (attribute.id == cudaLaunchAttributeClusterDimension)
            shape.cluster = {attribute.val.clusterDim.x, attribute.val.clusterDim.y,
                             attribute.val.clusterDim.z};
    }
    return launch(host, shape, arguments);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return call([&](Runtime& runtime) {
        require(function != nullptr);
        runtime.submit(stream, cudaGraphNodeTypeHost,
                       [function, data] { Runtime::callHost([=] { function(data); }); });
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
    return call([&](Runtime& runtime) {
        require(attributes != nullptr);
        const Function& function = runtime.modules.resolved(host);
        *attributes = {};
        attributes->sharedSizeBytes = function.kernel->staticSharedBytes;
        attributes->constSizeBytes = runtime.modules.constantBytes(*function.image);
        attributes->maxThreadsPerBlock = static_cast<int>(function.kernel->maxThreads);
        attributes->numRegs = function.kernel->registers;
        attributes->ptxVersion = static_cast<int>(function.image->capability); // CUB goes by it
        attributes->binaryVersion = 90;
        attributes->maxDynamicSharedSizeBytes = static_cast<int>(function.dynamicSharedMost());
        attributes->preferredShmemCarveout = function.carveout;
        const model::Dim3& cluster = function.kernel->cluster;
        attributes->requiredClusterWidth = static_cast<int>(cluster.x);
        attributes->requiredClusterHeight = static_cast<int>(cluster.y);
        attributes->requiredClusterDepth = static_cast<int>(cluster.z);
        attributes->clusterDimMustBeSet = cluster.count() != 0 ? 1 : 0;
        attributes->nonPortableClusterSizeAllowed = function.largeClusters ? 1 : 0;
        attributes->clusterSchedulingPolicyPreference = function.clusterPolicy;
    });
}

cudaError_t cudaFuncSetAttribute(const void* host, cudaFuncAttribute attribute, int value) {
    return call([&](Runtime& runtime) {
        Function& function = runtime.modules.resolved(host);
        if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
            require(value >= 0 && static_cast<std::size_t>(value) + function.kernel->staticSharedBytes <=
                                      mostSharedBytes());
            function.dynamicSharedLimit = value;
        } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
            require(value >= -1 && value <= 100);
            function.carveout = value;
        } else if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
            function.largeClusters = value != 0;
        } else if (attribute == cudaFuncAttributeClusterSchedulingPolicyPreference) {
            function.clusterPolicy = value;
        } else {
            throw Failure(cudaErrorNotSupported);
        }
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* host, cudaFuncCache /*config*/) {
    return call([&](Runtime& runtime) { runtime.modules.resolved(host); });
}

cudaError_t cudaFuncGetName(const char** name, const void* host) {
    return call([&](Runtime& runtime) {
        require(name != nullptr);
        *name = runtime.modules.resolved(host).name.c_str();
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int blockSize,
                                                          std::size_t sharedBytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, blockSize, sharedBytes, 0);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                   int blockSize, std::size_t sharedBytes,
                                                                   unsigned /*flags*/) {
    return call([&](Runtime& runtime) {
        require(blocks != nullptr);
        const Function& function = runtime.modules.resolved(host);
        // What a launch would be refused for is not held (CUDA 13.0, an H200).
        const bool fits = sharedBytes <= function.dynamicSharedMost();
        *blocks = fits ? residentBlocks(function, blockSize, sharedBytes) : 0;
    });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* host, int blocks,
                                                      int blockSize) {
    return call([&](Runtime& runtime) {
        require(bytes != nullptr && blocks > 0);
        const Function& function = runtime.modules.resolved(host);
        require(residentBlocks(function, blockSize, 0) >= blocks);
        // What the driver reserves for each block is left out, and what a launch would be refused for is
        // not available (CUDA 13.0, an H200).
        const auto all =
            static_cast<std::size_t>(model::defaultArchitecture().sharedKiBPerMultiprocessor) * 1024;
        const std::size_t each = std::min(mostSharedBytes(), all / static_cast<std::size_t>(blocks));
        *bytes = std::min(each - std::min<std::size_t>(each, function.kernel->staticSharedBytes),
                          function.dynamicSharedMost());
    });
}
