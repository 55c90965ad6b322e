// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <functional>
#include <string>
#include <string_view>

namespace lanescope::kit {

/// What the shown access would cost with other parameters: the lines of a card.
class Advice {
public:
    /// The address or offset of a lane, bytes.
    using Address = std::function<std::uint64_t(std::uint64_t lane)>;

    Advice(const Frame& frame, const ShownAccess& shown) : m_frame(frame), m_shown(shown) {}

    /// The counts of the shown access with other addresses, on another architecture if there is one.
    model::Counts counts(const Address& address, const model::Architecture* on = nullptr) const;
    /// "stride=1: 4 sectors, 128 B moved"; of shared memory "pad=1: 1 wavefront".
    void line(std::string_view what, const Address& address, const model::Architecture* on = nullptr);
    void sentence(std::string_view words);
    const std::string& text() const { return m_text; }

private:
    const Frame& m_frame;
    const ShownAccess& m_shown;
    std::string m_text;
};

} // namespace lanescope::kit
