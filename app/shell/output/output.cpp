// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/output.h"

#include "kit/parameters.h"
#include "render/image.h"
#include "text/tr.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace lanescope::shell {

namespace {

/// False when the reader has gone.
bool writeAll(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            if (errno == EPIPE) return false;
            throw OutputError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

void prepareStandardStreams() {
    // By a handler: programs that are started in turn have it as it was.
    struct sigaction present {};
    if (::sigaction(SIGPIPE, nullptr, &present) == 0 && present.sa_handler == SIG_DFL) {
        struct sigaction wanted {};
        wanted.sa_handler = [](int) {};
        wanted.sa_flags = SA_RESTART;
        ::sigaction(SIGPIPE, &wanted, nullptr);
    }
    // Opened the wrong way round, so that using it fails as using the closed one did.
    while (true) {
        const int file = ::open("/dev/null", O_RDONLY);
        if (file < 0) return;
        if (file > STDERR_FILENO) {
            ::close(file);
            return;
        }
    }
}

void writeResult(std::string_view text) {
    writeAll(STDOUT_FILENO, text);
}

void writeDocument(const std::function<void(json::Stream&)>& write) {
    bool isRead = true;
    json::Stream document([&](std::string_view piece) {
        if (isRead) isRead = writeAll(STDOUT_FILENO, piece);
    });
    write(document);
    document.finish();
}

void writeResultTo(const std::string& path, std::string_view text) {
    if (path == "-") return writeResult(text);
    struct stat status {};
    // What is not a plain file (/dev/null, a pipe) must not be replaced by one.
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        if (S_ISDIR(status.st_mode)) throw OutputError(fmt::format("{} is a folder; name a file", path));
        const int file = ::open(path.c_str(), O_WRONLY);
        if (file < 0) throw OutputError(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
        try {
            writeAll(file, text);
        } catch (const OutputError&) {
            const std::string why = std::strerror(errno);
            ::close(file);
            throw OutputError(fmt::format("{} cannot be written: {}", path, why));
        }
        ::close(file);
        return;
    }
    try {
        render::writeFileAtomically(path, text);
    } catch (const render::ImageError& failure) {
        throw OutputError(failure.what());
    }
}

std::string printable(std::string_view text) {
    std::string shown;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // of a letter in UTF-8
        const std::size_t length = byte < 0x80                   ? 1
                                   : byte >= 0xC2 && byte < 0xE0 ? 2
                                   : byte >= 0xE0 && byte < 0xF0 ? 3
                                   : byte >= 0xF0 && byte < 0xF5 ? 4
                                                                 : 0;
        const std::string_view letter = text.substr(i, length);
        const bool whole =
            length > 0 && letter.size() == length && std::ranges::all_of(letter.substr(1), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
            });
        const bool control = (byte < 0x20 && byte != '\t') || byte == 0x7F;
        if (whole && !control)
            shown += letter;
        else
            shown += fmt::format("\\x{:02x}", byte);
        i += whole ? length : 1;
    }
    return shown;
}

void say(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += fmt::format("lanescope: {}\n", printable(retold(text.substr(0, end))));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    printRaw(lines);
}

void printRaw(std::string_view text) {
    try {
        writeAll(STDERR_FILENO, text);
    } catch (const OutputError&) {
        // There is nowhere left to complain.
    }
}

std::string oneLine(std::string_view text) {
    std::string line;
    for (char c : text) {
        if (c != '\n' && c != '\r')
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

void checkWritable(const std::string& path) {
    if (path == "-") return;
    if (path.empty()) throw OutputError("the name of the output file is empty");
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) throw OutputError(fmt::format("{} is a folder; name a file", path));
        if (::access(path.c_str(), W_OK) != 0)
            throw OutputError(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
        if (!S_ISREG(status.st_mode)) return;
    }
    // Files are replaced by renaming, so it is the folder that has to be writable.
    const std::string parent = std::filesystem::path(path).parent_path().string();
    const std::string folder = parent.empty() ? std::string(1, '.') : parent;
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw OutputError(fmt::format("{} cannot be written: {}: {}", path, folder, std::strerror(errno)));
}

std::string readInput(const std::string& path, bool dashIsStandardInput, std::size_t most) {
    const bool standard = dashIsStandardInput && path == "-";
    const std::string name = standard ? "standard input" : path;
    const auto fail = [&] {
        return BadInput(fmt::format("{} cannot be read: {}", name, std::strerror(errno)));
    };
    const int file = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw fail();
    std::string text;
    char block[65536];
    while (text.size() < most) {
        const ssize_t size = ::read(file, block, std::min(sizeof block, most - text.size()));
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) {
            const BadInput failure = fail();
            if (!standard) ::close(file);
            throw failure;
        }
        if (size == 0) break;
        text.append(block, static_cast<std::size_t>(size));
    }
    if (!standard) ::close(file);
    if (text.size() == kMostInput)
        throw BadInput(fmt::format("{} has more than {} bytes; give less at a time", name, kMostInput));
    return text;
}

} // namespace lanescope::shell
