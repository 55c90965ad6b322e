// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/launch_limits.h"
#include "ptx/run/machine.h"
#include "runtime/memory.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::runtime {

/// One fat binary of the program. Its PTX is read when something of it is needed first.
struct Image {
    const void* wrapper = nullptr;
    std::string name;        ///< in messages
    unsigned capability = 0; ///< that its PTX was written for, 75 for 7.5; 0: not read yet
    std::vector<std::shared_ptr<const ptx::Module>> modules;
    std::vector<std::unique_ptr<ptx::ModuleState>> states;
};

/// A kernel of the program, by the host function that stands for it.
struct Function {
    Image* image = nullptr;
    std::string name;
    ptx::ModuleState* state = nullptr; ///< nullptr: not looked for yet
    const ptx::Kernel* kernel = nullptr;
    std::optional<int> dynamicSharedLimit; ///< bytes, as the program has set it
    int carveout = -1;
    bool largeClusters = false; ///< of more than the portable number of blocks
    int clusterPolicy = 0;      ///< cudaClusterSchedulingPolicy, which changes nothing here

    /// Bytes of dynamic shared memory that a launch may ask for (CUDA 13.0, an H200).
    std::size_t dynamicSharedMost() const {
        constexpr std::uint32_t kUnasked = model::LaunchLimits{}.sharedBytes;
        if (dynamicSharedLimit) return static_cast<std::size_t>(*dynamicSharedLimit);
        return kUnasked - std::min(kernel->staticSharedBytes, kUnasked);
    }
};

/// A __device__, __constant__ or __managed__ variable, by the host variable that stands for it.
struct Variable {
    Image* image = nullptr;
    std::string name;
    std::size_t bytes = 0;
    bool constant = false;
    void** managed = nullptr; ///< the host's pointer to a managed one
    void* address = nullptr;  ///< in device memory, once it was looked for
};

/// What a program has registered before main().
class Modules {
public:
    /// first: those of the first device, which has the managed variables of all; nullptr: this one is.
    explicit Modules(Memory& memory, Modules* first = nullptr) : m_memory(memory), m_first(first) {}

    /// For malloc in device code, of what is read from now on: cudaLimitMallocHeapSize.
    std::size_t heapBytes = ptx::kHeapBytes;

    /// wrapper: of the fat binary, by which nvcc's code names it.
    Image& add(const void* wrapper);
    /// host: the function that stands for the kernel; name: its mangled one.
    void addFunction(Image& image, const void* host, const char* name);
    /// host: the variable that stands for it. managed: the host's pointer to it, else nullptr.
    void addVariable(Image& image, const void* host, const char* name, std::size_t bytes, bool constant,
                     void** managed);
    /// nullptr: no host function of a kernel.
    Function* function(const void* host);
    /// Throws Failure: cudaErrorInvalidSymbol, or cudaErrorInvalidDeviceFunction.
    Variable& variable(const void* host);
    /// A kernel that is ready to be launched: its PTX has been read. Throws Failure,
    /// cudaErrorInvalidDeviceFunction for what is no kernel.
    Function& resolved(const void* host);
    /// Of the __constant__ variables that a fat binary has.
    std::size_t constantBytes(const Image& image) const;
    /// cudaDeviceReset: what was read is read again when it is needed, with variables as they were at first.
    void forget();
    /// Managed variables have their memory from the start, since the host may use them before anything else.
    void placeManaged();

private:
    void read(Image& image);
    std::uint64_t managed(const Image& image, std::string_view name);

    Memory& m_memory;
    Modules* m_first;
    std::deque<Image> m_images;
    std::map<const void*, Function> m_functions;
    std::map<const void*, Variable> m_variables;
};

} // namespace lanescope::runtime
