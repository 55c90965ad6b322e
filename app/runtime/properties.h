// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <driver_types.h>

#include <cstddef>

namespace lanescope::runtime {

/// What the emulated device says of itself: an H200's figures (measured there with CUDA 13.0), but for its
/// memory.
cudaDeviceProp deviceProperties(std::size_t memoryBytes);

/// Throws Failure for an attribute that is not known.
int deviceAttribute(cudaDeviceAttr attribute, const cudaDeviceProp& properties);

} // namespace lanescope::runtime
