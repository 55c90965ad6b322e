// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texture_sampling.h"

#include "ptx/texture/texel_format.h"
#include "ptx/texture/texture_level.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace lanescope::ptx::LANESCOPE_ISA {

std::uint32_t sampleTexture(const TextureTable& table, const SampleOperation& operation,
                            const SampleOperands& operands, std::uint32_t activeMask,
                            std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                            model::TexelFootprint* coarser);

namespace {

constexpr int kLanes = model::kWarpSize;

/// Along one axis: the texels a lane reads after the address mode, and 256 times the weight of the second.
struct Axis {
    alignas(64) std::array<std::int32_t, kLanes> first{}, second{}, weight{};
};

/// floor() of a value within +-2^31, by operations that the baseline instruction set has for vectors.
inline double floorOf(double value) {
    constexpr double kRound = 0x1.8p52; // adding it leaves no room for a fraction
    const double nearest = (value + kRound) - kRound;
    return nearest - (nearest > value ? 1.0 : 0.0);
}

inline double within(double value, double limit) {
    value = value < limit ? value : limit;
    return value > -limit ? value : -limit;
}

template<AddressMode kMode>
inline std::int32_t addressed(std::int32_t index, std::int32_t size) {
    if constexpr (kMode == AddressMode::Wrap) { // the coordinate was reduced: index is in [-1, size]
        index = index < 0 ? index + size : index;
        return index >= size ? index - size : index;
    } else if constexpr (kMode == AddressMode::Mirror) { // index is in [-1, 2 size]
        index = index < 0 ? -1 - index : index;
        index = index >= size ? 2 * size - 1 - index : index;
        return index < 0 ? 0 : index;
    } else if constexpr (kMode == AddressMode::Border) {
        // Beyond the edge, negative: the complement of the edge's texel.
        return index < 0 ? ~0 : index >= size ? ~(size - 1) : index;
    } else {
        index = index < size ? index : size - 1;
        return index < 0 ? 0 : index;
    }
}

// The arithmetic is in double so that coordinate x size is exact; where texels change does then not depend on
// a rounding of ours. Of a normalized coordinate the hardware keeps 21 bits of the fraction (measured on an
// H200); subnormal ones are zero.
template<AddressMode kMode, bool kLinear, bool kNormalized, class Coordinate>
void resolveLanes(const std::uint32_t* coordinates, std::uint32_t texels, Axis& axis) {
    constexpr double kSteps = 1 << 21;
    const auto size = static_cast<std::int32_t>(texels);
    const double scale = size / kSteps;
    constexpr bool kRepeats = kMode == AddressMode::Wrap || kMode == AddressMode::Mirror;
    // So that the steps fit an integer.
    constexpr double kMost = kLinear && !kRepeats ? 1 << 22 : 1 << 30;
    const double limit = kNormalized && !kRepeats ? kMost / size : kMost;
    // Two passes, each of one type, so that both become vector code.
    alignas(64) std::array<double, kLanes> position;
    for (int lane = 0; lane < kLanes; ++lane) {
        std::uint32_t bits = coordinates[lane];
        if constexpr (std::is_same_v<Coordinate, float>) {
            bits = (bits & 0x7F800000U) == 0 ? 0 : bits;
        }
        double x = static_cast<double>(std::bit_cast<Coordinate>(bits));
        x = x == x ? x : 0.0;
        if constexpr (kNormalized) {
            x = floorOf(within(x, limit) * kSteps);
            if constexpr (kMode == AddressMode::Wrap) {
                x -= kSteps * floorOf(x * (1 / kSteps));
            } else if constexpr (kMode == AddressMode::Mirror) {
                x -= 2 * kSteps * floorOf(x * (0.5 / kSteps));
            }
            x *= scale;
        } else {
            x = within(x, limit);
        }
        // Linear: xB = x - 0.5 as a number with 8 fractional bits, rounded to the nearest.
        position[lane] = floorOf(kLinear ? x * 256.0 - 127.5 : x);
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        const auto fixed = static_cast<std::int32_t>(position[lane]);
        if constexpr (kLinear) {
            const std::int32_t index = fixed >> 8;
            axis.first[lane] = addressed<kMode>(index, size);
            axis.second[lane] = addressed<kMode>(index + 1, size);
            axis.weight[lane] = fixed & 255;
            if constexpr (kMode == AddressMode::Clamp) { // on the edge there is but one texel
                axis.weight[lane] = axis.first[lane] == axis.second[lane] ? 0 : axis.weight[lane];
            }
        } else {
            axis.first[lane] = addressed<kMode>(fixed, size);
            axis.second[lane] = axis.first[lane];
        }
    }
}

template<bool kLinear, class Coordinate>
void resolveMode(AddressMode mode, const std::uint32_t* coordinates, bool normalized, std::uint32_t texels,
                 Axis& axis) {
    using enum AddressMode;
    // Wrap and mirror work with normalized coordinates only, else they are clamp (CUDA Programming Guide).
    if (!normalized) {
        return mode == Border ? resolveLanes<Border, kLinear, false, Coordinate>(coordinates, texels, axis)
                              : resolveLanes<Clamp, kLinear, false, Coordinate>(coordinates, texels, axis);
    }
    if constexpr (std::is_same_v<Coordinate, float>) {
        switch (mode) {
        case Wrap:
            return resolveLanes<Wrap, kLinear, true, float>(coordinates, texels, axis);
        case Mirror:
            return resolveLanes<Mirror, kLinear, true, float>(coordinates, texels, axis);
        case Border:
            return resolveLanes<Border, kLinear, true, float>(coordinates, texels, axis);
        case Clamp:
            return resolveLanes<Clamp, kLinear, true, float>(coordinates, texels, axis);
        }
    }
}

void resolveAxis(const SampleOperation& operation, const Sampler& sampler, bool linear, int dimension,
                 const std::uint32_t* coordinates, std::uint32_t texels, Axis& axis) {
    const AddressMode mode = sampler.address[static_cast<std::size_t>(dimension)];
    if (!operation.floatCoordinates) {
        resolveMode<false, std::int32_t>(mode, coordinates, false, texels, axis);
    } else if (linear) {
        resolveMode<true, float>(mode, coordinates, sampler.normalizedCoordinates, texels, axis);
    } else {
        resolveMode<false, float>(mode, coordinates, sampler.normalizedCoordinates, texels, axis);
    }
}

int dimensionsOf(TexelGeometry geometry) {
    switch (geometry) {
    case TexelGeometry::D1:
    case TexelGeometry::A1:
        return 1;
    case TexelGeometry::D2:
    case TexelGeometry::A2:
        return 2;
    case TexelGeometry::D3:
    case TexelGeometry::Cube:
    case TexelGeometry::ACube:
        break;
    }
    return 3;
}

/// Where the lanes of one handle and one level read.
struct ResolvedAxes {
    Axis x, y, z;
    std::array<std::int32_t, kLanes> layer{};
    TexelExtent extent;
    int dimensions = 2;
    bool linear = false;
};

constexpr int kCornersMost = 16; // of a volume's two levels

/// Byte offsets (kBorderOffset beyond the edge) and weights, a row of lanes a corner. Corner c takes the
/// second texel of x, y, z for bits 0, 1, 2 of c.
struct Corners {
    int count = 1;
    alignas(64) std::array<LaneOffsets, kCornersMost> offset;
    alignas(64) std::array<LaneWeights, kCornersMost> weight;
};

/// The part of weight in 256ths that falls to the second of two texels; from a half on it is rounded up.
inline float share(float weight, float second) {
    return static_cast<float>(static_cast<std::int32_t>((weight * second + 128) * (1 / 256.0F)));
}

constexpr float kWhole = 256;

/// Whole 256ths for the corners, split along x, then y, of a volume first along z, as the hardware does it
/// (measured on an H200, and of two levels on an H100). all(lane): what they sum to.
template<class All>
void weighCorners(const ResolvedAxes& at, Corners& corners, All all) {
    const auto of = [](const Axis& axis, int lane) { return static_cast<float>(axis.weight[lane]); };
    auto& weight = corners.weight;
    // Adds the four corners of one slice.
    const auto slice = [&](std::size_t first, int lane, float sum) {
        const float v = of(at.y, lane);
        const float right = share(sum, of(at.x, lane)), left = sum - right;
        const float upperLeft = share(left, 256 - v), lowerRight = share(right, v);
        weight[first][lane] = upperLeft;
        weight[first + 1][lane] = right - lowerRight;
        weight[first + 2][lane] = left - upperLeft;
        weight[first + 3][lane] = lowerRight;
    };
    switch (at.dimensions) {
    case 1:
        for (int lane = 0; lane < kLanes; ++lane) {
            weight[1][lane] = share(all(lane), of(at.x, lane));
            weight[0][lane] = all(lane) - weight[1][lane];
        }
        break;
    case 2:
        for (int lane = 0; lane < kLanes; ++lane) {
            slice(0, lane, all(lane));
        }
        break;
    default:
        for (int lane = 0; lane < kLanes; ++lane) {
            const float front = share(all(lane), kWhole - of(at.z, lane));
            slice(0, lane, front);
            slice(4, lane, all(lane) - front);
        }
    }
}

/// Without a sign: a multiplication of this kind is vector code.
inline std::int64_t product(std::int32_t a, std::uint32_t b) {
    return static_cast<std::int64_t>(std::uint64_t{static_cast<std::uint32_t>(a)} * b);
}

void placeCorners(const ResolvedAxes& at, std::uint32_t texelBytes, Corners& corners) {
    corners.count = at.linear ? 1 << at.dimensions : 1;
    const auto height = static_cast<std::int32_t>(at.extent.height);
    const std::uint32_t rowBytes = at.extent.width * texelBytes;
    const bool isVolume = at.dimensions == 3;
    for (int row = 0; row < std::max(corners.count, 2) / 2; ++row) {
        const auto& y = (row & 1) != 0 ? at.y.second : at.y.first;
        const auto& z = (row & 2) != 0 ? at.z.second : at.z.first;
        const auto& slice = isVolume ? z : at.layer;
        LaneOffsets first;
        for (int lane = 0; lane < kLanes; ++lane)
            first[lane] = product(slice[lane] * height + y[lane], rowBytes);
        for (int side = 0; side < std::min(corners.count, 2); ++side) {
            const auto& x = side != 0 ? at.x.second : at.x.first;
            LaneOffsets& offset = corners.offset[static_cast<std::size_t>(2 * row + side)];
            for (int lane = 0; lane < kLanes; ++lane) {
                const bool border = (x[lane] | y[lane] | z[lane]) < 0;
                offset[lane] = border ? kBorderOffset : first[lane] + product(x[lane], texelBytes);
            }
        }
    }
}

/// Levels are taken to lie one below the other, each as wide as the first.
void fillFootprint(const ResolvedAxes& at, const Array& array, std::uint32_t level, std::uint32_t lanes,
                   bool gather, model::TexelFootprint& footprint) {
    std::uint32_t rows = 0, rowsBefore = 0;
    for (std::uint32_t each = 0; each < array.levels; ++each) {
        const TexelExtent extent = levelExtent(array, each);
        if (each == level) rowsBefore = rows;
        rows += extent.height * extent.depth;
    }
    footprint.texture = array.number;
    footprint.width = array.width;
    footprint.height = rows;
    footprint.bytesPerTexel = array.bytesPerTexel();
    footprint.surface = false;
    const auto height = static_cast<std::int32_t>(at.extent.height);
    for (int lane = 0; lane < kLanes; ++lane) {
        if (((lanes >> lane) & 1U) == 0) {
            continue;
        }
        const auto row = [&](std::int32_t y, std::int32_t z) {
            const auto inside = [](std::int32_t index) { return index < 0 ? ~index : index; };
            const std::int32_t number =
                (inside(z) + at.layer[lane]) * height + inside(y) + static_cast<std::int32_t>(rowsBefore);
            return (y | z) < 0 ? ~number : number;
        };
        // The hardware does not ask for a texel that has no weight (measured on an H200).
        const auto second = [&](const Axis& axis) {
            return axis.weight[lane] == 0 && !gather ? axis.first[lane] : axis.second[lane];
        };
        footprint.x0[lane] = at.x.first[lane];
        footprint.x1[lane] = second(at.x);
        footprint.y0[lane] = row(at.y.first[lane], at.z.first[lane]);
        footprint.y1[lane] = row(second(at.y), second(at.z));
    }
}

/// Lanes of mask that agree with the first one.
template<class Same>
std::uint32_t lanesLike(std::uint32_t mask, Same same) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        lanes |= static_cast<std::uint32_t>(same(lane)) << lane;
    }
    return lanes & mask;
}

