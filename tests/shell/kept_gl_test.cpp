// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Undo over all that is seen, bookmarks, what is pinned, and the session that was lost, by keys and mouse.
#include "driven.h"
#include "kit/frame.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/requests/scenario.h"

#include <imgui_internal.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

constexpr ImGuiKeyChord kUndo = ImGuiMod_Ctrl | ImGuiKey_Z, kRedo = ImGuiMod_Ctrl | ImGuiKey_Y;

fs::path keptFolder() {
    return fs::temp_directory_path() / ("lanescope-kept-gl-" + std::to_string(::getpid()));
}

AppOptions keptOptions() {
    fs::remove_all(keptFolder());
    fs::create_directories(keptFolder());
    AppOptions options;
    options.bookmarks = keptFolder() / "bookmarks.json";
    options.progress = keptFolder() / "lessons.json";
    return options;
}

/// All that the window shows, without the time of what is animated.
std::string seen() {
    std::string link = withoutSum(g_driven->app->link());
    if (const std::size_t at = link.find("&time="); at != std::string::npos)
        link.erase(at, std::min(link.find('&', at + 1), link.size()) - at);
    return link;
}

Bookmarks keptBookmarks() {
    const fs::path file = keptFolder() / "bookmarks.json";
    if (!fs::exists(file)) return {};
    std::ifstream in(file);
    return parseBookmarks(std::string{std::istreambuf_iterator<char>(in), {}}, file.string());
}

void chooseItem(ImGuiTestContext* ctx, const char* item) {
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick(item);
    ctx->SetRef("");
}

void showLab(ImGuiTestContext* ctx, const char* name) {
    if (!there(ctx, "//###Labs/labs")) ctx->ItemClick("//###Labs/Labs##tab");
    ctx->Yield(2);
    ctx->SetRef(ctx->WindowInfo("//###Labs/labs").ID);
    ctx->ItemClick(name);
    ctx->SetRef("");
    ctx->Yield(4);
}

void dragSlider(ImGuiTestContext* ctx, const char* parameter, float pixels) {
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemDragWithDelta((std::string(parameter) + "/##value").c_str(), ImVec2(pixels, 0));
    ctx->SetRef("");
}

void keep(ImGuiTestContext* ctx, const char* name) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
    ctx->Yield(4);
    ctx->KeyChars(name);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(2);
    ctx->WindowClose("//Bookmarks");
}

