// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"
#include "recording/objects.h"

#include <array>
#include <cstdint>
#include <string_view>

/// Where the fields of many structures of floats lie in memory.
namespace lanescope::lab_layout {

enum class StructOrder : std::uint8_t { Structures, Arrays, Tiles };

/// So many structures, of so many floats each, in one of the three orders.
struct StructLayout {
    StructOrder order = StructOrder::Structures;
    std::uint64_t count = 1;  ///< structures
    std::uint64_t fields = 3; ///< floats in each
    std::uint64_t tile = 32;  ///< structures in a tile

    /// "array of structures", ...
    std::string_view name() const;
    /// The index as C++ writes it, of field f of structure i.
    std::string_view rule() const;
    /// The element, counted in floats, of a field of a structure.
    std::uint64_t element(std::uint64_t structure, std::uint64_t field) const;
    struct Place {
        std::uint64_t structure = 0;
        std::uint64_t field = 0;
    };
    /// What lies at an element.
    Place placeOf(std::uint64_t element) const;
    /// Floats that the memory must have: whole tiles.
    std::uint64_t elements() const;
    /// What the memory holds, for the pictures of it: fields 0, 1 and 2 are x, y and z.
    recording::Vertices vertices() const;
};

/// What the stores of a warp into the first `written` fields of structures come to, from the addresses that
/// they have: lane i has structure first + i, and takes part when it does in `store`.
model::Counts warpStores(const StructLayout& layout, const model::WarpAccess& store, std::uint64_t first,
                         std::uint64_t written, std::uint64_t address,
                         const model::Architecture& architecture, const model::Rules& rules);

/// The same by order, for structures that lie in each of them.
using CountsByOrder = std::array<model::Counts, 3>;
CountsByOrder warpStoresByOrder(StructLayout layout, const model::WarpAccess& store, std::uint64_t first,
                                std::uint64_t written, std::uint64_t address,
                                const model::Architecture& architecture, const model::Rules& rules);

/// x, y and z of a particle after so many seconds, by the kernels' formula: on a disc that turns, faster in
/// its middle.
std::array<double, 3> particlePlace(std::uint32_t i, std::uint64_t count, double seconds);

} // namespace lanescope::lab_layout
