// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/slides/slides.h"

#include "kit/pictures/pictures.h"
#include "render/vector/svg.h"
#include "shell/app/lesson/between.h"
#include "shell/requests/look_request.h"
#include "shell/slides/rich_text.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

using render::Align;
using render::Font;
using render::Rect;

constexpr int kWidth = 1920, kHeight = 1080;
constexpr float kScale = 2; // pixels per point
constexpr float kMargin = 34, kFoot = 26, kGap = 24, kAboveTitle = 40;
// Sizes of type, points.
constexpr float kTitle = 28, kOver = 15, kFootSize = 11, kText = 19, kLoneText = 23, kAsk = 25, kOption = 22,
                kAskedAgain = 17, kLeastAskedAgain = 13;
/// What does not fit has all its type smaller, but not by more than this.
constexpr float kLeastShare = 0.5F;
/// A question whose text would make it smaller than this has that text on a slide of its own.
constexpr float kLeastShareOfQuestion = 0.8F;
constexpr float kTextShare = 0.39F, kCodeShare = 0.6F,
                kAnsweredCodeShare = 0.5F; // of the width, beside a picture
// Of what is usual for a picture of that size. Code and settings are read, not looked at.
constexpr float kPictureZoom = 1.35F, kWordsZoom = 1.7F;

AppOptions optionsOf(const lessons::State& state) {
    LabRequest request;
    request.lab = state.lab;
    for (const lessons::Setting& set : state.sets) request.sets.push_back(set.parameter + "=" + set.value);
    request.architectures =
        state.architecture.empty() ? std::string(model::defaultArchitecture().name) : state.architecture;
    LookRequest look;
    if (state.site >= 0) look.site = std::to_string(state.site);
    look.theme = "light";
    return appOptions(request, look);
}

lessons::Block paragraph(std::vector<lessons::Span> spans) {
    lessons::Block block;
    block.spans = std::move(spans);
    return block;
}

/// In bold, but for its code.
lessons::Text strong(lessons::Text text) {
    for (lessons::Block& block : text)
        for (lessons::Span& span : block.spans)
            if (span.style == lessons::Span::Style::Plain) span.style = lessons::Span::Style::Strong;
    return text;
}

/// Blocks of one size.
struct Part {
    lessons::Text text;
    float size = kText;
    std::string mark{};   ///< of an option, at its left
    bool isAsked = false; ///< a line at its left says so
};

/// A slide with its words, before it is drawn.
struct Sheet {
    std::string over; ///< "Question 2"; may be empty
    std::string title;
    std::string asked; ///< the question that is answered
    std::vector<Part> parts;
    bool hasCode = false, isFirst = false;
    std::optional<lessons::Figure> figure;
};

void appendQuestion(std::vector<Part>& parts, const lessons::AskedQuestion& asked) {
    parts.push_back({.text = strong(asked.ask), .size = kAsk, .isAsked = true});
    if (!asked.code.empty()) parts.push_back({.text = lessons::codeBlock(asked.code)});
    for (std::size_t i = 0; i < asked.options.size(); ++i)
        parts.push_back({.text = {paragraph(lessons::spansOf(asked.options[i]))},
                         .size = kOption,
                         .mark = fmt::format("{})", lessons::optionLetter(i))});
    if (const std::string line = lessons::changesLine(asked); !line.empty())
        parts.push_back({.text = {paragraph({{lessons::Span::Style::Plain, line}})}});
}

/// Draws the parts below each other, all sizes by that share; gives the height.
float drawParts(render::Canvas& canvas, const Rect& rect, const std::vector<Part>& parts, float share,
                bool show) {
    constexpr float kIndent = 1.5F, kBar = 3, kBarGap = 12, kPartGap = 0.7F; // of the size, or points
    float y = rect.y;
    for (const Part& part : parts) {
        const float size = part.size * share;
        if (y > rect.y) y += size * kPartGap;
        const float indent = !part.mark.empty() ? size * kIndent : part.isAsked ? kBar + kBarGap : 0;
        const Rect room{rect.x + indent, y, rect.width - indent, rect.height};
        const float height = drawText(canvas, room, part.text, size, show);
        if (show && !part.mark.empty())
            canvas.text({rect.x, y}, part.mark, {size, canvas.theme().text, Font::Bold});
        if (show && part.isAsked) canvas.rectangle({rect.x, y, kBar, height}, {canvas.theme().accent});
        y += height;
    }
    return y - rect.y;
}

/// The slides of one lesson on one canvas.
class Painter {
public:
    Painter(const lessons::Handout& handout, StepFigures& figures, lessons::Answers answers, bool vectors)
        : m_handout(handout), m_figures(figures), m_vectors(vectors) {
        m_canvas.setFine(true);
        m_canvas.setInteractive(false);
        m_canvas.keepDrawings(vectors);
        m_canvas.begin(kWidth, kHeight, kScale, render::lightTheme()); // to measure
        for (const lessons::Slide& slide : lessons::slidesOf(handout, answers)) add(slide, answers);
        m_canvas.end();
    }

