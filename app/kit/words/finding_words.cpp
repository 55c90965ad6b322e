// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/finding_words.h"

#include "model/format.h"
#include "text/tr.h"

namespace lanescope::kit {

std::string findingWords(const ptx::Finding& finding) {
    const std::string what = retold(finding.what), where = retold(finding.where);
    return finding.cure == ptx::RaceCure::None
               ? tr("{}: {}", what, where)
               : tr("{}: {}: {}", what, retold(ptx::text(finding.cure)), where);
}

std::string findingText(const ptx::Finding& finding) {
    if (finding.count <= 1) return findingWords(finding);
    return finding.kind == ptx::FindingKind::Race
               ? tr("{} ({} accesses race in this way; the threads named are one example)",
                    findingWords(finding), grouped(finding.count))
               : tr("{} ({} times)", findingWords(finding), grouped(finding.count));
}

} // namespace lanescope::kit
