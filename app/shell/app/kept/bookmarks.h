// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// What was seen, kept under a name.
struct Bookmark {
    std::string name; ///< no other has it
    std::string link;
    bool operator==(const Bookmark&) const = default;
};
using Bookmarks = std::vector<Bookmark>;

std::string bookmarksText(const Bookmarks& all);
/// Throws BadInput, one line that names the file and the field.
Bookmarks parseBookmarks(std::string_view text, std::string_view file);
/// The name as it may be kept: without blanks around it, and with a number behind it where there is one of
/// that name. Empty for an empty name.
std::string freeName(const Bookmarks& all, std::string_view wanted);
/// One list after a change that was made of another: what somebody else put in or took out stays so.
Bookmarks merged(const Bookmarks& file, const Bookmarks& before, const Bookmarks& after);

/// Bookmarks in a file that other windows may write, too.
class BookmarkFile {
public:
    /// Empty: they are kept while the window is open.
    explicit BookmarkFile(std::string file);

    const std::shared_ptr<const Bookmarks>& all() const { return m_all; }
    /// Takes a change of the list, and writes it.
    void change(const Bookmarks& wanted);
    /// Looks at the file again.
    void refresh();
    /// What went wrong since the last call, a line: a damaged file was put aside, or one cannot be written.
    std::string takeComplaint();

private:
    Bookmarks read();

    std::string m_file, m_complaint;
    std::shared_ptr<const Bookmarks> m_all;
};

} // namespace lanescope::shell
