// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/registry.h"

#include "model/spelling.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace lanescope::kit {

namespace {

std::vector<LabEntry>& registry() {
    static std::vector<LabEntry> entries;
    return entries;
}

} // namespace

void registerLab(LabEntry entry) {
    std::vector<LabEntry>& all = registry();
    all.push_back(std::move(entry));
    std::map<std::string, int, std::less<>> firstPlaces; // by chapter
    for (const LabEntry& each : all) {
        const auto [found, isNew] = firstPlaces.emplace(each.chapter, each.place);
        found->second = std::min(found->second, each.place);
    }
    const auto order = [&](const LabEntry& lab) {
        return std::tuple(firstPlaces.at(lab.chapter), std::string_view(lab.chapter), lab.place,
                          std::string_view(lab.name));
    };
    std::ranges::sort(all, std::less{}, order);
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
    throw BadInput(fmt::format("no lab '{}'; there are: {}", name, fmt::join(names, ", ")) +
                   model::didYouMean(name, names));
}

std::string shownName(const LabEntry& entry) {
    if (entry.chapter.empty()) return entry.title; // of a recording
    const char* title = tr(entry.title.c_str());
    return title == entry.title.c_str() ? entry.name : fmt::format("{}  {}", entry.name, title);
}

} // namespace lanescope::kit
