// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/spelling.h"

#include <gtest/gtest.h>

#include <array>

namespace lanescope::model {
namespace {

const std::vector<std::string_view> kWords{"banks",      "atomics", "layout", "pitch", "occupancy",
                                           "block-size", "stride",  "H100",   "8.0",   "8.6"};

TEST(Spelling, FindsTheWordThatWasMeant) {
    struct Case {
        std::string_view written, meant;
    };
    const std::array cases{Case{"bnks", "banks"},         // missing
                           Case{"bankss", "banks"},       // too many
                           Case{"bamks", "banks"},        // wrong
                           Case{"abnks", "banks"},        // swapped
                           Case{"layuot", "layout"},      // swapped
                           Case{"ocupanzy", "occupancy"}, // two of them
                           Case{"BANKS", "banks"},        // capitals
                           Case{"block_size", "block-size"},
                           Case{"h100", "H100"},
                           Case{"occ", "occupancy"}}; // its beginning
    for (const Case& each : cases) EXPECT_EQ(nearestWord(each.written, kWords), each.meant) << each.written;
}

TEST(Spelling, SaysNothingWhereNoWordIsNear) {
    for (const std::string_view each : {"", "x", "wave", "by", "matmul", "strides of it", "bastion"})
        EXPECT_EQ(nearestWord(each, kWords), "") << each;
    EXPECT_EQ(nearestWord("8.7", kWords), "") << "two are equally near";
    EXPECT_EQ(nearestWord("banks", {}), "");
}

TEST(Spelling, AsksBehindAMessage) {
    EXPECT_EQ(didYouMean("bnks", kWords), "; did you mean 'banks'?");
    EXPECT_EQ(didYouMean("wave", kWords), "");
    EXPECT_EQ(didYouMean("wvae", std::vector<std::string>{"wave"}), "; did you mean 'wave'?");
}

} // namespace
} // namespace lanescope::model
