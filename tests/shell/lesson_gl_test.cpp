// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Works through lessons in the window, as a student would.
#include "driven.h"
#include "lessons/grading.h"
#include "lessons/library.h"
#include "lessons/progress.h"
#include "lessons/work.h"
#include "shell/app/look/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kStudent = 7;

/// A folder of its own, where the program runs and keeps how far lessons are.
struct Folder {
    Folder() {
        fs::remove_all(path);
        fs::create_directories(path);
        fs::current_path(path);
    }
    ~Folder() {
        fs::current_path(before);
        fs::remove_all(path);
    }
    AppOptions options() const {
        AppOptions options;
        options.progress = path / "lessons.json";
        return options;
    }
    fs::path before = fs::current_path();
    fs::path path = fs::temp_directory_path() / ("lanescope-lessons-" + std::to_string(::getpid()));
};

/// Somebody who works at a window in a folder of its own. Both are still there afterwards.
struct Student {
    using Deed = void (*)(ImGuiTestContext*);
    /// One deed after another.
    void does(std::initializer_list<std::pair<const char*, Deed>> deeds) {
        g_driven = &driven;
        for (const auto& [name, deed] : deeds)
            IM_REGISTER_TEST(driven.engine, "lesson", name)->TestFunc = deed;
        driven.run();
    }
    Folder folder;
    bool vectors = false; ///< the window can be read as a drawing
    Driven driven{false, options()};

private:
    AppOptions options() const {
        AppOptions all = folder.options();
        all.vectors = vectors;
        return all;
    }
};

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

lessons::Kept kept(const std::string& lesson) {
    if (!fs::exists("lessons.json")) return {};
    const lessons::Progress progress = lessons::parseProgress(textOf("lessons.json"), "lessons.json");
    const lessons::Kept* found = progress.find(lesson, progress.student);
    return found ? *found : lessons::Kept();
}

lessons::Attempt attempt(std::size_t question, const std::string& lesson = "banks") {
    const lessons::Kept all = kept(lesson);
    return question < all.attempts.size() ? all.attempts[question] : lessons::Attempt();
}

bool enabled(ImGuiTestContext* ctx, const char* item) {
    const ImGuiTestItemInfo info = ctx->ItemInfo(item, ImGuiTestOpFlags_NoError);
    return info.ID != 0 && (info.ItemFlags & ImGuiItemFlags_Disabled) == 0;
}

constexpr const char* kCheck = "//###Lesson/**/Check";
constexpr const char* kNext = "//###Lesson/**/###next";
constexpr const char* kSkip = "//###Lesson/**/###skip";

void openLesson(ImGuiTestContext* ctx, const std::string& name) {
    ctx->SetRef("");
    ctx->ItemClick("//###Labs/Lessons##tab");
    ctx->Yield(3);
    ctx->ItemClick(("//###Labs/**/##" + name).c_str());
    IM_CHECK(soon(ctx, [&] { return there(ctx, kNext) || there(ctx, "//###Lesson/Close"); }));
}

/// Past a question that waits, too.
void next(ImGuiTestContext* ctx) {
    ctx->ItemClick(enabled(ctx, kNext) ? kNext : kSkip);
    ctx->Yield(4);
}

/// And Enter.
void typeNumber(ImGuiTestContext* ctx, const std::string& number) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    ctx->ItemInputValue("//###Lesson/**/##number", number.c_str());
    ctx->Yield(2);
}

/// Where the picture has a lane: lanes stand in a row over the banks.
std::optional<ImVec2> rowOfLanes(ImGuiTestContext* ctx, int lane) {
    const render::Rect access = g_driven->app->viewRect(WindowPart::Access);
    const float scale = access.width > 0 ? kHeight / 800.F : 1; // points
    const float gutter = 40 * scale, pitch = (access.width - 45 * scale) / 32;
    const float x = access.x + gutter + pitch * (static_cast<float>(lane) + 0.5F);
    for (float y = access.y; y < access.y + access.height / 2; y += 6) {
        ctx->MouseMoveToPos(ImVec2(x, y));
        ctx->MouseClick(0);
        ctx->Yield(2);
        if (enabled(ctx, kCheck)) return ImVec2(x - pitch * static_cast<float>(lane), y);
    }
    return std::nullopt;
}

void clickLanes(ImGuiTestContext* ctx, std::uint32_t lanes) {
    const render::Rect access = g_driven->app->viewRect(WindowPart::Access);
    const float pitch = (access.width - 45) / 32;
    const int first = std::countr_zero(lanes);
    const auto row = rowOfLanes(ctx, first);
    IM_CHECK(row.has_value());
    for (int lane = first + 1; lane < 32; ++lane) {
        if (!(lanes >> lane & 1U)) continue;
        ctx->MouseMoveToPos(ImVec2(row->x + pitch * static_cast<float>(lane), row->y));
        ctx->MouseClick(0);
        ctx->Yield(2);
    }
}

