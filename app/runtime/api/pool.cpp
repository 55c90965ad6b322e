// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory in the order of streams, and the pools that it comes from.
#include "runtime/api/api.h"

using namespace lanescope::runtime;

namespace {

cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        if (std::vector<Node*>* const ends = runtime.streams.captured(stream)) {
            cudaMemAllocNodeParams params{};
            params.bytesize = bytes;
            Graph& graph = *runtime.streams.stream(stream).capture->graph;
            Node& node = graph.addAllocation(runtime.graphMemory, *ends, params);
            *ends = {&node};
            *pointer = node.allocation.dptr;
            return;
        }
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocate(bytes);
        if (*pointer) runtime.pools.taken(pool ? pool : runtime.pools.present(), *pointer, bytes);
    });
}

} // namespace

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return allocate(pointer, bytes, nullptr, stream);
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    if (!pool) return call([](Runtime&) { throw Failure(cudaErrorInvalidValue); });
    return allocate(pointer, bytes, pool, stream);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        if (std::vector<Node*>* const ends = runtime.streams.captured(stream)) {
            Graph& graph = *runtime.streams.stream(stream).capture->graph;
            *ends = {&graph.addRelease(runtime.graphMemory, *ends, pointer)};
        } else if (pointer && !runtime.graphMemory.release(pointer)) {
            runtime.memory.release(pointer, {Memory::Kind::Device});
            runtime.pools.released(pointer);
        }
    });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call([&](Runtime& runtime) {
        require(device == 0, cudaErrorInvalidDevice);
        require(pool != nullptr);
        *pool = runtime.pools.standard();
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call([&](Runtime& runtime) {
        require(device == 0, cudaErrorInvalidDevice);
        require(pool != nullptr);
        *pool = runtime.pools.present();
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return call([&](Runtime& runtime) {
        require(device == 0, cudaErrorInvalidDevice);
        runtime.pools.setPresent(pool);
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return call([&](Runtime& runtime) {
        require(pool != nullptr && properties != nullptr);
        require(properties->location.type != cudaMemLocationTypeDevice || properties->location.id == 0);
        *pool = runtime.pools.create();
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([&](Runtime& runtime) { runtime.pools.destroy(pool); });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return call([&](Runtime& runtime) {
        Pool& pool = runtime.pools.pool(handle);
        require(value != nullptr);
        const auto flag = [&] { return *static_cast<const int*>(value); };
        const auto number = [&] { return *static_cast<const std::uint64_t*>(value); };
        switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
            pool.followEvents = flag();
            break;
        case cudaMemPoolReuseAllowOpportunistic:
            pool.opportunistic = flag();
            break;
        case cudaMemPoolReuseAllowInternalDependencies:
            pool.internalDependencies = flag();
            break;
        case cudaMemPoolAttrReleaseThreshold:
            pool.releaseThreshold = number();
            break;
        // The highest so far can be set back, and nothing else.
        case cudaMemPoolAttrUsedMemHigh:
            require(number() == 0);
            pool.usedHigh = pool.used;
            break;
        case cudaMemPoolAttrReservedMemHigh:
            require(number() == 0);
            pool.reservedHigh = pool.reserved;
            break;
        default:
            throw Failure(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return call([&](Runtime& runtime) {
        const Pool& pool = runtime.pools.pool(handle);
        require(value != nullptr);
        const auto flag = [&](int given) { *static_cast<int*>(value) = given; };
        const auto number = [&](std::uint64_t given) { *static_cast<std::uint64_t*>(value) = given; };
        switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
            return flag(pool.followEvents);
        case cudaMemPoolReuseAllowOpportunistic:
            return flag(pool.opportunistic);
        case cudaMemPoolReuseAllowInternalDependencies:
            return flag(pool.internalDependencies);
        case cudaMemPoolAttrReleaseThreshold:
            return number(pool.releaseThreshold);
        case cudaMemPoolAttrUsedMemCurrent:
            return number(pool.used);
        case cudaMemPoolAttrUsedMemHigh:
            return number(pool.usedHigh);
        case cudaMemPoolAttrReservedMemCurrent:
            return number(pool.reserved);
        case cudaMemPoolAttrReservedMemHigh:
            return number(pool.reservedHigh);
        default:
            throw Failure(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count) {
    return call([&](Runtime& runtime) {
        runtime.pools.pool(pool);
        require(accesses != nullptr || count == 0);
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    return call([&](Runtime& runtime) {
        runtime.pools.pool(pool);
        require(flags != nullptr && location != nullptr);
        require(location->type == cudaMemLocationTypeDevice && location->id == 0);
        *flags = cudaMemAccessFlagsProtReadWrite;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keptBytes) {
    return call([&](Runtime& runtime) { runtime.pools.pool(pool).trim(keptBytes); });
}
