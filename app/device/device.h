// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/info.h"
#include "device/kernel_library.h"
#include "device/launch.h"
#include "recording/calls.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::device {

/// An address in a device's memory.
using Pointer = std::uint64_t;

using recording::StreamNumber;

/// Rows in memory, pitch bytes apart.
struct PitchedPointer {
    Pointer pointer = 0;
    std::size_t pitch = 0;
};

using recording::ArrayDesc;
using recording::bytesPerTexel;
using recording::Sampler;
using recording::TexelFormat;

/// A CUDA array on one device: texels that textures and surfaces are made over. Freed with its owner.
class DeviceArray {
public:
    virtual ~DeviceArray() = default;
    /// As it was made.
    virtual ArrayDesc desc() const = 0;
};

/// Where rows of bytes lie: in memory, or among an array's texels.
struct Place {
    Pointer pointer = 0; ///< of an array: counts bytes in its tightly packed rows
    std::size_t pitch = 0;
    DeviceArray* array = nullptr;
};

/// Texels in plain memory, as a texture reads them: a line without gaps, or rows.
struct PlainTexels {
    Pointer pointer = 0;
    std::size_t pitch = 0; ///< bytes from row to row; 0: it is a line
    ArrayDesc desc;        ///< Line or Plain
};

/// How a frame's pixels get from the kernel to OpenGL.
enum class Route : std::uint8_t {
    Direct,      ///< registered with CUDA: the kernel writes OpenGL's own memory
    ThroughHost, ///< registering was refused: device memory, copied through the host each frame
    Emulated     ///< the emulator's memory, uploaded each frame
};

/// An OpenGL buffer or texture that kernels write.
class SharedResource {
public:
    virtual ~SharedResource() = default;
    /// Which way its pixels take; the same for as long as it lives.
    virtual Route route() const = 0;
    virtual std::string_view reason() const = 0; ///< ThroughHost: why, and what to do
    /// Only while mapped. A buffer's address; 0 for a texture.
    virtual Pointer pointer() const = 0;
    /// Only while mapped. A texture's surface object; 0 for a buffer.
    virtual std::uint64_t surface() const = 0;
};

/// What a device's memory held at one moment, for the device that made it. Arrays are not among it.
class MemoryImage {
public:
    virtual ~MemoryImage() = default;
    /// Each part, with its bytes: images that were made one after the other have some in common.
    virtual void visit(const std::function<void(const void* part, std::size_t bytes)>& each) const = 0;
};

/// Launches kernels block by block and hands out what their warps do; what they do to memory can be undone.
class Watcher {
public:
    virtual ~Watcher() = default;
    /// As Device::launch; a kernel's fault is thrown here.
    virtual void launch(const Launch& launch, const Watch& watch) = 0;
    /// What memory holds now, and what device code of these modules has allocated. before: an earlier image;
    /// nullptr: there is none.
    virtual std::shared_ptr<const MemoryImage> image(std::span<const std::shared_ptr<LoadedModule>> modules,
                                                     const MemoryImage* before) = 0;
    /// Brings it back, each allocation at its address. False, and nothing changes, where something else lies
    /// there, or a module is gone.
    virtual bool restore(const MemoryImage& image) = 0;
};

/// Runs kernels and owns memory. One thread uses a device at a time. Every function throws Error.
class Device {
public:
    virtual ~Device() = default;
    /// Known from the start, and the same for as long as the device lives.
    virtual const Info& info() const = 0;
    /// A kernel's fault has cost this process the GPU: every further call throws, until the program starts
    /// again.
    virtual bool lost() const { return false; }
    /// nullptr: its kernels cannot be looked at while they run.
    virtual Watcher* watcher() { return nullptr; }

