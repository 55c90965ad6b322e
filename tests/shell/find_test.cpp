// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the search finds, without its window.
#include "shell/app/find/files.h"
#include "shell/app/find/index.h"
#include "shell/app/user_actions.h"
#include "shell/output/picture_file.h"

#include "kit/registry.h"
#include "kit/words/terms.h"
#include "lessons/library.h"
#include "model/time/launch_time.h"
#include "shell/app/lesson/list.h"
#include "text/language.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace lanescope::shell {
namespace {

using Kind = Findable::Kind;

class Find : public testing::Test {
protected:
    Find() {
        AppOptions options;
        options.device = "emulated";
        m_runner = std::make_unique<Runner>(options);
        m_all = everythingToFind(*m_runner);
    }
    /// Those found, best first, as "kind name".
    std::vector<std::string> found(std::string_view query) const {
        std::vector<std::string> names;
        for (const std::size_t number : find(m_all, query))
            names.push_back(std::string(kindName(m_all[number].kind)) + " " + m_all[number].name);
        return names;
    }
    bool finds(std::string_view query, const std::string& what, std::size_t within = 8) const {
        std::vector<std::string> names = found(query);
        names.resize(std::min(names.size(), within));
        return std::ranges::find(names, what) != names.end();
    }
    UserActions chosen(const std::string& what) const {
        UserActions actions;
        for (const Findable& each : m_all)
            if (std::string(kindName(each.kind)) + " " + each.name == what) each.choose(actions);
        return actions;
    }

