// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/withheld_picture.h"

#include "kit/lab_interfaces.h"
#include "kit/pictures/heading.h"
#include "kit/words/choice_words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

using render::Rect;
using render::TextStyle;

struct Line {
    std::uint32_t number = 0;
    std::string text;
};

/// The function that a line is in, which begins and ends at the left edge; none when there is no such line.
/// What is said beside the code is left out: it may answer the question, too.
std::vector<Line> functionAround(std::string_view source, std::uint32_t wanted) {
    std::vector<Line> lines;
    for (std::uint32_t number = 1; !source.empty(); ++number) {
        const std::string_view whole = source.substr(0, source.find('\n'));
        source.remove_prefix(std::min(whole.size() + 1, source.size()));
        const std::string_view code = whole.substr(0, whole.find("//"));
        const std::string_view text = code.substr(0, code.find_last_not_of(' ') + 1);
        const bool remark = text.empty() && !whole.empty();
        const bool between = text.empty() && (lines.empty() || !lines.back().text.starts_with(' '));
        // The last line, or the only one.
        const bool ends = text.starts_with('}') || (!text.starts_with(' ') && text.ends_with('}'));
        if (number < wanted && (ends || between))
            lines.clear();
        else if (!remark)
            lines.push_back({number, std::string(text)});
        if (number >= wanted && ends) return lines;
    }
    return {};
}

/// The first function of the file that these lines call, as the one that computes an index; none: they call
/// none.
std::vector<Line> functionCalledBy(const std::vector<Line>& lines, std::string_view source) {
    std::uint32_t number = 0;
    for (std::string_view rest = source; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        ++number;
        const std::size_t opens = line.find('(');
        if (!line.starts_with("__device__") || opens == std::string_view::npos) continue;
        const std::string_view name =
            line.substr(line.rfind(' ', opens) + 1, opens - line.rfind(' ', opens) - 1);
        const bool called = std::ranges::any_of(lines, [&](const Line& each) {
            const std::size_t at = each.text.find(fmt::format(" {}(", name));
            return at != std::string::npos && each.number != number;
        });
        if (called) return functionAround(source, number);
    }
    return {};
}

/// A small heading; gives the height under which its part begins.
float drawPartTitle(render::Canvas& canvas, const Rect& rect, std::string_view title, float zoom) {
    constexpr float kMost = 14; // below the heading's
    const TextStyle style{std::min(12 * zoom, kMost), canvas.theme().dim, render::Font::Bold};
    canvas.text({rect.x, rect.y}, title, style);
    return rect.y + canvas.measure(title, style).y + 6;
}

/// Source lines with their numbers, in a size in which as many as possible are seen.
class Listing {
public:
    /// asked: the line that is always seen, and marked if it is known to be the question's.
    Listing(render::Canvas& canvas, const Rect& rect, std::uint32_t asked, bool marks)
        : m_canvas(canvas), m_rect(rect), m_asked(asked),
          m_marks(marks), m_style{13, canvas.theme().text, render::Font::Mono} {}

    static constexpr float kLeast = 9.5F; ///< size of type, points

