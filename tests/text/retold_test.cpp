// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/retold.h"

#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace lanescope::text {
namespace {

constexpr const char* kPo = R"(
#. message
msgid "no lab '{}'; there are: {}"
msgstr "没有实验“{}”；有：{}"

#. message
msgid "byte {} of {} is beyond its end"
msgstr "{1} 的第 {0} 字节超出末尾"

#. message
msgid "{} cannot be built: {}"
msgstr "无法构建 {}：{}"

#. message
msgid "nvcc was not found"
msgstr "没有找到 nvcc"

#. message
msgid "the driver (CUDA {:.1f}) finds no GPU"
msgstr "驱动（CUDA {:.1f}）没有找到 GPU"

#: not a message
msgid "{} of them moved"
msgstr "搬运其中 {}"

#. message
msgid "{}-byte {} out of bounds"
msgstr "{} 字节的{}越界"

#. message
msgid "load"
msgstr "加载"

#. message
msgid "all of warp {}"
msgstr "线程束 {} 全体"

#. message
msgid "lanes {} of warp {}"
msgstr "线程束 {1} 的通道 {0}"

msgid "block"
msgstr "线程块"

msgid "{} block"
msgstr "{} 个线程块"
)";

class Retold : public testing::Test {
protected:
    std::string of(std::string_view english) const { return m_retelling.of(english); }

private:
    Catalogue m_catalogue{kPo};
    Retelling m_retelling{m_catalogue};
};

TEST_F(Retold, FindsWhatStandsBetweenTheValues) {
    EXPECT_EQ(of("no lab 'bank'; there are: banks, wave"), "没有实验“bank”；有：banks, wave");
    EXPECT_EQ(of("the driver (CUDA 12.8) finds no GPU"), "驱动（CUDA 12.8）没有找到 GPU");
}

TEST_F(Retold, ValuesFollowTheTranslation) {
    EXPECT_EQ(of("byte 512 of in is beyond its end"), "in 的第 512 字节超出末尾");
}

TEST_F(Retold, ValuesMayBeMessages) {
    EXPECT_EQ(of("saxpy.cu cannot be built: nvcc was not found"), "无法构建 saxpy.cu：没有找到 nvcc");
}

TEST_F(Retold, NamesAreNoWords) {
    EXPECT_EQ(of("no lab 'block'; there are: banks"), "没有实验“block”；有：banks");
    EXPECT_EQ(of("4-byte load out of bounds"), "4 字节的加载越界");
    EXPECT_EQ(of("block"), "线程块") << "by itself it is one";
}

TEST_F(Retold, APlaceMayStandBefore) {
    EXPECT_EQ(of("a.cu:3: byte 512 of in is beyond its end"), "a.cu:3：in 的第 512 字节超出末尾");
    EXPECT_EQ(of("byte 1 of a is beyond its end; nvcc was not found"),
              "a 的第 1 字节超出末尾；没有找到 nvcc");
}

TEST_F(Retold, WhatIsCountedIsKnownByOne) {
    EXPECT_EQ(of("1,024 blocks"), "1,024 个线程块");
}

TEST_F(Retold, TheReadingThatLeavesTheLeastEnglishIsTaken) {
    EXPECT_EQ(of("all of warp 0, lanes 0-7 of warp 1"), "线程束 0 全体，线程束 1 的通道 0-7");
    EXPECT_EQ(of("all of warp 0"), "线程束 0 全体");
}

/// Each sign of a long list could be where a message ends, and what stands beside it is looked at again and
/// again.
TEST_F(Retold, LongListsTakeNoTime) {
    std::string names = "banks";
    for (int i = 0; i < 60; ++i) names += fmt::format(", name{}", i);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(of("no lab 'bnks'; there are: " + names + "; nvcc was not found")
                    .starts_with("没有实验“bnks”；有："));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST_F(Retold, WhatIsNotKnownStays) {
    EXPECT_EQ(of("No such file or directory"), "No such file or directory");
    EXPECT_EQ(of("a.cu:3: expected a ';'"), "a.cu:3: expected a ';'");
    EXPECT_EQ(of("half of them moved"), "half of them moved") << "no message";
    EXPECT_EQ(of(""), "");
}

TEST(RetoldByTheProgram, IsEnglishUntilAnotherLanguageIsChosen) {
    const char* failure = "'7' is not a value of pad; it takes 0..4";
    EXPECT_EQ(retold(failure), failure);
    setLanguage(Language::Chinese);
    EXPECT_EQ(retold(failure), "“7”不是 pad 的值；它可以是 0..4");
    EXPECT_EQ(
        retold("errors.cu:33: race on shared memory at part+128 (4 bytes): thread (32,0,0) (warp 1, lane 0) "
               "writes what thread (31,0,0) (warp 0, lane 31) reads at errors.cu:34, and nothing orders the "
               "two: put __syncthreads() between them: kernel reverse, block (0,0,0)"),
        "errors.cu:33：part+128 处共享内存上的竞争（4 字节）：线程 (32,0,0)（线程束 1，通道 0）写，线程 "
        "(31,0,0)（线程束 0，通道 31）读同一处，在 errors.cu:34，没有什么保证两者的次序：在两者之间放一个 "
        "__syncthreads()：内核 reverse，线程块 (0,0,0)");
    // Each of these fits the pattern of one of its parts, too, which would take the others into a value.
    EXPECT_EQ(
        retold("errors.cu:51: barrier reached by 70 of 256 threads of a block: the others had exited: kernel "
               "reverseSome, block (0,0,0); there: all of warps 0-1, lanes 0-5 of warp 2; missing: lanes "
               "6-31 of warp 2, all of warps 3-7"),
        "errors.cu:51：线程块的 256 个线程中只有 70 个到达屏障，其余的已经退出：内核 reverseSome，线程块 "
        "(0,0,0)；已到：线程束 0-1 全体，线程束 2 的通道 0-5；未到：线程束 2 的通道 6-31，线程束 3-7 全体");
    EXPECT_EQ(
        retold("errors.cu:21: out-of-bounds 4-byte load at 0x7f2000001400, 0 bytes past the end of 'in' (512 "
               "bytes): kernel addNext, block (1,0,0), warp 1, lane 31, thread (63,0,0)"),
        "errors.cu:21：4 字节的加载越界：地址 0x7f2000001400，起点在“in”（512 字节）末尾之后 0 字节：内核 "
        "addNext，线程块 (1,0,0)，线程束 1，通道 31，线程 (63,0,0)");
    EXPECT_EQ(
        retold("k.cu:7: divergent barrier: 16 of 32 live lanes of a warp reach it together: kernel k, block "
               "(0,0,0); there: lanes 0-15 of warp 0; missing: lanes 16-31 of warp 0 and 3 more warps"),
        "k.cu:7：屏障处分支发散：线程束中仍在运行的 32 个通道，只有 16 个一起到达：内核 k，线程块 "
        "(0,0,0)；已到：线程束 0 的通道 0-15；未到：线程束 0 的通道 16-31，还有 3 个线程束");
    setLanguage(Language::English);
}

} // namespace
} // namespace lanescope::text
