// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::shell {

/// The window that lists what the keys do.
class KeyList {
public:
    void show() { m_open = true; }
    void toggle() { m_open = !m_open; }
    bool isOpen() const { return m_open; }
    /// While it is open.
    void draw();

private:
    bool m_open = false;
};

} // namespace lanescope::shell
