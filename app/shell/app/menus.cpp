// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/widgets.h"
#include "shell/app/state.h"
#include "shell/version.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>

namespace lanescope::shell {

using kit::ColorScope;
using kit::FontScope;
using kit::points;

namespace {

std::string architectureTitle(const model::Architecture& row) {
    return row.hasDeviceFigures() ? fmt::format("CC {}  {}", row.cc.text(), row.name)
                                  : fmt::format("{}  (rules only)", row.name);
}

struct Key {
    const char* keys;
    const char* does;
};
constexpr Key kKeys[] = {
    {"F12", "save a picture of the window"},
    {"Space", "play or pause: the animation, or the steps through the wavefronts"},
    {"Left, Right", "one wavefront back or on"},
    {"Up, Down", "the previous or next memory instruction"},
    {"P", "presenter mode: large text, only the stage and what it means"},
    {"/", "find a lab by name"},
    {"Ctrl+Z, Ctrl+Y", "undo or redo a parameter"},
    {"Ctrl+R", "all parameters back to their defaults"},
    {"Ctrl+Plus, Ctrl+Minus", "larger or smaller"},
    {"Ctrl+Tab", "from panel to panel; arrows, Space and Enter within one; Escape leaves it"},
    {"F1", "this list"},
    {"Ctrl+Q", "quit"}};

} // namespace

void App::State::requestScreenshot() {
    do {
        screenshotRequest = fmt::format("lanescope-{}-{}.png", entry->name, ++screenshots);
    } while (std::filesystem::exists(screenshotRequest));
}

/// Dear ImGui moves the focus and presses items with the keys that play and step here. An owned key is not
/// its own any more; the ownership has to be there in the frame before the key goes down.
void App::State::keepKeysFromNavigation(bool forNavigation) {
    const ImGuiID owner = forNavigation ? ImGuiKeyOwner_NoOwner : ImHashStr("shortcuts");
    for (const ImGuiKey key :
         {ImGuiKey_Space, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow})
        if (forNavigation ? ImGui::GetKeyOwner(key) == ImHashStr("shortcuts")
                          : ImGui::TestKeyOwner(key, owner))
            ImGui::SetKeyOwner(key, owner);
}

void App::State::shortcuts() {
    ImGuiIO& io = ImGui::GetIO();
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
    const bool popup =
        ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    const bool others = io.WantTextInput || io.NavVisible || popup;
    keepKeysFromNavigation(others);
    if (pressed(ImGuiKey_F12)) requestScreenshot();
    if (pressed(ImGuiKey_F1)) showHelp = !showHelp;
    if (io.KeyCtrl) {
        if (pressed(ImGuiKey_Q)) quit = true;
        if (ImGui::IsKeyPressed(ImGuiKey_Z)) undo(io.KeyShift ? 1 : -1);
        if (ImGui::IsKeyPressed(ImGuiKey_Y)) undo(1);
        if (pressed(ImGuiKey_R)) {
            for (kit::Parameter* parameter : lab->parameters()) parameter->reset();
            rememberForUndo();
        }
        if (ImGui::IsKeyPressed(ImGuiKey_Equal) || ImGui::IsKeyPressed(ImGuiKey_KeypadAdd))
            userScale = std::min(3.0F, userScale * 1.1F);
        if (ImGui::IsKeyPressed(ImGuiKey_Minus) || ImGui::IsKeyPressed(ImGuiKey_KeypadSubtract))
            userScale = std::max(0.5F, userScale / 1.1F);
        return;
    }
    if (io.WantTextInput) return;
    if (pressed(ImGuiKey_P)) {
        presenter = !presenter;
        resetLayout = true;
    }
    // The character and not the key: on many keyboards it takes Shift and another key.
    if (io.InputQueueCharacters.contains(static_cast<ImWchar>('/'))) {
        io.InputQueueCharacters.resize(0);
        focusFilter = true;
        resetLayout |= presenter;
        presenter = false;
    }
    if (pressed(ImGuiKey_Escape) && !popup) ImGui::SetNavCursorVisible(false);
    if (others) return;
    if (pressed(ImGuiKey_Space)) {
        if (session->animated()) {
            paused = !paused;
            if (paused)
                pausedAt = time - timeOffset;
            else
                timeOffset = time - pausedAt;
        } else {
            control(kit::Control::PlaySteps);
        }
    }
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) control(kit::Control::NextStep);
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) control(kit::Control::PreviousStep);
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) control(kit::Control::NextSite);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) control(kit::Control::PreviousSite);
}