    std::unique_ptr<Runner> m_runner;
    std::vector<Findable> m_all;
};

TEST_F(Find, EveryPipeThatIsNamedIsExplained) {
    for (std::size_t p = 0; p < model::kPipes; ++p) {
        const std::string_view text = model::limitText(model::TimeLimit::Pipe, static_cast<model::Pipe>(p));
        EXPECT_TRUE(finds(text, "term pipe", 1)) << text;
        EXPECT_TRUE(finds(text.substr(4), "term pipe", 1)) << text; // as the table of times has it
    }
}

TEST_F(Find, WhatABeginnerTypesLeadsSomewhere) {
    EXPECT_TRUE(finds("race", "term race"));
    EXPECT_TRUE(finds("race", "lab errors"));
    EXPECT_TRUE(finds("conflict", "term bank conflict"));
    EXPECT_TRUE(finds("conflict", "lab banks"));
    EXPECT_TRUE(finds("padding", "term padding"));
    EXPECT_TRUE(finds("padding", "lab transpose"));
    EXPECT_TRUE(finds("padding +1", "term padding"));
    EXPECT_TRUE(finds("banks lab", "lab banks", 1));
    EXPECT_TRUE(finds("padded", "setting transpose: variant=padded"));
    EXPECT_TRUE(finds("light", "command Light theme"));
    EXPECT_TRUE(finds("screenshot", "command Save a picture of the window"));
    EXPECT_TRUE(finds("glossary", "command Terms"));
    EXPECT_TRUE(finds("stride of banks", "parameter banks: stride"));
    EXPECT_TRUE(finds("H200", "command Model H200 SXM"));
    EXPECT_TRUE(finds("bank confl", "lesson Banks of shared memory"));
    EXPECT_TRUE(finds("swizzle", "lesson Columns without conflicts", 12));
    EXPECT_TRUE(finds("a quarter turn", "lesson Textures: close together in two dimensions"));
    EXPECT_TRUE(finds("access global memory efficiently", "lesson What is moved and what is used", 12));
    EXPECT_TRUE(finds("global", "term global memory", 1));
    EXPECT_TRUE(finds("global", "lesson What is moved and what is used"));
    EXPECT_TRUE(finds("global", "lab coalescing", 12));
    EXPECT_EQ(found("banks").front(), "lab banks") << "what is called so comes first";
}

/// As it is asked, not as it is called.
TEST_F(Find, WhatIsAskedInASentenceLeadsSomewhere) {
    for (const char* query : {"why is my kernel slow", "slow", "Why is this kernel so slow?"}) {
        EXPECT_TRUE(finds(query, "lab coalescing", 60)) << query;
        EXPECT_TRUE(finds(query, "lab banks", 60)) << query;
        EXPECT_TRUE(finds(query, "term coalescing", 60)) << query;
        EXPECT_TRUE(finds(query, "lesson Banks of shared memory", 60)) << query;
    }
    EXPECT_TRUE(finds("print", "command Save the stage as PDF"));
    EXPECT_TRUE(finds("how can i print this", "command Save the stage as PDF"));
    EXPECT_TRUE(finds("language", "command English"));
    EXPECT_TRUE(finds("where do I change the language", "command English"))
        << "nothing is called to change it";
    EXPECT_TRUE(finds("how many threads fit on an SM", "lesson Room for warps", 2));
    EXPECT_TRUE(finds("how many threads fit on an SM", "lab occupancy", 2));
    EXPECT_TRUE(finds("sum of an array faster", "lab reduction", 2));
    EXPECT_TRUE(finds("threads per block", "lesson Room for warps"));
    EXPECT_TRUE(finds("sum of an array faster", "lesson Adding up in a tree", 2));
    EXPECT_TRUE(finds("how do I make the sum of an array faster", "lesson Adding up in a tree", 2));
    EXPECT_TRUE(finds("atomicAdd histogram slow", "lesson One counter, many lanes", 2));
    EXPECT_TRUE(finds("cudaMemcpy", "lesson Between host and device", 3));
    EXPECT_TRUE(finds("how do I copy data to the GPU", "lesson Between host and device", 2));
    EXPECT_TRUE(finds("wrong result", "lab errors", 2));
    EXPECT_TRUE(finds("why is my kernel slow", "lesson What is moved and what is used", 3));
    EXPECT_TRUE(finds("how big should my block be", "lesson Room for warps", 3));
    EXPECT_TRUE(finds("tag lookup", "term tag bank", 1));
    EXPECT_TRUE(finds("which thread does what", "lesson One thread, one element", 3));
    EXPECT_TRUE(finds("please explain bank conflict", "term bank conflict"))
        << "a word of three may be missing";
}

/// Of paths the files that can be opened, folders first.
TEST(FindFiles, ThoseThatCanBeOpened) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("lanescope-files-" + std::to_string(::getpid()));
    fs::create_directories(folder / "sub");
    for (const char* name : {"b.lanescope", "a.md", "kernel.cu", "notes.txt", ".hidden.md"})
        std::ofstream(folder / name) << "x";
    const render::Image dot(1, 1);
    render::writePng((folder / "other.png").string(), dot);
    render::writePng((folder / "own.png").string(), dot,
                     {{"Author", "x"}, {std::string(kLinkChunk), "lanescope:banks"}});
    std::ofstream(folder / "cut.png") << "\x89PNG\r\n\x1a\n";
    std::ofstream(folder / "prog") << "#!/bin/sh\n";
    fs::permissions(folder / "prog", fs::perms::owner_all);
    const auto names = [&](const std::string& typed) {
        std::vector<std::string> all;
        for (const Findable& each : filesFrom(typed)) all.push_back(each.name);
        return all;
    };
    const std::string in = folder.string() + "/";
    EXPECT_EQ(names(in),
              (std::vector<std::string>{"sub/", "a.md", "b.lanescope", "kernel.cu", "own.png", "prog"}));
    EXPECT_EQ(names(in + "k"), std::vector<std::string>{"kernel.cu"});
    EXPECT_EQ(names(in + "."), std::vector<std::string>{".hidden.md"});
    EXPECT_TRUE(names(in + "no/").empty());
    EXPECT_EQ(filesFrom(in)[0].completes, in + "sub/");
    UserActions actions;
    filesFrom(in + "pro")[0].choose(actions);
    EXPECT_EQ(actions.open.file, in + "prog") << "before which the window asks";
    EXPECT_FALSE(actions.open.program);
    filesFrom(in + "prog")[0].choose(actions);
    ASSERT_TRUE(actions.open.program);
    EXPECT_EQ(*actions.open.program, (Program{in + "prog", {}, "auto"}));
    ASSERT_EQ(names(in + "prog 64  cold"), std::vector<std::string>{"prog 64 cold"});
    filesFrom(in + "prog 64  cold")[0].choose(actions);
    ASSERT_TRUE(actions.open.program);
    EXPECT_EQ(*actions.open.program, (Program{in + "prog", {"64", "cold"}, "auto"}));
    EXPECT_TRUE(names(in + "a.md x").empty()) << "no program";
    for (const char* path : {"/", "./x", "../x", "~/x"}) EXPECT_TRUE(isPath(path)) << path;
    for (const char* word : {"", "x", "a/b", "..", "transpose"}) EXPECT_FALSE(isPath(word)) << word;
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    EXPECT_TRUE(isPath("a.md")) << "it is here";
    EXPECT_EQ(names("a.md"), std::vector<std::string>{"a.md"});
    EXPECT_FALSE(isPath("none.md"));
    fs::current_path(before);
    fs::remove_all(folder);
}