ImVec2 middleOf(WindowPart view) {
    const render::Rect rect = g_driven->app->viewRect(view);
    return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

/// Everything that a link carries is changed, one thing after the other; undo brings each back, and redo.
void everythingIsUndone(ImGuiTestContext* ctx) {
    using Change = std::pair<const char*, std::function<void()>>;
    const std::vector<Change> changes{
        {"a parameter", [&] { dragSlider(ctx, "stride", 40); }},
        {"another one", [&] { dragSlider(ctx, "pad", 30); }},
        {"all parameters", [&] { ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_R); }},
        {"the step", [&] { ctx->KeyPress(ImGuiKey_RightArrow); }},
        {"the architecture", [&] { chooseItem(ctx, "Device/CC 2.0  Tesla C2050"); }},
        {"the checks", [&] { chooseItem(ctx, "Device/Check races, uninitialised reads and misuse"); }},
        {"the theme", [&] { chooseItem(ctx, "View/Light"); }},
        {"the zoom", [&] { ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal); }},
        {"a bookmark", [&] { keep(ctx, "here"); }},
        {"the lab", [&] { showLab(ctx, "wave"); }},
        {"the camera",
         [&] {
             ctx->MouseMoveToPos(middleOf(WindowPart::Result));
             ctx->MouseDragWithDelta(ImVec2(60, 20));
         }},
        {"nearer, in several turns",
         [&] {
             ctx->MouseMoveToPos(middleOf(WindowPart::Result));
             for (int i = 0; i < 3; ++i) {
                 ctx->MouseWheelY(1);
                 ctx->Yield();
             }
         }},
        {"the presenter", [&] { ctx->KeyPress(ImGuiKey_P); }},
        {"and back", [&] { ctx->KeyPress(ImGuiKey_P); }},
    };
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(6);
    std::vector<std::string> states{seen()};
    std::vector<std::size_t> bookmarks{keptBookmarks().size()};
    for (const auto& [name, change] : changes) {
        change();
        ctx->Yield(60); // until what is animated by the layout stands still, and turns of the wheel are over
        ctx->LogInfo("%s: %s", name, seen().c_str());
        const bool isAnother = seen() != states.back() || keptBookmarks().size() != bookmarks.back();
        IM_CHECK(isAnother);
        states.push_back(seen());
        bookmarks.push_back(keptBookmarks().size());
    }
    for (std::size_t i = changes.size(); i-- > 0;) {
        ctx->LogInfo("undo of %s", changes[i].first);
        ctx->KeyPress(kUndo);
        ctx->Yield(8);
        IM_CHECK_STR_EQ(seen().c_str(), states[i].c_str());
        IM_CHECK_EQ(keptBookmarks().size(), bookmarks[i]);
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        ctx->LogInfo("redo of %s", changes[i].first);
        ctx->KeyPress(kRedo);
        ctx->Yield(8);
        IM_CHECK_STR_EQ(seen().c_str(), states[i + 1].c_str());
        IM_CHECK_EQ(keptBookmarks().size(), bookmarks[i + 1]);
    }
    chooseItem(ctx, "Edit/Undo");
    ctx->Yield(8);
    IM_CHECK_STR_EQ(seen().c_str(), states[changes.size() - 1].c_str());
    chooseItem(ctx, "Edit/Redo");
    ctx->Yield(8);
    IM_CHECK_STR_EQ(seen().c_str(), states.back().c_str());
    for (std::size_t i = 0; i < changes.size(); ++i) ctx->KeyPress(kUndo);
    ctx->Yield(8);
    IM_CHECK_STR_EQ(seen().c_str(), states.front().c_str());
}

/// Pages of a lesson are steps; the parameters that were moved meanwhile come back with theirs.
void pagesOfALessonAreUndone(ImGuiTestContext* ctx) {
    constexpr const char* kNext = "//###Lesson/**/###next";
    const std::string before = seen();
    ctx->ItemClick("//###Labs/Lessons##tab");
    ctx->Yield(3);
    ctx->ItemClick("//###Labs/**/##threads");
    IM_CHECK(soon(ctx, [&] { return there(ctx, kNext); }));
    ctx->Yield(8);
    const std::string introduction = seen();
    IM_CHECK(introduction.find("lesson=threads") != std::string::npos);
    IM_CHECK(introduction.find("page=0") != std::string::npos);
    // What the first step looks at, not what happened to be shown.
    IM_CHECK(introduction.find("lanescope:hierarchy?") == 0);
    ctx->ItemClick(kNext);
    IM_CHECK(soon(ctx, [&] { return seen().find("page=1") != std::string::npos; }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, kNext); }));
    ctx->Yield(60);
    const std::string page = seen();
    dragSlider(ctx, "block-x", 30);
    ctx->Yield(8);
    const std::string moved = seen();
    IM_CHECK_STR_NE(moved.c_str(), page.c_str());
    const auto press = [&](ImGuiKeyChord keys, const std::string& expected) {
        ctx->KeyPress(keys);
        ctx->Yield(60);
        IM_CHECK_STR_EQ(seen().c_str(), expected.c_str());
    };
    press(kUndo, page);
    press(kUndo, introduction); // a page and its parameters are one step
    press(kUndo, before);
    IM_CHECK(!there(ctx, kNext));
    press(kRedo, introduction);
    press(kRedo, page);
    press(kRedo, moved);
    // A link has all of that, in a window that shows something else, too.
    g_driven->app->openLesson("banks");
    ctx->Yield(60);
    g_driven->fileToOpen = moved;
    ctx->Yield(90);
    IM_CHECK_STR_EQ(seen().c_str(), moved.c_str());
    // Somebody else's values are drawn as long as that lesson is open; whose progress is kept is not changed.
    std::string others = moved;
    others.replace(others.find("student=0"), 9, "student=5");
    g_driven->fileToOpen = others;
    ctx->Yield(90);
    IM_CHECK_STR_EQ(seen().c_str(), others.c_str());
    IM_CHECK(g_driven->app->messages().find("the values of student 5") != std::string::npos);
    chooseItem(ctx, "Lesson/Close the lesson");
    ctx->Yield(8);
    IM_CHECK(seen().find("lesson=") == std::string::npos);
    g_driven->app->openLesson("threads");
    ctx->Yield(8);
    IM_CHECK(seen().find("student=0") != std::string::npos);
    chooseItem(ctx, "Lesson/Close the lesson");
    ctx->Yield(8);
}