void theLessonOfBanks(ImGuiTestContext* ctx) {
    const lessons::Handout handout(*lessons::findLesson("banks"), kStudent);
    const auto right = [&](std::size_t step) { return lessons::answerText(handout.right(step)); };
    const std::string apart = handout.state(1)->sets.front().value; // the stride of the second step
    const auto reads = [&](const char* suggestion) {
        return there(ctx, ("//###Reading/**/" + std::string(suggestion)).c_str());
    };
    const auto sweeps = [&] { return there(ctx, "//###Sweep/##sweep"); };
    openLesson(ctx, "banks");
    ctx->ItemInputValue("//###Lesson/**/##student", static_cast<int>(kStudent));
    ctx->Yield(3);
    next(ctx);

    // A number: the lab says nothing before it is right, and a wrong answer says why.
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set stride") == "1"; }));
    ctx->Yield(10);
    IM_CHECK(!enabled(ctx, kCheck));
    IM_CHECK(!enabled(ctx, kNext)); // Skip stands apart from it
    IM_CHECK_LE(ctx->ItemInfo(kSkip).RectFull.Max.x, ctx->ItemInfo(kNext).RectFull.Min.x);
    IM_CHECK(!reads("stride=2"));
    // Nor does a picture say it.
    const auto saved = [] {
        return std::ranges::any_of(fs::directory_iterator("."), [](const fs::directory_entry& entry) {
            return entry.path().extension() == ".svg";
        });
    };
    ctx->MenuClick("//##MainMenuBar/Capture/Save as SVG");
    ctx->Yield(3);
    IM_CHECK(!saved());
    // The key for the search is of the labs: it must not take the mouse from the lesson.
    ctx->KeyCharsAppend("/");
    ctx->Yield(3);
    typeNumber(ctx, "many");
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); }));
    IM_CHECK_EQ(attempt(0).tries, 0); // that was no number
    typeNumber(ctx, "32");
    IM_CHECK(soon(ctx, [&] { return attempt(0).tries == 1; }));
    IM_CHECK(!attempt(0).right);
    IM_CHECK(!reads("stride=2"));
    typeNumber(ctx, right(0));
    IM_CHECK(soon(ctx, [&] { return attempt(0).right; }));
    IM_CHECK_EQ(attempt(0).tries, 2);
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kNext); }));
    IM_CHECK(!there(ctx, kSkip));
    // Neither advice nor the sweep is seen then: they would answer the questions to come.
    ctx->Yield(10);
    IM_CHECK(!reads("stride=2"));
    IM_CHECK(!sweeps());
    IM_CHECK(!there(ctx, kCheck));
    // Nor does the last page tell what is asked of the step before it.
    ctx->ItemClick("//###Lesson/page 7");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/Save my answers"); }));
    ctx->Yield(4);
    IM_CHECK(!reads("pad=1"));
    IM_CHECK(!sweeps());
    ctx->ItemClick("//###Lesson/page 1");
    ctx->Yield(4);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "1");
    ctx->MenuClick("//##MainMenuBar/Capture/Save as SVG");
    ctx->Yield(3);
    IM_CHECK(saved());

    // With a hint, and by the keys alone. One step of undo has what was set before.
    const std::string before = g_driven->stamp("set offset");
    ctx->KeyPress(ImGuiKey_PageDown);
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set stride") == apart; }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/Hint"); }));
    ctx->ItemDoubleClick("//###Lesson/**/Hint"); // the second click is not one on what stands there then
    ctx->Yield(2);
    IM_CHECK(attempt(1).hinted);
    IM_CHECK(!attempt(1).revealed);
    IM_CHECK(!enabled(ctx, "//###Lesson/**/Hint"));
    IM_CHECK(!there(ctx, "//###Lesson/**/Back to the step's settings"));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(3);
    IM_CHECK_EQ(kept("banks").page, 1U);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "1");
    IM_CHECK_STR_EQ(g_driven->stamp("set offset").c_str(), before.c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
    ctx->Yield(3);
    IM_CHECK_EQ(kept("banks").page, 2U);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), apart.c_str());
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemInputValue("pad/##value", 1);
    ctx->SetRef("");
    ctx->Yield(3);
    ctx->ItemClick("//###Lesson/**/Back to the step's settings");
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), apart.c_str());
    IM_CHECK_STR_NE(g_driven->stamp("set pad").c_str(), "1");
    typeNumber(ctx, right(1));
    IM_CHECK(soon(ctx, [&] { return attempt(1).right; }));
    // The picture of the answer is seen, and that of what the next step asks about is not.
    const auto pictures = [] {
        return std::ranges::count_if(fs::directory_iterator("."), [](const fs::directory_entry& entry) {
            return entry.path().extension() == ".svg";
        });
    };
    const auto savedBefore = pictures();
    ctx->Yield(10);
    ctx->MenuClick("//##MainMenuBar/Capture/Save as SVG");
    ctx->Yield(3);
    IM_CHECK_EQ(pictures(), savedBefore + 1);
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemInputValue("stride/##value", 8);
    ctx->SetRef("");
    ctx->Yield(10);
    IM_CHECK(there(ctx, "//###Lesson/**/Go to step 3, which asks about this picture"));
    ctx->MenuClick("//##MainMenuBar/Capture/Save as SVG");
    ctx->Yield(3);
    IM_CHECK_EQ(pictures(), savedBefore + 1);
    ctx->ItemClick("//###Lesson/**/Back to the step's settings");
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_PageUp);
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "1");
    ctx->KeyPress(ImGuiKey_PageDown);
    ctx->Yield(3);

    // Lanes, clicked in the picture.
    next(ctx);
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##lanes"); }));
    ctx->Yield(10);
    const std::uint32_t lanes = std::get<lessons::Answer::Lanes>(handout.right(2).value).mask;
    clickLanes(ctx, lanes);
    ctx->ItemClick("//###Lesson/**/28##lane"); // one too many
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_PageDown); // which would leave without it
    ctx->Yield(3);
    IM_CHECK(there(ctx, "//###Lesson/**/##lanes"));
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(2).tries == 1; }));
    IM_CHECK(!attempt(2).right);
    ctx->ItemClick("//###Lesson/**/28##lane");
    ctx->Yield(2);
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(2).right; }));
    IM_CHECK_STR_EQ(attempt(2).given.c_str(), right(2).c_str());

    // A choice by the keys, after another that was clicked.
    next(ctx);
    const char letter = right(3).front();
    const std::string other = letter == 'a' ? "option b" : "option a";
    IM_CHECK(soon(ctx, [&] { return there(ctx, ("//###Lesson/**/" + other).c_str()); }));
    ctx->ItemClick(("//###Lesson/**/" + other).c_str());
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(3).tries == 1; }));
    IM_CHECK(!attempt(3).right);
    // The lab is none of the options: its sliders would say something else than the question.
    IM_CHECK(!there(ctx, "//###Labs/parameters"));
    ctx->KeyPress(static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'a')));
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    IM_CHECK(soon(ctx, [&] { return attempt(3).right; }));
    // The picture is of the answer, and of the other option when that is clicked.
    const lessons::AskedQuestion asked = handout.asked(3);
    const auto strideOf = [&](char option) {
        return asked.states[static_cast<std::size_t>(option - 'a')].sets.front().value;
    };
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set stride") == strideOf(letter); }));
    IM_CHECK(!there(ctx, "//###Lesson/**/Back to the step's settings"));
    ctx->ItemClick(("//###Lesson/**/" + other).c_str());
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), strideOf(other.back()).c_str());
    IM_CHECK(!there(ctx, "//###Lesson/**/Back to the step's settings"));
    IM_CHECK(attempt(3).right);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter); // and on

    // What is shown is not the student's.
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/option c"); }));
    ctx->ItemClick("//###Lesson/**/Show the answer");
    ctx->Yield(2);
    IM_CHECK(attempt(4).revealed);
    IM_CHECK(!there(ctx, kCheck));
    next(ctx);

    // Sliders; what else is moved has to go back first.
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/pad/##value"); }));
    ctx->Yield(10);
    IM_CHECK(!enabled(ctx, kCheck)); // nothing is set yet: Enter is no try
    ctx->ItemInputValue("//###Lesson/**/pad/##value", 2);
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); }));
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(5).tries == 1; }));
    IM_CHECK_STR_EQ(attempt(5).given.c_str(), "pad=2");
    ctx->Yield(10);
    IM_CHECK(!reads("pad=1")); // the lab says what was tried comes to, not what would do
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemInputValue("stride/##value", 3);
    ctx->Yield(3);
    ctx->SetRef("");
    IM_CHECK(!enabled(ctx, kCheck));
    ctx->ItemClick("//###Lesson/**/Back to the step's settings");
    ctx->Yield(3);
    IM_CHECK(!there(ctx, "//###Labs/parameters/pad/##value")); // one slider is enough
    ctx->ItemInputValue("//###Lesson/**/pad/##value", 1);
    ctx->Yield(3);
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(5).right; }));
    // No question is open any more: nothing is held back.
    IM_CHECK(soon(ctx, sweeps));
    next(ctx);

    // What is handed in is graded so.
    IM_CHECK(!enabled(ctx, "//###Lesson/**/Save my answers")); // whose would they be?
    ctx->ItemInputValue("//###Lesson/**/##name", "  ");
    IM_CHECK(!enabled(ctx, "//###Lesson/**/Save my answers"));
    ctx->ItemInputValue("//###Lesson/**/##name", "Ada");
    ctx->ItemClick("//###Lesson/**/Save my answers");
    ctx->Yield(3);
    const auto handedIn =
        lessons::parseSubmissions(textOf("answers-banks-7-ada.json"), "answers.json", handout.lesson());
    IM_CHECK_STR_EQ(handedIn[0].name.c_str(), "Ada");
    IM_CHECK_EQ(lessons::grade(handout.lesson(), handedIn[0]).right, 5U);
    ctx->ItemClick("//###Lesson/**/Save my answers");
    ctx->Yield(3);
    IM_CHECK(fs::exists("answers-banks-7-ada-2.json")); // the first is not written over
    // From the last page a button leads on, and one out.
    ctx->ItemClick("//###Lesson/**/###other");
    IM_CHECK(soon(ctx, [&] { return kept("padding").digest != 0 || there(ctx, kNext); }));
    ctx->ItemClick(
        ("//###Lesson/page " + std::to_string(lessons::findLesson("padding")->steps.size() + 1)).c_str());
    ctx->Yield(4);
    ctx->ItemClick("//###Lesson/**/Close the lesson##end");
    ctx->Yield(6);
    IM_CHECK(!there(ctx, kNext));
    IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
}