const LaneWords kNoCoordinate{};

/// How lanes read one level.
ResolvedAxes resolveAxes(const TextureTable::Object& object, const SampleOperation& operation,
                         const SampleOperands& operands, std::uint32_t level) {
    const Array& array = *object.array;
    Sampler face;
    if (operation.ofFace) {
        face = object.sampler;
        face.address.fill(AddressMode::Clamp);
        face.normalizedCoordinates = true;
    }
    const Sampler& sampler = operation.ofFace ? face : object.sampler;

    ResolvedAxes at;
    at.extent = levelExtent(array, level);
    at.dimensions = dimensionsOf(operation.geometry);
    // tld4 takes the four texels that a linear fetch would weigh.
    at.linear = operation.gather || (sampler.filter == FilterMode::Linear && operation.floatCoordinates);
    resolveAxis(operation, sampler, at.linear, 0, operands.x, at.extent.width, at.x);
    if (operation.geometry == TexelGeometry::D1) {
        // A line is a picture of one row read at y = 0, half beyond the edge.
        if (at.linear && sampler.address[1] == AddressMode::Border) {
            at.dimensions = 2;
            resolveAxis(operation, sampler, true, 1, kNoCoordinate.data(), 1, at.y);
        }
    } else if (at.dimensions >= 2) {
        resolveAxis(operation, sampler, at.linear, 1, operands.y, at.extent.height, at.y);
    }
    if (at.dimensions >= 3) {
        resolveAxis(operation, sampler, at.linear, 2, operands.z, at.extent.depth, at.z);
    }
    if (operation.geometry == TexelGeometry::A1 || operation.geometry == TexelGeometry::A2) {
        for (int lane = 0; lane < kLanes; ++lane) {
            at.layer[lane] = static_cast<std::int32_t>(std::min(operands.layer[lane], at.extent.depth - 1));
        }
    }
    return at;
}

