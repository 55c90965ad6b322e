// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// A kernel parameter, as the .param declaration has it.
struct Parameter {
    std::string name;
    std::string type;            ///< "u64", "f32", "b8[16]"
    std::uint32_t offset = 0;    ///< bytes from the start of the parameter block
    std::uint32_t size = 0;      ///< bytes
    std::uint32_t alignment = 1; ///< bytes
};

/// An instruction that the emulator does not run; it stops the kernel only when it is reached.
struct Unsupported {
    std::uint32_t ptxLine = 0; ///< 1-based line of the PTX text
    std::string file;          ///< source file and line, if there is line information
    std::uint32_t line = 0;
    std::string text; ///< the instruction
};

/// Registers of a thread by a kernel's (mangled) name, as ptxas has given them.
using KernelRegisters = std::map<std::string, int, std::less<>>;

/// An entry of a module, as a host asks for it by name.
struct Kernel {
    std::string name; ///< the entry's name (mangled, unless it was extern "C")
    std::vector<Parameter> parameters;
    std::uint32_t parameterBytes = 0;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t maxThreads = 1024; ///< a block, from .maxntid; else 1024
    /// Of a thread, as ptxas has given it (KernelRegisters), else is likely to give it for compute capability
    /// 9.0 (registersOf()); 0: unknown.
    int registers = 0;
    /// Bytes of the parameter block that its instructions take for texture and surface objects, in order.
    std::vector<std::uint32_t> textureHandles;
    bool findsHandles = false;    ///< it takes some from memory, or calculates them
    model::Dim3 cluster{0, 0, 0}; ///< blocks of a cluster, from .reqnctapercluster; 0: the launch says it
    bool callsRuntime = false;    ///< it calls the CUDA runtime's device side, as a launch of a grid does
    std::vector<Unsupported> unsupported; ///< in the entry and in every function it may call
};

/// The function's own name out of an Itanium-mangled one: "scale" of _Z5scalePf, _ZN3lab5scaleEPf,
/// _Z5scaleIfEvPT_.
std::string_view plainName(std::string_view mangled);

} // namespace lanescope::ptx
