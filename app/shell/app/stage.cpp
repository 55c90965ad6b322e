// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/stage.h"

#include "kit/charts/stream_timelines.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/step_controls.h"
#include "model/memory/coalescing.h"
#include "shell/app/line_choice.h"
#include "shell/app/panels/play_strip.h"
#include "shell/app/user_actions.h"
#include "shell/app/view_check.h"
#include "shell/app/withheld_picture.h"
#include "shell/capture/stage_picture.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

using kit::points;

namespace {

constexpr float kMarginX = 18, kMarginY = 12; // of the pictures within the stage, points
// Below them, for what is said in a line of its own: no word of theirs lies under it.
constexpr float kFoot = 22;
constexpr double kSecondsPerStep = 0.9;

void drawProgress(render::Canvas& canvas, const StageState& state) {
    // In the margin under the pictures, which it hides nothing of.
    const render::Rect bounds = canvas.bounds();
    const render::Rect bar{0, bounds.bottom() - kMarginY, bounds.width, kMarginY};
    canvas.rectangle(bar, {canvas.theme().raised});
    canvas.rectangle(bar.left(bar.width * static_cast<float>(state.progress.share)),
                     {canvas.theme().accent.faded(0.45F)});
    if (!state.saysProgress) return;
    canvas.text({bounds.x + kMarginX, bar.center().y}, playText(state.progress),
                {9.5F, canvas.theme().text, render::Font::Sans, render::Align::Start, render::Align::Center});
}

void drawWhyThereIsNothing(render::Canvas& canvas, const StageState& state, const render::Rect& all) {
    if (state.covered) return;
    const bool running = state.progress.share < 1, failed = !running && !state.error.empty();
    const std::string text = failed    ? std::string(state.error)
                             : running ? playText(state.progress)
                             : state.stopped
                                 ? std::string(tr("Modelling was stopped before there was anything to show."))
                                 : std::string(tr("starting"));
    const render::TextStyle style{14, failed ? canvas.theme().bad : canvas.theme().dim, render::Font::Sans,
                                  render::Align::Center, render::Align::Center};
    canvas.text(all.center(), kit::wrapped(canvas, text, style, all.width * 0.8F), style);
}

void drawNotice(std::string_view notice, const render::Rect& stage) {
    const render::Theme& theme = *kit::style().theme;
    const char *begin = notice.data(), *end = begin + notice.size();
    const kit::FontScope small(kit::style().sans, 0.85F);
    const ImVec2 pad(points(10), points(2));
    const float wrap = std::max(stage.width - points(36), points(100));
    const ImVec2 size = ImGui::CalcTextSize(begin, end, false, wrap);
    const ImVec2 low(stage.x + (stage.width - size.x) / 2 - pad.x,
                     stage.bottom() - size.y - 2 * pad.y - points(3));
    const ImVec2 high(low.x + size.x + 2 * pad.x, low.y + size.y + 2 * pad.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, kit::packed(theme.raised), points(6));
    list.AddRect(low, high, kit::packed(theme.accent), points(6), 0, points(1));
    list.AddText(nullptr, 0, ImVec2(low.x + pad.x, low.y + pad.y), kit::packed(theme.text), begin, end, wrap);
}

/// Which warp is looked at, in a lab that is not about that.
bool isFocus(const kit::Lab& lab, const kit::Parameter& parameter) {
    return parameter.isFocus() && (parameter.isAdvanced() || lab.as<kit::RecordsAProgram>());
}

/// Another instruction was chosen, or another warp than at first.
bool isAnothersAccess(const kit::Frame& frame) {
    if (frame.view.isQuiet()) return false;
    for (const kit::Parameter* parameter : frame.lab.parameters())
        if (isFocus(frame.lab, *parameter) && !parameter->isDefault()) return true;
    if (frame.view.site < 0) return false;
    const auto own = frame.access(-1, frame.view.launch);
    return frame.shown && own && frame.shown->site != own->site;
}

/// To what the lab is about: at the lower edge, where it moves nothing that a click is on.
void showWayBack(const kit::Lab& lab, const render::Rect& stage, UserActions& actions) {
    const kit::FontScope small(kit::style().sans, 0.85F);
    const ImVec2 pad(points(7), points(2));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, pad);
    const float height = ImGui::GetFontSize() + 2 * pad.y;
    ImGui::SetCursorScreenPos(ImVec2(stage.x + points(8), stage.bottom() - height - points(3)));
    const bool clicked = ImGui::Button(lab.as<kit::RecordsAProgram>() ? tr("Back to the access shown first")
                                                                      : tr("Back to this lab's own access"));
    ImGui::PopStyleVar();
    kit::tooltip(tr("Another warp or instruction was chosen: this is about that one."));
    if (!clicked) return;
    actions.stage.site = -1;
    for (const kit::Parameter* parameter : lab.parameters())
        if (isFocus(lab, *parameter) && !parameter->isDefault())
            actions.run.edit.sets.emplace_back(parameter->name(), parameter->defaultText());
}