/// Opened again it goes on where it was; three right answers at once go on by themselves.
void aRunOfRightAnswers(ImGuiTestContext* ctx) {
    const lessons::Handout handout(*lessons::findLesson("banks"), 0);
    const auto answer = [&](std::size_t step) {
        IM_CHECK(soon(ctx, [&] { return kept("banks").page == step + 1; }));
        const std::string text = lessons::answerText(handout.right(step));
        if (step < 2) {
            typeNumber(ctx, text);
        } else if (step == 2) {
            IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##lanes"); }));
            ctx->ItemInputValue("//###Lesson/**/##lanes", text.c_str());
        } else {
            const std::string option = "//###Lesson/**/option " + text;
            IM_CHECK(soon(ctx, [&] { return there(ctx, option.c_str()); }));
            ctx->ItemClick(option.c_str());
        }
        ctx->Yield(2);
        if (there(ctx, kCheck) && enabled(ctx, kCheck)) ctx->ItemClick(kCheck);
        IM_CHECK(soon(ctx, [&] { return attempt(step).right; }));
        ctx->Yield(5);
    };
    openLesson(ctx, "banks");
    next(ctx);
    for (std::size_t step = 0; step < 3; ++step) {
        answer(step);
        IM_CHECK_EQ(kept("banks").page, step + 1);
        if (step == 0) { // closed meanwhile
            ctx->ItemClick("//###Lesson/Close");
            ctx->Yield(6);
            openLesson(ctx, "banks");
            IM_CHECK_EQ(kept("banks").page, 1U);
        }
        next(ctx);
    }
    answer(3);
    IM_CHECK_EQ(kept("banks").page, 5U);
    ctx->KeyPress(ImGuiKey_PageUp);
    ctx->Yield(3);
    IM_CHECK_EQ(kept("banks").page, 4U);
    IM_CHECK(!there(ctx, kCheck)); // it was right
    // In the menu, and large.
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(8);
    IM_CHECK(there(ctx, kNext));
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(8);
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Lesson/###padding");
    ctx->SetRef("");
    IM_CHECK(soon(ctx, [&] { return kept("padding").page == 0 && there(ctx, kNext); }));
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Lesson/Next step");
    ctx->Yield(3);
    IM_CHECK_EQ(kept("padding").page, 1U);
    ctx->MenuClick("Lesson/Close the lesson");
    ctx->SetRef("");
    IM_CHECK(
        soon(ctx, [&] { return there(ctx, "//###Labs/##filter") || there(ctx, "//###Labs/Lessons##tab"); }));
}

constexpr const char* kOwn = "---\nsummary: A test.\n---\n\n# Own\n\n## First\n\n```lanescope\nbanks --set "
                             "stride=4 --arch 9.0\n```\n\n**Question.** How many?\n\n```answer\nnumber: "
                             "access.wavefronts\n```\n";

void write(const fs::path& file, const std::string& text) {
    const auto now = fs::exists(file) ? fs::last_write_time(file) : fs::file_time_type::clock::now();
    std::ofstream(file) << text;
    fs::last_write_time(file, now + std::chrono::seconds(2));
}

