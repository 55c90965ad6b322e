// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "json/stream.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// A result that could not be written: where to, and why. One line.
class OutputError : public Error {
public:
    explicit OutputError(const std::string& what) : Error(what, Exit::BadInput) {}
};

/// To be called first: a closed pipe must not end the program, and a file that is opened must not become a
/// standard stream that was closed.
void prepareStandardStreams();

/// Writes a result to standard output. A reader who has left is not an error; throws OutputError for others.
void writeResult(std::string_view text);
/// Writes a document to standard output, piece by piece as `write` gives it. Throws OutputError.
void writeDocument(const std::function<void(json::Stream&)>& write);
/// Writes a result to standard output when path is "-", else to a file, whole or not at all. Throws
/// OutputError.
void writeResultTo(const std::string& path, std::string_view text);
/// The text with each byte that no terminal should be given as \x1b.
std::string printable(std::string_view text);
/// One line, or several, on standard error; each begins with "lanescope: ".
void say(std::string_view text);
/// What a kernel printed, as it is, on standard error.
void printRaw(std::string_view text);
/// The text on one line: what follows a line break is joined by a space.
std::string oneLine(std::string_view text);

/// Throws OutputError when a file could not be written there; leaves nothing behind. "-" is always writable.
void checkWritable(const std::string& path);
/// The largest text that is read, bytes.
inline constexpr std::size_t kMostInput = std::size_t{1} << 30;
/// A file, or its first bytes when it has more than `most`; "-" is standard input when the caller says so.
/// Throws BadInput.
std::string readInput(const std::string& path, bool dashIsStandardInput = false,
                      std::size_t most = kMostInput);

} // namespace lanescope::shell
