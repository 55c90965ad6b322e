// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/machine_code.h"
#include "model/warp_access.h"
#include "ptx/program/kernel.h"
#include "ptx/syntax/parse_error.h"

#include <memory>
#include <span>
#include <string_view>

namespace lanescope::ptx {

struct Program; // decoded form, private to app/ptx

/// A PTX text, parsed and decoded once. Immutable, so that any number of launches may share it.
class Module {
public:
    /// name stands in messages, usually the file's name; registers: of kernels of which they are known.
    /// Throws ParseError.
    static std::shared_ptr<const Module> parse(std::string_view text, std::string_view name,
                                               const KernelRegisters& registers = {});
    ~Module();

    std::span<const Kernel> kernels() const;
    /// By entry name, or by the plain function name of a mangled one when that is unique; nullptr otherwise.
    const Kernel* find(std::string_view name) const;
    /// Every memory instruction of the module; WarpAccess::site indexes it.
    std::span<const model::Site> sites() const;
    const Program& program() const { return *m_program; }
    /// What its instructions are likely to become, by the numbers that model::InstructionSink gets.
    const model::MachineCode& machineCode() const;

private:
    Module();
    std::unique_ptr<Program> m_program;
};

} // namespace lanescope::ptx