constexpr render::Pick pickOf(kit::Control control) {
    return {render::PickKind::Control, static_cast<int>(control)};
}

bool isCamera(const render::Pick& pick) {
    return pick.kind == render::PickKind::Vertex || pick == pickOf(kit::Control::Camera);
}

bool isButton(const render::Pick& pick) {
    return pick.kind == render::PickKind::Control && !isCamera(pick) && pick != pickOf(kit::Control::Times);
}

kit::Brush brushOf(const render::Pick& pick) {
    switch (pick.kind) {
    case render::PickKind::Cell:
        return {
            .lane = pick.lane, .site = pick.site, .address = pick.address, .bytes = pick.lane < 0 ? 4U : 0U};
    case render::PickKind::Sector:
        return {.site = pick.site, .address = pick.address, .bytes = model::kSectorBytes};
    case render::PickKind::Line:
        return {.site = pick.site, .address = pick.address, .bytes = model::kLineBytes};
    default:
        break;
    }
    kit::Brush brush;
    brush.lane = pick.lane;
    brush.site = pick.site;
    if (pick.kind == render::PickKind::Point) {
        brush.point = pick.id;
        brush.group = pick.group;
    }
    return brush;
}

/// A click on it has it stay lit.
bool canBePinned(const render::Pick& pick) {
    using Kind = render::PickKind;
    const bool kind = pick.kind == Kind::Lane || pick.kind == Kind::Cell || pick.kind == Kind::Sector ||
                      pick.kind == Kind::Line || pick.kind == Kind::Texel;
    const kit::Brush brush = brushOf(pick);
    return kind && (brush.lane >= 0 || brush.bytes > 0);
}

std::string pinnedText(const kit::Brush& pinned) {
    const std::string what = pinned.lane >= 0                      ? tr("lane {}", pinned.lane)
                             : pinned.bytes >= model::kLineBytes   ? std::string(tr("128 bytes in a row"))
                             : pinned.bytes >= model::kSectorBytes ? std::string(tr("a sector of 32 bytes"))
                                                                   : std::string(tr("a word"));
    return tr("Pinned: {}. Click it again or press Escape to unpin it.", what);
}

/// At the lower edge, below the pictures.
void drawPinned(const kit::Brush& pinned, const render::Rect& stage) {
    const render::Theme& theme = *kit::style().theme;
    const std::string text = pinnedText(pinned);
    const kit::FontScope small(kit::style().sans, 0.85F);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pad(points(7), points(2));
    const ImVec2 low(stage.right() - size.x - 2 * pad.x - points(8),
                     stage.bottom() - size.y - 2 * pad.y - points(3));
    const ImVec2 high(low.x + size.x + 2 * pad.x, low.y + size.y + 2 * pad.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, kit::packed(theme.raised), points(4));
    list.AddRect(low, high, kit::packed(theme.accent), points(4), 0, points(1));
    list.AddText(ImVec2(low.x + pad.x, low.y + pad.y), kit::packed(theme.text), text.c_str());
}

} // namespace

Stage::Stage(bool fine, bool vectors, const kit::View& view)
    : m_view(view), m_isNewLook(true), m_brush(view.pinned) {
    if (fine) m_canvas.setFine(true);
    m_canvas.keepDrawings(vectors);
}

void Stage::reset() {
    m_view = {};
    m_isNewLook = false;
    m_brush = {};
    m_hovered.reset();
}

void Stage::look(const kit::View& view) {
    const kit::Withheld withheld = m_view.withheld;
    const std::uint32_t lanes = m_view.lanes;
    m_view = view;
    m_view.withheld = withheld;
    m_view.lanes = lanes;
    m_isNewLook = true;
    m_brush = view.pinned;
}

