// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Code that students mend: found in a file, compiled, run, and told apart from code that computes something
// else.
#include "device/compiler/compiler.h"
#include "device/device.h"
#include "lessons/code.h"
#include "lessons/goal_text.h"
#include "lessons/grading.h"
#include "lessons/handout.h"
#include "lessons/library.h"
#include "lessons/print/sheet.h"
#include "small_lesson.h"
#include "text/language.h"

#include <fmt/format.h>

namespace lanescope::lessons {
namespace {

constexpr std::string_view kSource = R"(// __global__ is a word in a comment
#include "a.h"
__global__ void first(float* a) { a[0] = '}'; /* } */ }

template <class T> __device__ T twice(T x) { return x + x; }

__global__ void __launch_bounds__(256) second (float* a, int n)
{
    if (n) { // } not here
        a[1] = "{"[0];
    }
}

__global__ void secondly(float* a) {}
)";

TEST(Code, AKernelIsFoundInItsFile) {
    EXPECT_EQ(kernelName("  __global__ void tiled(int n) {}"), "tiled");
    EXPECT_EQ(kernelName("extern \"C\" __global__ void __launch_bounds__(32) a_1 (int n) {}"), "a_1");
    EXPECT_EQ(kernelName("void host() {}"), "");
    EXPECT_EQ(kernelName("__global__"), "");
    EXPECT_EQ(kernelIn(kSource, "first"), "__global__ void first(float* a) { a[0] = '}'; /* } */ }");
    const std::string_view second = kernelIn(kSource, "second");
    EXPECT_TRUE(second.starts_with("__global__ void __launch_bounds__")) << second;
    EXPECT_TRUE(second.ends_with("    }\n}")) << second;
    EXPECT_EQ(lineOfPart(kSource, second), 7);
    EXPECT_EQ(lineOfPart(kSource, kSource.substr(0, 3)), 1);
    EXPECT_EQ(kernelIn(kSource, "sec"), "");
    EXPECT_EQ(kernelIn("__global__ void open(int n) { if (n) {", "open"),
              "__global__ void open(int n) { if (n) {");
    const std::string other = withKernel(kSource, "second", "X");
    EXPECT_EQ(other.size(), kSource.size() - second.size() + 1);
    EXPECT_NE(other.find("X\n\n__global__ void secondly"), std::string::npos);
    EXPECT_EQ(withKernel(kSource, "third", "X"), kSource);
}

TEST(Code, ErrorsAreFoundWithTheLinesOfTheKernel) {
    const std::string_view code = "void k() {\n    int x = 1\n\n    int y;\n    x = (y;\n    z = 0;\n}";
    const auto all = errorsIn("k.cu(12): warning #1-D: odd\n"
                              "k.cu(15): error: expected a \";\"\n      int y;\n      ^\n\n"
                              "k.cu(16): error: expected a \")\"\n      x = (y;\n            ^\n\n"
                              "k.cu(17): error #20: identifier is undefined\n      z = 0;\n      ^\n"
                              "At end of source: error: expected a \"}\"\n",
                              code, 12);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].line, 2) << "the semicolon is missing at the end of the line before";
    EXPECT_EQ(all[0].what, "expected a \";\"");
    EXPECT_EQ(all[1].line, 5);
    EXPECT_EQ(all[2].line, 6);
    EXPECT_EQ(all[2].what, "identifier is undefined");
    EXPECT_EQ(all[3].line, 7);
    EXPECT_TRUE(errorsIn("", code, 1).empty());
}

const Lesson& transpose() {
    return *findLesson("transpose");
}
std::size_t codeStep(const Lesson& lesson) {
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        if (lesson.steps[step].question && lesson.steps[step].question->kind == Question::Kind::Code)
            return step;
    ADD_FAILURE() << lesson.file << " has no code";
    return 0;
}

std::string swapped(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    if (at != std::string::npos) text.replace(at, what.size(), with);
    return text;
}

/// Where there is a compiler.
class Mended : public testing::Test {
protected:
    void SetUp() override {
        if (const device::NvrtcProbe probe = device::probeNvrtc(); !probe.available)
            GTEST_SKIP() << probe.reason;
    }
};

