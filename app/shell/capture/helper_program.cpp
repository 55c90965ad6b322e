// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/capture/helper_program.h"

#include "model/error.h"
#include "shell/output/output.h"
#include "shell/programs/child.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace lanescope::shell {

namespace {

/// A file in memory: a helper that lives on keeps no pipe of ours open.
class MemoryFile {
public:
    MemoryFile() : m_file(::memfd_create("lanescope", MFD_CLOEXEC)) {
        if (m_file < 0) throw Error(fmt::format("no file in memory: {}", std::strerror(errno)));
    }
    ~MemoryFile() { ::close(m_file); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    int number() const { return m_file; }
    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_file, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) throw Error(fmt::format("no memory for a file: {}", std::strerror(errno)));
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        ::lseek(m_file, 0, SEEK_SET);
    }
    std::string read() const {
        std::string bytes;
        char block[65536];
        off_t at = 0;
        for (;;) {
            const ssize_t size = ::pread(m_file, block, sizeof block, at);
            if (size < 0 && errno == EINTR) continue;
            if (size <= 0) return bytes;
            bytes.append(block, static_cast<std::size_t>(size));
            at += size;
        }
    }

private:
    int m_file;
};

std::string lastLine(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

} // namespace

std::string findProgram(std::string_view name) {
    const char* const folders = std::getenv("PATH");
    std::string_view rest = folders ? folders : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string path = fmt::format("{}/{}", rest.substr(0, end), name);
        if (end > 0 && ::access(path.c_str(), X_OK) == 0) return path;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

HelperResult runHelper(std::vector<std::string> command, std::string_view input) {
    MemoryFile in, error, out;
    in.write(input);
    constexpr int kOutput = 3;
    for (std::string& each : command)
        if (each == kHelperOutput) each = fmt::format("/dev/fd/{}", kOutput);
    HelperResult result;
    Child child;
    const std::string file = command.front();
    if (const int failed = child.start({.file = file,
                                        .words = std::move(command),
                                        .environment = {},
                                        .redirections = {{.number = STDIN_FILENO, .from = in.number()},
                                                         {.number = STDOUT_FILENO, .file = "/dev/null"},
                                                         {.number = STDERR_FILENO, .from = error.number()},
                                                         {.number = kOutput, .from = out.number()}}});
        failed != 0) {
        result.error = std::strerror(failed);
        return result;
    }
    result.code = child.wait().code;
    result.output = out.read();
    result.error = lastLine(error.read());
    return result;
}

void copyPngToClipboard(std::string_view png) {
    const bool wayland = std::getenv("WAYLAND_DISPLAY") != nullptr;
    const char* const name = wayland ? "wl-copy" : "xclip";
    const std::string program = findProgram(name);
    if (program.empty())
        throw Unavailable(
            fmt::format("copying a picture needs {}; install {}", name, wayland ? "wl-clipboard" : "xclip"));
    const HelperResult result = wayland
                                    ? runHelper({program, "--type", "image/png"}, png)
                                    : runHelper({program, "-selection", "clipboard", "-t", "image/png"}, png);
    if (result.code != 0) throw Error(fmt::format("{} failed: {}", name, oneLine(result.error)));
}

} // namespace lanescope::shell