void Stage::checkLook(const kit::Drawn& drawn) {
    if (!std::exchange(m_isNewLook, false)) return;
    try {
        checkView(drawn, m_view);
    } catch (const BadInput&) {
        m_view.launch = -1;
        showSite(-1);
        throw;
    }
}

void Stage::apply(const Requests& asked, Runner& runner, Messages& messages, double now) {
    const std::optional<kit::Drawn> drawn = runner.drawn();
    if (asked.reset) reset();
    if (asked.unpin) {
        m_view.pinned = {};
        m_view.showSteps = m_view.stepping = false;
    }
    if (!drawn || m_view.isQuiet()) return; // it would show what is asked
    if (asked.control) control(*asked.control, *drawn, now);
    if (asked.site) {
        // Of a program the sites of several modules have the same numbers: this one is of the code that is
        // shown.
        if (m_view.launch < 0 && drawn->lab.as<kit::RecordsAProgram>())
            if (const auto shown = drawn->access(m_view.site))
                m_view.launch = shown->launch - drawn->result.launches.data();
        showClicked(*asked.site, *drawn, runner, messages);
    }
    if (asked.launch) showLaunch(*asked.launch);
    if (asked.found) showFound(*asked.found, *drawn, runner);
}

void Stage::withhold(kit::Withheld what, std::uint32_t lanes, std::optional<std::size_t> otherStep) {
    m_view.withheld = what;
    if (std::exchange(m_otherStep, otherStep) != otherStep) m_drawn.reset();
    // Where none are to be chosen, all are as they are.
    m_view.lanes = what != kit::Withheld::Words ? 0 : otherStep ? ~0U : lanes;
    if (!m_view.isQuiet()) return;
    m_view.stepping = m_view.showSteps = false;
    m_view.line = 0;
    m_view.pinned = {};
}

void Stage::showSite(std::int64_t site) {
    m_view.site = site;
    m_view.line = 0;
    m_view.step = 0;
}

void Stage::showClicked(std::int64_t site, const kit::Drawn& drawn, Runner& runner, Messages& messages) {
    const auto choice =
        site < 0 ? std::nullopt : lineChoice(drawn, static_cast<std::uint32_t>(site), m_view.launch);
    if (!choice) return showSite(site);
    if (!choice->text.empty()) messages.announce(Message::Kind::Info, choice->text);
    if (!choice->text.empty() && !choice->warp) return;
    showSite(choice->site);
    const auto* const program = drawn.lab.as<kit::RecordsAProgram>();
    if (!choice->warp || !program) return;
    m_view.launch = static_cast<std::int64_t>(choice->launch);
    runner.edit({.reset = false, .sets = program->choosing(*choice->warp)});
}

void Stage::showLaunch(std::size_t launch) {
    showSite(-1);
    m_view.launch = static_cast<std::int64_t>(launch);
}

void Stage::showFound(const kit::FoundAt& found, const kit::Drawn& drawn, Runner& runner) {
    m_view.line = found.line;
    ++m_view.asked;
    const std::vector<kit::LaunchResult>& launches = drawn.result.launches;
    const auto own = found.launch < launches.size() ? launches.begin() + found.launch : launches.end();
    const auto has = [&](const kit::LaunchResult& launch) { return kit::siteAt(found, launch) >= 0; };
    // The message may be of an earlier result.
    const bool isOwn = own != launches.end() && has(*own);
    const auto launch = isOwn ? own : std::ranges::find_if(launches, has);
    if (launch == launches.end()) return;
    m_view.site = kit::siteAt(found, *launch);
    m_view.step = 0;
    const auto* const program = drawn.lab.as<kit::RecordsAProgram>();
    if (!program || !isOwn) return;
    m_view.launch = launch - launches.begin();
    if (found.warp && *found.warp != drawn.result.recording->options.focus)
        runner.edit({.reset = false, .sets = program->choosing(*found.warp)});
}

