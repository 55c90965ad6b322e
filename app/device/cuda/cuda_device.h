// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/device_memory.h"
#include "device/interop/shared_resource.h"

#include <map>
#include <set>

namespace lanescope::device {

/// A GPU, through the CUDA runtime. Launches are asynchronous on one stream; errors of a kernel come out of
/// finish(), or of the first call that waits.
class CudaDevice final : public Device {
public:
    /// info as probeCuda() found it. Throws Unavailable.
    explicit CudaDevice(const Info& info);
    ~CudaDevice() override;

    const Info& info() const override { return m_info; }
    bool lost() const override;
    Pointer allocate(std::size_t bytes, std::string_view label) override;
    PitchedPointer allocatePitched(std::size_t rowBytes, std::size_t rows, std::string_view label) override;
    void release(Pointer pointer) noexcept override;
    std::size_t freeBytes() const override;
    void upload(Pointer to, std::span<const std::byte> from, StreamNumber stream) override;
    void download(std::span<std::byte> to, Pointer from, StreamNumber stream) override;
    void copy(Pointer to, Pointer from, std::size_t bytes, StreamNumber stream) override;
    void uploadRows(const Place& to, std::span<const std::byte> from, std::size_t rowBytes,
                    StreamNumber stream) override;
    void downloadRows(std::span<std::byte> to, const Place& from, std::size_t rowBytes,
                      StreamNumber stream) override;
    void copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                  StreamNumber stream) override;
    void fill(Pointer to, std::byte value, std::size_t bytes, StreamNumber stream) override;
    std::unique_ptr<DeviceArray> createArray(const ArrayDesc& desc,
                                             std::span<const std::byte> texels) override;
    std::uint64_t createTexture(DeviceArray& array, const Sampler& sampler) override;
    std::uint64_t createTexture(const PlainTexels& texels, const Sampler& sampler) override;
    std::unique_ptr<DeviceArray> createLevel(DeviceArray& mipmap, std::uint32_t level) override;
    std::uint64_t createSurface(DeviceArray& array) override;
    void releaseTexture(std::uint64_t handle) noexcept override;
    using Device::load;
    std::unique_ptr<LoadedModule> load(std::string_view ptx, std::string_view name,
                                       const ptx::KernelRegisters& registers) override;
    Pointer variable(LoadedModule& module, std::string_view name) override;
    void writeVariable(LoadedModule& module, std::string_view name,
                       std::span<const std::byte> value) override;
    void setStreams(std::span<const int> priorities) override;
    void recordEvent(std::uint32_t event, StreamNumber stream) override;
    void waitEvent(std::uint32_t event, StreamNumber stream) override;
    void launch(const Launch& launch) override;
    std::vector<LaunchRecord> finish() override;
    void showPrints(bool shown) override { m_showsPrints = shown; }
    std::unique_ptr<SharedResource> shareBuffer(unsigned glBuffer, std::size_t bytes) override;
    std::unique_ptr<SharedResource> shareTexture(unsigned glTexture, const ArrayDesc& desc) override;
    void map(std::span<SharedResource* const> resources) override;
    void unmap(std::span<SharedResource* const> resources) override;

private:
    struct Events;
    struct Pending;
    struct Allocation {
        std::size_t bytes = 0;
        std::string label;
    };
    Pointer take(DeviceMemory memory, std::size_t bytes, std::string_view label);
    void checkRange(Pointer pointer, std::size_t bytes, std::string_view verb) const;
    void checkRows(const Place& place, std::size_t rowBytes, std::size_t rows, std::string_view verb) const;
    Events takeEvents();
    void flushL2(StreamNumber stream);

    Info m_info;
    std::shared_ptr<CudaContext> m_context;
    std::map<Pointer, Allocation> m_allocations;
    std::set<std::uint64_t> m_surfaces; // the handles that are no textures
    std::vector<Events> m_freeEvents;
    std::vector<Pending> m_pending;
    std::unique_ptr<LoadedModule> m_flush; // kernels/flush.cu, once it was needed
    Pointer m_flushBuffer = 0;
    bool m_prints = false; // a module that calls printf was loaded
    bool m_showsPrints = true;
};

} // namespace lanescope::device
