// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/words.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/memory/banks.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::lab_carving {

using namespace kit;

namespace {

int bankOf(const Frame& frame, std::uint64_t byte) {
    return model::bankOf(byte, frame.architecture, frame.rules);
}

} // namespace

std::string placeText(const Frame& frame, const Part& part) {
    return tr("byte {}, bank {}", part.first, bankOf(frame, part.first));
}

std::vector<Formula> startFormulas(const Frame& frame, const Plan& plan) {
    const Parts parts = plan.parts();
    std::vector<Formula> steps;
    std::string from = "block";
    for (const std::size_t number : plan.order) {
        const Part& part = parts[number];
        steps.push_back({
            .name = std::string(part.array),
            .rule = fmt::format("({}*){}", part.type, from),
            .numbers = "",
            .result = placeText(frame, part),
            .tone = part.misaligned() ? Tone::Bad : Tone::Plain,
        });
        from = fmt::format("&{}[{}]", part.array, part.elements());
        if (plan.gap > 0) from += " + " + counted(plan.gap, "byte");
        if (plan.align) from += tr(", rounded up");
    }
    return steps;
}

std::string halvesText(const model::Counts& counts) {
    const std::string taken = counted(counts.sharedWavefronts, "wavefront");
    return counts.bankConflicts > 0 ? tr("{}, the halves meet", taken)
                                    : tr("{}, the halves do not meet", taken);
}

std::string conclusionText(const Frame& frame, const Parts& parts, const model::Counts& counts) {
    return tr("array1 begins in bank {}, array2 in bank {}: {}.", bankOf(frame, parts[1].first),
              bankOf(frame, parts[2].first), halvesText(counts));
}

std::string misalignmentText(const Frame& frame, const Part& part) {
    constexpr std::uint64_t kWordBytes = 4;
    const std::uint64_t last = part.first + part.alignment - 1;
    std::string banks;
    if (part.first / kWordBytes != last / kWordBytes)
        banks = tr(": its first element lies partly in bank {} and partly in bank {}",
                   bankOf(frame, part.first), bankOf(frame, last));
    return tr("{} begins at byte {} of the block{}. An access of {} has to begin at a multiple of {}.",
              part.name(), part.first, banks, counted(part.alignment, "byte"), part.alignment);
}

} // namespace lanescope::lab_carving