    /// Whether they have room below one another in this size, or, if that keeps each on one line, in one that
    /// is a quarter smaller.
    bool hasRoom(const std::vector<Line>& lines, float size) {
        constexpr float kSmaller = 0.75F;
        m_style.size = size;
        measure(lines);
        if (heightOf(lines) <= m_rect.height) return true;
        m_style.size = std::max(size * kSmaller, kLeast);
        return isNarrow(lines) && heightOf(lines) <= m_rect.height;
    }
    /// Takes them if they can all be seen in type of at least that size; breaks: also where lines have to be
    /// broken.
    bool take(const std::vector<Line>& lines, float least, bool breaks) {
        const float whole = largest(lines, false), broken = largest(lines, true);
        constexpr float kWorthBreaking = 1.2F;
        const float size = broken > whole * kWorthBreaking && (breaks || whole >= least) ? broken : whole;
        if (size < least) return false;
        m_style.size = size;
        measure(lines);
        m_lines = lines;
        return true;
    }
    /// Takes these and some lines below them around the one that is asked about, in the largest type in which
    /// enough of those are seen. Whether there is one.
    bool takeWithPart(const std::vector<Line>& above, const std::vector<Line>& lines) {
        constexpr std::size_t kEnough = 5;
        for (float size = kMost; size >= kLeast; size -= kStep) {
            m_style.size = size;
            if (!isNarrow(above)) continue;
            measure(lines);
            const float height = heightOf(above);
            if (height >= m_rect.height) continue;
            takePart(lines, m_rect.height - height);
            const auto seen = static_cast<std::size_t>(
                std::ranges::count_if(m_lines, [](const Line& line) { return line.number > 0; }));
            if (seen < std::min(kEnough, lines.size())) continue;
            m_lines.insert(m_lines.begin(), above.begin(), above.end());
            return true;
        }
        return false;
    }
    /// Takes those around the line that is asked about.
    void takePart(const std::vector<Line>& lines) {
        m_style.size = kLeast;
        measure(lines);
        takePart(lines, m_rect.height);
    }
    /// Gives the height beneath.
    float draw() const {
        const render::Theme& theme = m_canvas.theme();
        float y = m_rect.y;
        for (const Line& line : m_lines) {
            const float height = heightOf({line});
            TextStyle number = m_style, text = m_style;
            number.color = theme.faint;
            number.h = render::Align::End;
            if (line.number == 0) text.color = theme.faint;
            if (m_marks && line.number == m_asked)
                m_canvas.rectangle({m_rect.x, y, m_rect.width, height}, {theme.accent.faded(0.22F), 4});
            if (line.number > 0)
                m_canvas.text({m_rect.x + m_numbers - 8, y + 1}, fmt::format("{}", line.number), number);
            m_canvas.text({m_rect.x + m_numbers, y + 1}, wrapped(line), text);
            y += height;
        }
        return y;
    }

private:
    static constexpr float kMost = 24, kSmallest = 8, kStep = 0.5F;
    static constexpr const char* kLeftOut = "...";

    /// Takes as many around the line that is asked about as have that height in the type that is set.
    void takePart(const std::vector<Line>& lines, float height) {
        const auto asked = std::ranges::find(lines, m_asked, &Line::number);
        std::size_t first = static_cast<std::size_t>(asked - lines.begin()), end = first + 1;
        const auto part = [&](std::size_t from, std::size_t to) {
            std::vector<Line> some(lines.begin() + static_cast<std::ptrdiff_t>(from),
                                   lines.begin() + static_cast<std::ptrdiff_t>(to));
            if (from > 0) some.insert(some.begin(), {0, kLeftOut});
            if (to < lines.size()) some.push_back({0, kLeftOut});
            return some;
        };
        const auto fits = [&](std::size_t from, std::size_t to) {
            return heightOf(part(from, to)) <= height;
        };
        // What leads to it says more than what comes after it.
        while (first > 0 && fits(first - 1, end)) --first;
        while (end < lines.size() && fits(first, end + 1)) ++end;
        m_lines = part(first, end);
    }

    /// The largest type in which they can all be seen; 0: there is none.
    float largest(const std::vector<Line>& lines, bool breaks) {
        for (m_style.size = kMost; m_style.size >= kSmallest; m_style.size -= kStep) {
            measure(lines);
            if ((breaks || isNarrow(lines)) && heightOf(lines) <= m_rect.height) return m_style.size;
        }
        return 0;
    }
    void measure(const std::vector<Line>& lines) {
        std::uint32_t last = 0;
        for (const Line& line : lines) last = std::max(last, line.number);
        m_numbers = m_canvas.measure(fmt::format("{}", last), m_style).x + 14;
    }
    /// Measures them: each is one line.
    bool isNarrow(const std::vector<Line>& lines) {
        measure(lines);
        return std::ranges::none_of(lines, [&](const Line& line) {
            return m_canvas.measure(line.text, m_style).x > m_rect.width - m_numbers - 8;
        });
    }
    std::string wrapped(const Line& line) const {
        return line.text.empty()
                   ? " "
                   : kit::wrappedCode(m_canvas, line.text, m_style, m_rect.width - m_numbers - 8);
    }
    float heightOf(const std::vector<Line>& lines) const {
        float height = 0;
        for (const Line& line : lines) height += m_canvas.measure(wrapped(line), m_style).y + 3;
        return height;
    }

