// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory: device, page-locked, registered, managed; what is known of a pointer.
#include "runtime/api/api.h"

using namespace lanescope::runtime;

namespace {

constexpr std::size_t kPitchAlignment = 512; // of an H200 (measured)

/// A place as the attributes of managed memory number it.
int numberOf(const cudaMemLocation& location) {
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

std::size_t rounded(std::size_t bytes) {
    return (bytes + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
}

} // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        Streams::refuseUnsafe(thisThread().captureMode);
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocate(bytes);
        runtime.memory.madeBy(*pointer, "cudaMalloc");
    });
}

cudaError_t cudaFree(void* pointer) {
    // It waits for all kernels: they may use the memory.
    return call([&](Runtime& runtime) {
        runtime.notWhileCapturing();
        runtime.wait();
        if (!pointer || runtime.ofMemory(pointer).graphMemory.release(pointer)) return;
        Runtime& owner = runtime.ofMemory(pointer);
        runtime.memory.release(pointer, {Memory::Kind::Device, Memory::Kind::Managed});
        owner.pools.released(pointer);
    });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && pitch != nullptr);
        *pitch = rounded(width);
        *pointer = *pitch * height == 0 ? nullptr : runtime.memory.allocate(*pitch * height);
        runtime.memory.madeBy(*pointer, "cudaMallocPitch");
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        const std::size_t pitch = rounded(extent.width);
        *pointer = {runtime.memory.allocate(pitch * extent.height * extent.depth), pitch, extent.width,
                    extent.height};
        runtime.memory.madeBy(pointer->ptr, "cudaMalloc3D");
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
        // The headers' cudaMallocHost for pointers of any type is this one without flags.
        runtime.memory.madeBy(*pointer, flags == 0 ? "cudaMallocHost" : "cudaHostAlloc");
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return waitingCall([&](Runtime& runtime) {
        if (pointer) runtime.memory.release(pointer, {Memory::Kind::PageLocked});
    });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    return call([&](Runtime& runtime) {
        constexpr unsigned kKnown = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
        require(pointer != nullptr && !Memory::isDeviceAddress(pointer) && (flags & ~kKnown) == 0);
        runtime.memory.adopt(pointer, bytes, flags);
        runtime.memory.madeBy(pointer, "cudaHostRegister");
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
        require(block && !block->isOfDevice());
        *device = host;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return call([&](Runtime& runtime) {
        const auto block = runtime.memory.find(host);
        const bool locked = block && block->kind == Memory::Kind::PageLocked;
        require(flags != nullptr && (locked || (block && block->kind == Memory::Kind::Registered)));
        *flags = block->flags | cudaHostAllocMapped | (locked ? cudaHostAllocPortable : 0);
    });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost));
        *pointer = bytes == 0 ? nullptr : runtime.memory.allocateHost(bytes, Memory::Kind::Managed, flags);
        runtime.memory.madeBy(*pointer, "cudaMallocManaged");
    });
}

// Managed memory is where it is: moving it ahead and advice about it are only remembered.
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned,
                                 cudaStream_t) {
    return call([&](Runtime& runtime) {
        require(bytes > 0);
        runtime.memory.managed(pointer).prefetched = numberOf(location);
    });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
    return call([&](Runtime& runtime) {
        Memory::Block& block = runtime.memory.managed(pointer);
        require(bytes > 0);
        if (advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly)
            block.readMostly = advice == cudaMemAdviseSetReadMostly;
        if (advice == cudaMemAdviseSetPreferredLocation) block.preferred = numberOf(location);
        if (advice == cudaMemAdviseUnsetPreferredLocation) block.preferred = cudaInvalidDeviceId;
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
        attributes->device = block->device;
        attributes->devicePointer = mutablePointer;
        if (block->isOfDevice()) {
            attributes->type = cudaMemoryTypeDevice;
            attributes->hostPointer = nullptr;
        } else {
            attributes->type =
                block->kind == Memory::Kind::Managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
        }
    });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t count) {
    return call([&](Runtime& runtime) {
        require(data != nullptr && bytes >= sizeof(int) && count > 0);
        const Memory::Block& block = runtime.memory.managed(pointer);
        int& value = *static_cast<int*>(data);
        if (attribute == cudaMemRangeAttributeReadMostly)
            value = block.readMostly ? 1 : 0;
        else if (attribute == cudaMemRangeAttributeLastPrefetchLocation)
            value = block.prefetched;
        else
            value =
                attribute == cudaMemRangeAttributePreferredLocation ? block.preferred : cudaInvalidDeviceId;
    });
}
