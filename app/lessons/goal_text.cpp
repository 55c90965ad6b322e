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

/// The last word of a name: "sectors" of "access.sectors".
std::string_view whatOf(std::string_view name) {
    return name.substr(std::min(name.rfind('.') + 1, name.size()));
}

std::string valueText(std::string_view name, double value) {
    const std::string_view what = whatOf(name);
    if (name == "launch.occupancy" || what == "efficiency") return percent(value);
    if (what == "seconds" || what == "one_stream_seconds") return duration(value);
    if (what == "gb_per_second") return bandwidth(value * 1e9);
    return numberText(value);
}

} // namespace

std::string goalText(std::string_view name, double value) {
    const std::string_view before = name.substr(0, std::min(name.rfind('.'), name.size())),
                           what = whatOf(name);
    const std::string metric = spaced(what), number = valueText(name, value);
    const std::string_view words = tr(std::string_view(metric));
    const std::string place = placeOf(name, before);
    if (name == "access.excess") return excessText(value);
    if (name == "launch.resident_blocks") return tr("blocks that fit on a multiprocessor: {}", number);
    if (name == "launch.resident_warps") return tr("warps that fit on a multiprocessor: {}", number);
    if (name == "launch.occupancy") return tr("occupancy: {}", number);
    if (what == "seconds") return tr("modelled time: {}", number);
    if (what == "one_stream_seconds") return tr("modelled time, one after another: {}", number);
    if (what == "gb_per_second") return tr("modelled bandwidth: {}", number);
    if (place.empty()) return fmt::format("{}: {}", spaced(name), number);
    return tr("{0} {1}: {2}", words, place, number);
}

std::string neededText(std::string_view name, std::string_view comparison, double bound) {
    if (name == "access.excess") return {};
    const std::string number = valueText(name, bound);
    if (comparison == "<=") return tr("the question asks for {} at most", number);
    if (comparison == ">=") return tr("the question asks for {} at least", number);
    if (comparison == "<") return tr("the question asks for less than {}", number);
    if (comparison == ">") return tr("the question asks for more than {}", number);
    return tr("the question asks for {}", number);
}

} // namespace lanescope::lessons
