// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/modules.h"

#include "runtime/errors.h"
#include "runtime/fat_binary.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lanescope::runtime {

namespace {

/// The compute capability whose PTX the emulated device takes: an H200's.
constexpr unsigned kMostCapability = 90;

} // namespace

Image& Modules::add(const void* wrapper) {
    Image& image = m_images.emplace_back();
    image.wrapper = wrapper;
    image.name = fmt::format("the program's device code ({})", m_images.size());
    return image;
}

void Modules::addFunction(Image& image, const void* host, const char* name) {
    m_functions[host] = {.image = &image, .name = name};
}

void Modules::addVariable(Image& image, const void* host, const char* name, std::size_t bytes, bool constant,
                          void** managed) {
    m_variables[host] = {&image, name, bytes, constant, managed};
}

void Modules::read(Image& image) {
    if (!image.states.empty()) return;
    try {
        for (const PtxImage& each : ptxOf(image.wrapper, kMostCapability)) {
            image.capability = each.capability;
            image.modules.push_back(ptx::Module::parse(each.text, image.name, each.registers));
            const auto placed = [&](std::string_view name) { return managed(image, name); };
            image.states.push_back(std::make_unique<ptx::ModuleState>(
                image.modules.back(), m_memory.emulated(), placed, heapBytes));
        }
    } catch (const std::bad_alloc&) {
        throw Failure(cudaErrorMemoryAllocation);
    } catch (const std::exception& error) {
        // Nothing of the program can run: it would only be told of a number.
        std::fflush(stdout);
        std::fprintf(stderr, "lanescope: %s\n", error.what());
        throw Failure(cudaErrorNoKernelImageForDevice);
    }
}

/// Memory for a managed variable of this name; 0: there is none.
std::uint64_t Modules::managed(const Image& image, std::string_view name) {
    for (auto& [host, variable] : m_variables) {
        if (variable.image != &image || !variable.managed || variable.name != name) continue;
        if (m_first) variable.address = m_first->variable(host).address;
        if (!variable.address) {
            variable.address = m_memory.allocateHost(variable.bytes, Memory::Kind::Managed, 1);
            m_memory.managed(variable.address).isVariable = true;
        }
        *variable.managed = variable.address;
        return reinterpret_cast<std::uint64_t>(variable.address);
    }
    return 0;
}

Function* Modules::function(const void* host) {
    const auto found = m_functions.find(host);
    return found == m_functions.end() ? nullptr : &found->second;
}

Function& Modules::resolved(const void* host) {
    require(host != nullptr, cudaErrorInvalidDeviceFunction);
    Function* const function = this->function(host);
    require(function != nullptr, cudaErrorInvalidResourceHandle);
    if (function->kernel) return *function;
    read(*function->image);
    for (const auto& state : function->image->states)
        if (const ptx::Kernel* kernel = state->module().find(function->name)) {
            function->state = state.get();
            function->kernel = kernel;
            return *function;
        }
    throw Failure(cudaErrorInvalidDeviceFunction);
}

Variable& Modules::variable(const void* host) {
    const auto found = m_variables.find(host);
    require(found != m_variables.end(), cudaErrorInvalidSymbol);
    Variable& variable = found->second;
    if (variable.address) return variable;
    read(*variable.image);
    for (const auto& state : variable.image->states) {
        const ptx::ModuleState::Variable place = state->variable(variable.name);
        if (place.address == 0) continue;
        variable.address = reinterpret_cast<void*>(place.address); // NOLINT(performance-no-int-to-ptr)
        return variable;
    }
    throw Failure(cudaErrorInvalidSymbol);
}

std::size_t Modules::constantBytes(const Image& image) const {
    std::size_t bytes = 0;
    for (const auto& [host, variable] : m_variables)
        if (variable.image == &image && variable.constant) bytes += variable.bytes;
    return bytes;
}

void Modules::forget() {
    for (auto& [host, function] : m_functions) {
        function.state = nullptr;
        function.kernel = nullptr;
    }
    for (auto& [host, variable] : m_variables)
        if (!variable.managed) variable.address = nullptr;
    for (Image& image : m_images) {
        image.states.clear();
        image.modules.clear();
    }
}

void Modules::placeManaged() {
    for (auto& [host, variable] : m_variables)
        if (variable.managed) read(*variable.image);
}

} // namespace lanescope::runtime
