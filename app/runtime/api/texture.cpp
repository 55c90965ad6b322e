// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Arrays, textures and surfaces.
#include "runtime/api/api.h"

using namespace lanescope::runtime;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags) {
    return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags) {
    return call([&](Runtime& runtime) {
        require(array != nullptr && format != nullptr);
        *array = runtime.arrays.create(*format, extent, flags);
    });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return waitingCall([&](Runtime& runtime) {
        if (array) runtime.arrays.release(array);
    });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmap, const cudaChannelFormatDesc* format,
                                     cudaExtent extent, unsigned levels, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(mipmap != nullptr && format != nullptr);
        *mipmap = runtime.arrays.createMipmap(*format, extent, levels, flags);
    });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
    return waitingCall([&](Runtime& runtime) {
        if (mipmap) runtime.arrays.release(mipmap);
    });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* array, cudaMipmappedArray_const_t mipmap,
                                       unsigned level) {
    return call([&](Runtime& runtime) {
        require(array != nullptr);
        *array = runtime.arrays.level(mipmap, level);
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return call([&](Runtime& runtime) {
        const ArrayObject& object = runtime.arrays.array(array);
        if (format) *format = object.format;
        if (extent) *extent = object.extent;
        if (flags) *flags = object.flags;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return call([&](Runtime& runtime) {
        require(format != nullptr);
        *format = runtime.arrays.array(array).format;
    });
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
    return call([&](Runtime& runtime) {
        require(resource != nullptr);
        require(description != nullptr, cudaErrorInvalidResourceHandle);
        require(view == nullptr, cudaErrorNotSupported);
        const cudaTextureObject_t made = runtime.arrays.createTexture(*resource, *description);
        require(texture != nullptr);
        *texture = made;
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return call([&](Runtime& runtime) { runtime.arrays.releaseTexture(texture); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
    return call([&](Runtime& runtime) {
        require(resource != nullptr);
        *resource = runtime.arrays.resourceOf(texture);
    });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
    return call([&](Runtime& runtime) {
        require(description != nullptr);
        *description = runtime.arrays.textureOf(texture);
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
    return call([&](Runtime& runtime) {
        require(surface != nullptr && resource != nullptr);
        *surface = runtime.arrays.createSurface(*resource);
    });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return call([&](Runtime& runtime) { runtime.arrays.releaseSurface(surface); });
}