TEST(Code, WhatIsRefusedBeforeItIsCompiled) {
    const auto refused = [](std::string_view code) {
        const auto found = refusedIn(code);
        return found ? std::to_string(found->line) + " " + found->what : std::string();
    };
    EXPECT_EQ(refused("void k() {\n    if (a) { b(\"{\"); } // {\n}\n"), "");
    EXPECT_EQ(refused("void k() {\n    if (a) {\n    b();\n}\n"), "1 this brace is never closed");
    EXPECT_EQ(refused("void k() {\n}\n}\n"), "3 this brace closes nothing");
    EXPECT_EQ(refused("// #include <x>\nvoid k() {}\n # include \"/etc/hostname\"\n"),
              "3 a kernel includes no files here");
    EXPECT_EQ(refused("#define N 3\nvoid k() {}"), "");
}

TEST(Code, FullWidthCharactersAreFound) {
    const std::string code =
        "// 注释，（不算）；\n__global__ void k(int* a)\n{\n    printf(\"；\");\n    a[0] = 1；\n}";
    const WideCharacter wide = wideIn(code);
    EXPECT_EQ(wide.line, 5);
    EXPECT_EQ(wide.text, "；");
    EXPECT_EQ(wide.meant, ';');
    EXPECT_EQ(wideIn("int a; /* ， */").bytes, 0U);
    for (const auto& [text, meant] : {std::pair{"＝", '='},
                                      {"，", ','},
                                      {"（", '('},
                                      {"）", ')'},
                                      {"［", '['},
                                      {"｛", '{'},
                                      {"　", ' '},
                                      {"＋", '+'},
                                      {"“", '"'},
                                      {"ａ", 'a'}})
        EXPECT_EQ(wideIn(text).meant, meant) << text;
}

TEST_F(Mended, CompiledCodeIsPtxOrALog) {
    const device::Compiled good =
        device::compile("__global__ void f(int* a) { a[threadIdx.x] = 1; }", "f.cu");
    EXPECT_NE(good.ptx.find(".visible .entry _Z1fPi"), std::string::npos);
    EXPECT_NE(good.ptx.find(".loc"), std::string::npos) << "accesses have lines";
    EXPECT_EQ(good.ptx.find('\0'), std::string::npos);
    const std::string wrong = "\n__global__ void f(int* a) { a = b; }";
    const device::Compiled bad = device::compile(wrong, "f.cu");
    EXPECT_TRUE(bad.ptx.empty());
    ASSERT_FALSE(errorsIn(bad.log, wrong, 1).empty()) << bad.log;
    EXPECT_EQ(errorsIn(bad.log, wrong, 1).front().line, 2) << bad.log;
}

