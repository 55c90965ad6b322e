// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/tag_stage.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/step_controls.h"
#include "kit/views/line_view.h"
#include "kit/words/lanes_met.h"
#include "kit/words/tag_lookups.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::kit {

namespace {

constexpr int kBanks = 4;

/// Bank and pass of every look-up of an access, and beneath the passes what of their data moves together.
class TagGrid {
public:
    TagGrid(Canvas& canvas, const Frame& frame, const ShownAccess& shown,
            const std::vector<model::TagLookup>& lookups, const Rect& area)
        : m_canvas(canvas), m_theme(canvas.theme()), m_shown(shown), m_lookups(lookups),
          m_passes(passesOf(lookups)), m_lit(litLanes(frame, shown)), m_area(area),
          m_step(frame.view.showSteps ? std::min(frame.view.step, m_passes - 1) : -1) {
        m_height = std::clamp((area.height - kFoot) / kBanks, 11.F, 15.F);
        m_labels = canvas.measure(label(0), labelStyle()).x + 10;
        m_width = std::min((area.width - m_labels) / static_cast<float>(m_passes), 46.F);
    }

    void draw() {
        for (int bank = 0; bank < kBanks; ++bank)
            m_canvas.text({m_area.x, cell(bank, 0).center().y}, label(bank), labelStyle());
        for (const model::TagLookup& lookup : m_lookups) drawLookup(lookup);
        if (m_step >= 0) {
            const Rect first = cell(0, m_step);
            m_canvas.rectangle({first.x, first.y, m_width, m_height * kBanks},
                               {{0, 0, 0, 0}, 3, m_theme.accent, 1.5F});
        }
        drawBatches();
    }
    int step() const { return m_step; }

private:
    static constexpr float kFoot = 16;

    /// Never "bank" alone: that is shared memory's.
    static std::string label(int bank) { return tr("tag bank {}", bank); }
    render::TextStyle labelStyle() const {
        return {std::clamp(m_height * 0.85F, 10.F, 11.F), m_theme.faint, Font::Sans, Align::Start,
                Align::Center};
    }
    Rect cell(int bank, int pass) const {
        return {m_area.x + m_labels + m_width * static_cast<float>(pass),
                m_area.y + m_height * static_cast<float>(bank), m_width, m_height};
    }

    void drawLookup(const model::TagLookup& lookup) {
        const Rect box = cell(lookup.bank, lookup.pass).inset(std::min(m_width * 0.06F, 1.F), 1);
        std::vector<LanePart> parts;
        parts.reserve(model::kWarpSize);
        forEachLane(lookup.lanes, [&](int lane) { parts.push_back({lane, 0, 1}); });
        drawLaneCell(m_canvas, box, parts, m_step < 0 || lookup.pass == m_step ? m_lit : 0);
        m_canvas.pick(box, {PickKind::Line, static_cast<std::int64_t>(lookup.line / model::kLineBytes), -1,
                            static_cast<int>(m_shown.access->site), lookup.line});
    }

