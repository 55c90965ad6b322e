// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/pageable_copies.h"

#include <iterator>

namespace lanescope::runtime {

bool PageableCopies::areTakenAtLaunch(std::size_t bytes) const {
    const auto next = m_known.upper_bound(bytes);
    return next == m_known.begin() || std::prev(next)->second;
}

} // namespace lanescope::runtime
