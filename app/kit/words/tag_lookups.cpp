// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/tag_lookups.h"

#include "kit/counted.h"
#include "kit/words/patterns.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::kit {

namespace {

constexpr int kBanks = 4;

std::string passText(std::uint64_t passes) {
    return counted(passes, "tag wavefront");
}

} // namespace

int passesOf(const std::vector<model::TagLookup>& lookups) {
    int passes = 0;
    for (const model::TagLookup& lookup : lookups) passes = std::max(passes, lookup.pass + 1);
    return passes;
}

std::vector<std::uint32_t> lanesByPass(const std::vector<model::TagLookup>& lookups) {
    if (lookups.empty() || lookups.front().bank < 0) return {};
    std::vector<std::uint32_t> lanes(static_cast<std::size_t>(passesOf(lookups)));
    for (const model::TagLookup& lookup : lookups)
        lanes[static_cast<std::size_t>(lookup.pass)] |= lookup.lanes;
    return lanes;
}

std::string describePass(const std::vector<model::TagLookup>& lookups, int pass) {
    const std::vector<std::uint32_t> lanes = lanesByPass(lookups);
    if (pass < 0 || pass >= static_cast<int>(lanes.size())) return {};
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(lookups, pass, &model::TagLookup::pass));
    return tr("tag wavefront {} of {}: {}; {}", pass + 1, lanes.size(), counted(lines, "line"),
              lanesText(lanes[static_cast<std::size_t>(pass)]));
}

std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief) {
    const auto count = static_cast<std::uint64_t>(lookups.size());
    const auto passes = static_cast<std::uint64_t>(passesOf(lookups));
    if (lookups.empty()) return {};
    if (lookups.front().bank < 0)
        return tr(
            "{} in {} at least, four lines each; which lines share a tag bank is not known for this chip",
            counted(count, "tag lookup"), passText(passes));
    std::array<int, kBanks> linesOfBank{};
    for (const model::TagLookup& lookup : lookups) ++linesOfBank[static_cast<std::size_t>(lookup.bank)];
    const auto fullest = std::max_element(linesOfBank.begin(), linesOfBank.end());
    // An atomic looks a line up again for lanes that meet.
    std::vector<std::uint64_t> lines;
    lines.reserve(lookups.size());
    for (const model::TagLookup& lookup : lookups) lines.push_back(lookup.line);
    std::ranges::sort(lines);
    const bool again = std::ranges::adjacent_find(lines) != lines.end();
    const std::string_view noun = again ? countable("tag lookup") : countable("line");
    std::string text = brief   ? ""
                       : again ? tr("each cell is a tag lookup, each column a tag wavefront: ")
                               : tr("each cell is a line, each column a tag wavefront: ");
    if (passes > (count + kBanks - 1) / kBanks)
        return text + tr("tag bank {} has {} of {}, so {}", fullest - linesOfBank.begin(), *fullest,
                         counted(count, noun), passText(passes));
    return text + tr("{} in {}", counted(count, noun), passText(passes));
}

std::string batchSentence(const std::vector<model::TagLookup>& lookups) {
    int batches = 0, together = 0;
    for (const model::TagLookup& lookup : lookups) {
        batches = std::max(batches, lookup.batch + 1);
        if (lookup.batch == 0) together = std::max(together, lookup.pass + 1);
    }
    if (batches == 0 || passesOf(lookups) == 1) return {};
    if (batches == 1) return tr("data of all tag wavefronts moves together");
    return together > 1 ? tr("data of tag wavefronts 1 to {} moves together", together)
                        : tr("data moves one tag wavefront at a time");
}

std::string describeTag(const std::vector<model::TagLookup>& lookups, std::uint64_t line) {
    std::vector<std::string> passes;
    int bank = -1, batch = -1;
    for (const model::TagLookup& lookup : lookups) {
        if (lookup.line != line) continue;
        bank = lookup.bank;
        batch = lookup.batch;
        passes.push_back(fmt::format("{}", lookup.pass + 1));
    }
    if (passes.empty()) return {};
    if (bank < 0)
        return tr("its tag is looked up in one of L1's four tag banks; which one is not known for this chip");
    const std::string numbers = fmt::format("{}", fmt::join(passes, ", "));
    std::string text =
        passes.size() > 1
            ? tr("its address puts it in tag bank {} of 0 to 3, where a tag wavefront looks up one line: "
                 "this one in tag wavefronts {}",
                 bank, numbers)
            : tr("its address puts it in tag bank {} of 0 to 3, where a tag wavefront looks up one line: "
                 "this one in tag wavefront {}",
                 bank, numbers);
    int first = passesOf(lookups), last = 0;
    for (const model::TagLookup& lookup : lookups)
        if (batch >= 0 && lookup.batch == batch) {
            first = std::min(first, lookup.pass + 1);
            last = std::max(last, lookup.pass + 1);
        }
    if (first < last) text += tr("\nthe data of tag wavefronts {} to {} moves together", first, last);
    return text;
}

} // namespace lanescope::kit
