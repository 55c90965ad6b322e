// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::kit {

/// The last results of something that takes long, by what they depend on: whoever undoes a change, or goes to
/// and fro between two values, has them at once.
template<class Value>
class Remembered {
public:
    explicit Remembered(std::size_t most) : m_most(most) {}

    /// nullptr: it is not, or no longer, known.
    const Value* find(std::string_view key) const {
        const auto found = std::ranges::find(m_all, key, &Entry::first);
        return found == m_all.end() ? nullptr : &found->second;
    }
    void keep(std::string key, Value value) {
        std::erase_if(m_all, [&](const Entry& each) { return each.first == key; });
        m_all.emplace_back(std::move(key), std::move(value));
        if (m_all.size() > m_most) m_all.pop_front();
    }

private:
    using Entry = std::pair<std::string, Value>;

    std::size_t m_most;
    std::deque<Entry> m_all; ///< the oldest first
};

} // namespace lanescope::kit