/// Code, written here and in a file.
void codeIsMended(ImGuiTestContext* ctx) {
    const lessons::Lesson& lesson = *lessons::findLesson("threads");
    const std::size_t step = lesson.steps.size() - 1, question = questionsOf(lesson) - 1;
    const lessons::Handout handout(lesson, 0);
    const lessons::AskedQuestion asked = handout.asked(step);
    openLesson(ctx, "threads");
    ctx->ItemClick(("//###Lesson/page " + std::to_string(step + 1)).c_str());
    if (!asked.missing.empty()) {
        IM_CHECK(soon(ctx, [&] { return there(ctx, kNext); }));
        IM_CHECK(!enabled(ctx, kCheck));
        next(ctx);
        return;
    }
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); }));
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(question, "threads").tries == 1; }));
    IM_CHECK(!attempt(question, "threads").right);
    // Not C++: no try.
    ctx->ItemClick("//###Stage/**/##code");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_End);
    ctx->KeyChars(" }");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    IM_CHECK(enabled(ctx, "//###Lesson/**/Start over"));
    ctx->ItemClick("//###Lesson/**/Edit in a file");
    ctx->Yield(3);
    const fs::path first = "addMatricesByColumn.cu";
    IM_CHECK(fs::exists(first));
    write(first, lessons::answerText(handout.right(step)) + " }");
    ctx->Yield(3);
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); }));
    IM_CHECK_EQ(attempt(question, "threads").tries, 1);
    // The line is marked beside the code, until it is another.
    const std::string code = lessons::answerText(handout.right(step));
    const auto line = 1 + std::ranges::count(code, '\n');
    const std::string mark = "//###Stage/**/error " + std::to_string(line);
    IM_CHECK(soon(ctx, [&] { return there(ctx, mark.c_str()); }));
    // It goes on in the window, and in another file.
    ctx->ItemClick("//###Lesson/**/Edit here");
    ctx->Yield(3);
    IM_CHECK(there(ctx, mark.c_str()));
    IM_CHECK(!there(ctx, "//###Lesson/**/Edit here"));
    ctx->ItemClick("//###Lesson/**/Edit in a file");
    ctx->Yield(3);
    const fs::path file = "addMatricesByColumn-2.cu";
    IM_CHECK(fs::exists(file));
    write(file, code);
    IM_CHECK(soon(ctx, [&] { return !there(ctx, mark.c_str()); }));
    ctx->Yield(3);
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(question, "threads").right; }));
    IM_CHECK_EQ(attempt(question, "threads").tries, 2);
    IM_CHECK(!there(ctx, kCheck));
}

/// The texts of a picture of the accesses, once one of them has these words.
std::vector<std::string> textsWith(Driven& driven, const std::string& words) {
    std::vector<std::string> texts;
    for (int i = 0; i < 400; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        driven.framebuffer.bind();
        driven.app->frame(kWidth, kHeight, 1000 + i / 60.0, 0.02);
        const Picture picture = driven.app->picture(
            {.view = WindowPart::Access, .width = 1000, .height = 700, .caption = true, .vectors = true});
        texts = render::textsOf(picture.drawing);
        if (std::ranges::any_of(
                texts, [&](const std::string& text) { return text.find(words) != std::string::npos; }))
            break;
    }
    return texts;
}

int linesWith(const std::string& words) {
    const std::string all = g_driven->app->messages();
    int count = 0;
    for (std::size_t at = all.find(words); at != std::string::npos; at = all.find(words, at + 1)) ++count;
    return count;
}

bool saysFileTrouble(ImGuiTestContext* ctx) {
    const ImGuiTestItemInfo box = ctx->WindowInfo("//###Lesson/file trouble", ImGuiTestOpFlags_NoError);
    return box.Window && box.Window->WasActive && box.Window->Active;
}

void damagedFilesAreSaid(ImGuiTestContext* ctx) {
    const std::string key = fs::absolute("own.md").lexically_normal().string();
    // The progress was damaged before the start.
    IM_CHECK_EQ(linesWith("lessons.json.damaged"), 1);
    IM_CHECK_STR_EQ(textOf("lessons.json.damaged").c_str(), "{\"lessons\": [");
    IM_CHECK(soon(ctx, [&] { return there(ctx, kNext); }));
    next(ctx);
    typeNumber(ctx, "4");
    IM_CHECK(soon(ctx, [&] { return attempt(0, key).right; }));
    // Edited wrong: one line, and the lesson stays.
    write("own.md", "---\nsummary: A test.\n---\n\n# Own\n\n## First\n\n{{n: 9..1}}\n");
    IM_CHECK(!saysFileTrouble(ctx));
    IM_CHECK(soon(ctx, [&] { return linesWith("own.md:9:") == 1; }));
    IM_CHECK(there(ctx, kNext));
    IM_CHECK(soon(ctx, [&] { return saysFileTrouble(ctx); })); // on the page, too
    // Gone.
    fs::remove("own.md");
    IM_CHECK(soon(ctx, [&] { return linesWith("own.md is no longer there") == 1; }));
    ctx->Yield(100);
    IM_CHECK_EQ(linesWith("own.md"), 2);
    // Back, with another right answer: what was right is so no more.
    std::string changed = kOwn;
    changed.replace(changed.find("stride=4"), 8, "stride=8");
    write("own.md", changed);
    IM_CHECK(soon(ctx, [&] { return linesWith("own.md was changed") == 1; }));
    IM_CHECK(soon(ctx, [&] { return !saysFileTrouble(ctx); }));
    IM_CHECK(soon(ctx, [&] { return !attempt(0, key).right; }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, kCheck); }));
    typeNumber(ctx, "8");
    IM_CHECK(soon(ctx, [&] { return attempt(0, key).right; }));
    IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
}

/// A stressed word that the program explains is clicked where it stands in the text.
void aTermIsExplained(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    ctx->ItemClick("//###Lesson/page 0");
    ctx->Yield(10);
    const auto isExplained = [&] {
        const ImGuiWindow* window = ctx->GetWindowByRef("//Terms");
        return window && window->Active;
    };
    const ImRect text = ctx->WindowInfo("//###Lesson/page").Window->InnerRect;
    for (float y = text.Min.y + 8; y < text.Min.y + 110 && !isExplained(); y += 9)
        for (float x = text.Min.x + 6; x < text.Max.x && !isExplained(); x += 16) {
            ctx->MouseMoveToPos(ImVec2(x, y));
            ctx->MouseClick(0);
            ctx->Yield(2);
        }
    IM_CHECK(isExplained());
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(!isExplained());
}

