// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/spelling.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace lanescope::model {

namespace {

/// Shorter beginnings say too little.
constexpr std::size_t kLeastBeginning = 3;

std::string plain(std::string_view word) {
    std::string made;
    for (const char letter : word)
        made += letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return made;
}

/// How many letters may be wrong in a word so long.
std::size_t allowed(std::size_t letters) {
    if (letters < 3) return 0;
    return letters < 6 ? 1 : letters < 10 ? 2 : 3;
}

/// Letters to change, to put in, to leave out or to swap with the next one.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k) {
            row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1)});
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = std::min(row[k], before[k - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last.back();
}

} // namespace

std::string_view nearestWord(std::string_view word, const std::vector<std::string_view>& words) {
    const std::string wanted = plain(word);
    std::string_view nearest, begun;
    std::size_t least = allowed(wanted.size()) + 1;
    bool several = false, severalBegin = false;
    for (const std::string_view each : words) {
        const std::string other = plain(each);
        if (const std::size_t wrong = distance(wanted, other); wrong < least) {
            least = wrong;
            nearest = each;
            several = false;
        } else if (wrong == least && each != nearest) {
            several = true;
        }
        if (wanted.size() < kLeastBeginning || !other.starts_with(wanted)) continue;
        severalBegin = !begun.empty() && each != begun;
        begun = each;
    }
    if (!nearest.empty() && !several) return nearest;
    return nearest.empty() && !severalBegin ? begun : std::string_view();
}

std::string didYouMean(std::string_view word, const std::vector<std::string_view>& words) {
    const std::string_view nearest = nearestWord(word, words);
    if (nearest.empty()) return {};
    std::string question = "did you mean '{}'?";
    return "; " + question.replace(question.find("{}"), 2, nearest);
}

} // namespace lanescope::model
