// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/tag_stage.h"

#include "kit/pictures/line_view.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::kit {

using render::Align;
using render::Canvas;
using render::Font;
using render::PickKind;
using render::Rect;

namespace {

constexpr int kBanks = 4;

int passesOf(const std::vector<model::TagLookup>& lookups) {
    int passes = 0;
    for (const model::TagLookup& lookup : lookups) passes = std::max(passes, lookup.pass + 1);
    return passes;
}

std::string passText(std::uint64_t passes) {
    return passes == 1 ? "1 pass" : fmt::format("{} passes", passes);
}

/// Bank and pass of every look-up of an access, and beneath the passes what of their data moves together.
class TagGrid {
public:
    TagGrid(Canvas& canvas, const Frame& frame, const ShownAccess& shown,
            const std::vector<model::TagLookup>& lookups, const Rect& area)
        : m_canvas(canvas), m_theme(canvas.theme()), m_shown(shown), m_lookups(lookups),
          m_passes(passesOf(lookups)), m_lit(litLanes(frame, shown)), m_area(area) {
        m_width = std::min((area.width - kLabels) / static_cast<float>(m_passes), 46.F);
        m_height = std::clamp((area.height - kFoot) / kBanks, 8.F, 15.F);
    }

    void draw() {
        for (int bank = 0; bank < kBanks; ++bank)
            m_canvas.text(
                {m_area.x, cell(bank, 0).center().y}, fmt::format("bank {}", bank),
                {std::min(m_height * 0.85F, 11.F), m_theme.faint, Font::Mono, Align::Start, Align::Center});
        for (const model::TagLookup& lookup : m_lookups) drawLookup(lookup);
        drawBatches();
    }

private:
    static constexpr float kLabels = 48, kFoot = 16;

    Rect cell(int bank, int pass) const {
        return {m_area.x + kLabels + m_width * static_cast<float>(pass),
                m_area.y + m_height * static_cast<float>(bank), m_width, m_height};
    }

    void drawLookup(const model::TagLookup& lookup) {
        const Rect box = cell(lookup.bank, lookup.pass).inset(std::min(m_width * 0.06F, 1.F), 1);
        std::vector<LanePart> parts;
        parts.reserve(model::kWarpSize);
        forEachLane(lookup.lanes, [&](int lane) { parts.push_back({lane, 0, 1}); });
        drawLaneCell(m_canvas, box, parts, m_lit);
        m_canvas.pick(box, {PickKind::Line, static_cast<std::int64_t>(lookup.line / model::kLineBytes), -1,
                            static_cast<int>(m_shown.access->site), lookup.line});
    }