const TexelReader& readerOf(const TextureTable::Object& object) {
    const Array& array = *object.array;
    const bool normalizedFloat =
        object.sampler.readNormalizedFloat && array.kind != ChannelKind::Float && array.bitsPerChannel < 32;
    return texelReader(array.kind, array.bitsPerChannel, array.channels, normalizedFloat);
}

/// One handle, one level.
void sampleLanes(const TextureTable::Object& object, const SampleOperation& operation,
                 const SampleOperands& operands, std::uint32_t level, std::uint32_t lanes,
                 std::array<LaneWords, 4>& result, model::TexelFootprint* footprint) {
    const Array& array = *object.array;
    const Sampler& sampler = object.sampler;
    const ResolvedAxes at = resolveAxes(object, operation, operands, level);
    Corners corners;
    placeCorners(at, array.bytesPerTexel(), corners);
    const std::byte* texels = array.data() + levelOffset(array, level);
    const TexelReader& reader = readerOf(object);
    if (operation.gather) {
        // Counter-clockwise from the lower left: (i, j+1) (i+1, j+1) (i+1, j) (i, j).
        constexpr std::array<std::size_t, 4> kOrder{2, 3, 1, 0};
        for (std::size_t texel = 0; texel < 4; ++texel) {
            std::array<LaneWords, 4> value;
            reader.point(texels, corners.offset[kOrder[texel]], lanes, sampler.border, value);
            for (int lane = 0; lane < kLanes; ++lane) {
                if (((lanes >> lane) & 1U) != 0) {
                    result[texel][lane] = value[operation.component][lane];
                }
            }
        }
    } else if (at.linear) {
        weighCorners(at, corners, [](int) { return kWhole; });
        reader.linear(texels, corners.offset.data(), corners.weight.data(), corners.count, 1, lanes,
                      sampler.border, result);
    } else {
        reader.point(texels, corners.offset[0], lanes, sampler.border, result);
    }
    if (footprint != nullptr) {
        fillFootprint(at, array, level, lanes, operation.gather, *footprint);
    }
}

