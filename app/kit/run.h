// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "device/host_calls.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope::kit {

/// A buffer or image that OpenGL draws and kernels write; becomes an address or a surface in a launch.
struct ResultBuffer {
    int index = -1;
    std::uint64_t offset = 0; ///< bytes from the start
    ResultBuffer at(std::uint64_t bytes) const { return {index, offset + bytes}; }
};
struct ResultImage {
    int index = -1;
};

/// Rows that begin at multiples of a pitch, as cudaMallocPitch and cudaMalloc3D give them.
struct Pitched {
    device::Pointer pointer = 0;
    std::size_t pitch = 0; ///< bytes from one row to the next
};

/// What run() is handed: named memory, kept from run to run while it stays alike, and launches.
class Run {
public:
    virtual ~Run() = default;
    virtual double time() const = 0; ///< seconds since the animation began
    virtual const model::Architecture& architecture() const = 0;

    /// Device memory; init, called when the memory is new or key changed, fills the host copy to upload.
    using Init = std::function<void(std::span<std::byte>)>;
    virtual device::Pointer buffer(std::string_view name, std::size_t bytes, std::string_view key = "zero",
                                   const Init& init = {}) = 0;
    /// Rows of rowBytes each at the device's own pitch; init sees all bytes, padding included.
    using PitchedInit = std::function<void(std::span<std::byte>, std::size_t pitch)>;
    virtual Pitched pitched(std::string_view name, std::size_t rowBytes, std::size_t rows,
                            std::string_view key = "zero", const PitchedInit& init = {}) = 0;
    /// Writes a __constant__ or __device__ variable "FILE.variable" before the next launch, as
    /// cudaMemcpyToSymbol does.
    virtual void setSymbol(std::string_view symbol, std::span<const std::byte> value) = 0;
    /// Memory as cudaMalloc gives it, new in each run: what it holds is undefined.
    virtual device::Pointer rawBuffer(std::string_view name, std::size_t bytes) {
        return buffer(name, bytes);
    }
    /// Sets all bytes of a buffer to 0 before the next launch, as cudaMemset does.
    virtual void clear(std::string_view buffer) = 0;
    /// What a buffer, pitched or not, holds after all launches can be read from RunResult::values.
    virtual void keep(std::string_view buffer) = 0;
    virtual ResultBuffer resultBuffer(std::string_view name, std::size_t bytes) = 0;
    virtual ResultImage resultImage(std::string_view name, const device::ArrayDesc& desc) = 0;
    /// A texture object over a picture; key names the picture's contents, texels gives them in desc's format.
    virtual std::uint64_t texture(std::string_view name, const device::ArrayDesc& desc, std::string_view key,
                                  const std::function<std::vector<std::byte>()>& texels,
                                  const ptx::Sampler& sampler) = 0;

    /// Launches a kernel of kernels/FILE.cu, named "FILE.kernel"; arguments in the order of its parameters.
    template<class... T>
    void launch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                const T&... arguments) {
        beginLaunch();
        device::Arguments list;
        (list.add(resolve(arguments)), ...);
        endLaunch(kernel, grid, block, sharedBytes, std::move(list));
    }
    /// Allocates, fills and launches what a host program does; results that it copies out are kept.
    void play(const device::HostProgram& program);

protected:
    virtual void beginLaunch() = 0; ///< maps the results that are not mapped yet
    virtual void endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                           std::uint32_t sharedBytes, device::Arguments arguments) = 0;
    virtual device::Pointer resolve(const ResultBuffer& buffer) const = 0;
    virtual std::uint64_t resolve(const ResultImage& image) const = 0;
    template<class T>
    const T& resolve(const T& plain) const {
        return plain;
    }
};

} // namespace lanescope::kit
