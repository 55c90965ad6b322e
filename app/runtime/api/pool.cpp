// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory in the order of streams, and the pools that it comes from.
#include "runtime/api/api.h"

#include "runtime/backlog.h"

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
        Runtime& on = pool ? Runtime::ofPool(pool) : runtime.ofStream(stream);
        *pointer = bytes == 0 ? nullptr : on.memory.allocate(bytes);
        on.memory.madeBy(*pointer, pool ? "cudaMallocFromPoolAsync" : "cudaMallocAsync");
        if (*pointer) on.pools.taken(pool ? pool : on.pools.present(), *pointer, bytes);
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
        } else if (pointer) {
            Backlog::instance().add(runtime.ofStream(stream), stream, [&runtime, pointer] {
                if (runtime.graphMemory.release(pointer)) return;
                Runtime& owner = runtime.ofMemory(pointer);
                runtime.memory.release(pointer, {Memory::Kind::Device});
                owner.pools.released(pointer);
            });
        }
    });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call([&](Runtime&) {
        Runtime& runtime = Runtime::of(device);
        require(pool != nullptr);
        *pool = runtime.pools.standard();
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call([&](Runtime&) {
        Runtime& runtime = Runtime::of(device);
        require(pool != nullptr);
        *pool = runtime.pools.present();
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return call([&](Runtime&) { Runtime::of(device).pools.setPresent(pool); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return call([&](Runtime& runtime) {
        require(pool != nullptr && properties != nullptr);
        const bool named = properties->location.type == cudaMemLocationTypeDevice;
        const auto device = static_cast<std::size_t>(properties->location.id);
        require(!named || device < Runtime::all().size());
        *pool = (named ? *Runtime::all()[device] : runtime).pools.create();
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([&](Runtime&) { Runtime::ofPool(pool).pools.destroy(pool); });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return call([&](Runtime&) {
        Pool& pool = Runtime::ofPool(handle).pools.pool(handle);
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
    return call([&](Runtime&) {
        const Pool& pool = Runtime::ofPool(handle).pools.pool(handle);
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
    return call([&](Runtime&) {
        const Runtime& owner = Runtime::ofPool(pool);
        require(accesses != nullptr || count == 0);
        for (std::size_t i = 0; i < count; ++i) {
            const cudaMemLocation& location = accesses[i].location;
            if (location.type != cudaMemLocationTypeDevice || location.id == owner.device) continue;
            Runtime::of(location.id)
                .memory.setPools(owner.device, accesses[i].flags == cudaMemAccessFlagsProtReadWrite);
        }
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    return call([&](Runtime&) {
        const Runtime& owner = Runtime::ofPool(pool);
        require(flags != nullptr && location != nullptr);
        const auto device = static_cast<std::size_t>(location->id);
        require(location->type == cudaMemLocationTypeDevice && device < Runtime::all().size());
        const Runtime& user = *Runtime::all()[device];
        *flags = &user == &owner || user.memory.usesPools(owner.device) ? cudaMemAccessFlagsProtReadWrite
                                                                        : cudaMemAccessFlagsProtNone;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keptBytes) {
    return call([&](Runtime&) { Runtime::ofPool(pool).pools.pool(pool).trim(keptBytes); });
}
