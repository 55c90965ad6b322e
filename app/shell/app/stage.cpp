// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/pictures.h"
#include "kit/step_controls.h"
#include "kit/widgets.h"
#include "shell/app/state.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

using kit::points;

namespace {

constexpr float kSplitWidth = 14; // points between the two pictures
constexpr double kSecondsPerStep = 0.9;

} // namespace

void App::State::control(kit::Control what) {
    const kit::Frame frame = makeFrame();
    const auto shown = kit::shownAccess(frame);
    const int steps = shown ? kit::stepsOf(*shown) : 1;
    switch (what) {
    case kit::Control::Camera:
        break;
    case kit::Control::PreviousSite:
        view.site = kit::neighbourSite(frame, -1);
        view.step = 0;
        break;
    case kit::Control::NextSite:
        view.site = kit::neighbourSite(frame, 1);
        view.step = 0;
        break;
    case kit::Control::PlaySteps:
        view.stepping = !view.stepping;
        view.showSteps = true;
        stepClock = time;
        break;
    case kit::Control::NextStep:
        view.step = view.showSteps ? (view.step + 1) % steps : 0;
        view.showSteps = true;
        break;
    case kit::Control::PreviousStep:
        view.step = view.showSteps ? (view.step + steps - 1) % steps : steps - 1;
        view.showSteps = true;
        break;
    case kit::Control::AllSteps:
        view.showSteps = view.stepping = false;
        break;
    }
}

void App::State::drawStage(int widthPixels, int heightPixels) {
    const float pointScale = scale * (presenter ? 1.2F : 1.0F);
    canvas.begin(widthPixels, heightPixels, pointScale, light ? render::lightTheme() : render::darkTheme());
    const render::Rect all = canvas.bounds().inset(18, 12);
    if (session->hasResult()) {
        const kit::Lab& shownLab = session->resultLab();
        kit::Frame frame = makeFrame();
        if (shownLab.hasResultPicture()) {
            const float left = std::round((all.width - kSplitWidth) * view.split);
            frame.left = all.left(left);
            frame.right = all.rightOf(left + kSplitWidth);
            const float x = frame.left.right() + kSplitWidth / 2;
            canvas.line({x, all.y}, {x, all.bottom()}, 1, canvas.theme().line);
        } else {
            frame.left = {};
            frame.right = all;
        }
        shownLab.draw(frame, canvas);
        if (frame.progress < 1) {
            // In the margin under the pictures, which it hides nothing of.
            const render::Rect bounds = canvas.bounds(), bar{0, bounds.bottom() - 12, bounds.width, 12};
            canvas.rectangle(bar, {canvas.theme().raised});
            canvas.rectangle(bar.left(bar.width * static_cast<float>(frame.progress)),
                             {canvas.theme().accent.faded(0.45F)});
            canvas.text(
                {all.x, bar.center().y}, fmt::format("emulating, {:.0f} %", frame.progress * 100),
                {9.5F, canvas.theme().text, render::Font::Sans, render::Align::Start, render::Align::Center});
        }
        const auto toPixels = [&](const render::Rect& r) {
            return render::Rect{stageRect.x + r.x * pointScale, stageRect.y + r.y * pointScale,
                                r.width * pointScale, r.height * pointScale};
        };
        leftRect = toPixels(frame.left);
        rightRect = toPixels(frame.right);
    } else {
        const bool running = session->progress() < 1, failed = !running && !session->error().empty();
        const std::string text = failed    ? session->error()
                                 : running ? fmt::format("emulating, {:.0f} %", session->progress() * 100)
                                           : std::string("starting");
        const render::TextStyle style{14, failed ? canvas.theme().bad : canvas.theme().dim,
                                      render::Font::Sans, render::Align::Center, render::Align::Center};
        canvas.text(all.center(), kit::wrapped(canvas, text, style, all.width * 0.8F), style);
    }
    canvas.end();
}

