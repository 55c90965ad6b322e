// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/terms_window.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/registry.h"
#include "shell/app/user_actions.h"
#include "shell/capture/stage_picture.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

struct TermsWindow::Example {
    explicit Example(const kit::Term& term)
        : architecture(term.example.architecture.empty()
                           ? model::defaultArchitecture()
                           : *model::findArchitecture(term.example.architecture)),
          session(device::openDevice(device::kEmulated), optionsFor(architecture)) {
        const kit::LabEntry& entry = kit::findLab(term.example.lab);
        lab = entry.make();
        for (const auto& [name, value] : term.example.sets) lab->set(name, value);
        session.setLab(entry, lab);
        session.step(0, 0);
    }
    static kit::SessionOptions optionsFor(const model::Architecture& architecture) {
        kit::SessionOptions options;
        options.architectures = {&architecture};
        return options;
    }

    const model::Architecture& architecture;
    std::shared_ptr<kit::Lab> lab;
    kit::Session session;
    render::Canvas canvas;
    int width = 0, height = 0; ///< pixels that the canvas shows now
    const render::Theme* theme = nullptr;
    text::Language language = text::Language::English;
};

void TermsWindow::open(const std::string& term) {
    m_open = m_opened = m_scroll = true;
    const kit::Term* wanted = term.empty() ? nullptr : kit::findTerm(term);
    const auto number = wanted ? static_cast<std::size_t>(wanted - kit::terms().data())
                               : std::min(m_number, kit::terms().size() - 1);
    if (number != m_number) m_example.reset();
    m_number = number;
}

const kit::Term& TermsWindow::term() const {
    return kit::terms()[std::min(m_number, kit::terms().size() - 1)];
}

void TermsWindow::showList() {
    for (const kit::Term& each : kit::terms()) {
        const bool chosen = &each == &term();
        if (ImGui::Selectable(each.name.c_str(), chosen) && !chosen) open(each.name);
        if (chosen && m_scroll) ImGui::SetScrollHereY();
    }
    m_scroll = false;
}

void TermsWindow::showPicture(const render::Theme& theme) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const int width = static_cast<int>(std::floor(room.x)), height = static_cast<int>(std::floor(room.y));
    if (width < 32 || height < 32) return;
    if (!m_example) m_example = std::make_shared<Example>(term());
    Example& example = *m_example;
    const std::optional<kit::Drawn> drawn = example.session.drawn();
    if (!drawn) return kit::wrappedText(theme.bad, retold(example.session.error()));
    if (example.width != width || example.height != height || example.theme != &theme ||
        example.language != text::language()) {
        example.language = text::language();
        example.width = width;
        example.height = height;
        example.theme = &theme;
        const kit::View view;
        const kit::Brush brush;
        kit::Frame frame(*drawn, example.session.device().info(), view, brush, theme);
        frame.edition = example.session.edition();
        example.canvas.setFine(true);
        example.canvas.setInteractive(false);
        example.canvas.begin(width, height, partScaleFor(WindowPart::Access, width, height), theme);
        drawStagePicture(example.canvas, frame, {.view = WindowPart::Access});
        example.canvas.end();
    }
    ImGui::Image(static_cast<ImTextureID>(example.canvas.texture().id()), room, ImVec2(0, 1), ImVec2(1, 0));
}

void TermsWindow::showTerm(const render::Theme& theme,
                           const std::function<bool(const lessons::State&)>& hides, UserActions& actions) {
    {
        const FontScope large(kit::style().bold, 1.4F);
        kit::wrappedText(theme.text, term().name);
    }
    kit::wrappedText(theme.text, term().meaning);
    if (!term().also.empty())
        kit::wrappedText(theme.faint, tr("Also called: {}", fmt::join(term().also, tr(", "))));
    if (!term().related.empty())
        kit::wrappedText(theme.faint, tr("See also: {}", fmt::join(term().related, ", ")));
    if (term().example.lab.empty()) return;
    ImGui::Dummy(ImVec2(0, points(4)));
    lessons::State state{.lab = term().example.lab, .architecture = term().example.architecture};
    for (const auto& [name, value] : term().example.sets) state.sets.push_back({name, value});
    if (hides(state))
        return kit::wrappedText(theme.dim,
                                tr("The picture is hidden for now: it would give away an answer."));
    if (ImGui::Button(tr("Show it in the lab ({})", term().example.text()).c_str())) {
        actions.open.state = std::move(state);
        m_open = false;
    }
    showPicture(theme);
}

void TermsWindow::show(const render::Theme& theme, const std::function<bool(const lessons::State&)>& hides,
                       UserActions& actions) {
    if (!m_open) {
        m_example.reset();
        return;
    }
    const ImGuiViewport& window = *ImGui::GetMainViewport();
    const ImVec2 size(std::min(points(860), window.WorkSize.x - points(40)),
                      std::min(points(560), window.WorkSize.y - points(40)));
    ImGui::SetNextWindowSize(size, ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(window.GetWorkCenter(), ImGuiCond_Appearing, ImVec2(0.5F, 0.5F));
    if (m_opened) ImGui::SetNextWindowFocus();
    m_opened = false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(points(1), 1.F));
    const bool visible = ImGui::Begin(tr("Terms"), &m_open,
                                      ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse |
                                          ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    if (visible) {
        if (ImGui::BeginChild("list", ImVec2(points(190), 0))) showList();
        ImGui::EndChild();
        ImGui::SameLine(0, points(14));
        if (ImGui::BeginChild("term", ImVec2(0, 0))) showTerm(theme, hides, actions);
        ImGui::EndChild();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape) &&
            ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows))
            m_open = false;
    }
    ImGui::End();
}

} // namespace lanescope::shell