void Stage::control(kit::Control what, const kit::Drawn& drawn, double now) {
    const auto shown = drawn.access(m_view.site, m_view.launch);
    const int steps = shown ? kit::stepsOf(*shown, drawn.architecture) : 1;
    switch (what) {
    case kit::Control::Camera:
        break;
    case kit::Control::PreviousSite:
    case kit::Control::NextSite:
        // Of a program those of the launch that is shown.
        if (shown && drawn.lab.as<kit::RecordsAProgram>())
            m_view.launch = shown->launch - drawn.result.launches.data();
        m_view.site =
            drawn.subjects.neighbour(m_view.site, what == kit::Control::NextSite ? 1 : -1, m_view.launch);
        m_view.step = 0;
        break;
    case kit::Control::PlaySteps:
        m_view.stepping = !m_view.stepping;
        m_view.showSteps = true;
        m_lastStep = now;
        break;
    case kit::Control::NextStep:
    case kit::Control::PreviousStep:
        turnStep(what == kit::Control::NextStep ? 1 : -1, steps);
        break;
    case kit::Control::AllSteps:
        m_view.showSteps = m_view.stepping = false;
        break;
    case kit::Control::Times:
        break;
    case kit::Control::AllTimes:
        m_view.times = {};
        break;
    }
}

/// By hand: behind the last step, and before the first, all are shown.
void Stage::turnStep(int by, int steps) {
    const int all = steps, now = m_view.showSteps ? std::min(m_view.step, steps - 1) : all;
    const int next = (now + by + steps + 1) % (steps + 1);
    m_view.stepping = false;
    m_view.showSteps = next != all;
    m_view.step = m_view.showSteps ? next : 0;
}

/// The stage between the result and its accesses, as far as there is a picture of the result.
void Stage::divide(kit::Frame& frame, const render::Rect& all) const {
    frame.left = {};
    frame.right = all;
    constexpr float kLeastForBoth = 440; // points: two pictures on less are none
    if (!kit::hasResultPicture(frame) || all.width < kLeastForBoth) return;
    divideStage(frame, all, m_view.split);
}

void Stage::drawPictures(const kit::Frame& frame, const render::Rect& all) {
    if (m_view.isCovered()) return drawWhatIsWithheld(m_canvas, frame, all, {m_otherStep, m_between});
    if (frame.left.width > 0) {
        const float x = frame.left.right() + kSplitWidth / 2;
        m_canvas.line({x, all.y}, {x, all.bottom()}, 1, m_canvas.theme().line);
    }
    m_canvas.setConcludes(!m_view.isQuiet());
    kit::drawLab(frame, m_canvas);
}

/// Of the stage, less its margins, points.
render::Rect Stage::roomIn(const Layout& layout) {
    const render::Rect pixels = layout.placeOf(WindowPart::Stage);
    const float scale = layout.stageScale();
    render::Rect all =
        render::Rect{0, 0, pixels.width / scale, pixels.height / scale}.inset(kMarginX, kMarginY);
    all.height = std::max(all.height - (kFoot - kMarginY), 0.F);
    return all;
}

void Stage::beginCanvas(const Layout& layout, bool repeats) {
    const render::Rect pixels = layout.placeOf(WindowPart::Stage);
    m_canvas.begin(static_cast<int>(pixels.width), static_cast<int>(pixels.height), layout.stageScale(),
                   layout.theme(), repeats);
}

void Stage::draw(const std::optional<kit::Frame>& frame, const StageState& state, Layout& layout) {
    m_canvas.setLeastLabel(layout.leastLabel());
    if (frame && !state.covered) return drawResult(*frame, state, layout);
    beginCanvas(layout, false);
    drawWhyThereIsNothing(m_canvas, state, roomIn(layout));
    m_canvas.end();
    m_drawn.reset();
}

void Stage::drawResult(kit::Frame frame, const StageState& state, Layout& layout) {
    const render::Rect pixels = layout.placeOf(WindowPart::Stage), all = roomIn(layout);
    const float scale = layout.stageScale();
    divide(frame, all);
    if (m_view.isQuiet()) { // what the kernel wrote may say it, too
        frame.left = {};
        frame.right = all;
    }
    const Drawn wanted{frame.edition, frame.result.time, state.progress, state.saysProgress, m_view,
                       m_brush,       &frame.theme,      frame.left,     frame.right,        scale};
    if (m_drawn != wanted) {
        beginCanvas(layout, m_drawn && m_drawn->isSameAtAnotherTime(wanted));
        drawPictures(frame, all);
        if (state.progress.share < 1) drawProgress(m_canvas, state);
        m_canvas.end();
        m_showsAnother = isAnothersAccess(frame);
        m_drawn = wanted;
    }
    const auto toPixels = [&](const render::Rect& r) {
        return render::Rect{pixels.x + r.x * scale, pixels.y + r.y * scale, r.width * scale,
                            r.height * scale};
    };
    layout.place(WindowPart::Result, toPixels(frame.left));
    layout.place(WindowPart::Access, toPixels(frame.right));
}