/// One handle, two levels: this one and the next, of which each lane has so many 256ths.
void sampleBetween(const TextureTable::Object& object, const SampleOperation& operation,
                   const SampleOperands& operands, std::uint32_t level,
                   const std::array<std::uint32_t, kLanes>& coarserShare, std::uint32_t lanes,
                   std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                   model::TexelFootprint* coarser) {
    const Array& array = *object.array;
    Corners corners, next;
    const auto place = [&](std::uint32_t of, Corners& into, auto all, model::TexelFootprint* touched) {
        const ResolvedAxes at = resolveAxes(object, operation, operands, of);
        placeCorners(at, array.bytesPerTexel(), into);
        if (at.linear)
            weighCorners(at, into, all);
        else
            for (int lane = 0; lane < kLanes; ++lane) into.weight[0][lane] = all(lane);
        if (touched != nullptr) fillFootprint(at, array, of, lanes, false, *touched);
    };
    const auto far = [&](int lane) {
        return static_cast<float>(coarserShare[static_cast<std::size_t>(lane)]);
    };
    place(
        level, corners, [&](int lane) { return kWhole - far(lane); }, footprint);
    place(level + 1, next, far, coarser);
    const auto further = static_cast<std::int64_t>(levelOffset(array, level + 1) - levelOffset(array, level));
    for (std::size_t corner = 0; corner < static_cast<std::size_t>(next.count); ++corner) {
        const std::size_t at = static_cast<std::size_t>(corners.count) + corner;
        corners.weight[at] = next.weight[corner];
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::int64_t offset = next.offset[corner][lane];
            corners.offset[at][lane] = offset == kBorderOffset ? offset : offset + further;
        }
    }
    readerOf(object).linear(array.data() + levelOffset(array, level), corners.offset.data(),
                            corners.weight.data(), corners.count, 2, lanes, object.sampler.border, result);
}

