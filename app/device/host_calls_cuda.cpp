// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Calls that may fail, made on a GPU for what they return: no error of a call is one of this program.
#include "device/cuda_context.h"
#include "device/cuda_link.h"
#include "device/host_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace lanescope::device {

namespace {

dim3 toDim3(const model::Dim3& d) {
    return {d.x, d.y, d.z};
}

HostReturn returned(cudaError_t code) {
    return {static_cast<int>(code), cudaGetErrorName(code), cudaGetErrorString(code), {}, {}, 0, {}};
}

class CudaCalls {
public:
    /// Loads what the program launches while everything is well.
    CudaCalls(const HostProgram& program, int ordinal) : m_ordinal(ordinal) {
        for (const HostCall& call : program.calls())
            if (call.kind == HostCall::Kind::Launch) m_kernels[call.kernel] = load(call.kernel);
    }

    HostReturn call(const HostCall& each) {
        HostReturn result = run(each);
        const cudaError_t last = cudaPeekAtLastError();
        result.lastCode = static_cast<int>(last);
        result.lastName = cudaGetErrorName(last);
        return result;
    }

private:
    HostReturn run(const HostCall& each) {
        using Kind = HostCall::Kind;
        switch (each.kind) {
        case Kind::PeekError:
            return returned(cudaPeekAtLastError());
        case Kind::LastError:
            return returned(cudaGetLastError());
        case Kind::Allocate:
            return returned(cudaMalloc(&m_buffers[each.buffer], each.bytes));
        case Kind::Clear:
            return returned(cudaMemset(m_buffers[each.buffer], 0, each.bytes));
        case Kind::CopyIn:
            return returned(
                cudaMemcpy(m_buffers[each.buffer], each.data.data(), each.bytes, cudaMemcpyHostToDevice));
        case Kind::Launch:
            return returned(launch(each));
        case Kind::Synchronize:
            return returned(cudaDeviceSynchronize());
        case Kind::CopyOut: {
            std::vector<std::byte> bytes(each.bytes);
            HostReturn result = returned(
                cudaMemcpy(bytes.data(), m_buffers[each.buffer], each.bytes, cudaMemcpyDeviceToHost));
            if (result.code == 0) result.bytes = std::move(bytes);
            return result;
        }
        case Kind::Free:
            return returned(cudaFree(m_buffers[each.buffer]));
        }
        return {};
    }

    const void* load(const std::string& name) {
        const std::size_t dot = name.find('.');
        const KernelFile* file = findKernelFile(name.substr(0, dot));
        if (!file || dot == std::string::npos)
            throw Error(fmt::format("no '{}' in kernels/: it is named FILE.NAME", name));
        cudaLibrary_t& library = m_libraries[file->name];
        cudaError_t code = cudaSuccess;
        const auto module = ptx::Module::parse(file->ptx, file->path);
        if (!library) {
            std::vector<std::byte> linked;
            if (std::ranges::any_of(module->kernels(), &ptx::Kernel::callsRuntime)) {
                if (!m_context) m_context = std::make_unique<CudaContext>(m_ordinal);
                linked = linkDeviceRuntime(*m_context, file->ptx, file->path);
            }
            const void* data = linked.empty() ? static_cast<const void*>(file->ptx.c_str()) : linked.data();
            code = cudaLibraryLoadData(&library, data, nullptr, nullptr, 0, nullptr, nullptr, 0);
        }
        const ptx::Kernel* kernel = module->find(name.substr(dot + 1));
        if (!kernel) throw Error(fmt::format("there is no kernel '{}'", name));
        cudaKernel_t handle = nullptr;
        cudaFuncAttributes attributes{};
        if (code == cudaSuccess) code = cudaLibraryGetKernel(&handle, library, kernel->name.c_str());
        // loading may be lazy, and would then count as the launch's
        if (code == cudaSuccess)
            code = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(handle));
        if (code != cudaSuccess)
            throw Error(fmt::format("the driver refuses {}: {}", file->path, describe(code)));
        return reinterpret_cast<const void*>(handle);
    }

    cudaError_t launch(const HostCall& each) {
        std::vector<std::vector<std::byte>> values;
        for (const HostCall::Argument& argument : each.arguments) {
            values.push_back(argument.value);
            if (argument.buffer.empty()) continue;
            void* const pointer = m_buffers[argument.buffer];
            values.back().resize(sizeof pointer);
            std::memcpy(values.back().data(), &pointer, sizeof pointer);
        }
        std::vector<void*> arguments;
        for (auto& value : values) arguments.push_back(value.data());
        return cudaLaunchKernel(m_kernels.at(each.kernel), toDim3(each.grid), toDim3(each.block),
                                arguments.data(), each.sharedBytes, nullptr);
    }

    int m_ordinal;
    std::unique_ptr<CudaContext> m_context; // where kernels that launch kernels had to be linked
    std::map<std::string, cudaLibrary_t> m_libraries;
    std::map<std::string, const void*> m_kernels;
    std::map<std::string, void*> m_buffers;
};

} // namespace

HostStory makeCalls(const HostProgram& program, int ordinal,
                    const std::function<void(const HostStory&)>& known) {
    const CudaProbe probe = probeCuda();
    if (!probe.available || ordinal >= static_cast<int>(probe.devices.size()))
        throw Unavailable(probe.available ? fmt::format("there is no CUDA device {}", ordinal)
                                          : probe.reason);
    if (const cudaError_t code = cudaSetDevice(ordinal); code != cudaSuccess)
        throw Unavailable(describe(code));
    CudaCalls calls(program, ordinal);
    HostStory story;
    story.device = probe.devices[static_cast<std::size_t>(ordinal)].name;
    story.emulated = false;
    if (known) known(story);
    for (const HostCall& each : program.calls()) {
        story.returns.push_back(calls.call(each));
        if (known) known(story);
    }
    return story;
}

} // namespace lanescope::device
