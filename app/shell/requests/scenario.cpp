// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/scenario.h"

#include "shell/output/output.h"
#include "shell/output/picture_file.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/picture_link.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace lanescope::shell {

namespace {

/// As many bytes of a file as tell what it is.
constexpr std::size_t kSignatureBytes = 64;

/// A field that is a text, and one that is on or off.
struct Text {
    std::string_view name;
    std::string& (*of)(Scenario&);
};
struct Flag {
    std::string_view name;
    bool& (*of)(Scenario&);
};
constexpr std::array kTexts{
    Text{"lab", [](Scenario& s) -> std::string& { return s.request.lab; }},
    Text{"arch", [](Scenario& s) -> std::string& { return s.request.architectures; }},
    Text{"device", [](Scenario& s) -> std::string& { return s.request.device; }},
    Text{"theme", [](Scenario& s) -> std::string& { return s.look.theme; }},
    Text{"size", [](Scenario& s) -> std::string& { return s.look.size; }},
    Text{"view", [](Scenario& s) -> std::string& { return s.look.view; }},
    Text{"zoom", [](Scenario& s) -> std::string& { return s.look.zoom; }},
    Text{"site", [](Scenario& s) -> std::string& { return s.look.site; }},
    Text{"launch", [](Scenario& s) -> std::string& { return s.look.launch; }},
    Text{"step", [](Scenario& s) -> std::string& { return s.look.step; }},
    Text{"split", [](Scenario& s) -> std::string& { return s.look.split; }},
    Text{"camera", [](Scenario& s) -> std::string& { return s.look.camera; }},
    Text{"time", [](Scenario& s) -> std::string& { return s.look.time; }},
    Text{"pin", [](Scenario& s) -> std::string& { return s.look.pin; }},
    Text{"lesson", [](Scenario& s) -> std::string& { return s.look.lesson; }},
    Text{"student", [](Scenario& s) -> std::string& { return s.look.student; }},
    Text{"page", [](Scenario& s) -> std::string& { return s.look.page; }},
};
constexpr std::array kFlags{
    Flag{"check", [](Scenario& s) -> bool& { return s.look.check; }},
    Flag{"controls", [](Scenario& s) -> bool& { return s.look.controls; }},
    Flag{"caption", [](Scenario& s) -> bool& { return s.look.caption; }},
    Flag{"presenter", [](Scenario& s) -> bool& { return s.look.presenter; }},
};

/// A field by its name; `set` apart.
void take(Scenario& scenario, std::string_view name, const std::string& value, std::string_view where) {
    for (const Text& text : kTexts)
        if (text.name == name) {
            text.of(scenario) = value;
            return;
        }
    for (const Flag& flag : kFlags)
        if (flag.name == name) {
            if (value != "on" && value != "off")
                throw BadInput(fmt::format("{}: {} is on or off, not '{}'", where, name, value));
            flag.of(scenario) = value == "on";
            return;
        }
    throw BadInput(fmt::format(
        "{}: no field '{}'; there are: lab, set, arch, device, check, presenter, theme, size, "
        "view, controls, caption, zoom, site, launch, step, split, camera, pin, time, lesson, student, page",
        where, name));
}

std::string scalarText(const nlohmann::json& value, const std::string& where) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    if (value.is_number()) return value.dump();
    throw BadInput(where + " has to be a text, a number, true or false");
}

Scenario fromJson(const std::string& written, const std::string& path) {
    nlohmann::json document;
    try {
        document = nlohmann::json::parse(written);
    } catch (const nlohmann::json::parse_error& failure) {
        const auto end =
            written.begin() + static_cast<std::ptrdiff_t>(std::min(failure.byte, written.size()));
        throw BadInput(fmt::format("{} is not a scenario: no JSON, see line {}", path,
                                   1 + std::count(written.begin(), end, '\n')));
    }
    if (!document.is_object())
        throw BadInput(
            fmt::format("{} is not a scenario: a JSON object with lab, set, arch, device is needed", path));
    Scenario scenario;
    for (const auto& [key, value] : document.items()) {
        const std::string where = fmt::format("{}: {}", path, key);
        if (key != "set") {
            take(scenario, key, scalarText(value, where), path);
            continue;
        }
        if (!value.is_object()) throw BadInput(where + " has to be an object of names and values");
        for (const auto& [name, text] : value.items())
            scenario.request.sets.push_back(name + "=" + scalarText(text, where + "." + name));
    }
    return scenario;
}

int digitOf(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/// Bytes that are written as %XX.
std::string decoded(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? digitOf(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? digitOf(text[i + 2]) : -1;
        if (high < 0 || low < 0) throw BadInput("the link is damaged: two hexadecimal digits go after %");
        bytes += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return bytes;
}

Scenario fromLink(std::string_view link) {
    const std::string_view all = link.substr(kLinkScheme.size());
    const std::size_t question = std::min(all.find('?'), all.size());
    Scenario scenario;
    scenario.request.lab = decoded(all.substr(0, question));
    std::string_view rest = all.substr(std::min(question + 1, all.size()));
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view field = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t equals = std::min(field.find('='), field.size());
        const std::string_view name = field.substr(0, equals);
        const std::string value = equals < field.size() ? decoded(field.substr(equals + 1)) : "on";
        if (name == "set")
            scenario.request.sets.push_back(value);
        else
            take(scenario, name, value, "the link");
    }
    return scenario;
}

} // namespace

Scenario readScenario(const std::string& named) {
    // A link that was pasted may have blanks around it.
    constexpr const char* kBlanks = " \t\r\n";
    const std::size_t first = std::min(named.find_first_not_of(kBlanks), named.size());
    const std::string_view trimmed =
        std::string_view(named).substr(first, named.find_last_not_of(kBlanks) + 1 - first);
    if (trimmed.starts_with(kLinkScheme)) return fromLink(trimmed);
    // What stands in a picture's corner is a whole command.
    constexpr std::string_view kCommand = "lanescope open ";
    if (trimmed.starts_with(kCommand)) return readScenario(std::string(trimmed.substr(kCommand.size())));
    if (looksLikeCode(trimmed) && !std::filesystem::exists(named)) return fromLink(readCode(trimmed).link);
    if (!looksLikePicture(readInput(named, false, kSignatureBytes))) return fromJson(readInput(named), named);
    return fromLink(linkInPicture(named));
}

} // namespace lanescope::shell