/// Every page shows its own lab, whatever was seen before: the introduction and answered pages too.
void pagesShowTheirLab(ImGuiTestContext* ctx) {
    const lessons::Handout handout(*lessons::findLesson("banks"), 0);
    const auto showWave = [&] {
        if (there(ctx, "//###Lesson/Close")) ctx->ItemClick("//###Lesson/Close");
        ctx->Yield(6);
        if (!there(ctx, "//###Labs/labs")) ctx->ItemClick("//###Labs/Labs##tab");
        ctx->Yield(3);
        ctx->SetRef(ctx->WindowInfo("//###Labs/labs").ID);
        ctx->ItemClick("wave");
        ctx->SetRef("");
        ctx->Yield(4);
        IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "wave");
    };
    const auto shows = [&](const char* stride) {
        return g_driven->stamp("lab") == "banks" && g_driven->stamp("set stride") == stride;
    };
    showWave();
    // What the search field finds is listed, and Enter opens it.
    ctx->ItemClick("//###Labs/Lessons##tab");
    ctx->Yield(3);
    ctx->ItemInput("//###Labs/##filter");
    ctx->KeyCharsReplace("bank confl");
    ctx->Yield(3);
    IM_CHECK(there(ctx, "//###Labs/**/##banks"));
    IM_CHECK(!there(ctx, "//###Labs/**/##transfers"));
    ctx->KeyCharsReplace("");
    ctx->Yield(3);
    IM_CHECK(there(ctx, "//###Labs/**/##transfers"));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    openLesson(ctx, "banks");
    IM_CHECK(soon(ctx, [&] { return shows("4"); })); // the introduction: the lab as it is by itself
    next(ctx);
    typeNumber(ctx, lessons::answerText(handout.right(0)));
    IM_CHECK(soon(ctx, [&] { return attempt(0).right; }));
    showWave();
    openLesson(ctx, "banks");
    IM_CHECK(soon(ctx, [&] { return shows("1"); })); // the page that is answered
    ctx->ItemClick("//###Lesson/page 7");
    ctx->Yield(4);
    const std::string last = g_driven->stamp("set stride");
    showWave();
    openLesson(ctx, "banks");
    IM_CHECK(soon(ctx, [&] { return shows(last.c_str()); })); // the end, which looks at the last step
}

TEST(LessonWindow, IsWorkedThrough) {
    Student student;
    student.does({{"banks", theLessonOfBanks}, {"terms", aTermIsExplained}});
}

TEST(LessonWindow, PagesShowTheirLab) {
    Student student;
    student.does({{"labs of pages", pagesShowTheirLab}});
}

/// What the introduction shows is of the first GPUs where the lesson is, or what the lesson's file says.
void introductionsShowWhatTheyAreAbout(ImGuiTestContext* ctx) {
    g_driven->app->openLesson("first_gpus");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("architecture").find("CC 1.3") != std::string::npos; }));
    g_driven->app->openLesson("transpose");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set variant") == "copy"; }));
    // The labs' parameters stand below the list of lessons, too.
    ctx->MenuClick("//##MainMenuBar/Lesson/Close the lesson");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Labs/Lessons##tab"); }));
    ctx->ItemClick("//###Labs/Lessons##tab");
    ctx->Yield(3);
    IM_CHECK(there(ctx, "//###Labs/**/##banks"));
    IM_CHECK(there(ctx, "//###Labs/**/width/##value"));
}

/// An answer that is shown is seen, too, where it is something to set; what somebody has set stays.
void shownSettingsAreSeen(ImGuiTestContext* ctx) {
    g_driven->app->openLesson("banks");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set stride") == "4"; }));
    ctx->ItemClick("//###Lesson/page 6");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/Show the answer"); }));
    ctx->ItemClick("//###Lesson/**/Show the answer");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set pad") == "1"; }));
    IM_CHECK(!there(ctx, "//###Lesson/**/Back to the step's settings"));
}

/// A lab that is opened while a question waits is seen: the lesson makes way for it.
void aLabIsOpenedFromALesson(ImGuiTestContext* ctx) {
    openLesson(ctx, "threads");
    ctx->ItemClick("//###Lesson/page 3");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    ctx->MenuClick("//##MainMenuBar/Lab/###occupancy");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("lab") == "occupancy"; }));
    ctx->Yield(3);
    IM_CHECK(!there(ctx, "//###Lesson/**/##number"));
    IM_CHECK(g_driven->app->messages().find("Your progress is kept.") != std::string::npos);
    openLesson(ctx, "threads");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
}

/// A slider goes back where another one leaves it less room: nobody changed anything then.
void sliderLimitsAreNoChange(ImGuiTestContext* ctx) {
    openLesson(ctx, "threads");
    ctx->ItemClick("//###Lesson/page 3"); // a block of fewer warps than the one that is looked at
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    ctx->Yield(10);
    IM_CHECK(!there(ctx, "//###Lesson/**/Back to the step's settings"));
}

/// A slider of a question goes no further than an answer may.
void slidersEndWhereAnswersDo(ImGuiTestContext* ctx) {
    openLesson(ctx, "rows");
    ctx->ItemClick("//###Lesson/page 3"); // change: width in 41..52, of 1 to thousands
    constexpr const char* kSlider = "//###Lesson/**/width/##value";
    IM_CHECK(soon(ctx, [&] { return there(ctx, kSlider); }));
    ctx->Yield(10);
    ctx->ItemDragWithDelta(kSlider, ImVec2(2000, 0));
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set width").c_str(), "52");
    ctx->ItemDragWithDelta(kSlider, ImVec2(-2000, 0));
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set width").c_str(), "41");
}

TEST(LessonWindow, MakesWayForALab) {
    Student student;
    student.does({{"makes way", aLabIsOpenedFromALesson}});
}

