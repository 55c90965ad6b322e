// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Calls that may fail, made on a GPU for what they return: no error of a call is one of this program.
#include "device/cuda/cuda_calls.h"

#include "device/cuda/context/cuda_context.h"
#include "device/cuda/context/cuda_link.h"
#include "device/cuda/cuda_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace lanescope::device {

namespace {

using recording::Recording;

CallReturn returned(cudaError_t code) {
    return {
        .code = static_cast<int>(code), .name = cudaGetErrorName(code), .meaning = cudaGetErrorString(code)};
}

/// Makes one call after another; of the kinds that a program with errors is made of.
class CudaCalls {
public:
    /// Loads what the program launches, and makes its setup, while everything is well.
    CudaCalls(const Recording& recording, int ordinal) : m_recording(recording), m_ordinal(ordinal) {
        m_pointers.resize(recording.objects.size());
        for (const recording::Call& call : recording.calls)
            if (const auto* launch = std::get_if<recording::Launch>(&call)) load(*launch);
        for (std::size_t i = 0; i < recording.objects.size(); ++i)
            if (recording.objects[i].setup) setUp(i);
    }

    CallReturn make(const recording::Call& call) {
        const auto streamOf = [](const auto& each) {
            if constexpr (requires { each.stream; })
                return each.stream != 0;
            else
                return false;
        };
        const auto hasRows = [](const auto& each) {
            if constexpr (requires { each.rows; })
                return each.rows.count != 1;
            else
                return false;
        };
        if (std::visit(streamOf, call) || std::visit(hasRows, call)) throw Error(refusalOf(call));
        CallReturn result = std::visit(*this, call);
        const cudaError_t last = cudaPeekAtLastError();
        result.lastCode = static_cast<int>(last);
        result.lastName = cudaGetErrorName(last);
        return result;
    }