    /// Zeroed memory, at least 256-byte aligned. label is named in messages. Throws OutOfMemory.
    virtual Pointer allocate(std::size_t bytes, std::string_view label) = 0;
    /// Zeroed rows of rowBytes each, every one at a multiple of the device's pitch alignment:
    /// cudaMallocPitch, and cudaMalloc3D for slices of rows one after another. Throws OutOfMemory.
    virtual PitchedPointer allocatePitched(std::size_t rowBytes, std::size_t rows,
                                           std::string_view label) = 0;
    /// Memory as cudaMalloc gives it: what it holds is undefined, and the emulator's checks find who reads it
    /// before it was written. Throws OutOfMemory.
    virtual Pointer allocateRaw(std::size_t bytes, std::string_view label) { return allocate(bytes, label); }
    /// Frees an allocation by its first address; of no effect for another one.
    virtual void release(Pointer pointer) noexcept = 0;
    /// What can still be allocated, in bytes, though perhaps not in one piece.
    virtual std::size_t freeBytes() const = 0;
    /// Copies in the order of a stream, and returns when the bytes have arrived.
    virtual void upload(Pointer to, std::span<const std::byte> from, StreamNumber stream = 0) = 0;
    /// The same from the device: what the calls before it in the stream have left there. Throws Error for a
    /// range that no allocation holds, as copy and fill do.
    virtual void download(std::span<std::byte> to, Pointer from, StreamNumber stream = 0) = 0;
    /// Within the device's memory; the ranges do not overlap.
    virtual void copy(Pointer to, Pointer from, std::size_t bytes, StreamNumber stream = 0) = 0;
    /// The same of rows, which have no gaps on the host; in an array they lie within one slice, or are all of
    /// some. Throws Error for what the array does not hold.
    virtual void uploadRows(const Place& to, std::span<const std::byte> from, std::size_t rowBytes,
                            StreamNumber stream = 0) = 0;
    virtual void downloadRows(std::span<std::byte> to, const Place& from, std::size_t rowBytes,
                              StreamNumber stream = 0) = 0;
    virtual void copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                          StreamNumber stream = 0) = 0;
    /// Sets each byte to the value, as cudaMemset does.
    virtual void fill(Pointer to, std::byte value, std::size_t bytes, StreamNumber stream = 0) = 0;

    /// An array with these texels in tightly packed rows; none of them: zeros. Throws Error for another
    /// number of bytes than the array has, OutOfMemory.
    virtual std::unique_ptr<DeviceArray> createArray(const ArrayDesc& desc,
                                                     std::span<const std::byte> texels) = 0;
    /// A texture object over the whole array, which outlives it; freed by releaseTexture. Throws Error for an
    /// array of another device.
    virtual std::uint64_t createTexture(DeviceArray& array, const Sampler& sampler) = 0;
    /// The same over memory, which is read as it is when a kernel begins.
    virtual std::uint64_t createTexture(const PlainTexels& texels, const Sampler& sampler) = 0;
    /// A level of an array that has several, which shares its texels and outlives it. Throws Error for one
    /// that it has not.
    virtual std::unique_ptr<DeviceArray> createLevel(DeviceArray& mipmap, std::uint32_t level) = 0;
    /// A surface object over the array, for results that no OpenGL texture shares; freed by releaseTexture.
    virtual std::uint64_t createSurface(DeviceArray& array) = 0;
    /// Frees a texture or surface object when the launches before it have ended.
    virtual void releaseTexture(std::uint64_t handle) noexcept = 0;
    /// All texels in tightly packed rows, after the launches before it; to must have the array's size.
    void downloadArray(std::span<std::byte> to, DeviceArray& array);

    /// Loads PTX; name stands in messages; registers: of kernels of which they are known. Throws Error for
    /// PTX that the device refuses.
    virtual std::unique_ptr<LoadedModule> load(std::string_view ptx, std::string_view name,
                                               const ptx::KernelRegisters& registers) = 0;
    std::unique_ptr<LoadedModule> load(std::string_view ptx, std::string_view name) {
        return load(ptx, name, {});
    }
    /// The same code once more, with variables of its own, as another device of a program's has it. Managed
    /// ones are those of the first, which outlives it; a GPU has them apart.
    virtual std::unique_ptr<LoadedModule> loadAgain(std::string_view ptx, std::string_view name,
                                                    const ptx::KernelRegisters& registers,
                                                    LoadedModule& /*first*/) {
        return load(ptx, name, registers);
    }
    /// Writes a module's __constant__ or __device__ variable after the launches before it, as
    /// cudaMemcpyToSymbol does. Throws Error when there is none of that name or it is smaller.
    virtual void writeVariable(LoadedModule& module, std::string_view name,
                               std::span<const std::byte> value) = 0;
    /// The address of a module's variable. Throws Error when there is none of that name.
    virtual Pointer variable(LoadedModule& module, std::string_view name) = 0;
    /// Streams 1, 2, ... beside the default one, of which the smaller priority goes first; in place of those
    /// before, whose work has ended. A device whose launches have ended when launch() returns has no need of
    /// streams, and everything in their order is in order.
    virtual void setStreams(std::span<const int> /*priorities*/) {}
    /// Where a stream is now, under a number of the caller's.
    virtual void recordEvent(std::uint32_t /*event*/, StreamNumber /*stream*/) {}
    /// Holds up a stream until then; no effect for an event that was not recorded since setStreams().
    virtual void waitEvent(std::uint32_t /*event*/, StreamNumber /*stream*/) {}
    /// Starts a kernel; on a GPU it may still run when this returns. Checks the number and sizes of the
    /// arguments.
    virtual void launch(const Launch& launch) = 0;
    /// Waits for all launches and gives their records since the last call, in order. A fault of a kernel is
    /// thrown here or by launch: ptx::Fault on the emulated device, Error on a GPU.
    virtual std::vector<LaunchRecord> finish() = 0;
    /// Whether what kernels print is to be seen, as it is at first. Of no effect where nothing is launched
    /// again to measure its time.
    virtual void showPrints(bool /*shown*/) {}

    /// Shares an OpenGL buffer or 2-D texture of the current context; texture's internal format must match
    /// desc. A buffer's contents are undefined when it is mapped: kernels write all that will be drawn.
    /// Release before the OpenGL object is destroyed.
    virtual std::unique_ptr<SharedResource> shareBuffer(unsigned glBuffer, std::size_t bytes) = 0;
    /// The same of a texture of two dimensions.
    virtual std::unique_ptr<SharedResource> shareTexture(unsigned glTexture, const ArrayDesc& desc) = 0;
    /// Maps all in one call; kernels may use them until unmap, OpenGL only after it.
    virtual void map(std::span<SharedResource* const> resources) = 0;
    /// Gives them back to OpenGL, behind the kernels that were launched before. Throws Error.
    virtual void unmap(std::span<SharedResource* const> resources) = 0;
};

