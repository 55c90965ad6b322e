// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/tensor/tensor_map.h"

#include <cuda.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace lanescope::runtime {

/// The bytes of a CUtensorMap.
using TensorMapBytes = std::array<std::byte, ptx::kTensorMapBytes>;

/// The driver's functions of these names, which make the emulator's maps: what they refuse, the driver
/// refuses, and interleaved tensors, too.
CUresult encodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                     const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                     const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
CUresult encodeIm2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                      const cuuint64_t* sizes, const cuuint64_t* strides, const int* lower, const int* upper,
                      cuuint32_t channels, cuuint32_t pixels, const cuuint32_t* steps,
                      CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                      CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);

inline constexpr std::string_view kEncodeTiled = "cuTensorMapEncodeTiled",
                                  kEncodeIm2col = "cuTensorMapEncodeIm2col";

} // namespace lanescope::runtime
