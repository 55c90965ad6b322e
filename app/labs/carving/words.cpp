// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/strip_view.h"
#include "model/banks.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_carving {

void layOut(std::span<StripPart> parts, std::span<const std::size_t> order, std::uint64_t gap, bool align) {
    std::uint64_t at = 0;
    for (const std::size_t i : order) {
        if (i != order.front()) at += gap;
        if (align) at = (at + parts[i].alignment - 1) / parts[i].alignment * parts[i].alignment;
        parts[i].first = at;
        at += parts[i].bytes;
    }
}

int firstBank(const Frame& frame, const StripPart& part) {
    return model::bankOf(part.first, frame.architecture, frame.rules);
}

std::string placeText(const Frame& frame, const StripPart& part) {
    return fmt::format("byte {}, bank {}", part.first, firstBank(frame, part));
}

std::vector<Formula> startFormulas(const Frame& frame, std::span<const StripPart> parts,
                                   std::span<const std::size_t> order, std::uint64_t gap, bool align) {
    std::vector<Formula> steps;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const StripPart& part = parts[order[k]];
        std::string from = "block";
        if (k > 0) {
            const StripPart& before = parts[order[k - 1]];
            from = fmt::format("&{}[{}]", before.array, before.bytes / before.alignment);
            if (gap > 0) from += " + " + plural(gap, "byte");
            if (align) from += ", rounded up";
        }
        steps.push_back({part.array, fmt::format("({}*){}", part.type, from), "", placeText(frame, part),
                         part.misaligned() ? Tone::Bad : Tone::Plain});
    }
    return steps;
}

model::Counts countHalves(const On& on, const StripPart& lower, const StripPart& upper) {
    model::WarpAccess access;
    access.space = model::Space::Shared;
    access.operation = model::Operation::Load;
    access.width = static_cast<decltype(access.width)>(lower.alignment);
    access.activeMask = ~0U;
    constexpr std::uint64_t kHalf = model::kWarpSize / 2;
    for (std::uint64_t lane = 0; lane < model::kWarpSize; ++lane) {
        const StripPart& part = lane < kHalf ? lower : upper;
        access.address[lane] = part.first + lane % kHalf * part.alignment % part.bytes;
    }
    return model::count(access, on.architecture, on.rules);
}

std::string halvesText(const model::Counts& counts) {
    return fmt::format("{}, the halves {}", plural(counts.wavefronts, "wavefront"),
                       counts.bankConflicts > 0 ? "meet" : "do not meet");
}

int firstMisaligned(std::span<const StripPart> parts) {
    const auto found = std::ranges::find_if(parts, &StripPart::misaligned);
    return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

std::optional<OtherLength> otherLength(const On& on, std::span<const StripPart> parts,
                                       std::array<std::size_t, 2> halves, std::uint64_t most,
                                       const std::function<void(std::span<StripPart>)>& lay) {
    constexpr std::uint64_t kFarthest = 32; // a row of banks
    const auto conflicts = [&](std::span<const StripPart> all) {
        return countHalves(on, all[halves[0]], all[halves[1]]).bankConflicts > 0;
    };
    for (std::uint64_t step = 1; step <= kFarthest; ++step)
        for (const bool longer : {true, false})
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const std::uint64_t each = parts[i].alignment, now = parts[i].bytes / each;
                if (longer ? now + step > most : now <= step) continue;
                std::vector<StripPart> tried(parts.begin(), parts.end());
                tried[i].bytes = each * (longer ? now + step : now - step);
                lay(tried);
                if (firstMisaligned(tried) >= 0 || conflicts(tried) == conflicts(parts)) continue;
                return OtherLength{i, tried[i].bytes / each,
                                   countHalves(on, tried[halves[0]], tried[halves[1]])};
            }
    return std::nullopt;
}

} // namespace lanescope::lab_carving
