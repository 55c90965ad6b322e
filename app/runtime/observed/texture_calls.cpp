// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/texture_calls.h"

#include "runtime/observed/copied_slices.h"

#include <algorithm>
#include <array>

using namespace lanescope::runtime;

namespace {

/// Makes a call, and notes it for a recording where it has succeeded.
template<class Call, class Note>
cudaError_t noted(const Call& call, const Note& note) {
    const ObservedCall observed;
    const cudaError_t result = call();
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->textured(note);
    return result;
}

/// The same of an array that it makes, which the watch follows, too.
template<class Call>
cudaError_t makeArray(const char* name, cudaArray_t* array, const cudaChannelFormatDesc* format,
                      const cudaExtent& extent, const Call& call) {
    const ObservedCall observed(name);
    const cudaError_t result = call();
    if (result == cudaSuccess) observed.arrayMade(name, *array, bytesOf(*format, extent));
    return observed.returns(result);
}

cudaError_t mallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                        std::size_t height, unsigned flags) {
    return makeArray("cudaMallocArray", array, format, {width, height, 0},
                     [&] { return LANESCOPE_DEVICE(cudaMallocArray)(array, format, width, height, flags); });
}

cudaError_t malloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                          unsigned flags) {
    return makeArray("cudaMalloc3DArray", array, format, extent,
                     [&] { return LANESCOPE_DEVICE(cudaMalloc3DArray)(array, format, extent, flags); });
}

cudaError_t freeArray(cudaArray_t array) {
    const ObservedCall observed("cudaFreeArray");
    const cudaError_t result = LANESCOPE_DEVICE(cudaFreeArray)(array);
    if (result == cudaSuccess) observed.arrayGone(array);
    return observed.returns(result);
}

cudaError_t mallocMipmappedArray(cudaMipmappedArray_t* mipmap, const cudaChannelFormatDesc* format,
                                 cudaExtent extent, unsigned levels, unsigned flags) {
    const ObservedCall observed("cudaMallocMipmappedArray");
    const cudaError_t result =
        LANESCOPE_DEVICE(cudaMallocMipmappedArray)(mipmap, format, extent, levels, flags);
    if (result == cudaSuccess)
        observed.mipmapMade("cudaMallocMipmappedArray", *mipmap, *format, extent, levels, flags);
    return observed.returns(result);
}

cudaError_t freeMipmappedArray(cudaMipmappedArray_t mipmap) {
    const ObservedCall observed("cudaFreeMipmappedArray");
    const cudaError_t result = LANESCOPE_DEVICE(cudaFreeMipmappedArray)(mipmap);
    if (result == cudaSuccess) observed.mipmapGone(mipmap);
    return observed.returns(result);
}

cudaError_t getMipmappedArrayLevel(cudaArray_t* array, cudaMipmappedArray_const_t mipmap, unsigned level) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGetMipmappedArrayLevel)(array, mipmap, level); },
                 [&](TextureNotes& notes) { notes.levelAsked(*array, mipmap, level); });
}

cudaError_t createTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
    const ObservedCall observed;
    const cudaError_t result =
        LANESCOPE_DEVICE(cudaCreateTextureObject)(texture, resource, description, view);
    if (observed.recorder() && result == cudaSuccess)
        observed.recorder()->textureMade(*texture, *resource, *description, view != nullptr);
    return result;
}

cudaError_t destroyTextureObject(cudaTextureObject_t texture) {
    return noted([&] { return LANESCOPE_DEVICE(cudaDestroyTextureObject)(texture); },
                 [&](TextureNotes& notes) { notes.objectGone(texture); });
}

cudaError_t createSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
    return noted([&] { return LANESCOPE_DEVICE(cudaCreateSurfaceObject)(surface, resource); },
                 [&](TextureNotes& notes) { notes.surfaceMade(*surface, *resource); });
}

