// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/device_printf.h"
#include "ptx/state/print_buffer.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace lanescope::ptx {
namespace {

/// An argument buffer laid out by hand: bytes, with the padding that the compiler would leave.
class Buffer {
public:
    template<class T>
    Buffer& add(T value) {
        static_assert(sizeof(T) == 4 || sizeof(T) == 8, "variadic arguments are promoted");
        m_bytes.resize((m_bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
        const std::size_t at = m_bytes.size();
        m_bytes.resize(at + sizeof(T));
        std::memcpy(m_bytes.data() + at, &value, sizeof(T));
        return *this;
    }
    Printed print(std::string_view format, const std::map<std::uint64_t, std::string>& strings = {}) const {
        PrintReader reader;
        reader.argument = [this](std::size_t offset, std::size_t bytes) -> std::optional<std::uint64_t> {
            if (offset + bytes > m_bytes.size()) return std::nullopt;
            std::uint64_t value = 0;
            std::memcpy(&value, m_bytes.data() + offset, bytes);
            return value;
        };
        reader.string = [&strings](std::uint64_t address) -> std::optional<std::string> {
            const auto found = strings.find(address);
            return found == strings.end() ? std::nullopt : std::optional(found->second);
        };
        return formatPrintf(format, reader);
    }

private:
    std::vector<unsigned char> m_bytes;
};

struct IntegerCase {
    const char* format;
    long long value;
    bool wide;
    const char* expected;
};

const IntegerCase kIntegers[] = {
    {"%d", -5, false, "-5"},
    {"%i", INT_MIN, false, "-2147483648"},
    {"[%5d]", 42, false, "[   42]"},
    {"[%-5d]", 42, false, "[42   ]"},
    {"[%05d]", -42, false, "[-0042]"},
    {"[%+d]", 42, false, "[+42]"},
    {"[% d]", 42, false, "[ 42]"},
    {"[%+ d]", 42, false, "[+42]"},
    {"[%.3d]", 7, false, "[007]"},
    {"[%8.3d]", -7, false, "[    -007]"},
    {"[%.0d]", 0, false, "[]"},
    {"[%.d]", 0, false, "[]"},
    {"%u", -1, false, "4294967295"},
    {"%x", 0xBEEF, false, "beef"},
    {"%#X", 0xBEEF, false, "0XBEEF"},
    {"%#010x", 0xBEEF, false, "0x0000beef"},
    {"%o", 8, false, "10"},
    {"%#o", 8, false, "010"},
    {"%hd", 0x12345, false, "9029"},
    {"%hhd", 0x1FF, false, "-1"},
    {"%hhu", 0x1FF, false, "255"},
    {"%hx", 0x12345, false, "2345"},
    {"%ld", LLONG_MIN, true, "-9223372036854775808"},
    {"%lld", -1234567890123LL, true, "-1234567890123"},
    {"%llu", -1, true, "18446744073709551615"},
    {"%lx", -1, true, "ffffffffffffffff"},
    {"%zu", 123456789012LL, true, "123456789012"},
    {"%c", 'x', false, "x"},
    {"[%3c]", 'x', false, "[  x]"},
    {"[%-3c]", 'x', false, "[x  ]"},
    {"%p", 0x7f2000000010LL, true, "0x7f2000000010"},
    {"[%16p]", 0xab, true, "[            0xab]"},
    {"%p", 0, true, "(nil)"},
};

TEST(Print, Integers) {
    for (const IntegerCase& each : kIntegers) {
        Buffer buffer;
        each.wide ? buffer.add(each.value) : buffer.add(static_cast<int>(each.value));
        const Printed printed = buffer.print(each.format);
        EXPECT_EQ(printed.text, each.expected) << each.format;
        EXPECT_EQ(printed.result, 1) << each.format;
    }
}

struct FloatCase {
    const char* format;
    double value;
    const char* expected;
};

const FloatCase kFloats[] = {
    {"%f", 1.5, "1.500000"},
    {"%.2f", -2.345678, "-2.35"},
    {"[%8.3f]", 3.14159, "[   3.142]"},
    {"[%-8.1f]", 3.14159, "[3.1     ]"},
    {"[%08.1f]", -3.14159, "[-00003.1]"},
    {"%e", 12345.678, "1.234568e+04"},
    {"%.0E", 12345.678, "1E+04"},
    {"%g", 0.0001, "0.0001"},
    {"%g", 1e-10, "1e-10"},
    {"%G", 1e20, "1E+20"},
    {"%#.3g", 1.0, "1.00"},
    {"%a", 1.0, "0x1p+0"},
    {"%f", INFINITY, "inf"},
    {"%F", -INFINITY, "-INF"},
    {"%+.1f", 2.0, "+2.0"},
    {"%lf", 0.25, "0.250000"},
    {"%.10f", 0.1, "0.1000000000"},
};

TEST(Print, Floats) {
    for (const FloatCase& each : kFloats) {
        EXPECT_EQ(Buffer().add(each.value).print(each.format).text, each.expected) << each.format;
    }
}

TEST(Print, ArgumentsStandAtMultiplesOfTheirSize) {
    // int at 0, double at 8, int at 16, int at 20, pointer at 24, int at 32, long long at 40.
    Buffer buffer;
    buffer.add(1).add(2.5).add(3).add(4).add(std::uint64_t{0x1000}).add(5).add(6LL);
    const Printed printed = buffer.print("%d %g %d %d %s %d %lld\n", {{0x1000, "text"}});
    EXPECT_EQ(printed.text, "1 2.5 3 4 text 5 6\n");
    EXPECT_EQ(printed.result, 7);
}

TEST(Print, StarsTakeArguments) {
    EXPECT_EQ(Buffer().add(6).add(42).print("[%*d]").text, "[    42]");
    EXPECT_EQ(Buffer().add(-6).add(42).print("[%*d]").text, "[42    ]");
    EXPECT_EQ(Buffer().add(8).add(2).add(1.23456).print("[%*.*f]").text, "[    1.23]");
    EXPECT_EQ(Buffer().add(-1).add(1.5).print("[%.*f]").text, "[1.500000]");
    EXPECT_EQ(Buffer().add(3).add(std::uint64_t{8}).print("[%.*s]", {{8, "abcdef"}}).text, "[abc]");
    EXPECT_EQ(Buffer().add(INT_MIN).add(1).print("[%*d]").text.size(), 4098U);
    EXPECT_EQ(Buffer().add(INT_MAX).add(1).print("%.*d").text.size(), 4096U);
}

TEST(Print, Strings) {
    const std::map<std::uint64_t, std::string> strings{{16, "lane"}, {32, ""}};
    EXPECT_EQ(Buffer().add(std::uint64_t{16}).print("<%s>", strings).text, "<lane>");
    EXPECT_EQ(Buffer().add(std::uint64_t{16}).print("<%8s>", strings).text, "<    lane>");
    EXPECT_EQ(Buffer().add(std::uint64_t{16}).print("<%-8.2s>", strings).text, "<la      >");
    EXPECT_EQ(Buffer().add(std::uint64_t{16}).print("<%.0s>", strings).text, "<>");
    EXPECT_EQ(Buffer().add(std::uint64_t{32}).print("<%s>", strings).text, "<>");
    EXPECT_EQ(Buffer().add(std::uint64_t{0}).print("<%s>", strings).text, "<(null)>");
    EXPECT_EQ(Buffer().add(std::uint64_t{99}).print("<%s>", strings).text, "<(unreadable)>");
}

TEST(Print, WhatIsNotAConversionIsPrintedAsItStands) {
    const Buffer none;
    for (const char* format :
         {"%n", "%", "100%", "%5", "%-", "%.", "%l", "%hhn", "%y %k", "%10.4", "%*n", "%ll"}) {
        const Printed printed = none.print(format);
        EXPECT_EQ(printed.text, format);
        EXPECT_EQ(printed.result, 0) << format;
    }
    EXPECT_EQ(none.print("50%% of %n%%").text, "50% of %n%");
    EXPECT_EQ(none.print("").text, "");
    EXPECT_EQ(none.print("plain").text, "plain");
    EXPECT_EQ(Buffer().add(7).print("%n%d").text, "%n7") << "a refused conversion takes no argument";
}

TEST(Print, MissingArgumentsAreZeroAndReported) {
    const Printed printed = Buffer().add(1).print("%d %d %s");
    EXPECT_EQ(printed.text, "1 0 (null)");
    EXPECT_EQ(printed.result, -1);
}

TEST(Print, RepeatedFlagsAndEndlessWidthsAreHarmless) {
    EXPECT_EQ(Buffer().add(3).print("%0000000--++d").text, "+3");
    EXPECT_EQ(Buffer().add(3).print("%99999999999999999999d").text.size(), 4096U);
    EXPECT_EQ(Buffer().add(3.0).print("%.99999999999999999999f").text.size(), 4098U);
}

TEST(Print, RandomFormatsNeverMisbehave) {
    std::mt19937 random(11);
    constexpr std::string_view kAlphabet = "%%%%-+ #0123.*hlzjtdiouxXcsaAeEfFgGpn y";
    std::size_t printedBytes = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string format;
        for (std::size_t length = random() % 16; length > 0; --length) {
            format += kAlphabet[random() % kAlphabet.size()];
        }
        Buffer buffer;
        for (int k = 0; k < 4; ++k) {
            buffer.add((std::uint64_t{random()} << 32) | (random() & 0xFFU));
        }
        printedBytes += buffer.print(format).text.size();
    }
    EXPECT_GT(printedBytes, 20000U);
}

TEST(PrintBuffer, KeepsTheLastLinesThatFit) {
    PrintBuffer buffer(40);
    for (int i = 0; i < 1000; ++i) buffer.add("line " + std::to_string(i) + "\n");
    EXPECT_LE(buffer.size(), 80U);
    EXPECT_EQ(buffer.takeText(), "line 996\nline 997\nline 998\nline 999\n");
    EXPECT_EQ(buffer.leftOut(), 8890U - 36);
    PrintBuffer small(40);
    small.add("all of it\n");
    EXPECT_EQ(small.takeText(), "all of it\n");
    EXPECT_EQ(small.leftOut(), 0U);
    PrintBuffer unbroken(8);
    unbroken.add("a line that has no end");
    EXPECT_EQ(unbroken.takeText(), "s no end");
}

TEST(PrintBuffer, OfBlocksInTurnKeepsTheLast) {
    PrintBuffer all(16);
    for (const char* each : {"one\n", "two\n", "three\n", "four\n"}) {
        PrintBuffer block(16);
        block.add(each);
        all.add(block.take());
        EXPECT_TRUE(block.empty());
    }
    EXPECT_EQ(all.takeText(), "two\nthree\nfour\n");
    EXPECT_EQ(all.leftOut(), 4U);
}

/// Each thread of the grid prints its number, so often.
constexpr const char* kPrints = R"(.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 vprintf_param_0, .param .b64 vprintf_param_1);
.global .align 1 .b8 words[10] = {98, 108, 111, 99, 107, 32, 37, 100, 10, 0};
.visible .entry prints(.param .u32 prints_param_0)
{
    .local .align 8 .b8 depot[8];
    .reg .b64 %SP;
    .reg .b64 %SPL;
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    mov.u64 %SPL, depot;
    cvta.local.u64 %SP, %SPL;
    ld.param.u32 %r1, [prints_param_0];
    mov.u32 %r2, %ctaid.x;
    st.local.u32 [%SPL], %r2;
    mov.u64 %rd1, words;
    cvta.global.u64 %rd2, %rd1;
again:
    {
    .param .b64 param0;
    st.param.b64 [param0], %rd2;
    .param .b64 param1;
    st.param.b64 [param1], %SP;
    .param .b32 retval0;
    call.uni (retval0), vprintf, (param0, param1);
    ld.param.b32 %r3, [retval0];
    }
    sub.s32 %r1, %r1, 1;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra again;
    ret;
}
)";

/// As of a device, whatever the number of workers: the last of the blocks in order.
TEST(PrintBuffer, AKernelThatPrintsMoreLeavesTheLastOfIt) {
    Runner runner(kPrints);
    for (const unsigned workers : {1U, 4U}) {
        runner.config.workers = workers;
        runner.config.printBytes = 4096;
        const LaunchOutcome outcome = runner.launch("prints", {100, 1, 1}, {1, 1, 1}, Parameters().add(200));
        EXPECT_LE(outcome.printed.size(), 4096U);
        EXPECT_TRUE(outcome.printed.ends_with("block 99\n"));
        EXPECT_TRUE(outcome.printed.starts_with("block 97\n")) << outcome.printed.substr(0, 20);
        EXPECT_EQ(outcome.printed.size() + outcome.printedBefore, 200U * (10 * 8 + 90 * 9));
    }
    runner.config.printBytes = kPrintBytes;
    const LaunchOutcome whole = runner.launch("prints", {100, 1, 1}, {1, 1, 1}, Parameters().add(2));
    EXPECT_EQ(whole.printed.size(), 2U * (10 * 8 + 90 * 9));
    EXPECT_EQ(whole.printedBefore, 0U);
}

} // namespace
} // namespace lanescope::ptx
