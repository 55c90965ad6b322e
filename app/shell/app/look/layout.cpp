// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/look/layout.h"

#include "kit/short_text.h"
#include "shell/app/look/theme.h"
#include "shell/capture/stage_picture.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace lanescope::shell {

namespace {

// Points from the top of the highest letter to the foot of the lowest: of a presenter's the em has more
// than 24, as have the stage's labels.
constexpr float kTextSize = 13.5F, kPresenterTextSize = 30, kPresenterPartTextSize = 18;

/// Points of a window that has no room for all panels side by side.
constexpr float kCompactWidth = 800, kCompactHeight = 480;

/// Left: the parameters or the open lesson; all else is tabs behind the stage.
void buildCompactLayout(ImGuiID dockspace, bool lesson) {
    ImGuiID centre = dockspace, left = 0;
    left = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Left, lesson ? 0.44F : 0.36F, nullptr, &centre);
    if (lesson) ImGui::DockBuilderDockWindow(kLessonPanel.id, left);
    ImGui::DockBuilderDockWindow(kLabsPanel.id, left);
    for (const DockedTitle& title : {kStagePanel, kReadingPanel, kSweepPanel, kBandwidthPanel, kMeasurePanel,
                                     kFramePanel, kMessagesPanel, kProgramPanel})
        ImGui::DockBuilderDockWindow(title.id, centre);
    for (const ImGuiID id : {left, centre})
        if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(id))
            node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_AutoHideTabBar |
                                ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton);
    ImGui::DockBuilderFinish(dockspace);
}

/// Pixels of the panels around the stage: the width of those beside it, the height of the one below.
struct PanelSizes {
    float left = 0, right = 0, below = 0;
};

/// Pixels of the parameters below an open lesson. In a low window the question comes before the sliders;
/// where there are none to show, it has nearly all.
float heightBelowLesson(ImVec2 window, float scale, bool spare) {
    const float usual = window.y * 0.34F * std::min(1.F, window.y / (1000 * scale));
    return spare ? std::min(80 * scale, usual) : usual;
}

PanelSizes usualSizes(ImVec2 window, float scale, bool lesson) {
    const auto within = [](float wanted, float whole, float least, float most) {
        return std::clamp(wanted, whole * least, whole * most);
    };
    PanelSizes sizes;
    sizes.left =
        lesson ? within(380 * scale, window.x, 0.26F, 0.34F) : within(250 * scale, window.x, 0.12F, 0.24F);
    sizes.right = within(370 * scale, window.x - sizes.left, 0.20F, 0.34F);
    sizes.below = within(270 * scale, window.y, 0.22F, 0.32F);
    return sizes;
}

