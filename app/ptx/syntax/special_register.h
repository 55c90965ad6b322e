// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::ptx {

/// Special registers; those of no meaning here read as 0 or 1.
enum class Special : std::uint8_t {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    LaneId,
    WarpId,
    NwarpId,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    Clock,
    ClockHigh,
    GlobalTimer,
    GlobalTimerHigh,
    GridId,
    ClusterIdX, ///< of the cluster in the grid
    ClusterIdY,
    ClusterIdZ,
    NclusterIdX,
    NclusterIdY,
    NclusterIdZ,
    ClusterCtaidX, ///< of the block in its cluster
    ClusterCtaidY,
    ClusterCtaidZ,
    ClusterNctaidX,
    ClusterNctaidY,
    ClusterNctaidZ,
    ClusterCtarank,
    ClusterNctarank,
    IsExplicitCluster, ///< a predicate
    DynamicShared,
    TotalShared,
    WorkspaceLow, ///< halves of the address of a cooperative grid's workspace; 0 for other grids
    WorkspaceHigh,
    Zero,
    One
};

/// The register that "%tid.x" or the like names.
std::optional<Special> specialNamed(std::string_view name);
/// Whether it goes on with time.
constexpr bool isClock(Special special) {
    return special >= Special::Clock && special <= Special::GlobalTimerHigh;
}

} // namespace lanescope::ptx
