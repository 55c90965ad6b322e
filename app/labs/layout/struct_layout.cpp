// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/struct_layout.h"

namespace lanescope::lab_layout {

std::string_view StructLayout::name() const {
    switch (order) {
    case StructOrder::Structures:
        return "array of structures";
    case StructOrder::Arrays:
        return "structure of arrays";
    case StructOrder::Tiles:
        break;
    }
    return "array of structures of arrays";
}

std::string_view StructLayout::rule() const {
    switch (order) {
    case StructOrder::Structures:
        return "i * fields + f";
    case StructOrder::Arrays:
        return "f * count + i";
    case StructOrder::Tiles:
        break;
    }
    return "(i / tile * fields + f) * tile + i % tile";
}

std::uint64_t StructLayout::element(std::uint64_t structure, std::uint64_t field) const {
    switch (order) {
    case StructOrder::Structures:
        return structure * fields + field;
    case StructOrder::Arrays:
        return field * count + structure;
    case StructOrder::Tiles:
        break;
    }
    return (structure / tile * fields + field) * tile + structure % tile;
}

StructLayout::Place StructLayout::placeOf(std::uint64_t element) const {
    switch (order) {
    case StructOrder::Structures:
        return {element / fields, element % fields};
    case StructOrder::Arrays:
        return {element % count, element / count};
    case StructOrder::Tiles:
        break;
    }
    return {element / (tile * fields) * tile + element % tile, element / tile % fields};
}

std::uint64_t StructLayout::elements() const {
    return order == StructOrder::Tiles ? (count + tile - 1) / tile * tile * fields : count * fields;
}

render::PointCloud StructLayout::cloud(const render::Buffer& buffer) const {
    render::PointCloud points;
    points.buffer = &buffer;
    points.count = static_cast<std::uint32_t>(count);
    points.strideBytes = 4 * (order == StructOrder::Structures ? fields : 1);
    for (std::size_t axis = 0; axis < 3; ++axis) points.offsetBytes[axis] = 4 * element(0, axis);
    if (order == StructOrder::Tiles) {
        points.tile = static_cast<std::uint32_t>(tile);
        points.tileBytes = 4 * tile * fields;
    }
    return points;
}

} // namespace lanescope::lab_layout