    render::Canvas& m_canvas;
    Rect m_rect;
    std::uint32_t m_asked;
    bool m_marks;
    TextStyle m_style;
    float m_numbers = 0; ///< width of the column of line numbers
    std::vector<Line> m_lines;
};

/// The function that the shown access is in, with what computes its index.
class Code {
public:
    /// marks: the line of the access, which the question chose.
    Code(const kit::ShownAccess& shown, bool marks) : m_asked(shown.site->line), m_marks(marks) {
        if (!shown.launch->file) return;
        const std::string_view source = shown.launch->file->source;
        m_lines = functionAround(source, m_asked);
        m_called = functionCalledBy(m_lines, source);
        if (!m_called.empty()) m_called.push_back({0, {}});
        m_all = m_called;
        m_all.insert(m_all.end(), m_lines.begin(), m_lines.end());
    }

    /// Whether it reads the parameter, as "p.stride".
    bool reads(std::string_view parameter) const {
        const std::string sought = fmt::format("p.{}", parameter);
        return std::ranges::any_of(m_all, [&](const Line& line) {
            const auto inName = [&](std::size_t at) {
                return at < line.text.size() &&
                       (std::isalnum(static_cast<unsigned char>(line.text[at])) != 0 || line.text[at] == '_');
            };
            for (std::size_t at = line.text.find(sought); at != std::string::npos;
                 at = line.text.find(sought, at + 1))
                if (!inName(at + sought.size()) && (at == 0 || !inName(at - 1))) return true;
            return false;
        });
    }
    /// Listing::hasRoom of all of it, in type that is not smaller than that of the settings.
    bool hasRoom(render::Canvas& canvas, const Rect& rect, float zoom) const {
        return m_lines.empty() || listing(canvas, rect.belowTop(kTitle * zoom)).hasRoom(m_all, kUsual * zoom);
    }
    /// What computes the index has no room there with all of the function.
    bool leavesOutCalled(render::Canvas& canvas, const Rect& rect, float zoom) const {
        return !m_called.empty() &&
               !listing(canvas, rect.belowTop(kTitle * zoom)).take(m_all, Listing::kLeast, false);
    }
    /// Gives the height beneath. least: size of type before a part is left out.
    float draw(render::Canvas& canvas, const Rect& rect, float zoom, float least) const {
        if (m_lines.empty()) return rect.y;
        const float y = drawPartTitle(canvas, rect, tr("The kernel"), zoom);
        Listing shown = listing(canvas, {rect.x, y, rect.width, rect.bottom() - y});
        // What computes the index is a part of it, where there is room.
        if (shown.take(m_all, Listing::kLeast, false)) return shown.draw() + 16;
        std::vector<Line> close = m_lines;
        std::erase_if(close, [](const Line& line) { return line.text.empty(); });
        if ((!m_called.empty() && shown.takeWithPart(m_called, close)) ||
            shown.take(m_lines, Listing::kLeast, true))
            return shown.draw() + 16;
        if (!shown.take(close, least, true)) shown.takePart(close);
        return shown.draw() + 16;
    }

private:
    static constexpr float kTitle = 24; // height
    static constexpr float kUsual = 13; // size of type

    Listing listing(render::Canvas& canvas, const Rect& rect) const {
        return {canvas, rect, m_asked, m_marks};
    }

    std::uint32_t m_asked;
    bool m_marks;
    std::vector<Line> m_called, m_lines, m_all; ///< what computes the index; the function; both
};

/// On a slide, which is larger than its points.
constexpr float kLeastOnSlide = 8;

/// What the lab is set to, or will be with the answer.
struct Settings {
    const kit::Lab& lab;
    std::span<const std::string> varied; ///< parameters that each answer has a value of its own for

