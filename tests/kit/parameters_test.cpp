// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/parameters.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace lanescope::kit {
namespace {

struct Sample : ParameterSet {
    Integer stride{this, "stride", 4, 0, 64, "elements between lanes"};
    Integer width{this, "width", 256, 1, 4096, "vertices in x", Integer::Scale::PowerOfTwo};
    Real angle{this, "angle", 30, -180, 180, "degrees"};
    Choice op{this, "op", "load", {"load", "store", "atomic"}, "what each lane does"};
    Toggle animate{this, "animate", true, "turns by itself"};
    File image{this, "image", "checker", {"checker", "rings"}, "the picture"};
};

std::string refusal(Sample& sample, std::string_view name, std::string_view value) {
    try {
        sample.set(name, value);
    } catch (const BadInput& bad) {
        return bad.what();
    }
    return {};
}

TEST(Parameters, TakeTheirValuesFromText) {
    Sample sample;
    sample.set("stride", "17");
    sample.set("angle", "-12.5");
    sample.set("op", "atomic");
    sample.set("animate", "off");
    sample.set("image", "/a/picture.png");
    EXPECT_EQ(sample.stride.value(), 17);
    EXPECT_DOUBLE_EQ(sample.angle.value(), -12.5);
    EXPECT_TRUE(sample.op.is("atomic"));
    EXPECT_FALSE(sample.animate.value());
    EXPECT_FALSE(sample.image.isBuiltIn());
    EXPECT_EQ(sample.values(),
              (std::vector<std::string>{"17", "256", "-12.5", "atomic", "off", "/a/picture.png"}));
    sample.stride.reset();
    EXPECT_TRUE(sample.stride.isDefault());
}

TEST(Parameters, HaveTheValueThatTheirTextGives) {
    Sample sample, copy;
    sample.angle.assign(12.3456789012);
    copy.setValues(sample.values());
    EXPECT_EQ(sample.angle.text(), "12.3457");
    EXPECT_EQ(copy.angle.value(), sample.angle.value());
    sample.set("angle", "1.00000049");
    EXPECT_EQ(sample.angle.value(), 1);
}

TEST(Parameters, AreNumbersOrWordsAndCountTheirValuesWhereTheyCan) {
    Sample sample;
    sample.set("angle", "-12.5");
    EXPECT_EQ(sample.stride.number(), 4);
    EXPECT_EQ(sample.angle.number(), -12.5);
    EXPECT_EQ(sample.animate.number(), 1);
    sample.set("animate", "off");
    EXPECT_EQ(sample.animate.number(), 0);
    EXPECT_FALSE(sample.op.number());
    EXPECT_FALSE(sample.image.number());

    const std::vector<std::string> strides = sample.stride.allValues();
    ASSERT_EQ(strides.size(), 65u);
    EXPECT_EQ(strides.front(), "0");
    EXPECT_EQ(strides.back(), "64");
    EXPECT_EQ(sample.op.allValues(), (std::vector<std::string>{"load", "store", "atomic"}));
    EXPECT_EQ(sample.animate.allValues(), (std::vector<std::string>{"off", "on"}));
    EXPECT_TRUE(sample.angle.allValues().empty());
    EXPECT_TRUE(sample.image.allValues().empty());
}

enum class Side : std::uint8_t { Left, Right };
// In another order than the enumeration.
const WordsFor<Side> kSides{{Side::Right, "right"}, {Side::Left, "left"}};

TEST(Parameters, AChoiceOfAnEnumerationGivesTheValueOfItsWord) {
    struct Set : ParameterSet {
        ChoiceOf<Side> side{this, "side", Side::Left, kSides, "where"};
    } set;
    EXPECT_EQ(set.side.chosen(), Side::Left);
    EXPECT_EQ(set.side.value(), "left");
    set.set("side", "right");
    EXPECT_EQ(set.side.chosen(), Side::Right);
    EXPECT_EQ(set.side.choices(), (std::vector<std::string>{"right", "left"}));
    EXPECT_EQ(set.side.typeName(), "choice");

    struct Wordless : ParameterSet {
        ChoiceOf<Side> side{this, "side", Side::Left, {{Side::Right, "right"}}, "where"};
    };
    EXPECT_THROW(Wordless(), std::logic_error);
}

struct Misspelt : ParameterSet {
    Choice op{this, "op", "lod", {"load", "store"}, "what each lane does"};
};

TEST(Parameters, AChoiceRefusesADefaultThatIsNoneOfItsValues) {
    try {
        Misspelt set;
        FAIL() << "it was accepted";
    } catch (const std::logic_error& mistake) {
        for (const char* word : {"Misspelt", "op", "lod", "load | store"})
            EXPECT_NE(std::string_view(mistake.what()).find(word), std::string_view::npos) << mistake.what();
    }
}

TEST(Parameters, ARevisionIsThatOfOneSetAndItsValues) {
    Sample sample, other;
    EXPECT_NE(sample.revision(), other.revision());
    const std::uint64_t before = sample.revision(), others = other.revision();
    sample.stride.assign(5);
    EXPECT_NE(sample.revision(), before);
    EXPECT_NE(sample.revision(), others);
    EXPECT_EQ(other.revision(), others);
    EXPECT_EQ(ParameterSet().revision(), 0U);
}

TEST(Parameters, StandOnAnAxisAndMoveAlongIt) {
    Sample sample;
    for (Parameter* parameter : sample.parameters()) {
        parameter->reset();
        const double at = parameter->position(parameter->text());
        const std::string before = parameter->text();
        parameter->parse(parameter->valueAt(at));
        EXPECT_EQ(parameter->text(), before) << parameter->name();
        parameter->parse(parameter->valueAt(1e12)); // beyond the end is the end
        EXPECT_NO_THROW(parameter->parse(parameter->text())) << parameter->name();
    }
    EXPECT_EQ(sample.op.value(), "atomic");
    EXPECT_TRUE(sample.animate);
    EXPECT_EQ(sample.stride.value(), 64);
    sample.op.parse(sample.op.valueAt(0.7));
    EXPECT_EQ(sample.op.value(), "store");
    EXPECT_DOUBLE_EQ(sample.angle.position("-12.5"), -12.5);
    EXPECT_TRUE(sample.op.hasWords());
    EXPECT_FALSE(sample.stride.hasWords());
}

TEST(Parameters, VisitorsComeToTheKind) {
    struct Names final : ParameterVisitor {
        std::string all;
        void visit(const Integer& parameter) override { all += "i:" + parameter.name() + " "; }
        void visit(const Real& parameter) override { all += "r:" + parameter.name() + " "; }
        void visit(const Choice& parameter) override { all += "c:" + parameter.name() + " "; }
        void visit(const Toggle& parameter) override { all += "t:" + parameter.name() + " "; }
        void visit(const File& parameter) override { all += "f:" + parameter.name() + " "; }
    } names;
    Sample sample;
    for (const Parameter* parameter : sample.parameters()) parameter->accept(names);
    EXPECT_EQ(names.all, "i:stride i:width r:angle c:op t:animate f:image ");
}

struct BadValue {
    const char *name, *value, *says;
};
class BadValues : public testing::TestWithParam<BadValue> {};

TEST_P(BadValues, AreRefusedInOneLineAndChangeNothing) {
    Sample sample;
    const std::vector<std::string> before = sample.values();
    const std::string message = refusal(sample, GetParam().name, GetParam().value);
    EXPECT_NE(message.find(GetParam().says), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_EQ(sample.values(), before);
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadValues,
    testing::Values(BadValue{"stride", "65", "0..64"}, BadValue{"stride", "-1", "0..64"},
                    BadValue{"stride", "4x", "0..64"}, BadValue{"stride", "", "0..64"},
                    BadValue{"stride", "99999999999999", "0..64"}, BadValue{"stride", "1.5", "0..64"},
                    BadValue{"angle", "nan", "-180..180"}, BadValue{"angle", "200", "-180..180"},
                    BadValue{"op", "Load", "load | store | atomic"}, BadValue{"animate", "maybe", "off | on"},
                    BadValue{"image", "", "PNG"}, BadValue{"speed", "1", "there are: stride"}));

TEST(Parameters, GiveTheValuesOfASweep) {
    Sample sample;
    EXPECT_EQ(sample.stride.values("0", "9", "4"), (std::vector<std::string>{"0", "4", "8"}));
    EXPECT_EQ(sample.angle.values("0", "1", "0.25"),
              (std::vector<std::string>{"0", "0.25", "0.5", "0.75", "1"}));
    EXPECT_EQ(sample.op.values("load", "atomic", ""), (std::vector<std::string>{"load", "store", "atomic"}));
    EXPECT_EQ(sample.animate.values("off", "on", ""), (std::vector<std::string>{"off", "on"}));
    EXPECT_THROW(sample.stride.values("9", "0", ""), BadInput);
    EXPECT_THROW(sample.stride.values("0", "65", ""), BadInput);
    EXPECT_THROW(sample.stride.values("0", "9", "0"), BadInput);
    EXPECT_THROW(sample.angle.values("0", "180", "1e-9"), BadInput);
    EXPECT_THROW(sample.image.values("a", "b", ""), BadInput);
}

TEST(Parameters, GiveTheValuesOfASweepByFactors) {
    Sample sample;
    EXPECT_EQ(sample.stride.values("1", "64", "x4"), (std::vector<std::string>{"1", "4", "16", "64"}));
    EXPECT_EQ(sample.stride.values("3", "20", "x2"), (std::vector<std::string>{"3", "6", "12"}));
    EXPECT_EQ(sample.stride.values("1", "4", "x1.25"), (std::vector<std::string>{"1", "2", "3", "4"}))
        << "none twice";
    EXPECT_EQ(sample.angle.values("0.5", "2", "x2"), (std::vector<std::string>{"0.5", "1", "2"}));
    for (const char* step : {"x", "x1", "x0.5", "x-2", "xx", "xnan", "2x"})
        EXPECT_THROW(sample.stride.values("1", "64", step), BadInput) << step;
    EXPECT_THROW(sample.stride.values("0", "64", "x2"), BadInput) << "nothing becomes more than 0";
    EXPECT_THROW(sample.stride.values("1", "64", "x1.000001"), BadInput) << "too many";
}

} // namespace
} // namespace lanescope::kit
