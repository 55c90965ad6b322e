// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/emulated_memory.h"
#include "device/interop/shared_resource.h"

#include <map>

namespace lanescope::device {

/// The device that every machine has: kernels run in the PTX emulator, on the host's memory. Launches have
/// ended when launch() returns. Needs OpenGL only to share its objects.
class EmulatedDevice final : public Device, public Watcher {
public:
    /// capacityBytes 0: half of the host's memory, at most 4 GiB. workers 0: a thread a core.
    explicit EmulatedDevice(std::size_t capacityBytes = 0, unsigned workers = 0);

    const Info& info() const override { return m_info; }
    Pointer allocate(std::size_t bytes, std::string_view label) override;
    PitchedPointer allocatePitched(std::size_t rowBytes, std::size_t rows, std::string_view label) override;
    Pointer allocateRaw(std::size_t bytes, std::string_view label) override;
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
    std::unique_ptr<LoadedModule> loadAgain(std::string_view ptx, std::string_view name,
                                            const ptx::KernelRegisters& registers,
                                            LoadedModule& first) override;
    Pointer variable(LoadedModule& module, std::string_view name) override;
    void writeVariable(LoadedModule& module, std::string_view name,
                       std::span<const std::byte> value) override;
    Watcher* watcher() override { return this; }
    void launch(const Launch& launch) override { EmulatedDevice::launch(launch, Watch{}); }
    void launch(const Launch& launch, const Watch& watch) override;
    std::shared_ptr<const MemoryImage> image(std::span<const std::shared_ptr<LoadedModule>> modules,
                                             const MemoryImage* before) override;
    bool restore(const MemoryImage& image) override;
    std::vector<LaunchRecord> finish() override;
    std::unique_ptr<SharedResource> shareBuffer(unsigned glBuffer, std::size_t bytes) override;
    std::unique_ptr<SharedResource> shareTexture(unsigned glTexture, const ArrayDesc& desc) override;
    void map(std::span<SharedResource* const> resources) override;
    void unmap(std::span<SharedResource* const> resources) override;

private:
    ptx::ModuleState::Variable find(LoadedModule& module, std::string_view name) const;
    Pointer allocate(std::size_t bytes, std::string_view label, bool raw);
    std::unique_ptr<LoadedModule> load(std::string_view ptx, std::string_view name,
                                       const ptx::KernelRegisters& registers,
                                       const ptx::ModuleState* managed);
    std::span<std::byte> view(Pointer pointer, std::size_t bytes, std::string_view verb) const;
    std::span<std::byte> rowOf(const Place& place, std::size_t row, std::size_t bytes,
                               std::string_view verb) const;
    void readPlainTexels();
    void markWritten(const Place& place, std::size_t row, std::size_t bytes);

    std::shared_ptr<EmulatedMemory> m_memory;
    ptx::Machine m_machine;
    unsigned m_workers;
    Info m_info;
    std::vector<LaunchRecord> m_records;
    struct PlainTexture {
        PlainTexels from;
        std::shared_ptr<ptx::Array> copy;
    };
    std::map<std::uint64_t, PlainTexture> m_plainTextures; // by their handles
    std::vector<std::byte> m_parameters;                   // of the last launch, kept for its memory
};

} // namespace lanescope::device
