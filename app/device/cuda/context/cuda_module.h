// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::device {

/// PTX that the driver has compiled for its GPU.
class CudaModule final : public LoadedModule {
public:
    /// Throws Error with the driver's log for PTX that it refuses.
    CudaModule(std::shared_ptr<CudaContext> context, std::string_view ptx, std::string_view name,
               const ptx::KernelRegisters& registers = {});
    ~CudaModule() override;
    CudaModule(const CudaModule&) = delete;
    CudaModule& operator=(const CudaModule&) = delete;

    const ptx::Module& module() const override { return *m_module; }
    /// The one that it was loaded in.
    const CudaContext* context() const { return m_context.get(); }
    /// The kernel, allowed so much dynamic shared memory, and the clusters that its launch wants (as
    /// ptx::clusterOf has it). Throws Error.
    const void* function(const ptx::Kernel& kernel, std::uint32_t dynamicSharedBytes,
                         const model::Dim3& cluster = {0, 0, 0});
    /// The same by its name, as ptx::Module::find() takes it. Throws Error where there is none.
    const void* function(std::string_view kernel, std::uint32_t dynamicSharedBytes,
                         const model::Dim3& cluster = {0, 0, 0});
    /// Address and size of a __constant__ or __device__ variable; nullptr when there is none of that name.
    std::pair<void*, std::size_t> variable(std::string_view name) const;
    /// Whether a kernel of it calls printf.
    bool prints() const { return m_prints; }

private:
    std::shared_ptr<CudaContext> m_context;
    std::shared_ptr<const ptx::Module> m_module;
    cudaLibrary_t m_library = nullptr;
    struct Function {
        const void* handle = nullptr;
        std::uint32_t allowedShared = 0; // dynamic bytes that the driver was asked to allow
        bool largeClusters = false;      // likewise more blocks of a cluster than every GPU has
    };
    std::map<std::string, Function> m_functions; // by entry name
    bool m_prints = false;
};

} // namespace lanescope::device
