// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/special_register.h"

#include <array>
#include <utility>

namespace lanescope::ptx {

namespace {

// time is counted in warp instructions; a block that was launched without a cluster is one of its own
constexpr std::array<std::pair<std::string_view, Special>, 64> kNames{{
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%tid", Special::TidX},
    {"%ntid.x", Special::NtidX},
    {"%ntid.y", Special::NtidY},
    {"%ntid.z", Special::NtidZ},
    {"%ntid", Special::NtidX},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%ctaid", Special::CtaidX},
    {"%nctaid.x", Special::NctaidX},
    {"%nctaid.y", Special::NctaidY},
    {"%nctaid.z", Special::NctaidZ},
    {"%nctaid", Special::NctaidX},
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NwarpId},
    {"%lanemask_eq", Special::LanemaskEq},
    {"%lanemask_le", Special::LanemaskLe},
    {"%lanemask_lt", Special::LanemaskLt},
    {"%lanemask_ge", Special::LanemaskGe},
    {"%lanemask_gt", Special::LanemaskGt},
    {"%clock", Special::Clock},
    {"%clock_hi", Special::ClockHigh},
    {"%clock64", Special::Clock},
    {"%globaltimer", Special::GlobalTimer},
    {"%globaltimer_lo", Special::GlobalTimer},
    {"%globaltimer_hi", Special::GlobalTimerHigh},
    {"%dynamic_smem_size", Special::DynamicShared},
    {"%total_smem_size", Special::TotalShared},
    {"%aggr_smem_size", Special::TotalShared},
    {"%smid", Special::Zero},
    {"%nsmid", Special::One},
    {"%gridid", Special::GridId},
    {"%is_explicit_cluster", Special::IsExplicitCluster},
    {"%clusterid.x", Special::ClusterIdX},
    {"%clusterid.y", Special::ClusterIdY},
    {"%clusterid.z", Special::ClusterIdZ},
    {"%nclusterid.x", Special::NclusterIdX},
    {"%nclusterid.y", Special::NclusterIdY},
    {"%nclusterid.z", Special::NclusterIdZ},
    {"%cluster_ctaid.x", Special::ClusterCtaidX},
    {"%cluster_ctaid.y", Special::ClusterCtaidY},
    {"%cluster_ctaid.z", Special::ClusterCtaidZ},
    {"%cluster_nctaid.x", Special::ClusterNctaidX},
    {"%cluster_nctaid.y", Special::ClusterNctaidY},
    {"%cluster_nctaid.z", Special::ClusterNctaidZ},
    {"%cluster_ctarank", Special::ClusterCtarank},
    {"%cluster_nctarank", Special::ClusterNctarank},
    {"%pm0", Special::Zero},
    {"%pm1", Special::Zero},
    {"%pm2", Special::Zero},
    {"%pm3", Special::Zero},
    {"%envreg0", Special::Zero},
    // as load_env_reg64<1, 2>() of cooperative_groups reads them
    {"%envreg1", Special::WorkspaceHigh},
    {"%envreg2", Special::WorkspaceLow},
    {"%reserved_smem_offset_begin", Special::Zero},
    {"%reserved_smem_offset_end", Special::Zero},
    {"%reserved_smem_offset_cap", Special::Zero},
    {"%current_graph_exec", Special::Zero},
    // What the system keeps in shared memory is not there: behind the block's own, so that using it is a
    // fault.
    {"%reserved_smem_offset_0", Special::TotalShared},
    {"%reserved_smem_offset_1", Special::TotalShared},
}};

} // namespace

std::optional<Special> specialNamed(std::string_view name) {
    for (const auto& [known, special] : kNames)
        if (known == name) return special;
    return std::nullopt;
}

} // namespace lanescope::ptx
