// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_module.h"

#include "device/cuda/context/cuda_link.h"
#include "device/launch_check.h"
#include "ptx/syntax/link_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::device {

namespace {

/// What every kernel may have without asking (CUDA C++ Programming Guide, shared memory per thread block).
constexpr std::uint32_t kSharedWithoutOptIn = 48 * 1024;

} // namespace

CudaModule::CudaModule(std::shared_ptr<CudaContext> context, std::string_view ptx, std::string_view name,
                       const ptx::KernelRegisters& registers)
    : m_context(std::move(context)) {
    try {
        m_module = ptx::Module::parse(ptx, name, registers);
    } catch (const ptx::ParseError& error) {
        throw Error(error.what());
    }
    m_prints = ptx.find("vprintf") != std::string_view::npos;
    m_context->use();

    const std::string text(ptx); // the driver wants a terminated string
    const auto kernels = m_module->kernels();
    const bool launches = std::ranges::any_of(kernels, [](const ptx::Kernel& k) { return k.callsRuntime; });
    const bool links = launches || ptx::filesOf(ptx).size() > 1;
    const std::vector<std::byte> linked =
        links ? linkPtx(*m_context, ptx, launches, name) : std::vector<std::byte>{};
    std::array<char, 4096> log{};
    std::array options{cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes, cudaJitGenerateLineInfo};
    std::array<void*, 3> values{log.data(), reinterpret_cast<void*>(log.size()), reinterpret_cast<void*>(1)};
    // options are for the compiler, which machine code has behind it
    const auto count = links ? 0U : static_cast<unsigned>(options.size());
    cudaError_t code =
        cudaLibraryLoadData(&m_library, links ? static_cast<const void*>(linked.data()) : text.c_str(),
                            options.data(), values.data(), count, nullptr, nullptr, 0);
    // Loading may be lazy; asking for a kernel's attributes makes the driver compile now, while the log is
    // here.
    for (const ptx::Kernel& kernel : kernels) {
        if (code != cudaSuccess) break;
        cudaKernel_t handle = nullptr;
        cudaFuncAttributes attributes{};
        code = cudaLibraryGetKernel(&handle, m_library, kernel.name.c_str());
        if (code == cudaSuccess)
            code = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(handle));
    }
    if (code == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    if (m_library) ignoreError(cudaLibraryUnload(m_library));
    const std::string said = oneLine({log.data(), log.size()});
    const std::string_view cure = cureOf(code);
    throw Error(fmt::format("the driver refuses {}: {}{}{}{}{}", name, describe(code),
                            said.empty() ? "" : ": ", said, cure.empty() ? "" : "; ", cure));
}

CudaModule::~CudaModule() {
    ignoreError(cudaSetDevice(m_context->ordinal()));
    // A kernel of this library may still run.
    ignoreError(cudaStreamSynchronize(m_context->stream()));
    ignoreError(cudaLibraryUnload(m_library));
}

const void* CudaModule::function(const ptx::Kernel& kernel, std::uint32_t dynamicSharedBytes,
                                 const model::Dim3& cluster) {
    Function& known = m_functions[kernel.name];
    if (!known.handle) {
        cudaKernel_t handle = nullptr;
        LANESCOPE_CUDA(*m_context, cudaLibraryGetKernel(&handle, m_library, kernel.name.c_str()));
        known.handle = reinterpret_cast<const void*>(handle);
    }
    const std::uint32_t shared = kernel.staticSharedBytes + dynamicSharedBytes;
    if (shared > kSharedWithoutOptIn && dynamicSharedBytes > known.allowedShared) {
        LANESCOPE_CUDA(*m_context,
                       cudaFuncSetAttribute(known.handle, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(dynamicSharedBytes)));
        known.allowedShared = dynamicSharedBytes;
    }
    if (ptx::clusterOf(kernel, cluster).count() > ptx::kPortableBlocksOfCluster && !known.largeClusters) {
        LANESCOPE_CUDA(*m_context,
                       cudaFuncSetAttribute(known.handle, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
        known.largeClusters = true;
    }
    return known.handle;
}

const void* CudaModule::function(std::string_view name, std::uint32_t dynamicSharedBytes,
                                 const model::Dim3& cluster) {
    const ptx::Kernel* kernel = m_module->find(name);
    if (!kernel) throw Error(fmt::format("there is no kernel '{}'", name));
    return function(*kernel, dynamicSharedBytes, cluster);
}

std::pair<void*, std::size_t> CudaModule::variable(std::string_view name) const {
    void* pointer = nullptr;
    std::size_t bytes = 0;
    const cudaError_t code = cudaLibraryGetGlobal(&pointer, &bytes, m_library, std::string(name).c_str());
    if (code == cudaErrorSymbolNotFound || code == cudaErrorInvalidSymbol) {
        static_cast<void>(cudaGetLastError());
        return {nullptr, 0};
    }
    LANESCOPE_CUDA(*m_context, code);
    return {pointer, bytes};
}

} // namespace lanescope::device
