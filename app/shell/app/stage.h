// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"
#include "shell/app/lesson/between.h"
#include "shell/app/look/layout.h"
#include "shell/app/messages.h"
#include "shell/app/runner.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::shell {

struct UserActions;

/// What the stage shows beside a lab's pictures.
struct StageState {
    session::PlayProgress progress;   ///< of the run under way
    bool stopped = false;             ///< it was, and can go on
    bool saysProgress = true;         ///< nothing else over the stage does
    bool covered = false;             ///< what there is to say stands over it, and nothing is drawn
    std::string_view error;           ///< of the last run; empty: it succeeded
    std::string_view notice;          ///< over the pictures; empty: none
    double now = 0;                   ///< seconds
    const Between* between = nullptr; ///< what a question asks between; nullptr: none does
    bool points = false;              ///< a presenter does: no words over what is pointed at
};

/// The kernel's result and its accesses side by side, and how the user looks at them: the camera, the access
/// and the step shown, what the mouse is over.
class Stage {
public:
    struct Requests {
        std::optional<kit::Control> control;
        std::optional<std::int64_t> site;  ///< the memory instruction to show
        std::optional<std::size_t> launch; ///< the one to show, by its place in the result
        std::optional<kit::FoundAt> found; ///< whose source line and access are to be shown
        bool unpin = false;                ///< what stays lit does so no more
        bool reset = false;                ///< camera and steps as at first
    };
    /// now: seconds.
    void apply(const Requests& asked, Runner& runner, Messages& messages, double now);

    /// fine: smooth edges, for a picture that is kept. vectors: it has shapes. view: how to look at first.
    Stage(bool fine, bool vectors, const kit::View& view);

    const kit::View& view() const { return m_view; }
    /// The pictures.
    render::Canvas& canvas() { return m_canvas; }
    const kit::Brush& brush() const { return m_brush; }
    /// As at first, for another lab.
    void reset();
    /// As a link says.
    void look(const kit::View& view);
    bool isNewLook() const { return m_isNewLook; } ///< checkLook() is due
    /// Of look(), once, when its result is there. Throws BadInput where that has no such launch or memory
    /// instruction; the usual ones are shown then.
    void checkLook(const kit::Drawn& drawn);
    void showSite(std::int64_t site);

    /// What is not to be seen, and the lanes that are chosen meanwhile.
    /// otherStep: of the lesson, 0-based, that asks; nullopt: the page that is open does.
    void withhold(kit::Withheld what, std::uint32_t lanes, std::optional<std::size_t> otherStep);

    /// Draws the panel and takes the mouse; a click in the pictures may set values of the lab that is edited.
    /// frame: nothing where no run has succeeded yet.
    void show(const std::optional<kit::Frame>& frame, const StageState& state, Runner& runner, Layout& layout,
              UserActions& actions);

private:
    /// What a click or a key on the stage's controls does; now: seconds.
    void control(kit::Control what, const kit::Drawn& drawn, double now);
    /// The access of a line of source that was clicked, or says which warp makes one.
    void turnStep(int by, int steps);
    void showClicked(std::int64_t site, const kit::Drawn& drawn, Runner& runner, Messages& messages);
    /// The access of that launch, by its place in the result, that is most worth it.
    void showLaunch(std::size_t launch);
    /// Brings the source line into view, and the access there of the warp that it is about.
    void showFound(const kit::FoundAt& found, const kit::Drawn& drawn, Runner& runner);

    /// All that the pictures follow from, beside what was written over the same accesses in another moment.
    struct Drawn {
        std::uint64_t edition = 0;
        double time = 0;
        session::PlayProgress progress;
        bool saysProgress = true;
        kit::View view;
        kit::Brush brush;
        const render::Theme* theme = nullptr;
        render::Rect left, right;
        float scale = 1;
        bool operator==(const Drawn&) const = default;
        bool isSameAtAnotherTime(Drawn other) const {
            other.time = time;
            return *this == other;
        }
    };
    void drawPictures(const kit::Frame& frame, const render::Rect& all);
    void draw(const std::optional<kit::Frame>& frame, const StageState& state, Layout& layout);
    static render::Rect roomIn(const Layout& layout);
    void beginCanvas(const Layout& layout, bool repeats);
    void drawResult(kit::Frame frame, const StageState& state, Layout& layout);
    void divide(kit::Frame& frame, const render::Rect& all) const;
    void takeInput(const std::optional<kit::Frame>& frame, const StageState& state, Runner& runner,
                   const Layout& layout, UserActions& actions);
    void drag(glm::vec2 mouse, const Layout& layout, bool over);
    void moveTimes(glm::vec2 mouse, float scale);
    void lookAtWarp(const kit::RecordsAProgram& program, const kit::Frame& frame, std::uint32_t warp,
                    Runner& runner);
    void click(const kit::Frame& frame, double now, Runner& runner);
    void brushWhatIsHovered();
    void describeWhatIsHovered(const kit::Frame& frame) const;
    void chooseLane(bool clicked, UserActions& actions);

    render::Canvas m_canvas;
    std::optional<Drawn> m_drawn; ///< what the canvas shows; nullopt: no pictures of a result
    kit::View m_view;
    bool m_showsAnother = false; ///< the access is not the one that the lab would show
    bool m_isNewLook = false;
    const Between* m_between = nullptr;     ///< StageState::between
    std::optional<std::size_t> m_otherStep; ///< of another page, whose question withholds; nullopt: none
    kit::Brush m_brush;
    std::optional<render::Pick> m_hovered;
    bool m_draggingCamera = false, m_draggingSplit = false;
    float m_draggedTimes = 0; ///< width of the timeline that is dragged, pixels; 0: none is
    double m_lastStep = 0;    ///< when the steps that play went on, seconds
};

} // namespace lanescope::shell
