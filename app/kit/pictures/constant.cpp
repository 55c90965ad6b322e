// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/constant.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/step_controls.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"
#include "model/memory/constant.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace lanescope::kit {

namespace {

class ConstantPicture {
public:
    ConstantPicture(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown)
        : m_canvas(canvas), m_theme(canvas.theme()), m_frame(frame), m_shown(shown),
          m_requests(model::constantRequests(*shown.access, frame.architecture)), m_rect(rect) {
        for (const model::ConstantRequest& each : m_requests) m_words[each.address] |= each.lanes;
        m_steps.count = static_cast<int>(m_requests.size());
        m_steps.site = static_cast<int>(shown.access->site);
        if (frame.view.showSteps) m_steps.shown = std::clamp(frame.view.step, 0, m_steps.count - 1);
        m_lit = litLanes(frame, shown);
        m_stepAlone = m_steps.shown >= 0 && !brushesLanes(frame, shown);
        if (m_stepAlone) m_lit = m_requests[static_cast<std::size_t>(m_steps.shown)].lanes;
        m_grid = {rect.x + 44, rect.y, std::max(rect.width - 48, 64.F), rect.height};
    }

    void draw() {
        const float pitch = m_grid.width / model::kWarpSize;
        m_radius = std::clamp(pitch * 0.42F, 2.F, 20.F);
        constexpr float kTitle = 24, kControls = 30, kLeastRow = 13, kLabels = 16;
        const float cell = std::clamp(pitch * 1.3F, 10.F, 34.F), controls = m_steps.count > 1 ? kControls : 0;
        const float fixed = 2 * m_radius + cell + kLabels + kTitle + controls + 8;
        const float rest = std::max(m_rect.height - fixed, 0.F);
        const float links = std::clamp(rest * 0.35F, 16.F, 230.F);
        const int fitting = std::max(static_cast<int>((rest - links) / kLeastRow), 1);
        m_rowsShown = std::min(m_steps.count, fitting);
        m_rowHeight = std::min((rest - links) / static_cast<float>(m_rowsShown), 44.F);
        m_lanesY = m_rect.y + m_radius + 2;
        m_wordsY = m_lanesY + m_radius + links;
        drawWords(cell);
        drawLanes();
        if (m_frame.view.isQuiet()) return; // in how many requests is what is asked
        float y = m_wordsY + cell + kLabels;
        drawTitle(y);
        y += kTitle;
        const int first = std::clamp(m_steps.shown - m_rowsShown / 2, 0, m_steps.count - m_rowsShown);
        for (int i = first; i < first + m_rowsShown; ++i, y += m_rowHeight) drawRequest(i, y);
        if (controls > 0)
            drawStepControls(m_canvas, m_frame, {m_rect.x, y + 4, m_rect.width, controls}, m_steps,
                             tr("hover a lane to see its word and whom it shares it with"));
    }

private:
    bool lit(int lane) const { return (m_lit >> lane & 1) != 0; }
    float laneX(int lane) const {
        return m_grid.x + m_grid.width / model::kWarpSize * (static_cast<float>(lane) + 0.5F);
    }

    void drawWords(float cell) {
        const float each = m_grid.width / static_cast<float>(m_words.size());
        const float width = std::min(each - 2, 3 * cell);
        m_canvas.text({m_rect.x, m_wordsY + cell / 2}, tr("cache"),
                      {11, m_theme.faint, Font::Sans, Align::Start, Align::Center});
        float x = m_grid.x + each / 2;
        int number = 0;
        const render::TextStyle label{9.5F, m_theme.faint, Font::Mono, Align::Center};
        const float wide = m_canvas.measure(shortAddress(m_words.rbegin()->first), label).x + 8;
        const int every = static_cast<int>(std::ceil(wide / each));
        for (const auto& [address, lanes] : m_words) {
            std::vector<LanePart> parts;
            forEachLane(lanes, [&](int lane) {
                parts.push_back({lane, 0, 1});
                const glm::vec2 from{laneX(lane), m_lanesY + m_radius + 1}, to{x, m_wordsY - 1};
                const glm::vec2 bend{0, (to.y - from.y) * 0.5F};
                m_canvas.curve(from, from + bend, to - bend, to, 1.2F,
                               render::laneColor(lane).faded(lit(lane) ? 0.7F : 0.12F));
            });
            const Rect box{x - width / 2, m_wordsY, width, cell};
            drawLaneCell(m_canvas, box, parts, m_lit);
            m_canvas.pick(box,
                          {PickKind::Lane, parts.front().lane, parts.front().lane, m_steps.site, address});
            if (number++ % every == 0) m_canvas.text({x, m_wordsY + cell + 2}, shortAddress(address), label);
            x += each;
        }
    }