TEST(LessonWindow, SliderLimitsAreNoChange) {
    Student student;
    student.does({{"slider limits", sliderLimitsAreNoChange},
                  {"introductions", introductionsShowWhatTheyAreAbout},
                  {"slider ends", slidersEndWhereAnswersDo},
                  {"shown settings", shownSettingsAreSeen}});
}

TEST(LessonWindow, APageIsOpenedWithItsLabOrWithAnother) {
    const Folder folder;
    AppOptions options = folder.options();
    options.device = "emulated";
    options.lab = "wave";
    options.lesson = "banks";
    options.page = 1;
    const Offscreen context{OffscreenDriver::Software};
    const render::Texture color{"ui", kWidth, kHeight, render::PixelFormat::Rgba8};
    const render::Framebuffer framebuffer{"ui", color};
    for (const bool own : {true, false}) {
        options.pageSetsLab = own;
        App app(options);
        for (int i = 0; i < 3; ++i) {
            ImGui::GetIO().DisplaySize = ImVec2(kWidth, kHeight);
            ImGui::GetIO().DeltaTime = 1.0F / 60;
            framebuffer.bind();
            app.frame(kWidth, kHeight, i / 60.0, 0);
        }
        EXPECT_EQ(app.stamp()["Lanescope lab"], own ? "banks" : "wave") << "a link has a lab of its own";
    }
}

bool isShown(const char* panel) {
    const ImGuiWindow* window = ImGui::FindWindowByName(panel);
    return window && window->WasActive;
}

/// Whether the source beside a question shows one of its lines, counted from 1.
bool sourceShows(int line, int lines) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->WasActive || std::string_view(window->Name).find("/source_") == std::string_view::npos)
            continue;
        const float height = window->ContentSize.y / static_cast<float>(lines);
        const float from = height * static_cast<float>(line - 1);
        return window->Scroll.y <= from && from + height <= window->Scroll.y + window->InnerRect.GetHeight();
    }
    return false;
}

/// A file's text without lines that are remarks, and without empty ones after those or one another.
std::string withoutRemarks(const fs::path& file) {
    std::ifstream in(file);
    std::string all, line;
    bool afterEmpty = true;
    while (std::getline(in, line)) {
        if (line.starts_with("//") || (line.empty() && afterEmpty)) continue;
        afterEmpty = line.empty();
        all += line + '\n';
    }
    return all;
}

/// The page that is shown, which is not kept before an audience.
std::size_t shownPage() {
    constexpr std::string_view kPage = "page=";
    const std::string link = g_driven->app->link();
    const std::size_t at = link.find(kPage);
    return at == std::string::npos ? 0 : std::stoul(link.substr(at + kPage.size()));
}

/// Whoever types an answer clicks nothing, and nothing of it is lost, however fast it comes.
void anAnswerIsTyped(ImGuiTestContext* ctx) {
    constexpr const char *kNumber = "//###Lesson/**/##number", *kLanes = "//###Lesson/**/##lanes";
    // By what is edited there: to have it copied takes clicks and keys, which a busy machine takes for
    // others.
    const auto shows = [&](const char* field, const std::string& text) {
        const ImGuiInputTextState* const state = ImGui::GetInputTextState(ctx->ItemInfo(field).ID);
        return state && ImGui::GetActiveID() == state->ID && text == state->TextA.Data;
    };
    // 0: all of it at once.
    const auto type = [&](const std::string& text, int frames) {
        if (frames == 0) ctx->KeyChars(text.c_str());
        for (std::size_t i = 0; frames > 0 && i < text.size(); ++i) {
            ctx->KeyChars(text.substr(i, 1).c_str());
            ctx->Yield(frames);
        }
        ctx->Yield(4);
    };
    openLesson(ctx, "banks");
    next(ctx);
    IM_CHECK(soon(ctx, [&] { return there(ctx, kNumber); }));
    ctx->Yield(4);
    IM_CHECK(!ImGui::GetIO().WantTextInput); // letters are keys of the window until then
    int tries = 0;
    for (const int frames : {0, 1, 2, 5}) {
        type(std::to_string(3 + tries), frames); // none of them right
        IM_CHECK(ImGui::GetIO().WantTextInput);
        ctx->KeyPress(ImGuiKey_Enter);
        ++tries;
        IM_CHECK(soon(ctx, [&] { return attempt(0).tries == tries && enabled(ctx, kCheck); }));
        ctx->Yield(4);
        type("3.25 p", frames);
        IM_CHECK(shows(kNumber, "3.25 p"));
        ctx->KeyPress(ImGuiKey_Escape);
        ctx->Yield(4);
        ctx->ItemClick("//###Lesson/page 2");
        ctx->Yield(4);
        ctx->ItemClick("//###Lesson/page 1");
        IM_CHECK(soon(ctx, [&] { return there(ctx, kNumber); }));
        ctx->Yield(4);
    }
    ctx->ItemClick("//###Lesson/page 3");
    IM_CHECK(soon(ctx, [&] { return there(ctx, kLanes); }));
    for (const int frames : {0, 1, 2, 5}) {
        ctx->Yield(4);
        type("0 4 8", frames);
        IM_CHECK(shows(kLanes, "0 4 8"));
        ctx->KeyPress(ImGuiKey_Escape);
    }
}

