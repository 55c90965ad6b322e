// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/stage_pictures.h"

#include "shell/app/messages.h"
#include "shell/app/seen.h"
#include "shell/app/withheld_picture.h"
#include "shell/capture/film.h"
#include "shell/capture/helper_program.h"
#include "shell/capture/stage_picture.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/picture_link.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

namespace lanescope::shell {

namespace {

using As = Capture::As;

std::string_view extensionOf(As as) {
    switch (as) {
    case As::Svg:
        return "svg";
    case As::Pdf:
        return "pdf";
    case As::Gif:
        return "gif";
    case As::Png:
    case As::LargePng:
    case As::Clipboard:
        break;
    }
    return "png";
}

PictureOptions optionsFor(const Capture& wanted) {
    PictureOptions options{.view = wanted.accessOnly ? WindowPart::Access : WindowPart::Stage,
                           .light = wanted.light,
                           .caption = wanted.caption,
                           .vectors = wanted.as == As::Svg || wanted.as == As::Pdf};
    if (wanted.as == As::LargePng) {
        options.width *= 2;
        options.height *= 2;
    } else if (wanted.as == As::Gif) {
        options.width = 1280;
        options.height = 720;
    }
    return options;
}

} // namespace

void StagePictures::apply(const Requests& asked, const Seen& seen, Messages& messages) {
    const auto copy = [&messages](const std::string& text) {
        ImGui::SetClipboardText(text.c_str());
        messages.announce(Message::Kind::Info, tr("copied: {}", text));
    };
    if (asked.copyCommand) copy(pictureCommand(seen.window(seen.runner.info().choice)));
    if (asked.copyLink) copy(seen.link());
    if (asked.window) {
        m_windowFile = freeFile(seen.runner.entry().name, "png");
        m_isWindowAsked = true;
    }
    if (asked.stage) m_capture = asked.stage;
}

Picture StagePictures::draw(const PictureOptions& wanted, const PictureState& seen, const kit::Frame& frame,
                            const std::string& parameters, const render::TextChunks& stamp) {
    if (!m_canvas) m_canvas = std::make_unique<render::Canvas>();
    m_canvas->setFine(true);
    m_canvas->setInteractive(wanted.controls);
    m_canvas->keepDrawings(wanted.vectors);
    m_canvas->begin(wanted.width, wanted.height,
                    partScaleFor(wanted.view, wanted.width, wanted.height) * wanted.zoom, frame.theme);
    m_canvas->setConcludes(!frame.view.isQuiet());
    if (frame.view.isCovered())
        drawWhatIsWithheld(*m_canvas, frame, m_canvas->bounds(),
                           {.otherStep = {}, .between = wanted.between, .isAnsweredHere = false});
    else
        drawStagePicture(
            *m_canvas, frame,
            {.view = wanted.view,
             .caption = wanted.caption,
             .parameters = parameters,
             .code = wanted.controls || frame.view.isQuiet() ? std::string() : pictureCode(seen)});
    m_canvas->end();
    return {m_canvas->read(), wanted.vectors ? m_canvas->drawing() : render::Drawing(), stamp};
}

std::string StagePictures::save(const Capture& wanted, std::string_view lab, int steps,
                                const std::function<Picture(const PictureOptions&)>& draw) {
    PictureOptions options = optionsFor(wanted);
    if (wanted.as == As::Clipboard) {
        const Picture copied = draw(options);
        copyPngToClipboard(render::pngBytes(copied.image, copied.stamp));
        return tr("copied a picture");
    }
    const std::string file = freeFile(lab, extensionOf(wanted.as));
    if (wanted.as == As::Gif) {
        Film film(file);
        for (int i = 0; i < steps; ++i) {
            options.step = i;
            film.add(draw(options), i, steps);
        }
        film.finish();
    } else {
        writePicture(file, draw(options));
    }
    return tr("saved {}", std::filesystem::absolute(file).string());
}

std::string StagePictures::freeFile(std::string_view lab, std::string_view extension) {
    std::string name;
    do {
        name = fmt::format("lanescope-{}-{}.{}", pictureName(lab), ++m_named, extension);
    } while (std::filesystem::exists(name));
    return name;
}

} // namespace lanescope::shell