    int count() const { return static_cast<int>(m_sheets.size()); }

    Picture paint(int number) {
        const Sheet& sheet = m_sheets[static_cast<std::size_t>(number)];
        m_canvas.begin(kWidth, kHeight, kScale, render::lightTheme());
        drawFoot(sheet, number);
        const Rect all = body();
        const Rect below = all.belowTop(drawHead(sheet, all, true)), room = besideFigure(sheet, below);
        drawFitting(sheet, room);
        const Rect place = below.rightOf(room.width + kGap);
        std::optional<Picture> figure;
        if (sheet.figure) figure = drawFigure(*sheet.figure, place);
        if (figure && !m_vectors) m_canvas.image(place, figure->image);
        m_canvas.end();
        Picture picture;
        picture.image = m_canvas.read();
        if (m_vectors) {
            picture.drawing = m_canvas.drawing();
            if (figure)
                render::layInto(picture.drawing, figure->drawing,
                                {std::round(place.x * kScale), std::round(place.y * kScale)},
                                {0, 0, static_cast<float>(kWidth), static_cast<float>(kHeight)});
        }
        picture.stamp["Title"] = m_handout.lesson().title;
        if (figure) picture.stamp = std::move(figure->stamp);
        return picture;
    }

private:
    void add(const lessons::Slide& slide, lessons::Answers answers) {
        using Kind = lessons::Slide::Kind;
        if (slide.kind == Kind::Title) {
            m_sheets.push_back(
                {.title = m_handout.lesson().title,
                 .parts = {{.text = m_handout.introduction(), .size = slide.figure ? kText : kLoneText}},
                 .isFirst = true,
                 .figure = slide.figure});
            return;
        }
        Sheet sheet{.title = m_handout.title(slide.step), .figure = slide.figure};
        const auto put = [&sheet](lessons::Text text) {
            if (!text.empty()) sheet.parts.push_back({.text = std::move(text)});
        };
        if (slide.kind == Kind::Text) {
            put(m_handout.text(slide.step));
            if (answers == lessons::Answers::With) put(m_handout.reveal(slide.step));
            if (!sheet.figure)
                for (Part& part : sheet.parts) part.size = kLoneText;
            m_sheets.push_back(std::move(sheet));
            return;
        }
        const lessons::AskedQuestion asked = m_handout.asked(slide.step);
        sheet.hasCode = !asked.code.empty();
        if (slide.kind == Kind::Question) {
            sheet.over = tr("Question {}", slide.number);
            put(m_handout.text(slide.step));
            appendQuestion(sheet.parts, asked);
            takeTextApart(sheet);
        } else {
            sheet.over = tr("Answer {}", slide.number);
            sheet.asked = lessons::askLine(asked);
            const lessons::Text right = lessons::answerBlocks(m_handout, slide.step);
            sheet.parts.push_back({.text = strong(right), .size = sheet.hasCode ? kText : kAsk});
            put(m_handout.reveal(slide.step));
        }
        m_sheets.push_back(std::move(sheet));
    }

    /// What leads to a question comes before it where both do not fit.
    void takeTextApart(Sheet& sheet) {
        const Rect all = body(), below = all.belowTop(drawHead(sheet, all, false)),
                   room = besideFigure(sheet, below);
        if (sheet.parts.front().isAsked ||
            drawParts(m_canvas, room, sheet.parts, kLeastShareOfQuestion, false) <= room.height)
            return;
        Part text = std::move(sheet.parts.front());
        sheet.parts.erase(sheet.parts.begin());
        text.size = kLoneText;
        m_sheets.push_back({.title = sheet.title, .parts = {std::move(text)}});
    }

    static Rect body() {
        const float width = static_cast<float>(kWidth) / kScale,
                    height = static_cast<float>(kHeight) / kScale;
        return {kMargin, kMargin, width - 2 * kMargin, height - 2 * kMargin - (kFoot - 10)};
    }
    static Rect besideFigure(const Sheet& sheet, const Rect& below) {
        if (!sheet.figure) return below;
        const float share = !sheet.hasCode                                    ? kTextShare
                            : sheet.figure->moment == lessons::Moment::Answer ? kAnsweredCodeShare
                                                                              : kCodeShare;
        return below.left((below.width - kGap) * share);
    }

    void drawFoot(const Sheet& sheet, int number) {
        const Rect whole = m_canvas.bounds();
        const float y = whole.bottom() - kFoot;
        const render::Color& dim = m_canvas.theme().dim;
        std::string left = m_handout.lesson().title;
        if (sheet.figure)
            if (const std::string chip = lessons::wordsOf(m_handout, *sheet.figure).chip; !chip.empty())
                left += tr("; ") + tr("modelled as {}", chip);
        m_canvas.text({kMargin, y}, left, {kFootSize, dim});
        m_canvas.text({whole.right() - kMargin, y}, fmt::format("{} / {}", number + 1, count()),
                      {kFootSize, dim, Font::Sans, Align::End});
    }

