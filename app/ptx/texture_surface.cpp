// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture_sampling.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanescope::ptx {

namespace {

std::string describe(const SurfaceOperation& operation, std::int64_t x, std::int64_t y, std::int64_t slice,
                     const Array& array) {
    std::string text = "byte " + std::to_string(x) + " of a row of " +
                       std::to_string(std::uint64_t{array.width} * array.bytesPerTexel());
    if (operation.geometry != TexelGeometry::D1 && operation.geometry != TexelGeometry::A1) {
        text += ", row " + std::to_string(y) + " of " + std::to_string(array.height);
    }
    if (operation.geometry != TexelGeometry::D1 && operation.geometry != TexelGeometry::D2) {
        text += (operation.geometry == TexelGeometry::D3 ? ", slice " : ", layer ") + std::to_string(slice) +
                " of " + std::to_string(array.depth);
    }
    return text;
}

/// Calls access(lane, bytes in the array) for each active lane that the edge mode lets through, in lane
/// order, and skipped(lane) for the others.
template<class Access, class Skipped>
void forEachLane(const TextureTable& table, const SurfaceOperation& operation,
                 const SurfaceOperands& operands, std::uint32_t activeMask, model::TexelFootprint* footprint,
                 Access access, Skipped skipped) {
    const std::int64_t size = std::int64_t{operation.elements} * operation.bits / 8;
    const TextureTable::Object* object = nullptr;
    std::uint64_t handle = 0;
    for (std::uint32_t left = activeMask; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (object == nullptr || operands.handle[lane] != handle) {
            handle = operands.handle[lane];
            object = &texelObject(table, handle, true, lane);
        }
        Array& array = *object->array;
        const auto coordinate = [lane](const std::uint32_t* words) {
            return words == nullptr ? std::int64_t{0} : std::int64_t{static_cast<std::int32_t>(words[lane])};
        };
        const bool rows = operation.geometry != TexelGeometry::D1 && operation.geometry != TexelGeometry::A1;
        std::int64_t x = coordinate(operands.x);
        std::int64_t y = rows ? coordinate(operands.y) : 0;
        std::int64_t slice = 0;
        if (operation.geometry == TexelGeometry::D3) {
            slice = coordinate(operands.z);
        } else if (operation.geometry == TexelGeometry::A1 || operation.geometry == TexelGeometry::A2) {
            slice = coordinate(operands.layer);
        }

        const std::int64_t rowBytes = std::int64_t{array.width} * array.bytesPerTexel();
        const std::int64_t lastX = rowBytes >= size ? (rowBytes - size) / size * size : -1;
        const std::int64_t lastY = std::int64_t{array.height} - 1;
        const std::int64_t lastSlice = std::int64_t{array.depth} - 1;
        if (x % size != 0) {
            throw TexelError(FaultKind::Misaligned, lane,
                             "a surface access of " + std::to_string(size) + " bytes at byte " +
                                 std::to_string(x) + " of the row, which is not a multiple of its size");
        }
        const bool inside = x >= 0 && x <= lastX && y >= 0 && y <= lastY && slice >= 0 && slice <= lastSlice;
        if (!inside) {
            if (operation.edge == SurfaceEdge::Trap || lastX < 0) {
                throw TexelError(FaultKind::OutOfBounds, lane,
                                 "a surface access outside: " + describe(operation, x, y, slice, array));
            }
            if (operation.edge == SurfaceEdge::Zero) {
                if (footprint != nullptr) {
                    footprint->x0[lane] = footprint->x1[lane] = footprint->y0[lane] = footprint->y1[lane] =
                        -1;
                }
                skipped(lane);
                continue;
            }
            x = std::clamp<std::int64_t>(x, 0, lastX);
            y = std::clamp<std::int64_t>(y, 0, lastY);
            slice = std::clamp<std::int64_t>(slice, 0, lastSlice);
        }
        const std::int64_t row = slice * array.height + y;
        if (footprint != nullptr) {
            footprint->texture = array.number;
            footprint->width = array.width;
            footprint->height = array.height * array.depth;
            footprint->bytesPerTexel = array.bytesPerTexel();
            footprint->x0[lane] = static_cast<std::int32_t>(x / array.bytesPerTexel());
            footprint->x1[lane] = static_cast<std::int32_t>((x + size - 1) / array.bytesPerTexel());
            footprint->y0[lane] = footprint->y1[lane] = static_cast<std::int32_t>(row);
        }
        access(lane, array.texels.data() + row * rowBytes + x);
    }
}

} // namespace

void loadSurface(const TextureTable& table, const SurfaceOperation& operation,
                 const SurfaceOperands& operands, std::uint32_t activeMask, std::array<LaneLongs, 4>& value,
                 model::TexelFootprint* footprint) {
    const std::size_t bytes = operation.bits / 8U;
    forEachLane(
        table, operation, operands, activeMask, footprint,
        [&](int lane, const std::byte* at) {
            for (std::size_t element = 0; element < operation.elements; ++element) {
                std::uint64_t word = 0; // little-endian host, as every one CUDA runs on
                std::memcpy(&word, at + element * bytes, bytes);
                value[element][lane] = word;
            }
        },
        [&](int lane) {
            for (std::size_t element = 0; element < operation.elements; ++element) {
                value[element][lane] = 0;
            }
        });
}

void storeSurface(const TextureTable& table, const SurfaceOperation& operation,
                  const SurfaceOperands& operands, std::uint32_t activeMask,
                  const std::array<LaneLongs, 4>& value, model::TexelFootprint* footprint) {
    const std::size_t bytes = operation.bits / 8U;
    forEachLane(
        table, operation, operands, activeMask, footprint,
        [&](int lane, std::byte* at) {
            for (std::size_t element = 0; element < operation.elements; ++element) {
                std::memcpy(at + element * bytes, &value[element][lane], bytes);
            }
        },
        [](int) {});
}

} // namespace lanescope::ptx
