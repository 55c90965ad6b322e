// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/finding.h"

#include <utility>

namespace lanescope::ptx {

std::string_view name(FindingKind kind) {
    switch (kind) {
    case FindingKind::LanesApart:
        return "lanes apart";
    case FindingKind::DivergentBarrier:
        return "divergent barrier";
    case FindingKind::RefusedCall:
        return "refused call";
    case FindingKind::PartialBarrier:
        return "partial barrier";
    case FindingKind::Race:
        return "race";
    case FindingKind::UninitialisedRead:
        return "uninitialised read";
    }
    return "";
}

Finding* FindingLog::again(const Key& key, std::uint64_t times) {
    const auto found = m_entries.find(key);
    if (found == m_entries.end()) return nullptr;
    found->second.finding.count += times;
    return &found->second.finding;
}

void FindingLog::add(Key key, Finding finding, std::uint64_t order) {
    m_entries.emplace(std::move(key), Entry{std::move(finding), order});
}

void FindingLog::join(const FindingLog& other) {
    for (const auto& [key, entry] : other.m_entries) {
        const auto [known, isNew] = m_entries.try_emplace(key, entry);
        if (isNew) continue;
        const std::uint64_t count = known->second.finding.count + entry.finding.count;
        if (entry.order < known->second.order) known->second = entry;
        known->second.finding.count = count;
    }
}

std::vector<Finding> FindingLog::take() {
    std::vector<Finding> list;
    for (auto& [key, entry] : m_entries) list.push_back(std::move(entry.finding));
    m_entries.clear();
    return list;
}

} // namespace lanescope::ptx
