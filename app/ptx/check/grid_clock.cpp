// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/grid_clock.h"

#include <algorithm>

namespace lanescope::ptx {

std::size_t GridClock::find(std::uint64_t who) const {
    const auto at =
        std::lower_bound(m_facts.begin(), m_facts.end(), who,
                         [](const auto& fact, std::uint64_t value) { return fact.first < value; });
    return static_cast<std::size_t>(at - m_facts.begin());
}

std::uint32_t GridClock::valueOf(std::uint64_t who) const {
    const std::size_t at = find(who);
    return at < m_facts.size() && m_facts[at].first == who ? m_facts[at].second : 0;
}

void GridClock::know(std::uint64_t who, std::uint32_t value) {
    const std::size_t at = find(who);
    if (at < m_facts.size() && m_facts[at].first == who)
        m_facts[at].second = std::max(m_facts[at].second, value);
    else
        m_facts.insert(m_facts.begin() + static_cast<std::ptrdiff_t>(at), {who, value});
}

void GridClock::limit() {
    if (m_facts.size() <= kMostFacts) return;
    m_facts.clear();
    m_all = std::max(m_all, m_said);
}

void GridClock::knowBlock(std::uint64_t block, std::uint32_t epoch, std::uint32_t moment) {
    m_said = std::max(m_said, moment);
    know(who(block, 0), epoch);
    limit();
}

void GridClock::knowThread(std::uint64_t block, std::uint32_t thread, std::uint32_t time) {
    know(who(block, thread + 1), time);
    limit();
}

void GridClock::join(const GridClock& other) {
    m_said = std::max(m_said, other.m_said);
    m_all = std::max(m_all, other.m_all);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> both;
    both.reserve(m_facts.size() + other.m_facts.size());
    auto a = m_facts.begin();
    auto b = other.m_facts.begin();
    while (a != m_facts.end() || b != other.m_facts.end()) {
        if (b == other.m_facts.end() || (a != m_facts.end() && a->first < b->first)) {
            both.push_back(*a++);
        } else if (a == m_facts.end() || b->first < a->first) {
            both.push_back(*b++);
        } else {
            both.emplace_back(a->first, std::max(a->second, b->second));
            ++a;
            ++b;
        }
    }
    m_facts = std::move(both);
    limit();
}

bool GridClock::covers(const AccessTime& access) const {
    return access.moment < m_all || access.epoch < valueOf(who(access.block, 0)) ||
           access.time <= valueOf(who(access.block, access.thread + 1));
}

bool GridClock::covers(const GridClock& other) const {
    if (other.m_all > m_all || other.m_facts.size() > m_facts.size()) return false;
    auto own = m_facts.begin();
    for (const auto& [who, value] : other.m_facts) {
        while (own != m_facts.end() && own->first < who) ++own;
        if (own == m_facts.end() || own->first != who || own->second < value) return false;
    }
    return true;
}

void join(KnownOfGrid& into, const KnownOfGrid& from) {
    if (!from || from == into) return;
    if (!into || from->covers(*into)) {
        into = from;
    } else if (!into->covers(*from)) {
        auto both = std::make_shared<GridClock>(*into);
        both->join(*from);
        into = std::move(both);
    }
}

} // namespace lanescope::ptx
