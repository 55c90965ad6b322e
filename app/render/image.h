// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::render {

/// An image file that cannot be read or written: which file, and why. One line.
class ImageError : public Error {
public:
    explicit ImageError(const std::string& what) : Error(what, Exit::BadInput) {}
};

/// The widest and the highest picture that is read, in pixels.
inline constexpr int kMaxImageSize = 16384;

/// A picture in memory: 8-bit sRGB red, green, blue, alpha, not premultiplied, rows from the top.
struct Image {
    int width = 0, height = 0;        ///< pixels
    std::vector<std::uint8_t> pixels; ///< width x height x 4 bytes

    Image() = default;
    Image(int w, int h) : width(w), height(h), pixels(static_cast<std::size_t>(w) * h * 4) {}
    bool empty() const { return pixels.empty(); }
    /// The four bytes of a pixel.
    std::uint8_t* at(int x, int y) { return pixels.data() + (static_cast<std::size_t>(y) * width + x) * 4; }
    const std::uint8_t* at(int x, int y) const { return const_cast<Image*>(this)->at(x, y); }
};

/// What OpenGL read of a picture, rows of so many pixels from the lowest: the part of it whose upper left
/// pixel is x, y and that fills the image. Opaque.
void takePixels(Image& into, const std::vector<std::uint8_t>& read, int width, int x = 0, int y = 0);

/// Keyword to value; a keyword has 1 to 79 Latin-1 characters, a value is UTF-8.
using TextChunks = std::map<std::string, std::string, std::less<>>;

/// Reads a PNG of any colour type. Throws ImageError: missing, unreadable, not a PNG, damaged, too large.
Image readPng(const std::string& path);
/// Reads only the text chunks (tEXt, zTXt, iTXt). Throws ImageError as readPng.
TextChunks readPngText(const std::string& path);
/// A PNG in memory, the text in tEXt chunks (iTXt where it is not ASCII). Throws ImageError.
std::string pngBytes(const Image& image, const TextChunks& text = {});
/// Writes a PNG whole or not at all, the text in tEXt chunks (iTXt where it is not ASCII). Throws ImageError.
void writePng(const std::string& path, const Image& image, const TextChunks& text = {});
/// Writes a file whole or not at all: beside it first, then renamed. Throws ImageError.
void writeFileAtomically(const std::string& path, std::string_view bytes);

} // namespace lanescope::render
