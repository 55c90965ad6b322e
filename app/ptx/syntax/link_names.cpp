// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/link_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

namespace lanescope::ptx {

std::vector<std::string_view> filesOf(std::string_view text) {
    constexpr std::string_view kHead = "\n.version";
    std::vector<std::string_view> files;
    std::size_t begin = 0;
    std::size_t head = text.starts_with(kHead.substr(1)) ? 0 : text.find(kHead);
    while (head != std::string_view::npos) {
        const std::size_t next = text.find(kHead, head + 1);
        const std::size_t end = std::min(next == std::string_view::npos ? next : next + 1, text.size());
        files.push_back(text.substr(begin, end - begin));
        begin = end;
        head = next;
    }
    if (files.empty()) files.push_back(text);
    return files;
}

void LinkNames::beginFile() {
    for (const auto& [name, made] : m_own) {
        m_earlier.insert(name);
        m_ownEarlier.insert(name);
    }
    m_earlier.insert(m_shared.begin(), m_shared.end());
    m_own.clear();
}

std::string_view LinkNames::declare(std::string_view name, bool isOwn) {
    if (!isOwn) {
        if (m_ownEarlier.contains(name)) return {};
        return *m_shared.insert(name).first;
    }
    const auto [own, isNew] = m_own.try_emplace(name, name);
    if (isNew && m_earlier.contains(name)) {
        m_module.madeNames.push_back(
            std::make_shared<const std::string>(fmt::format("{} {}", name, m_module.madeNames.size())));
        own->second = *m_module.madeNames.back();
    }
    return own->second;
}

std::string_view LinkNames::find(std::string_view name) const {
    const auto own = m_own.find(name);
    return own == m_own.end() ? name : own->second;
}

} // namespace lanescope::ptx
