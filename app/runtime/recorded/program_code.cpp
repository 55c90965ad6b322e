// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/program_code.h"

#include "recording/plain_name.h"
#include "runtime/fat_binary.h"
#include "runtime/recorded/device_call.h"
#include "runtime/recorded/source.h"

#include <dlfcn.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope::runtime {

namespace {

using recording::Argument;
using recording::Relocation;

constexpr unsigned kMostCapability = 90; // of PTX that the emulator plays

model::Dim3 toDim3(const dim3& size) {
    return {size.x, size.y, size.z};
}

Argument::Kind kindOf(std::string_view type, std::uint32_t size) {
    const bool number = size == 1 || size == 2 || size == 4 || size == 8;
    if (!number || type.find('[') != std::string_view::npos) return Argument::Kind::Bytes;
    if (type.starts_with("f") && size >= 4) return Argument::Kind::Real;
    return type.starts_with("s") ? Argument::Kind::Signed : Argument::Kind::Unsigned;
}

/// Whether the text has the word, as in the declaration of a variable.
bool declares(std::string_view ptx, std::string_view word) {
    const auto isPart = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
    };
    for (std::size_t at = ptx.find(word); at != std::string_view::npos; at = ptx.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if (!isPart(ptx[at - 1]) && (end == ptx.size() || !isPart(ptx[end]))) return true;
    }
    return false;
}

/// That the thread has chosen.
int currentDevice() {
    int device = 0;
    deviceCall<decltype(cudaGetDevice)>("cudaGetDevice")(&device);
    return device;
}

/// The program or library that this is part of; empty: unknown.
std::string programOf(const void* part) {
    Dl_info info{};
    return ::dladdr(part, &info) != 0 && info.dli_fname ? info.dli_fname : "";
}

} // namespace

/// The module of an image on the thread's device, with its variables; nullptr: it has no PTX.
ProgramCode::Code* ProgramCode::codeOf(Registered& image) {
    const OnDevice place{image.wrapper, currentDevice()};
    if (const auto found = m_code.find(place); found != m_code.end()) return &found->second;
    std::vector<PtxImage> ptx = ptxOf(image.wrapper, kMostCapability);
    recording::Module made = moduleOf(std::move(ptx.front().text), programOf(image.wrapper));
    made.registers = std::move(ptx.front().registers);
    made.device = static_cast<std::uint32_t>(place.second);
    auto module = std::make_shared<const recording::Module>(std::move(made));
    const Code code{static_cast<std::uint32_t>(m_writer.recording.modules.size()),
                    ptx::Module::parse(module->ptx, module->path, module->registers)};
    m_writer.recording.modules.push_back(std::move(module));
    m_writer.storedBytes += m_writer.recording.modules.back()->ptx.size();
    // NVIDIA's runtime gives managed variables their memory when they are used first.
    deviceCall<char(void**)>("__cudaInitModule")(reinterpret_cast<void**>(&image));
    for (const RegisteredVariable& each : image.variables) addVariable(code, each);
    return &(m_code[place] = code);
}

void ProgramCode::addVariable(const Code& code, const RegisteredVariable& variable) {
    if (!declares(m_writer.recording.modules[code.module]->ptx, variable.name))
        return; // unused, and left out
    void* address = nullptr;
    const void* const host = variable.host;
    if (variable.managed)
        address = *static_cast<void**>(variable.host);
    else if (deviceCall<cudaError_t(void**, const void*)>("cudaGetSymbolAddress")(&address, host) !=
             cudaSuccess)
        return;
    if (!address) return;
    m_variables[{host, currentDevice()}] = static_cast<const std::byte*>(address);
    if (variable.managed && m_memory.isKnown(address)) return; // all devices have the one
    const std::uint32_t object = m_writer.object(
        {.kind = recording::Object::Kind::Variable, .bytes = variable.bytes, .module = code.module},
        variable.name);
    m_memory.addVariable(address, variable.bytes, variable.managed, object);
}

const std::byte* ProgramCode::variable(const void* host) {
    for (Registered& image : registered())
        if (std::ranges::find(image.variables, host, &RegisteredVariable::host) != image.variables.end())
            codeOf(image);
    const auto found = m_variables.find({host, currentDevice()});
    return found == m_variables.end() ? nullptr : found->second;
}

const ProgramCode::Kernel* ProgramCode::kernelOf(const void* given) {
    const auto handle = m_handles.find(given);
    const void* const host = handle == m_handles.end() ? given : handle->second;
    const OnDevice place{host, currentDevice()};
    if (const auto found = m_kernels.find(place); found != m_kernels.end()) return &found->second;
    for (Registered& image : registered())
        for (const RegisteredFunction& each : image.functions)
            if (each.host == host) {
                const Code& code = *codeOf(image);
                if (const ptx::Kernel* kernel = code.parsed->find(each.name))
                    return &(m_kernels[place] = {code.module, kernel});
            }
    return nullptr;
}

