// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/commands.h"

#include "text/tr.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lanescope::shell {

namespace {

/// What one press of a key makes the scale larger by, a factor.
constexpr float kZoomStep = 1.1F;

bool measuresTimes(const Runner& runner) {
    return runner.can().measuresTimes;
}
bool couldUseGpu(const Runner& runner) {
    return !runner.can().measuresTimes && !runner.cuda().devices.empty();
}
bool isAnimated(const Runner& runner) {
    return runner.animated();
}
bool stands(const Runner& runner) {
    return !runner.animated();
}
bool chooses(const Runner& runner) {
    return runner.checksState().canChoose();
}

template<Capture::As as>
void capture(UserActions& actions) {
    actions.pictures.stage = Capture{.as = as};
}
template<Measured what>
void measure(UserActions& actions) {
    actions.measuring.start = what;
}
template<kit::Control what>
void control(UserActions& actions) {
    actions.stage.control = what;
}

using As = Capture::As;
using kit::Control;

constexpr std::array kCommands{
    Command{.what = CommandId::Find,
            .name = translatable("Find"),
            .keys = "Ctrl+K",
            .does = translatable("find a lab, a term, a lesson, a command or a parameter"),
            .act = [](UserActions& a) { a.guide.find = true; }},
    Command{.what = CommandId::OpenFile,
            .name = translatable("Open a file or program"),
            .inMenu = translatable("Open a file or program..."),
            .keys = "Ctrl+O",
            .does = translatable("open a program, a CUDA source, a recording, a lesson or a picture"),
            .words = "run, load, executable, .cu, .lanescope, 打开, 运行, 文件, 程序",
            .act = [](UserActions& a) { a.guide.findFile = true; }},
    Command{.what = CommandId::ResetValues,
            .name = translatable("Reset parameters"),
            .keys = "Ctrl+R",
            .does = translatable("all parameters back to their defaults"),
            .words = "defaults, 默认值, 重置",
            .act = [](UserActions& a) { a.run.edit.reset = true; }},
    Command{.what = CommandId::Undo,
            .name = translatable("Undo"),
            .keys = "Ctrl+Z",
            .taken = KeyTaken::UnlessEdited,
            .repeats = true,
            .does = translatable("undo or redo: parameters, labs, the view, bookmarks, pages of a lesson"),
            .words = "back, 撤销, 后退",
            .act = [](UserActions& a) { a.open.history = -1; }},
    Command{.what = CommandId::Redo,
            .name = translatable("Redo"),
            .keys = "Ctrl+Y",
            .also = "Ctrl+Shift+Z",
            .taken = KeyTaken::UnlessEdited,
            .repeats = true,
            .words = "again, 重做",
            .act = [](UserActions& a) { a.open.history = 1; }},
    Command{.what = CommandId::KeepView,
            .name = translatable("Keep this view"),
            .inMenu = translatable("Keep this view..."),
            .keys = "Ctrl+B",
            .does = translatable("keep this view as a bookmark, or close the list of them"),
            .words = "bookmark, remember, save, 书签, 收藏, 保存",
            .act = [](UserActions& a) { a.bookmarks.open = true; },
            .byKey = [](UserActions& a) { a.bookmarks.toggle = true; }},
    Command{.what = CommandId::EditBookmarks,
            .name = translatable("Bookmarks"),
            .inMenu = translatable("Rename or delete..."),
            .words = "kept views, rename, delete, go back, 书签, 收藏",
            .act = [](UserActions& a) { a.bookmarks.open = true; }},
    Command{.what = CommandId::Unpin,
            .name = translatable("Unpin"),
            .keys = "Escape",
            .taken = KeyTaken::WhenFree,
            .does = translatable("unpin what a click on the stage has pinned, and show all steps at once"),
            .words = "pin, unpin, highlight",
            .act = [](UserActions& a) { a.stage.unpin = true; }},
    Command{.what = CommandId::PlayAnimation,
            .name = translatable("Play or pause"),
            .keys = "Space",
            .taken = KeyTaken::WhenFree,
            .does = translatable("play or pause: the animation, or the steps through the wavefronts"),
            .words = "animation, stop",
            .act = [](UserActions& a) { a.playOrPause = true; },
            .available = isAnimated},
    Command{.what = CommandId::PlaySteps,
            .name = translatable("Play or pause the wavefronts"),
            .keys = "Space",
            .taken = KeyTaken::WhenFree,
            .words = "steps, pause, stop, animation",
            .act = control<Control::PlaySteps>,
            .available = stands},
    Command{.what = CommandId::PreviousStep,
            .name = translatable("Previous wavefront"),
            .keys = "Left",
            .taken = KeyTaken::WhenFree,
            .repeats = true,
            .does = translatable("one step back or forward"),
            .words = "step",
            .act = control<Control::PreviousStep>},
    Command{.what = CommandId::NextStep,
            .name = translatable("Next wavefront"),
            .keys = "Right",
            .taken = KeyTaken::WhenFree,
            .repeats = true,
            .words = "step",
            .act = control<Control::NextStep>},
    Command{.what = CommandId::PreviousSite,
            .name = translatable("Previous memory instruction"),
            .keys = "Up",
            .also = "Shift+,",
            .taken = KeyTaken::WhenFree,
            .repeats = true,
            .does = translatable("the previous or next memory instruction"),
            .words = "access, load, store",
            .act = control<Control::PreviousSite>},
    Command{.what = CommandId::NextSite,
            .name = translatable("Next memory instruction"),
            .keys = "Down",
            .also = "Shift+.",
            .taken = KeyTaken::WhenFree,
            .repeats = true,
            .words = "access, load, store",
            .act = control<Control::NextSite>},
    Command{.what = CommandId::NextPage,
            .name = translatable("Next step"),
            .keys = "Page Down",
            .taken = KeyTaken::ByLessonsPanel,
            .does = translatable(
                "the next step of a lesson; as a presenter, the answer first, and lessons and labs too"),
            .act = [](UserActions& a) { a.lesson.page = 1; }},
    Command{.what = CommandId::PreviousPage,
            .name = translatable("Step back"),
            .keys = "Page Up",
            .taken = KeyTaken::ByLessonsPanel,
            .act = [](UserActions& a) { a.lesson.page = -1; }},
    Command{.what = CommandId::RestartLesson,
            .name = translatable("Start the lesson again"),
            .words = "restart, reset, over, forget answers, 重新开始",
            .act = [](UserActions& a) { a.lesson.restart = true; }},
    Command{.what = CommandId::CloseLesson,
            .name = translatable("Close the lesson"),
            .words = "leave, end, exit, labs, 关闭课程, 退出课程",
            .act = [](UserActions& a) { a.lesson.close = true; }},
    Command{.what = CommandId::Dark,
            .name = translatable("Dark theme"),
            .inMenu = translatable("Dark"),
            .words = "colours, colors, night, 颜色, 深色, 夜间, 主题",
            .act = [](UserActions& a) { a.look.light = false; }},
    Command{.what = CommandId::Light,
            .name = translatable("Light theme"),
            .inMenu = translatable("Light"),
            .words = "colours, colors, bright, paper, 颜色, 浅色, 亮, 主题",
            .act = [](UserActions& a) { a.look.light = true; }},
    Command{.what = CommandId::English,
            .name = "English",
            .words = "language, 语言, 英语, 英文",
            .act = [](UserActions& a) { a.language.choose = text::Language::English; }},
    Command{.what = CommandId::Chinese,
            .name = translatable("Chinese"),
            .words = "language, Chinese, Zhongwen, yuyan, 语言, 中文, 汉语",
            .act = [](UserActions& a) { a.language.choose = text::Language::Chinese; }},
    Command{.what = CommandId::Present,
            .name = translatable("Presenter mode"),
            .keys = "P",
            .taken = KeyTaken::UnlessTyped,
            .does = translatable(
                "presenter mode: large text, the stage, what it means, and the parameters that matter"),
            .words = "projector, teach, large text, 投影, 演示, 讲课, 大字",
            .act = [](UserActions& a) { a.look.togglePresenter = true; }},
    Command{.what = CommandId::FullScreen,
            .name = translatable("Full screen"),
            .keys = "F11",
            .does = translatable("the whole screen, or the window again"),
            .words = "projector, present, monitor, maximize, 投影, 演示, 全屏",
            .act = [](UserActions& a) { a.toggleFullScreen = true; }},
    Command{.what = CommandId::HideVerdict,
            .name = translatable("Show or hide what it means"),
            .keys = "V",
            .taken = KeyTaken::UnlessTyped,
            .does = translatable("hide what it means, or show it again: let the audience predict"),
            .words = "verdict, reveal, predict, presenter",
            .act = [](UserActions& a) { a.toggleVerdict = true; }},
    Command{.what = CommandId::Laser,
            .name = translatable("Laser pointer"),
            .keys = "L",
            .taken = KeyTaken::UnlessTyped,
            .does = translatable("laser pointer, spotlight"),
            .words = "red dot, mouse, presenter",
            .act = [](UserActions& a) { a.pointer = Pointer::Kind::Laser; }},
    Command{.what = CommandId::Spotlight,
            .name = translatable("Spotlight"),
            .keys = "S",
            .taken = KeyTaken::UnlessTyped,
            .words = "highlight, mouse, dark, presenter",
            .act = [](UserActions& a) { a.pointer = Pointer::Kind::Spotlight; }},
    Command{.what = CommandId::BlackScreen,
            .name = translatable("Black screen"),
            .keys = ".",
            .taken = KeyTaken::UnlessTyped,
            .does = translatable("a black screen, or the window again; many clickers have a button for it"),
            .words = "blank, pause, dark, presenter, clicker, 黑屏",
            .act = [](UserActions& a) { a.pointer = Pointer::Kind::Black; }},
    Command{.what = CommandId::Larger,
            .name = translatable("Larger"),
            .keys = "Ctrl++",
            .repeats = true,
            .does = translatable("larger or smaller"),
            .words = "zoom in, scale, font size, 放大, 字号, 字体",
            .act = [](UserActions& a) { a.look.zoomBy = kZoomStep; }},
    Command{.what = CommandId::Smaller,
            .name = translatable("Smaller"),
            .keys = "Ctrl+-",
            .repeats = true,
            .words = "zoom out, scale, font size, 缩小, 字号, 字体",
            .act = [](UserActions& a) { a.look.zoomBy = 1 / kZoomStep; }},
    Command{.what = CommandId::UsualSize,
            .name = translatable("Usual size"),
            .keys = "Ctrl+0",
            .does = translatable("text and panels at 100 %"),
            .words = "zoom, scale, font size, reset, 100 %, 缩放, 字号, 字体",
            .act = [](UserActions& a) { a.look.zoom = 1; }},
    Command{.what = CommandId::ResetLayout,
            .name = translatable("Reset layout"),
            .words = "panels, windows, docking, 布局, 窗口, 面板",
            .act = [](UserActions& a) { a.look.reset = true; }},
    Command{.what = CommandId::ResetView,
            .name = translatable("Reset camera and steps"),
            .words = "view",
            .act = [](UserActions& a) { a.stage.reset = true; }},
    Command{.what = CommandId::Check,
            .name = kChecks,
            .words = "race checker, racecheck, memcheck, sanitizer, initcheck",
            .act = [](UserActions& a) { a.run.toggleChecks = true; },
            .available = chooses},
    Command{.what = CommandId::RunOnGpu,
            .name = translatable("Run on the GPU"),
            .words = "device, CUDA, measure",
            .act = [](UserActions& a) { a.run.device = "cuda"; },
            .available = couldUseGpu},
    Command{.what = CommandId::RunEmulated,
            .name = translatable("Run emulated"),
            .words = "device, without a GPU, processor",
            .act = [](UserActions& a) { a.run.device = device::kEmulated; },
            .available = measuresTimes},
    Command{.what = CommandId::MeasureCounters,
            .name = translatable("Measure the hardware counters"),
            .words = "CUPTI, profiler",
            .act = measure<Measured::Counters>,
            .available = measuresTimes},
    Command{.what = CommandId::MeasureSweep,
            .name = translatable("Measure the sweep"),
            .words = "times",
            .act = measure<Measured::Sweep>,
            .available = measuresTimes},
    Command{.what = CommandId::MeasureTransfers,
            .name = translatable("Measure transfers"),
            .words = "copies, bandwidth, PCIe",
            .act = measure<Measured::Transfers>,
            .available = measuresTimes},
    Command{.what = CommandId::Validate,
            .name = translatable("Validate the model on this GPU"),
            .words = "exact, compare",
            .act = measure<Measured::Validation>,
            .available = measuresTimes},
    Command{.what = CommandId::SaveWindow,
            .name = translatable("Save a picture of the window"),
            .inMenu = translatable("Picture of the window"),
            .keys = "F12",
            .taken = KeyTaken::Always,
            .does = translatable("save a picture of the window"),
            .words = "screenshot, PNG, capture, 截图, 图片",
            .act = [](UserActions& a) { a.pictures.window = true; }},
    Command{.what = CommandId::SavePng,
            .name = translatable("Save the stage as PNG"),
            .inMenu = translatable("Save as PNG, 1920 x 1080"),
            .words = "screenshot, capture, slide, export, 截图, 图片, 幻灯片, 导出",
            .act = capture<As::Png>},
    Command{.what = CommandId::SaveLargePng,
            .name = translatable("Save the stage as a large PNG"),
            .inMenu = translatable("Save as PNG, 3840 x 2160"),
            .words = "4K, 3840 x 2160, capture, slide, export",
            .act = capture<As::LargePng>},
    Command{.what = CommandId::SaveSvg,
            .name = translatable("Save the stage as SVG"),
            .inMenu = translatable("Save as SVG"),
            .words = "vector, capture, paper, export, 矢量图, 论文, 导出",
            .act = capture<As::Svg>},
    Command{.what = CommandId::SavePdf,
            .name = translatable("Save the stage as PDF"),
            .inMenu = translatable("Save as PDF"),
            .words = "vector, capture, paper, print, printer, export, 矢量图, 论文, 打印, 存成, 导出",
            .act = capture<As::Pdf>},
    Command{.what = CommandId::SaveGif,
            .name = translatable("Save the steps as GIF"),
            .words = "animation, film, capture, export, 动画, 动图, 导出",
            .act = capture<As::Gif>},
    Command{.what = CommandId::CopyPicture,
            .name = translatable("Copy the picture"),
            .words = "clipboard, paste, screenshot, 剪贴板, 截图, 复制图片",
            .act = capture<As::Clipboard>},
    Command{.what = CommandId::CopyCommand,
            .name = translatable("Copy the command for this picture"),
            .words = "shot, command line, shell, 命令行",
            .act = [](UserActions& a) { a.pictures.copyCommand = true; }},
    Command{.what = CommandId::CopyLink,
            .name = translatable("Copy a link to this view"),
            .words = "share, state, clipboard, 分享, 链接",
            .act = [](UserActions& a) { a.pictures.copyLink = true; }},
    Command{.what = CommandId::PasteLink,
            .name = translatable("Paste a link"),
            .keys = "Ctrl+V",
            .taken = KeyTaken::UnlessTyped,
            .does = translatable("show what a copied link, or the code in a picture's corner, stands for"),
            .words = "open, share, state, clipboard, code, 打开, 分享, 链接",
            .act = [](UserActions& a) { a.open.pastedLink = true; }},
    Command{.what = CommandId::ExplainTerms,
            .name = translatable("Terms"),
            .words = "glossary, words, meaning, explain, 术语, 词汇, 解释",
            .act = [](UserActions& a) { a.guide.term = ""; }},
    Command{.what = CommandId::Tour,
            .name = translatable("Tour of the window"),
            .words = "introduction, help, first steps, begin, 入门, 帮助, 教程, 介绍",
            .act = [](UserActions& a) { a.guide.tour = true; }},
    Command{.what = CommandId::ShowKeys,
            .name = translatable("Keys"),
            .keys = "F1",
            .does = translatable("this list"),
            .words = "keyboard, shortcuts, help, 键盘, 快捷键, 帮助",
            .act = [](UserActions& a) { a.guide.showKeys = true; },
            .byKey = [](UserActions& a) { a.guide.toggleKeys = true; }},
    Command{.what = CommandId::Quit,
            .name = translatable("Quit"),
            .keys = "Ctrl+Q",
            .does = translatable("quit"),
            .words = "exit, close, 退出, 关闭",
            .act = [](UserActions& a) { a.quit = true; }},
};

/// What keys do that are no command's.
constexpr std::array<std::pair<const char*, const char*>, 5> kOtherKeys{
    {{"/", translatable("find a lab in the list")},
     {translatable("Ctrl+click"), translatable("type the value of a slider")},
     {translatable("A to H, Enter"), translatable("choose an answer, have it checked, and go on")},
     {"Ctrl+Enter", translatable("run a program that a link or a file names, where the window asks")},
     {"Ctrl+Tab",
      translatable("from panel to panel; arrows, Space and Enter within one; Escape leaves it")}}};

consteval bool areInOrder() {
    for (std::size_t i = 0; i < kCommands.size(); ++i)
        if (static_cast<std::size_t>(kCommands[i].what) != i) return false;
    return kCommands.size() == static_cast<std::size_t>(CommandId::Quit) + 1;
}
static_assert(areInOrder(), "commandOf() finds them by their place");

/// A key with what is held beside it; the same character may be on two keys.
struct Chord {
    bool control = false, shift = false;
    std::array<ImGuiKey, 2> keys{ImGuiKey_None, ImGuiKey_None};