/// Before an audience the keys stay those of the window, and what the question is about is beside it.
void aPresenterAsks(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(6);
    ctx->KeyPress(ImGuiKey_PageDown);
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    ctx->Yield(6);
    IM_CHECK(!ImGui::GetIO().WantTextInput);
    IM_CHECK(!isShown(kReadingPanel.id));      // the stage has the code, and the question the column
    ctx->ItemClick("//###Lesson/**/##number"); // who wants to type still can
    ctx->Yield(3);
    IM_CHECK(ImGui::GetIO().WantTextInput);
    ctx->KeyChars("99");
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(2);
    IM_CHECK(soon(ctx, [&] { return ImGui::GetIO().WantTextInput; })); // and goes on after a wrong answer
    ctx->KeyPress(ImGuiKey_A | ImGuiMod_Ctrl);
    ctx->KeyPress(ImGuiKey_Backspace);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    // A number needs no click, and what was answered stays until the presenter goes on.
    ctx->KeyChars("99");
    ctx->Yield(2);
    IM_CHECK(enabled(ctx, kCheck));
    ctx->KeyPress(ImGuiKey_Backspace);
    ctx->KeyPress(ImGuiKey_Backspace);
    ctx->KeyChars("3");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(2);
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); })); // it was wrong
    ctx->KeyChars("1");                                        // in the place of what was wrong
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    IM_CHECK(soon(ctx, [&] { return !there(ctx, kCheck); }));
    ctx->Yield(6);
    IM_CHECK(isShown(kReadingPanel.id));
    IM_CHECK_EQ(shownPage(), 1U);
    IM_CHECK(!attempt(0).begun()); // it was a class's work
    // Lanes, too, are typed.
    ctx->ItemClick("//###Lesson/page 3");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/Check"); }));
    ctx->Yield(6);
    ctx->KeyChars("0-1,5");
    ctx->Yield(2);
    IM_CHECK(enabled(ctx, kCheck));
    // The setting that a step is about is beside it, although it is one of those under More.
    ctx->ItemClick("//###Lesson/page 5");
    IM_CHECK(soon(ctx, [&] { return g_driven->stamp("set broadcast") != "1"; }));
    ctx->Yield(6);
    IM_CHECK(there(ctx, "//###Parameters/**/broadcast/reset"));
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(6);
    // Where somebody was typing, Enter after a clicker's key shows no answer.
    ctx->ItemClick("//###Lesson/page 2");
    IM_CHECK(soon(ctx, [&] { return there(ctx, kCheck); }));
    ctx->Yield(6);
    IM_CHECK(!ImGui::GetIO().WantTextInput);
    ctx->KeyChars("9");
    IM_CHECK(soon(ctx, [&] { return ImGui::GetIO().WantTextInput; }));
    const std::string source = withoutRemarks(LANESCOPE_KERNELS "/banks.cu");
    const std::string_view load = "out[threadIdx.x] = cells[i]";
    const auto lines = static_cast<int>(std::ranges::count(source, '\n'));
    const auto before = source.substr(0, source.find(load));
    IM_CHECK(sourceShows(static_cast<int>(std::ranges::count(before, '\n')) + 1, lines));
    ctx->KeyPress(ImGuiKey_PageDown);
    ctx->Yield(6);
    IM_CHECK_EQ(kept("banks").page, 2U); // what was typed is not checked yet
    ctx->KeyPress(ImGuiKey_PageDown);
    ctx->Yield(6);
    IM_CHECK_EQ(kept("banks").page, 3U);
    IM_CHECK(!attempt(0).begun()); // nor later, when something else is kept
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(6);
    for (std::size_t i = 0; i < 6; ++i) IM_CHECK(!attempt(i).revealed);
    // Before an audience a clicker shows the answer before it turns the page.
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->ItemClick("//###Lesson/page 4");
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(6);
    const auto turnsUntil = [&](auto&& reached) { // what does not fit comes into sight first
        for (int i = 0; i < 4 && !reached(); ++i) {
            ctx->KeyPress(ImGuiKey_PageDown);
            ctx->Yield(10);
        }
        return reached();
    };
    IM_CHECK(soon(ctx, [&] { return there(ctx, kCheck); }));
    IM_CHECK(turnsUntil([&] { return !there(ctx, kCheck); }));
    IM_CHECK_EQ(shownPage(), 4U);
    IM_CHECK(turnsUntil([&] { return shownPage() == 5; }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, kCheck); }));
    IM_CHECK(!attempt(3).revealed); // nor is it the presenter's
    // One key too many does not leave the lesson.
    for (int i = 0; i < 6; ++i) {
        ctx->KeyPress(ImGuiKey_PageUp);
        ctx->Yield(10);
    }
    const auto isBanks = [] { return g_driven->app->link().find("lesson=banks") != std::string::npos; };
    IM_CHECK(isBanks());
    IM_CHECK_EQ(shownPage(), 0U);
    ctx->KeyPress(ImGuiKey_PageUp);
    IM_CHECK(soon(ctx, [&] { return !isBanks(); }));
    IM_CHECK_GT(shownPage(), 0U); // at the other one's end
}

TEST(LessonWindow, AnAnswerIsTyped) {
    Student student;
    student.does({{"typing", anAnswerIsTyped}});
}

void theLanguageIsSwitched(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    next(ctx);
    typeNumber(ctx, "32");
    IM_CHECK(soon(ctx, [&] { return attempt(0).tries == 1; }));
    ctx->Yield(2);
    typeNumber(ctx, "many");
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, kCheck); }));
    ctx->MenuClick("//##MainMenuBar/View/Language/中文 (Chinese)");
    IM_CHECK(soon(ctx, [&] { return enabled(ctx, "//###Lesson/**/检查"); }));
    ctx->Yield(10);
    IM_CHECK_EQ(attempt(0).tries, 1);
}

/// Whoever types a number and turns the page at once works with its values.
void aNumberIsTaken(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    ctx->ItemClick("//###Lesson/**/##student");
    ctx->KeyChars("-3１"); // a wide digit, as keyboards for Chinese write it
    ctx->KeyPress(ImGuiKey_PageDown);
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/##number"); }));
    IM_CHECK(g_driven->app->link().find("student=31") != std::string::npos);
}

TEST(LessonWindow, ThePageKeyTakesANumber) {
    Student student;
    student.does({{"number", aNumberIsTaken}});
}

/// Where choices are out of sight, a button leads to them, and only then to Check.
void choicesAreLedTo(ImGuiTestContext* ctx) {
    constexpr const char* kMore = "//###Lesson/**/More below";
    openLesson(ctx, "threads");
    for (int i = 0; i < 4; ++i) ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
    ctx->ItemClick("//###Lesson/page 5");
    IM_CHECK(soon(ctx, [&] { return there(ctx, kMore); }));
    for (int i = 0; i < 5 && there(ctx, kMore); ++i) {
        ctx->ItemClick(kMore);
        ctx->Yield(5);
    }
    IM_CHECK(!there(ctx, kMore));
    IM_CHECK(there(ctx, kCheck));
}

TEST(LessonWindow, LeadsToChoicesOutOfSight) {
    Student student;
    student.does({{"choices", choicesAreLedTo}});
}

