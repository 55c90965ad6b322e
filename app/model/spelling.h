// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

/// The word that was most likely meant: few letters are wrong, missing, too many or swapped, or only it
/// begins so. Capitals do not count, and _ is -. Empty: none is near, or several are equally near.
std::string_view nearestWord(std::string_view word, const std::vector<std::string_view>& words);
/// "; did you mean 'banks'?", behind a message that the word is none of these; empty where none is near.
std::string didYouMean(std::string_view word, const std::vector<std::string_view>& words);
template<class Words>
std::string didYouMean(std::string_view word, const Words& words) {
    return didYouMean(word, std::vector<std::string_view>(words.begin(), words.end()));
}

} // namespace lanescope::model
