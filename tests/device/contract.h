// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace lanescope::device::test {

/// The device under test, made anew; each test program defines its own.
std::unique_ptr<Device> makeDevice();

/// PTX of tests/device/probes.cu.
std::string_view probesPtx();

/// An allocation that is given back at the end of the scope, with typed transfers.
template<class T>
class Array {
public:
    Array(Device& device, std::size_t count, std::string_view label = "test array")
        : m_device(device), m_count(count), m_pointer(device.allocate(count * sizeof(T), label)) {}
    Array(Device& device, const std::vector<T>& values) : Array(device, values.size()) { set(values); }
    ~Array() { m_device.release(m_pointer); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    Pointer pointer() const { return m_pointer; }
    void set(const std::vector<T>& values) { m_device.upload(m_pointer, std::as_bytes(std::span(values))); }
    std::vector<T> get() const {
        std::vector<T> values(m_count);
        m_device.download(std::as_writable_bytes(std::span(values)), m_pointer);
        return values;
    }

private:
    Device& m_device;
    std::size_t m_count;
    Pointer m_pointer;
};

struct Float4 {
    float x, y, z, w;
    bool operator==(const Float4&) const = default;
};

/// A device and the probes loaded on it.
class DeviceTest : public ::testing::Test {
protected:
    std::unique_ptr<Device> device = makeDevice();
    std::unique_ptr<LoadedModule> probes = device->load(probesPtx(), "probes");

    /// Launches a kernel and waits.
    template<class... T>
    LaunchRecord run(LoadedModule& module, const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                     std::uint32_t sharedBytes, const T&... arguments) {
        device->launch({.module = &module,
                        .kernel = kernel,
                        .grid = grid,
                        .block = block,
                        .sharedBytes = sharedBytes,
                        .arguments = Arguments(arguments...)});
        auto records = device->finish();
        EXPECT_EQ(records.size(), 1U);
        return records.empty() ? LaunchRecord{} : records.front();
    }
    /// A file of kernels/, loaded.
    std::unique_ptr<LoadedModule> loadKernels(std::string_view name) {
        const recording::ModulePointer file = findKernelFile(name);
        if (!file) throw Error("no kernel file " + std::string(name));
        return device->load(file->ptx, file->path);
    }
};

/// The message of an exception of type E, empty when none was thrown.
template<class E = Error, class Function>
std::string messageOf(Function&& function) {
    try {
        function();
    } catch (const E& error) {
        return error.what();
    }
    return {};
}

} // namespace lanescope::device::test