/// Maps on construction and unmaps at the end of the scope; what holds the resources outlives it.
class MapScope {
public:
    /// resources: all made by this device; throws as Device::map does.
    MapScope(Device& device, std::span<SharedResource* const> resources)
        : m_device(device), m_resources(resources) {
        m_device.map(m_resources);
    }
    /// Unmaps now and lets errors out; the destructor does it without.
    void unmap() {
        const auto all = std::exchange(m_resources, {});
        if (!all.empty()) m_device.unmap(all);
    }
    ~MapScope() {
        try {
            unmap();
        } catch (...) {
        }
    }
    MapScope(const MapScope&) = delete;
    MapScope& operator=(const MapScope&) = delete;

private:
    Device& m_device;
    std::span<SharedResource* const> m_resources;
};

/// What a user asked for: "auto", "cuda", "cuda:N" or "emulated".
/// auto takes the first CUDA device, or the emulated one when there is none. Throws BadInput for
/// another word, Unavailable when the device is not there.
std::unique_ptr<Device> openDevice(std::string_view choice);
/// capacityBytes 0: as much as half of the host's memory. workers 0: a thread for each of its cores.
std::unique_ptr<Device> openEmulated(std::size_t capacityBytes = 0, unsigned workers = 0);
/// A capacity for runs of a few blocks: addresses rather than memory, more than any GPU has. Pages come as
/// they are touched, and little is.
inline constexpr std::size_t kSparseBytes = std::size_t{400} << 30;

} // namespace lanescope::device
