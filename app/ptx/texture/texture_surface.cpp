// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texture_sampling.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

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

/// What the lanes that name one surface have in common. Sizes of texels and of accesses are powers of two, so
/// that no lane needs a division.
struct SurfacePlace {
    Array* array = nullptr;
    std::byte* first = nullptr;
    std::uint64_t handle = 0;
    std::int64_t rowBytes = 0, lastX = 0, lastY = 0, lastSlice = 0;
    int texelShift = 0;
};

SurfacePlace surfacePlace(const TextureTable& table, std::uint64_t handle, int lane, std::int64_t size) {
    Array& array = *texelObject(table, handle, true, lane).array;
    const std::int64_t rowBytes = std::int64_t{array.width} * array.bytesPerTexel();
    return {&array,
            array.data(),
            handle,
            rowBytes,
            rowBytes >= size ? (rowBytes - size) & -size : -1,
            std::int64_t{array.height} - 1,
            std::int64_t{array.depth} - 1,
            std::countr_zero(array.bytesPerTexel())};
}

void say(model::TexelFootprint& footprint, const Array& array) {
    footprint.texture = array.number;
    footprint.width = array.width;
    footprint.height = array.height * array.depth;
    footprint.bytesPerTexel = array.bytesPerTexel();
    footprint.surface = true;
}

/// Whether lane follows lane in a row of one surface, as in most kernels that write pictures. y: nothing
/// where there are no rows.
bool areInARow(const SurfaceOperands& operands, const std::uint32_t* y, std::uint32_t size) {
    bool all = true;
    for (std::uint32_t lane = 1; lane < model::kWarpSize; ++lane)
        all &= operands.handle[lane] == operands.handle[0] && operands.x[lane] == operands.x[0] + lane * size;
    if (y != nullptr)
        for (std::uint32_t lane = 1; lane < model::kWarpSize; ++lane) all &= y[lane] == y[0];
    return all;
}

/// Where the first lane of a whole warp in a row accesses its surface; nullptr where not all of it is inside
/// and aligned.
std::byte* beginOfRow(const SurfacePlace& place, const SurfaceOperands& operands, const std::uint32_t* y,
                      std::uint32_t size, model::TexelFootprint* footprint) {
    const std::int64_t x = static_cast<std::int32_t>(operands.x[0]);
    const std::int64_t row = y == nullptr ? 0 : static_cast<std::int32_t>(y[0]);
    if ((x & (size - 1)) != 0 || x < 0 || x + (model::kWarpSize - 1) * std::int64_t{size} > place.lastX ||
        row < 0 || row > place.lastY || place.lastSlice < 0)
        return nullptr;
    if (footprint != nullptr) {
        say(*footprint, *place.array);
        const auto first = static_cast<std::int32_t>(x);
        const auto bytes = static_cast<std::int32_t>(size);
        for (std::int32_t lane = 0; lane < model::kWarpSize; ++lane) {
            footprint->x0[lane] = (first + lane * bytes) >> place.texelShift;
            footprint->x1[lane] = (first + lane * bytes + bytes - 1) >> place.texelShift;
            footprint->y0[lane] = footprint->y1[lane] = static_cast<std::int32_t>(row);
        }
    }
    return place.first + row * place.rowBytes + x;
}

