// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Copies and fills.
#include "runtime/api/api.h"

#include <algorithm>
#include <cstring>

using namespace lanescope::runtime;

namespace {

/// The device's memory is where the copy says it is; page-locked, registered and managed memory may stand for
/// either.
void checkSide(const Runtime& runtime, const void* pointer, bool device) {
    const auto block = runtime.memory.find(pointer);
    if (device) require(block.has_value());
    if (!device) require(!Memory::isDeviceAddress(pointer));
}

void checkKind(const Runtime& runtime, const void* to, const void* from, cudaMemcpyKind kind) {
    require(kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
    if (kind == cudaMemcpyDefault) return;
    checkSide(runtime, to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
    checkSide(runtime, from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
}

/// Rows of bytes somewhere, slices of rows one after another.
struct Rows {
    std::byte* first = nullptr;
    std::size_t pitch = 0, slice = 0;
    std::byte* row(std::size_t y, std::size_t z) const { return first + z * slice + y * pitch; }
};

void copyRows(const Rows& to, const Rows& from, std::size_t width, std::size_t height, std::size_t depth) {
    for (std::size_t z = 0; z < depth; ++z)
        for (std::size_t y = 0; y < height; ++y) std::memmove(to.row(y, z), from.row(y, z), width);
}

Rows linear(const Runtime& runtime, const void* pointer, std::size_t pitch, std::size_t width,
            std::size_t height) {
    require(pointer != nullptr);
    require(pitch >= width, cudaErrorInvalidPitchValue);
    return {runtime.memory.view(pointer, height == 0 ? 0 : pitch * (height - 1) + width), pitch,
            pitch * height};
}

Rows ofArray(Runtime& runtime, cudaArray_const_t handle, std::size_t x, std::size_t y, std::size_t width,
             std::size_t height) {
    const ArrayObject& array = runtime.arrays.array(handle);
    require(x + width <= array.rowBytes() && y + height <= array.rows());
    return {array.row(y, 0) + x, array.rowBytes(), array.rowBytes() * array.rows()};
}

/// Texels from there on, row after row.
std::byte* runOf(Runtime& runtime, cudaArray_const_t handle, std::size_t x, std::size_t y,
                 std::size_t bytes) {
    const ArrayObject& array = runtime.arrays.array(handle);
    const std::size_t offset = y * array.rowBytes() + x;
    require(offset + bytes <= array.array->bytes());
    return array.array->data() + offset;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                 bool waits) {
    return call([&](Runtime& runtime) {
        if (waits) runtime.notWhileCapturing();
        if (waits) runtime.wait(stream);
        if (bytes == 0) return;
        require(to != nullptr && from != nullptr);
        checkKind(runtime, to, from, kind);
        std::byte* const target = runtime.memory.view(to, bytes);
        const std::byte* const source = runtime.memory.view(from, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { std::memmove(target, source, bytes); },
                       {{.call = "cudaMemcpyAsync", .to = to, .from = from, .width = bytes}});
    });
}

cudaError_t copy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch, std::size_t width,
                   std::size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
    return call([&](Runtime& runtime) {
        if (waits) runtime.wait(stream);
        if (width == 0 || height == 0) return;
        require(toPitch >= width && fromPitch >= width, cudaErrorInvalidPitchValue);
        checkKind(runtime, to, from, kind);
        const Rows target = linear(runtime, to, toPitch, width, height),
                   source = linear(runtime, from, fromPitch, width, height);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { copyRows(target, source, width, height, 1); },
                       {{.call = "cudaMemcpy2DAsync",
                         .to = to,
                         .toPitch = toPitch,
                         .from = from,
                         .fromPitch = fromPitch,
                         .width = width,
                         .height = height}});
    });
}

cudaError_t fill(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        if (bytes == 0) return;
        require(runtime.memory.find(pointer).has_value());
        std::byte* const target = runtime.memory.view(pointer, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemset, [=] { std::memset(target, value, bytes); },
                       {{.call = "cudaMemsetAsync", .to = pointer, .width = bytes}});
    });
}

/// Elements of width 1 byte (of linear memory) or one texel (of an array's).
struct Side {
    Rows rows;
    std::size_t elementBytes = 1;
};

