// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/error_codes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>

namespace lanescope::recording::test {
namespace {

/// The header that programs are compiled with says which errors there are.
TEST(ErrorCodes, AreThoseOfTheHeader) {
    std::stringstream header;
    header << std::ifstream(LANESCOPE_DRIVER_TYPES).rdbuf();
    const std::string text = header.str();
    const std::regex value(R"((cuda(?:Success|Error\w+))\s*=\s*(\d+))");
    int seen = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), value), end; at != end; ++at, ++seen)
        EXPECT_EQ(errorCodeOf(std::stoi((*at)[2])).name, (*at)[1].str());
    EXPECT_GT(seen, 100);
}

TEST(ErrorCodes, OthersAreNone) {
    EXPECT_STREQ(errorCodeOf(55555).name, "unrecognized error code");
    EXPECT_STREQ(errorCodeOf(-1).text, "unrecognized error code");
    EXPECT_STREQ(errorCodeOf(719).text, "unspecified launch failure");
}

} // namespace
} // namespace lanescope::recording::test