    CallReturn operator()(const recording::QueryError& call) const {
        return returned(call.clears ? cudaGetLastError() : cudaPeekAtLastError());
    }
    CallReturn operator()(const recording::Synchronize&) const { return returned(cudaDeviceSynchronize()); }
    CallReturn operator()(const recording::Allocate& call) {
        return returned(cudaMalloc(&m_pointers[call.object], m_recording.objects[call.object].bytes));
    }
    CallReturn operator()(const recording::Free& call) const {
        return returned(cudaFree(m_pointers[call.object]));
    }
    CallReturn operator()(const recording::Fill& call) const {
        return returned(cudaMemset(at(call.object, call.offset), call.value, call.bytes));
    }
    CallReturn operator()(const recording::CopyIn& call) const {
        std::vector<std::byte> host(call.bytes);
        m_recording.contents[call.contents].write(host);
        for (const recording::Relocation& each : m_recording.relocationsOf(call)) {
            const auto address = reinterpret_cast<std::uint64_t>(m_pointers[each.object]) + each.add;
            std::memcpy(&host[each.at], &address, sizeof address);
        }
        return returned(
            cudaMemcpy(at(call.object, call.offset), host.data(), call.bytes, cudaMemcpyHostToDevice));
    }
    CallReturn operator()(const recording::CopyWithin& call) const {
        return returned(cudaMemcpy(at(call.to, call.toOffset), at(call.from, call.fromOffset), call.bytes,
                                   cudaMemcpyDeviceToDevice));
    }
    CallReturn operator()(const recording::CopyOut& call) const {
        const std::uint64_t size = call.bytes ? call.bytes : m_recording.objects[call.object].bytes;
        std::vector<std::byte> bytes(size);
        CallReturn result =
            returned(cudaMemcpy(bytes.data(), at(call.object, call.offset), size, cudaMemcpyDeviceToHost));
        if (result.code == 0) result.bytes = std::move(bytes);
        return result;
    }
    CallReturn operator()(const recording::Launch& call) {
        std::vector<std::byte> bytes = m_recording.bytes;
        for (const recording::Relocation& each : m_recording.relocationsOf(call)) {
            if (each.kind != recording::Relocation::Kind::Address) throw Error(refusalOf(call));
            const auto address = reinterpret_cast<std::uint64_t>(m_pointers[each.object]) + each.add;
            std::memcpy(&bytes[each.at], &address, sizeof address);
        }
        std::vector<void*> arguments;
        for (const recording::Argument& each : m_recording.argumentsOf(call))
            arguments.push_back(&bytes[each.bytes.first]);
        using LaunchFunction = cudaError_t (*)(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
        const LaunchFunction cooperative = &cudaLaunchCooperativeKernel, plain = &cudaLaunchKernel,
                             launch = call.cooperative ? cooperative : plain;
        return returned(launch(m_kernels.at(std::string(m_recording.view(call.label))), toDim3(call.grid),
                               toDim3(call.block), arguments.data(), call.sharedBytes, nullptr));
    }
    template<class Other>
    CallReturn operator()(const Other& call) const {
        throw Error(refusalOf(call));
    }

private:
    std::string refusalOf(const recording::Call& call) const {
        return fmt::format("{} is not played where calls may fail", recording::textOf(m_recording, call));
    }
    void* at(std::uint32_t object, std::uint64_t offset) const {
        return static_cast<std::byte*>(m_pointers[object]) + offset;
    }

    void setUp(std::size_t index) {
        const recording::Object& object = m_recording.objects[index];
        if (object.kind != recording::Object::Kind::Buffer)
            throw Error(fmt::format("'{}' is no plain buffer, and calls that may fail have no other",
                                    m_recording.view(object.name)));
        cudaError_t code = cudaMalloc(&m_pointers[index], object.bytes);
        std::vector<std::byte> host(object.bytes);
        m_recording.contents[object.contents].write(host);
        if (code == cudaSuccess)
            code = cudaMemcpy(m_pointers[index], host.data(), host.size(), cudaMemcpyHostToDevice);
        if (code != cudaSuccess) throw Error(describe(code));
    }

    void load(const recording::Launch& launch) {
        const std::string label(m_recording.view(launch.label));
        if (m_kernels.contains(label)) return;
        const recording::Module& file = *m_recording.modules[launch.module];
        cudaLibrary_t& library = m_libraries[file.name];
        cudaError_t code = cudaSuccess;
        const auto module = ptx::Module::parse(file.ptx, file.path);
        if (!library) {
            std::vector<std::byte> linked;
            if (std::ranges::any_of(module->kernels(), &ptx::Kernel::callsRuntime)) {
                if (!m_context) m_context = std::make_unique<CudaContext>(m_ordinal);
                linked = linkDeviceRuntime(*m_context, file.ptx, file.path);
            }
            const void* data = linked.empty() ? static_cast<const void*>(file.ptx.c_str()) : linked.data();
            code = cudaLibraryLoadData(&library, data, nullptr, nullptr, 0, nullptr, nullptr, 0);
        }
        const ptx::Kernel* kernel = module->find(m_recording.view(launch.kernel));
        if (!kernel) throw Error(fmt::format("there is no kernel '{}'", label));
        cudaKernel_t handle = nullptr;
        cudaFuncAttributes attributes{};
        if (code == cudaSuccess) code = cudaLibraryGetKernel(&handle, library, kernel->name.c_str());
        // loading may be lazy, and would then count as the launch's
        if (code == cudaSuccess)
            code = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(handle));
        if (code != cudaSuccess)
            throw Error(fmt::format("the driver refuses {}: {}", file.path, describe(code)));
        m_kernels[label] = reinterpret_cast<const void*>(handle);
    }

    const Recording& m_recording;
    int m_ordinal;
    std::unique_ptr<CudaContext> m_context; // where kernels that launch kernels had to be linked
    std::map<std::string, cudaLibrary_t> m_libraries;
    std::map<std::string, const void*> m_kernels;
    std::vector<void*> m_pointers; // by object
};

} // namespace

CallReturns makeCalls(const Recording& recording, int ordinal,
                      const std::function<void(const CallReturns&)>& known) {
    const CudaProbe probe = probeCuda();
    if (!probe.available || ordinal >= static_cast<int>(probe.devices.size()))
        throw Unavailable(probe.available ? fmt::format("there is no CUDA device {}", ordinal)
                                          : probe.reason);
    if (const cudaError_t code = cudaSetDevice(ordinal); code != cudaSuccess)
        throw Unavailable(describe(code));
    CudaCalls calls(recording, ordinal);
    CallReturns answers;
    answers.device = probe.devices[static_cast<std::size_t>(ordinal)].name;
    answers.emulated = false;
    if (known) known(answers);
    for (const recording::Call& each : recording.calls) {
        answers.returns.push_back(calls.make(each));
        if (known) known(answers);
    }
    return answers;
}

} // namespace lanescope::device
