// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/menus.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/registry.h"
#include "shell/app/commands.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/lesson/list.h"
#include "shell/app/panels/labs_panel.h"
#include "shell/version.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

std::string architectureTitle(const model::Architecture& row) {
    return row.hasDeviceFigures() ? fmt::format("CC {}  {}", row.cc.text(), row.name)
                                  : tr("{}  (rules only)", row.name);
}

/// A menu item for each architecture.
void architectureItems(const model::Architecture& chosen, UserActions& actions) {
    for (const model::Architecture& row : model::architectures())
        if (ImGui::MenuItem(architectureTitle(row).c_str(), nullptr, &row == &chosen))
            actions.run.architecture = &row;
}

void keepFromNavigation(ImGuiKey key, bool forNavigation) {
    const ImGuiID owner = forNavigation ? ImGuiKeyOwner_NoOwner : ImHashStr("shortcuts");
    if (forNavigation ? ImGui::GetKeyOwner(key) == ImHashStr("shortcuts") : ImGui::TestKeyOwner(key, owner))
        ImGui::SetKeyOwner(key, owner);
}

/// Dear ImGui moves the focus and presses items with the keys that play and step here. An owned key is not
/// its own any more; the ownership has to be there in the frame before the key goes down. pages: the page
/// keys turn pages here, whatever has the focus, so that Enter never presses what they moved it to.
void keepKeysFromNavigation(bool forNavigation, bool pages) {
    for (const ImGuiKey key : {ImGuiKey_Space, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                               ImGuiKey_DownArrow, ImGuiKey_PageUp, ImGuiKey_PageDown}) {
        const bool turnsPages = key == ImGuiKey_PageUp || key == ImGuiKey_PageDown;
        keepFromNavigation(key, turnsPages ? !pages : forNavigation);
    }
}

/// Letters were typed into a field: they are what is undone there, and in one of several lines always.
bool typesInAField() {
    const ImGuiContext& gui = *ImGui::GetCurrentContext();
    const ImGuiInputTextState& field = gui.InputTextState;
    return gui.ActiveId != 0 && field.ID == gui.ActiveId &&
           (field.EditedBefore || (field.Flags & ImGuiInputTextFlags_Multiline) != 0);
}

bool pressed(ImGuiKey key) {
    return ImGui::IsKeyPressed(key, false);
}

/// From lab to lab by the two keys of a clicker.
void turnLabs(const Runner& runner, UserActions& actions) {
    const auto all = kit::labs();
    const auto present =
        std::ranges::find(all, &runner.entry(), [](const kit::LabEntry& each) { return &each; });
    if (present == all.end()) return;
    if (pressed(ImGuiKey_PageDown) && present + 1 != all.end()) actions.open.lab = &*(present + 1);
    if (pressed(ImGuiKey_PageUp) && present != all.begin()) actions.open.lab = &*(present - 1);
}

} // namespace

void Menus::takeKeys(const Runner& runner, const Layout& layout, LabsPanel& labs, bool lesson, bool asked,
                     UserActions& actions) {
    ImGuiIO& io = ImGui::GetIO();
    const bool popup =
        ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    const bool others = io.WantTextInput || io.NavVisible || popup;
    keepKeysFromNavigation(others, !popup && (lesson || layout.presenter()));
    takeCommandKeys(runner,
                    {.asked = asked, .edited = typesInAField(), .typed = io.WantTextInput, .free = !others},
                    actions);
    if (asked || io.KeyCtrl || io.WantTextInput) return;
    // The character and not the key: on many keyboards it takes Shift and another key.
    if (!lesson && io.InputQueueCharacters.contains(static_cast<ImWchar>('/'))) {
        io.InputQueueCharacters.resize(0);
        if (layout.compact()) // there is no list
            actions.guide.find = true;
        else
            labs.focusFilter();
        if (layout.presenter()) actions.look.togglePresenter = true;
    }
    if (pressed(ImGuiKey_Escape) && !popup) ImGui::SetNavCursorVisible(false);
    if (!others && !lesson && layout.presenter()) turnLabs(runner, actions);
}

