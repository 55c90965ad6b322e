// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/launch_arguments.h"

#include "device/cuda/context/driver_function.h"
#include "ptx/tensor/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace lanescope::device {

namespace {

static_assert(sizeof(CUtensorMap) == ptx::kTensorMapBytes);

CUtensorMap encodedByDriver(CudaContext& context, const ptx::TensorMap& map) {
    CUtensorMap made{};
    const auto type = static_cast<CUtensorMapDataType>(map.element);
    const auto swizzle = static_cast<CUtensorMapSwizzle>(map.swizzle);
    const auto fill = map.fillsWithNan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                                       : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    auto* const address = reinterpret_cast<void*>(map.address);
    std::array<cuuint64_t, ptx::kMostDimensions> size{};
    std::array<cuuint64_t, ptx::kMostDimensions - 1> stride{};
    std::array<cuuint32_t, ptx::kMostDimensions> box{}, step{};
    std::array<int, ptx::kMostOfImage> lower{}, upper{};
    std::ranges::copy(map.size, size.begin());
    std::ranges::copy(map.stride, stride.begin());
    std::ranges::copy(map.box, box.begin());
    std::ranges::copy(map.step, step.begin());
    std::ranges::copy(map.lower, lower.begin());
    std::ranges::copy(map.upper, upper.begin());
    const CUresult result =
        map.asColumns
            ? driverFunction<decltype(cuTensorMapEncodeIm2col)>(context, "cuTensorMapEncodeIm2col")(
                  &made, type, map.rank, address, size.data(), stride.data(), lower.data(), upper.data(),
                  map.box[0], map.pixels, step.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                  CU_TENSOR_MAP_L2_PROMOTION_NONE, fill)
            : driverFunction<decltype(cuTensorMapEncodeTiled)>(context, "cuTensorMapEncodeTiled")(
                  &made, type, map.rank, address, size.data(), stride.data(), box.data(), step.data(),
                  CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
    if (result != CUDA_SUCCESS)
        throw Error(fmt::format("the driver refuses a tensor map among a kernel's arguments: error {}",
                                static_cast<int>(result)));
    return made;
}

} // namespace

LaunchArguments::LaunchArguments(CudaContext& context, const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::span<const std::byte> bytes = arguments[i];
        const std::byte* given = bytes.data();
        std::vector<std::byte> changed;
        for (std::size_t at = 0; at + ptx::kTensorMapBytes <= bytes.size(); at += alignof(CUtensorMap)) {
            const auto map = ptx::decodedTensorMap(bytes.subspan(at).first<ptx::kTensorMapBytes>());
            if (!map) continue;
            if (changed.empty()) changed.assign(bytes.begin(), bytes.end());
            const CUtensorMap made = encodedByDriver(context, *map);
            std::memcpy(&changed[at], &made, sizeof made);
        }
        if (!changed.empty()) given = m_changed.emplace_back(std::move(changed)).data();
        m_pointers.push_back(const_cast<std::byte*>(given));
    }
}

} // namespace lanescope::device
