// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/finding_words.h"

#include "text/tr.h"

namespace lanescope::kit {

std::string findingWords(const ptx::Finding& finding) {
    const std::string what = retold(finding.what), where = retold(finding.where);
    return finding.cure == ptx::RaceCure::None
               ? tr("{}: {}", what, where)
               : tr("{}: {}: {}", what, retold(ptx::text(finding.cure)), where);
}

} // namespace lanescope::kit
