// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/slides/slides.h"

#include "kit/pictures/pictures.h"
#include "lessons/sheet.h"
#include "render/vector/svg.h"
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
constexpr float kMargin = 34, kFoot = 26, kGap = 22;
constexpr float kTitle = 25, kText = 15, kLargeText = 19, kLeastText = 10; // sizes, points
constexpr float kTextShare = 0.44F, kCodeShare = 0.53F;                    // of the width, beside a picture
constexpr float kPictureZoom = 1.2F;

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

/// One slide, before it is drawn.
struct Slide {
    std::string over; ///< "Question 2"; may be empty
    std::string title;
    lessons::Text text;
    std::optional<std::size_t> step; ///< whose picture is shown
    lessons::Moment moment = lessons::Moment::Step;
    bool first = false; ///< the lesson's title
};

lessons::Block paragraph(std::vector<lessons::Span> spans) {
    lessons::Block block;
    block.spans = std::move(spans);
    return block;
}

/// In bold, but for its code.
lessons::Block strong(std::string_view words) {
    lessons::Block block = paragraph(lessons::spansOf(words));
    for (lessons::Span& span : block.spans)
        if (span.style == lessons::Span::Style::Plain) span.style = lessons::Span::Style::Strong;
    return block;
}

void append(lessons::Text& text, const lessons::Text& more) {
    text.insert(text.end(), more.begin(), more.end());
}

/// What is asked, with the letters of its options.
void appendQuestion(lessons::Text& text, const lessons::AskedQuestion& asked) {
    append(text, asked.ask);
    if (!asked.code.empty()) append(text, lessons::codeBlock(asked.code));
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
        std::vector<lessons::Span> spans{
            {lessons::Span::Style::Strong, fmt::format("{}) ", lessons::optionLetter(i))}};
        for (lessons::Span& span : lessons::spansOf(asked.options[i])) spans.push_back(std::move(span));
        text.push_back(paragraph(std::move(spans)));
    }
}

std::vector<Slide> slidesOf(const lessons::Handout& handout) {
    std::vector<Slide> slides;
    slides.push_back({.title = handout.lesson().title, .text = handout.introduction(), .first = true});
    std::size_t question = 0;
    for (std::size_t step = 0; step < handout.lesson().steps.size(); ++step) {
        const lessons::Step& written = handout.lesson().steps[step];
        const std::optional<std::size_t> seen =
            handout.state(step) ? std::optional<std::size_t>(step) : std::nullopt;
        Slide slide{.title = handout.title(step), .text = handout.text(step)};
        if (!written.question) {
            slide.step = seen;
            append(slide.text, handout.reveal(step));
            slides.push_back(std::move(slide));
            continue;
        }
        slide.over = tr("Question {}", ++question);
        const lessons::AskedQuestion asked = handout.asked(step);
        appendQuestion(slide.text, asked);
        const bool isSeen = seen && (asked.code.empty() || asked.missing.empty());
        if (isSeen && hasFigure(written, lessons::Moment::Step)) slide.step = step;
        Slide answer{.over = tr("Answer {}", question), .title = slide.title};
        if (isSeen) answer.step = step;
        answer.moment = lessons::Moment::Answer;
        slides.push_back(std::move(slide));
        if (written.question->kind == lessons::Question::Kind::Code)
            append(answer.text, lessons::answerBlocks(asked, handout.right(step)));
        else
            answer.text.push_back(strong(lessons::answerWords(asked, handout.right(step))));
        append(answer.text, handout.reveal(step));
        slides.push_back(std::move(answer));
    }
    return slides;
}

/// The slides of one lesson on one canvas.
class Painter {
public:
    Painter(const lessons::Handout& handout, StepFigures& figures, bool vectors)
        : m_handout(handout), m_figures(figures), m_vectors(vectors) {
        m_canvas.setFine(true);
        m_canvas.setInteractive(false);
        m_canvas.keepDrawings(vectors);
    }

