// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/catalogue.h"

#include "text/language.h"
#include "text/spacing.h"
#include "text/tr.h"

#include <gtest/gtest.h>

namespace lanescope::text {
namespace {

TEST(Catalogue, IsReadFromPo) {
    const Catalogue all(
        "# of the file\nmsgid \"\"\nmsgstr \"\"\n\"Language: zh\\n\"\n\n#: app/a.cpp\nmsgid "
        "\"a bank\"\nmsgstr \"存储体\"\n\nmsgid \"\"\n\"two \"\n\"lines\\n\"\nmsgstr \"\"\n\"两\"\n"
        "\"行\\\"\\n\"\n\n#, fuzzy\nmsgid \"unsure\"\nmsgstr \"也许\"\n\nmsgid \"none\"\nmsgstr \"\"\n");
    EXPECT_EQ(all.size(), 2u);
    ASSERT_NE(all.find("a bank"), nullptr);
    EXPECT_EQ(*all.find("a bank"), "存储体");
    ASSERT_NE(all.find("two lines\n"), nullptr);
    EXPECT_EQ(*all.find("two lines\n"), "两行\"\n");
    EXPECT_EQ(all.find("unsure"), nullptr);
    EXPECT_EQ(all.find("none"), nullptr);
}

class Chinese : public testing::Test {
protected:
    void SetUp() override { setLanguage(Language::Chinese); }
    void TearDown() override { setLanguage(Language::English); }
};

TEST_F(Chinese, IsFoundByTheEnglish) {
    EXPECT_STREQ(tr("Language"), "语言");
    EXPECT_EQ(tr(std::string_view("Language")), "语言");
    const char* unknown = "no such text";
    EXPECT_EQ(tr(unknown), unknown);
}

TEST_F(Chinese, TakesTheValues) {
    EXPECT_EQ(tr("request {} of {}", 2, 5), "第 2 个请求，共 5 个");
    setLanguage(Language::English);
    EXPECT_EQ(tr("request {} of {}", 2, 5), "request 2 of 5");
}

TEST_F(Chinese, HasASpaceBesideWhatIsNotChinese) {
    EXPECT_EQ(tr("{} read {} each", "32 个通道", "4 字节"), "32 个通道各读 4 字节");
    EXPECT_EQ(tr("{} per {}: {} wanted, {} moved.", "12 个扇区", "加载", "128 字节", 384),
              "每次加载 12 个扇区：要 128 字节，搬运 384。");
    EXPECT_EQ(tr("model of {}", "a"), "model of a"); // no translation: as it is
}

TEST(Spacing, FullWidthSignsHaveTheirOwn) {
    EXPECT_EQ(spaced("线程束 5。 拖动可转动"), "线程束 5。拖动可转动");
    EXPECT_EQ(spaced("64 MiB（每个方向） 的用时"), "64 MiB（每个方向）的用时");
    EXPECT_EQ(spaced("  内核 （2 次）"), "  内核（2 次）");
}

TEST_F(Chinese, WhatDoesNotFormatIsEnglish) {
    // one value fewer than the translation takes
    EXPECT_EQ(formatted("request {} of {}", fmt::make_format_args("a", "b")), "第 a 个请求，共 b 个");
    Buffer buffer;
    EXPECT_THROW(formatTo(buffer, "request {} of {}", fmt::make_format_args("a")), fmt::format_error);
}

TEST(Language, HasAnEdition) {
    const std::uint64_t before = edition();
    setLanguage(Language::Chinese);
    setLanguage(Language::Chinese);
    EXPECT_EQ(edition(), before + 1);
    setLanguage(Language::English);
    EXPECT_EQ(edition(), before + 2);
    EXPECT_EQ(languageOf("zh"), Language::Chinese);
    EXPECT_EQ(languageOf("xx"), std::nullopt);
    EXPECT_EQ(languageOfLocale("zh_CN.UTF-8"), Language::Chinese);
    EXPECT_EQ(languageOfLocale("zh"), Language::Chinese);
    EXPECT_EQ(languageOfLocale("en_GB.UTF-8"), Language::English);
    EXPECT_EQ(languageOfLocale("C.UTF-8"), std::nullopt);
    EXPECT_EQ(languageOfLocale(""), std::nullopt);
}

} // namespace
} // namespace lanescope::text
