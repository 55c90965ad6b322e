// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/capture/film.h"

#include "model/error.h"
#include "model/format.h"
#include "render/vector/pdf.h"
#include "shell/capture/gif.h"
#include "shell/capture/helper_program.h"
#include "shell/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace lanescope::shell {

namespace {

constexpr std::array<std::string_view, 5> kEndings{".png", ".svg", ".pdf", ".gif", ".webm"};

std::string endingOf(const std::string& path) {
    return lowered(std::filesystem::path(path).extension().string());
}

} // namespace

bool Film::isFormat(const std::string& path) {
    return std::ranges::find(kEndings, endingOf(path)) != kEndings.end();
}

Film::Film(std::string path, double seconds) : m_path(std::move(path)), m_seconds(seconds) {
    if (!isFormat(m_path))
        throw BadInput(
            fmt::format("{}: steps are PNG, SVG, PDF, GIF or WebM; name a file with that ending", m_path));
    const std::string extension = endingOf(m_path);
    if (extension == ".gif")
        m_kind = Kind::Gif;
    else if (extension == ".webm")
        m_kind = Kind::WebM;
    else if (extension == ".pdf")
        m_kind = Kind::Pages;
    checkWritable(m_kind == Kind::Files ? fileOf(0, 1) : m_path);
    if (m_kind != Kind::Files) m_files = {m_path};
    if (m_kind != Kind::WebM) return;
    m_program = findProgram("ffmpeg");
    if (m_program.empty())
        throw Unavailable(fmt::format("{}: WebM needs ffmpeg; install it, or name a .gif file", m_path));
}

Film::~Film() = default;

bool Film::wantsVectors() const {
    return m_kind == Kind::Pages || (m_kind == Kind::Files && pictureFormatOf(m_path) != PictureFormat::Png);
}

/// "steps-01.png" of more than nine: they are listed in order.
std::string Film::fileOf(int number, int count) const {
    const std::filesystem::path path(m_path);
    const std::string name = fmt::format("{}-{:0{}}{}", path.stem().string(), number + 1,
                                         std::to_string(count).size(), path.extension().string());
    return (path.parent_path() / name).string();
}

void Film::add(Picture&& picture, int number, int count) {
    switch (m_kind) {
    case Kind::Files:
        m_files.push_back(fileOf(number, count));
        writePicture(m_files.back(), picture);
        break;
    case Kind::Pages:
        if (m_pages.empty()) m_stamp = std::move(picture.stamp);
        m_pages.push_back(std::move(picture.drawing));
        break;
    case Kind::Gif:
        if (!m_gif) m_gif = std::make_unique<GifWriter>(picture.image.width, picture.image.height, m_seconds);
        m_gif->add(picture.image);
        break;
    case Kind::WebM:
        m_pngs += render::pngBytes(picture.image);
        break;
    }
}

void Film::finish() {
    if (m_kind == Kind::Pages)
        render::writeFileAtomically(m_path, render::pdfOf(m_pages, m_stamp, kLinkChunk));
    if (m_kind == Kind::Gif && m_gif) render::writeFileAtomically(m_path, m_gif->finish());
    if (m_kind != Kind::WebM) return;
    // Odd edges have no place among colours of half the resolution.
    const HelperResult film = runHelper({m_program,
                                         "-loglevel",
                                         "error",
                                         "-f",
                                         "image2pipe",
                                         "-framerate",
                                         fmt::format("{}", 1 / m_seconds),
                                         "-i",
                                         "-",
                                         "-vf",
                                         "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                         "-c:v",
                                         "libvpx-vp9",
                                         "-pix_fmt",
                                         "yuv420p",
                                         "-crf",
                                         "18",
                                         "-b:v",
                                         "0",
                                         "-f",
                                         "webm",
                                         "-y",
                                         std::string(kHelperOutput)},
                                        m_pngs);
    if (film.code != 0 || film.output.empty())
        throw Error(fmt::format("{}: ffmpeg failed: {}", m_path, oneLine(film.error)));
    render::writeFileAtomically(m_path, film.output);
}

} // namespace lanescope::shell