    bool operator==(const Chord&) const = default;
};

constexpr bool takePrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix) || text.size() == prefix.size()) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Keys as the table names them; letters are named by themselves.
constexpr std::array<std::pair<std::string_view, std::array<ImGuiKey, 2>>, 16> kNamed{
    {{"F1", {ImGuiKey_F1, ImGuiKey_None}},
     {"F11", {ImGuiKey_F11, ImGuiKey_None}},
     {"F12", {ImGuiKey_F12, ImGuiKey_None}},
     {translatable("Space"), {ImGuiKey_Space, ImGuiKey_None}},
     {translatable("Escape"), {ImGuiKey_Escape, ImGuiKey_None}},
     {translatable("Left"), {ImGuiKey_LeftArrow, ImGuiKey_None}},
     {translatable("Right"), {ImGuiKey_RightArrow, ImGuiKey_None}},
     {translatable("Up"), {ImGuiKey_UpArrow, ImGuiKey_None}},
     {translatable("Down"), {ImGuiKey_DownArrow, ImGuiKey_None}},
     {translatable("Page Up"), {ImGuiKey_PageUp, ImGuiKey_None}},
     {translatable("Page Down"), {ImGuiKey_PageDown, ImGuiKey_None}},
     {",", {ImGuiKey_Comma, ImGuiKey_None}},
     {".", {ImGuiKey_Period, ImGuiKey_KeypadDecimal}},
     {"+", {ImGuiKey_Equal, ImGuiKey_KeypadAdd}},
     {"-", {ImGuiKey_Minus, ImGuiKey_KeypadSubtract}},
     {"0", {ImGuiKey_0, ImGuiKey_Keypad0}}}};
