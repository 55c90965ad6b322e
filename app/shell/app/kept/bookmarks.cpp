// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/bookmarks.h"

#include "model/error.h"
#include "render/image.h"
#include "shell/output/output.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20U;
constexpr const char* kField = "bookmarks";

const Bookmark* named(const Bookmarks& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Bookmark::name);
    return found == all.end() ? nullptr : &*found;
}

bool has(const Bookmarks& all, const Bookmark& each) {
    return std::ranges::find(all, each) != all.end();
}

} // namespace

std::string bookmarksText(const Bookmarks& all) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Bookmark& each : all) list.push_back({{"name", each.name}, {"link", each.link}});
    return nlohmann::ordered_json{{kField, std::move(list)}}.dump(2) + "\n";
}

Bookmarks parseBookmarks(std::string_view json, std::string_view file) {
    const nlohmann::json document = nlohmann::json::parse(json, nullptr, false);
    const auto wrong = [&] { return BadInput(fmt::format("{} has no bookmarks that can be read", file)); };
    if (!document.is_object() || !document.contains(kField) || !document[kField].is_array()) throw wrong();
    Bookmarks all;
    for (const nlohmann::json& each : document[kField]) {
        if (!each.is_object() || !each.contains("name") || !each.contains("link")) throw wrong();
        if (!each["name"].is_string() || !each["link"].is_string()) throw wrong();
        const std::string name = freeName(all, each["name"].get<std::string>());
        if (name.empty()) throw wrong();
        all.push_back({name, each["link"].get<std::string>()});
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
            m_complaint = tr("{}; bookmarks are not kept", oneLine(failure.what()));
            m_file.clear();
        } else {
            m_complaint = tr("{}; it is kept as {}", oneLine(failure.what()), aside);
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
        m_complaint = tr("bookmarks are not kept: {}", oneLine(failure.what()));
    }
}

std::string BookmarkFile::takeComplaint() {
    return std::exchange(m_complaint, {});
}

} // namespace lanescope::shell