void Stage::drag(glm::vec2 mouse, const Layout& layout, bool over) {
    const render::Rect stage = layout.placeOf(WindowPart::Stage), result = layout.placeOf(WindowPart::Result);
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = layout.stageScale();
    const float splitX = (result.x + result.width - stage.x) / scale + kSplitWidth / 2;
    const bool onSplit = over && result.width > 0 && std::abs(mouse.x - splitX) < kSplitWidth / 2;
    if (onSplit || m_draggingSplit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const bool onCamera = m_hovered && isCamera(*m_hovered);
    if (m_hovered && isButton(*m_hovered)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        m_draggingSplit = onSplit;
        m_draggingCamera = !onSplit && onCamera;
    }
    const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (m_draggingCamera && down) m_view.camera.drag({io.MouseDelta.x / scale, io.MouseDelta.y / scale});
    if (m_draggingSplit && down) {
        const float width = stage.width / scale - 2 * kMarginX;
        m_view.split = std::clamp((mouse.x - kMarginX) / std::max(width, 1.0F), 0.2F, 0.8F);
    }
    if (m_draggedTimes > 0 && down) m_view.times.move(-io.MouseDelta.x / m_draggedTimes);
    if (!down) {
        m_draggingSplit = false;
        m_draggedTimes = 0;
    }
    if (over && io.MouseWheel != 0 && onCamera) m_view.camera.zoom(io.MouseWheel);
    if (over && !m_draggingSplit) moveTimes(mouse, scale);
}

/// Of the timeline under the mouse. A span that is dragged is not clicked.
void Stage::moveTimes(glm::vec2 mouse, float scale) {
    const auto area = m_canvas.regionAt(mouse, pickOf(kit::Control::Times));
    if (!area) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0) m_view.times.zoom((mouse.x - area->x) / area->width, io.MouseWheel);
    constexpr double kPerStep = 0.1; // of what is seen
    if (io.MouseWheelH != 0) m_view.times.move(-kPerStep * io.MouseWheelH);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !m_view.times.isAll())
        m_draggedTimes = area->width * scale;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && m_hovered == pickOf(kit::Control::Times))
        m_view.times = {};
}

/// Of the block that is shown; the access stays the same.
void Stage::lookAtWarp(const kit::RecordsAProgram& program, const kit::Frame& frame, std::uint32_t warp,
                       Runner& runner) {
    const kit::ShownAccess& shown = *frame.shown;
    m_view.site = shown.access->site;
    m_view.launch = shown.launch - frame.result.launches.data();
    m_view.step = 0;
    runner.edit(
        {.reset = false,
         .sets = program.choosing({model::linearIndex(shown.access->block, shown.launch->grid), warp})});
}

void Stage::click(const kit::Frame& frame, double now, Runner& runner) {
    switch (m_hovered->kind) {
    case render::PickKind::Control:
        control(static_cast<kit::Control>(m_hovered->id), frame, now);
        break;
    case render::PickKind::Wavefront:
        m_view.step = static_cast<int>(m_hovered->id);
        m_view.showSteps = true;
        m_view.stepping = false;
        break;
    case render::PickKind::Site:
        m_view.site = m_hovered->id;
        m_view.step = 0;
        break;
    case render::PickKind::Warp:
        if (const auto* program = frame.lab.as<kit::RecordsAProgram>(); program && frame.shown)
            return lookAtWarp(*program, frame, static_cast<std::uint32_t>(m_hovered->id), runner);
        [[fallthrough]];
    default:
        if (frame.lab.as<kit::RecordsAProgram>())
            if (const auto launch = kit::launchOfSpan(*m_hovered, frame.result)) return showLaunch(*launch);
        if (runner.click(*m_hovered) || !canBePinned(*m_hovered)) break;
        // Once more: not any longer.
        if (const kit::Brush brush = brushOf(*m_hovered); m_view.pinned == brush)
            m_view.pinned = {};
        else
            m_view.pinned = brush;
        break;
    }
}