TEST_F(Mended, OnlyWhatReachesTheGoalAndComputesTheSameIsRight) {
    const Handout handout(transpose(), 3);
    const std::size_t step = codeStep(transpose());
    const std::string code = handout.asked(step).code;
    const auto check = [&](const std::string& text) { return handout.check(step, {Answer::Code{text}}); };
    // Another way than the solution's: the columns of a row exchanged.
    std::string other =
        swapped(code, "[threadIdx.y + j][threadIdx.x]", "[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)]");
    other =
        swapped(other, "[threadIdx.x][threadIdx.y + j]", "[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x]");
    EXPECT_TRUE(check(other).right) << check(other).says;
    const Verdict same = check(code);
    EXPECT_FALSE(same.right);
    EXPECT_NE(same.says.find("bank conflicts in all shared loads: 3,968"), std::string::npos) << same.says;
    const Verdict wrong = check(
        swapped(swapped(code, "tile[32][32]", "tile[32][33]"), "* height + x] =", "* height + x] = 1 +"));
    EXPECT_FALSE(wrong.right);
    EXPECT_EQ(wrong.says, "It computes something else.");
    const Verdict open = check(swapped(code, "__syncthreads();", "__syncthreads()"));
    EXPECT_FALSE(open.right || open.counts);
    EXPECT_TRUE(open.says.starts_with("It does not compile: line 8: ")) << open.says;
    const std::string wide = check(swapped(code, "__syncthreads();", "__syncthreads()；")).says;
    EXPECT_TRUE(wide.ends_with(": '；' is a full-width character; ';' is meant")) << wide;
    EXPECT_TRUE(wide.starts_with("It does not compile: line 8: ")) << wide;
    const std::string opens = check(swapped(code, "tiled(", "tiled（")).says;
    EXPECT_TRUE(opens.ends_with(": '（' is a full-width character; '(' is meant")) << opens;
    const Verdict nobrace = check(code.substr(0, code.rfind('}')));
    EXPECT_TRUE(nobrace.says.starts_with("It does not compile: line ")) << nobrace.says;
    EXPECT_NE(nobrace.says.find("is never closed"), std::string::npos) << nobrace.says;
    EXPECT_FALSE(check("#include \"/etc/hostname\"\n" + code).right);
    // The lab's launch brings memory for a tile of its own, which this one is not to write into.
    const std::string padded = swapped(code, "tile[32][32]", "tile[32][33]");
    EXPECT_TRUE(check(padded).right);
    const Verdict beyond = check(swapped(padded, "__syncthreads();", "__syncthreads(); tile[40][0] = 1;"));
    EXPECT_FALSE(beyond.right);
    EXPECT_TRUE(beyond.says.starts_with("It does not run: line ")) << beyond.says;
    // Nor does it count to leave the tile out, and to write columns.
    const std::string without =
        "__global__ void tiled(float* out, const float* in, int width, int height, int pad)\n{\n"
        "    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n"
        "    for (int j = 0; j < 32; j += blockDim.y) out[x * height + y + j] = in[(y + j) * width + x];\n}";
    const Verdict naive = check(without);
    EXPECT_FALSE(naive.right);
    EXPECT_TRUE(naive.says.starts_with("The result is right, but")) << naive.says;
    EXPECT_NE(naive.says.find("sectors in all global stores: 4,096"), std::string::npos) << naive.says;
    EXPECT_EQ(naive.says.find("bank conflicts"), std::string::npos) << "there are none: " << naive.says;
    EXPECT_FALSE(
        check("__global__ void tiled(float* out, const float* in, int width, int height, int pad)\n{\n"
              "    int x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;\n"
              "    for (int j = 0; j < 32; j += blockDim.y)\n"
              "        out[(y + j) * height + x] = in[x * width + y + j];\n}")
            .right)
        << "columns that are read are no better";
    const Verdict renamed = check(swapped(code, "tiled(", "mine("));
    EXPECT_FALSE(renamed.right || renamed.counts);
    EXPECT_NE(renamed.says.find("tiled"), std::string::npos);
    for (const auto& [what, with] :
         {std::pair("out[(y + j) * height + x]", "out[(y + j) * height + x + (1 << 28)]"),
          std::pair("__syncthreads();", "while (out) {}")}) {
        const Verdict fault = check(swapped(code, what, with));
        EXPECT_FALSE(fault.right) << what;
        EXPECT_TRUE(fault.says.starts_with("It does not run: line ")) << fault.says;
        EXPECT_EQ(fault.says.find(".cu"), std::string::npos) << fault.says;
        EXPECT_EQ(fault.says.find('\n'), std::string::npos) << fault.says;
    }
    EXPECT_FALSE(check("").right);
    EXPECT_FALSE(check("{{{").right);
}

TEST_F(Mended, IsHandedInAndGraded) {
    const Handout handout(transpose(), 2);
    const std::size_t step = codeStep(transpose());
    Submission handedIn{"a.json", "Ada", 2, {}};
    for (const std::size_t each : handout.questions())
        handedIn.answers.emplace_back(answerText(handout.right(each)));
    const Graded good = grade(transpose(), handedIn);
    EXPECT_EQ(good.right, good.marks.size());
    handedIn.answers.back() = handout.asked(step).code;
    const Graded bad = grade(transpose(), handedIn);
    EXPECT_EQ(bad.right + 1, bad.marks.size());
    EXPECT_FALSE(bad.marks.back().says.empty());
}

TEST_F(Mended, TheLabsOwnKernelIsGiven) {
    const Lesson& lesson = *findLesson("threads");
    const Handout handout(lesson, 1);
    const std::string code = handout.asked(codeStep(lesson)).code;
    EXPECT_TRUE(code.starts_with("__global__ void addMatricesByColumn(")) << code;
    EXPECT_NE(lessonText(handout, Answers::Without).find("int i = x * width + y;"), std::string::npos);
    EXPECT_EQ(lessonText(handout, Answers::Without).find("int i = y * width + x;"), std::string::npos);
    EXPECT_NE(lessonText(handout, Answers::With).find("int i = y * width + x;"), std::string::npos);
}

/// A lesson about the lab's kernel bankLoadFloat.
std::string codeLesson(std::string_view answer, std::string_view behind) {
    return lessonWith(fmt::format("**Question.** What?\n\n```answer\n{}\n```\n\n{}", answer, behind));
}