void ProgramCode::putEmulatedMaps(std::span<std::byte> argument) const {
    if (m_maps.empty()) return;
    TensorMapBytes map;
    for (std::size_t at = 0; at + map.size() <= argument.size(); at += alignof(CUtensorMap)) {
        std::ranges::copy(argument.subspan(at, map.size()), map.begin());
        if (const auto found = m_maps.find(map); found != m_maps.end())
            std::ranges::copy(found->second, argument.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

/// Word by word: a texture's handle is a small number, which only the kernel tells from others; an address is
/// like no other number.
void ProgramCode::addArgument(const ptx::Kernel& kernel, const ptx::Parameter& parameter, const void* value) {
    recording::Recording& into = m_writer.recording;
    Argument argument{.kind = kindOf(parameter.type, parameter.size)};
    const auto* const given = static_cast<const std::byte*>(value);
    argument.bytes = {static_cast<std::uint32_t>(into.bytes.size()), parameter.size};
    into.bytes.insert(into.bytes.end(), given, given + parameter.size);
    putEmulatedMaps(std::span(into.bytes).last(parameter.size));
    const std::byte* const bytes = &into.bytes[argument.bytes.first];
    recording::Range bound{static_cast<std::uint32_t>(into.relocations.size()), 0};
    for (std::uint32_t at = 0; at + sizeof(std::uint64_t) <= parameter.size; at += sizeof(std::uint64_t)) {
        const std::uint32_t place = argument.bytes.first + at;
        if (!std::ranges::binary_search(kernel.textureHandles, parameter.offset + at)) {
            m_memory.noteAddress(wordAt(bytes + at), place, bound);
        } else if (const auto object = m_textures.objectOf(wordAt(bytes + at))) {
            into.relocations.push_back({.kind = Relocation::Kind::Handle, .object = *object, .at = place});
            ++bound.count;
        }
    }
    if (parameter.size == sizeof(std::uint64_t) && bound.count > 0) argument.kind = Argument::Kind::Address;
    into.arguments.push_back(argument);
}

recording::AllowShared ProgramCode::allowShared(const void* host, std::uint32_t bytes) {
    const Kernel* const known = kernelOf(host);
    if (!known) throw CannotHold("a kernel is asked of that the program has no PTX of");
    return {.module = known->module, .kernel = m_writer.text(known->kernel->name), .bytes = bytes};
}

recording::Launch ProgramCode::launch(const Launched& launch) {
    const Kernel* const known = kernelOf(launch.host);
    if (!known) throw CannotHold("a kernel is launched that the program has no PTX of");
    const ptx::Kernel& kernel = *known->kernel;
    if (kernel.findsHandles && m_textures.hasObjects())
        throw CannotHold(
            "a kernel finds the handle of a texture in memory, which a recording cannot hold yet");
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
        m_memory.bringIn(static_cast<const std::byte*>(launch.arguments[i]), kernel.parameters[i].size);
    recording::Recording& into = m_writer.recording;
    const auto sizeOf = [](const auto& pool) { return static_cast<std::uint32_t>(pool.size()); };
    recording::Launch made{.module = known->module,
                           .kernel = m_writer.text(kernel.name),
                           .label = m_writer.text(recording::plainName(kernel.name)),
                           .grid = toDim3(launch.grid),
                           .block = toDim3(launch.block),
                           .sharedBytes = static_cast<std::uint32_t>(launch.sharedBytes),
                           .stream = m_streams.of(launch.stream),
                           .cooperative = launch.cooperative,
                           .cluster = toDim3(launch.cluster),
                           .place = m_writer.placeText(launch.place)};
    const std::size_t bytes = into.bytes.size();
    made.arguments.first = sizeOf(into.arguments);
    made.relocations.first = sizeOf(into.relocations);
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
        addArgument(kernel, kernel.parameters[i], launch.arguments[i]);
    made.arguments.count = sizeOf(into.arguments) - made.arguments.first;
    made.relocations.count = sizeOf(into.relocations) - made.relocations.first;
    shareArguments(made, bytes);
    return made;
}

/// Launches with the same arguments have them together: a program may make hundreds of thousands. bytes:
/// where those of the launch begin, which was added last.
void ProgramCode::shareArguments(recording::Launch& launch, std::size_t bytes) {
    recording::Recording& into = m_writer.recording;
    std::string said; // all that they are
    const auto add = [&](const auto& value) {
        said.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    for (const Argument& argument : into.argumentsOf(launch)) {
        add(argument.kind);
        add(argument.bytes.count);
    }
    for (const Relocation& relocation : into.relocationsOf(launch)) {
        add(relocation.kind);
        add(relocation.object);
        add(relocation.at - static_cast<std::uint32_t>(bytes));
        add(relocation.add);
    }
    for (std::size_t i = bytes; i < into.bytes.size(); ++i) add(into.bytes[i]);
    constexpr std::size_t kMostKnown = 4096;
    if (m_arguments.size() >= kMostKnown) m_arguments.clear();
    const auto [known, isNew] =
        m_arguments.try_emplace(std::move(said), launch.arguments, launch.relocations);
    if (isNew) return;
    into.arguments.resize(launch.arguments.first);
    into.relocations.resize(launch.relocations.first);
    into.bytes.resize(bytes);
    std::tie(launch.arguments, launch.relocations) = known->second;
}

} // namespace lanescope::runtime
