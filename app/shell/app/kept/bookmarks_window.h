// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/find/index.h"
#include "shell/app/kept/bookmarks.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

class Messages;
struct Seen;
struct UserActions;

/// A bookmark's lab, values and lesson in a line; of a link that cannot be read, why.
std::string bookmarkDetail(const Bookmark& bookmark);
/// Bookmarks as the search finds them.
std::vector<Findable> bookmarksToFind(const Bookmarks& all);
/// The menu's items: to keep what is seen, and to go to what was kept.
void showBookmarkMenu(const Bookmarks& all, UserActions& actions);

/// Keeps what is seen under a name; lists what was kept, to go there, rename and delete it.
class BookmarksWindow {
public:
    struct Requests {
        std::optional<Bookmarks> list; ///< as it is to be
        bool open = false;
        bool toggle = false; ///< it opens, or is closed again
    };
    /// What the file refuses is said.
    void apply(const Requests& asked, BookmarkFile& file, const Seen& seen, Messages& messages);
    /// Draws it while it is open. link: the present state.
    void show(const std::shared_ptr<const Bookmarks>& all, const std::string& link, UserActions& actions);
    bool isOpen() const { return m_open; }

private:
    /// name: what is proposed for the present state.
    void open(const std::string& name);
    void showNew(const Bookmarks& all, const std::string& link, UserActions& actions);
    void showList(const Bookmarks& all, UserActions& actions);
    void showRow(const Bookmarks& all, std::size_t number, UserActions& actions);
    void rename(const Bookmarks& all, std::size_t number, UserActions& actions);

    bool m_open = false, m_opened = false, m_focusName = false;
    std::array<char, 128> m_name{}, m_newName{};
    int m_renamed = -1; ///< the row that is given another name; -1: none
    std::shared_ptr<const Bookmarks> m_all;
    std::vector<std::string> m_details; ///< of m_all
};

} // namespace lanescope::shell
