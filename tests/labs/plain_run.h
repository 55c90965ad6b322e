// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lab_run.h"

#include <map>
#include <stdexcept>

namespace lanescope::labs_test {

/// Runs a lab straight on the emulated device, without session and observation, and gives back its memory.
class PlainRun final : public kit::Run {
public:
    explicit PlainRun(double time) : m_time(time) {}

    double time() const override { return m_time; }
    const model::Architecture& architecture() const override { return model::defaultArchitecture(); }
    device::Pointer buffer(std::string_view name, std::size_t bytes, std::string_view,
                           const Init& init) override {
        const device::Pointer pointer = m_device->allocate(bytes, name);
        std::vector<std::byte> host(bytes);
        if (init) init(host);
        m_device->upload(pointer, host);
        m_memory[std::string(name)] = {pointer, bytes};
        return pointer;
    }
    kit::Pitched pitched(std::string_view name, std::size_t rowBytes, std::size_t rows, std::string_view,
                         const PitchedInit& init) override {
        const device::PitchedPointer made = m_device->allocatePitched(rowBytes, rows, name);
        std::vector<std::byte> host(made.pitch * rows);
        if (init) init(host, made.pitch);
        m_device->upload(made.pointer, host);
        m_memory[std::string(name)] = {made.pointer, host.size()};
        return {made.pointer, made.pitch};
    }
    void setSymbol(std::string_view symbol, std::span<const std::byte> value) override {
        const std::size_t dot = symbol.find('.');
        m_device->writeVariable(moduleOf(symbol.substr(0, dot)), symbol.substr(dot + 1), value);
    }
    void clear(std::string_view name) override {
        const auto& [pointer, bytes] = m_memory.at(std::string(name));
        m_device->fill(pointer, std::byte{0}, bytes);
    }
    void keep(std::string_view name) override { ASSERT_TRUE(m_memory.contains(std::string(name))); }
    kit::ResultBuffer resultBuffer(std::string_view name, std::size_t bytes) override {
        m_results.push_back(buffer(name, bytes, "", {}));
        return {static_cast<int>(m_results.size()) - 1, 0};
    }
    kit::ResultImage resultImage(std::string_view, const device::ArrayDesc& desc) override {
        m_image = m_device->createArray(desc, {});
        m_surface = m_device->createSurface(*m_image);
        m_imageBytes = std::size_t{desc.width} * desc.height * device::bytesPerTexel(desc.format);
        return {0};
    }
    std::uint64_t texture(std::string_view, const device::ArrayDesc& desc, std::string_view,
                          const std::function<std::vector<std::byte>()>& texels,
                          const ptx::Sampler& sampler) override {
        m_source = m_device->createArray(desc, texels());
        return m_device->createTexture(*m_source, sampler);
    }

    template<class T>
    std::vector<T> read(const std::string& name) {
        const auto& [pointer, bytes] = m_memory.at(name);
        std::vector<T> values(bytes / sizeof(T));
        m_device->download(std::as_writable_bytes(std::span(values)), pointer);
        return values;
    }
    template<class T>
    std::vector<T> readImage() {
        std::vector<T> values(m_imageBytes / sizeof(T));
        m_device->downloadArray(std::as_writable_bytes(std::span(values)), *m_image);
        return values;
    }

protected:
    void beginLaunch() override {}
    void endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                   device::Arguments arguments) override {
        const std::size_t dot = kernel.find('.');
        device::Launch launch;
        launch.module = &moduleOf(kernel.substr(0, dot));
        launch.kernel = kernel.substr(dot + 1);
        launch.grid = grid;
        launch.block = block;
        launch.sharedBytes = sharedBytes;
        launch.arguments = std::move(arguments);
        m_device->launch(launch);
        m_device->finish();
    }
    device::Pointer resolve(const kit::ResultBuffer& result) const override {
        return m_results[static_cast<std::size_t>(result.index)] + result.offset;
    }
    std::uint64_t resolve(const kit::ResultImage&) const override { return m_surface; }

private:
    device::LoadedModule& moduleOf(std::string_view name) {
        std::unique_ptr<device::LoadedModule>& module = m_modules[std::string(name)];
        if (module) return *module;
        const device::KernelFile* file = device::findKernelFile(name);
        if (!file) throw std::runtime_error("no such kernel file");
        module = m_device->load(file->ptx, file->path);
        return *module;
    }

    double m_time;
    std::shared_ptr<device::Device> m_device = device::openEmulated();
    std::map<std::string, std::unique_ptr<device::LoadedModule>> m_modules;
    std::map<std::string, std::pair<device::Pointer, std::size_t>> m_memory;
    std::vector<device::Pointer> m_results;
    std::unique_ptr<device::DeviceArray> m_image, m_source;
    std::uint64_t m_surface = 0;
    std::size_t m_imageBytes = 0;
};

inline std::unique_ptr<kit::Lab> prepared(std::string_view name, const Sets& sets) {
    auto lab = kit::findLab(name).make();
    for (const auto& [parameter, value] : sets) lab->set(parameter, value);
    return lab;
}

} // namespace lanescope::labs_test