    Picture paint(const Slide& slide, int number, int count) {
        m_canvas.begin(kWidth, kHeight, kScale, render::lightTheme());
        const render::Theme& theme = m_canvas.theme();
        const Rect whole = m_canvas.bounds();
        Rect all = whole.inset(kMargin, kMargin);
        all.height -= kFoot - 10;
        m_canvas.text({all.x, whole.bottom() - kFoot}, m_handout.lesson().title, {10, theme.dim});
        m_canvas.text({all.right(), whole.bottom() - kFoot}, fmt::format("{} / {}", number + 1, count),
                      {10, theme.dim, Font::Sans, Align::End});
        Picture picture;
        std::optional<Rect> place;
        if (slide.first) {
            all = all.belowTop(all.height * 0.22F);
            all = all.belowTop(heading(slide, all, kTitle * 1.4F) + 14);
            body(slide.text, all, kLargeText);
        } else {
            all = all.belowTop(heading(slide, all, kTitle) + 12);
            const bool hasCode = std::ranges::any_of(slide.text, [](const lessons::Block& block) {
                return block.kind == lessons::Block::Kind::Code;
            });
            const float share = hasCode ? kCodeShare : kTextShare;
            const Rect beside{all.x, all.y, (all.width - kGap) * share, all.height};
            if (slide.step) {
                place = Rect{beside.right() + kGap, all.y, all.width - beside.width - kGap, all.height};
                body(slide.text, beside, kText);
            } else {
                body(slide.text, all, kLargeText);
            }
        }
        std::optional<Picture> figure;
        if (place) {
            const auto pixels = [](float points) { return static_cast<int>(std::lround(points * kScale)); };
            figure = m_figures.draw(m_handout, *slide.step, slide.moment,
                                    {.view = WindowPart::Access,
                                     .width = pixels(place->width),
                                     .height = pixels(place->height),
                                     .zoom = kPictureZoom,
                                     .light = true,
                                     .vectors = m_vectors});
            if (figure && !m_vectors) m_canvas.image(*place, figure->image);
        }
        m_canvas.end();
        picture.image = m_canvas.read();
        if (m_vectors) {
            picture.drawing = m_canvas.drawing();
            if (figure)
                render::layInto(picture.drawing, figure->drawing,
                                {std::round(place->x * kScale), std::round(place->y * kScale)},
                                {0, 0, static_cast<float>(kWidth), static_cast<float>(kHeight)});
        }
        picture.stamp["Title"] = m_handout.lesson().title;
        if (figure) picture.stamp = std::move(figure->stamp);
        return picture;
    }

private:
    float heading(const Slide& slide, const Rect& rect, float size) {
        float y = rect.y;
        if (!slide.over.empty()) {
            const render::TextStyle over{13, m_canvas.theme().accent, Font::Bold};
            m_canvas.text({rect.x, y}, slide.over, over);
            y += m_canvas.measure(slide.over, over).y;
        }
        const render::TextStyle style{size, m_canvas.theme().text, Font::Bold};
        const std::string lines = kit::wrapped(m_canvas, slide.title, style, rect.width);
        m_canvas.text({rect.x, y}, lines, style);
        return y + m_canvas.measure(lines, style).y - rect.y;
    }

    /// As large as fits.
    void body(const lessons::Text& text, const Rect& rect, float size) {
        while (size > kLeastText && drawText(m_canvas, rect, text, size, false) > rect.height) size -= 0.5F;
        drawText(m_canvas, rect, text, size);
    }

    const lessons::Handout& m_handout;
    StepFigures& m_figures;
    bool m_vectors;
    render::Canvas m_canvas;
};

} // namespace

StepFigures::StepFigures() {
    AppOptions options;
    options.device = device::kEmulated;
    m_maker = std::make_unique<PictureMaker>(options);
}

StepFigures::~StepFigures() = default;

std::optional<Picture> StepFigures::draw(const lessons::Handout& handout, std::size_t step,
                                         lessons::Moment moment, const PictureOptions& wanted) {
    std::optional<lessons::State> state = handout.state(step);
    if (!state) return std::nullopt;
    const auto& question = handout.lesson().steps[step].question;
    std::string code;
    if (question && question->kind == lessons::Question::Kind::Code) {
        const lessons::AskedQuestion asked = handout.asked(step);
        if (!asked.missing.empty()) return std::nullopt;
        code = asked.code;
    }
    if (question && moment == lessons::Moment::Answer) {
        const lessons::Answer right = handout.right(step);
        state = handout.stateOf(step, right);
        if (!code.empty()) code = lessons::answerText(right);
    }
    AppOptions options = optionsOf(*state);
    if (!code.empty()) {
        const lessons::Scene::File& file = handout.fileOf(step, code);
        options.code = std::make_shared<const recording::Module>(
            recording::Module{file.name, file.path, file.source, file.ptx});
    }
    return m_maker->draw(options, wanted);
}

std::string StepFigures::html(const lessons::Handout& handout, std::size_t step, lessons::Moment moment) {
    const std::optional<Picture> picture = draw(handout, step, moment,
                                                {.view = WindowPart::Access,
                                                 .width = 1000,
                                                 .height = 620,
                                                 .zoom = kPictureZoom,
                                                 .light = true,
                                                 .vectors = true});
    if (!picture) return {};
    return fmt::format("<p class=\"figure\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></p>\n",
                       lessons::escaped(handout.state(step)->command()),
                       render::base64(render::svgOf(picture->drawing, picture->stamp)));
}

void renderSlides(const lessons::Handout& handout, bool vectors,
                  const std::function<void(Picture&&, int number, int count)>& take) {
    StepFigures figures;
    const std::vector<Slide> slides = slidesOf(handout);
    Painter painter(handout, figures, vectors);
    const auto count = static_cast<int>(slides.size());
    for (int i = 0; i < count; ++i)
        take(painter.paint(slides[static_cast<std::size_t>(i)], i, count), i, count);
}

} // namespace lanescope::shell
