// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/goal_text.h"

#include "lessons/expression.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lessons {

namespace {

std::string spaced(std::string_view words) {
    std::string text(words);
    std::ranges::replace(text, '_', ' ');
    std::ranges::replace(text, '.', ' ');
    return text;
}

/// Which accesses a name is about; empty: it is about none.
std::string placeOf(std::string_view name, std::string_view before) {
    if (before == "access") return tr("in this access");
    if (before == "run" || before == "total") return tr("in the whole run");
    constexpr std::string_view kTotal = "total.";
    if (!name.starts_with(kTotal)) return {};
    std::string accesses;
    for (std::string_view rest = before.substr(kTotal.size()); !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        accesses = accesses.empty() ? std::string(tr(word)) : tr("{} {}", accesses, tr(word));
    }
    return tr("in all {}s", accesses);
}

/// What an access takes beyond what it needs; it may be of any memory.
std::string excessText(double value) {
    if (value == 0) return std::string(tr("this access takes no more than it needs"));
    return value == 1 ? std::string(tr("this access takes 1 wavefront or sector more than needed"))
                      : tr("this access takes {} more wavefronts or sectors than needed", numberText(value));
}

} // namespace

std::string goalText(std::string_view name, double value) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const std::string_view before = name.substr(0, dot), what = name.substr(std::min(dot + 1, name.size()));
    const std::string metric = spaced(what);
    const std::string_view words = tr(std::string_view(metric));
    const std::string place = placeOf(name, before);
    if (name == "access.excess") return excessText(value);
    if (name == "launch.resident_blocks")
        return tr("blocks that fit on a multiprocessor: {}", numberText(value));
    if (name == "launch.resident_warps")
        return tr("warps that fit on a multiprocessor: {}", numberText(value));
    if (name == "launch.occupancy") return tr("occupancy: {}", percent(value));
    if (what == "seconds") return tr("modelled time: {}", duration(value));
    if (what == "one_stream_seconds") return tr("modelled time, one after another: {}", duration(value));
    if (what == "gb_per_second") return tr("modelled bandwidth: {}", bandwidth(value * 1e9));
    if (what == "efficiency") return tr("{0} {1}: {2}", words, place, percent(value));
    if (place.empty()) return fmt::format("{}: {}", spaced(name), numberText(value));
    return tr("{0} {1}: {2}", words, place, numberText(value));
}

} // namespace lanescope::lessons
