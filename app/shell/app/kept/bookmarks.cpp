// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/bookmarks.h"

#include "model/error.h"
#include "render/image.h"
#include "shell/output/output.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <utility>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20U;

struct BookmarksDocument {
    Bookmarks bookmarks;
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, BookmarksDocument>
void describe(Fields& fields, Object& document) {
    fields("bookmarks", document.bookmarks);
}

const Bookmark* named(const Bookmarks& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Bookmark::name);
    return found == all.end() ? nullptr : &*found;
}

bool has(const Bookmarks& all, const Bookmark& each) {
    return std::ranges::find(all, each) != all.end();
}

} // namespace

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Bookmark>
void describe(Fields& fields, Object& bookmark) {
    fields("name", bookmark.name);
    fields("link", bookmark.link);
}

std::string bookmarksText(const Bookmarks& all) {
    return json::textOf(json::toJson(BookmarksDocument{all}));
}

Bookmarks parseBookmarks(std::string_view text, std::string_view file) {
    Bookmarks all;
    for (const Bookmark& each : json::parseDocument<BookmarksDocument>(text, file).bookmarks) {
        const std::string name = freeName(all, each.name);
        if (name.empty())
            throw BadInput(
                fmt::format("{}: bookmarks.{}.name: it has to be more than blanks", file, all.size() + 1));
        all.push_back({name, each.link});
    }
    return all;
}

std::string freeName(const Bookmarks& all, std::string_view wanted) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = std::min(wanted.find_first_not_of(kBlanks), wanted.size());
    const std::string name(wanted.substr(first, wanted.find_last_not_of(kBlanks) + 1 - first));
    if (name.empty() || !named(all, name)) return name;
    for (int number = 2;; ++number)
        if (std::string other = fmt::format("{} {}", name, number); !named(all, other)) return other;
}

Bookmarks merged(const Bookmarks& file, const Bookmarks& before, const Bookmarks& after) {
    Bookmarks all;
    for (const Bookmark& each : after)
        if (!has(before, each) || has(file, each)) all.push_back(each);
    for (const Bookmark& each : file)
        if (!has(before, each) && !has(after, each)) all.push_back({freeName(all, each.name), each.link});
    return all;
}

BookmarkFile::BookmarkFile(std::string file) : m_file(std::move(file)) {
    m_all = std::make_shared<const Bookmarks>(read());
}

Bookmarks BookmarkFile::read() {
    std::error_code failed;
    if (m_file.empty() || !std::filesystem::exists(m_file, failed)) return m_all ? *m_all : Bookmarks();
    try {
        return parseBookmarks(readInput(m_file, false, kMostBytes), m_file);
    } catch (const std::exception& failure) {
        std::string aside = m_file + ".damaged";
        for (int number = 2; std::filesystem::exists(aside, failed); ++number)
            aside = fmt::format("{}.damaged-{}", m_file, number);
        std::filesystem::rename(m_file, aside, failed);
        if (failed) { // nothing is written over it
            m_complaint = tr("{}; bookmarks are not kept", retold(oneLine(failure.what())));
            m_file.clear();
        } else {
            m_complaint = tr("{}; it is kept as {}", retold(oneLine(failure.what())), aside);
        }
    }
    return m_all ? *m_all : Bookmarks();
}

void BookmarkFile::refresh() {
    if (m_file.empty()) return;
    if (Bookmarks now = read(); now != *m_all) m_all = std::make_shared<const Bookmarks>(std::move(now));
}

void BookmarkFile::change(const Bookmarks& wanted) {
    if (wanted == *m_all) return;
    m_all = std::make_shared<const Bookmarks>(m_file.empty() ? wanted : merged(read(), *m_all, wanted));
    if (m_file.empty()) return;
    try {
        render::writeFileAtomically(m_file, bookmarksText(*m_all));
    } catch (const std::exception& failure) {
        m_complaint = tr("bookmarks are not kept: {}", retold(oneLine(failure.what())));
    }
}

std::string BookmarkFile::takeComplaint() {
    return std::exchange(m_complaint, {});
}

} // namespace lanescope::shell