void App::State::menuBar() {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(points(8), points(9)));
    if (!ImGui::BeginMainMenuBar()) {
        ImGui::PopStyleVar();
        return;
    }
    ImGui::PopStyleVar();
    {
        const FontScope bold(kit::style().bold, 1.1F);
        kit::coloredText(kit::style().theme->text, "Lanescope");
    }
    ImGui::Dummy(ImVec2(points(6), 0));
    if (ImGui::BeginMenu("Lab")) {
        std::string chapter;
        for (const kit::LabEntry& each : kit::labs()) {
            if (each.chapter != chapter) {
                chapter = each.chapter;
                ImGui::SeparatorText(chapter.c_str());
            }
            if (ImGui::MenuItem(each.name.c_str(), nullptr, &each == entry)) openLab(each);
            kit::tooltip(each.summary);
        }
        ImGui::Separator();
        if (ImGui::MenuItem("Reset parameters", "Ctrl+R")) {
            for (kit::Parameter* parameter : lab->parameters()) parameter->reset();
            rememberForUndo();
        }
        if (ImGui::MenuItem("Undo", "Ctrl+Z", false, edits().index > 0)) undo(-1);
        if (ImGui::MenuItem("Redo", "Ctrl+Y", false, edits().index + 1 < edits().states.size())) undo(1);
        ImGui::Separator();
        if (ImGui::MenuItem("Quit", "Ctrl+Q")) quit = true;
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("View")) {
        if (ImGui::MenuItem("Dark", nullptr, !light)) light = false;
        if (ImGui::MenuItem("Light", nullptr, light)) light = true;
        ImGui::Separator();
        if (ImGui::MenuItem("Presenter mode", "P", presenter)) {
            presenter = !presenter;
            resetLayout = true;
        }
        if (ImGui::MenuItem("Reset layout")) resetLayout = true;
        if (ImGui::MenuItem("Reset camera and steps")) view = {};
        ImGui::Separator();
        if (ImGui::MenuItem("Larger", "Ctrl++")) userScale = std::min(3.0F, userScale * 1.1F);
        if (ImGui::MenuItem("Smaller", "Ctrl+-")) userScale = std::max(0.5F, userScale / 1.1F);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Device")) {
        const auto choose = [&](const std::string& choice) {
            try {
                openDevice(choice);
            } catch (const std::exception& failure) {
                say(Message::Kind::Error, failure.what());
            }
        };
        for (const device::Info& info : cuda.devices) {
            const std::string choice = fmt::format("cuda:{}", info.ordinal);
            const bool chosen = usesCuda() && device->info().ordinal == info.ordinal;
            if (ImGui::MenuItem(fmt::format("{}##{}", info.name, choice).c_str(), nullptr, chosen) && !chosen)
                choose(choice);
        }
        if (cuda.devices.empty()) {
            ImGui::MenuItem("no CUDA device", nullptr, false, false);
            kit::tooltip(cuda.reason);
        }
        if (ImGui::MenuItem("Emulated", nullptr, !usesCuda()) && usesCuda()) choose("emulated");
        kit::tooltip("Runs the kernels' PTX on the processor; every number is modelled.");
        ImGui::SeparatorText("Memory model of");
        for (const model::Architecture& row : model::architectures())
            if (ImGui::MenuItem(architectureTitle(row).c_str(), nullptr, &row == architecture))
                chooseArchitecture(row);
        ImGui::Separator();
        const bool always = alwaysChecks();
        if (ImGui::MenuItem(kChecks, nullptr, checks || always, !always)) chooseChecks(!checks);
        kit::tooltip(always ? kAlwaysTip : kChecksTip);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Capture")) {
        if (ImGui::MenuItem("Picture of the window", "F12")) requestScreenshot();
        if (ImGui::MenuItem("Copy the command for this picture")) {
            std::string command = fmt::format("lanescope shot {} --arch {} --out {}.png", entry->name,
                                              architecture->cc.text(), entry->name);
            for (const kit::Parameter* parameter : lab->parameters())
                if (!parameter->isDefault())
                    command += fmt::format(" --set {}={}", parameter->name(), parameter->text());
            ImGui::SetClipboardText(command.c_str());
            say(Message::Kind::Info, "copied: " + command);
            notify("copied: " + command);
        }
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Help")) {
        if (ImGui::MenuItem("Keys", "F1")) showHelp = true;
        ImGui::Separator();
        ImGui::MenuItem(fmt::format("Lanescope {}", kVersion).c_str(), nullptr, false, false);
        ImGui::EndMenu();
    }
    chip();
    ImGui::EndMainMenuBar();
}