/// What was said of a wrong answer goes when another option is chosen: the options stay where they are.
void theOptionsStay(ImGuiTestContext* ctx) {
    openLesson(ctx, "threads");
    for (int i = 0; i < 4; ++i) ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
    ctx->ItemClick("//###Lesson/page 5");
    constexpr const char* kMore = "//###Lesson/**/More below";
    IM_CHECK(soon(ctx, [&] { return there(ctx, kMore); }));
    for (int i = 0; i < 5 && there(ctx, kMore); ++i) {
        ctx->ItemClick(kMore);
        ctx->Yield(5);
    }
    ctx->KeyPress(ImGuiKey_A);
    ctx->Yield(3);
    ctx->ItemClick(kCheck);
    IM_CHECK(soon(ctx, [&] { return attempt(4, "threads").tries == 1; }));
    IM_CHECK(!attempt(4, "threads").right);
    ctx->Yield(20); // it is scrolled to what was said
    const ImGuiWindow* page = ctx->WindowInfo("//###Lesson/page").Window;
    const float scroll = page->Scroll.y;
    IM_CHECK_GT(scroll, 0);
    IM_CHECK_EQ(scroll, page->ScrollMax.y);
    const auto top = [&] { return ctx->ItemInfo("//###Lesson/**/option a").RectFull.Min.y; };
    const float option = top();
    ctx->KeyPress(ImGuiKey_B);
    ctx->Yield(5);
    IM_CHECK_EQ(page->Scroll.y, scroll);
    IM_CHECK_EQ(top(), option);
}

TEST(LessonWindow, AnotherOptionStaysInItsPlace) {
    Student student;
    student.does({{"stays", theOptionsStay}});
}

/// The verdict does not close a menu that was opened while the model ran.
/// A clicker's keys bring the window back before they turn anything.
void theScreenIsBlack(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(6);
    const auto isBlack = [] {
        const auto& corners = ImGui::GetForegroundDrawList()->VtxBuffer;
        return !corners.empty() && corners.front().col == IM_COL32_BLACK;
    };
    const auto page = shownPage();
    IM_CHECK(!isBlack());
    for (const ImGuiKey back : {ImGuiKey_PageDown, ImGuiKey_PageUp, ImGuiKey_Period, ImGuiKey_Escape}) {
        ctx->KeyPress(ImGuiKey_Period);
        ctx->Yield(4);
        IM_CHECK(isBlack());
        ctx->KeyPress(back);
        ctx->Yield(4);
        IM_CHECK(!isBlack());
        IM_CHECK_EQ(shownPage(), page);
    }
}

void aMenuStaysOpen(ImGuiTestContext* ctx) {
    openLesson(ctx, "banks");
    next(ctx);
    typeNumber(ctx, "32");
    const auto isOpen = [&] { return ctx->UiContext->OpenPopupStack.Size > 0; };
    ctx->ItemClick("//##MainMenuBar/##MenuBar/View");
    IM_CHECK(isOpen());
    IM_CHECK(soon(ctx, [&] { return attempt(0).tries == 1 && enabled(ctx, kCheck); }));
    ctx->Yield(10);
    IM_CHECK(isOpen());
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(10);
    IM_CHECK(!isOpen());
    ctx->KeyChars("64"); // the field was waiting for it
    ctx->KeyPress(ImGuiKey_Enter);
    IM_CHECK(soon(ctx, [&] { return attempt(0).tries == 2; }));
    IM_CHECK_STR_EQ(attempt(0).given.c_str(), "64");
}

TEST(LessonWindow, ABlackScreenKeepsItsPage) {
    Student student;
    student.does({{"black screen", theScreenIsBlack}});
}

TEST(LessonWindow, AVerdictLeavesMenusAlone) {
    Student student;
    student.does({{"menu", aMenuStaysOpen}});
}

/// What was said of an answer is said in the other language, and one whose verdict was on its way gets it.
TEST(LessonWindow, SaysItInAnotherLanguage) {
    Student student{.folder = {}, .vectors = true};
    student.does({{"language", theLanguageIsSwitched}});
    student.driven.framebuffer.bind();
    student.driven.app->frame(kWidth, kHeight, 1000, 0.02);
    const auto texts = render::textsOf(student.driven.app->drawing());
    EXPECT_TRUE(std::ranges::any_of(texts, [](const std::string& text) {
        return text.find("many") != std::string::npos && text.find("不") != std::string::npos;
    })) << testing::PrintToString(texts);
    text::setLanguage(text::Language::English);
}

TEST(LessonWindow, APresenterAsks) {
    Student student;
    student.does({{"presenter", aPresenterAsks}});
}

TEST(LessonWindow, GoesOnByItself) {
    Student student;
    student.does({{"a run", aRunOfRightAnswers}});
}

TEST(LessonWindow, CodeIsMended) {
    Student student;
    student.does({{"code", codeIsMended}});
    if (!attempt(questionsOf(*lessons::findLesson("threads")) - 1, "threads").right) return; // no compiler
    // What is shown is the kernel that was written: the lab's own moves a sector for each lane.
    const auto shows = [&](const std::string& words) {
        const std::vector<std::string> texts = textsWith(student.driven, words);
        return std::ranges::any_of(
            texts, [&](const std::string& text) { return text.find(words) != std::string::npos; });
    };
    EXPECT_TRUE(shows("4 sectors moved"))
        << testing::PrintToString(textsWith(student.driven, "4 sectors moved"));
    student.driven.app->openLesson("banks");
    student.driven.app->openLesson("threads");
    EXPECT_TRUE(shows("4 sectors moved")) << "and when the lesson is opened again";
}

TEST(LessonWindow, SurvivesDamagedFiles) {
    const Folder folder;
    std::ofstream("lessons.json") << "{\"lessons\": [";
    write("own.md", kOwn);
    AppOptions options = folder.options();
    options.lesson = "own.md";
    Driven driven(false, options);
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "lesson", "damaged files")->TestFunc = damagedFilesAreSaid;
    driven.run();
}

TEST(LessonWindow, RefusesWhatIsNoLesson) {
    const Folder folder;
    AppOptions options = folder.options();
    options.device = "emulated";
    const Offscreen context{OffscreenDriver::Software};
    for (const char* name : {"nothing", "missing.md"}) {
        options.lesson = name;
        EXPECT_THROW(App app(options), BadInput) << name;
    }
}

} // namespace
} // namespace lanescope::shell