/// One handle of a mipmap. Returns the lanes that read two levels.
std::uint32_t sampleLevels(const TextureTable::Object& object, const SampleOperation& operation,
                           const SampleOperands& operands, std::uint32_t lanes,
                           std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                           model::TexelFootprint* coarser) {
    const LevelChoice choice = chooseLevels(object, operation, operands, lanes);
    const auto eachLevel = [&](std::uint32_t left, auto sample) {
        while (left != 0) {
            const std::uint32_t level = choice.level[static_cast<std::size_t>(std::countr_zero(left))];
            const std::uint32_t alike = lanesLike(
                left, [&](int lane) { return choice.level[static_cast<std::size_t>(lane)] == level; });
            sample(level, alike);
            left &= ~alike;
        }
    };
    eachLevel(lanes & ~choice.blended, [&](std::uint32_t level, std::uint32_t alike) {
        sampleLanes(object, operation, operands, level, alike, result, footprint);
    });
    eachLevel(choice.blended, [&](std::uint32_t level, std::uint32_t alike) {
        sampleBetween(object, operation, operands, level, choice.coarser, alike, result, footprint, coarser);
    });
    return choice.blended;
}

/// Where a direction meets the cube (CUDA Programming Guide, "Cubemap Textures"). Where two axes are equal,
/// the later one counts: which one does on hardware is not published.
struct FacePoint {
    std::uint32_t face = 0;
    float s = 0, t = 0;
};
FacePoint meetCube(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    FacePoint at;
    float m = 0, s = 0, t = 0;
    if (az >= ax && az >= ay) {
        at.face = z >= 0 ? 4 : 5;
        m = az;
        s = z >= 0 ? x : -x;
        t = -y;
    } else if (ay >= ax) {
        at.face = y >= 0 ? 2 : 3;
        m = ay;
        s = x;
        t = y >= 0 ? z : -z;
    } else {
        at.face = x >= 0 ? 0 : 1;
        m = ax;
        s = x >= 0 ? -z : z;
        t = -y;
    }
    at.s = (s / m + 1) / 2;
    at.t = (t / m + 1) / 2;
    return at;
}

