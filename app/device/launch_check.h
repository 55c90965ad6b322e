// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <optional>
#include <string>

namespace lanescope::device {

/// The kernel that a launch names, after everything was checked that needs no device: the kernel is there,
/// the number and sizes of the arguments fit its parameters, and grid, block and shared memory fit info's
/// limits. Throws Error, naming the kernel and the parameter.
const ptx::Kernel& checkLaunch(const Launch& launch, const Info& info);

/// The parameter block that a kernel reads: each argument at its parameter's offset, gaps zeroed.
void fillParameterBlock(std::vector<std::byte>& block, const ptx::Kernel& kernel, const Arguments& arguments);

/// The launch's label, or its kernel when that is empty.
const std::string& labelOf(const Launch& launch);

/// Throws Error when a module has no variable of that name (nothing), or when it is smaller than the value.
void checkVariable(std::string_view name, std::optional<std::size_t> variableBytes, std::size_t valueBytes);

/// "640 x 480 texels".
std::string textOf(const ArrayDesc& desc);

/// Throws Error when desc holds no texels.
void checkShape(const ArrayDesc& desc);
/// Throws Error when it has no such level.
void checkLevel(const ArrayDesc& desc, std::uint32_t level);
/// Throws Error when desc holds no texels, or not as many bytes as these.
void checkTexels(const ArrayDesc& desc, std::size_t bytes);

} // namespace lanescope::device