/// Calls access(lane, bytes in the array) for each active lane that the edge mode lets through, in lane
/// order, and skipped(lane) for the others.
template<class Access, class Skipped>
void forEachLane(const TextureTable& table, const SurfaceOperation& operation,
                 const SurfaceOperands& operands, std::uint32_t activeMask, model::TexelFootprint* footprint,
                 Access access, Skipped skipped) {
    const std::int64_t size = std::int64_t{operation.elements} * operation.bits / 8;
    const bool rows = operation.geometry != TexelGeometry::D1 && operation.geometry != TexelGeometry::A1;
    const std::uint32_t* slices = operation.geometry == TexelGeometry::D3   ? operands.z
                                  : operation.geometry == TexelGeometry::A1 ? operands.layer
                                  : operation.geometry == TexelGeometry::A2 ? operands.layer
                                                                            : nullptr;
    SurfacePlace place;
    if (const std::uint32_t* const y = rows ? operands.y : nullptr;
        activeMask == ~std::uint32_t{0} && slices == nullptr &&
        areInARow(operands, y, static_cast<std::uint32_t>(size))) {
        place = surfacePlace(table, operands.handle[0], 0, size);
        if (std::byte* const at =
                beginOfRow(place, operands, y, static_cast<std::uint32_t>(size), footprint)) {
            for (int lane = 0; lane < model::kWarpSize; ++lane) access(lane, at + lane * size);
            return;
        }
    }
    for (std::uint32_t left = activeMask; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (place.array == nullptr || operands.handle[lane] != place.handle) {
            place = surfacePlace(table, operands.handle[lane], lane, size);
            if (footprint != nullptr) say(*footprint, *place.array);
        }
        const auto coordinate = [lane](const std::uint32_t* words) {
            return words == nullptr ? std::int64_t{0} : std::int64_t{static_cast<std::int32_t>(words[lane])};
        };
        std::int64_t x = coordinate(operands.x);
        std::int64_t y = rows ? coordinate(operands.y) : 0;
        std::int64_t slice = coordinate(slices);
        if ((x & (size - 1)) != 0) {
            throw TexelError(FaultKind::Misaligned, lane,
                             "a surface access of " + std::to_string(size) + " bytes at byte " +
                                 std::to_string(x) + " of the row, which is not a multiple of its size");
        }
        const bool inside = x >= 0 && x <= place.lastX && y >= 0 && y <= place.lastY && slice >= 0 &&
                            slice <= place.lastSlice;
        if (!inside) {
            if (operation.edge == SurfaceEdge::Trap || place.lastX < 0) {
                throw TexelError(FaultKind::OutOfBounds, lane,
                                 "a surface access outside: " +
                                     describe(operation, x, y, slice, *place.array));
            }
            if (operation.edge == SurfaceEdge::Zero) {
                if (footprint != nullptr) {
                    footprint->x0[lane] = footprint->x1[lane] = footprint->y0[lane] = footprint->y1[lane] =
                        -1;
                }
                skipped(lane);
                continue;
            }
            x = std::clamp<std::int64_t>(x, 0, place.lastX);
            y = std::clamp<std::int64_t>(y, 0, place.lastY);
            slice = std::clamp<std::int64_t>(slice, 0, place.lastSlice);
        }
        const std::int64_t row = slice * (place.lastY + 1) + y;
        if (footprint != nullptr) {
            footprint->x0[lane] = static_cast<std::int32_t>(x >> place.texelShift);
            footprint->x1[lane] = static_cast<std::int32_t>((x + size - 1) >> place.texelShift);
            footprint->y0[lane] = footprint->y1[lane] = static_cast<std::int32_t>(row);
        }
        access(lane, place.first + row * place.rowBytes + x);
    }
}

/// Calls body(std::integral_constant) with a number of bytes, so that copying them is an instruction and no
/// call.
template<class Body>
void withBytes(std::uint32_t bytes, Body body) {
    switch (bytes) {
    case 1:
        return body(std::integral_constant<std::size_t, 1>{});
    case 2:
        return body(std::integral_constant<std::size_t, 2>{});
    case 4:
        return body(std::integral_constant<std::size_t, 4>{});
    default:
        return body(std::integral_constant<std::size_t, 8>{});
    }
}

} // namespace

void loadSurface(const TextureTable& table, const SurfaceOperation& operation,
                 const SurfaceOperands& operands, std::uint32_t activeMask, std::array<LaneLongs, 4>& value,
                 model::TexelFootprint* footprint) {
    withBytes(operation.bits / 8, [&](auto bytes) {
        forEachLane(
            table, operation, operands, activeMask, footprint,
            [&](int lane, const std::byte* at) {
                for (std::size_t element = 0; element < operation.elements; ++element) {
                    std::uint64_t word = 0; // little-endian host, as every one CUDA runs on
                    std::memcpy(&word, at + element * bytes(), bytes());
                    value[element][lane] = word;
                }
            },
            [&](int lane) {
                for (std::size_t element = 0; element < operation.elements; ++element) {
                    value[element][lane] = 0;
                }
            });
    });
}

void storeSurface(const TextureTable& table, const SurfaceOperation& operation,
                  const SurfaceOperands& operands, std::uint32_t activeMask,
                  const std::array<LaneLongs, 4>& value, model::TexelFootprint* footprint) {
    // What fits into a word is put together for all lanes at once.
    alignas(64) LaneLongs word = value[0];
    std::uint32_t elements = 1;
    if (operation.elements * operation.bits <= 64) {
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - operation.bits);
        for (int lane = 0; lane < model::kWarpSize; ++lane) word[lane] &= mask;
        for (; elements < operation.elements; ++elements)
            for (int lane = 0; lane < model::kWarpSize; ++lane)
                word[lane] |= (value[elements][lane] & mask) << (elements * operation.bits);
    }
    withBytes(operation.bits * elements / 8, [&](auto bytes) {
        forEachLane(
            table, operation, operands, activeMask, footprint,
            [&](int lane, std::byte* at) {
                std::memcpy(at, &word[lane], bytes());
                if (elements == operation.elements) return;
                for (std::size_t element = elements; element < operation.elements; ++element) {
                    std::memcpy(at + element * bytes(), &value[element][lane], bytes());
                }
            },
            [](int) {});
    });
}

} // namespace lanescope::ptx
