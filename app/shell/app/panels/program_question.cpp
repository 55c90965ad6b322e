// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/program_question.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/floating_card.h"
#include "shell/app/user_actions.h"
#include "text/tr.h"

#include <fmt/ranges.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace lanescope::shell {

using kit::points;

namespace {

/// Which file it is, wherever a link in the file system or a relative path leads.
std::string pathOf(const Program& program) {
    std::error_code failed;
    const auto path = std::filesystem::weakly_canonical(program.file, failed);
    return failed ? program.file : path.string();
}

/// What is typed into a field stays the field's. Whoever presses a key without reading runs nothing.
void takeKeys(UserActions& actions) {
    if (ImGui::GetIO().WantTextInput) return;
    const bool enter =
        ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
    if (enter) actions.open.runProgram = ImGui::GetIO().KeyMods == ImGuiMod_Ctrl;
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) actions.open.runProgram = false;
}

} // namespace

Program ProgramQuestion::answered() {
    Program program = std::move(*m_program);
    m_program.reset();
    return program;
}

void ProgramQuestion::show(const render::Rect& stage, UserActions& actions) const {
    if (!m_program || stage.width <= 0) return;
    const render::Theme& theme = *kit::style().theme;
    const float width = std::min(points(560), stage.width - points(16));
    ImGui::SetNextWindowPos(ImVec2(stage.x + stage.width / 2, stage.y + stage.height * 0.4F),
                            ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    const FloatingCard floating("Run a program", theme.warn, ImVec2(12, 10), ImGuiWindowFlags_NoNavInputs);
    if (floating) {
        kit::wrappedText(theme.text, m_isNamed
                                         ? tr("What you opened names a program on this computer. Run it?")
                                         : tr("What you opened is a program. Run it?"));
        {
            const kit::FontScope mono(kit::style().mono);
            kit::wrappedText(theme.warn, pathOf(*m_program));
        }
        kit::wrappedText(theme.text, m_program->arguments.empty()
                                         ? std::string(tr("It gets no arguments."))
                                         : tr("Its arguments: {}", fmt::join(m_program->arguments, " ")));
        if (isProgramSource(m_program->file))
            kit::wrappedText(theme.text, tr("It is a source: nvcc builds it first."));
        kit::wrappedText(theme.dim,
                         tr("A program can do whatever you can do here. Run it only if you know it, "
                            "or trust whoever sent this."));
        ImGui::Dummy(ImVec2(0, points(2)));
        if (ImGui::Button(tr("Do not run it"))) actions.open.runProgram = false;
        ImGui::SameLine(0, points(8));
        if (ImGui::Button(tr("Run it"))) actions.open.runProgram = true;
        kit::coloredText(theme.faint, tr("Enter and Escape do not run it, Ctrl+Enter does."));
    }
    takeKeys(actions);
}

} // namespace lanescope::shell
