// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::shell {

/// Where an audience is to look: at the mouse, or not at the window at all.
class Pointer {
public:
    enum class Kind : std::uint8_t {
        None,
        Laser,     ///< a red dot
        Spotlight, ///< all but a circle around it is dark
        Black      ///< all is, so that the audience looks at its teacher
    };
    /// The same kind again takes it away.
    void toggle(Kind kind) {
        m_kind = m_kind == kind ? Kind::None : kind;
        m_isNew = true;
    }
    bool isOut() const { return m_kind != Kind::None; }
    /// Nothing of the window is seen, and keys do nothing to it.
    bool isBlack() const { return m_kind == Kind::Black; }
    /// Draws it over the window. Escape takes it away, and the keys of a clicker the black screen, too.
    void show();

private:
    Kind m_kind = Kind::None;
    bool m_isNew = false; ///< the key that brought it is still down
};

} // namespace lanescope::shell