/// A cube is six layers, one a face.
std::uint32_t sampleCube(const TextureTable& table, const SampleOperation& operation,
                         const SampleOperands& operands, std::uint32_t activeMask,
                         std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                         model::TexelFootprint* coarser) {
    LaneWords layer{}, s{}, t{};
    for (int lane = 0; lane < kLanes; ++lane) {
        if (((activeMask >> lane) & 1U) == 0) continue;
        const auto of = [&](const std::uint32_t* words) { return std::bit_cast<float>(words[lane]); };
        const FacePoint at = meetCube(of(operands.x), of(operands.y), of(operands.z));
        layer[lane] = at.face + (operation.geometry == TexelGeometry::ACube ? 6 * operands.layer[lane] : 0);
        s[lane] = std::bit_cast<std::uint32_t>(at.s);
        t[lane] = std::bit_cast<std::uint32_t>(at.t);
    }
    SampleOperation flat = operation;
    flat.geometry = TexelGeometry::A2;
    flat.ofFace = true;
    SampleOperands faces = operands;
    faces.layer = layer.data();
    faces.x = s.data();
    faces.y = t.data();
    faces.z = nullptr;
    return sampleTexture(table, flat, faces, activeMask, result, footprint, coarser);
}

} // namespace

std::uint32_t sampleTexture(const TextureTable& table, const SampleOperation& operation,
                            const SampleOperands& operands, std::uint32_t activeMask,
                            std::array<LaneWords, 4>& result, model::TexelFootprint* footprint,
                            model::TexelFootprint* coarser) {
    if (operation.geometry == TexelGeometry::Cube || operation.geometry == TexelGeometry::ACube)
        return sampleCube(table, operation, operands, activeMask, result, footprint, coarser);
    SampleOperands complete = operands;
    for (const std::uint32_t** coordinate : {&complete.layer, &complete.x, &complete.y, &complete.z}) {
        if (*coordinate == nullptr) {
            *coordinate = kNoCoordinate.data();
        }
    }
    std::uint32_t blended = 0;
    for (std::uint32_t left = activeMask; left != 0;) {
        const int leader = std::countr_zero(left);
        const std::uint64_t handle = operands.handle[leader];
        const std::uint32_t lanes =
            lanesLike(left, [&](int lane) { return operands.handle[lane] == handle; });
        const TextureTable::Object& object = texelObject(table, handle, false, leader);
        if (object.array->levels > 1)
            blended |= sampleLevels(object, operation, complete, lanes, result, footprint, coarser);
        else
            sampleLanes(object, operation, complete, 0, lanes, result, footprint);
        left &= ~lanes;
    }
    return blended;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