void Menus::showLabMenu(const Runner& runner, UserActions& actions) {
    std::string chapter;
    for (const kit::LabEntry& each : kit::labs()) {
        if (each.chapter != chapter) {
            chapter = each.chapter;
            ImGui::SeparatorText(tr(chapter.c_str()));
        }
        const std::string label = fmt::format("{}###{}", kit::shownName(each), each.name);
        if (ImGui::MenuItem(label.c_str(), nullptr, &each == &runner.entry())) actions.open.lab = &each;
        kit::tooltip(tr(each.summary.c_str()));
    }
    ImGui::Separator();
    commandItem(CommandId::OpenFile, actions);
    ImGui::Separator();
    commandItem(CommandId::Quit, actions);
}

void Menus::showEditMenu(const EditHistory& history, UserActions& actions) {
    commandItem(CommandId::Undo, actions, false, history.canUndo());
    commandItem(CommandId::Redo, actions, false, history.canRedo());
    ImGui::Separator();
    commandItem(CommandId::CopyLink, actions);
    ImGui::SetItemTooltip(tr("`lanescope open 'LINK'` shows the same again. A saved picture has it in it:\n"
                             "drop it on the window, or open it by that command."));
    commandItem(CommandId::PasteLink, actions);
    ImGui::Separator();
    commandItem(CommandId::ResetValues, actions);
    ImGui::Separator();
    commandItem(CommandId::Find, actions);
}

void Menus::showViewMenu(const Layout& layout, UserActions& actions) {
    commandItem(CommandId::Dark, actions, !layout.light());
    commandItem(CommandId::Light, actions, layout.light());
    if (ImGui::BeginMenu(tr("Language"))) {
        actions.language.seeNames = true;
        for (const text::LanguageInfo& each : text::languages())
            if (ImGui::MenuItem(each.name, nullptr, each.language == text::language()))
                actions.language.choose = each.language;
        ImGui::EndMenu();
    }
    ImGui::Separator();
    commandItem(CommandId::Present, actions, layout.presenter());
    commandItem(CommandId::FullScreen, actions);
    for (const CommandId each :
         {CommandId::HideVerdict, CommandId::Laser, CommandId::Spotlight, CommandId::BlackScreen})
        commandItem(each, actions);
    ImGui::Separator();
    for (const CommandId each : {CommandId::ResetLayout, CommandId::ResetView}) commandItem(each, actions);
    ImGui::Separator();
    for (const CommandId each : {CommandId::Larger, CommandId::Smaller, CommandId::UsualSize})
        commandItem(each, actions);
    if (ImGui::BeginMenu(tr("Scale"))) {
        for (const int percent : {75, 100, 125, 150, 200, 250, 300})
            if (const float zoom = static_cast<float>(percent) / 100; ImGui::MenuItem(
                    fmt::format("{} %", percent).c_str(), nullptr, std::abs(layout.zoom() - zoom) < 0.01F))
                actions.look.zoom = zoom;
        ImGui::EndMenu();
    }
}

void Menus::showDeviceMenu(const Runner& runner, UserActions& actions) {
    const std::string& current = runner.info().choice;
    for (const device::Info& info : runner.cuda().devices) {
        const bool chosen = current == info.choice;
        if (ImGui::MenuItem(fmt::format("{}##{}", info.name, info.choice).c_str(), nullptr, chosen) &&
            !chosen)
            actions.run.device = info.choice;
    }
    if (runner.cuda().devices.empty()) {
        ImGui::MenuItem(tr("no CUDA device"), nullptr, false, false);
        kit::tooltip(retold(runner.cuda().reason));
    }
    const bool emulated = current == device::kEmulated;
    if (ImGui::MenuItem(tr("Emulated"), nullptr, emulated) && !emulated)
        actions.run.device = device::kEmulated;
    kit::tooltip(tr("Runs the kernels' PTX on the processor; every number is modelled."));
    ImGui::SeparatorText(tr("Memory model of"));
    architectureItems(runner.architecture(), actions);
    ImGui::Separator();
    const ChecksState checks = runner.checksState();
    commandItem(CommandId::Check, actions, checks.on(), checks.canChoose());
    kit::tooltip(checksTip(checks));
}