    bool isVaried(const kit::Parameter& parameter) const {
        return std::ranges::find(varied, parameter.name()) != varied.end();
    }
    /// The answers, or the lab as it is shown, differ in more than numbers: they run other code.
    bool differInWords(const kit::Lab& shown) const {
        return std::ranges::any_of(lab.parameters(), [&](const kit::Parameter* each) {
            const kit::Parameter* const other = shown.findParameter(each->name());
            return each->hasWords() && (isVaried(*each) || !other || other->text() != each->text());
        });
    }
    /// All that decide what the kernel does, but for those under "More" that are as usual and that the code
    /// beside them does not read. What is looked at may tell how much there is.
    std::vector<const kit::Parameter*> listed(const model::Architecture& architecture,
                                              const Code* code) const {
        const auto isAside = [&](const kit::Parameter& each) {
            return each.isAdvanced() && each.isDefault() && !(code && code->reads(each.name()));
        };
        std::vector<const kit::Parameter*> all;
        for (const kit::Parameter* each : lab.parameters())
            if (isVaried(*each) ||
                (!each->isFocus() && !isAside(*each) && kit::idleReason(lab, *each, architecture).empty()))
                all.push_back(each);
        return all;
    }
};

/// The settings as a table: names, values, and, where there is room, what each is for.
class SettingsTable {
public:
    SettingsTable(render::Canvas& canvas, const Settings& set, const model::Architecture& architecture,
                  const Code* code, float zoom)
        : m_canvas(canvas), m_zoom(zoom), m_name{13 * zoom, canvas.theme().text, render::Font::Bold},
          m_value{13 * zoom, canvas.theme().accent, render::Font::Mono}, m_help{11.5F * zoom,
                                                                                canvas.theme().dim} {
        for (const kit::Parameter* each : set.listed(architecture, code))
            m_rows.push_back({each, text(set, *each)});
        for (const Row& row : m_rows) {
            m_names = std::max(m_names, canvas.measure(row.parameter->name(), m_name).x);
            m_values = std::max(m_values, canvas.measure(row.value, m_value).x);
        }
        m_line = canvas.measure("x", m_name).y + 6 * zoom;
    }

    bool empty() const { return m_rows.empty(); }
    /// What each is for has room, by the last height().
    bool helps() const { return m_helps; }
    /// With what each is for, if that fits into the height; else as few lines as it takes.
    float height(float width, float most) {
        const float title = m_canvas.measure("x", {12 * m_zoom, {}, render::Font::Bold}).y + 6;
        m_helps = width - m_names - m_values - kGaps >= kLeastForHelp;
        float all = title;
        for (const Row& row : m_rows) all += heightOf(row, width);
        if (m_helps && all > most) m_helps = false;
        if (m_helps) return all;
        const float column = m_names + m_values + kColumnGaps;
        m_columns = std::clamp<std::size_t>(static_cast<std::size_t>((width + 30) / column), 1, 3);
        return title + m_line * static_cast<float>((m_rows.size() + m_columns - 1) / m_columns);
    }
    void draw(const Rect& rect) const {
        float y = drawPartTitle(m_canvas, rect, tr("The settings"), m_zoom);
        if (m_helps) {
            for (const Row& row : m_rows) {
                drawRow(row, {rect.x, y});
                m_canvas.text({helpX(rect.x), y + 1}, help(row, rect.width), m_help);
                y += heightOf(row, rect.width);
            }
            return;
        }
        const std::size_t deep = (m_rows.size() + m_columns - 1) / m_columns;
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            drawRow(m_rows[i], {rect.x + static_cast<float>(i / deep) * (m_names + m_values + kColumnGaps),
                                y + static_cast<float>(i % deep) * m_line});
    }

private:
    static constexpr float kGaps = 30, kColumnGaps = 44, kLeastForHelp = 150;
    struct Row {
        const kit::Parameter* parameter;
        std::string value;
    };

