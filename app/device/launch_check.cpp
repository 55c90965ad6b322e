// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/launch_check.h"

#include "ptx/run/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::device {

namespace {

std::string kernelNames(const ptx::Module& module) {
    std::string names;
    for (const ptx::Kernel& kernel : module.kernels()) names += (names.empty() ? "" : ", ") + kernel.name;
    return names.empty() ? "none" : names;
}

/// "_Z4waveP6float4_param_2" says nothing that "param_2" does not.
std::string_view shortName(const ptx::Kernel& kernel, const ptx::Parameter& parameter) {
    std::string_view name = parameter.name;
    if (name.starts_with(kernel.name + "_")) name.remove_prefix(kernel.name.size() + 1);
    return name;
}

void checkArguments(const ptx::Kernel& kernel, const Launch& launch) {
    const Arguments& values = launch.arguments;
    if (values.size() != kernel.parameters.size())
        throw Error(fmt::format("kernel {} takes {} arguments, {} were given", launch.kernel,
                                kernel.parameters.size(), values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ptx::Parameter& parameter = kernel.parameters[i];
        if (values[i].size() != parameter.size)
            throw Error(fmt::format("kernel {}: argument {} ({}, {}) has {} bytes, the kernel takes {}",
                                    launch.kernel, i + 1, shortName(kernel, parameter), parameter.type,
                                    values[i].size(), parameter.size));
    }
}

} // namespace

const ptx::Kernel& checkLaunch(const Launch& launch, const Info& info) {
    if (!launch.module) throw Error(fmt::format("kernel {}: the launch names no module", launch.kernel));
    const ptx::Module& module = launch.module->module();
    const ptx::Kernel* kernel = module.find(launch.kernel);
    if (!kernel)
        throw Error(fmt::format("there is no kernel '{}' in the module; it has {}", launch.kernel,
                                kernelNames(module)));
    checkArguments(*kernel, launch);
    const std::string why = ptx::whyNotLaunched(*kernel, launch.grid, launch.block,
                                                std::uint64_t{kernel->staticSharedBytes} + launch.sharedBytes,
                                                info.sharedLimitBytes);
    if (!why.empty()) throw Error(fmt::format("kernel {}: {}", launch.kernel, why));
    return *kernel;
}

void fillParameterBlock(std::vector<std::byte>& block, const ptx::Kernel& kernel,
                        const Arguments& arguments) {
    block.assign(kernel.parameterBytes, std::byte{});
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
        std::ranges::copy(arguments[i], block.begin() + kernel.parameters[i].offset);
}

const std::string& labelOf(const Launch& launch) {
    return launch.label.empty() ? launch.kernel : launch.label;
}

void checkVariable(std::string_view name, std::optional<std::size_t> variableBytes, std::size_t valueBytes) {
    if (!variableBytes) throw Error(fmt::format("the module has no variable {}", name));
    if (valueBytes > *variableBytes)
        throw Error(fmt::format("cannot write {} bytes to the variable {}: it has {} bytes", valueBytes, name,
                                *variableBytes));
}

std::string textOf(const ArrayDesc& desc) {
    return desc.depth > 1 ? fmt::format("{} x {} x {} texels", desc.width, desc.height, desc.depth)
                          : fmt::format("{} x {} texels", desc.width, desc.height);
}

void checkShape(const ArrayDesc& desc) {
    if (desc.width == 0 || desc.height == 0 || desc.depth == 0)
        throw Error(fmt::format("an array of {} holds nothing", textOf(desc)));
}

void checkLevel(const ArrayDesc& desc, std::uint32_t level) {
    if (level >= desc.levels)
        throw Error(fmt::format("an array of {} has {} levels, level {} was asked for", textOf(desc),
                                desc.levels, level));
}

void checkTexels(const ArrayDesc& desc, std::size_t bytes) {
    checkShape(desc);
    if (bytes != desc.bytes())
        throw Error(
            fmt::format("an array of {} has {} bytes, {} were given", textOf(desc), desc.bytes(), bytes));
}

} // namespace lanescope::device
