// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/copied_slices.h"

#include "runtime/recorded/device_call.h"

#include <algorithm>

namespace lanescope::runtime {

namespace {

/// What widths count: texels where an array takes part, else bytes.
std::size_t elementBytes(const cudaMemcpy3DParms& what) {
    const cudaArray_const_t array = what.dstArray ? what.dstArray : what.srcArray;
    cudaChannelFormatDesc format{};
    if (!array) return 1;
    deviceCall<decltype(cudaGetChannelDesc)>("cudaGetChannelDesc")(&format, array);
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

const std::byte* sliceOf(const cudaPitchedPtr& pointer, const cudaPos& at, std::size_t z) {
    const std::size_t rows = std::max<std::size_t>(pointer.ysize, 1);
    return static_cast<const std::byte*>(pointer.ptr) + ((z + at.z) * rows + at.y) * pointer.pitch + at.x;
}

} // namespace

std::vector<Copied> slicesOf(const char* name, const cudaMemcpy3DParms& what, cudaStream_t stream,
                             bool waited) {
    const std::size_t element = elementBytes(what);
    std::vector<Copied> slices;
    for (std::size_t z = 0; z < std::max<std::size_t>(what.extent.depth, 1); ++z) {
        Copied slice{.call = name,
                     .toPitch = what.dstPtr.pitch,
                     .fromPitch = what.srcPtr.pitch,
                     .width = what.extent.width * element,
                     .height = std::max<std::size_t>(what.extent.height, 1),
                     .kind = what.kind,
                     .stream = stream,
                     .waited = waited};
        if (what.dstArray)
            slice.toTexels = {what.dstArray, what.dstPos.x * element, what.dstPos.y, what.dstPos.z + z};
        else
            slice.to = sliceOf(what.dstPtr, what.dstPos, z);
        if (what.srcArray)
            slice.fromTexels = {what.srcArray, what.srcPos.x * element, what.srcPos.y, what.srcPos.z + z};
        else
            slice.from = sliceOf(what.srcPtr, what.srcPos, z);
        slices.push_back(slice);
    }
    return slices;
}

} // namespace lanescope::runtime
