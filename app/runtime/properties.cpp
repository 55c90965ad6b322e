// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/properties.h"

#include "model/architecture.h"
#include "model/capability.h"
#include "model/launch_limits.h"
#include "runtime/errors.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace lanescope::runtime {

namespace {

void setSides(int (&sides)[3], model::Dim3 shape) {
    sides[0] = static_cast<int>(shape.x);
    sides[1] = static_cast<int>(shape.y);
    sides[2] = static_cast<int>(shape.z);
}

} // namespace

cudaDeviceProp deviceProperties(std::size_t memoryBytes) {
    const model::Architecture& chip = model::defaultArchitecture();
    const model::Capability& capability = *model::findCapability(chip.cc);
    const model::LaunchLimits limits = model::launchLimits(chip);
    cudaDeviceProp p{};
    const std::string name = "Lanescope emulator of an " + std::string(chip.name);
    std::strncpy(p.name, name.c_str(), sizeof p.name - 1);
    p.totalGlobalMem = memoryBytes;
    p.sharedMemPerBlock = limits.sharedBytes;
    p.regsPerBlock = capability.registersPerBlock;
    p.regsPerMultiprocessor = capability.registersPerMultiprocessor;
    p.warpSize = model::kWarpSize;
    p.memPitch = 0x7fffffff;
    p.maxThreadsPerBlock = chip.maxThreadsPerBlock;
    setSides(p.maxThreadsDim, limits.block);
    setSides(p.maxGridSize, limits.grid);
    p.totalConstMem = 65536;
    p.major = chip.cc.major;
    p.minor = chip.cc.minor;
    p.textureAlignment = 512;
    p.texturePitchAlignment = 32;
    p.multiProcessorCount = chip.multiprocessors;
    p.canMapHostMemory = 1;
    p.maxTexture1D = 131072;
    p.maxTexture1DMipmap = 32768;
    p.maxTexture2D[0] = 131072;
    p.maxTexture2D[1] = 65536;
    std::fill_n(p.maxTexture2DMipmap, 2, 32768);
    p.maxTexture2DLinear[0] = 131072;
    p.maxTexture2DLinear[1] = 65000;
    p.maxTexture2DLinear[2] = 2097120;
    std::fill_n(p.maxTexture2DGather, 2, 32768);
    std::fill_n(p.maxTexture3D, 3, 16384);
    p.maxTexture3DAlt[0] = p.maxTexture3DAlt[1] = 8192;
    p.maxTexture3DAlt[2] = 32768;
    p.maxTextureCubemap = 32768;
    p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = 32768;
    p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = 2048;
    p.maxTextureCubemapLayered[0] = 32768;
    p.maxTextureCubemapLayered[1] = 2046;
    p.maxSurface1D = 32768;
    p.maxSurface2D[0] = 131072;
    p.maxSurface2D[1] = 65536;
    std::fill_n(p.maxSurface3D, 3, 16384);
    p.maxSurface1DLayered[0] = p.maxSurface2DLayered[0] = p.maxSurface2DLayered[1] = 32768;
    p.maxSurface1DLayered[1] = p.maxSurface2DLayered[2] = 2048;
    p.maxSurfaceCubemap = p.maxSurfaceCubemapLayered[0] = 32768;
    p.maxSurfaceCubemapLayered[1] = 2046;
    p.surfaceAlignment = 512;
    p.concurrentKernels = 1;
    p.asyncEngineCount = 3;
    p.unifiedAddressing = 1;
    // What an H200 says of itself (CUDA 13.0); the model goes by what it was measured to do.
    p.memoryBusWidth = 6016;
    p.l2CacheSize = 62914560;
    p.persistingL2CacheMaxSize = 39321600;
    p.accessPolicyMaxWindowSize = 134217728;
    p.ECCEnabled = 1;
    p.maxThreadsPerMultiProcessor = chip.maxThreadsPerMultiprocessor;
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.sharedMemPerMultiprocessor = static_cast<std::size_t>(chip.sharedKiBPerMultiprocessor) * 1024;
    p.managedMemory = p.concurrentManagedAccess = p.computePreemptionSupported = 1;
    p.canUseHostPointerForRegisteredMem = p.cooperativeLaunch = p.hostRegisterSupported = 1;
    p.clusterLaunch = 1;
    p.sharedMemPerBlockOptin = static_cast<std::size_t>(capability.sharedKiBPerBlock) * 1024;
    p.maxBlocksPerMultiProcessor = capability.maxBlocksPerMultiprocessor;
    p.reservedSharedMemPerBlock = static_cast<std::size_t>(capability.sharedReservedBytes);
    p.memoryPoolsSupported = 1;
    p.unifiedFunctionPointers = 1;
    p.deviceNumaId = p.hostNumaId = -1;
    return p;
}

