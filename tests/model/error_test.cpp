// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/error.h"

#include "model/memory/access_table.h"

#include <gtest/gtest.h>

#include <sstream>

namespace lanescope {
namespace {

TEST(Errors, SayWhatTheProgramEndsWith) {
    EXPECT_EQ(Error("it broke").exitCode(), 1);
    EXPECT_EQ(BadInput("no").exitCode(), 2);
    EXPECT_EQ(Error("there is none", Exit::Unavailable).exitCode(), 3);
    EXPECT_STREQ(Error("it broke").what(), "it broke");
}

TEST(Errors, OfATableAreBadInput) {
    std::istringstream table("space,op\nglobal,ld\n");
    try {
        model::readAccessTable(table);
        FAIL() << "it was read";
    } catch (const Error& failure) {
        EXPECT_EQ(failure.exitCode(), 2);
    }
}

} // namespace
} // namespace lanescope
