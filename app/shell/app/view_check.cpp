// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/view_check.h"

#include "model/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::shell {

void checkView(const kit::Drawn& drawn, const kit::View& view) {
    const auto& launches = drawn.result.launches;
    if (view.launch >= 0 && std::cmp_greater_equal(view.launch, launches.size()))
        throw BadInput(
            launches.size() == 1
                ? fmt::format("there is no launch {}: the program has one", view.launch + 1)
                : fmt::format("there is no launch {}: the program has {}", view.launch + 1, launches.size()));
    if (view.site < 0) return;
    std::size_t sites = 0;
    for (std::size_t i = 0; i < launches.size(); ++i)
        if (launches[i].observation && (view.launch < 0 || std::cmp_equal(i, view.launch)))
            sites = std::max(sites, launches[i].observation->module->module().sites().size());
    if (sites > 0 && std::cmp_greater_equal(view.site, sites))
        throw BadInput(fmt::format("there is no site {}: the last one is {}", view.site, sites - 1));
}

void checkSite(const std::optional<kit::ShownAccess>& shown, std::int64_t site) {
    if (shown && shown->access->site == site) return;
    if (shown) {
        const auto sites = shown->launch->observation->module->module().sites();
        if (std::cmp_less(site, sites.size()) &&
            sites[static_cast<std::size_t>(site)].line == shown->site->line)
            return;
    }
    throw BadInput(fmt::format("no access of site {} can be shown; leave out --site", site));
}

} // namespace lanescope::shell
