// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <memory>
#include <vector>

namespace lanescope::model {

/// A sink that keeps every access, ordered by block (x fastest), warp and program order after join.
class Trace final : public AccessSink {
public:
    void access(const WarpAccess& access) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;
    const std::vector<WarpAccess>& accesses() const { return m_accesses; }

private:
    std::vector<WarpAccess> m_accesses; // footprints point into m_footprints
    std::vector<std::unique_ptr<TexelFootprint>> m_footprints;
};

/// A sink that hands every access to several sinks, which it does not own.
class Fanout final : public AccessSink, private InstructionSink {
public:
    explicit Fanout(std::vector<AccessSink*> sinks);
    void access(const WarpAccess& access) override;
    void accessInEights(const WarpAccess& access, Eights eights) override;
    void stopped(const WarpAccess& access, std::uint32_t wrong) override;
    /// Of all sinks that want them.
    InstructionSink* instructionsOf(const Dim3& block) override;
    AccessSink* childGrid(const ChildGrid& grid) override;
    void gridBarrier(std::uint32_t warp, bool looks) override;
    void matched(std::uint32_t warp, std::uint32_t values) override;
    void waitedForBlocks() override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;

private:
    void instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) override;
    void issued(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes, std::uint32_t active) override;

    std::vector<AccessSink*> m_sinks;
    std::vector<InstructionSink*> m_wanting;           // of the present block, where they are several
    std::vector<std::unique_ptr<AccessSink>> m_owned;  // of a fork
    std::vector<std::unique_ptr<Fanout>> m_ofChildren; // of grids that several want
};

} // namespace lanescope::model
