// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "recording/recording.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// Recordings as files (.lanescope): all that is needed to play them, on any machine.
///
/// A file is the eight bytes "LANESCOP", a version (32 bits), and chunks. A chunk has a head of 40 bytes: its
/// name (four letters), flags (bit 0: a reader that does not know it may skip it), its bytes in the file and
/// its bytes unpacked (64 bits each), and a 128-bit digest (XXH3) of the unpacked bytes; then its contents,
/// packed with zstd. The last chunk is "END "; nothing follows it. All numbers are little-endian.
namespace lanescope::recording {

/// A file that is no recording, is cut off or altered, or is newer than this program. what() is one line.
class FileError : public Error {
public:
    explicit FileError(const std::string& what) : Error(what, Exit::BadInput) {}
};

/// As a file holds it. Generated contents become bytes.
std::vector<std::byte> pack(const Recording& recording);
/// Throws FileError, whose message begins with `name`. Takes memory only as the file's bytes unpack, and
/// never more than some thousand times their number.
Recording unpack(std::span<const std::byte> file, const std::string& name);

/// Writes a file whole or not at all. Throws FileError.
void writeRecording(const Recording& recording, const std::filesystem::path& path);
/// Throws FileError.
Recording readRecording(const std::filesystem::path& path);

/// Why a recording that came from outside must not be played; empty: it may. Indices point to what is there,
/// names are text, launches have what they need.
std::string whyInconsistent(const Recording& recording);

} // namespace lanescope::recording
