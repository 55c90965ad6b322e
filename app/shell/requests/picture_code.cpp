// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/picture_code.h"

#include "kit/registry.h"
#include "model/error.h"
#include "model/format.h"
#include "shell/output/picture_file.h"
#include "shell/requests/check_letters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace lanescope::shell {

namespace {

/// Beyond it nothing is added that can be done without.
constexpr std::size_t kShort = 64;

/// What a code can do without, the most wanted first, with the letter that says that it is missing.
constexpr std::array<std::pair<std::string_view, char>, 12> kOptional{{{"theme", 'l'},
                                                                       {"caption", 'n'},
                                                                       {"controls", 'b'},
                                                                       {"pin", 'k'},
                                                                       {"check", 'r'},
                                                                       {"presenter", 'p'},
                                                                       {"size", 's'},
                                                                       {"zoom", 'z'},
                                                                       {"split", 'h'},
                                                                       {"between", 'w'},
                                                                       {"camera", 'c'},
                                                                       {"time", 't'}}};

/// Only letters that a shell, a chat program and a reader leave alone; others as %XX.
std::string word(std::string_view text) {
    constexpr std::string_view kPlain = "-.";
    std::string all;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos)
            all += c;
        else if (c == ' ')
            all += '_';
        else
            all += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return all;
}

/// The same as a link has it.
std::string linkWord(std::string_view text) {
    std::string all;
    for (const char c : text) all += c == '_' ? std::string("%20") : std::string(1, c);
    return all;
}

/// The capability where that is enough to name the row.
std::string architectureWord(const model::Architecture& architecture) {
    const std::string capability = architecture.cc.text();
    return model::findArchitecture(capability) == &architecture ? capability : word(architecture.name);
}

bool isUsual(const CommandOption& option) {
    return option == CommandOption{"theme", "dark"} || option == CommandOption{"size", "1600x1000"} ||
           option == CommandOption{"time", "0"};
}

std::string optionWord(const CommandOption& option) {
    if (option == CommandOption{"theme", "light"}) return "/light";
    const auto& [name, value] = option;
    // between, camera and time have commas and points
    std::string text = fmt::format("/{}", name);
    if (value.empty()) return text;
    text += '=';
    for (const char c : value) text += c == ',' ? std::string(1, ',') : word({&c, 1});
    return text;
}

} // namespace

std::string pictureCode(const PictureState& state) {
    std::string code = word(state.entry.name), sets, needed;
    std::vector<CommandOption> optional;
    for (const CommandOption& option : optionsOf(scenarioOf(state))) {
        const auto& [name, value] = option;
        if (name == "set") {
            const std::size_t equals = value.find('=');
            sets += (sets.empty() ? ":" : ",") + word(value.substr(0, equals)) + "=" +
                    word(value.substr(equals + 1));
        } else if (std::ranges::find(kOptional, name, &std::pair<std::string_view, char>::first) !=
                   kOptional.end()) {
            if (!isUsual(option)) optional.push_back(option);
        } else if (name != "arch" && name != "device") {
            needed += optionWord(option);
        }
    }
    code += sets + "@" + architectureWord(state.architecture) + needed;
    std::string missing;
    for (const auto& [name, letter] : kOptional) {
        const auto found = std::ranges::find(optional, name, &CommandOption::first);
        if (found == optional.end()) continue;
        const std::string more = optionWord(*found);
        if (code.size() + more.size() <= kShort)
            code += more;
        else
            missing += letter;
    }
    if (!missing.empty()) code += "/+" + missing;
    return code + "~" + checkLetters(code);
}

bool looksLikeCode(std::string_view text) {
    if (text.size() < kCheckLetters + 4 || text[text.size() - kCheckLetters - 1] != '~') return false;
    if (text.find('@') == std::string_view::npos) return false;
    return std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("-._%:,=@/+~").find(c) != std::string_view::npos;
    });
}

namespace {

/// Of a code without the letters at its end.
CodeMeaning meaningOf(std::string_view said) {
    const std::size_t at = std::min(said.find('@'), said.size());
    const std::string_view front = said.substr(0, at);
    std::string_view rest = said.substr(std::min(at + 1, said.size()));
    const std::size_t colon = std::min(front.find(':'), front.size());
    CodeMeaning meaning;
    std::string fields;
    const auto field = [&fields](const std::string& text) { fields += (fields.empty() ? "?" : "&") + text; };
    for (std::string_view sets = front.substr(std::min(colon + 1, front.size())); !sets.empty();) {
        const std::size_t end = std::min(sets.find(','), sets.size());
        field("set=" + linkWord(sets.substr(0, end)));
        sets.remove_prefix(std::min(end + 1, sets.size()));
    }
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (slash > 0) field("arch=" + linkWord(rest.substr(0, slash)));
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view option = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (option == "light") {
            field("theme=light");
        } else if (option.starts_with('+')) {
            for (const auto& [name, letter] : kOptional)
                if (option.find(letter) != std::string_view::npos) meaning.leftOut.emplace_back(name);
        } else {
            field(linkWord(option));
        }
    }
    meaning.link = fmt::format("{}{}{}", kLinkScheme, linkWord(front.substr(0, colon)), fields);
    return meaning;
}

} // namespace

CodeMeaning readCode(std::string_view code) {
    const std::string_view said = code.substr(0, code.size() - kCheckLetters - 1);
    if (!looksLikeCode(code) || checkLetters(said) != code.substr(code.size() - kCheckLetters)) {
        // A phone's keyboard begins a line with a capital, and a reader may take all of it for capitals.
        if (const std::string small = lowered(code); small != code) {
            try {
                return readCode(small);
            } catch (const BadInput&) { // it is said of what was typed
            }
        }
        throw BadInput(
            fmt::format("'{}' is mistyped: its last three letters do not belong to the rest", code));
    }
    return meaningOf(said);
}

std::optional<std::string> linkOfTyped(std::string_view text) {
    constexpr std::string_view kSigns = "-._%:,=@";
    const std::size_t colon = text.find(':'), equals = text.find('=');
    if (colon == std::string_view::npos || colon == 0 || equals == std::string_view::npos || equals < colon ||
        !std::ranges::all_of(text, [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                   kSigns.find(c) != std::string_view::npos;
        }))
        return std::nullopt;
    // What else stands behind the @ is a code that was mistyped.
    const std::size_t at = text.find('@');
    if (at != std::string_view::npos && !model::findArchitecture(text.substr(at + 1))) return std::nullopt;
    return meaningOf(text).link;
}

bool looksCutOff(std::string_view text) {
    const std::size_t end = text.find_first_of(":@");
    return end != std::string_view::npos && !looksLikeCode(text) &&
           std::ranges::any_of(kit::labs(), [lab = text.substr(0, end)](const kit::LabEntry& each) {
               return each.name == lab;
           });
}

std::string leftOutOf(std::string_view code) {
    if (!looksLikeCode(code)) return {};
    const CodeMeaning meaning = readCode(code);
    if (meaning.leftOut.empty()) return {};
    return fmt::format("the code leaves out the picture's {}; the picture's file has all of it",
                       fmt::join(meaning.leftOut, ", "));
}

} // namespace lanescope::shell