void Menus::showCaptureMenu(const Layout& layout, UserActions& actions) {
    commandItem(CommandId::SaveWindow, actions);
    ImGui::SeparatorText(tr("The stage alone, for slides and papers"));
    bool light = m_captureLight.value_or(layout.light());
    ImGui::PushItemFlag(ImGuiItemFlags_AutoClosePopups, false);
    if (ImGui::MenuItem(tr("Light background"), nullptr, &light)) m_captureLight = light;
    ImGui::MenuItem(tr("With a caption"), nullptr, &m_caption);
    kit::tooltip(tr("Below the picture: the conclusion, the parameters, and the modelled GPU."));
    ImGui::MenuItem(tr("Without the kernel's result"), nullptr, &m_accessOnly);
    ImGui::PopItemFlag();
    for (const CommandId each : {CommandId::SavePng, CommandId::SaveLargePng, CommandId::SaveSvg,
                                 CommandId::SavePdf, CommandId::SaveGif, CommandId::CopyPicture})
        if (commandItem(each, actions))
            actions.pictures.stage = Capture{actions.pictures.stage->as, light, m_caption, m_accessOnly};
    ImGui::Separator();
    commandItem(CommandId::CopyCommand, actions);
}

void Menus::showBar(const Runner& runner, const EditHistory& history, const Bookmarks& bookmarks,
                    const FrameTimes& times, const LessonDesk& desk, const Layout& layout,
                    UserActions& actions) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(points(8), points(9)));
    const bool open = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!open) return;
    if (!layout.compact()) { // the window's title says it, too
        const FontScope bold(kit::style().bold, 1.1F);
        kit::coloredText(kit::style().theme->text, "Lanescope");
    }
    ImGui::Dummy(ImVec2(points(layout.compact() ? 0.F : 6.F), 0));
    if (ImGui::BeginMenu(tr("Lab"))) {
        showLabMenu(runner, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Edit"))) {
        showEditMenu(history, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Lesson"))) {
        showLessonMenu(desk, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Bookmarks"))) {
        showBookmarkMenu(bookmarks, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("View"))) {
        showViewMenu(layout, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Device"))) {
        showDeviceMenu(runner, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Capture"))) {
        showCaptureMenu(layout, actions);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu(tr("Help"))) {
        for (const CommandId each :
             {CommandId::Find, CommandId::ExplainTerms, CommandId::Tour, CommandId::ShowKeys})
            commandItem(each, actions);
        ImGui::Separator();
        ImGui::MenuItem(fmt::format("Lanescope {}", kVersion).c_str(), nullptr, false, false);
        ImGui::EndMenu();
    }
    showChip(runner, times, actions);
    ImGui::EndMainMenuBar();
}

/// What the numbers are: never wrong, always in sight.
void Menus::showChip(const Runner& runner, const FrameTimes& times, UserActions& actions) {
    const render::Theme& theme = *kit::style().theme;
    const model::Architecture& architecture = runner.architecture();
    const std::string& device = runner.info().name;
    const bool measured = runner.can().measuresTimes;
    const kit::ShortText modelName("CC {} {}", architecture.cc.text(),
                                   architecture.hasDeviceFigures() ? std::string_view(architecture.name)
                                                                   : std::string_view(tr("(rules)")));
    const std::string_view model = modelName;
    const kit::ShortText text =
        measured ? kit::ShortText(translatable("{} - measured; counts modelled as {}"), device, model)
                 : kit::ShortText(translatable("Emulated - modelled as {}"), model);
    const render::Color color = measured ? theme.good : theme.accent;
    const kit::ShortText pace(translatable("{:.1f} ms per frame"), times.work() * 1e3);
    const float paceWidth = ImGui::CalcTextSize(tr("000.0 ms per frame")).x;
    const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - points(20);
    float textWidth = ImGui::CalcTextSize(text.c_str()).x;
    const bool showPace = !m_still && room > textWidth + paceWidth + points(70);
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
    if (kit::wantsTooltip())
        kit::tooltip(
            measured ? tr("Kernels run on {}; times are measured with CUDA events. Requests, sectors and "
                          "wavefronts come from "
                          "the memory model of {}. Device menu: another device or architecture.",
                          device, model)
                     : tr("Kernels run on the PTX emulator. Every count comes from the memory model of {}; "
                          "times and bandwidths "
                          "are its estimates. Nothing here was measured. Click for another architecture.",
                          model));
    if (ImGui::BeginPopup("devices")) {
        ImGui::SeparatorText(tr("Memory model of"));
        architectureItems(architecture, actions);
        ImGui::EndPopup();
    }
    if (showPace) {
        ImGui::SetCursorPosX(ImGui::GetWindowWidth() - paceWidth - points(12));
        kit::coloredText(theme.faint, pace);
    }
}

} // namespace lanescope::shell
