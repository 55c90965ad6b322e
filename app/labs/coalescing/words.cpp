// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/coalescing/words.h"

#include "kit/counted.h"
#include "kit/words/advice.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "model/memory/coalescing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace lanescope::lab_coalescing {

using namespace kit;

namespace {

/// Of lanes that have their elements as a warp from an aligned address on has them.
Advice::Address lanesOf(Pattern pattern) {
    return [pattern](std::uint64_t lane) { return pattern.byteOf(lane); };
}

} // namespace

std::string conclusionText(const Frame& frame, const ShownAccess& shown, const Pattern& pattern,
                           bool byStride) {
    const Pattern row{.elementBytes = pattern.elementBytes};
    const model::Counts inRow = Advice(frame, shown).counts(lanesOf(row));
    const std::uint64_t best = unitsOf(inRow);
    const std::string_view unit = unitOf(frame.architecture);
    const char* const word = unit == "sector" ? tr("sector") : tr("transaction");
    const std::string here = counted(unitsOf(shown.counts), unit);
    if (shown.counts.bytesTransferred <= inRow.bytesTransferred)
        return tr("{}: no {} is wasted.", here, word);
    if (frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
        return tr("{} where {} would do: only 16 elements in a row, the first of them at a "
                  "multiple of 16, are one transaction; else each lane gets its own.",
                  here, best);
    if (byStride) return tr("{} where {} would do: the rest of each {} is moved too.", here, best, word);
    return tr("{} where {} would do: the row is cut at both ends. The neighbouring warp needs "
              "the rest{}.",
              here, best,
              frame.architecture.cc.major == 1 ? tr(", and moves it again")
                                               : tr(", and finds it in a cache"));
}

std::vector<Suggestion> suggestionsFor(const Frame& frame, const ShownAccess& shown, const Pattern& pattern,
                                       bool byStride) {
    const Advice advice(frame, shown);
    std::vector<Suggestion> all;
    const auto add = [&](const char* name, std::uint64_t now, std::uint64_t then, const Pattern& made) {
        if (now != then)
            all.push_back({.sets = {{name, std::to_string(then)}},
                           .outcome = advice.outcome(lanesOf(made)),
                           .timed = true,
                           .noBetter = advice.isNoBetter(lanesOf(made))});
    };
    Pattern other = pattern;
    if (byStride) {
        for (const std::uint64_t stride : {1, 2, 8, 32}) {
            other.stride = stride;
            add("stride", pattern.stride, stride, other);
        }
    } else {
        const std::uint64_t sector = model::kSectorBytes / pattern.elementBytes; // elements
        for (const std::uint64_t offset : std::set<std::uint64_t>{0, 1, sector, 16}) {
            other.offset = offset;
            add("offset", pattern.offset, offset, other);
        }
    }
    return all;
}

std::string elsewhereText(const Frame& frame, const ShownAccess& shown, const Pattern& pattern) {
    const Advice advice(frame, shown);
    std::string text;
    for (const std::string_view name : {"1.0", "2.0", "9.0"}) {
        const model::Architecture* chip = model::findArchitecture(name);
        if (chip && chip->cc != frame.architecture.cc)
            text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", chip->name,
                                advice.outcome(lanesOf(pattern), chip));
    }
    return text;
}

} // namespace lanescope::lab_coalescing
