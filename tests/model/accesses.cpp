// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"

#include <stdexcept>

namespace lanescope::model::test {

WarpAccess makeAccess(Space space, Operation operation, int width, const LaneAddress& address,
                      std::uint32_t activeMask) {
    WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.width = static_cast<std::uint8_t>(width);
    access.activeMask = activeMask;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        // What stands at an inactive lane is undefined: something that would count if it were looked at.
        access.address[lane] = access.active(static_cast<int>(lane)) ? address(lane) : 0x123457 * (lane + 1);
    }
    return access;
}

std::vector<const Architecture*> rowsBetween(ComputeCapability first, ComputeCapability last) {
    std::vector<const Architecture*> rows;
    for (const Architecture& row : architectures()) {
        if (row.cc >= first && row.cc <= last) {
            rows.push_back(&row);
        }
    }
    if (rows.empty()) {
        throw std::logic_error("no architecture between " + first.text() + " and " + last.text());
    }
    return rows;
}

const Architecture& rowOf(const std::string& capability) {
    const Architecture* row = findArchitecture(capability);
    if (row == nullptr) {
        throw std::logic_error("no architecture " + capability);
    }
    return *row;
}

WarpAccess AccessGenerator::next(Space space, std::uint64_t limit) {
    const std::uint64_t width = std::uint64_t{1} << below(5);
    Operation operation = below(2) != 0 ? Operation::Load : Operation::Store;
    if (below(6) == 0 && width >= 4 && (space == Space::Global || space == Space::Shared)) {
        operation = below(2) != 0 ? Operation::Atomic : Operation::Reduction;
    }
    if (space == Space::Constant) {
        operation = Operation::Load;
    }
    const std::uint64_t elements = limit / width;
    const std::uint64_t base = below(elements);
    const std::uint64_t stride = below(3) == 0 ? below(4096) : below(40);
    const std::uint64_t pitch = below(300);
    const std::uint64_t range = 1 + below(below(2) != 0 ? 48 : 4096);
    const std::uint64_t shift = below(5);
    const std::uint64_t shape = below(7);
    const auto index = [&](std::uint64_t lane) -> std::uint64_t {
        switch (shape) {
        case 0:
            return base + lane * stride;
        case 1:
            return base + (31 - lane) * stride;
        case 2:
            return base + (lane >> shift) * pitch + lane % (std::uint64_t{1} << shift);
        case 3:
            return base + (lane ^ shift) + (lane >> shift) * 32;
        case 4:
            return base + (lane >> shift);
        case 5:
            return base + lane * lane * stride;
        default:
            return base + below(range);
        }
    };
    std::uint32_t mask = ~0U;
    switch (below(4)) {
    case 0:
        mask = static_cast<std::uint32_t>(below(std::uint64_t{1} << 32));
        break;
    case 1:
        mask = (1U << (1 + below(31))) - 1;
        break;
    default:
        break;
    }
    return makeAccess(
        space, operation, static_cast<int>(width),
        [&](std::uint64_t lane) { return index(lane) % elements * width; }, mask == 0 ? 1U : mask);
}

std::string describe(const WarpAccess& access, const Architecture& architecture) {
    std::string text = std::string(architecture.name) + ", space " +
                       std::to_string(static_cast<int>(access.space)) + ", operation " +
                       std::to_string(static_cast<int>(access.operation)) + ", " +
                       std::to_string(access.width) + " bytes:";
    for (int lane = 0; lane < kWarpSize; ++lane) {
        text +=
            access.active(lane) ? ' ' + std::to_string(access.address[static_cast<std::size_t>(lane)]) : " -";
    }
    return text;
}

} // namespace lanescope::model::test
