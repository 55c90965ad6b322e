// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/model.h"

#include <algorithm>

namespace lanescope::lab_dynamic {

std::uint64_t GridFamily::parentsEnd() const {
    std::uint64_t end = 0;
    for (const RunSpan& parent : parents) end = std::max(end, parent.end);
    return end;
}

std::uint64_t GridFamily::complete() const {
    std::uint64_t end = parentsEnd();
    for (const ChildGrid& child : children) end = std::max(end, child.ran.end);
    return end;
}

std::uint64_t GridFamily::begin() const {
    std::uint64_t first = parents.empty() ? 0 : parents.front().start;
    for (const RunSpan& parent : parents) first = std::min(first, parent.start);
    return first;
}

std::size_t GridFamily::mostAtOnce() const {
    std::size_t most = 0;
    for (const ChildGrid& one : children) {
        const auto runsThen = [&](const ChildGrid& other) {
            return other.ran.start <= one.ran.start && one.ran.start < other.ran.end;
        };
        most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(children, runsThen)));
    }
    return most;
}

GridFamily familyOf(const RunNotes& notes, std::size_t childBlocks, std::size_t childThreads, Stream stream) {
    GridFamily family;
    family.stream = stream;
    family.childBlocks = childBlocks;
    family.childThreads = childThreads;
    family.parents.assign(notes.parents.begin(), notes.parents.end());
    for (const std::uint64_t launched : notes.launches) {
        if ((family.children.size() + 1) * childBlocks > notes.childBlocks.size()) break;
        const auto own = notes.childBlocks.subspan(family.children.size() * childBlocks, childBlocks);
        ChildGrid child{.launched = launched, .ran = own.front()};
        for (const RunSpan& block : own) {
            child.ran.start = std::min(child.ran.start, block.start);
            child.ran.end = std::max(child.ran.end, block.end);
        }
        family.children.push_back(child);
    }
    return family;
}

std::optional<Sizes::Picked> Sizes::picked(std::size_t number) const {
    if (number < allChildren()) return Picked{.block = number / children, .child = number % children};
    if (number < allChildren() + blocks) return Picked{.block = number - allChildren(), .child = {}};
    return std::nullopt;
}

Visibility visibilityOf(bool promised, bool found) {
    if (promised) return found ? Visibility::Kept : Visibility::Broken;
    return found ? Visibility::Luck : Visibility::Missing;
}

std::vector<bool> writtenIn(std::span<const std::uint32_t> values, std::size_t part, std::size_t count) {
    std::vector<bool> written;
    if (values.size() < (part + 1) * count) return written;
    for (const std::uint32_t value : values.subspan(part * count, count)) written.push_back(value != 0);
    return written;
}

} // namespace lanescope::lab_dynamic