constexpr Chord chordOf(std::string_view text) {
    Chord chord;
    chord.control = takePrefix(text, "Ctrl+");
    chord.shift = takePrefix(text, "Shift+");
    const auto named = std::ranges::find(kNamed, text, [](const auto& each) { return each.first; });
    if (named != kNamed.end())
        chord.keys = named->second;
    else if (text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z')
        chord.keys[0] = static_cast<ImGuiKey>(ImGuiKey_A + (text[0] - 'A'));
    return chord;
}

constexpr bool namesKeys(std::string_view text) {
    return text.empty() || chordOf(text).keys[0] != ImGuiKey_None;
}
static_assert(std::ranges::all_of(kCommands,
                                  [](const Command& each) {
                                      return namesKeys(each.keys) && namesKeys(each.also);
                                  }),
              "a key that nobody knows");

bool hasChord(const Command& command, const Chord& chord) {
    return chordOf(command.keys) == chord || chordOf(command.also) == chord;
}

/// Shift matters only where it makes another command's keys: on many keyboards some characters take it.
bool isPressed(const Chord& chord, bool repeats) {
    const ImGuiIO& io = ImGui::GetIO();
    if (chord.keys[0] == ImGuiKey_None || chord.control != io.KeyCtrl) return false;
    if (std::ranges::none_of(chord.keys, [repeats](ImGuiKey key) {
            return key != ImGuiKey_None && ImGui::IsKeyPressed(key, repeats);
        }))
        return false;
    if (chord.shift || !io.KeyShift) return chord.shift == io.KeyShift;
    Chord shifted = chord;
    shifted.shift = true;
    return std::ranges::none_of(kCommands, [&](const Command& each) { return hasChord(each, shifted); });
}

bool isTaken(KeyTaken taken, const KeyFocus& focus) {
    switch (taken) {
    case KeyTaken::Always:
        return true;
    case KeyTaken::UnlessAsked:
        return !focus.asked;
    case KeyTaken::UnlessEdited:
        return !focus.asked && !focus.edited;
    case KeyTaken::UnlessTyped:
        return !focus.asked && !focus.typed;
    case KeyTaken::WhenFree:
        return !focus.asked && !focus.typed && focus.free;
    case KeyTaken::ByLessonsPanel:
        return false;
    }
    return false;
}

} // namespace