TEST(Code, MistakesOfALessonHaveTheirPlace) {
    const std::string kernel = "__global__ void bankLoadFloat(float* out, Pattern p) { load(out, p); }";
    const auto block = [](const char* word, const std::string& code) {
        return fmt::format("```{}\n{}\n```\n\n", word, code);
    };
    const std::string solution = block("solution", kernel);
    const auto parsed = [](const std::string& text) { return refusal([&] { parseLesson(text, "my.md"); }); };
    const auto has = [&](const std::string& text, std::string_view place, std::string_view words) {
        const std::string said = parsed(text);
        EXPECT_TRUE(said.starts_with(place)) << said;
        EXPECT_NE(said.find(words), std::string::npos) << said;
    };
    has(codeLesson("code: access.excess = 0", solution), "my.md:16:", "kernel: NAME");
    has(codeLesson("code: access.excess = 0\nkernel: bankLoadFloat", ""), "my.md:16:", "solution");
    has(codeLesson("code: access.excess = 0\nkernel: another", solution),
        "my.md:21:", "its answer names another");
    has(codeLesson("code: access.excess = 0\nkernel: bankLoadFloat", solution + solution),
        "my.md:", "one solution");
    has(codeLesson("code: access.excess = 0\nunit: x", solution), "my.md:17:", "unit");
    has(codeLesson("number: access.excess", solution), "my.md:", "solution");
    has(codeLesson("number: access.excess\nkernel: a", ""), "my.md:17:", "kernel");
    has(lessonWith(block("kernel", "int x;")), "my.md:", "__global__");
    has(lessonWith(block("kernel", kernel)), "my.md:", "no question");
    has(lessonWith(block("kernel", kernel) + "**Question.** A\n\n```answer\nnumber: access.excess\n```\n"),
        "my.md:", "code: CONDITION");
    // What only a run shows.
    const Lesson none = parseLesson(codeLesson("code: access.excess = 0\nkernel: nothing",
                                               block("solution", "__global__ void nothing() {}")),
                                    "my.md");
    EXPECT_TRUE(refusal([&] {
                    Handout(none, 0).asked(0);
                }).starts_with("my.md:16: this state runs no file with a kernel nothing"));
}

TEST_F(Mended, ASolutionThatIsNoneIsRefused) {
    const auto proven = [](const std::string& body, const std::string& goal) {
        const std::string text = codeLesson(
            "code: " + goal + "\nkernel: bankLoadFloat",
            "```solution\n__global__ void bankLoadFloat(float* out, Pattern p) " + body + "\n```\n");
        const Lesson lesson = parseLesson(text, "my.md");
        return refusal([&] { prove(Handout(lesson, 0)); });
    };
    EXPECT_NE(proven("{ load(out, p); }", "access.excess = 0").find("is refused"), std::string::npos);
    EXPECT_NE(proven("{ load(out, p) }", "access.excess = 0").find("does not compile"), std::string::npos);
    EXPECT_NE(proven("{ load(out, p); }", "access.excess > 0").find("is accepted beside"), std::string::npos);
}

TEST(GoalText, HasWordsForNames) {
    EXPECT_EQ(goalText("access.excess", 31), "this access takes 31 more wavefronts or sectors than needed");
    EXPECT_EQ(goalText("total.shared.load.bank_conflicts", 992), "bank conflicts in all shared loads: 992");
    EXPECT_EQ(goalText("run.sectors", 8), "sectors in the whole run: 8");
    EXPECT_EQ(goalText("launch.blocks", 4), "launch blocks: 4");
    EXPECT_EQ(goalText("run.efficiency", 0.125), "efficiency in the whole run: 12.5 %");
    EXPECT_EQ(goalText("work.gb_per_second", 12.5), "modelled bandwidth: 12.5 GB/s");
    EXPECT_EQ(goalText("streams.seconds", 0.0031), "modelled time: 3.10 ms");
    EXPECT_EQ(goalText("streams.one_stream_seconds", 0.0035), "modelled time, one after another: 3.50 ms");
    text::setLanguage(text::Language::Chinese);
    const std::string chinese = goalText("total.shared.load.bank_conflicts", 3968);
    const std::string excess = goalText("access.excess", 4);
    text::setLanguage(text::Language::English);
    EXPECT_EQ(excess, "这次访问比所需的多用了 4 个 wavefront 或扇区");
    EXPECT_EQ(chinese, "存储体冲突（在全部共享加载中）：3,968");
}

} // namespace
} // namespace lanescope::lessons
