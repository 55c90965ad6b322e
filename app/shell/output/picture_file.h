// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"
#include "render/vector/drawing.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Pictures of the program as files.
namespace lanescope::shell {

/// What a link begins with, and the text chunk of a picture that has it.
inline constexpr std::string_view kLinkScheme = "lanescope:", kLinkChunk = "Lanescope link";

enum class PictureFormat : std::uint8_t { Png, Svg, Pdf };

/// By the ending of a file's name, in capitals or not. Throws BadInput that names what there is.
PictureFormat pictureFormatOf(const std::string& path);

/// A picture in both forms: shapes where they were asked for.
struct Picture {
    render::Image image;
    render::Drawing drawing;
    render::TextChunks stamp; ///< what it shows, and its link
};
/// Writes it whole or not at all, as the name ends, with its stamp. Throws ImageError, BadInput.
void writePicture(const std::string& path, const Picture& picture);

/// Whether a file that begins so is a picture or a film of a kind that has no place for a state.
bool looksLikePictureWithoutState(std::string_view begin);
/// Whether a file that begins so is a picture in one of the formats.
bool looksLikePicture(std::string_view begin);
/// Whether a PNG has a link, by the heads of its chunks; false: it has none, or cannot be read.
bool pngHasLink(const std::string& path);
/// The link in a picture that writePicture() wrote. Throws BadInput or ImageError: there is none, or it is
/// damaged.
std::string linkInPicture(const std::string& path);

} // namespace lanescope::shell
