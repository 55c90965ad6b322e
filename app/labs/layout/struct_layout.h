// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"

#include <cstdint>
#include <string_view>

/// Where the fields of many structures of floats lie in memory.
namespace lanescope::lab_layout {

enum class StructOrder : std::uint8_t { Structures, Arrays, Tiles };

/// So many structures, of so many floats each, in one of the three orders.
struct StructLayout {
    StructOrder order = StructOrder::Structures;
    std::uint64_t count = 1, fields = 3;
    std::uint64_t tile = 32; ///< structures in a tile

    /// "array of structures", ...
    std::string_view name() const;
    /// The index as C++ writes it, of field f of structure i.
    std::string_view rule() const;
    /// The element, counted in floats, of a field of a structure.
    std::uint64_t element(std::uint64_t structure, std::uint64_t field) const;
    struct Place {
        std::uint64_t structure = 0, field = 0;
    };
    /// What lies at an element.
    Place placeOf(std::uint64_t element) const;
    /// Floats that the memory must have: whole tiles.
    std::uint64_t elements() const;
    /// The structures as points, fields 0, 1 and 2 being x, y and z.
    render::PointCloud cloud(const render::Buffer& buffer) const;
};

} // namespace lanescope::lab_layout