/// A term's other names are names, in whichever language the window is.
TEST_F(Find, ATermComesFirstByItsOtherNames) {
    const auto first = [&](std::string_view query) {
        const std::vector<std::size_t> order = find(m_all, query);
        return order.empty() ? std::string() : m_all[order.front()].name;
    };
    EXPECT_EQ(first("scratchpad"), "shared memory");
    EXPECT_EQ(first("smem"), "shared memory");
}

TEST_F(Find, EveryWordHasToBeFound) {
    EXPECT_FALSE(found("stride banks").empty());
    EXPECT_TRUE(found("stride xyzzy").empty());
    EXPECT_EQ(found("").size(), m_all.size());
    EXPECT_EQ(found("   ").size(), m_all.size());
    EXPECT_EQ(found("BANKS"), found("banks"));
}

TEST_F(Find, OneTypingErrorAWordIsForgiven) {
    EXPECT_TRUE(finds("transpsoe", "lab transpose")) << "two letters exchanged";
    EXPECT_TRUE(finds("conflct", "term bank conflict")) << "one missing";
    EXPECT_TRUE(finds("wavefrontt", "term wavefront")) << "one too many";
    EXPECT_TRUE(finds("pedding", "term padding")) << "another one";
    EXPECT_TRUE(found("qqqqqq").empty());
}

TEST_F(Find, QuestionsAreFoundByWhatTheyAskAbout) {
    EXPECT_TRUE(finds("what is a bank conflict", "term bank conflict"));
    EXPECT_TRUE(finds("how do i coalesce?", "term coalescing"));
    EXPECT_FALSE(found("a").empty());
}

/// With everything in Chinese.
class FindInChinese : public testing::Test {
protected:
    void SetUp() override {
        text::setLanguage(text::Language::Chinese);
        AppOptions options;
        options.device = "emulated";
        m_all = everythingToFind(Runner(options));
    }
    void TearDown() override { text::setLanguage(text::Language::English); }
    bool finds(std::string_view query, Kind kind, std::string_view begin, std::size_t within = 8) const {
        std::vector<std::size_t> numbers = find(m_all, query);
        numbers.resize(std::min(numbers.size(), within));
        return std::ranges::any_of(numbers, [&](std::size_t i) {
            return m_all[i].kind == kind && m_all[i].name.starts_with(begin);
        });
    }

    std::vector<Findable> m_all;
};

TEST_F(FindInChinese, WordsLeadToLabsTermsAndLessons) {
    EXPECT_TRUE(finds("冲突", Kind::Lab, "banks"));
    EXPECT_TRUE(finds("冲突", Kind::Term, "存储体冲突"));
    EXPECT_TRUE(finds("冲突", Kind::Lesson, "没有冲突的列"));
    EXPECT_TRUE(finds("填充", Kind::Term, "填充"));
    EXPECT_TRUE(finds("填充", Kind::Lab, "transpose"));
    EXPECT_TRUE(finds("合并访问", Kind::Lab, "coalescing"));
    EXPECT_TRUE(finds("线程层次", Kind::Lab, "hierarchy"));
    EXPECT_TRUE(finds("矩阵转置", Kind::Lesson, "矩阵转置"));
    EXPECT_TRUE(finds("原子操作", Kind::Lesson, "一个计数器，许多通道"));
    EXPECT_TRUE(finds("合并访问", Kind::Lesson, "错位的起点"));
    EXPECT_TRUE(finds("越界", Kind::Value, "errors: mistake=out-of-bounds"));
}

