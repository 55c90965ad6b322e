// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"

#include <string>
#include <utility>

namespace lanescope::shell {

struct UserActions;

/// Offers the session that ended without a word, until it is taken or forgotten.
class Offer {
public:
    /// Empty: there is none.
    explicit Offer(std::string link) : m_link(std::move(link)), m_any(!m_link.empty()) {}
    bool isOpen() const { return m_any; }
    const std::string& link() const { return m_link; }
    void answered() { m_any = false; }
    /// Draws it over the stage, and takes its keys.
    void show(const render::Rect& stage, UserActions& actions) const;

private:
    std::string m_link;
    bool m_any;
};

} // namespace lanescope::shell
