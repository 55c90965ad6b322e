// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/expression.h"
#include "lessons/value.h"
#include "small_lesson.h"

#include <map>
#include <set>

namespace lanescope::lessons {
namespace {

class Few final : public Names {
public:
    double value(std::string_view name) const override {
        if (name == "three") return 3;
        if (name == "access.sectors") return 8;
        throw BadInput("no " + std::string(name));
    }
    double ofLane(std::string_view name, int lane) const override {
        return name == "bank" ? lane % 4 : value(name);
    }
};

double valueOf(std::string_view text) {
    return Expression::parse(text).value(Few());
}

TEST(Expression, ComputesAsInSchool) {
    EXPECT_EQ(valueOf("1 + 2 * 3"), 7);
    EXPECT_EQ(valueOf("(1 + 2) * three"), 9);
    EXPECT_EQ(valueOf("10 - 4 - 3"), 3);
    EXPECT_EQ(valueOf("64 / 4 / 2"), 8);
    EXPECT_EQ(valueOf("-three + 5 % 4"), -2);
    EXPECT_EQ(valueOf("access.sectors*2"), 16);
    EXPECT_EQ(valueOf("max(1, three, 2) + min(4, 2) + floor(7 / 2) + ceil(7 / 2) + abs(-1)"),
              3 + 2 + 3 + 4 + 1);
    EXPECT_EQ(valueOf("bank(5) + bank(three)"), 4);
}

TEST(Expression, ConditionsAreOneOrNought) {
    EXPECT_EQ(valueOf("three = 3 and access.sectors != 7"), 1);
    EXPECT_EQ(valueOf("three < 3 or three > 3"), 0);
    EXPECT_EQ(valueOf("not three >= 4"), 1);
    EXPECT_EQ(valueOf("1 = 2 or 2 <= 2 and 3 == 3"), 1);
    EXPECT_EQ(valueOf("0.1 + 0.2 = 0.3"), 1) << "what adding leaves behind is no difference";
    EXPECT_EQ(valueOf("0.3 < 0.1 + 0.2"), 0);
    EXPECT_EQ(valueOf("17592186044416 = 17592186044417"), 0) << "addresses are large, and differ by little";
    EXPECT_EQ(valueOf("1 = 2 and nobody = 1"), 0) << "what decides already is not asked further";
}

TEST(Expression, KnowsItsNames) {
    const Expression made = Expression::parse("access.sectors + bank(three) * min(stride, 4)");
    EXPECT_EQ(made.names(), (std::vector<std::string>{"access.sectors", "three", "stride"}));
    EXPECT_EQ(made.laneFunctions(), std::vector<std::string>{"bank"});
}

TEST(Expression, SaysWhichPartsDoNotHold) {
    const auto partsOf = [](std::string_view text) { return Expression::parse(text).failing(Few()); };
    using Words = std::vector<std::string>;
    const auto failing = [&](std::string_view text) {
        Words all;
        for (const Expression::Failing& part : partsOf(text))
            all.insert(all.end(), part.names.begin(), part.names.end());
        return all;
    };
    EXPECT_EQ(failing("three = 3 and access.sectors = 4"), Words{"access.sectors"});
    EXPECT_EQ(failing("three = 3 and access.sectors = 8"), Words{});
    EXPECT_EQ(failing("three > access.sectors and three = 3"), (Words{"three", "access.sectors"}));
    EXPECT_EQ(failing("three = 3 or access.sectors = 4"), Words{});

    const auto compared = partsOf("three = 3 and access.sectors <= three + 1").at(0);
    EXPECT_EQ(compared.comparison, "<=");
    EXPECT_EQ(compared.bound, 4);
    EXPECT_EQ(partsOf("access.sectors + 1 = 4").at(0).comparison, "") << "it is more than a name";
    EXPECT_EQ(partsOf("not access.sectors = 8").at(0).comparison, "");
}

TEST(Expression, RefusesWhatIsNone) {
    for (const char* text : {"",    " ",       "1 +",   "(1",          "1)",         "1 2",     "* 3",
                             "a b", "min(",    "min()", "floor(1, 2)", "1..2",       "1.2.3",   "and",
                             "not", "a = = b", "$",     "a ? b",       "bank(1, 2)", "\"text\""})
        EXPECT_NE(refusal([&] { Expression::parse(text); }), "") << text;
    EXPECT_NE(refusal([] { Expression::parse(std::string(2000, '1')); }).find("characters"),
              std::string::npos);
    EXPECT_NE(refusal([] { Expression::parse(std::string(300, '(')); }).find("nested"), std::string::npos);
    EXPECT_NE(refusal([] { Expression::parse(std::string(300, '-') + "1"); }).find("nested"),
              std::string::npos);
    EXPECT_NE(refusal([] { valueOf("1 / (three - 3)"); }).find("divided by 0"), std::string::npos);
    EXPECT_NE(refusal([] { valueOf("5 % 0"); }).find("divided by 0"), std::string::npos);
    EXPECT_NE(refusal([] { valueOf("bank(32)"); }).find("0 to 31"), std::string::npos);
    EXPECT_NE(refusal([] { valueOf("bank(0.5)"); }).find("0 to 31"), std::string::npos);
}

TEST(Expression, NumbersAsAReaderHasThem) {
    EXPECT_EQ(numberText(65536), "65,536");
    EXPECT_EQ(numberText(65536, true), "65536");
    EXPECT_EQ(numberText(-2048), "-2,048");
    EXPECT_EQ(numberText(100.0 / 3), "33.33");
}

TEST(Value, ListsAndRanges) {
    EXPECT_EQ(parseValue("n", "2..5").from, (std::vector<std::string>{"2", "3", "4", "5"}));
    EXPECT_EQ(parseValue("n", " 2..9 step 3, 100").from, (std::vector<std::string>{"2", "5", "8", "100"}));
    EXPECT_EQ(parseValue("op", "load, store").from, (std::vector<std::string>{"load", "store"}));
    EXPECT_EQ(parseValue("b", "1..3 but a, c").but, (std::vector<std::string>{"a", "c"}));
    for (const char* list : {"", ",", "5..2", "1..", "..3", "1..3 step 0", "1..3 step", "1..999999999",
                             "1, 1", "a b", "1..3 but", "2..x", "1,,2"})
        EXPECT_NE(refusal([&] { parseValue("n", list); }), "") << list;
    for (const char* name : {"", "N", "1n", "a-b", "a.b"})
        EXPECT_NE(refusal([&] { parseValue(name, "1..3"); }), "") << name;
}

TEST(Value, DrawnByTheStudentsNumberAlone) {
    const std::vector<Value> values{parseValue("a", "1..4"), parseValue("b", "1..4 but a")};
    std::map<std::string, int> often;
    for (std::uint64_t student = 0; student < 400; ++student) {
        const auto drawn = draw(values, "test", student);
        ASSERT_EQ(drawn.size(), 2U);
        EXPECT_NE(drawn[0].text, drawn[1].text) << "b is another one than a";
        const auto again = draw(values, "test", student);
        EXPECT_EQ(drawn[0].text, again[0].text);
        EXPECT_EQ(drawn[1].text, again[1].text);
        ++often[drawn[0].text];
    }
    ASSERT_EQ(often.size(), 4U);
    for (const auto& [text, count] : often) EXPECT_GT(count, 60) << text;
}

TEST(Value, TheSameOnEveryMachine) {
    // Sheets that were printed have to be graded after an update, too: these numbers may never change.
    std::vector<std::uint64_t> drawn;
    for (std::uint64_t student = 0; student < 8; ++student)
        drawn.push_back(drawNumber("banks/stride", student, 1000));
    EXPECT_EQ(drawn, (std::vector<std::uint64_t>{490, 790, 213, 308, 421, 928, 560, 471}));
}

TEST(Value, Placeholders) {
    const auto shout = [](std::string_view inside) { return "<" + std::string(inside) + ">"; };
    EXPECT_EQ(replaced("a {{ b }} c {{d}}", shout), "a <b> c <d>");
    EXPECT_EQ(replaced("none { { here }", shout), "none { { here }");
    EXPECT_NE(refusal([&] { replaced("a {{b", shout); }), "");
}

} // namespace
} // namespace lanescope::lessons