/// Left: labs and parameters, over them the open lesson; centre: the stage over the plots; right: what it
/// means.
/// spare: the parameters have nothing to show.
void buildDefaultLayout(ImGuiID dockspace, ImVec2 size, float scale, bool presenter, bool lesson, bool spare,
                        bool compact, std::optional<WindowPart> only) {
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, size);
    if (compact && !presenter && !only) return buildCompactLayout(dockspace, lesson);
    ImGuiID centre = dockspace, left = 0, right = 0, bottom = 0, hidden = 0;
    if (only) {
        const DockedTitle& title = *only == WindowPart::Plots ? kSweepPanel : kReadingPanel;
        ImGui::DockBuilderDockWindow(title.id, centre);
    } else if (!presenter) {
        const PanelSizes sizes = usualSizes(size, scale, lesson);
        left = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Left, sizes.left / size.x, nullptr, &centre);
        right = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Right, sizes.right / (size.x - sizes.left),
                                            nullptr, &centre);
        bottom = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Down, sizes.below / size.y, nullptr, &centre);
        if (lesson) {
            ImGuiID upper = 0;
            ImGui::DockBuilderSplitNode(left, ImGuiDir_Up, 1 - heightBelowLesson(size, scale, spare) / size.y,
                                        &upper, &left);
            ImGui::DockBuilderDockWindow(kLessonPanel.id, upper);
            hidden = upper;
        }
        ImGui::DockBuilderDockWindow(kLabsPanel.id, left);
        for (const DockedTitle& title :
             {kSweepPanel, kBandwidthPanel, kMeasurePanel, kFramePanel, kMessagesPanel, kProgramPanel})
            ImGui::DockBuilderDockWindow(title.id, bottom);
    } else {
        right = ImGui::DockBuilderSplitNode(centre, ImGuiDir_Right, lesson ? 0.42F : 0.34F, nullptr, &centre);
        bottom = ImGui::DockBuilderSplitNode(
            centre, ImGuiDir_Down, std::clamp(120 * scale / size.y, 0.08F, 0.15F), nullptr, &centre);
        ImGui::DockBuilderDockWindow(kParametersPanel.id, bottom);
        if (lesson) {
            // What is asked and answered is read aloud; what it means is said there, too.
            ImGui::DockBuilderSplitNode(right, ImGuiDir_Up, 0.8F, &hidden, &right);
            ImGui::DockBuilderDockWindow(kLessonPanel.id, hidden);
        }
    }
    if (!only) {
        ImGui::DockBuilderDockWindow(kReadingPanel.id, right);
        ImGui::DockBuilderDockWindow(kStagePanel.id, centre);
    }
    for (const ImGuiID id : {left, right, centre, hidden, presenter ? bottom : 0})
        if (ImGuiDockNode* node = id ? ImGui::DockBuilderGetNode(id) : nullptr)
            node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_AutoHideTabBar |
                                ImGuiDockNodeFlags_NoWindowMenuButton);
    if (ImGuiDockNode* node = bottom && !presenter ? ImGui::DockBuilderGetNode(bottom) : nullptr)
        node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_NoWindowMenuButton |
                            ImGuiDockNodeFlags_NoCloseButton);
    if (only)
        if (ImGuiDockNode* node = ImGui::DockBuilderGetNode(centre))
            node->SetLocalFlags(node->LocalFlags | ImGuiDockNodeFlags_NoTabBar);
    ImGui::DockBuilderFinish(dockspace);
}

/// Panels keep their share of the window: Dear ImGui keeps their pixels, and a small window would be all
/// panels.
void scaleLayout(ImGuiDockNode* node, ImVec2 factor) {
    if (!node) return;
    node->SizeRef = ImVec2(node->SizeRef.x * factor.x, node->SizeRef.y * factor.y);
    scaleLayout(node->ChildNodes[0], factor);
    scaleLayout(node->ChildNodes[1], factor);
}

/// A panel that has its usual size gets another; one that the user has dragged stays. grows: the window, so
/// many times.
void resizePanel(const DockedTitle& title, ImGuiAxis axis, float usual, float wanted, float grows) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(title.id);
    ImGuiDockNode* node = window ? window->DockNode : nullptr;
    while (node && node->ParentNode && node->ParentNode->SplitAxis != axis) node = node->ParentNode;
    if (!node || !node->ParentNode) return;
    constexpr float kAlike = 4; // pixels: of a border
    if (std::abs(node->Size[axis] - usual) > kAlike) return;
    ImGuiDockNode* const* const both = node->ParentNode->ChildNodes;
    ImGuiDockNode* const other = both[0] == node ? both[1] : both[0];
    other->SizeRef[axis] = (node->Size[axis] + other->Size[axis]) * grows - wanted;
    node->SizeRef[axis] = wanted;
}

/// What the usual sizes of panels follow: that of the window, and the scale.
struct Usual {
    ImVec2 window;
    float scale = 1;
};

void followUsualSizes(const Usual& from, const Usual& to, bool lesson) {
    const PanelSizes before = usualSizes(from.window, from.scale, lesson),
                     now = usualSizes(to.window, to.scale, lesson);
    const ImVec2 grows(to.window.x / from.window.x, to.window.y / from.window.y);
    resizePanel(kLabsPanel, ImGuiAxis_X, before.left, now.left, grows.x);
    resizePanel(kReadingPanel, ImGuiAxis_X, before.right, now.right, grows.x);
    resizePanel(kSweepPanel, ImGuiAxis_Y, before.below, now.below, grows.y);
}

/// A presenter's type is a share of the screen, whatever the scale of the monitor: so large that all panels
/// still have room, and no larger.
float presenterScale(int widthPixels, int heightPixels, float zoom) {
    constexpr float kWidth = 1600, kHeight = 1080, kLeast = 0.5F, kMostZoom = 1.1F;
    const float fit =
        std::min(static_cast<float>(widthPixels) / kWidth, static_cast<float>(heightPixels) / kHeight);
    return std::max(fit * std::min(zoom, kMostZoom), kLeast);
}