    /// A line under the passes that move their data together, and their numbers where there is room.
    void drawBatches() {
        const float y = m_area.y + m_height * kBanks + 2;
        m_canvas.text({m_area.x, y + 3}, "pass", {9.5F, m_theme.faint, Font::Mono});
        std::vector<int> batchOfPass(static_cast<std::size_t>(m_passes), -1);
        for (const model::TagLookup& lookup : m_lookups)
            batchOfPass[static_cast<std::size_t>(lookup.pass)] = lookup.batch;
        for (int first = 0; first < m_passes;) {
            const int batch = batchOfPass[static_cast<std::size_t>(first)];
            int end = first + 1;
            while (end < m_passes && batch >= 0 && batchOfPass[static_cast<std::size_t>(end)] == batch) ++end;
            const float left = cell(0, first).x, right = cell(0, end - 1).right();
            if (batch >= 0) m_canvas.rectangle({left + 1, y, right - left - 2, 2}, {m_theme.dim, 1});
            const std::string name =
                end - first > 1 ? fmt::format("{}-{}", first + 1, end) : fmt::format("{}", first + 1);
            const render::TextStyle style{9.5F, m_theme.dim, Font::Sans, Align::Center};
            if (m_canvas.measure(name, style).x + 2 <= right - left)
                m_canvas.text({(left + right) / 2, y + 3}, name, style);
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
};

} // namespace

std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief) {
    const auto count = static_cast<std::uint64_t>(lookups.size());
    const auto passes = static_cast<std::uint64_t>(passesOf(lookups));
    if (lookups.empty()) return {};
    if (lookups.front().bank < 0)
        return fmt::format("{} in {} at least, four lines each; which lines share a tag bank is not known of "
                           "this chip",
                           plural(count, "tag look-up"), passText(passes));
    std::array<int, kBanks> linesOfBank{};
    for (const model::TagLookup& lookup : lookups) ++linesOfBank[static_cast<std::size_t>(lookup.bank)];
    const auto fullest = std::max_element(linesOfBank.begin(), linesOfBank.end());
    // An atomic looks a line up again for lanes that meet.
    std::vector<std::uint64_t> lines;
    lines.reserve(lookups.size());
    for (const model::TagLookup& lookup : lookups) lines.push_back(lookup.line);
    std::ranges::sort(lines);
    const bool again = std::ranges::adjacent_find(lines) != lines.end();
    const std::string_view noun = again ? "look-up" : "line";
    std::string text = brief   ? ""
                       : again ? "a cell is a line's look-up with its lanes; a pass has one a bank: "
                               : "a cell is a line with its lanes; a pass takes one a bank: ";
    if (passes > (count + kBanks - 1) / kBanks)
        return text + fmt::format("bank {} has {} of {}, so {}", fullest - linesOfBank.begin(), *fullest,
                                  plural(count, noun), passText(passes));
    return text + fmt::format("{} in {}", plural(count, noun), passText(passes));
}

std::string batchSentence(const std::vector<model::TagLookup>& lookups) {
    int batches = 0, together = 0;
    for (const model::TagLookup& lookup : lookups) {
        batches = std::max(batches, lookup.batch + 1);
        if (lookup.batch == 0) together = std::max(together, lookup.pass + 1);
    }
    if (batches == 0 || passesOf(lookups) == 1) return {};
    if (batches == 1) return "data of all passes moves together";
    return together > 1 ? fmt::format("data of passes 1 to {} moves together", together)
                        : "data moves pass by pass";
}

std::string describeTag(const std::vector<model::TagLookup>& lookups, std::uint64_t line) {
    std::vector<std::string> passes;
    int bank = -1, batch = -1;
    for (const model::TagLookup& lookup : lookups) {
        if (lookup.line != line) continue;
        bank = lookup.bank;
        batch = lookup.batch;
        passes.push_back(fmt::format("{}", lookup.pass + 1));
    }
    if (passes.empty()) return {};
    if (bank < 0) return "its tag is looked up in one of four banks; which is not known of this chip";
    std::string text =
        fmt::format("its address puts it in tag bank {} of 0 to 3, where a pass looks up one line: "
                    "this one in pass{} {}",
                    bank, passes.size() > 1 ? "es" : "", fmt::join(passes, ", "));
    int first = passesOf(lookups), last = 0;
    for (const model::TagLookup& lookup : lookups)
        if (batch >= 0 && lookup.batch == batch) {
            first = std::min(first, lookup.pass + 1);
            last = std::max(last, lookup.pass + 1);
        }
    if (first < last) text += fmt::format("\nthe data of passes {} to {} moves together", first, last);
    return text;
}

Rect drawTagStage(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (frame.view.isQuiet()) return rect;
    const std::vector<model::TagLookup> lookups = model::tagLookups(*shown.access, frame.architecture);
    if (lookups.empty() || rect.height < 150 || rect.width < 150) return rect;
    const render::Theme& theme = canvas.theme();
    const bool roomy = rect.height > 300;
    const std::string sentence = tagSentence(lookups, !roomy);
    const render::TextStyle small{11.5F, theme.dim};
    if (lookups.front().bank < 0) {
        const std::string lines = wrapped(canvas, sentence, small, rect.width);
        const float height = canvas.measure(lines, small).y + 6;
        canvas.text({rect.x, rect.bottom() - height + 4}, lines, small);
        return rect.top(rect.height - height);
    }
    const float height = roomy ? 112.F : 76.F;
    Rect area = rect.belowTop(rect.height - height);
    const Rect title = canvas.text({area.x, area.y + 2}, roomy ? "Through the four tag banks" : "Tag banks",
                                   {roomy ? 12.5F : 11.5F, theme.text, Font::Bold});
    if (roomy) {
        canvas.text({area.x, area.y + 18},
                    fitting(canvas, {sentence, tagSentence(lookups, true)}, small, area.width),
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
    TagGrid(canvas, frame, shown, lookups, area).draw();
    return rect.top(rect.height - height - 4);
}

} // namespace lanescope::kit
