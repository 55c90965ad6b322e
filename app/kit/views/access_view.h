// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/views/bank_view.h"
#include "kit/views/line_view.h"

#include <optional>
#include <vector>

namespace lanescope::kit {

/// What pictures and words say of one access beyond its counts: derived when it is asked for first, and the
/// same for all of them from then on. For one thread.
class AccessView {
public:
    /// Both outlive this.
    AccessView(const model::WarpAccess& access, const model::Architecture& architecture, model::Rules rules)
        : m_access(access), m_architecture(architecture), m_rules(rules) {}

    /// The lines of memory that it touches, in the order of their addresses.
    const std::vector<LineView>& lines() const {
        if (!m_lines) m_lines = linesOf(m_access, m_architecture, m_rules);
        return *m_lines;
    }
    /// Of shared memory.
    const BankView& banks() const {
        if (!m_banks) m_banks.emplace(m_access, m_architecture, m_rules);
        return *m_banks;
    }

private:
    const model::WarpAccess& m_access;
    const model::Architecture& m_architecture;
    model::Rules m_rules;
    mutable std::optional<std::vector<LineView>> m_lines;
    mutable std::optional<BankView> m_banks;
};

} // namespace lanescope::kit
