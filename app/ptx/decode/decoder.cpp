// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include "model/arithmetic.h"
#include "ptx/assembly/registers.h"
#include "ptx/decode/fuse.h"
#include "ptx/decode/module.h"
#include "ptx/decode/texture_handles.h"

#include <algorithm>
#include <cstring>

namespace lanescope::ptx {

namespace {

constexpr std::uint64_t kMaxParameterBytes = 32764; ///< CUDA 12.1 and later
constexpr std::uint64_t kMaxSharedBytes = 1 << 30;

Variable variableOf(const VariableSyntax& syntax) {
    Variable variable;
    variable.name = syntax.name;
    variable.shared = syntax.space == StateSpace::Shared;
    variable.constant = syntax.space == StateSpace::Const;
    variable.external = syntax.external;
    variable.managed = syntax.managed;
    variable.bytes = syntax.bytes();
    variable.alignment = std::max(syntax.alignment, 1u);
    return variable;
}

void initialize(ModuleContext& module, Variable& variable, const VariableSyntax& syntax) {
    if (syntax.initial.empty()) return;
    if (variable.shared)
        module.fail(syntax.line, "'" + variable.name + "' is shared and cannot have an initial value");
    const std::size_t size = sizeOf(syntax.type);
    variable.initial.resize(syntax.initial.size() * size);
    for (std::size_t i = 0; i < syntax.initial.size(); ++i) {
        const Initial& value = syntax.initial[i];
        if (value.symbol.empty()) {
            std::memcpy(variable.initial.data() + i * size, &value.bits, size);
            continue;
        }
        Variable::Relocation relocation;
        relocation.offset = i * size;
        relocation.bytes = static_cast<std::uint8_t>(size);
        relocation.addend = value.bits;
        relocation.mask = value.mask;
        const auto function = module.syntax.functionNames.find(value.symbol);
        if (function != module.syntax.functionNames.end()) {
            relocation.function = true;
            relocation.symbol = function->second;
        } else {
            const auto other = module.program.variableNames.find(std::string(value.symbol));
            if (other == module.program.variableNames.end())
                module.fail(value.line, "'" + std::string(value.symbol) + "' is not declared");
            relocation.symbol = other->second;
            if (module.program.variables[other->second].shared)
                module.fail(value.line, "the address of a shared variable as an initial value");
        }
        variable.relocations.push_back(relocation);
    }
}

Builtin runtimeNamed(std::string_view name) {
    static const std::unordered_map<std::string_view, Builtin> table{
        {"GetParameterBufferV2", Builtin::ParameterBuffer},
        {"LaunchDeviceV2", Builtin::LaunchDevice},
        {"StreamCreateWithFlags", Builtin::StreamCreate},
        {"StreamDestroy", Builtin::StreamDestroy},
        {"DeviceSynchronize", Builtin::DeviceSynchronize},
        {"GetLastError", Builtin::GetLastError},
        {"PeekAtLastError", Builtin::PeekLastError},
        {"GetErrorName", Builtin::ErrorName},
        {"GetErrorString", Builtin::ErrorString},
        {"Malloc", Builtin::DeviceMalloc},
        {"Free", Builtin::DeviceFree},
        {"GraphSetConditional", Builtin::SetCondition},
        {"MemcpyAsync", Builtin::CopyAsync},
        {"MemcpyAsync_ptsz", Builtin::CopyAsync},
        {"MemsetAsync", Builtin::FillAsync},
        {"MemsetAsync_ptsz", Builtin::FillAsync},
    };
    const auto found = table.find(name);
    return found == table.end() ? Builtin::None : found->second;
}

Builtin builtinNamed(std::string_view name) {
    if (name == "vprintf") return Builtin::Vprintf;
    if (name == "__assertfail") return Builtin::AssertFail;
    if (name == "malloc") return Builtin::Malloc;
    if (name == "free") return Builtin::Free;
    // nvcc of CUDA 12 and later calls __cudaCDP2NAME, the ones before it cudaNAME
    for (const std::string_view prefix : {"__cudaCDP2", "cuda"})
        if (name.starts_with(prefix)) return runtimeNamed(name.substr(prefix.size()));
    return Builtin::None;
}

/// A function's name, parameters and results, before anything calls it.
Function declare(ModuleContext& module, const FunctionSyntax& syntax) {
    Function function;
    function.name = syntax.name;
    function.entry = syntax.entry;
    function.defined = syntax.defined;
    if (!syntax.defined) function.builtin = builtinNamed(syntax.name);
    std::uint64_t offset = 0;
    for (const std::uint32_t index : syntax.parameters) {
        const VariableSyntax& variable = syntax.variables[index];
        Place place{variable.reg != kNoIndex, variable.areaOffset,
                    static_cast<std::uint32_t>(variable.bytes())};
        if (syntax.entry) {
            offset = model::roundUp(offset, std::max(variable.alignment, 1u));
            place.position = static_cast<std::uint32_t>(offset);
            offset += variable.bytes();
            if (offset > kMaxParameterBytes) module.fail(syntax.line, "more than 32764 bytes of parameters");
        }
        function.parameters.push_back(place);
    }
    function.parameterBytes = static_cast<std::uint32_t>(offset);
    for (const std::uint32_t index : syntax.returns) {
        const VariableSyntax& variable = syntax.variables[index];
        function.returns.push_back(
            {variable.reg != kNoIndex, variable.areaOffset, static_cast<std::uint32_t>(variable.bytes())});
    }
    return function;
}

Kernel kernelOf(const FunctionSyntax& syntax, const Function& function) {
    Kernel kernel;
    kernel.name = syntax.name;
    kernel.parameterBytes = function.parameterBytes;
    if (syntax.maxThreads != 0) kernel.maxThreads = std::min(syntax.maxThreads, 1024u);
    kernel.cluster = {syntax.cluster[0], syntax.cluster[1], syntax.cluster[2]};
    for (std::size_t i = 0; i < syntax.parameters.size(); ++i) {
        const VariableSyntax& variable = syntax.variables[syntax.parameters[i]];
        Parameter parameter;
        parameter.name = variable.name;
        parameter.type = nameOf(variable.type);
        if (variable.array) parameter.type += "[" + std::to_string(variable.count) + "]";
        parameter.offset = function.parameters[i].position;
        parameter.size = function.parameters[i].bytes;
        parameter.alignment = variable.alignment;
        kernel.parameters.push_back(std::move(parameter));
    }
    const TextureHandles handles = textureHandlesOf(syntax);
    kernel.findsHandles = handles.fromElsewhere;
    for (const HandleParameter& each : handles.parameters) {
        const auto found = std::ranges::find(syntax.parameters, each.variable);
        const auto index = static_cast<std::size_t>(found - syntax.parameters.begin());
        if (found != syntax.parameters.end())
            kernel.textureHandles.push_back(function.parameters[index].position + each.offset);
        else
            kernel.findsHandles = true;
    }
    std::ranges::sort(kernel.textureHandles);
    return kernel;
}

/// Functions that the kernel may call, itself first; through pointers it may call any that is not a kernel.
std::vector<std::uint32_t> reachableFrom(const Program& program, std::uint32_t start) {
    std::vector<std::uint32_t> reachable{start};
    std::vector<bool> seen(program.functions.size(), false);
    seen[start] = true;
    const auto add = [&](std::uint32_t index) {
        if (seen[index]) return;
        seen[index] = true;
        reachable.push_back(index);
    };
    for (std::size_t i = 0; i < reachable.size(); ++i) {
        const Function& function = program.functions[reachable[i]];
        for (const std::uint32_t callee : function.callees) add(callee);
        if (!function.callsIndirectly) continue;
        for (std::uint32_t index = 0; index < program.functions.size(); ++index)
            if (program.functions[index].defined && !program.functions[index].entry) add(index);
    }
    return reachable;
}

void finishKernel(ModuleContext& module, Kernel& kernel, Entry& entry) {
    Program& program = module.program;
    entry.reachable = reachableFrom(program, entry.function);
    std::vector<std::uint32_t> used;
    for (const std::uint32_t index : entry.reachable) {
        const Function& function = program.functions[index];
        used.insert(used.end(), function.sharedVariables.begin(), function.sharedVariables.end());
        kernel.callsRuntime = kernel.callsRuntime || function.callsRuntime;
        // What a function is given, its callers have put together.
        if (!function.entry && textureHandlesOf(module.syntax.functions[index]).any)
            kernel.findsHandles = true;
        kernel.unsupported.insert(kernel.unsupported.end(), function.unsupported.begin(),
                                  function.unsupported.end());
    }
    std::vector<int> registers;
    for (const std::uint32_t index : entry.reachable)
        if (program.functions[index].defined) registers.push_back(program.functions[index].registers);
    // Of one function it is unknown: so it is of the kernel.
    kernel.registers =
        std::ranges::min(registers) == 0
            ? 0
            : boundRegisters(module.syntax.functions[entry.function], std::ranges::max(registers));
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::uint64_t offset = 0;
    for (const std::uint32_t index : used) {
        const Variable& variable = program.variables[index];
        if (variable.external && variable.bytes == 0) {
            entry.dynamicAlignment = std::max(entry.dynamicAlignment, variable.alignment);
            continue;
        }
        offset = model::roundUp(offset, variable.alignment);
        entry.sharedOffsets[index] = static_cast<std::uint32_t>(offset);
        offset += variable.bytes;
        if (offset > kMaxSharedBytes)
            module.fail(module.syntax.variables[index].line, "too much shared memory");
    }
    kernel.staticSharedBytes = entry.staticSharedBytes = static_cast<std::uint32_t>(offset);
    // dynamic shared memory begins where the static one ends
    for (const std::uint32_t index : used)
        if (program.variables[index].external && program.variables[index].bytes == 0)
            entry.sharedOffsets[index] =
                static_cast<std::uint32_t>(model::roundUp(offset, entry.dynamicAlignment));
}

} // namespace

void ModuleContext::fail(std::uint32_t line, const std::string& what) const {
    throw ParseError(program.name + ":" + std::to_string(line) + ": " + what);
}

SourceLine ModuleContext::locate(const InstructionSyntax& instruction) {
    SourceLine place;
    place.ptxLine = instruction.line;
    std::uint32_t index = instruction.location;
    if (index == kNoIndex) return place;
    const auto nameOfFile = [&](std::uint32_t at) -> std::string_view {
        const auto found = syntax.files.find(syntax.locations[at].file);
        return found == syntax.files.end() ? std::string_view{} : std::string_view(found->second);
    };
    std::uint32_t best = index;
    // an inlining can be written as going round in a circle, so the walk is bounded
    for (int depth = 0; depth < 64 && isToolkitHeader(nameOfFile(index)); ++depth) {
        index = syntax.locations[index].outer;
        if (index == kNoIndex) break;
        if (!isToolkitHeader(nameOfFile(index))) best = index;
    }
    place.line = syntax.locations[best].line;
    const std::string file(nameOfFile(best));
    const auto [known, isNew] = fileIndex.try_emplace(file, static_cast<std::uint32_t>(program.files.size()));
    if (isNew) program.files.push_back(file);
    place.file = known->second;
    return place;
}

std::unique_ptr<Program> decodeProgram(std::string_view text, std::string_view name,
                                       const KernelRegisters& registers) {
    ModuleSyntax syntax = parseSyntax(text, name);
    if (!syntax.debug)
        for (FunctionSyntax& function : syntax.functions) fuseMultiplyAdds(function);
    auto program = std::make_unique<Program>();
    program->name = name;
    program->asWritten = syntax.debug;
    program->files.emplace_back();
    program->texts.emplace_back();
    ModuleContext module{syntax, *program, {{"", 0}}, {{"", 0}}};
    if (syntax.functions.size() > kMaxFunctions) module.fail(1, "too many functions");
    for (const VariableSyntax& variable : syntax.variables) {
        program->variableNames.try_emplace(std::string(variable.name),
                                           static_cast<std::uint32_t>(program->variables.size()));
        program->variables.push_back(variableOf(variable));
    }
    for (std::size_t i = 0; i < syntax.variables.size(); ++i)
        initialize(module, program->variables[i], syntax.variables[i]);
    for (const FunctionSyntax& function : syntax.functions)
        program->functions.push_back(declare(module, function));
    for (std::uint32_t i = 0; i < syntax.functions.size(); ++i) {
        if (!syntax.functions[i].defined) continue;
        FunctionDecoder(module, syntax.functions[i], i).decode();
        if (!syntax.functions[i].entry) continue;
        program->kernels.push_back(kernelOf(syntax.functions[i], program->functions[i]));
        program->entries.push_back({i, {}, {}, 0, 16});
    }
    for (std::size_t i = 0; i < program->kernels.size(); ++i)
        finishKernel(module, program->kernels[i], program->entries[i]);
    for (Kernel& kernel : program->kernels)
        if (const auto known = registers.find(kernel.name); known != registers.end())
            kernel.registers = known->second;
    return program;
}

} // namespace lanescope::ptx
