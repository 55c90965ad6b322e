// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/find/index.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope::shell {

struct UserActions;

/// The field that finds whatever the program has, over the window: Ctrl+K.
class FindBox {
public:
    /// more: what is found beside what the program has. typed: what stands in the field already; a path lists
    /// files.
    void open(const Runner& runner, std::vector<Findable> more, std::string_view typed = {});
    /// Draws it while it is open; what is chosen closes it.
    void show(UserActions& actions);
    bool isOpen() const { return m_open; }

private:
    void search();
    void showRow(const Findable& each, bool chosen, float width) const;
    void choose(UserActions& actions);
    void type(std::string_view text);
    void showField();
    void showList(float room, UserActions& actions);

    bool m_open = false;
    bool m_opened = false; ///< in this frame
    bool m_scroll = false; ///< the chosen row may be out of sight
    bool m_typed = false;  ///< what stands in the field was put there, and not by the keyboard
    std::vector<Findable> m_everything, m_files; ///< the files as the path that is typed has them
    std::vector<const Findable*> m_found;
    std::size_t m_chosen = 0; ///< among those found
    std::array<char, 1024> m_query{};
};

} // namespace lanescope::shell
