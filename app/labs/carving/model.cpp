// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/model.h"

#include "model/warp_access.h"

#include <algorithm>

namespace lanescope::lab_carving {

namespace {

constexpr std::size_t kLower = 1; // whose elements the first half of the warp reads
constexpr std::size_t kUpper = 2;

} // namespace

std::string Part::name() const {
    return std::string(type) + " " + std::string(array) + "[" + std::to_string(elements()) + "]";
}

Parts Plan::parts() const {
    Parts all{Part{.type = "short", .array = "array0", .alignment = 2},
              Part{.type = "float", .array = "array1", .alignment = 4},
              Part{.type = "int", .array = "array2", .alignment = 4}};
    std::uint64_t at = 0;
    for (const std::size_t number : order) {
        Part& part = all[number];
        part.bytes = elements[number] * part.alignment;
        if (number != order.front()) at += gap;
        if (align) at = (at + part.alignment - 1) / part.alignment * part.alignment;
        part.first = at;
        at = part.end();
    }
    return all;
}

std::uint64_t Plan::bytes() const {
    return parts()[order.back()].end();
}

std::size_t Plan::lengthBetween() const {
    const auto place = [&](std::size_t array) { return std::ranges::find(order, array); };
    return place(kLower) < place(kUpper) ? kLower : kUpper;
}

std::array<std::size_t, kArrays> orderNumber(std::size_t n) {
    std::array<std::size_t, kArrays> order{0, 1, 2};
    for (std::size_t i = 0; i < n; ++i) std::ranges::next_permutation(order);
    return order;
}

std::optional<std::size_t> firstMisaligned(const Parts& parts) {
    const auto found = std::ranges::find_if(parts, &Part::misaligned);
    if (found == parts.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parts.begin());
}

model::Counts countHalves(const Parts& parts, const model::Architecture& architecture,
                          const model::Rules& rules) {
    model::WarpAccess access;
    access.space = model::Space::Shared;
    access.operation = model::Operation::Load;
    access.width = static_cast<std::uint8_t>(parts[kLower].alignment);
    access.activeMask = ~0U;
    constexpr std::uint64_t kHalf = model::kWarpSize / 2;
    for (std::uint64_t lane = 0; lane < model::kWarpSize; ++lane) {
        const Part& part = parts[lane < kHalf ? kLower : kUpper];
        access.address[lane] = part.first + lane % kHalf * part.alignment % part.bytes;
    }
    return model::count(access, architecture, rules);
}

std::optional<OtherLength> otherLength(const Plan& plan, std::uint64_t most,
                                       const model::Architecture& architecture, const model::Rules& rules) {
    constexpr std::uint64_t kFarthest = 32; // a row of banks
    const auto meet = [&](const Parts& parts) {
        return countHalves(parts, architecture, rules).bankConflicts > 0;
    };
    const bool now = meet(plan.parts());
    for (std::uint64_t step = 1; step <= kFarthest; ++step)
        for (const bool longer : {true, false})
            for (std::size_t array = 0; array < kArrays; ++array) {
                const std::uint64_t length = plan.elements[array];
                if (longer ? length + step > most : length <= step) continue;
                Plan tried = plan;
                tried.elements[array] = longer ? length + step : length - step;
                const Parts parts = tried.parts();
                if (firstMisaligned(parts) || meet(parts) == now) continue;
                return OtherLength{.array = array,
                                   .elements = tried.elements[array],
                                   .counts = countHalves(parts, architecture, rules)};
            }
    return std::nullopt;
}

} // namespace lanescope::lab_carving
