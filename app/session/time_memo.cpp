// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/time_memo.h"

#include <tuple>

namespace lanescope::session {

namespace {

std::size_t bytesOf(const ModelledLaunch& modelled) {
    std::size_t bytes = 256 + modelled.lineShares.size() * (sizeof(ptx::LineSum) + 32);
    if (modelled.time) bytes += sizeof(model::LaunchTime) + modelled.time->shares.size() * sizeof(double);
    return bytes;
}

template<class T>
bool isSame(const std::weak_ptr<T>& a, const std::shared_ptr<T>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

} // namespace

bool TimeMemo::Key::operator<(const Key& other) const {
    const auto all = [](const Key& key) {
        return std::tuple(key.input.low, key.input.high, key.architecture);
    };
    return all(*this) < all(other);
}

ModelledLaunch TimeMemo::of(std::span<const std::byte> input,
                            const std::shared_ptr<const device::LoadedModule>& module,
                            const model::Architecture& architecture,
                            const std::function<ModelledLaunch()>& model) {
    if (input.empty()) return model();
    const Key key{recording::digestOf(input), &architecture};
    const auto [first, last] = m_known.equal_range(key);
    for (auto each = first; each != last; ++each)
        if (isSame(each->second.module, module)) return *each->second.modelled;
    auto made = std::make_shared<const ModelledLaunch>(model());
    m_bytes += bytesOf(*made);
    if (m_bytes > kMostBytes) {
        m_known.clear();
        m_bytes = bytesOf(*made);
    }
    m_known.emplace(key, Known{module, made});
    return *made;
}

} // namespace lanescope::session
