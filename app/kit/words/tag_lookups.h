// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/coalescing.h"

#include <cstdint>
#include <string>
#include <vector>

/// How an access's lines go through the tag stage, in words.
namespace lanescope::kit {

/// The passes that the look-ups take; a bound where the tag banks are not known.
int passesOf(const std::vector<model::TagLookup>& lookups);
/// Which lanes' lines each pass takes; empty where it is not known.
std::vector<std::uint32_t> lanesByPass(const std::vector<model::TagLookup>& lookups);
/// "pass 2 of 4: 3 lines, lanes 8-15". Empty where lanesByPass() is, and for a pass that it has not.
std::string describePass(const std::vector<model::TagLookup>& lookups, int pass);
/// "a cell is a line with its lanes; a pass takes one a bank: bank 2 has 11 of 32 lines, so 11 passes"; brief
/// leaves the rule out. Empty without look-ups.
std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief);
/// Which passes move their data together; empty where that is not known or nothing is to say.
std::string batchSentence(const std::vector<model::TagLookup>& lookups);
/// What a line's tooltip says of its tag bank and passes; line is a byte address. Empty where it is not
/// touched.
std::string describeTag(const std::vector<model::TagLookup>& lookups, std::uint64_t line);

} // namespace lanescope::kit
