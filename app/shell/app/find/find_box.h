// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/find/index.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace lanescope::shell {

struct UserActions;

/// The field that finds whatever the program has, over the window: Ctrl+K.
class FindBox {
public:
    /// more: what is found beside what the program has.
    void open(const Runner& runner, std::vector<Findable> more);
    /// Draws it while it is open; what is chosen closes it.
    void show(UserActions& actions);
    bool isOpen() const { return m_open; }

private:
    void search();
    void showRow(const Findable& each, bool chosen, float width) const;
    void choose(UserActions& actions);

    bool m_open = false;
    bool m_opened = false; ///< in this frame
    bool m_scroll = false; ///< the chosen row may be out of sight
    std::vector<Findable> m_all;
    std::vector<std::size_t> m_found;
    std::size_t m_chosen = 0; ///< among those found
    std::array<char, 96> m_query{};
};

} // namespace lanescope::shell
