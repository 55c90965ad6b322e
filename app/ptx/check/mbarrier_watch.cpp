// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/mbarrier_watch.h"

#include "ptx/state/mbarrier.h"

#include <fmt/format.h>

namespace lanescope::ptx {

void MbarrierWatch::initialized(std::uint32_t offset, const Actor& who, const Found& found) {
    const auto [known, isNew] = m_objects.try_emplace(offset, Object{who, who});
    if (isNew) return;
    found(who, fmt::format("an mbarrier is initialized again, which was initialized at {}, without "
                           "mbarrier.inval in between: initialize it once, or invalidate it first",
                           m_place(known->second.made.pc)));
    known->second = {who, who};
}

void MbarrierWatch::expects(std::uint32_t offset, const Actor& who) {
    if (const auto known = m_objects.find(offset); known != m_objects.end()) known->second.expected = who;
}

void MbarrierWatch::ended(const std::function<std::uint64_t(std::uint32_t offset)>& wordAt,
                          const Found& found) {
    for (const auto& [offset, object] : m_objects) {
        const Mbarrier left = Mbarrier::of(wordAt(offset));
        if (!left.valid || left.bytes == 0) continue;
        if (left.bytes > 0)
            found(
                object.expected,
                fmt::format("the kernel ends while an mbarrier still expects {} bytes: copy as many bytes as "
                            "expect_tx announces",
                            left.bytes));
        else
            found(
                object.made,
                fmt::format("the kernel ends when copies have brought an mbarrier {} bytes more than it was "
                            "told to expect: announce them with expect_tx",
                            -left.bytes));
    }
    m_objects.clear();
}

} // namespace lanescope::ptx
