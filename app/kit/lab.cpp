// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::kit {

namespace {

/// The order in which a course meets them; a chapter that is not here comes last.
constexpr std::array<std::string_view, 7> kChapters{
    "See the kernel draw",     "Threads",           "Global memory", "Shared memory", "Kernels at work",
    "Between host and device", "When it goes wrong"};

std::size_t chapterRank(std::string_view chapter) {
    return static_cast<std::size_t>(std::find(kChapters.begin(), kChapters.end(), chapter) -
                                    kChapters.begin());
}

std::vector<LabEntry>& registry() {
    static std::vector<LabEntry> entries;
    return entries;
}

} // namespace

void registerLab(LabEntry entry) {
    auto& all = registry();
    const auto before = [](const LabEntry& a, const LabEntry& b) {
        return std::make_tuple(chapterRank(a.chapter), a.rank, a.name) <
               std::make_tuple(chapterRank(b.chapter), b.rank, b.name);
    };
    all.insert(std::upper_bound(all.begin(), all.end(), entry, before), std::move(entry));
}

std::span<const LabEntry> labs() {
    return registry();
}

const LabEntry& findLab(std::string_view name) {
    std::vector<std::string> names;
    for (const LabEntry& entry : labs()) {
        if (entry.name == name) return entry;
        names.push_back(entry.name);
    }
    throw BadInput(fmt::format("no lab '{}'; there are: {}", name, fmt::join(names, ", ")));
}

} // namespace lanescope::kit