/// The menu bar takes its height in the frame after it was drawn so high.
constexpr int kFramesToSettle = 3;

bool docked(const char* title) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    return window && window->DockNode && ImGui::DockNodeGetRootNode(window->DockNode)->IsDockSpace();
}

} // namespace

Layout::Layout(const AppOptions& options)
    : m_only(options.only), m_wantedScale(options.scale), m_light(options.light),
      m_presenter(options.presenter), m_zoom(options.zoom) {
    m_style.interactive = !options.only;
    loadFonts(m_style);
    kit::useStyle(&m_style);
    reset();
    if (options.settings.empty()) return;
    ImGui::LoadIniSettingsFromDisk(options.settings.c_str());
    // With a lesson in it, or a presenter's, it is not the usual one: the next start has none open, or has
    // other panels.
    const ImGuiWindowSettings* lesson = ImGui::FindWindowSettingsByID(ImHashStr(kLessonPanel.id));
    const ImGuiWindowSettings* strip = ImGui::FindWindowSettingsByID(ImHashStr(kParametersPanel.id));
    const bool ofPresenter = strip && strip->DockId != 0;
    const bool usual = (!lesson || lesson->DockId == 0) && !ofPresenter && !m_presenter;
    const ImGuiWindowSettings* stage = ImGui::FindWindowSettingsByID(ImHashStr(kStagePanel.id));
    const ImGuiWindowSettings* reading = ImGui::FindWindowSettingsByID(ImHashStr(kReadingPanel.id));
    const bool ofCompact = stage && reading && stage->DockId == reading->DockId;
    if (usual && stage && !ofCompact) m_buildFrames = 0;
}

Layout::~Layout() {
    kit::useStyle(nullptr);
}

void Layout::apply(const Requests& asked) {
    if (asked.light) setLight(*asked.light);
    if (asked.togglePresenter) setPresenter(!m_presenter);
    if (asked.reset) reset();
    if (asked.zoom > 0) zoomBy(asked.zoom / m_zoom);
    zoomBy(asked.zoomBy);
}

const render::Theme& Layout::theme() const {
    return m_light ? render::lightTheme() : render::darkTheme();
}

void Layout::prepareFor(text::Language language) {
    if (language == text::Language::Chinese && m_chineseFonts.empty())
        m_chineseFonts = addChineseFont(m_style);
}

void Layout::reset() {
    m_buildFrames = kFramesToSettle;
}

void Layout::setPresenter(bool presenter) {
    if (presenter == m_presenter) return;
    m_presenter = presenter;
    reset();
}

void Layout::setLesson(bool open) {
    if (open == m_lesson) return;
    m_lesson = open;
    reset();
}

void Layout::setProgram() {
    m_program = true;
    m_plotFrames = kFramesToSettle;
}

float Layout::pictureZoom() const {
    if (m_presenter && !m_only) return m_zoom;
    const render::Rect window = placeOf(WindowPart::Window);
    const int width = static_cast<int>(window.width), height = static_cast<int>(window.height);
    return m_scale / (m_only ? partScaleFor(*m_only, width, height) : scaleFor(width, height));
}

float Layout::stageScale() const {
    if (m_presenter) return m_scale * 2;
    constexpr float kMostGrowth = 2;
    const render::Rect stage = placeOf(WindowPart::Stage);
    const float growth =
        std::min(stage.width / m_mostOfStage.width, stage.height / m_mostOfStage.height) / m_scale;
    return m_scale * std::clamp(growth, 1.F, kMostGrowth);
}

float Layout::zoomOf(float pictureZoom) const {
    return m_wantedScale > 0 ? pictureZoom * m_zoom / this->pictureZoom() : pictureZoom;
}

void Layout::zoomBy(float factor) {
    m_zoom = std::clamp(m_zoom * factor, 0.5F, 3.0F);
}