/// What the numbers are: never wrong, always in sight.
void App::State::chip() {
    const render::Theme& theme = *kit::style().theme;
    const std::string modelName =
        fmt::format("CC {} {}", architecture->cc.text(),
                    architecture->hasDeviceFigures() ? std::string(architecture->name) : "(rules)");
    const std::string text =
        usesCuda() ? fmt::format("{} - measured; counts modelled as {}", device->info().name, modelName)
                   : fmt::format("Emulated - modelled as {}", modelName);
    const render::Color color = usesCuda() ? theme.good : theme.accent;
    const double frame = times.run + times.map + times.kernel + times.unmap + times.draw + times.ui;
    const std::string pace = fmt::format("{:.1f} ms a frame", frame * 1e3);
    const float paceWidth = ImGui::CalcTextSize("000.0 ms a frame").x;
    const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - points(20);
    float textWidth = ImGui::CalcTextSize(text.c_str()).x;
    const bool showPace = !options.still && room > textWidth + paceWidth + points(70);
    const float limit = room - points(46);
    const float shownWidth = std::min(textWidth, std::max(limit, points(60)));
    const float width = shownWidth + points(34);
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - width - (showPace ? paceWidth + points(24) : points(12)));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize() + points(8);
    const float top = ImGui::GetWindowPos().y + (ImGui::GetWindowHeight() - height) / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low(at.x, top), high(at.x + width, top + height);
    list.AddRectFilled(low, high, kit::packed(theme.raised), height / 2);
    list.AddRect(low, high, kit::packed(color), height / 2, 0, points(1));
    list.AddCircleFilled(ImVec2(low.x + points(14), (low.y + high.y) / 2), points(4.5F), kit::packed(color));
    const ImVec4 clip(low.x, low.y, high.x - points(10), high.y);
    list.AddText(nullptr, 0, ImVec2(low.x + points(24), (low.y + high.y) / 2 - ImGui::GetFontSize() / 2),
                 kit::packed(theme.text), text.c_str(), nullptr, 0, &clip);
    if (ImGui::InvisibleButton("chip", ImVec2(width, ImGui::GetFrameHeight()))) ImGui::OpenPopup("devices");
    kit::tooltip(
        usesCuda()
            ? fmt::format("Kernels run on {}; times are measured with CUDA events. Requests, sectors and "
                          "wavefronts come from "
                          "the memory model of {}. Device menu: another device or architecture.",
                          device->info().name, modelName)
            : fmt::format("Kernels run on the PTX emulator. Every count comes from the memory model of {}; "
                          "times and bandwidths "
                          "are its estimates. Nothing here was measured. Click for another architecture.",
                          modelName));
    if (ImGui::BeginPopup("devices")) {
        ImGui::SeparatorText("Memory model of");
        for (const model::Architecture& row : model::architectures())
            if (ImGui::MenuItem(architectureTitle(row).c_str(), nullptr, &row == architecture))
                chooseArchitecture(row);
        ImGui::EndPopup();
    }
    if (showPace) {
        ImGui::SetCursorPosX(ImGui::GetWindowWidth() - paceWidth - points(12));
        kit::coloredText(theme.faint, pace);
    }
}

void App::State::popups() {
    if (!showHelp) return;
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    if (ImGui::Begin("Keys", &showHelp,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
            for (const Key& key : kKeys) {
                ImGui::TableNextRow();
                ImGui::TableSetColumnIndex(0);
                {
                    const FontScope mono(kit::style().mono, 0.95F);
                    kit::coloredText(kit::style().theme->accent, key.keys);
                }
                ImGui::TableSetColumnIndex(1);
                kit::coloredText(kit::style().theme->text, key.does);
            }
            ImGui::EndTable();
        }
        kit::coloredText(kit::style().theme->dim, "Mouse: drag the mesh to turn it, wheel to come nearer; "
                                                  "hover or click lanes, cells and sectors.");
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) showHelp = false;
    }
    ImGui::End();
}

} // namespace lanescope::shell
