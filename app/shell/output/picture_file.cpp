// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/picture_file.h"

#include "model/error.h"
#include "model/format.h"
#include "render/vector/pdf.h"
#include "render/vector/svg.h"
#include "shell/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace lanescope::shell {

namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n", kPdfSignature = "%PDF-";
constexpr std::size_t kSignatureBytes = 64;

std::string linkInPdf(const std::string& path) {
    const std::string bytes = readInput(path);
    constexpr std::size_t kEndWithin = 1024;
    if (bytes.find("%%EOF", bytes.size() - std::min(bytes.size(), kEndWithin)) == std::string::npos)
        throw BadInput(fmt::format("{}: damaged PDF: the file ends too early", path));
    return render::readPdfKeywords(bytes);
}

} // namespace

PictureFormat pictureFormatOf(const std::string& path) {
    const std::string extension = lowered(std::filesystem::path(path).extension().string());
    if (extension == ".png") return PictureFormat::Png;
    if (extension == ".svg") return PictureFormat::Svg;
    if (extension == ".pdf") return PictureFormat::Pdf;
    throw BadInput(fmt::format("{}: pictures are PNG, SVG or PDF; name a .png, .svg or .pdf file", path));
}

void writePicture(const std::string& path, const Picture& picture) {
    switch (pictureFormatOf(path)) {
    case PictureFormat::Png:
        render::writePng(path, picture.image, picture.stamp);
        break;
    case PictureFormat::Svg:
        render::writeFileAtomically(path, render::svgOf(picture.drawing, picture.stamp));
        break;
    case PictureFormat::Pdf:
        render::writeFileAtomically(path, render::pdfOf({&picture.drawing, 1}, picture.stamp, kLinkChunk));
        break;
    }
}

bool looksLikePictureWithoutState(std::string_view begin) {
    using namespace std::string_view_literals;
    constexpr std::array kSignatures{"GIF8"sv, "\xFF\xD8\xFF"sv, "\x1A\x45\xDF\xA3"sv}; // and JPEG, WebM
    return std::ranges::any_of(kSignatures, [&](std::string_view each) { return begin.starts_with(each); });
}

bool looksLikePicture(std::string_view begin) {
    return begin.starts_with(kPngSignature) || begin.starts_with(kPdfSignature) ||
           render::looksLikeSvg(begin);
}

bool pngHasLink(const std::string& path) {
    constexpr std::size_t kSignature = 8, kHead = 8, kCheck = 4; // bytes
    std::ifstream file(path, std::ios::binary);
    std::array<char, kHead> head{};
    const auto read = [&](char* into, std::size_t bytes) {
        return static_cast<bool>(file.read(into, static_cast<std::streamsize>(bytes)));
    };
    if (!read(head.data(), kSignature) || !std::string_view(head.data(), kHead).starts_with(kPngSignature))
        return false;
    while (read(head.data(), kHead)) {
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) length = length << 8U | static_cast<std::uint8_t>(head[i]);
        const std::string_view kind(head.data() + 4, 4);
        std::array<char, kLinkChunk.size()> keyword{};
        std::size_t taken = 0;
        if ((kind == "tEXt" || kind == "zTXt" || kind == "iTXt") && length > keyword.size()) {
            taken = keyword.size();
            if (!read(keyword.data(), taken)) return false;
            if (std::string_view(keyword.data(), taken) == kLinkChunk) return true;
        }
        if (!file.seekg(static_cast<std::streamoff>(length - taken + kCheck), std::ios::cur)) return false;
    }
    return false;
}

std::string linkInPicture(const std::string& path) {
    const std::string begin = readInput(path, false, kSignatureBytes);
    std::string link;
    if (begin.starts_with(kPdfSignature)) {
        link = linkInPdf(path);
    } else {
        const render::TextChunks text = begin.starts_with(kPngSignature)
                                            ? render::readPngText(path)
                                            : render::readSvgText(readInput(path), path);
        if (const auto found = text.find(kLinkChunk); found != text.end()) link = found->second;
    }
    if (!link.starts_with(kLinkScheme))
        throw BadInput(fmt::format(
            "{} has no Lanescope link in it: another program wrote it, or an older Lanescope", path));
    return link;
}

} // namespace lanescope::shell