std::span<const Command> commands() {
    return kCommands;
}

bool commandItem(CommandId what, UserActions& actions, bool checked, bool enabled) {
    const Command& command = commandOf(what);
    const char* keys = *command.keys ? keyText(command.keys) : nullptr;
    if (!ImGui::MenuItem(tr(command.inMenu ? command.inMenu : command.name), keys, checked, enabled))
        return false;
    command.act(actions);
    return true;
}

void takeCommandKeys(const Runner& runner, const KeyFocus& focus, UserActions& actions) {
    for (const Command& command : kCommands) {
        if (!isTaken(command.taken, focus) || (command.available && !command.available(runner))) continue;
        if (isPressed(chordOf(command.keys), command.repeats) ||
            isPressed(chordOf(command.also), command.repeats))
            (command.byKey ? command.byKey : command.act)(actions);
    }
}

const char* keyText(const char* keys) {
    return keys[0] != '\0' && keys[1] == '\0' ? keys : tr(keys);
}

std::vector<KeyRow> keyRows() {
    std::vector<KeyRow> rows;
    std::string_view last;
    for (const Command& command : kCommands) {
        if (!*command.keys) continue;
        if (command.does)
            rows.push_back({keyText(command.keys), command.does});
        else if (command.keys != last)
            rows.back().keys += tr(", ") + std::string(keyText(command.keys));
        last = command.keys;
    }
    for (const auto& [keys, does] : kOtherKeys) rows.push_back({tr(keys), does});
    return rows;
}

} // namespace lanescope::shell
