// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/module.h"

#include "ptx/decode/decoder.h"
#include "ptx/program/program.h"

namespace lanescope::ptx {

Module::Module() = default;
Module::~Module() = default;

std::shared_ptr<const Module> Module::parse(std::string_view text, std::string_view name,
                                            const KernelRegisters& registers) {
    std::shared_ptr<Module> module(new Module);
    module->m_program = decodeProgram(text, name, registers);
    return module;
}

std::span<const Kernel> Module::kernels() const {
    return m_program->kernels;
}
const model::MachineCode& Module::machineCode() const {
    return m_program->machine;
}
std::span<const model::Site> Module::sites() const {
    return m_program->sites;
}

const Kernel* Module::find(std::string_view name) const {
    const Kernel* plain = nullptr;
    bool unique = true;
    for (const Kernel& kernel : m_program->kernels) {
        if (kernel.name == name) return &kernel;
        if (plainName(kernel.name) != name) continue;
        unique = plain == nullptr;
        plain = &kernel;
    }
    return unique ? plain : nullptr;
}

} // namespace lanescope::ptx
