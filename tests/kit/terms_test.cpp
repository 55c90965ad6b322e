// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/terms.h"

#include "model/error.h"
#include "text/language.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lanescope::kit {
namespace {

TEST(Terms, AreReadFromText) {
    const std::vector<Term> all =
        parseTerms("About the file.\n\n# bank\nOne of 32.\nIt serves a "
                   "word.\nalso: banks, memory bank\nrelated: row\nfind: slow\nsee: banks stride=2 @ 1.3\n"
                   "# measured\nNot modelled.\n",
                   "terms.txt");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].name, "bank");
    EXPECT_EQ(all[0].meaning, "One of 32. It serves a word.");
    EXPECT_EQ(all[0].also, (std::vector<std::string>{"banks", "memory bank"}));
    EXPECT_EQ(all[0].related, std::vector<std::string>{"row"});
    EXPECT_EQ(all[0].find, std::vector<std::string>{"slow"});
    EXPECT_EQ(wordsFor(all[0]), "banks, memory bank, row, slow");
    EXPECT_EQ(all[0].example.text(), "banks: stride=2, as CC 1.3");
    EXPECT_TRUE(all[1].example.lab.empty());
}

TEST(Terms, DamagedOnesAreRefusedWithTheirLine) {
    const auto why = [](const char* text) {
        try {
            parseTerms(text, "t.txt");
        } catch (const BadInput& failure) {
            return std::string(failure.what());
        }
        return std::string();
    };
    EXPECT_EQ(why("# bank\nA column.\nsee: banks stride\n"), "t.txt:3: 'stride' is no NAME=VALUE");
    EXPECT_EQ(why("# bank\nA column.\nsee:\n"), "t.txt:3: no lab is named");
    EXPECT_EQ(why("# bank\n# lane\nOne of 32.\n"), "t.txt: 'bank' has no meaning");
}

TEST(Terms, AreFoundByNameAndByOtherWords) {
    ASSERT_NE(findTerm("Bank Conflict"), nullptr);
    EXPECT_EQ(findTerm("conflict"), findTerm("bank conflict"));
    EXPECT_EQ(findTerm("SoA")->name, "structure of arrays");
    EXPECT_EQ(findTerm("pageable")->name, "pinned memory");
    EXPECT_EQ(std::ranges::count(findTerm("pageable")->also, "pageable"), 0)
        << "the opposite is no other name";
    EXPECT_EQ(findTerm("no such word"), nullptr);
}

TEST(Terms, AreFoundInASentence) {
    const auto nameIn = [](const char* text) {
        const Term* term = termIn(text);
        return term ? term->name : std::string();
    };
    EXPECT_EQ(nameIn("No bank conflict"), "bank conflict");
    EXPECT_EQ(nameIn("32 Wavefronts"), "wavefront");
    EXPECT_EQ(nameIn("4-way bank conflicts"), "bank conflict");
    EXPECT_EQ(nameIn("embankment, planes"), ""); // not inside a word
    EXPECT_EQ(nameIn(""), "");
}

TEST(Terms, NoWordMeansTwoThings) {
    std::set<std::string> names;
    for (const Term& term : terms()) EXPECT_TRUE(names.insert(term.name).second) << term.name;
    for (const Term& term : terms()) {
        EXPECT_TRUE(term.meaning.ends_with(".") || term.meaning.ends_with("().")) << term.name;
        for (const std::string& also : term.also)
            EXPECT_FALSE(names.contains(also)) << also << " is a term, and another word for " << term.name;
    }
    EXPECT_GE(terms().size(), 40u);
}

TEST(Terms, EveryLanguageHasThem) {
    const auto english = terms(text::Language::English), chinese = terms(text::Language::Chinese);
    ASSERT_EQ(chinese.size(), english.size());
    std::set<std::string> names;
    for (std::size_t i = 0; i < english.size(); ++i) {
        const Term& other = chinese[i];
        EXPECT_EQ(other.example.text(), english[i].example.text()) << other.name;
        EXPECT_TRUE(names.insert(other.name).second) << other.name;
        EXPECT_NE(other.meaning, english[i].meaning) << other.name;
        EXPECT_TRUE(other.meaning.ends_with("。") || other.meaning.ends_with("）")) << other.name;
    }
    for (const Term& other : chinese)
        for (const std::string& also : other.also)
            EXPECT_FALSE(names.contains(also)) << also << " is a term, and another word for " << other.name;
}

TEST(Terms, AreFoundInChinese) {
    text::setLanguage(text::Language::Chinese);
    const Term* found = termIn("8 路存储体冲突");
    text::setLanguage(text::Language::English);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, "存储体冲突");
}

} // namespace
} // namespace lanescope::kit
