// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/breaks.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::text {
namespace {

std::vector<std::string> partsOf(std::string_view text) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        const std::size_t end = endOfPart(text, at);
        all.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return all;
}

TEST(Breaks, EnglishEndsAtSpaces) {
    EXPECT_EQ(partsOf("one bank, (two)"), (std::vector<std::string>{"one", "bank,", "(two)"}));
    EXPECT_FALSE(hasIdeographs("one bank \u2026 \u00d7"));
}

TEST(Breaks, ChineseEndsBehindEachCharacter) {
    EXPECT_EQ(partsOf("存储体 32"), (std::vector<std::string>{"存", "储", "体", "32"}));
    EXPECT_TRUE(hasIdeographs("CC 9.0 的模型"));
}

TEST(Breaks, NothingBeginsWithWhatCloses) {
    EXPECT_EQ(partsOf("字，行。"), (std::vector<std::string>{"字，", "行。"}));
    EXPECT_EQ(partsOf("（字）和“行”"), (std::vector<std::string>{"（字）", "和", "“行”"}));
    EXPECT_EQ(partsOf("4字节"), (std::vector<std::string>{"4", "字", "节"}));
    EXPECT_EQ(partsOf("字 2.0，行"), (std::vector<std::string>{"字", "2.0，", "行"}));
}

TEST(Breaks, WhatClosesAPhraseIsKnown) {
    EXPECT_TRUE(closesAPhrase("。于是"));
    EXPECT_TRUE(closesAPhrase(")"));
    EXPECT_FALSE(closesAPhrase("于是。"));
    EXPECT_FALSE(closesAPhrase(""));
}

TEST(Breaks, DamagedCharactersEnd) {
    for (const std::string text : {"\xE4\xB8", "a\xE4", "\xB8\xAD", "\xFF\xFE字"}) {
        std::size_t length = 0;
        for (const std::string& part : partsOf(text)) length += part.size();
        EXPECT_EQ(length, text.size());
    }
}

TEST(Breaks, EndsOfTexts) {
    EXPECT_TRUE(beginsWithIdeograph("字 a"));
    EXPECT_FALSE(beginsWithIdeograph("a字"));
    EXPECT_FALSE(beginsWithIdeograph(""));
    EXPECT_TRUE(endsWithIdeograph("a，"));
    EXPECT_FALSE(endsWithIdeograph("字 "));
    EXPECT_FALSE(endsWithIdeograph(""));
}

} // namespace
} // namespace lanescope::text
