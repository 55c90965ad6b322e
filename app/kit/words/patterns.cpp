// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/patterns.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/report.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace lanescope::kit {

std::string laneList(std::uint32_t lanes, std::size_t most) {
    struct Span {
        int first, last;
    };
    std::vector<Span> runs;
    forEachLane(lanes, [&](int lane) {
        if (!runs.empty() && runs.back().last == lane - 1)
            runs.back().last = lane;
        else
            runs.push_back({lane, lane});
    });
    std::vector<std::string> parts;
    int left = std::popcount(lanes);
    for (const Span& run : runs) {
        if (parts.size() + 1 > most && left > 1) {
            return tr("{} and {} more", fmt::join(parts, tr(", ")), left);
        }
        parts.push_back(run.first == run.last       ? fmt::format("{}", run.first)
                        : run.last == run.first + 1 ? fmt::format("{}{}{}", run.first, tr(", "), run.last)
                                                    : fmt::format("{}-{}", run.first, run.last));
        left -= run.last - run.first + 1;
    }
    return fmt::format("{}", fmt::join(parts, tr(", ")));
}

std::string lanesText(std::uint32_t lanes, std::size_t most) {
    return std::popcount(lanes) == 1 ? tr("lane {}", laneList(lanes, most))
                                     : tr("lanes {}", laneList(lanes, most));
}

std::string shortAddress(std::uint64_t address) {
    constexpr std::uint64_t kShown = 0xffffff;
    return address > kShown ? fmt::format("\u2026{:06x}", address & kShown) : hexAddress(address);
}

std::string accessSentence(const model::WarpAccess& access) {
    const int active = std::popcount(access.activeMask);
    const std::string lanes = counted(static_cast<std::uint64_t>(active), "lane"),
                      bytes = counted(access.width, "byte");
    switch (model::directionOf(access.operation)) {
    case model::Direction::Load:
        return active == 1 ? tr("{} reads {}", lanes, bytes) : tr("{} read {} each", lanes, bytes);
    case model::Direction::Store:
        return active == 1 ? tr("{} writes {}", lanes, bytes) : tr("{} write {} each", lanes, bytes);
    case model::Direction::Atomic:
        break;
    }
    return active == 1 ? tr("{} updates {}", lanes, bytes) : tr("{} update {} each", lanes, bytes);
}

std::optional<Affine> affineOf(const model::WarpAccess& access) {
    const std::uint32_t lanes = access.activeMask;
    if (std::popcount(lanes) < 2) return std::nullopt;
    const int first = std::countr_zero(lanes), second = std::countr_zero(lanes & (lanes - 1));
    const auto at = [&](int i) {
        return static_cast<std::int64_t>(access.address[static_cast<std::size_t>(i)]);
    };
    if ((at(second) - at(first)) % (second - first) != 0) return std::nullopt;
    const std::int64_t step = (at(second) - at(first)) / (second - first), base = at(first) - step * first;
    bool affine = true;
    forEachLane(lanes, [&](int i) { affine = affine && at(i) == base + step * i; });
    return affine ? std::optional<Affine>({base, step}) : std::nullopt;
}

std::string affineText(const model::WarpAccess& access, std::uint64_t unitBytes, std::string_view lane) {
    const std::optional<Affine> affine = affineOf(access);
    const auto unit = static_cast<std::int64_t>(unitBytes);
    if (!affine || affine->step % unit != 0 || affine->base % unit != 0) return {};
    const std::int64_t step = affine->step / unit, base = affine->base / unit;
    if (step == 0) return fmt::format("{}", base);
    const std::string text = step == 1 ? std::string(lane) : fmt::format("{} x {}", step, lane);
    return base == 0 ? text : fmt::format("{} {} {}", text, base < 0 ? "-" : "+", std::abs(base));
}

} // namespace lanescope::kit