void bookmarksAreKept(ImGuiTestContext* ctx) {
    showLab(ctx, "banks");
    dragSlider(ctx, "stride", 40);
    ctx->Yield(4);
    const std::string conflict = seen();
    keep(ctx, "a conflict");
    showLab(ctx, "coalescing");
    keep(ctx, "a conflict"); // the name is taken
    const auto names = [] {
        std::string text;
        for (const Bookmark& each : keptBookmarks()) text += each.name + ";";
        return text;
    };
    IM_CHECK_STR_EQ(names().c_str(), "a conflict;a conflict 2;");
    chooseItem(ctx, "Bookmarks/a conflict##a conflict");
    ctx->Yield(6);
    IM_CHECK_STR_EQ(seen().c_str(), conflict.c_str());
    showLab(ctx, "wave");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(4);
    ctx->KeyChars("a conflict");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(6);
    IM_CHECK_STR_EQ(seen().c_str(), conflict.c_str());
    // The key that opens the list closes it again, and so does Escape.
    const auto listed = [&] { return there(ctx, "//Bookmarks/##name"); };
    for (const ImGuiKeyChord close : {ImGuiMod_Ctrl | ImGuiKey_B, ImGuiKeyChord(ImGuiKey_Escape)}) {
        ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_B);
        ctx->Yield(4);
        IM_CHECK(listed());
        ctx->KeyPress(close);
        ctx->Yield(4);
        IM_CHECK(!listed());
    }
    chooseItem(ctx, "Bookmarks/Rename or delete...");
    ctx->Yield(4);
    ctx->ItemClick("//Bookmarks/**/a conflict 2/Rename");
    ctx->Yield(4);
    ctx->ItemInputValue("//Bookmarks/**/a conflict 2/##rename", "in memory");
    ctx->Yield(4);
    IM_CHECK_STR_EQ(names().c_str(), "a conflict;in memory;");
    ctx->ItemClick("//Bookmarks/**/a conflict/Delete");
    ctx->Yield(4);
    IM_CHECK_STR_EQ(names().c_str(), "in memory;");
    ctx->WindowClose("//Bookmarks");
    ctx->KeyPress(kUndo);
    ctx->Yield(4);
    ctx->KeyPress(kUndo);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(names().c_str(), "a conflict;a conflict 2;");
    ctx->KeyPress(kRedo);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(names().c_str(), "a conflict;in memory;");
    // A file that was damaged meanwhile: one line, and nothing is lost.
    std::ofstream(keptFolder() / "bookmarks.json") << "no bookmarks";
    chooseItem(ctx, "Bookmarks/Keep this view...");
    ctx->Yield(4);
    IM_CHECK(g_driven->app->messages().find("bookmarks.json.damaged") != std::string::npos);
    IM_CHECK(fs::exists(keptFolder() / "bookmarks.json.damaged"));
    ctx->KeyChars("another");
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(names().c_str(), "a conflict;in memory;another;");
    ctx->WindowClose("//Bookmarks");
}

/// What a link says is pinned; lane -1: no lane.
kit::Brush pinned() {
    const Scenario scenario = readScenario(g_driven->app->link());
    return appOptions(scenario.request, scenario.look).view.pinned;
}

