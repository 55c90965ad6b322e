// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/emulated_memory.h"
#include "device/interop/shared_resource.h"

#include <memory>

/// OpenGL 2-D textures that kernels write.
namespace lanescope::device {

class CudaContext;

/// Throws Error when no OpenGL 4.5 context is current or the object is not what the caller says it is.
std::unique_ptr<MappableResource> shareEmulatedTexture(const void* owner,
                                                       std::shared_ptr<EmulatedMemory> memory,
                                                       unsigned glTexture, const ArrayDesc& desc);
/// The same.
std::unique_ptr<MappableResource> shareCudaTexture(const void* owner, std::shared_ptr<CudaContext> context,
                                                   unsigned glTexture, const ArrayDesc& desc);

} // namespace lanescope::device
