// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::kit {

/// What the shown access would cost with other parameters: the lines of a card.
class Advice {
public:
    /// The address or offset of a lane, bytes.
    using Address = std::function<std::uint64_t(std::uint64_t lane)>;

    Advice(const Frame& frame, const ShownAccess& shown) : m_frame(frame), m_shown(shown) {}

    /// The counts of the shown access with other addresses, on another architecture if there is one.
    model::Counts counts(const Address& address, const model::Architecture* on = nullptr) const;
    /// "4 sectors, 128 B moved"; of shared memory "1 wavefront".
    std::string outcome(const Address& address, const model::Architecture* on = nullptr) const;
    /// Whether that is what the shown access costs, or more.
    bool isNoBetter(const Address& address) const;
    /// A parameter of the lab, as it is and as it might be.
    struct Setting {
        std::string_view name;
        std::string now, then;
    };
    /// "stride=2, pad=0: 2 wavefronts", of what differs; left out when nothing does, or when the shown access
    /// has conflicts and this would not take fewer wavefronts.
    void line(std::span<const Setting> settings, const Address& address);
    void sentence(std::string words) { m_all.push_back({.outcome = std::move(words)}); }
    std::vector<Suggestion> take() { return std::move(m_all); }
    bool empty() const { return m_all.empty(); }

private:
    const Frame& m_frame;
    const ShownAccess& m_shown;
    std::vector<Suggestion> m_all;
};

/// What a warp's stores come to in each layout: "layout=soa: 12 sectors in 3 stores". counts: in the order of
/// names; chosen: the lab's, by its place there.
std::vector<Suggestion> layoutSuggestions(const model::Architecture& architecture,
                                          std::span<const model::Counts> counts, std::size_t chosen,
                                          std::span<const std::string> names);

} // namespace lanescope::kit
