// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/tag_lookups.h"

#include "model/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::kit {

namespace {

constexpr int kBanks = 4;

std::string passText(std::uint64_t passes) {
    return passes == 1 ? "1 pass" : fmt::format("{} passes", passes);
}

} // namespace

int passesOf(const std::vector<model::TagLookup>& lookups) {
    int passes = 0;
    for (const model::TagLookup& lookup : lookups) passes = std::max(passes, lookup.pass + 1);
    return passes;
}

std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief) {
    const auto count = static_cast<std::uint64_t>(lookups.size());
    const auto passes = static_cast<std::uint64_t>(passesOf(lookups));
    if (lookups.empty()) return {};
    if (lookups.front().bank < 0)
        return fmt::format("{} in {} at least, four lines each; which lines share a tag bank is not known of "
                           "this chip",
                           plural(count, "tag look-up"), passText(passes));
    std::array<int, kBanks> linesOfBank{};
    for (const model::TagLookup& lookup : lookups) ++linesOfBank[static_cast<std::size_t>(lookup.bank)];
    const auto fullest = std::max_element(linesOfBank.begin(), linesOfBank.end());
    // An atomic looks a line up again for lanes that meet.
    std::vector<std::uint64_t> lines;
    lines.reserve(lookups.size());
    for (const model::TagLookup& lookup : lookups) lines.push_back(lookup.line);
    std::ranges::sort(lines);
    const bool again = std::ranges::adjacent_find(lines) != lines.end();
    const std::string_view noun = again ? "look-up" : "line";
    std::string text = brief   ? ""
                       : again ? "a cell is a line's look-up with its lanes; a pass has one a bank: "
                               : "a cell is a line with its lanes; a pass takes one a bank: ";
    if (passes > (count + kBanks - 1) / kBanks)
        return text + fmt::format("bank {} has {} of {}, so {}", fullest - linesOfBank.begin(), *fullest,
                                  plural(count, noun), passText(passes));
    return text + fmt::format("{} in {}", plural(count, noun), passText(passes));
}

std::string batchSentence(const std::vector<model::TagLookup>& lookups) {
    int batches = 0, together = 0;
    for (const model::TagLookup& lookup : lookups) {
        batches = std::max(batches, lookup.batch + 1);
        if (lookup.batch == 0) together = std::max(together, lookup.pass + 1);
    }
    if (batches == 0 || passesOf(lookups) == 1) return {};
    if (batches == 1) return "data of all passes moves together";
    return together > 1 ? fmt::format("data of passes 1 to {} moves together", together)
                        : "data moves pass by pass";
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
    if (bank < 0) return "its tag is looked up in one of four banks; which is not known of this chip";
    std::string text =
        fmt::format("its address puts it in tag bank {} of 0 to 3, where a pass looks up one line: "
                    "this one in pass{} {}",
                    bank, passes.size() > 1 ? "es" : "", fmt::join(passes, ", "));
    int first = passesOf(lookups), last = 0;
    for (const model::TagLookup& lookup : lookups)
        if (batch >= 0 && lookup.batch == batch) {
            first = std::min(first, lookup.pass + 1);
            last = std::max(last, lookup.pass + 1);
        }
    if (first < last) text += fmt::format("\nthe data of passes {} to {} moves together", first, last);
    return text;
}

} // namespace lanescope::kit