TEST_F(FindInChinese, WhatIsAskedLeadsSomewhere) {
    EXPECT_TRUE(finds("语言", Kind::Command, "English"));
    EXPECT_TRUE(finds("语言", Kind::Command, "中文"));
    for (const char* query : {"慢", "为什么我的内核很慢", "怎么这么慢"}) {
        EXPECT_TRUE(finds(query, Kind::Lab, "coalescing", 60)) << query;
        EXPECT_TRUE(finds(query, Kind::Term, "存储体冲突", 60)) << query;
    }
    EXPECT_TRUE(finds("结果不对", Kind::Lab, "errors", 3));
    EXPECT_TRUE(finds("每次结果不一样", Kind::Term, "数据竞争", 5));
    EXPECT_TRUE(finds("怎么把数据传到显卡", Kind::Lab, "transfers", 3));
    EXPECT_TRUE(finds("同步线程", Kind::Term, "屏障", 3));
    EXPECT_TRUE(finds("显存不够", Kind::Term, "全局内存", 12));
    EXPECT_TRUE(finds("if语句为什么慢", Kind::Lesson, "分道而行的通道", 3));
    EXPECT_TRUE(finds("一个块放多少线程", Kind::Lesson, "能容纳多少线程束", 3));
    for (const char* query : {"存成PDF", "存成 pdf", "打印"})
        EXPECT_TRUE(std::ranges::any_of(find(m_all, query), [&](std::size_t i) {
            return m_all[i].kind == Kind::Command && m_all[i].name.find("PDF") != std::string::npos;
        })) << query;
}

/// In the search, and over the list of lessons.
TEST_F(FindInChinese, EnglishWordsLeadToLessonsToo) {
    EXPECT_TRUE(finds("bank conflict", Kind::Lesson, "没有冲突的列"));
    for (const char* name : {"offset", "stride", "transpose"})
        for (const char* words : {"global", "全局内存"})
            EXPECT_TRUE(lessonIsFound(*lessons::findLesson(name), words)) << name << ": " << words;
    EXPECT_FALSE(lessonIsFound(*lessons::findLesson("stride"), "xyzzy"));
}

TEST_F(FindInChinese, QuestionsAreFoundByWhatTheyAskAbout) {
    EXPECT_TRUE(finds("存储体冲突是什么", Kind::Term, "存储体冲突"));
    EXPECT_TRUE(finds("什么是合并访问？", Kind::Term, "合并访问"));
    EXPECT_TRUE(finds("共享内存冲突", Kind::Lab, "banks", 16)); // words without a space between them
    for (const std::size_t number : find(m_all, "是什么")) EXPECT_EQ(m_all[number].kind, Kind::Term);
    EXPECT_FALSE(find(m_all, "是什么").empty());
    EXPECT_TRUE(find(m_all, "饕餮").empty());
}

TEST_F(Find, NothingIsListedTwice) {
    std::vector<std::string> names = found("");
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    EXPECT_EQ(twice, names.end()) << *twice;
}

TEST_F(Find, WhatIsChosenIsDone) {
    EXPECT_EQ(chosen("lab banks").open.lab, &kit::findLab("banks"));
    EXPECT_EQ(chosen("term wavefront").guide.term, "wavefront");
    const UserActions setting = chosen("setting transpose: variant=padded");
    EXPECT_EQ(setting.open.lab, &kit::findLab("transpose"));
    ASSERT_EQ(setting.run.edit.sets.size(), 1u);
    EXPECT_EQ(setting.run.edit.sets.front().second, "padded");
    EXPECT_EQ(chosen("parameter banks: stride").parameter, "stride");
    EXPECT_EQ(chosen("command Light theme").look.light, true);
}

TEST_F(Find, CommandsThatNeedAGpuAreNotFoundWithoutOne) {
    EXPECT_TRUE(std::ranges::none_of(found("measure"), [](const std::string& name) {
        return name == "command Measure the hardware counters";
    }));
}

} // namespace
} // namespace lanescope::shell
