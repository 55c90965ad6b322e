// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/sync_clocks.h"

#include <algorithm>

namespace lanescope::ptx {

namespace {

void join(SyncClocks::Clock& into, const SyncClocks::Clock& from) {
    if (into.size() < from.size()) into.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

} // namespace

SyncClocks::SyncClocks(std::uint32_t threads)
    : m_now((threads + 31) / 32 * 32, 1), m_near(m_now.size() * 32), m_met(m_now.size() / 32) {}

void SyncClocks::meet(std::uint32_t warp, std::uint32_t mask, std::uint32_t exited, std::uint32_t live) {
    const std::uint32_t first = warp * 32;
    std::array<std::uint32_t, 32> known{};
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t* own = near(first + static_cast<std::uint32_t>(std::countr_zero(rest)));
        for (std::uint32_t u = 0; u < 32; ++u) known[u] = std::max(known[u], own[u]);
    }
    // lanes that have exited will never come: what they did is over
    for (std::uint32_t u = 0; u < 32; ++u)
        if (((mask | exited) >> u) & 1) known[u] = std::max(known[u], m_now[first + u]);
    Clock far;
    if (!m_far.empty()) {
        const std::size_t threads = m_now.size();
        far.resize(threads);
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            const auto* row = &m_far[(first + static_cast<std::size_t>(std::countr_zero(rest))) * threads];
            for (std::size_t u = 0; u < threads; ++u) far[u] = std::max(far[u], row[u]);
        }
    }
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t thread = first + static_cast<std::uint32_t>(std::countr_zero(rest));
        std::copy(known.begin(), known.end(), near(thread));
        if (!far.empty()) std::copy(far.begin(), far.end(), &m_far[thread * m_now.size()]);
        ++m_now[thread];
    }
    if ((live & ~mask) == 0) m_met[warp] = *std::min_element(known.begin(), known.end());
}

void SyncClocks::release(std::uint32_t thread, Clock& into) {
    const std::size_t threads = m_now.size();
    into.resize(threads);
    if (!m_far.empty())
        for (std::size_t u = 0; u < threads; ++u) into[u] = std::max(into[u], m_far[thread * threads + u]);
    const std::uint32_t first = thread / 32 * 32;
    for (std::uint32_t u = 0; u < 32; ++u) into[first + u] = std::max(into[first + u], near(thread)[u]);
    into[thread] = m_now[thread]++;
}

void SyncClocks::acquire(std::uint32_t thread, const Clock& from) {
    const std::size_t threads = m_now.size();
    if (from.empty()) return;
    const std::uint32_t first = thread / 32 * 32;
    for (std::uint32_t u = 0; u < 32; ++u) near(thread)[u] = std::max(near(thread)[u], from[first + u]);
    const bool others = std::any_of(from.begin(), from.begin() + first, [](auto t) { return t != 0; }) ||
                        std::any_of(from.begin() + first + 32, from.end(), [](auto t) { return t != 0; });
    if (!others) return;
    m_far.resize(threads * threads);
    for (std::size_t u = 0; u < threads; ++u)
        m_far[thread * threads + u] = std::max(m_far[thread * threads + u], from[u]);
}

void SyncClocks::fence(std::uint32_t thread) {
    if (const auto pending = m_pending.find(thread); pending != m_pending.end()) {
        acquire(thread, pending->second);
        m_pending.erase(pending);
    }
    Clock& fenced = m_fenced[thread];
    fenced.clear();
    release(thread, fenced);
}

void SyncClocks::strongAccess(std::uint32_t thread, std::uint64_t location, Strong access) {
    const auto found = m_locations.find(location);
    if (access.reads && found != m_locations.end()) {
        if (access.acquires)
            acquire(thread, found->second);
        else
            join(m_pending[thread], found->second);
    }
    if (!access.writes) return;
    Clock released;
    if (access.releases)
        release(thread, released);
    else if (const auto fenced = m_fenced.find(thread); fenced != m_fenced.end())
        released = fenced->second;
    // an atomic goes on with the release of whoever wrote before; a plain store ends it
    if (access.reads && found != m_locations.end())
        join(found->second, released);
    else if (!released.empty())
        m_locations[location] = std::move(released);
    else if (found != m_locations.end())
        m_locations.erase(found);
}

void SyncClocks::newBlock() {
    m_locations.clear();
    m_fenced.clear();
    m_pending.clear();
    // what is known of lanes that have exited is known up to their last time, which would go on here
    for (std::uint32_t& time : m_now) ++time;
}

} // namespace lanescope::ptx
