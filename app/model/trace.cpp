// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/trace.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace lanescope::model {

namespace {

/// The fork of a sink, as the type that made it. Throws std::invalid_argument for another kind of sink.
template<class Sink>
Sink& forkOf(AccessSink& fork) {
    auto* same = dynamic_cast<Sink*>(&fork);
    if (same == nullptr) {
        throw std::invalid_argument("a sink can only join a fork of its own kind");
    }
    return *same;
}

bool runsBefore(const WarpAccess& a, const WarpAccess& b) {
    return std::tie(a.block.z, a.block.y, a.block.x, a.warp) <
           std::tie(b.block.z, b.block.y, b.block.x, b.warp);
}

} // namespace

void Trace::access(const WarpAccess& access) {
    m_accesses.push_back(access);
    if (access.footprint != nullptr) {
        m_footprints.push_back(std::make_unique<TexelFootprint>(*access.footprint));
        m_accesses.back().footprint = m_footprints.back().get();
    }
}

std::unique_ptr<AccessSink> Trace::fork() const {
    return std::make_unique<Trace>();
}

void Trace::join(AccessSink& fork) {
    Trace& other = forkOf<Trace>(fork);
    // Stable, so that the program order of each warp, and that of launches one after the other, stays.
    std::ranges::stable_sort(other.m_accesses, runsBefore);
    if (!std::ranges::is_sorted(m_accesses, runsBefore)) {
        std::ranges::stable_sort(m_accesses, runsBefore);
    }
    std::vector<WarpAccess> merged;
    merged.reserve(m_accesses.size() + other.m_accesses.size());
    std::ranges::merge(m_accesses, other.m_accesses, std::back_inserter(merged), runsBefore);
    m_accesses = std::move(merged);
    std::ranges::move(other.m_footprints, std::back_inserter(m_footprints));
    other.m_accesses.clear();
    other.m_footprints.clear();
}

Fanout::Fanout(std::vector<AccessSink*> sinks) : m_sinks(std::move(sinks)) {}

void Fanout::access(const WarpAccess& access) {
    for (AccessSink* sink : m_sinks) {
        sink->access(access);
    }
}

void Fanout::accessInEights(const WarpAccess& access, Eights eights) {
    for (AccessSink* sink : m_sinks) {
        sink->accessInEights(access, eights);
    }
}

void Fanout::stopped(const WarpAccess& access, std::uint32_t wrong) {
    for (AccessSink* sink : m_sinks) {
        sink->stopped(access, wrong);
    }
}

InstructionSink* Fanout::instructionsOf(const Dim3& block) {
    m_wanting.clear();
    for (AccessSink* sink : m_sinks)
        if (InstructionSink* wants = sink->instructionsOf(block)) m_wanting.push_back(wants);
    if (m_wanting.size() > 1) return this;
    return m_wanting.empty() ? nullptr : m_wanting.front();
}

void Fanout::instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) {
    for (InstructionSink* sink : m_wanting) sink->instruction(warp, number, lanes);
}

void Fanout::issued(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes, std::uint32_t active) {
    for (InstructionSink* sink : m_wanting) sink->issued(warp, number, lanes, active);
}

AccessSink* Fanout::childGrid(const ChildGrid& grid) {
    std::vector<AccessSink*> wanting;
    for (AccessSink* sink : m_sinks)
        if (AccessSink* wants = sink->childGrid(grid)) wanting.push_back(wants);
    if (wanting.size() > 1)
        return m_ofChildren.emplace_back(std::make_unique<Fanout>(std::move(wanting))).get();
    return wanting.empty() ? nullptr : wanting.front();
}

void Fanout::gridBarrier(std::uint32_t warp, bool looks) {
    for (InstructionSink* sink : m_wanting) sink->gridBarrier(warp, looks);
}

void Fanout::matched(std::uint32_t warp, std::uint32_t values) {
    for (InstructionSink* sink : m_wanting) sink->matched(warp, values);
}

void Fanout::waitedForBlocks() {
    for (InstructionSink* sink : m_wanting) sink->waitedForBlocks();
}

std::unique_ptr<AccessSink> Fanout::fork() const {
    std::vector<std::unique_ptr<AccessSink>> forks;
    std::vector<AccessSink*> sinks;
    for (const AccessSink* sink : m_sinks) {
        forks.push_back(sink->fork());
        sinks.push_back(forks.back().get());
    }
    auto result = std::make_unique<Fanout>(std::move(sinks));
    result->m_owned = std::move(forks);
    return result;
}

void Fanout::join(AccessSink& fork) {
    Fanout& other = forkOf<Fanout>(fork);
    if (other.m_sinks.size() != m_sinks.size()) {
        throw std::invalid_argument("a fan-out can only join a fork of its own");
    }
    for (std::size_t i = 0; i < m_sinks.size(); ++i) {
        m_sinks[i]->join(*other.m_sinks[i]);
    }
}

} // namespace lanescope::model
