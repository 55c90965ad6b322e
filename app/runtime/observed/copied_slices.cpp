// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/copied_slices.h"

#include "runtime/recorded/device_call.h"

#include <algorithm>

namespace lanescope::runtime {

namespace {

std::size_t bytesOf(const cudaChannelFormatDesc& format) {
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

/// What widths count: texels where an array takes part, else bytes.
std::size_t elementBytes(const cudaMemcpy3DParms& what) {
    const cudaArray_const_t array = what.dstArray ? what.dstArray : what.srcArray;
    cudaChannelFormatDesc format{};
    if (!array) return 1;
    deviceCall<decltype(cudaGetChannelDesc)>("cudaGetChannelDesc")(&format, array);
    return bytesOf(format);
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

std::vector<Copied> rectanglesOf(const Copied& what, std::size_t bytes) {
    const bool toArray = what.toTexels.array != nullptr;
    cudaChannelFormatDesc format{};
    cudaExtent extent{};
    unsigned flags = 0;
    deviceCall<decltype(cudaArrayGetInfo)>("cudaArrayGetInfo")(
        &format, &extent, &flags, const_cast<cudaArray_t>((toArray ? what.toTexels : what.fromTexels).array));
    const std::size_t row = bytesOf(format) * extent.width;
    std::vector<Copied> all;
    Copied next = what;
    Texels& texels = toArray ? next.toTexels : next.fromTexels;
    // A part of a row, whole rows, and a part of a row.
    for (std::size_t left = row ? bytes : 0; left > 0;) {
        const bool whole = texels.x == 0 && left >= row;
        next.width = whole ? row : std::min(row - texels.x, left);
        next.height = whole ? left / row : 1;
        next.toPitch = next.fromPitch = next.width;
        all.push_back(next);
        const std::size_t done = next.width * next.height;
        left -= done;
        texels = {texels.array, 0, texels.y + next.height, texels.z};
        if (toArray)
            next.from = static_cast<const std::byte*>(next.from) + done;
        else
            next.to = static_cast<const std::byte*>(next.to) + done;
    }
    return all;
}

} // namespace lanescope::runtime
