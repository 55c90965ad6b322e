// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/model.h"

#include "text/tr.h"

#include <cmath>

namespace lanescope::lab_layout {

std::string_view StructLayout::name() const {
    switch (order) {
    case StructOrder::Structures:
        return tr("array of structures");
    case StructOrder::Arrays:
        return tr("structure of arrays");
    case StructOrder::Tiles:
        break;
    }
    return tr("array of structures of arrays");
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

recording::Vertices StructLayout::vertices() const {
    const auto all = static_cast<std::uint32_t>(count);
    recording::Vertices vertices{.count = all, .floats = static_cast<std::uint32_t>(fields)};
    if (order == StructOrder::Arrays) vertices.tile = all;
    if (order == StructOrder::Tiles) vertices.tile = static_cast<std::uint32_t>(tile);
    return vertices;
}

model::Counts warpStores(const StructLayout& layout, const model::WarpAccess& store, std::uint64_t first,
                         std::uint64_t written, std::uint64_t address,
                         const model::Architecture& architecture, const model::Rules& rules) {
    model::Counts sum;
    model::WarpAccess each = store;
    for (std::uint64_t field = 0; field < written; ++field) {
        for (std::uint64_t lane = 0; lane < model::kWarpSize; ++lane)
            each.address[lane] = address + sizeof(float) * layout.element(first + lane, field);
        sum += model::count(each, architecture, rules);
    }
    return sum;
}

CountsByOrder warpStoresByOrder(StructLayout layout, const model::WarpAccess& store, std::uint64_t first,
                                std::uint64_t written, std::uint64_t address,
                                const model::Architecture& architecture, const model::Rules& rules) {
    CountsByOrder counts;
    for (std::size_t order = 0; order < counts.size(); ++order) {
        layout.order = static_cast<StructOrder>(order);
        counts[order] = warpStores(layout, store, first, written, address, architecture, rules);
    }
    return counts;
}

std::array<double, 3> particlePlace(std::uint32_t i, std::uint64_t count, double seconds) {
    constexpr double kTurn = 6.2831853;
    constexpr double kSteps = 4294967296.0; // of a turn: 2^32
    const double radius = std::sqrt((i + 0.5) / static_cast<double>(count));
    const double angle = kTurn * (i * 2654435769U) / kSteps + seconds / (0.5 + 2 * radius);
    return {radius * std::cos(angle), 0.12 * std::sin(3 * angle + seconds), radius * std::sin(angle)};
}

} // namespace lanescope::lab_layout
