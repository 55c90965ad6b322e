// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"
#include "device/emulated_memory.h"
#include "device/interop/shared_resource.h"

#include <cstddef>
#include <memory>
#include <string>

/// OpenGL buffers that kernels write. This folder's two kinds of resource are all that calls OpenGL in
/// device.
namespace lanescope::device {

/// Throws Error when no OpenGL 4.5 context is current or the object is not what the caller says it is.
std::unique_ptr<MappableResource> shareEmulatedBuffer(const void* owner,
                                                      std::shared_ptr<EmulatedMemory> memory,
                                                      unsigned glBuffer, std::size_t bytes);
/// The same.
std::unique_ptr<MappableResource> shareCudaBuffer(const void* owner, std::shared_ptr<CudaContext> context,
                                                  unsigned glBuffer, std::size_t bytes);

/// "llvmpipe (LLVM 15.0.6, 256 bits)" and whether the vendor is NVIDIA, of the current OpenGL context.
struct GlDriver {
    std::string renderer;
    bool nvidia = false;
};
/// Throws nothing; empty without a context.
GlDriver currentGlDriver();

/// Why CUDA refused to register an OpenGL object, and what to do; needs a current OpenGL context.
std::string refusalReason(const CudaContext& context, cudaError_t code);

} // namespace lanescope::device
