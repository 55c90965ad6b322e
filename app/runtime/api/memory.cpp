// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory: device, page-locked, registered, managed, pools; what is known of a pointer.
#include "runtime/api/api.h"

#include <algorithm>

using namespace lanescope::runtime;

namespace {

constexpr std::size_t kPitchAlignment = 512; // of an H200 (measured)

/// The one pool of the device, which takes and gives memory at once.
char theDefaultPool;
cudaMemPool_t defaultPool() {
    return reinterpret_cast<cudaMemPool_t>(&theDefaultPool);
}

std::size_t rounded(std::size_t bytes) {
    return (bytes + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
}

} // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocate(bytes);
    });
}

cudaError_t cudaFree(void* pointer) {
    // It waits for all kernels: they may use the memory.
    return call([&](Runtime& runtime) {
        runtime.notWhileCapturing();
        runtime.wait();
        if (pointer) runtime.memory.release(pointer, {Memory::Kind::Device, Memory::Kind::Managed});
    });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && pitch != nullptr);
        *pitch = rounded(width);
        *pointer = *pitch * height == 0 ? nullptr : runtime.memory.allocate(*pitch * height);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        const std::size_t pitch = rounded(extent.width);
        *pointer = {runtime.memory.allocate(pitch * extent.height * extent.depth), pitch, extent.width,
                    extent.height};
    });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr &&
                (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) == 0);
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocateHost(bytes, Memory::Kind::PageLocked, flags);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return waitingCall([&](Runtime& runtime) {
        if (pointer) runtime.memory.release(pointer, {Memory::Kind::PageLocked});
    });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && !Memory::isDeviceAddress(pointer));
        runtime.memory.adopt(pointer, bytes, flags);
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return waitingCall([&](Runtime& runtime) {
        const auto block = runtime.memory.find(pointer);
        require(block && block->kind == Memory::Kind::Registered, cudaErrorHostMemoryNotRegistered);
        runtime.memory.release(pointer, {Memory::Kind::Registered});
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(device != nullptr && flags == 0);
        const auto block = runtime.memory.find(host);
        require(block && block->kind != Memory::Kind::Device);
        *device = host;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return call([&](Runtime& runtime) {
        const auto block = runtime.memory.find(host);
        require(flags != nullptr && block && block->kind == Memory::Kind::PageLocked);
        *flags = block->flags | cudaHostAllocMapped;
    });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && bytes > 0 &&
                (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost));
        *pointer = runtime.memory.allocateHost(bytes, Memory::Kind::Managed, flags);
    });
}

// Managed memory is where it is: moving it ahead and advice about it change only times.
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation, unsigned,
                                 cudaStream_t) {
    return call([&](Runtime& runtime) {
        const auto block = runtime.memory.find(pointer);
        require(block && block->kind == Memory::Kind::Managed && bytes > 0);
    });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
    return call([&](Runtime& runtime) {
        const auto block = runtime.memory.find(pointer);
        require(block && block->kind == Memory::Kind::Managed && bytes > 0);
    });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return call([&](Runtime& runtime) {
        require(free != nullptr && total != nullptr);
        *free = runtime.memory.freeBytes();
        *total = runtime.memory.totalBytes();
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return call([&](Runtime& runtime) {
        require(attributes != nullptr);
        *attributes = {};
        const auto block = runtime.memory.find(pointer);
        void* const mutablePointer = const_cast<void*>(pointer);
        attributes->hostPointer = mutablePointer;
        if (!block) {
            attributes->type = cudaMemoryTypeUnregistered;
            attributes->device = -2;
            return;
        }
        attributes->devicePointer = mutablePointer;
        if (block->kind == Memory::Kind::Device) {
            attributes->type = cudaMemoryTypeDevice;
            attributes->hostPointer = nullptr;
        } else {
            attributes->type =
                block->kind == Memory::Kind::Managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
        }
    });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocate(bytes);
        // Of a graph, it has one address for all launches.
        if (runtime.streams.stream(stream).capture) runtime.submit(stream, cudaGraphNodeTypeMemAlloc, {});
    });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t /*pool*/,
                                    cudaStream_t stream) {
    return cudaMallocAsync(pointer, bytes, stream);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        if (runtime.streams.stream(stream).capture) {
            runtime.submit(stream, cudaGraphNodeTypeMemFree, {});
        } else if (pointer) {
            runtime.memory.release(pointer, {Memory::Kind::Device});
        }
    });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call([&](Runtime&) {
        require(pool != nullptr && device == 0);
        *pool = defaultPool();
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return call([&](Runtime&) {
        require(pool != nullptr && properties != nullptr);
        *pool = reinterpret_cast<cudaMemPool_t>(new char); // NOLINT(cppcoreguidelines-owning-memory)
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([&](Runtime&) {
        require(pool != nullptr && pool != defaultPool());
        delete reinterpret_cast<char*>(pool); // NOLINT(cppcoreguidelines-owning-memory)
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void*) {
    return call([&](Runtime&) { require(pool != nullptr); });
}

// Nothing is kept: what is freed is given back at once.
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return call([&](Runtime& runtime) {
        require(pool != nullptr && value != nullptr);
        switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            *static_cast<int*>(value) = 1;
            break;
        case cudaMemPoolAttrUsedMemCurrent:
        case cudaMemPoolAttrReservedMemCurrent:
            *static_cast<std::uint64_t*>(value) = runtime.memory.totalBytes() - runtime.memory.freeBytes();
            break;
        default:
            *static_cast<std::uint64_t*>(value) = 0;
        }
    });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count) {
    return call([&](Runtime&) { require(pool != nullptr && (accesses != nullptr || count == 0)); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return call([&](Runtime&) { require(device == 0 && pool != nullptr); });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType, void* value) {
    return call([&](Runtime&) {
        require(device == 0 && value != nullptr);
        *static_cast<std::uint64_t*>(value) = 0;
    });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return call([&](Runtime&) { require(device == 0, cudaErrorInvalidDevice); });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t count) {
    return call([&](Runtime& runtime) {
        require(data != nullptr && bytes >= sizeof(int) && count > 0);
        const auto block = runtime.memory.find(pointer);
        require(block && block->kind == Memory::Kind::Managed);
        // It was advised of nothing, and was moved nowhere.
        *static_cast<int*>(data) = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
    return call([&](Runtime&) { require(pool != nullptr); });
}
