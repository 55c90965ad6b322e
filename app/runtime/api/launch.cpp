// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Launches, and what can be asked and set of kernels.
#include "runtime/api/api.h"

#include "model/architecture.h"
#include "model/launch_limits.h"

#include <algorithm>
#include <cstring>
#include <memory>

using namespace lanescope;
using namespace lanescope::runtime;

namespace {

std::shared_ptr<KernelNode> kernelNode(const Function& function, const void* host, const Shape& shape,
                                       void** arguments) {
    auto node = std::make_shared<KernelNode>();
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

cudaError_t launch(const void* host, const Shape& shape, void** arguments) {
    return call([&](Runtime& runtime) {
        Function& function = runtime.modules.resolved(host);
        Runtime::checkLaunch(function, shape);
        Stream& stream = runtime.streams.stream(shape.stream);
        if (!stream.capture) {
            runtime.launch(function, shape, arguments);
            return;
        }
        auto kept = kernelNode(function, host, shape, arguments);
        runtime.submit(shape.stream, cudaGraphNodeTypeKernel, {});
        Node& node = *stream.capture->ends[&stream].front();
        node.kernel = kept;
        node.cooperative = shape.cooperative;
    });
}

std::uint64_t residentBlocks(Runtime& runtime, const void* host, int blockSize, std::size_t sharedBytes) {
    const Function& function = runtime.modules.resolved(host);
    require(blockSize > 0);
    const model::Architecture& architecture = model::defaultArchitecture();
    const auto threads = static_cast<std::uint32_t>(blockSize);
    if (threads > function.kernel->maxThreads) return 0;
    // What shared memory and threads allow, and what registers do: 65,536 of them, given to warps in steps of
    // 256.
    const std::uint64_t blocks =
        model::residentBlocks(architecture, {threads, 1, 1}, sharedBytes + function.kernel->staticSharedBytes)
            .value_or(0) /
        static_cast<std::uint64_t>(architecture.multiprocessors);
    const std::uint64_t warps = (threads + 31) / 32;
    const std::uint64_t registers = static_cast<std::uint64_t>(std::max(function.kernel->registers, 16));
    const std::uint64_t perWarp = (registers * 32 + 255) / 256 * 256;
    return std::min(blocks, 65536 / perWarp / warps);
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
    bool clusters = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            shape.cooperative = attribute.val.cooperative != 0;
        if (attribute.id == cudaLaunchAttributeClusterDimension)
            clusters =
                attribute.val.clusterDim.x * attribute.val.clusterDim.y * attribute.val.clusterDim.z > 1;
    }
    if (clusters) return call([](Runtime&) { throw Failure(cudaErrorNotSupported); });
    return launch(host, shape, arguments);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return call([&](Runtime& runtime) {
        require(function != nullptr);
        runtime.submit(stream, cudaGraphNodeTypeHost, [function, data] { function(data); });
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
    return call([&](Runtime& runtime) {
        require(attributes != nullptr);
        const Function& function = runtime.modules.resolved(host);
        *attributes = {};
        attributes->sharedSizeBytes = function.kernel->staticSharedBytes;
        attributes->maxThreadsPerBlock = static_cast<int>(function.kernel->maxThreads);
        attributes->numRegs = function.kernel->registers;
        attributes->ptxVersion = static_cast<int>(function.image->capability); // CUB goes by it
        attributes->binaryVersion = 90;
        attributes->maxDynamicSharedSizeBytes = function.dynamicSharedLimit;
        attributes->preferredShmemCarveout = function.carveout;
    });
}

cudaError_t cudaFuncSetAttribute(const void* host, cudaFuncAttribute attribute, int value) {
    return call([&](Runtime& runtime) {
        Function& function = runtime.modules.resolved(host);
        if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
            const auto most = 232448 - static_cast<int>(function.kernel->staticSharedBytes); // CC 9.0
            require(value >= 0 && value <= most);
            function.dynamicSharedLimit = value;
        } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
            require(value >= -1 && value <= 100);
            function.carveout = value;
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
        *blocks = static_cast<int>(residentBlocks(runtime, host, blockSize, sharedBytes));
    });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* host, int blocks,
                                                      int blockSize) {
    return call([&](Runtime& runtime) {
        require(bytes != nullptr && blocks > 0);
        std::size_t most = 232448;
        while (most > 0 &&
               residentBlocks(runtime, host, blockSize, most) < static_cast<std::uint64_t>(blocks))
            most -= std::min<std::size_t>(most, 128);
        *bytes = most;
    });
}
