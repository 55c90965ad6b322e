// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The device, its properties and limits, and errors.
#include "runtime/api/api.h"

#include "runtime/api/handles.h"
#include "runtime/properties.h"

#include <cstdio>

using namespace lanescope::runtime;

namespace {

/// Their buses are numbered as they are.
cudaDeviceProp propertiesOf(int device) {
    cudaDeviceProp properties = deviceProperties(Runtime::of(device).memory.totalBytes());
    properties.pciBusID = device;
    return properties;
}

} // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    // It is there after a kernel has failed, too.
    if (!count) return call([](Runtime&) { throw Failure(cudaErrorInvalidValue); });
    *count = static_cast<int>(Runtime::all().size());
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    return call([&](Runtime&) { thisThread().device = Runtime::of(device).device; });
}

// It does not become the thread's.
cudaError_t cudaInitDevice(int device, unsigned /*deviceFlags*/, unsigned /*flags*/) {
    return call([&](Runtime&) { Runtime::of(device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return call([&](Runtime&) {
        require(devices != nullptr || count == 0);
        for (int i = 0; i < count; ++i) Runtime::of(devices[i]);
    });
}

cudaError_t cudaGetDevice(int* device) {
    return call([&](Runtime& runtime) {
        require(device != nullptr);
        *device = runtime.device;
    });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return call([&](Runtime& runtime) {
        require((flags & ~cudaDeviceMask) == 0);
        runtime.deviceFlags = flags;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return call([&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = runtime.deviceFlags | cudaDeviceMapHost;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return call([&](Runtime&) {
        require(properties != nullptr);
        *properties = propertiesOf(device);
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return call([&](Runtime&) {
        require(value != nullptr);
        *value = deviceAttribute(attribute, propertiesOf(device));
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* /*wanted*/) {
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
    return call([&](Runtime&) {
        require(text != nullptr && bytes >= 13);
        std::snprintf(text, 13, "0000:%02x:00.0", static_cast<unsigned>(Runtime::of(device).device));
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return call([&](Runtime&) {
        require(device != nullptr && text != nullptr);
        // [domain:]bus:device[.function]
        unsigned first = 0, second = 0, third = 0, function = 0;
        const bool hasDomain = std::sscanf(text, "%x:%x:%x.%x", &first, &second, &third, &function) >= 3;
        require(hasDomain || std::sscanf(text, "%x:%x.%x", &second, &third, &function) >= 2);
        require(first == 0 && third == 0 && function == 0 && second < Runtime::all().size(),
                cudaErrorInvalidDevice);
        *device = static_cast<int>(second);
    });
}

cudaError_t cudaDeviceSynchronize() {
    return call([](Runtime& runtime) {
        runtime.notWhileCapturing();
        runtime.wait();
    });
}

cudaError_t cudaDeviceReset() {
    Runtime& runtime = Runtime::instance();
    const std::scoped_lock lock(runtime.mutex);
    runtime.reset();
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    return call([&](Runtime& runtime) {
        require(value != nullptr);
        switch (limit) {
        case cudaLimitPrintfFifoSize:
            *value = runtime.printfBytes;
            break;
        case cudaLimitMallocHeapSize:
            *value = runtime.modules.heapBytes;
            break;
        case cudaLimitStackSize:
            *value = runtime.stackBytes;
            break;
        case cudaLimitDevRuntimePendingLaunchCount:
            *value = 2048;
            break;
        case cudaLimitMaxL2FetchGranularity:
            *value = runtime.fetchBytes;
            break;
        case cudaLimitPersistingL2CacheSize:
            *value = runtime.persistingBytes;
            break;
        case cudaLimitDevRuntimeSyncDepth:
            throw Failure(cudaErrorUnsupportedLimit);
        default:
            throw Failure(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    return call([&](Runtime& runtime) {
        switch (limit) {
        case cudaLimitPrintfFifoSize:
            require(!runtime.hasPrinted()); // it is in use
            runtime.printfBytes = value;
            break;
        case cudaLimitMallocHeapSize:
            runtime.modules.heapBytes = value;
            break;
        case cudaLimitStackSize:
            runtime.stackBytes = value;
            break;
        case cudaLimitDevRuntimePendingLaunchCount:
            break;
        case cudaLimitMaxL2FetchGranularity:
            runtime.fetchBytes = value;
            break;
        case cudaLimitPersistingL2CacheSize:
            runtime.persistingBytes = value;
            break;
        case cudaLimitDevRuntimeSyncDepth:
            throw Failure(cudaErrorUnsupportedLimit);
        default:
            throw Failure(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return call([&](Runtime& runtime) { runtime.cacheConfig = config; });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return call([&](Runtime& runtime) {
        require(config != nullptr);
        *config = runtime.cacheConfig;
    });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return call([](Runtime&) {});
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call([&](Runtime&) {
        if (least) *least = 0;
        if (greatest) *greatest = kGreatestPriority;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return call([&](Runtime&) {
        require(can != nullptr);
        *can = Runtime::of(device).device != Runtime::of(peer).device ? 1 : 0;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(Runtime::of(peer).device != runtime.device, cudaErrorPeerAccessUnsupported);
        require(flags == 0);
        require(!runtime.memory.isPeer(peer), cudaErrorPeerAccessAlreadyEnabled);
        runtime.memory.setPeer(peer, true);
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return call([&](Runtime& runtime) {
        require(runtime.memory.isPeer(Runtime::of(peer).device), cudaErrorPeerAccessNotEnabled);
        runtime.memory.setPeer(peer, false);
    });
}

// As if NVLink joined them: all is there, and no way is better than another.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
    return call([&](Runtime&) {
        require(value != nullptr);
        require(Runtime::of(device).device != Runtime::of(peer).device, cudaErrorInvalidDevice);
        switch (attribute) {
        case cudaDevP2PAttrPerformanceRank:
        case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
            *value = 0;
            break;
        case cudaDevP2PAttrAccessSupported:
        case cudaDevP2PAttrNativeAtomicSupported:
        case cudaDevP2PAttrCudaArrayAccessSupported:
            *value = 1;
            break;
        default:
            throw Failure(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* texels, const cudaChannelFormatDesc* format,
                                                 int device) {
    return call([&](Runtime&) {
        require(texels != nullptr && format != nullptr);
        Runtime::of(device);
        *texels = std::size_t{1} << 28;
    });
}

cudaError_t cudaDriverGetVersion(int* version) {
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return call([&](Runtime&) {
        require(version != nullptr);
        *version = CUDART_VERSION;
    });
}

cudaError_t cudaProfilerStart() {
    return call([](Runtime&) {});
}

cudaError_t cudaProfilerStop() {
    return call([](Runtime&) {});
}

cudaError_t cudaGetLastError() {
    return static_cast<cudaError_t>(thisThread().last.take());
}

cudaError_t cudaPeekAtLastError() {
    return static_cast<cudaError_t>(thisThread().last.peek());
}

const char* cudaGetErrorName(cudaError_t error) {
    return nameOf(error);
}

const char* cudaGetErrorString(cudaError_t error) {
    return textOf(error);
}