cudaError_t destroySurfaceObject(cudaSurfaceObject_t surface) {
    return noted([&] { return LANESCOPE_DEVICE(cudaDestroySurfaceObject)(surface); },
                 [&](TextureNotes& notes) { notes.objectGone(surface); });
}

/// Makes a copy with an array, which the watch does not follow.
template<class Call>
cudaError_t copy(const Copied& what, const Call& call) {
    const ObservedCall observed;
    observed.begins();
    const cudaError_t result = call();
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->copied(what);
    return result;
}

cudaError_t memcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                            std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy(
        {.call = "cudaMemcpy2DToArray",
         .from = from,
         .fromPitch = pitch,
         .width = width,
         .height = height,
         .kind = kind,
         .toTexels = {to, x, y, 0}},
        [&] { return LANESCOPE_DEVICE(cudaMemcpy2DToArray)(to, x, y, from, pitch, width, height, kind); });
}

cudaError_t memcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                 std::size_t pitch, std::size_t width, std::size_t height,
                                 cudaMemcpyKind kind, cudaStream_t stream) {
    return copy({.call = "cudaMemcpy2DToArrayAsync",
                 .from = from,
                 .fromPitch = pitch,
                 .width = width,
                 .height = height,
                 .kind = kind,
                 .stream = stream,
                 .waited = false,
                 .toTexels = {to, x, y, 0}},
                [&] {
                    return LANESCOPE_DEVICE(cudaMemcpy2DToArrayAsync)(to, x, y, from, pitch, width, height,
                                                                      kind, stream);
                });
}

cudaError_t memcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                              std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy(
        {.call = "cudaMemcpy2DFromArray",
         .to = to,
         .toPitch = pitch,
         .width = width,
         .height = height,
         .kind = kind,
         .fromTexels = {from, x, y, 0}},
        [&] { return LANESCOPE_DEVICE(cudaMemcpy2DFromArray)(to, pitch, from, x, y, width, height, kind); });
}

cudaError_t memcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                   std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
    return copy({.call = "cudaMemcpy2DFromArrayAsync",
                 .to = to,
                 .toPitch = pitch,
                 .width = width,
                 .height = height,
                 .kind = kind,
                 .stream = stream,
                 .waited = false,
                 .fromTexels = {from, x, y, 0}},
                [&] {
                    return LANESCOPE_DEVICE(cudaMemcpy2DFromArrayAsync)(to, pitch, from, x, y, width, height,
                                                                        kind, stream);
                });
}

cudaError_t memcpy2DArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY, cudaArray_const_t from,
                                 std::size_t fromX, std::size_t fromY, std::size_t width, std::size_t height,
                                 cudaMemcpyKind kind) {
    return copy({.call = "cudaMemcpy2DArrayToArray",
                 .width = width,
                 .height = height,
                 .kind = kind,
                 .toTexels = {to, toX, toY, 0},
                 .fromTexels = {from, fromX, fromY, 0}},
                [&] {
                    return LANESCOPE_DEVICE(cudaMemcpy2DArrayToArray)(to, toX, toY, from, fromX, fromY, width,
                                                                      height, kind);
                });
}

// The headers call these deprecated where they are named.
using ToArray = cudaError_t(cudaArray_t, std::size_t, std::size_t, const void*, std::size_t, cudaMemcpyKind);
using ToArrayAsync = cudaError_t(cudaArray_t, std::size_t, std::size_t, const void*, std::size_t,
                                 cudaMemcpyKind, cudaStream_t);
using FromArray = cudaError_t(void*, cudaArray_const_t, std::size_t, std::size_t, std::size_t,
                              cudaMemcpyKind);
using FromArrayAsync = cudaError_t(void*, cudaArray_const_t, std::size_t, std::size_t, std::size_t,
                                   cudaMemcpyKind, cudaStream_t);

/// Makes a copy of a run of texels.
template<class Call>
cudaError_t copyRun(const Copied& what, std::size_t bytes, const Call& call) {
    const ObservedCall observed;
    observed.begins();
    const cudaError_t result = call();
    if (observed.recorder() && result == cudaSuccess)
        for (const Copied& each : rectanglesOf(what, bytes)) observed.recorder()->copied(each);
    return result;
}

