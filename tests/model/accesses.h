// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace lanescope::model::test {

using LaneAddress = std::function<std::uint64_t(std::uint64_t lane)>;

/// An access whose active lanes are at address(lane).
WarpAccess makeAccess(Space space, Operation operation, int width, const LaneAddress& address,
                      std::uint32_t activeMask = ~0U);

/// The rows whose capability lies in [first, last].
std::vector<const Architecture*> rowsBetween(ComputeCapability first, ComputeCapability last);

/// The row of a capability, which must exist.
const Architecture& rowOf(const std::string& capability);

/// Accesses of many shapes: strides up and down, tiles, swizzles, gathers, shared words, missing lanes.
class AccessGenerator {
public:
    explicit AccessGenerator(std::uint32_t seed) : m_random(seed) {}
    /// A valid access to the space, at addresses below limit.
    WarpAccess next(Space space, std::uint64_t limit);
    std::uint64_t below(std::uint64_t limit) { return m_random() % limit; }

private:
    std::mt19937_64 m_random;
};

/// One line about an access, for messages of failed tests.
std::string describe(const WarpAccess& access, const Architecture& architecture);

} // namespace lanescope::model::test