void App::State::stageInput(const render::Rect& rect) {
    const float pointScale = scale * (presenter ? 1.2F : 1.0F);
    const ImGuiIO& io = ImGui::GetIO();
    const glm::vec2 mouse{(io.MousePos.x - rect.x) / pointScale, (io.MousePos.y - rect.y) / pointScale};
    const bool over = ImGui::IsItemHovered();
    hovered = over ? canvas.pickAt(mouse) : std::nullopt;

    const float splitX = (leftRect.x + leftRect.width - rect.x) / pointScale + kSplitWidth / 2;
    const bool onSplit = over && leftRect.width > 0 && std::abs(mouse.x - splitX) < kSplitWidth / 2;
    if (onSplit || draggingSplit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    const bool onCamera = hovered && hovered->kind == render::PickKind::Control &&
                          hovered->id == static_cast<int>(kit::Control::Camera);
    const bool onControl = hovered && hovered->kind == render::PickKind::Control && !onCamera;
    if (onControl) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        if (onSplit)
            draggingSplit = true;
        else if (onCamera || (hovered && hovered->kind == render::PickKind::Vertex))
            draggingCamera = true;
    }
    if (draggingCamera && ImGui::IsMouseDown(ImGuiMouseButton_Left))
        view.camera.drag({io.MouseDelta.x / pointScale, io.MouseDelta.y / pointScale});
    if (draggingSplit && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        const float width = rect.width / pointScale - 36;
        view.split = std::clamp((mouse.x - 18) / std::max(width, 1.0F), 0.2F, 0.8F);
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) draggingSplit = false;
    if (over && io.MouseWheel != 0 && (onCamera || (hovered && hovered->kind == render::PickKind::Vertex)))
        view.camera.zoom(io.MouseWheel);

    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
    const bool click = over && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       std::abs(dragged.x) + std::abs(dragged.y) < points(4);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) draggingCamera = false;
    if (click && hovered) {
        switch (hovered->kind) {
        case render::PickKind::Control:
            control(static_cast<kit::Control>(hovered->id));
            break;
        case render::PickKind::Wavefront:
            view.step = static_cast<int>(hovered->id);
            view.showSteps = true;
            view.stepping = false;
            break;
        case render::PickKind::Site:
            view.site = hovered->id;
            view.step = 0;
            break;
        default:
            if (kit::pick(*lab, *hovered)) rememberForUndo();
            break;
        }
    }

    brush = {};
    if (hovered) {
        brush.lane = hovered->lane;
        brush.site = hovered->site;
        if (hovered->kind == render::PickKind::Point) brush.point = hovered->id;
        if (hovered->kind == render::PickKind::Cell)
            brush = {hovered->lane, hovered->site, hovered->address, hovered->lane < 0 ? 4U : 0U};
        if (hovered->kind == render::PickKind::Sector) brush = {-1, hovered->site, hovered->address, 32};
        if (hovered->kind == render::PickKind::Line) brush = {-1, hovered->site, hovered->address, 128};
        if (!draggingCamera && !draggingSplit)
            if (const std::string text = kit::describe(*hovered, makeFrame());
                !text.empty() && ImGui::BeginTooltip()) {
                ImGui::PushTextWrapPos(points(360));
                ImGui::TextUnformatted(text.c_str());
                ImGui::PopTextWrapPos();
                ImGui::EndTooltip();
            }
    }
}

void App::State::showNotice() const {
    if (time >= noticeEnd || !screenshotRequest.empty()) return; // a picture does not show the one before it
    const render::Theme& theme = *kit::style().theme;
    const ImVec2 pad(points(12), points(7));
    const float wrap = std::max(stageRect.width - points(36), points(100));
    const ImVec2 size = ImGui::CalcTextSize(notice.c_str(), nullptr, false, wrap);
    const ImVec2 low(stageRect.x + (stageRect.width - size.x) / 2 - pad.x,
                     stageRect.y + stageRect.height - size.y - 2 * pad.y - points(28));
    const ImVec2 high(low.x + size.x + 2 * pad.x, low.y + size.y + 2 * pad.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, kit::packed(theme.raised), points(6));
    list.AddRect(low, high, kit::packed(theme.accent), points(6), 0, points(1));
    list.AddText(nullptr, 0, ImVec2(low.x + pad.x, low.y + pad.y), kit::packed(theme.text), notice.c_str(),
                 nullptr, wrap);
}

void App::State::stage() {
    if (view.stepping && time - stepClock > kSecondsPerStep) {
        stepClock = time;
        control(kit::Control::NextStep);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, kit::toImGui(kit::style().theme->background));
    const bool open = beginPanel("Stage", ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoScrollbar |
                                              ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const int width = static_cast<int>(size.x), height = static_cast<int>(size.y);
    if (open && width > 16 && height > 16) {
        stageRect = {at.x, at.y, static_cast<float>(width), static_cast<float>(height)};
        drawStage(width, height);
        ImGui::InvisibleButton("stage", ImVec2(static_cast<float>(width), static_cast<float>(height)),
                               ImGuiButtonFlags_MouseButtonLeft);
        ImGui::GetWindowDrawList()->AddImage(
            static_cast<ImTextureID>(canvas.texture().id()), at,
            ImVec2(at.x + static_cast<float>(width), at.y + static_cast<float>(height)), ImVec2(0, 1),
            ImVec2(1, 0));
        showNotice();
        stageInput(stageRect);
    }
    ImGui::End();
}

} // namespace lanescope::shell