/// A place of the stage where a click pins a lane; the mouse is there then.
std::optional<ImVec2> pinnedPlace(ImGuiTestContext* ctx) {
    const render::Rect access = g_driven->app->viewRect(WindowPart::Access);
    for (float y = access.y; y < access.y + access.height; y += 8)
        for (float x = access.x + 20; x < access.x + access.width; x += access.width / 12) {
            ctx->MouseMoveToPos(ImVec2(x, y));
            ctx->MouseClick(0);
            ctx->Yield(2);
            if (pinned().lane >= 0) return ImVec2(x, y);
        }
    return std::nullopt;
}

void aClickPins(ImGuiTestContext* ctx) {
    showLab(ctx, "banks");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_R);
    ctx->MouseMoveToPos(ImVec2(kWidth / 2, 3));
    ctx->Yield(200); // until no notice is there
    const auto stage = [&] {
        g_driven->wantsStage = true;
        ctx->Yield(2);
        return g_driven->stage;
    };
    const auto at = pinnedPlace(ctx);
    IM_CHECK_RETV(at.has_value(), );
    const kit::Brush lane = pinned();
    ctx->MouseMoveToPos(ImVec2(kWidth / 2, 3));
    ctx->Yield(4);
    const render::Image lit = stage();
    // It is drawn in a picture of that link alone, and goes with undo.
    const std::string link = g_driven->app->link();
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(pinned() == kit::Brush{});
    IM_CHECK(stage().pixels != lit.pixels);
    ctx->KeyPress(kUndo);
    ctx->Yield(4);
    IM_CHECK(pinned() == lane);
    IM_CHECK(stage().pixels == lit.pixels);
    // A second click lets it go, and another place takes it.
    ctx->MouseMoveToPos(*at);
    ctx->MouseClick(0);
    ctx->Yield(2);
    IM_CHECK(pinned() == kit::Brush{});
    ctx->MouseClick(0);
    ctx->Yield(2);
    IM_CHECK(pinned() == lane);
    // Not while a question waits: it would show whom a lane meets.
    g_driven->app->openLesson("banks");
    for (int i = 0; i < 3; ++i) {
        IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/###next"); }));
        ctx->ItemClick("//###Lesson/**/###next");
        ctx->Yield(20);
        if (pinned() == kit::Brush{}) break;
    }
    IM_CHECK(pinned() == kit::Brush{});
    chooseItem(ctx, "Lesson/Close the lesson");
    ctx->Yield(4);
}

void thereIsAWayBack(ImGuiTestContext* ctx) {
    constexpr const char* kBack = "//###Stage/Back to this lab's own access";
    showLab(ctx, "transpose");
    ctx->Yield(30);
    IM_CHECK(!there(ctx, kBack));
    ctx->KeyPress(ImGuiKey_DownArrow);
    IM_CHECK(soon(ctx, [&] { return there(ctx, kBack); }));
    ctx->ItemClick(kBack);
    IM_CHECK(soon(ctx, [&] { return !there(ctx, kBack); }));
    g_driven->fileToOpen = "lanescope:transpose?set=focus-block=2";
    IM_CHECK(soon(ctx, [&] { return there(ctx, kBack); }));
    ctx->ItemClick(kBack);
    ctx->Yield(30);
    IM_CHECK(!there(ctx, kBack));
    IM_CHECK_STR_EQ(g_driven->stamp("set focus-block").c_str(), "1");
}

/// The stage with the mouse at a share of its width and height.
render::Image stageWithMouseAt(ImGuiTestContext* ctx, float x, float y) {
    const render::Rect stage = g_driven->app->viewRect(WindowPart::Stage);
    ctx->MouseMoveToPos(ImVec2(stage.x + stage.width * x, stage.y + stage.height * y));
    ctx->Yield(3);
    g_driven->wantsStage = true;
    ctx->Yield(2);
    return g_driven->stage;
}

int brightness(const render::Image& image, float x, float y) {
    const std::uint8_t* at = image.at(static_cast<int>(static_cast<float>(image.width) * x),
                                      static_cast<int>(static_cast<float>(image.height) * y));
    return at[0] + at[1] + at[2];
}

bool isRed(const render::Image& image, float x, float y) {
    const std::uint8_t* at = image.at(static_cast<int>(static_cast<float>(image.width) * x),
                                      static_cast<int>(static_cast<float>(image.height) * y));
    return at[0] > 240 && at[1] < 60 && at[2] < 60;
}