Side sideOf(Runtime& runtime, cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& pointer,
            const cudaExtent& extent, std::size_t elementBytes) {
    if (array) {
        const ArrayObject& object = runtime.arrays.array(array);
        require(at.x + extent.width <= object.array->width && at.y + extent.height <= object.array->height &&
                at.z + extent.depth <= object.array->depth);
        return {{object.row(at.y, at.z) + at.x * object.texelBytes(), object.rowBytes(),
                 object.rowBytes() * object.rows()},
                object.texelBytes()};
    }
    require(pointer.ptr != nullptr);
    require(at.x + extent.width * elementBytes <= pointer.pitch &&
                (extent.depth == 1 || at.y + extent.height <= pointer.ysize),
            cudaErrorInvalidPitchValue);
    const std::size_t slice = pointer.pitch * std::max<std::size_t>(pointer.ysize, 1);
    const std::size_t last = (at.z + extent.depth - 1) * slice + (at.y + extent.height - 1) * pointer.pitch +
                             at.x + extent.width * elementBytes;
    return {{runtime.memory.view(pointer.ptr, last) + at.z * slice + at.y * pointer.pitch + at.x,
             pointer.pitch, slice},
            elementBytes};
}

/// Addresses and arrays say which device they are on. Throws Failure for devices that are not there.
cudaMemcpy3DParms paramsOf(const cudaMemcpy3DPeerParms& what) {
    Runtime::of(what.srcDevice);
    Runtime::of(what.dstDevice);
    return {what.srcArray, what.srcPos, what.srcPtr, what.dstArray,
            what.dstPos,   what.dstPtr, what.extent, cudaMemcpyDeviceToDevice};
}

std::function<void()> copy3D(Runtime& runtime, const cudaMemcpy3DParms& what) {
    if (what.extent.width == 0 || what.extent.height == 0 || what.extent.depth == 0) return [] {};
    // Widths count texels where an array takes part, bytes otherwise.
    std::size_t element = 1;
    if (what.srcArray) element = runtime.arrays.array(what.srcArray).texelBytes();
    if (what.dstArray) element = runtime.arrays.array(what.dstArray).texelBytes();
    const Side to = sideOf(runtime, what.dstArray, what.dstPos, what.dstPtr, what.extent, element),
               from = sideOf(runtime, what.srcArray, what.srcPos, what.srcPtr, what.extent, element);
    const std::size_t width = what.extent.width * element;
    const std::size_t height = what.extent.height, depth = what.extent.depth;
    return [=] { copyRows(to.rows, from.rows, width, height, depth); };
}

} // namespace

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy(to, from, bytes, kind, nullptr, true);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return copy(to, from, bytes, kind, stream, false);
}

cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes) {
    const auto isThere = [](int device) {
        return device >= 0 && static_cast<std::size_t>(device) < Runtime::all().size();
    };
    if (!isThere(toDevice) || !isThere(fromDevice))
        return call([](Runtime&) { throw Failure(cudaErrorInvalidDevice); });
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, nullptr, true);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                                cudaStream_t stream) {
    const auto isThere = [](int device) {
        return device >= 0 && static_cast<std::size_t>(device) < Runtime::all().size();
    };
    if (!isThere(toDevice) || !isThere(fromDevice))
        return call([](Runtime&) { throw Failure(cudaErrorInvalidDevice); });
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, stream, false);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy2D(to, toPitch, from, fromPitch, width, height, kind, nullptr, true);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return copy2D(to, toPitch, from, fromPitch, width, height, kind, stream, false);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind /*kind*/) {
    return defaultStreamCall([&](Runtime& runtime) {
        const Rows source = linear(runtime, from, pitch, width, height);
        copyRows(ofArray(runtime, to, x, y, width, height), source, width, height, 1);
    });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind /*kind*/, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        const Rows target = ofArray(runtime, to, x, y, width, height),
                   source = linear(runtime, from, pitch, width, height);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { copyRows(target, source, width, height, 1); });
    });
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height,
                                  cudaMemcpyKind /*kind*/) {
    return defaultStreamCall([&](Runtime& runtime) {
        copyRows(linear(runtime, to, pitch, width, height), ofArray(runtime, from, x, y, width, height),
                 width, height, 1);
    });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind /*kind*/, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        const Rows target = linear(runtime, to, pitch, width, height),
                   source = ofArray(runtime, from, x, y, width, height);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { copyRows(target, source, width, height, 1); });
    });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY, cudaArray_const_t from,
                                     std::size_t fromX, std::size_t fromY, std::size_t width,
                                     std::size_t height, cudaMemcpyKind /*kind*/) {
    return defaultStreamCall([&](Runtime& runtime) {
        copyRows(ofArray(runtime, to, toX, toY, width, height),
                 ofArray(runtime, from, fromX, fromY, width, height), width, height, 1);
    });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind /*kind*/) {
    return defaultStreamCall([&](Runtime& runtime) {
        std::memcpy(runOf(runtime, to, x, y, bytes), runtime.memory.view(from, bytes), bytes);
    });
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind /*kind*/) {
    return defaultStreamCall([&](Runtime& runtime) {
        std::memcpy(runtime.memory.view(to, bytes), runOf(runtime, from, x, y, bytes), bytes);
    });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind /*kind*/, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        std::byte* const target = runOf(runtime, to, x, y, bytes);
        const std::byte* const source = runtime.memory.view(from, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { std::memcpy(target, source, bytes); });
    });
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind /*kind*/, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        const std::byte* const source = runOf(runtime, from, x, y, bytes);
        std::byte* const target = runtime.memory.view(to, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { std::memcpy(target, source, bytes); });
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* what) {
    return defaultStreamCall([&](Runtime& runtime) {
        require(what != nullptr);
        copy3D(runtime, *what)();
    });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(what != nullptr);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, copy3D(runtime, *what));
    });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* what) {
    return defaultStreamCall([&](Runtime& runtime) {
        require(what != nullptr);
        copy3D(runtime, paramsOf(*what))();
    });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* what, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(what != nullptr);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, copy3D(runtime, paramsOf(*what)));
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
    return defaultStreamCall([&](Runtime&) {
        const cudaError_t result = cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
        require(result == cudaSuccess, result);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault,
                cudaErrorInvalidMemcpyDirection);
        const Variable& variable = runtime.modules.variable(symbol);
        require(offset + bytes <= variable.bytes);
        std::byte* const target =
            runtime.memory.view(static_cast<std::byte*>(variable.address) + offset, bytes);
        const std::byte* const source = runtime.memory.view(from, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { std::memmove(target, source, bytes); });
    });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
    return defaultStreamCall([&](Runtime&) {
        const cudaError_t result = cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
        require(result == cudaSuccess, result);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault,
                cudaErrorInvalidMemcpyDirection);
        const Variable& variable = runtime.modules.variable(symbol);
        require(offset + bytes <= variable.bytes);
        const std::byte* const source =
            runtime.memory.view(static_cast<std::byte*>(variable.address) + offset, bytes);
        std::byte* const target = runtime.memory.view(to, bytes);
        runtime.submit(stream, cudaGraphNodeTypeMemcpy, [=] { std::memmove(target, source, bytes); });
    });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr);
        *pointer = runtime.modules.variable(symbol).address;
    });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
    return call([&](Runtime& runtime) {
        require(bytes != nullptr);
        *bytes = runtime.modules.variable(symbol).bytes;
    });
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
    return fill(pointer, value, bytes, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return fill(pointer, value, bytes, stream);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        if (width == 0 || height == 0) return;
        require(runtime.memory.find(pointer).has_value() && pitch >= width);
        const Rows rows = linear(runtime, pointer, pitch, width, height);
        runtime.submit(stream, cudaGraphNodeTypeMemset,
                       [=] {
                           for (std::size_t y = 0; y < height; ++y) std::memset(rows.row(y, 0), value, width);
                       },
                       {{.call = "cudaMemset2DAsync",
                         .to = pointer,
                         .toPitch = pitch,
                         .width = width,
                         .height = height}});
    });
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        require(runtime.memory.find(pointer.ptr).has_value() && pointer.pitch >= extent.width);
        const std::size_t slice = pointer.pitch * pointer.ysize;
        const Rows rows{runtime.memory.view(pointer.ptr, slice * extent.depth), pointer.pitch, slice};
        runtime.submit(stream, cudaGraphNodeTypeMemset, [=] {
            for (std::size_t z = 0; z < extent.depth; ++z)
                for (std::size_t y = 0; y < extent.height; ++y)
                    std::memset(rows.row(y, z), value, extent.width);
        });
    });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return cudaMemset3DAsync(pointer, value, extent, nullptr);
}
