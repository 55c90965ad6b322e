// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/kept_recordings.h"

#include "recording/contents.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".lanescope", kTitleEnding = ".title", kPartEnding = ".part";
constexpr std::size_t kDigits = 12; // of a digest, in a name that people may have to type
constexpr std::size_t kMostLetters = 40;

fs::path dataFolder() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (data && *data) return fs::path(data) / "lanescope" / "recordings";
    if (home && *home) return fs::path(home) / ".local" / "share" / "lanescope" / "recordings";
    return {};
}

bool isPlain(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

/// Without what a link, a shell or a folder would have to be told twice.
std::string plainWord(std::string_view program) {
    std::string word(program.substr(0, kMostLetters));
    std::ranges::replace_if(word, std::not_fn(isPlain), '_');
    return word.empty() ? "program" : word;
}

/// Of its bytes and its title: the same calls by another command are another picture.
std::string digitsOf(const fs::path& file, std::string_view title) {
    constexpr std::size_t kBlock = 1 << 20;
    std::vector<char> block(kBlock);
    std::vector<recording::Digest> digests{recording::digestOf(std::as_bytes(std::span(title)))};
    std::ifstream in(file, std::ios::binary);
    while (in) {
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        const auto size = static_cast<std::size_t>(in.gcount());
        digests.push_back(recording::digestOf(std::as_bytes(std::span(block).first(size))));
    }
    return fmt::format("{:016x}", recording::digestOf(std::as_bytes(std::span(digests))).high)
        .substr(0, kDigits);
}

/// Whole or not at all, also from another file system. False: it could not be written.
bool moved(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::rename(from, to, failed);
    if (!failed) return true;
    const fs::path part = fmt::format("{}.{}{}", to.string(), ::getpid(), kPartEnding);
    fs::copy_file(from, part, fs::copy_options::overwrite_existing, failed);
    if (!failed) fs::rename(part, to, failed);
    std::error_code ignored;
    if (failed)
        fs::remove(part, ignored);
    else
        fs::remove(from, ignored);
    return !failed;
}

} // namespace

KeptRecordings::KeptRecordings() : KeptRecordings(dataFolder(), Limits()) {}

KeptRecordings::KeptRecordings(fs::path folder, Limits limits)
    : m_folder(std::move(folder)), m_limits(limits) {}

std::optional<std::string> KeptRecordings::take(const fs::path& file, std::string_view program,
                                                std::string_view title) {
    if (m_folder.empty()) return std::nullopt;
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed || size > m_limits.bytes) return std::nullopt;
    fs::create_directories(m_folder, failed);
    if (failed) return std::nullopt;
    const std::string name = fmt::format("{}.{}{}", plainWord(program), digitsOf(file, title), kEnding);
    // One recording has one title: whoever writes it at the same time writes the same.
    const fs::path titleFile = m_folder / (name + std::string(kTitleEnding));
    const bool titled = static_cast<bool>(std::ofstream(titleFile) << title << std::flush);
    if (!titled || !moved(file, m_folder / name)) return std::nullopt;
    fs::last_write_time(m_folder / name, fs::file_time_type::clock::now(), failed);
    removeOldest();
    return name;
}

bool KeptRecordings::isName(std::string_view name) {
    if (!name.ends_with(kEnding)) return false;
    name.remove_suffix(kEnding.size());
    const std::size_t point = name.find('.');
    if (point == 0 || point == std::string_view::npos || name.size() - point - 1 != kDigits) return false;
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return std::ranges::all_of(name.substr(0, point), isPlain) &&
           std::ranges::all_of(name.substr(point + 1), isDigit);
}

std::optional<fs::path> KeptRecordings::find(std::string_view name) const {
    if (m_folder.empty() || !isName(name)) return std::nullopt;
    const fs::path file = m_folder / name;
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return std::nullopt;
    fs::last_write_time(file, fs::file_time_type::clock::now(), failed);
    return file;
}

std::string KeptRecordings::titleOf(std::string_view name) const {
    std::ifstream in(m_folder / (std::string(name) + std::string(kTitleEnding)));
    const std::string title(std::istreambuf_iterator<char>(in), {});
    return title.empty() ? std::string(programIn(name)) : title;
}

void KeptRecordings::removeOldest() const {
    std::error_code failed;
    std::vector<std::tuple<fs::file_time_type, std::uintmax_t, fs::path>> files;
    for (fs::directory_iterator at(m_folder, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code gone;
        const auto used = fs::last_write_time(at->path(), gone);
        if (gone) continue;
        constexpr std::chrono::hours kLong{24};
        if (at->path().extension() == kPartEnding && fs::file_time_type::clock::now() - used > kLong)
            fs::remove(at->path(), gone); // of a process that ended while it wrote
        if (isName(at->path().filename().string())) files.emplace_back(used, at->file_size(gone), at->path());
    }
    std::ranges::sort(files, std::greater<>());
    std::uintmax_t bytes = 0;
    std::size_t count = 0;
    for (const auto& [used, size, file] : files) {
        bytes += size;
        if (++count <= m_limits.count && bytes <= m_limits.bytes) continue;
        fs::remove(file, failed);
        fs::remove(file.string() + std::string(kTitleEnding), failed);
    }
}

} // namespace lanescope::shell