void pointersFollowTheMouse(ImGuiTestContext* ctx) {
    showLab(ctx, "banks");
    chooseItem(ctx, "View/Light");
    ctx->Yield(200); // the notices go
    IM_CHECK(!isRed(stageWithMouseAt(ctx, 0.02F, 0.02F), 0.02F, 0.02F));
    ctx->KeyPress(ImGuiKey_L);
    ctx->Yield(2);
    IM_CHECK(g_driven->app->messages().find("Escape puts it away") != std::string::npos);
    const render::Image laser = stageWithMouseAt(ctx, 0.02F, 0.02F);
    IM_CHECK(isRed(laser, 0.02F, 0.02F));
    IM_CHECK(!isRed(laser, 0.98F, 0.98F));
    const render::Image moved = stageWithMouseAt(ctx, 0.98F, 0.98F);
    IM_CHECK(isRed(moved, 0.98F, 0.98F));
    IM_CHECK(!isRed(moved, 0.02F, 0.02F));
    ctx->KeyPress(ImGuiKey_S); // in its place
    const render::Image spot = stageWithMouseAt(ctx, 0.02F, 0.02F);
    IM_CHECK(!isRed(spot, 0.02F, 0.02F));
    IM_CHECK_LT(brightness(spot, 0.98F, 0.98F), 400);
    ctx->KeyPress(ImGuiKey_S);
    ctx->Yield(200); // what was announced goes
    const render::Image plain = stageWithMouseAt(ctx, 0.02F, 0.02F);
    IM_CHECK_GT(brightness(plain, 0.98F, 0.98F), 600);
    for (const float x : {0.02F, 0.03F, 0.05F, 0.06F}) // where the light is, all is as it was
        IM_CHECK_EQ(brightness(spot, x, 0.02F), brightness(plain, x, 0.02F));
    chooseItem(ctx, "View/Dark");
}

/// Rows of pixels that differ, from one to another.
int rowsThatDiffer(const render::Image& a, const render::Image& b, int from, int to) {
    int count = 0;
    for (int y = from; y < to; ++y)
        count += !std::equal(a.at(0, y), a.at(0, y) + std::size_t(a.width) * 4, b.at(0, y));
    return count;
}

void aNoticeLiesBelowThePictures(ImGuiTestContext* ctx) {
    showLab(ctx, "banks");
    ctx->Yield(200); // what was announced before goes
    const render::Image before = stageWithMouseAt(ctx, 0.5F, 0.01F);
    chooseItem(ctx, "Edit/Copy a link to this view");
    const render::Image during = stageWithMouseAt(ctx, 0.5F, 0.01F);
    const int end = static_cast<int>(g_driven->app->viewRect(WindowPart::Access).bottom() -
                                     g_driven->app->viewRect(WindowPart::Stage).y);
    IM_CHECK_GT(end, before.height / 2);
    IM_CHECK_EQ(rowsThatDiffer(before, during, 0, end), 0);
    IM_CHECK_GT(rowsThatDiffer(before, during, end, before.height), 10);
    ctx->Yield(200);
    IM_CHECK_EQ(rowsThatDiffer(before, stageWithMouseAt(ctx, 0.5F, 0.01F), 0, before.height), 0);
}

void aLinkIsPasted(ImGuiTestContext* ctx) {
    constexpr ImGuiKeyChord kPaste = ImGuiMod_Ctrl | ImGuiKey_V;
    showLab(ctx, "banks");
    dragSlider(ctx, "stride", 40);
    chooseItem(ctx, "Edit/Copy a link to this view");
    const std::string banks = seen();
    showLab(ctx, "wave");
    ctx->KeyPress(kPaste);
    ctx->Yield(10);
    IM_CHECK_STR_EQ(seen().c_str(), banks.c_str());
    // The code in a picture's corner, as it is copied from there.
    ImGui::SetClipboardText(" lanescope open wave@9.0~w3w\n");
    ctx->KeyPress(kPaste);
    ctx->Yield(10);
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "wave");
    ctx->KeyPress(kUndo);
    ctx->Yield(10);
    IM_CHECK_STR_EQ(seen().c_str(), banks.c_str());
    // Neither: it is said, and nothing changes.
    ImGui::SetClipboardText("__shared__ float tile[32][33];");
    chooseItem(ctx, "Edit/Paste a link");
    ctx->Yield(10);
    IM_CHECK_STR_EQ(seen().c_str(), banks.c_str());
    IM_CHECK(g_driven->app->messages().find("the clipboard has neither") != std::string::npos);
}