    static std::string text(const Settings& set, const kit::Parameter& parameter) {
        if (set.isVaried(parameter)) return "?";
        const std::string_view meaning = kit::meaningOfChoice(parameter.name(), parameter.usedText());
        return meaning.empty() ? parameter.usedText() : fmt::format("{} {}", parameter.usedText(), meaning);
    }
    float helpX(float x) const { return x + m_names + m_values + kGaps; }
    std::string help(const Row& row, float width) const {
        return kit::wrapped(m_canvas, tr(row.parameter->help()), m_help, width - helpX(0));
    }
    float heightOf(const Row& row, float width) const {
        return m_helps ? std::max(m_line, m_canvas.measure(help(row, width), m_help).y + 6) : m_line;
    }
    void drawRow(const Row& row, glm::vec2 at) const {
        m_canvas.text(at, row.parameter->name(), m_name);
        m_canvas.text({at.x + m_names + 14, at.y}, row.value, m_value);
    }

    render::Canvas& m_canvas;
    float m_zoom;
    TextStyle m_name, m_value, m_help;
    std::vector<Row> m_rows;
    float m_names = 0, m_values = 0, m_line = 0;
    bool m_helps = false;
    std::size_t m_columns = 1;
};

/// What to do to see the picture.
Rect drawHeading(render::Canvas& canvas, const Rect& all, const WaitingQuestion& question) {
    return kit::drawHeading(
        canvas, all,
        {
            .title = question.otherStep ? tr("Step {} asks about this picture", *question.otherStep + 1)
                                        : std::string(tr("Answer the question to see this")),
            .subtitle = std::string(
                question.otherStep ? tr("The picture and its numbers appear once that question is answered.")
                                   : tr("The picture and its numbers appear once you answer.")),
            .expression = {},
        });
}

} // namespace

void drawWhatIsWithheld(render::Canvas& canvas, const kit::Frame& frame, const Rect& all,
                        const WaitingQuestion& question) {
    Rect rest = all;
    const auto startAt = [&rest](float y) {
        rest.height = rest.bottom() - y;
        rest.y = y;
    };
    if (question.isAnsweredHere) {
        rest = drawHeading(canvas, all, question);
        startAt(rest.y + 14);
    }
    const Settings set = question.between ? Settings{*question.between->lab, question.between->varied}
                                          : Settings{frame.lab, {}};
    const bool codeAnswers = frame.view.withheld == kit::Withheld::AllAndCode || set.differInWords(frame.lab);
    const bool showsCode = frame.shown && !codeAnswers;
    const std::optional<Code> code =
        showsCode ? std::optional<Code>(std::in_place, *frame.shown, frame.view.site >= 0) : std::nullopt;
    // The settings first: the question speaks of them, and the code can be cut. Both are as large as the
    // stage lets them be.
    const bool here = question.isAnsweredHere;
    // On a slide, what each is for is said by who shows it.
    const float most = rest.height * (!showsCode ? 1.F : here ? 0.4F : 0.F), mostLarge = rest.height * 0.65F;
    const auto codeAbove = [&rest](float settings) {
        return Rect{rest.x, rest.y, rest.width, rest.height - settings - 16};
    };
    constexpr float kMostZoom = 1.7F, kStep = 0.1F;
    for (float zoom = here ? kMostZoom : 1; true; zoom -= kStep) {
        SettingsTable settings(canvas, set, frame.architecture, code ? &*code : nullptr, zoom);
        const bool large = zoom > 1 + kStep / 2;
        float height = settings.empty() ? 0 : settings.height(rest.width, large ? mostLarge : most);
        if (large && (height > mostLarge || (!settings.empty() && !settings.helps()) ||
                      (code && !code->hasRoom(canvas, codeAbove(height), zoom))))
            continue;
        // What computes the index says more than what each setting is for.
        if (code && settings.helps() && code->leavesOutCalled(canvas, codeAbove(height), zoom))
            height = settings.height(rest.width, 0);
        if (code)
            startAt(code->draw(canvas, codeAbove(height), zoom, here ? Listing::kLeast : kLeastOnSlide));
        if (!settings.empty()) settings.draw(rest);
        return;
    }
}

} // namespace lanescope::shell
