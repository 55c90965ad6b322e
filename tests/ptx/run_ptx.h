// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/machine.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope::ptx {

/// The parameter block of a launch: values one after another, each aligned to its size.
class Parameters {
public:
    template<class T>
    Parameters& add(const T& value) {
        m_bytes.resize((m_bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T) + sizeof(T));
        std::memcpy(m_bytes.data() + m_bytes.size() - sizeof(T), &value, sizeof(T));
        return *this;
    }
    std::span<const std::byte> bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

/// A machine with one module: what most tests need.
class Runner {
public:
    explicit Runner(const std::string& text, const std::string& name = "test.ptx");

    /// Device memory with these values.
    template<class T>
    std::uint64_t buffer(const std::vector<T>& values, const std::string& label = "buffer") {
        const std::uint64_t address = memory.allocate(values.size() * sizeof(T), label);
        std::memcpy(memory.view(address, values.size() * sizeof(T)).data(), values.data(),
                    values.size() * sizeof(T));
        return address;
    }
    template<class T>
    std::vector<T> read(std::uint64_t address, std::size_t count) const {
        std::vector<T> values(count);
        std::memcpy(values.data(), memory.view(address, count * sizeof(T)).data(), count * sizeof(T));
        return values;
    }
    /// As Machine::run, and as Machine::launch.
    LaunchOutcome run(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                      const Parameters& parameters);
    LaunchOutcome launch(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                         const Parameters& parameters);
    /// The fault that the launch must end with; adds a failure when it does not.
    Fault faultOf(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                  const Parameters& parameters);

    Memory memory{std::size_t{256} << 20};
    TextureTable textures;
    std::shared_ptr<const Module> module;
    std::unique_ptr<ModuleState> state;
    LaunchConfig config; ///< grid, block and parameters are set by launch
};

/// The version lines, then text.
std::string withHeader(const std::string& text);
/// PTX of tests/ptx/kernels, optimised or as written (-G).
std::string kernelPtx(const std::string& name, bool debug = false);
/// Empty when the PTX of the test kernels could be built.
std::string whyNoKernels();
/// The line of a file of tests/ptx/kernels that is marked "here: MARK"; 0 when there is none.
std::uint32_t lineOf(const std::string& mark, const std::string& name = "control");

} // namespace lanescope::ptx