TEST(Ui, UndoAndBookmarks) {
    Driven driven(false, keptOptions());
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "kept", "undo")->TestFunc = everythingIsUndone;
    IM_REGISTER_TEST(driven.engine, "kept", "lessons")->TestFunc = pagesOfALessonAreUndone;
    IM_REGISTER_TEST(driven.engine, "kept", "bookmarks")->TestFunc = bookmarksAreKept;
    IM_REGISTER_TEST(driven.engine, "kept", "way back")->TestFunc = thereIsAWayBack;
    IM_REGISTER_TEST(driven.engine, "kept", "paste")->TestFunc = aLinkIsPasted;
    driven.run();
    fs::remove_all(keptFolder());
}

TEST(Ui, PinsAndPointers) {
    Driven driven(false, keptOptions());
    driven.keepsPictures = true;
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "kept", "pins")->TestFunc = aClickPins;
    IM_REGISTER_TEST(driven.engine, "kept", "pointers")->TestFunc = pointersFollowTheMouse;
    IM_REGISTER_TEST(driven.engine, "kept", "notice")->TestFunc = aNoticeLiesBelowThePictures;
    driven.run();
    fs::remove_all(keptFolder());
}

void aLostSessionIsTaken(ImGuiTestContext* ctx) {
    constexpr const char* kGoOn = "//Last session/Continue with it";
    ctx->Yield(4);
    IM_CHECK(g_driven->app->offersLost());
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "4");
    ctx->ItemClick(kGoOn);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "7");
    IM_CHECK(!g_driven->app->offersLost());
    IM_CHECK(!there(ctx, kGoOn));
    ctx->KeyPress(kUndo); // as any other step
    ctx->Yield(4);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "4");
}

/// Enter and Escape answer it; other keys do nothing to the window behind it.
void aLostSessionHasTheKeys(ImGuiTestContext* ctx) {
    ctx->Yield(4);
    const std::string before = seen();
    for (const ImGuiKeyChord key :
         {ImGuiKeyChord(ImGuiKey_P), ImGuiMod_Ctrl | ImGuiKey_Equal, ImGuiMod_Ctrl | ImGuiKey_R,
          ImGuiMod_Ctrl | ImGuiKey_K, ImGuiKeyChord(ImGuiKey_RightArrow)})
        ctx->KeyPress(key);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(seen().c_str(), before.c_str());
    IM_CHECK(!there(ctx, "//Find/##query"));
    IM_CHECK(g_driven->app->offersLost());
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    IM_CHECK(!g_driven->app->offersLost());
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "7");
}

void escapeForgetsALostSession(ImGuiTestContext* ctx) {
    ctx->Yield(4);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(!g_driven->app->offersLost());
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "4");
}

void aLostSessionIsForgotten(ImGuiTestContext* ctx) {
    ctx->Yield(4);
    ctx->ItemClick("//Last session/Start afresh");
    ctx->Yield(4);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "4");
    IM_CHECK(!g_driven->app->offersLost());
}

TEST(Ui, ASessionThatWasLostIsOffered) {
    for (ImGuiTestTestFunc* test :
         {aLostSessionIsTaken, aLostSessionHasTheKeys, escapeForgetsALostSession, aLostSessionIsForgotten}) {
        AppOptions lost = keptOptions();
        lost.lost = "lanescope:banks?set=stride=7";
        Driven driven(false, lost);
        g_driven = &driven;
        IM_REGISTER_TEST(driven.engine, "kept", "lost session")->TestFunc = test;
        driven.run();
    }
    fs::remove_all(keptFolder());
}

} // namespace
} // namespace lanescope::shell
