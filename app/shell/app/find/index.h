// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/runner.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

struct UserActions;

/// Something that can be searched for, and what choosing it does.
struct Findable {
    enum class Kind : std::uint8_t {
        Lab,
        Term,
        Lesson,
        Bookmark,
        Command,
        Parameter,
        Value,
        File,
        Folder,
        Link
    };
    Kind kind = Kind::Command;
    std::string name;   ///< "stride"
    std::string detail; ///< what it is, in a sentence
    std::string words;  ///< that it is found by, too
    std::string also;   ///< other names for it, ", " between them: each counts as a name
    std::string asked;  ///< what people who look for it may call it; a little behind those
    std::string aside;  ///< likewise, but behind all that is found by those
    std::string keys;   ///< that do the same; empty: none
    std::string
        completes; ///< what is typed then, in place of choosing it: a folder's path; empty: it is chosen
    std::function<void(UserActions&)> choose;
};

/// "lab", "term"...
std::string_view kindName(Findable::Kind kind);

/// Labs, terms, lessons, what the window does, all labs' parameters, and the words that these can be set to.
std::vector<Findable> everythingToFind(const Runner& runner);

/// The numbers of those that a query finds, best first. Every word of it has to be found: at the beginning of
/// a word of the name, of the other words or of the detail, or inside one. Where nothing is found, one typing
/// error a word is forgiven, and else one word of three, in a sentence one of two. Little words count where
/// there are no others. Of an empty query everything, in its order.
std::vector<std::size_t> find(std::span<const Findable> all, std::string_view query);

} // namespace lanescope::shell