void Stage::brushWhatIsHovered() {
    m_brush = m_view.pinned;
    if (!m_hovered) return;
    if (!m_view.isPinned() || canBePinned(*m_hovered) || m_hovered->kind == render::PickKind::Point)
        m_brush = brushOf(*m_hovered);
}

void Stage::describeWhatIsHovered(const kit::Frame& frame) const {
    if (!m_hovered || m_draggingCamera || m_draggingSplit || m_draggedTimes > 0) return;
    std::string text = kit::describe(*m_hovered, frame);
    if (!text.empty() && canBePinned(*m_hovered))
        text += m_view.pinned == m_brush ? tr("\nClick to unpin it.") : tr("\nClick to pin it.");
    if (!text.empty()) kit::showTooltip(points(360), text);
}

/// What is hovered lights up nothing: it would show whom a lane meets.
void Stage::chooseLane(bool clicked, UserActions& actions) {
    m_brush = {};
    const bool chooses = m_view.withheld == kit::Withheld::Words && !m_otherStep;
    if (!chooses || !m_hovered || m_hovered->lane < 0) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (clicked) actions.lesson.lane = m_hovered->lane;
    const bool chosen = (m_view.lanes >> m_hovered->lane & 1U) != 0;
    if (!ImGui::BeginTooltip()) return;
    ImGui::TextUnformatted((chosen ? tr("lane {}: click to deselect it", m_hovered->lane)
                                   : tr("lane {}: click to select it", m_hovered->lane))
                               .c_str());
    ImGui::EndTooltip();
}

void Stage::takeInput(const std::optional<kit::Frame>& frame, const StageState& state, Runner& runner,
                      const Layout& layout, UserActions& actions) {
    const render::Rect stage = layout.placeOf(WindowPart::Stage);
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = layout.stageScale();
    const glm::vec2 mouse{(io.MousePos.x - stage.x) / scale, (io.MousePos.y - stage.y) / scale};
    const bool over = ImGui::IsItemHovered();
    m_hovered = over ? m_canvas.pickAt(mouse) : std::nullopt;
    drag(mouse, layout, over && !m_view.isCovered());
    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
    const bool released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (released) m_draggingCamera = false;
    const bool clicked =
        over && released && m_hovered && std::abs(dragged.x) + std::abs(dragged.y) < points(4);
    if (m_view.isQuiet()) return chooseLane(clicked, actions);
    if (!frame) return;
    if (clicked) click(*frame, state.now, runner);
    brushWhatIsHovered();
    if (!state.points) describeWhatIsHovered(*frame);
}

void Stage::show(const std::optional<kit::Frame>& frame, const StageState& state, Runner& runner,
                 Layout& layout, UserActions& actions) {
    if (frame && m_view.stepping && state.now - m_lastStep > kSecondsPerStep) {
        m_lastStep = state.now;
        m_view.step = frame->shown ? (m_view.step + 1) % kit::stepsOf(*frame->shown, frame->architecture) : 0;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, kit::toImGui(kit::style().theme->background));
    const DockedPanel panel(kStagePanel, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoScrollbar |
                                             ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size(std::floor(room.x), std::floor(room.y)), end(at.x + size.x, at.y + size.y);
    if (!panel || size.x <= 16 || size.y <= 16) return;
    layout.place(WindowPart::Stage, {at.x, at.y, size.x, size.y});
    if (std::exchange(m_between, state.between) != state.between) m_drawn.reset();
    draw(frame, state, layout);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("stage", size, ImGuiButtonFlags_MouseButtonLeft);
    ImGui::GetWindowDrawList()->AddImage(static_cast<ImTextureID>(m_canvas.texture().id()), at, end,
                                         ImVec2(0, 1), ImVec2(1, 0));
    if (!state.notice.empty())
        drawNotice(state.notice, layout.placeOf(WindowPart::Stage));
    else if (m_view.isPinned())
        drawPinned(m_view.pinned, layout.placeOf(WindowPart::Stage));
    takeInput(frame, state, runner, layout, actions);
    if (m_drawn && m_showsAnother && state.notice.empty() && kit::style().interactive)
        showWayBack(frame->lab, layout.placeOf(WindowPart::Stage), actions);
}

} // namespace lanescope::shell
