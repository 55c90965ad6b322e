// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"
#include "render/shapes.h"
#include "shell/app/app.h"
#include "shell/app/look/theme.h"
#include "text/language.h"
#include "text/tr.h"

#include <imgui.h>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace lanescope::shell {

/// How the window is laid out: theme, scale, presenter mode, the docked panels and where each is.
class Layout {
public:
    struct Requests {
        std::optional<bool> light;
        bool togglePresenter = false;
        bool reset = false; ///< the default layout
        float zoomBy = 1;   ///< a factor
        float zoom = 0;     ///< a factor of the usual scale; 0: as it is
    };
    void apply(const Requests& asked);

    /// Needs a current Dear ImGui context, whose style it keeps.
    explicit Layout(const AppOptions& options);
    ~Layout();
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;

    /// The look of the frame that begins, of this many pixels.
    void beginFrame(int widthPixels, int heightPixels);
    /// Makes the room that the panels dock in, after the menu bar.
    void dock();
    void endFrame();

    const render::Theme& theme() const;
    bool light() const { return m_light; }
    void setLight(bool light) { m_light = light; }
    bool presenter() const { return m_presenter; }
    void setPresenter(bool presenter);
    /// A lesson is open: it has a place of its own.
    void setLesson(bool open);
    /// The parameters have nothing to show: their room is the open lesson's.
    void setSpareParameters(bool spare) { m_spare = spare; }
    /// A program of the user's runs, or has run: it has a panel of its own, which comes to the front.
    void setProgram();
    /// Pixels per point, of the panels and of the stage.
    float scale() const { return m_scale; }
    float stageScale() const;
    /// The stage's pictures are made for so many points at most: on more of them little would lie in much
    /// room.
    void setMostOfStage(kit::StagePoints most) { m_mostOfStage = most; }
    static constexpr kit::StagePoints kUsualStage{1400, 900};
    /// Points of the stage's labels at least; 0: as they are. A presenter's are 24 pixels at 1080 lines.
    float leastLabel() const { return m_presenter ? 12.0F : 0; }
    /// What the user makes of the scale: a factor of it.
    float zoom() const { return m_zoom; }
    /// The same as a picture of the window has it: a factor of what is usual for its size.
    float pictureZoom() const;
    /// The window's own for a picture's.
    float zoomOf(float pictureZoom) const;
    void zoomBy(float factor);
    /// Sees to a font for a language. Throws Unavailable that names a package where there is none.
    void prepareFor(text::Language language);
    /// The default layout, from the next frame on.
    void reset();
    /// The window has few points: what matters less is folded away behind the stage and the parameters.
    bool compact() const { return m_compact; }
    /// The panel that comes to the front in this frame, as a new layout has settled; nullptr: none does.
    const char* front() const;

    /// Keeps where a part of the window was drawn, in pixels.
    void place(WindowPart part, const render::Rect& pixels) { m_places[at(part)] = pixels; }
    /// Empty when it has not been drawn.
    render::Rect placeOf(WindowPart part) const { return m_places[at(part)]; }

private:
    static std::size_t at(WindowPart part) { return static_cast<std::size_t>(part); }

    kit::Style m_style;
    std::optional<WindowPart> m_only;     ///< the one panel; nullopt: all
    float m_wantedScale = 0;              ///< 0: by the window's size
    std::vector<FontData> m_chineseFonts; ///< their files; empty: not loaded
    bool m_light = false, m_presenter = false, m_lesson = false, m_compact = false, m_program = false;
    bool m_spare = false, m_laidOutSpare = false; ///< wanted; as the panels are
    float m_scale = 1, m_zoom = 1;
    kit::StagePoints m_mostOfStage = kUsualStage;
    int m_buildFrames = 0; ///< the default layout is built in so many frames more
    int m_plotFrames = 0;
    int m_youngFrames = 0;     ///< frames drawn, up to as many as the menu bar takes to settle
    ImVec2 m_laidOutFor{0, 0}; ///< pixels of the room that the docked panels' sizes add up to
    float m_laidOutAt = 0;     ///< the scale that they were docked at
    std::array<render::Rect, kWindowParts> m_places;
};

/// A window that docks: by what Dear ImGui knows it in every language, and its title in English.
struct DockedTitle {
    const char* id;
    const char* english;
};
inline constexpr DockedTitle kLabsPanel{"###Labs", translatable("Labs")},
    kLessonPanel{"###Lesson", translatable("Lesson")},
    kParametersPanel{"###Parameters", translatable("Parameters")},
    kStagePanel{"###Stage", translatable("Stage")}, kReadingPanel{"###Reading", translatable("Reading")},
    kSweepPanel{"###Sweep", translatable("Sweep")},
    kBandwidthPanel{"###Bandwidth", translatable("Bandwidth")},
    kMeasurePanel{"###Measure", translatable("Measure")}, kFramePanel{"###Frame", translatable("Frame")},
    kMessagesPanel{"###Messages", translatable("Messages")},
    kProgramPanel{"###Program", translatable("Program")};

/// A window that docks, from its constructor to the end of its scope. Where it is docked over the cleared
/// ground of its own colour it is not filled again.
class DockedPanel {
public:
    // Without the second flag each panel of a restored layout would come to the front in turn, and the last
    // stay there.
    static constexpr int kFlags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing;

    /// news: a star behind the title.
    explicit DockedPanel(const DockedTitle& title, int flags = kFlags, bool news = false);
    ~DockedPanel() { ImGui::End(); }
    DockedPanel(const DockedPanel&) = delete;
    DockedPanel& operator=(const DockedPanel&) = delete;
    /// It is visible: draw its contents.
    explicit operator bool() const { return m_open; }
    /// Pixels.
    render::Rect rect() const { return m_rect; }

private:
    bool m_open;
    render::Rect m_rect;
};

} // namespace lanescope::shell