    void drawLanes() {
        m_canvas.text({m_rect.x, m_lanesY}, tr("lanes"),
                      {11, m_theme.faint, Font::Sans, Align::Start, Align::Center});
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            const bool active = m_shown.access->active(lane);
            drawLaneDisc(m_canvas, {laneX(lane), m_lanesY}, m_radius, lane, active, lit(lane));
            if (active)
                m_canvas.pick({laneX(lane), m_lanesY}, m_radius + 2,
                              {PickKind::Lane, lane, lane, m_steps.site,
                               m_shown.access->address[static_cast<std::size_t>(lane)]});
        }
    }

    void drawTitle(float y) {
        const render::TextStyle style{14, m_theme.text, Font::Bold, Align::Start, Align::Start, m_rect.width};
        const std::string all = tr("{} requests, one after another", m_steps.count),
                          does = tr("What the hardware does: ");
        const std::string some = m_rowsShown < m_steps.count ? tr(" ({} shown)", m_rowsShown) : "";
        m_canvas.text(
            {m_rect.x, y},
            m_steps.count == 1 && std::popcount(m_shown.access->activeMask) == 1
                ? m_canvas.fitting(
                      {does + tr("1 request for a single lane"), tr("1 request for a single lane")}, style,
                      m_rect.width)
            : m_steps.count == 1
                ? m_canvas.fitting({does + tr("1 request, its word goes to all lanes at once"),
                                    tr("1 request, its word goes to all lanes"),
                                    tr("1 request for all lanes")},
                                   style, m_rect.width)
                : m_canvas.fitting({does + all + some, all + some, tr("{} requests{}", m_steps.count, some)},
                                   style, m_rect.width),
            style);
    }

    /// A request's lanes under those above, on a bar that its word is carried along.
    void drawRequest(int index, float y) {
        const model::ConstantRequest& request = m_requests[static_cast<std::size_t>(index)];
        const bool here = index == m_steps.shown, alone = m_stepAlone;
        const std::uint32_t bright = alone && !here ? 0 : m_lit;
        const Rect box =
            Rect{m_rect.x, y, m_rect.width, m_rowHeight}.inset(0, m_rowHeight > 20 ? 2.F : 0.75F);
        m_canvas.rectangle(box, {m_theme.panel, 5, here ? m_theme.accent : m_theme.line, here ? 1.5F : 1.F});
        m_canvas.text({box.x + 9, box.center().y}, fmt::format("{}", index + 1),
                      {std::min(13.F, m_rowHeight * 0.75F), here ? m_theme.text : m_theme.dim, Font::Bold,
                       Align::Start, Align::Center});
        m_canvas.pick(box, {PickKind::Wavefront, index, -1, m_steps.site});
        const int first = std::countr_zero(request.lanes), last = 31 - std::countl_zero(request.lanes);
        m_canvas.line({laneX(first), box.center().y}, {laneX(last), box.center().y}, 2, m_theme.dim);
        const float pitch = m_grid.width / model::kWarpSize;
        forEachLane(request.lanes, [&](int lane) {
            const Rect cell =
                Rect{laneX(lane) - pitch / 2, box.y, pitch, box.height}.inset(pitch * 0.06F, 2.5F);
            drawLaneCell(m_canvas, cell, {{lane, 0, 1}}, bright);
            m_canvas.pick(cell, {PickKind::Wavefront, index, lane, m_steps.site, request.address});
        });
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Frame& m_frame;
    const ShownAccess& m_shown;
    bool m_stepAlone = false; ///< nothing but the step is lit
    std::vector<model::ConstantRequest> m_requests;
    std::map<std::uint64_t, std::uint32_t> m_words; ///< lanes by address
    Rect m_rect, m_grid;
    Steps m_steps{.kind = StepKind::Request};
    std::uint32_t m_lit = 0;
    int m_rowsShown = 0;
    float m_radius = 0, m_lanesY = 0, m_wordsY = 0, m_rowHeight = 0;
};

} // namespace

void drawConstant(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (shown.access->space != model::Space::Constant || rect.width < 80 || rect.height < 60) return;
    const auto clip = canvas.clip(Rect{rect.x - 4, rect.y, rect.width + 8, rect.height});
    ConstantPicture(canvas, frame, rect, shown).draw();
}

} // namespace lanescope::kit
