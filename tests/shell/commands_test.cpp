// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace lanescope::shell {
namespace {

bool isListed(const std::vector<KeyRow>& rows, const std::string& keys) {
    return std::ranges::any_of(rows, [&](const KeyRow& row) {
        return (", " + row.keys + ",").find(", " + keys + ",") != std::string::npos;
    });
}

TEST(Commands, AllOfTheirKeysAreInTheListOfKeysOnce) {
    const std::vector<KeyRow> rows = keyRows();
    for (const Command& command : commands())
        EXPECT_TRUE(!*command.keys || isListed(rows, command.keys)) << command.name;
    EXPECT_TRUE(isListed(rows, "Ctrl+Y")) << "in one row with what it takes back";
    for (const KeyRow& row : rows) {
        EXPECT_EQ(std::ranges::count(rows, row.keys, &KeyRow::keys), 1) << row.keys;
        EXPECT_NE(*row.does, '\0') << row.keys;
    }
}

TEST(Commands, KeysThatTextsNameAreInTheList) {
    std::ifstream file(LANESCOPE_TEXTS);
    const std::string texts{std::istreambuf_iterator<char>(file), {}};
    const std::vector<KeyRow> rows = keyRows();
    const std::regex key(R"((Ctrl\+\w+)|\b[Pp]ress (\w+))");
    int named = 0;
    for (std::sregex_iterator at(texts.begin(), texts.end(), key), end; at != end; ++at) {
        const std::string keys = (*at)[1].matched ? (*at)[1] : (*at)[2];

        ++named;
        EXPECT_TRUE(isListed(rows, keys)) << at->str();
    }
    EXPECT_GT(named, 6);
}

TEST(Commands, KeysAreOfOneCommandAtATime) {
    for (const Command& one : commands())
        for (const Command& other : commands()) {
            const std::string keys = one.keys;
            if (&one >= &other || keys.empty() || (keys != other.keys && keys != other.also)) continue;
            EXPECT_TRUE(one.available && other.available && one.available != other.available)
                << one.name << " and " << other.name;
        }
}

TEST(Commands, DoSomething) {
    for (const Command& command : commands()) {
        ASSERT_NE(command.act, nullptr) << command.name;
        EXPECT_EQ(&commandOf(command.what), &command);
    }
    UserActions actions;
    commandOf(CommandId::Smaller).act(actions);
    EXPECT_LT(actions.look.zoomBy, 1);
    commandOf(CommandId::KeepView).byKey(actions);
    EXPECT_TRUE(actions.bookmarks.toggle);
    EXPECT_FALSE(actions.bookmarks.open) << "the key closes them again";
}

} // namespace
} // namespace lanescope::shell
