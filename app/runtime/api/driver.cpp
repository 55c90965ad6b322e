// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The driver's functions that a program gets through the runtime: the one that encodes tensor maps.
#include "runtime/api/api.h"

#include "ptx/tensor/tensor_map.h"

#include <cuda.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

using namespace lanescope;
using namespace lanescope::runtime;

namespace {

/// The runtime's version that has the function first.
constexpr unsigned kEncodeSince = 12000;

CUresult encodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                     const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                     const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    if (!map || !sizes || !box || !steps || rank < 1 || rank > ptx::kMostDimensions || (rank > 1 && !strides))
        return CUDA_ERROR_INVALID_VALUE;
    // compute capability 9.0 has neither elements of 4 and 6 bits nor swizzles of more than 16 bytes at once
    if (type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ || swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
        promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
        return CUDA_ERROR_INVALID_VALUE;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        std::fputs("lanescope: cuTensorMapEncodeTiled: interleaved tensors are not there\n", stderr);
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    ptx::TensorMap made{.address = reinterpret_cast<std::uintptr_t>(address),
                        .element = static_cast<ptx::TensorElement>(type),
                        .rank = static_cast<std::uint8_t>(rank),
                        .swizzle = static_cast<ptx::SharedSwizzle>(swizzle),
                        .fillsWithNan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (std::size_t i = 0; i < rank; ++i) {
        made.size[i] = sizes[i];
        if (i > 0) made.stride[i - 1] = strides[i - 1];
        // what does not fit is wrong in any case
        made.box[i] = static_cast<std::uint16_t>(std::min(box[i], 0xffffU));
        made.step[i] = static_cast<std::uint8_t>(std::min(steps[i], 0xffU));
    }
    if (!ptx::whyNotEncoded(made).empty()) return CUDA_ERROR_INVALID_VALUE;
    const auto bytes = ptx::encoded(made);
    static_assert(sizeof *map == sizeof bytes);
    std::memcpy(map, bytes.data(), sizeof *map);
    return CUDA_SUCCESS;
}

} // namespace

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
    return call([&](Runtime&) {
        require(symbol != nullptr && function != nullptr && flags <= cudaEnablePerThreadDefaultStream);
        const bool known = std::string_view(symbol) == "cuTensorMapEncodeTiled",
                   recent = version >= kEncodeSince;
        if (!known)
            std::fprintf(stderr,
                         "lanescope: the driver's %s is not there on the emulator: of its functions only "
                         "cuTensorMapEncodeTiled is\n",
                         symbol);
        *function = known && recent ? reinterpret_cast<void*>(&encodeTiled) : nullptr;
        if (status)
            *status = !known   ? cudaDriverEntryPointSymbolNotFound
                      : recent ? cudaDriverEntryPointSuccess
                               : cudaDriverEntryPointVersionNotSufficent;
    });
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
    return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}
