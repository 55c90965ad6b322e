// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/tensor_maps.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace lanescope::runtime {

namespace {

/// What both kinds of map are made of; map: nullptr when it is wrong already.
struct Fields {
    const char* name; ///< of the function
    CUtensorMap* map;
    CUtensorMapDataType type;
    cuuint32_t rank;
    void* address;
    const cuuint64_t *sizes, *strides;
    const cuuint32_t* steps;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
};

/// change(TensorMap&): what one kind alone has.
template<class Change>
CUresult encode(const Fields& from, Change change) {
    if (!from.map || !from.sizes || !from.steps || from.rank < 1 || from.rank > ptx::kMostDimensions ||
        (from.rank > 1 && !from.strides))
        return CUDA_ERROR_INVALID_VALUE;
    // compute capability 9.0 has neither elements of 4 and 6 bits nor swizzles of more than 16 bytes at once
    if (from.type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ || from.swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
        from.promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
        return CUDA_ERROR_INVALID_VALUE;
    if (from.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        std::fprintf(stderr, "lanescope: %s: interleaved tensors are not there\n", from.name);
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    ptx::TensorMap made{.address = reinterpret_cast<std::uintptr_t>(from.address),
                        .element = static_cast<ptx::TensorElement>(from.type),
                        .rank = static_cast<std::uint8_t>(from.rank),
                        .swizzle = static_cast<ptx::SharedSwizzle>(from.swizzle),
                        .fillsWithNan = from.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (std::size_t i = 0; i < from.rank; ++i) {
        made.size[i] = from.sizes[i];
        if (i > 0) made.stride[i - 1] = from.strides[i - 1];
        // what does not fit is wrong in any case
        made.step[i] = static_cast<std::uint8_t>(std::min(from.steps[i], 0xffU));
    }
    change(made);
    if (!ptx::whyNotEncoded(made).empty()) return CUDA_ERROR_INVALID_VALUE;
    const auto bytes = ptx::encoded(made);
    static_assert(sizeof *from.map == sizeof bytes);
    std::memcpy(from.map, bytes.data(), sizeof *from.map);
    return CUDA_SUCCESS;
}

} // namespace

CUresult encodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                     const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                     const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    if (!box) return CUDA_ERROR_INVALID_VALUE;
    return encode({"cuTensorMapEncodeTiled", map, type, rank, address, sizes, strides, steps, interleave,
                   swizzle, promotion, fill},
                  [&](ptx::TensorMap& made) {
                      for (std::size_t i = 0; i < rank; ++i)
                          made.box[i] = static_cast<std::uint16_t>(std::min(box[i], 0xffffU));
                  });
}

/// The corners are given from the width on.
CUresult encodeIm2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                      const cuuint64_t* sizes, const cuuint64_t* strides, const int* lower, const int* upper,
                      cuuint32_t channels, cuuint32_t pixels, const cuuint32_t* steps,
                      CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                      CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    if (!lower || !upper) return CUDA_ERROR_INVALID_VALUE;
    return encode({"cuTensorMapEncodeIm2col", map, type, rank, address, sizes, strides, steps, interleave,
                   swizzle, promotion, fill},
                  [&](ptx::TensorMap& made) {
                      made.asColumns = true;
                      made.box[0] = static_cast<std::uint16_t>(std::min(channels, 0xffffU));
                      made.pixels = static_cast<std::uint16_t>(std::min(pixels, 0xffffU));
                      for (std::size_t i = 0; i + 2 < rank; ++i) {
                          made.lower[i] = static_cast<std::int16_t>(std::clamp(lower[i], -32768, 32767));
                          made.upper[i] = static_cast<std::int16_t>(std::clamp(upper[i], -32768, 32767));
                      }
                  });
}

} // namespace lanescope::runtime
