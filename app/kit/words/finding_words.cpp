// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/finding_words.h"

#include "model/format.h"
#include "text/tr.h"

#include <algorithm>

namespace lanescope::kit {

FoundAt placeOf(const ptx::Finding& finding, const session::RunResult& result, std::size_t launch) {
    FoundAt place{.launch = launch, .file = finding.file, .line = finding.line, .warp = {}, .direction = {}};
    if (!finding.access) return place;
    place.file = finding.access->file;
    place.line = finding.access->line;
    place.warp = recording::Focus{model::linearIndex(finding.access->block, result.launches[launch].grid),
                                  finding.access->warp};
    place.direction = model::directionOf(finding.access->operation);
    return place;
}

FoundAt placeOf(const ptx::Fault& fault, const session::RunResult& result, std::size_t launch) {
    FoundAt place{.launch = launch, .file = fault.file, .line = fault.line, .warp = {}, .direction = {}};
    if (fault.line != 0)
        place.warp =
            recording::Focus{model::linearIndex(fault.block, result.launches[launch].grid), fault.warp};
    return place;
}

std::int64_t siteAt(const FoundAt& place, const session::LaunchResult& launch) {
    if (!launch.observation || place.line == 0) return -1;
    const auto isThere = [&](const model::Site& site) {
        return site.line == place.line && site.file == place.file &&
               (!place.direction || model::directionOf(site.operation) == *place.direction);
    };
    const session::Observation& seen = *launch.observation;
    for (const model::WarpAccess& access : seen.trace)
        if (isThere(seen.site(access.site))) return access.site;
    for (std::size_t site = 0; site < seen.uses.size(); ++site)
        if (seen.uses[site].isUsed && isThere(seen.site(static_cast<std::uint32_t>(site))))
            return static_cast<std::int64_t>(site);
    return -1;
}

const ptx::Finding* firstMistake(const session::LaunchResult& launch) {
    const auto found = std::ranges::find_if(
        launch.record.findings, [](const ptx::Finding& each) { return ptx::isOfChecks(each.kind); });
    return found == launch.record.findings.end() ? nullptr : &*found;
}

std::string findingWords(const ptx::Finding& finding) {
    const std::string what = retold(finding.what), where = retold(finding.where);
    return finding.cure == ptx::RaceCure::None
               ? tr("{}: {}", what, where)
               : tr("{}: {}: {}", what, retold(ptx::text(finding.cure)), where);
}

std::string withPlace(std::string text, std::string_view place) {
    return place.empty() ? std::move(text) : tr("{} (launched at {})", text, place);
}

std::string findingText(const ptx::Finding& finding) {
    if (finding.count <= 1) return findingWords(finding);
    return finding.kind == ptx::FindingKind::Race
               ? tr("{} ({} accesses race in this way; the threads named are one example)",
                    findingWords(finding), grouped(finding.count))
               : tr("{} ({} times)", findingWords(finding), grouped(finding.count));
}

} // namespace lanescope::kit
