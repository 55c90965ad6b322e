// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"
#include "ptx/fault.h"
#include "ptx/texture/texture.h"

#include <array>
#include <cstdint>
#include <string>

namespace lanescope::ptx {

/// The geometry of a tex, tld4, suld, sust instruction: .1d .2d .3d .a1d .a2d.
/// and of tex alone .cube .acube.
enum class TexelGeometry : std::uint8_t { D1, D2, D3, A1, A2, Cube, ACube };
/// The data type of a tex or tld4 result: .f32 .s32 .u32.
enum class TexelResult : std::uint8_t { F32, S32, U32 };
/// Which mipmap level a tex instruction reads: tex, tex.level, tex.grad.
enum class TexelLevel : std::uint8_t { Base, Level, Gradient };
/// What a surface access beyond the edge does: .zero reads 0 and drops writes, .clamp moves to the edge.
enum class SurfaceEdge : std::uint8_t { Trap, Clamp, Zero };

/// A texture or surface instruction that the array, the handle or the coordinates do not allow. The caller
/// makes a Fault of it, with its place.
class TexelError : public Error {
public:
    TexelError(FaultKind faultKind, int faultLane, const std::string& what)
        : Error(what, Exit::BadInput), kind(faultKind), lane(faultLane) {}
    FaultKind kind;
    int lane; ///< the first lane at fault
};

/// 32 lanes of a 32-bit register each; lane pointers below point to 32 consecutive values.
using LaneWords = std::array<std::uint32_t, model::kWarpSize>;
/// 32 lanes of a register of up to 64 bits each, zero-extended.
using LaneLongs = std::array<std::uint64_t, model::kWarpSize>;

/// The decoded, lane-independent part of tex and tld4.
struct SampleOperation {
    TexelGeometry geometry = TexelGeometry::D2;
    TexelResult result = TexelResult::F32;
    TexelLevel level = TexelLevel::Base;
    bool floatCoordinates = true; ///< .f32 coordinates; false: .s32
    bool gather = false;          ///< tld4 (2-D only)
    std::uint8_t component = 0;   ///< tld4: .r .g .b .a as 0..3
    bool ofFace = false;          ///< .a2d of a cube's faces: coordinates from 0 to 1, clamped
};

/// The lane-dependent operands of tex and tld4, each 32 words; unused ones stay nullptr. layer is the first
/// element of an array texture's coordinate vector; x, y, z are the others in order.
struct SampleOperands {
    const std::uint64_t* handle = nullptr;
    const std::uint32_t* layer = nullptr;
    const std::uint32_t *x = nullptr, *y = nullptr, *z = nullptr;
    const std::uint32_t* lod = nullptr;                 ///< tex.level, f32
    std::array<const std::uint32_t*, 3> dPdx{}, dPdy{}; ///< tex.grad, f32
};

/// Samples the active lanes: result[c][lane] is channel c. footprint, when given, gets the texels touched
/// (rows of layers, slices and levels one below the other), and coarser, when given, those of the second
/// level, of lanes that read two levels of a mipmap: they are returned. Inactive lanes of result are left as
/// they are. Throws TexelError. It is compiled for several instruction sets.
using SampleTexture = std::uint32_t (*)(const TextureTable& table, const SampleOperation& operation,
                                        const SampleOperands& operands, std::uint32_t activeMask,
                                        std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                                        model::TexelFootprint* coarser);

/// The decoded part of suld.b and sust.b; x counts bytes.
struct SurfaceOperation {
    TexelGeometry geometry = TexelGeometry::D2;
    SurfaceEdge edge = SurfaceEdge::Trap;
    std::uint8_t elements = 1; ///< 1, .v2, .v4
    std::uint8_t bits = 32;    ///< of an element: 8, 16, 32 or 64
};

/// The lane-dependent operands of suld and sust, 32 words each.
struct SurfaceOperands {
    const std::uint64_t* handle = nullptr;
    const std::uint32_t* layer = nullptr;
    const std::uint32_t *x = nullptr, *y = nullptr, *z = nullptr;
};

/// suld.b: value[e][lane] is element e, zero-extended. Throws TexelError.
void loadSurface(const TextureTable& table, const SurfaceOperation& operation,
                 const SurfaceOperands& operands, std::uint32_t activeMask, std::array<LaneLongs, 4>& value,
                 model::TexelFootprint* footprint);
/// sust.b: writes the low bits of value[e][lane]; of lanes that write one texel the highest wins. Throws
/// TexelError.
void storeSurface(const TextureTable& table, const SurfaceOperation& operation,
                  const SurfaceOperands& operands, std::uint32_t activeMask,
                  const std::array<LaneLongs, 4>& value, model::TexelFootprint* footprint);

/// The size of a mipmap level in texels; depth counts the layers of a layered array.
struct TexelExtent {
    std::uint32_t width = 1, height = 1, depth = 1;
};
/// Of level 0 the array's own; each further one has half of it, rounded down, at least 1; layers stay.
TexelExtent levelExtent(const Array& array, std::uint32_t level);
/// Bytes from the array's start to a level's first texel; of the level after the last: the array's size.
std::size_t levelOffset(const Array& array, std::uint32_t level);

/// The object of a handle. Throws TexelError BadHandle when there is none, or when it is of the other sort.
const TextureTable::Object& texelObject(const TextureTable& table, std::uint64_t handle, bool surface,
                                        int lane);

/// What txq and suq ask for.
enum class TexelQuery : std::uint8_t {
    Width,
    Height,
    Depth,
    ArraySize,
    NumberOfLevels,
    ChannelDataType,
    ChannelOrder,
    NormalizedCoordinates,
    FilterMode,
    AddressMode0,
    AddressMode1,
    AddressMode2,
    MemoryLayout
};

/// txq (surface false) or suq (true) of one handle. Throws TexelError with lane -1.
std::uint32_t queryTexture(const TextureTable& table, TexelQuery query, std::uint64_t handle, bool surface);

} // namespace lanescope::ptx
