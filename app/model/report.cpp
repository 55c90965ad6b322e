// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/report.h"

#include "model/memory/banks.h"
#include "model/memory/coalescing.h"
#include "model/memory/constant.h"
#include "model/memory/local.h"
#include "model/memory/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace lanescope::model {

namespace {

bool movesCountedBytes(Space space) {
    return space != Space::Shared && space != Space::Constant;
}

void checkAccess(const WarpAccess& access) {
    const unsigned width = access.width;
    if (!std::has_single_bit(width) || width > 16) {
        throw std::invalid_argument("an access moves 1, 2, 4, 8 or 16 bytes per lane, not " +
                                    std::to_string(width));
    }
    std::uint64_t bits = 0; // of all addresses
    if (access.activeMask == ~0U) {
        for (const std::uint64_t address : access.address) bits |= address;
    } else {
        for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
            bits |= access.address[static_cast<std::size_t>(std::countr_zero(rest))];
        }
    }
    if ((bits & (width - 1)) == 0) {
        return;
    }
    for (std::uint32_t rest = access.activeMask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        if ((address & (width - 1)) != 0) {
            throw std::invalid_argument("address " + std::to_string(address) + " of lane " +
                                        std::to_string(lane) + " is not aligned to the access's " +
                                        std::to_string(width) + " bytes");
        }
    }
}

Counts countTransfers(const WarpAccess& access, const Architecture& architecture, const Rules& rules) {
    switch (access.space) {
    case Space::Global:
        return countGlobal(access, architecture, rules);
    case Space::Shared:
        return countShared(access, architecture, rules);
    case Space::Constant:
        return countConstant(access, architecture);
    case Space::Local:
        return countLocal(access, architecture, rules);
    case Space::Texture:
        return countTexture(access, architecture);
    }
    throw std::invalid_argument("an access to an unknown state space");
}

Counts scaled(Counts counts, double factor) {
    if (factor == 1) return counts;
    for (const auto field : kSummedCounts)
        counts.*field = static_cast<std::uint64_t>(std::llround(static_cast<double>(counts.*field) * factor));
    return counts;
}

} // namespace

Direction directionOf(Operation operation) {
    switch (operation) {
    case Operation::Load:
    case Operation::MatrixLoad:
        return Direction::Load;
    case Operation::Store:
    case Operation::MatrixStore:
        return Direction::Store;
    case Operation::Atomic:
    case Operation::Reduction:
    case Operation::Increment:
        return Direction::Atomic;
    }
    return Direction::Load;
}

std::string_view operationName(Operation operation) {
    constexpr ByValue<Operation, std::string_view, 7> kNames({{Operation::Load, "load"},
                                                              {Operation::Store, "store"},
                                                              {Operation::Atomic, "atomic"},
                                                              {Operation::Reduction, "reduction"},
                                                              {Operation::MatrixLoad, "matrix load"},
                                                              {Operation::MatrixStore, "matrix store"},
                                                              {Operation::Increment, "increment"}});
    return kNames[operation];
}

std::string_view spaceName(Space space) {
    switch (space) {
    case Space::Global:
        return "global";
    case Space::Shared:
        return "shared";
    case Space::Constant:
        return "constant";
    case Space::Texture:
        return "texture";
    case Space::Local:
        return "local";
    }
    return "";
}

std::string_view directionName(Direction direction) {
    switch (direction) {
    case Direction::Load:
        return "load";
    case Direction::Store:
        return "store";
    case Direction::Atomic:
        return "atomic";
    }
    return "";
}

bool hasSectors(const Architecture& architecture) {
    return architecture.globalRule == GlobalRule::Sectors;
}

bool hasDataWavefronts(const Architecture& architecture, Direction direction) {
    return architecture.cc >= ComputeCapability{7, 0} && direction != Direction::Atomic;
}

Counts& Counts::operator+=(const Counts& other) {
    for (const auto field : kSummedCounts) this->*field += other.*field;
    maxWays = std::max(maxWays, other.maxWays);
    return *this;
}

double Counts::efficiency() const {
    return bytesTransferred == 0
               ? 0.0
               : static_cast<double>(bytesRequested) / static_cast<double>(bytesTransferred);
}

Counts count(const WarpAccess& access, const Architecture& architecture, const Rules& rules) {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(access.activeMask));
    std::uint64_t bytesOfLane = access.width;
    if (access.space == Space::Texture) {
        bytesOfLane = access.footprint ? access.footprint->bytesPerTexel : 0;
    } else {
        checkAccess(access);
    }
    Counts counts = countTransfers(access, architecture, rules);
    counts.accesses = 1;
    counts.bytesRequested = lanes * bytesOfLane;
    return counts;
}

Counts Report::total(Space space, Direction direction) const {
    Counts sum;
    for (const SiteCounts& site : sites) {
        if (site.space == space && site.direction == direction) {
            sum += site.counts;
        }
    }
    return sum;
}

Counts Report::total(Space space) const {
    Counts sum;
    for (int direction = 0; direction < kDirectionCount; ++direction) {
        sum += total(space, static_cast<Direction>(direction));
    }
    return sum;
}

namespace {

Counts sumOverSpaces(const std::vector<SiteCounts>& sites, auto&& wanted) {
    Counts sum;
    for (const SiteCounts& site : sites) {
        if (wanted(site)) {
            Counts counts = site.counts;
            counts.bytesRequested = movesCountedBytes(site.space) ? counts.bytesRequested : 0;
            sum += counts;
        }
    }
    return sum;
}

} // namespace

Counts Report::total() const {
    return sumOverSpaces(sites, [](const SiteCounts&) { return true; });
}

Report wholeGrid(Report report) {
    const double factor = report.scale();
    for (SiteCounts& site : report.sites) site.counts = scaled(site.counts, factor);
    for (std::uint64_t Issues::*count : {&Issues::warps, &Issues::lanes})
        report.issued.*count =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(report.issued.*count) * factor));
    return report;
}

} // namespace lanescope::model