int deviceAttribute(cudaDeviceAttr attribute, const cudaDeviceProp& p) {
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
        return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX:
        return p.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY:
        return p.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ:
        return p.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX:
        return p.maxGridSize[0];
    case cudaDevAttrMaxGridDimY:
        return p.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ:
        return p.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock:
        return static_cast<int>(p.sharedMemPerBlock);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        return static_cast<int>(p.sharedMemPerBlockOptin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        return static_cast<int>(p.sharedMemPerMultiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock:
        return static_cast<int>(p.reservedSharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory:
        return static_cast<int>(p.totalConstMem);
    case cudaDevAttrWarpSize:
        return p.warpSize;
    case cudaDevAttrMaxPitch:
        return static_cast<int>(p.memPitch);
    case cudaDevAttrMaxRegistersPerBlock:
        return p.regsPerBlock;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        return p.regsPerMultiprocessor;
    case cudaDevAttrClockRate:
        return static_cast<int>(model::defaultArchitecture().coreClockMHz * 1000);
    case cudaDevAttrMemoryClockRate:
        return static_cast<int>(model::defaultArchitecture().memoryClockMHz * 1000);
    case cudaDevAttrTextureAlignment:
        return static_cast<int>(p.textureAlignment);
    case cudaDevAttrTexturePitchAlignment:
        return static_cast<int>(p.texturePitchAlignment);
    case cudaDevAttrMultiProcessorCount:
        return p.multiProcessorCount;
    case cudaDevAttrComputeCapabilityMajor:
        return p.major;
    case cudaDevAttrComputeCapabilityMinor:
        return p.minor;
    case cudaDevAttrGpuOverlap:
        return 1;
    case cudaDevAttrConcurrentKernels:
        return p.concurrentKernels;
    case cudaDevAttrAsyncEngineCount:
        return p.asyncEngineCount;
    case cudaDevAttrUnifiedAddressing:
        return p.unifiedAddressing;
    case cudaDevAttrGlobalMemoryBusWidth:
        return p.memoryBusWidth;
    case cudaDevAttrL2CacheSize:
        return p.l2CacheSize;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        return p.maxBlocksPerMultiProcessor;
    case cudaDevAttrSurfaceAlignment:
        return static_cast<int>(p.surfaceAlignment);
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
        return 2;
    case cudaDevAttrMaxTexture1DWidth:
        return p.maxTexture1D;
    case cudaDevAttrMaxTexture2DWidth:
        return p.maxTexture2D[0];
    case cudaDevAttrMaxTexture2DHeight:
        return p.maxTexture2D[1];
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth:
        return p.maxTexture3D[0];
    case cudaDevAttrMaxTexture2DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredHeight:
    case cudaDevAttrMaxTexture1DLayeredWidth:
    case cudaDevAttrMaxTexture2DMipmappedWidth:
    case cudaDevAttrMaxTexture2DMipmappedHeight:
    case cudaDevAttrMaxTexture1DMipmappedWidth:
    case cudaDevAttrMaxTexture2DGatherWidth:
    case cudaDevAttrMaxTexture2DGatherHeight:
    case cudaDevAttrMaxTextureCubemapWidth:
    case cudaDevAttrMaxTextureCubemapLayeredWidth:
    case cudaDevAttrMaxTexture3DDepthAlt:
    case cudaDevAttrMaxSurface1DWidth:
    case cudaDevAttrMaxSurface1DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredHeight:
    case cudaDevAttrMaxSurfaceCubemapWidth:
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
        return p.maxTexture2DLayered[0];
    case cudaDevAttrMaxTexture1DLayeredLayers:
    case cudaDevAttrMaxTexture2DLayeredLayers:
    case cudaDevAttrMaxSurface1DLayeredLayers:
    case cudaDevAttrMaxSurface2DLayeredLayers:
        return p.maxTexture2DLayered[2];
    case cudaDevAttrMaxTextureCubemapLayeredLayers:
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
        return p.maxTextureCubemapLayered[1];
    case cudaDevAttrMaxTexture3DWidthAlt:
    case cudaDevAttrMaxTexture3DHeightAlt:
        return p.maxTexture3DAlt[0];
    case cudaDevAttrMaxSurface2DWidth:
        return p.maxSurface2D[0];
    case cudaDevAttrMaxSurface2DHeight:
        return p.maxSurface2D[1];
    case cudaDevAttrMaxSurface3DWidth:
    case cudaDevAttrMaxSurface3DHeight:
    case cudaDevAttrMaxSurface3DDepth:
        return p.maxSurface3D[0];
    case cudaDevAttrMaxTexture1DLinearWidth:
        return 1 << 28;
    case cudaDevAttrMaxTexture2DLinearWidth:
        return p.maxTexture2DLinear[0];
    case cudaDevAttrMaxTexture2DLinearHeight:
        return p.maxTexture2DLinear[1];
    case cudaDevAttrMaxTexture2DLinearPitch:
        return p.maxTexture2DLinear[2];
    case cudaDevAttrMaxPersistingL2CacheSize:
        return p.persistingL2CacheMaxSize;
    case cudaDevAttrMaxAccessPolicyWindowSize:
        return p.accessPolicyMaxWindowSize;
    case cudaDevAttrEccEnabled:
        return p.ECCEnabled;
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrClusterLaunch:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
        return 1;
    case cudaDevAttrIntegrated:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrComputeMode:
    case cudaDevAttrPciBusId:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrGPUDirectRDMASupported:
    case cudaDevAttrSparseCudaArraySupported:
    case cudaDevAttrIpcEventSupport:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
        return 0;
    default:
        throw Failure(cudaErrorInvalidValue);
    }
}

} // namespace lanescope::runtime