    /// What stands over the whole width; gives its height, with the gap below it.
    float drawHead(const Sheet& sheet, const Rect& rect, bool show) {
        float y = rect.y;
        const auto put = [&](const std::string& text, const render::TextStyle& style) {
            const std::string lines = kit::wrapped(m_canvas, text, style, rect.width);
            if (show) m_canvas.text({rect.x, y}, lines, style);
            y += m_canvas.measure(lines, style).y;
        };
        if (!sheet.over.empty()) put(sheet.over, {kOver, m_canvas.theme().accent, Font::Bold});
        if (sheet.isFirst) y += kAboveTitle;
        put(sheet.title, {sheet.isFirst ? kTitle * 1.4F : kTitle, m_canvas.theme().text, Font::Bold});
        if (!sheet.asked.empty()) {
            render::TextStyle style{kAskedAgain, m_canvas.theme().dim};
            while (style.size > kLeastAskedAgain && m_canvas.measure(sheet.asked, style).x > rect.width)
                style.size -= 0.5F;
            y += 4;
            put(sheet.asked, style);
        }
        return y + 14 - rect.y;
    }

    /// As large as fits.
    void drawFitting(const Sheet& sheet, const Rect& rect) {
        float share = 1;
        while (share > kLeastShare && drawParts(m_canvas, rect, sheet.parts, share, false) > rect.height)
            share -= 0.02F;
        drawParts(m_canvas, rect, sheet.parts, share, true);
    }

    Picture drawFigure(const lessons::Figure& figure, const Rect& place) {
        const auto pixels = [](float points) { return static_cast<int>(std::lround(points * kScale)); };
        return m_figures.draw(m_handout, figure,
                              {.view = WindowPart::Access,
                               .width = pixels(place.width),
                               .height = pixels(place.height),
                               .zoom = kWordsZoom,
                               .light = true,
                               .vectors = m_vectors});
    }

    const lessons::Handout& m_handout;
    StepFigures& m_figures;
    bool m_vectors;
    render::Canvas m_canvas;
    std::vector<Sheet> m_sheets;
};

} // namespace

StepFigures::StepFigures() {
    AppOptions options;
    options.device = device::kEmulated;
    m_maker = std::make_unique<PictureMaker>(options);
}

StepFigures::~StepFigures() = default;

Picture StepFigures::draw(const lessons::Handout& handout, const lessons::Figure& figure,
                          const PictureOptions& wanted) {
    AppOptions options = optionsOf(lessons::stateOf(handout, figure));
    PictureOptions picture = wanted;
    picture.withheld = figure.withheld;
    const bool covers = figure.withheld >= kit::Withheld::All;
    if (!covers) picture.zoom = kPictureZoom;
    Between between;
    const lessons::Question* question = nullptr;
    if (figure.moment != lessons::Moment::Introduction)
        if (const auto& asked = handout.lesson().steps[figure.step].question) question = &*asked;
    if (question) {
        const bool isAnswer = figure.moment == lessons::Moment::Answer;
        if (isAnswer && question->kind == lessons::Question::Kind::Code) {
            const lessons::Answer right = handout.right(figure.step);
            const lessons::Scene::File& file = handout.fileOf(figure.step, lessons::answerText(right));
            options.code = std::make_shared<const recording::Module>(
                recording::Module{file.name, file.path, file.source, file.ptx});
        }
        if (!isAnswer) between = betweenOf(handout.tellingStates(figure.step));
    } else {
        picture.lanes = ~0U; // nobody is to choose any
    }
    if (between.lab) picture.between = &between;
    return m_maker->draw(options, picture);
}

std::string StepFigures::html(const lessons::Handout& handout, const lessons::Figure& figure, int height,
                              float words) {
    const Picture picture = draw(handout, figure,
                                 {.view = WindowPart::Access,
                                  .width = 1000,
                                  .height = height,
                                  .zoom = words,
                                  .light = true,
                                  .vectors = true});
    return fmt::format("<p class=\"figure\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></p>\n",
                       lessons::escaped(lessons::stateOf(handout, figure).command()),
                       render::base64(render::svgOf(picture.drawing, picture.stamp)));
}

void renderSlides(const lessons::Handout& handout, lessons::Answers answers, bool vectors,
                  const std::function<void(Picture&&, int number, int count)>& take) {
    StepFigures figures;
    Painter painter(handout, figures, answers, vectors);
    for (int i = 0; i < painter.count(); ++i) take(painter.paint(i), i, painter.count());
}

} // namespace lanescope::shell
