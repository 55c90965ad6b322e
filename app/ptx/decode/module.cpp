// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/module.h"

#include "ptx/decode/decoder.h"
#include "ptx/decode/program.h"

#include <charconv>

namespace lanescope::ptx {

std::string_view plainName(std::string_view mangled) {
    if (!mangled.starts_with("_Z")) return mangled;
    std::string_view rest = mangled.substr(2);
    const bool nested = rest.starts_with("N");
    if (nested) rest.remove_prefix(1);
    std::string_view last;
    do {
        while (!rest.empty() && (rest.front() == 'L' || rest.front() == 'K')) rest.remove_prefix(1);
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
        if (error != std::errc()) break;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        if (length > rest.size()) break;
        last = rest.substr(0, length);
        rest.remove_prefix(length);
    } while (nested);
    return last.empty() ? mangled : last;
}

Module::Module() = default;
Module::~Module() = default;

std::shared_ptr<const Module> Module::parse(std::string_view text, std::string_view name) {
    std::shared_ptr<Module> module(new Module);
    module->m_program = decodeProgram(text, name);
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