    /// A line under the passes that move their data together, and their numbers where there is room.
    void drawBatches() {
        const float y = m_area.y + m_height * kBanks + 2;
        m_canvas.text({m_area.x, y + 3}, tr("wavefront"),
                      {10, m_theme.faint, Font::Sans, Align::Start, Align::Start, m_labels - 4});
        std::vector<int> batchOfPass(static_cast<std::size_t>(m_passes), -1);
        for (const model::TagLookup& lookup : m_lookups)
            batchOfPass[static_cast<std::size_t>(lookup.pass)] = lookup.batch;
        const render::TextStyle style{10, m_theme.dim, Font::Sans, Align::Center};
        // Where not every pass has room for its number, each second one has it, or each third.
        const float widest = m_canvas.measure(fmt::format("{}", m_passes), style).x + 4;
        const int every = std::max(1, static_cast<int>(std::ceil(widest / m_width)));
        for (int first = 0; first < m_passes;) {
            const int batch = batchOfPass[static_cast<std::size_t>(first)];
            int end = first + 1;
            while (end < m_passes && batch >= 0 && batchOfPass[static_cast<std::size_t>(end)] == batch) ++end;
            const float left = cell(0, first).x, right = cell(0, end - 1).right();
            if (batch >= 0) m_canvas.rectangle({left + 1, y, right - left - 2, 2}, {m_theme.dim, 1});
            const std::string name =
                end - first > 1 ? fmt::format("{}-{}", first + 1, end) : fmt::format("{}", first + 1);
            const bool numbered =
                end - first > 1 ? m_canvas.measure(name, style).x + 2 <= right - left : first % every == 0;
            if (numbered) m_canvas.text({(left + right) / 2, y + 3}, name, style);
            first = end;
        }
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const ShownAccess& m_shown;
    const std::vector<model::TagLookup>& m_lookups;
    int m_passes;
    std::uint32_t m_lit;
    Rect m_area;
    float m_width, m_height;
    int m_step;         ///< the pass that is singled out; -1: none
    float m_labels = 0; ///< width of the banks' names
};

} // namespace

Rect drawTagStage(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (frame.view.isQuiet() || shown.stoppedLanes) return rect;
    const std::vector<model::TagLookup> lookups = model::tagLookups(*shown.access, frame.architecture);
    // In a small window the lines themselves need the room.
    constexpr float kLeastHeight = 260, kLeastWidth = 150, kRoomForControls = 280, kControls = 30;
    const render::Theme& theme = canvas.theme();
    const int steps = stepsOf(shown, frame.architecture);
    // Where no line waits for another, the four banks explain nothing that is seen.
    if (!lookups.empty() && lookups.front().bank >= 0 && steps < 2) return rect;
    if (lookups.empty() || rect.height < kLeastHeight || rect.width < kLeastWidth) {
        if (steps < 2 || !frame.view.showSteps) return rect;
        constexpr float kLine = 20;
        canvas.text({rect.x, rect.bottom() - kLine / 2},
                    describePass(lookups, std::min(frame.view.step, steps - 1)),
                    {12, theme.text, Font::Bold, Align::Start, Align::Center, rect.width});
        return rect.top(rect.height - kLine);
    }
    const bool roomy = rect.height > 300;
    const std::string sentence = tagSentence(lookups, !roomy);
    const render::TextStyle small{11.5F, theme.dim};
    if (lookups.front().bank < 0) {
        const std::string lines = wrapped(canvas, sentence, small, rect.width);
        const float height = canvas.measure(lines, small).y + 6;
        canvas.text({rect.x, rect.bottom() - height + 4}, lines, small);
        return rect.top(rect.height - height);
    }
    const float controls = steps > 1 && rect.height > kRoomForControls ? kControls : 0;
    const float height = (roomy ? 112.F : 80.F) + controls;
    Rect area = rect.belowTop(rect.height - height);
    const Rect title =
        canvas.text({area.x, area.y + 2},
                    roomy ? tr("Through the four tag banks of the L1 cache") : tr("Tag banks of L1"),
                    {roomy ? 12.5F : 11.5F, theme.text, Font::Bold});
    if (roomy) {
        canvas.text({area.x, area.y + 18},
                    canvas.fitting({sentence, tagSentence(lookups, true)}, small, area.width),
                    {11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, area.width});
        const render::TextStyle end{11.5F, theme.dim, Font::Sans, Align::End};
        const std::string data = batchSentence(lookups);
        if (canvas.measure(data, end).x + title.width + 16 < area.width)
            canvas.text({area.right(), area.y + 3}, data, end);
        area = area.belowTop(35);
    } else {
        const float left = title.right() + 8 - area.x;
        canvas.text({area.x + left, area.y + 2}, sentence,
                    {11, theme.dim, Font::Sans, Align::Start, Align::Start, area.width - left});
        area = area.belowTop(17);
    }
    TagGrid grid(canvas, frame, shown, lookups, area.top(area.height - controls));
    grid.draw();
    if (controls > 0)
        drawStepControls(canvas, frame, {rect.x, rect.bottom() - controls, rect.width, controls},
                         {StepKind::TagWavefront, grid.step(), steps, static_cast<int>(shown.access->site)},
                         tr("hover a lane to see its sector and whom it shares it with"));
    return rect.top(rect.height - height - 4);
}

} // namespace lanescope::kit