void Layout::beginFrame(int widthPixels, int heightPixels) {
    m_scale = m_presenter && !m_only
                  ? presenterScale(widthPixels, heightPixels, m_zoom)
                  : (m_wantedScale > 0 ? m_wantedScale : scaleFor(widthPixels, heightPixels)) * m_zoom;
    const bool compact = static_cast<float>(widthPixels) < kCompactWidth * m_scale ||
                         static_cast<float>(heightPixels) < kCompactHeight * m_scale;
    if (std::exchange(m_compact, compact) != compact) reset();
    place(WindowPart::Window, {0, 0, static_cast<float>(widthPixels), static_cast<float>(heightPixels)});
    const float presenterText = m_only ? kPresenterPartTextSize : kPresenterTextSize;
    m_style.leastText = m_presenter ? presenterText : 0;
    applyTheme(m_style, theme(), m_scale, m_presenter ? presenterText : kTextSize);
}

void Layout::dock() {
    const ImGuiID dockspace = ImGui::GetID("dockspace");
    // A dock space has whole pixels, and some, the room under a menu bar need not.
    const ImVec2 size = ImMax(ImTrunc(ImGui::GetMainViewport()->WorkSize), ImVec2(4, 4));
    ImGuiDockNode* layout = ImGui::DockBuilderGetNode(dockspace);
    const bool isUsual = !m_presenter && !m_compact && !m_only;
    // Some window has to have the focus from the start: when a menu closed, it would go to the last panel,
    // and bring that one's tab to the front.
    if (m_youngFrames < kFramesToSettle && ++m_youngFrames == kFramesToSettle && m_buildFrames == 0)
        ImGui::SetWindowFocus(kLabsPanel.id);
    if (m_buildFrames > 0) {
        buildDefaultLayout(dockspace, size, m_scale, m_presenter, m_lesson, m_spare, m_compact, m_only);
        --m_buildFrames;
        m_plotFrames = 3;
        m_laidOutFor = size;
    } else if (layout && m_laidOutFor.x <= 0) {
        m_laidOutFor = layout->Size; // of the window that was closed
    } else if (layout && m_youngFrames == kFramesToSettle && layout->Size.x > 0 &&
               (m_laidOutFor.x != size.x || m_laidOutFor.y != size.y)) {
        scaleLayout(layout, ImVec2(size.x / m_laidOutFor.x, size.y / m_laidOutFor.y));
        if (isUsual) followUsualSizes({m_laidOutFor, m_scale}, {size, m_scale}, m_lesson);
        m_laidOutFor = size;
    } else if (layout && m_laidOutAt > 0 && m_laidOutAt != m_scale && isUsual) {
        followUsualSizes({size, m_laidOutAt}, {size, m_scale}, m_lesson);
    }
    if (std::exchange(m_laidOutSpare, m_spare) != m_spare && m_buildFrames == 0 && isUsual && m_lesson)
        resizePanel(kLabsPanel, ImGuiAxis_Y, heightBelowLesson(size, m_scale, !m_spare),
                    heightBelowLesson(size, m_scale, m_spare), 1);
    m_laidOutAt = m_scale;
    // The ground under the panels is the colour that the window is cleared to: with a software renderer,
    // filling the window once more costs as much as all of its text.
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0, 0, 0, 0));
    ImGui::DockSpaceOverViewport(dockspace, ImGui::GetMainViewport(), ImGuiDockNodeFlags_AutoHideTabBar);
    ImGui::PopStyleColor();
}

const char* Layout::front() const {
    if (m_compact && m_lesson && m_plotFrames == 2) return kLessonPanel.id;
    if (m_plotFrames != 1) return nullptr;
    if (m_compact) return kStagePanel.id;
    return m_program ? kProgramPanel.id : kSweepPanel.id;
}

void Layout::endFrame() {
    if (m_plotFrames > 0) --m_plotFrames;
}

DockedPanel::DockedPanel(const DockedTitle& title, int flags, bool news) {
    const bool clear = docked(title.id);
    if (clear) ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0, 0, 0, 0));
    // A layout that was kept may not know it yet.
    if (const ImGuiWindow* messages = ImGui::FindWindowByName(kMessagesPanel.id);
        messages && title.id == kProgramPanel.id)
        ImGui::SetNextWindowDockID(messages->DockId, ImGuiCond_FirstUseEver);
    m_open = ImGui::Begin(kit::ShortText("{}{}{}", tr(title.english), news ? " *" : "", title.id).c_str(),
                          nullptr, flags);
    if (clear) ImGui::PopStyleColor();
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    m_rect = {at.x, at.y, size.x, size.y};
}

} // namespace lanescope::shell