cudaError_t memcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                          cudaMemcpyKind kind) {
    return copyRun(
        {.call = "cudaMemcpyToArray", .from = from, .kind = kind, .toTexels = {to, x, y, 0}}, bytes,
        [&] { return LANESCOPE_DEVICE_AS(cudaMemcpyToArray, ToArray)(to, x, y, from, bytes, kind); });
}

cudaError_t memcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                               std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRun({.call = "cudaMemcpyToArrayAsync",
                    .from = from,
                    .kind = kind,
                    .stream = stream,
                    .waited = false,
                    .toTexels = {to, x, y, 0}},
                   bytes, [&] {
                       return LANESCOPE_DEVICE_AS(cudaMemcpyToArrayAsync, ToArrayAsync)(to, x, y, from, bytes,
                                                                                        kind, stream);
                   });
}

cudaError_t memcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                            cudaMemcpyKind kind) {
    return copyRun(
        {.call = "cudaMemcpyFromArray", .to = to, .kind = kind, .fromTexels = {from, x, y, 0}}, bytes,
        [&] { return LANESCOPE_DEVICE_AS(cudaMemcpyFromArray, FromArray)(to, from, x, y, bytes, kind); });
}

cudaError_t memcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                 std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copyRun({.call = "cudaMemcpyFromArrayAsync",
                    .to = to,
                    .kind = kind,
                    .stream = stream,
                    .waited = false,
                    .fromTexels = {from, x, y, 0}},
                   bytes, [&] {
                       return LANESCOPE_DEVICE_AS(cudaMemcpyFromArrayAsync,
                                                  FromArrayAsync)(to, from, x, y, bytes, kind, stream);
                   });
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> textureCalls() {
    static const std::array kAll = {
        observed<&mallocArray>("cudaMallocArray", kRecorded, kWatched),
        observed<&malloc3DArray>("cudaMalloc3DArray", kRecorded, kWatched),
        observed<&freeArray>("cudaFreeArray", kRecorded, kWatched),
        observed<&mallocMipmappedArray>("cudaMallocMipmappedArray", kRecorded, kWatched),
        observed<&freeMipmappedArray>("cudaFreeMipmappedArray", kRecorded, kWatched),
        observed<&getMipmappedArrayLevel>("cudaGetMipmappedArrayLevel", kRecorded, kNot),
        observed<&createTextureObject>("cudaCreateTextureObject", kRecorded, kNot),
        observed<&destroyTextureObject>("cudaDestroyTextureObject", kRecorded, kNot),
        observed<&createSurfaceObject>("cudaCreateSurfaceObject", kRecorded, kNot),
        observed<&destroySurfaceObject>("cudaDestroySurfaceObject", kRecorded, kNot),
        observed<&memcpy2DToArray>("cudaMemcpy2DToArray", kRecorded, kNot),
        observed<&memcpy2DToArrayAsync>("cudaMemcpy2DToArrayAsync", kRecorded, kNot),
        observed<&memcpy2DFromArray>("cudaMemcpy2DFromArray", kRecorded, kNot),
        observed<&memcpy2DFromArrayAsync>("cudaMemcpy2DFromArrayAsync", kRecorded, kNot),
        observed<&memcpyToArray>("cudaMemcpyToArray", kRecorded, kNot),
        observed<&memcpyToArrayAsync>("cudaMemcpyToArrayAsync", kRecorded, kNot),
        observed<&memcpyFromArray>("cudaMemcpyFromArray", kRecorded, kNot),
        observed<&memcpyFromArrayAsync>("cudaMemcpyFromArrayAsync", kRecorded, kNot),
        observed<&memcpy2DArrayToArray>("cudaMemcpy2DArrayToArray", kRecorded, kNot)};
    return kAll;
}

} // namespace lanescope::runtime
