// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/scenario.h"

#include "model/spelling.h"
#include "shell/output/output.h"
#include "shell/output/picture_file.h"
#include "shell/requests/check_letters.h"
#include "shell/requests/picture_code.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <concepts>
#include <filesystem>
#include <type_traits>

namespace lanescope::shell {

namespace {

/// As many bytes of a file as tell what it is.
constexpr std::size_t kSignatureBytes = 64;

std::string scalarText(const Json& json, const json::Place& place) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_boolean()) return json.get<bool>() ? "on" : "off";
    if (json.is_number()) return json.dump();
    place.refuse("it has to be a text, a number, true or false");
}

bool isOn(const std::string& word, const json::Place& place) {
    if (word != "on" && word != "off") place.refuse(fmt::format("it is on or off, not '{}'", word));
    return word == "on";
}

/// The fields of a JSON object, each a word as the command line takes it; set is an object of names and
/// values.
class JsonWords {
public:
    JsonWords(const Json& object, const json::Place& place) : m_fields(object, place), m_place(place) {}
    void operator()(std::string_view name, std::string& text) {
        withWord(name, [&](std::string word, const json::Place&) { text = std::move(word); });
    }
    void operator()(std::string_view name, bool& flag) {
        withWord(name, [&](const std::string& word, const json::Place& here) { flag = isOn(word, here); });
    }
    void operator()(std::string_view name, std::vector<std::string>& sets) {
        json::Named<Json> values;
        m_fields.orNothing(name, values);
        const json::Place here(m_place, name);
        for (const auto& [parameter, value] : values)
            sets.push_back(parameter + "=" + scalarText(value, json::Place(here, parameter)));
    }
    void finish() const { m_fields.finish(); }

private:
    template<class Use>
    void withWord(std::string_view name, Use use) {
        Json value;
        m_fields.orNothing(name, value);
        const json::Place here(m_place, name);
        if (!value.is_null()) use(scalarText(value, here), here);
    }

    json::Reader m_fields;
    const json::Place& m_place;
};

/// One field of a link, where it belongs.
class LinkField {
public:
    LinkField(std::string_view name, const std::string& value) : m_name(name), m_value(value) {}
    void operator()(std::string_view name, std::string& text) {
        if (isMine(name)) text = m_value;
    }
    void operator()(std::string_view name, bool& flag) {
        if (isMine(name)) flag = isOn(m_value, json::Place(json::Place(), name));
    }
    void operator()(std::string_view name, std::vector<std::string>& sets) {
        if (isMine(name)) sets.push_back(m_value);
    }
    void finish() const {
        if (!m_found)
            json::Place().refuse(
                fmt::format("no field '{}'; there are: {}", m_name, fmt::join(m_names, ", ")) +
                model::didYouMean(m_name, m_names));
    }

private:
    bool isMine(std::string_view name) {
        m_names.push_back(name);
        m_found |= name == m_name;
        return name == m_name;
    }

    std::string_view m_name;
    const std::string& m_value;
    std::vector<std::string_view> m_names;
    bool m_found = false;
};

/// What a scenario says, as options.
class Options {
public:
    void operator()(std::string_view name, const std::string& text) {
        if (!text.empty()) m_all.emplace_back(name, text);
    }
    void operator()(std::string_view name, bool flag) {
        if (flag) m_all.emplace_back(name, "");
    }
    void operator()(std::string_view name, const std::vector<std::string>& sets) {
        for (const std::string& each : sets) m_all.emplace_back(name, each);
    }
    std::vector<CommandOption> take() { return std::move(m_all); }

private:
    std::vector<CommandOption> m_all;
};

/// The fields in the order in which a command and a link have them.
template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Scenario>
void describe(Fields& fields, Object& scenario) {
    fields("lab", scenario.request.lab);
    fields("set", scenario.request.sets);
    fields("arch", scenario.request.architectures);
    fields("device", scenario.request.device);
    fields("check", scenario.look.check);
    fields("theme", scenario.look.theme);
    fields("presenter", scenario.look.presenter);
    fields("size", scenario.look.size);
    fields("zoom", scenario.look.zoom);
    fields("view", scenario.look.view);
    fields("controls", scenario.look.controls);
    fields("caption", scenario.look.caption);
    fields("site", scenario.look.site);
    fields("launch", scenario.look.launch);
    fields("step", scenario.look.step);
    fields("split", scenario.look.split);
    fields("camera", scenario.look.camera);
    fields("between", scenario.look.between);
    fields("pin", scenario.look.pin);
    fields("time", scenario.look.time);
    fields("lesson", scenario.look.lesson);
    fields("student", scenario.look.student);
    fields("page", scenario.look.page);
}

Json parsedScenario(const std::string& written, const std::string& path) {
    try {
        return json::parsed(written);
    } catch (const json::NoJson& failure) {
        throw BadInput(
            fmt::format("{} is not a scenario: it is not valid JSON, see line {}", path, failure.line));
    }
}

Scenario fromJsonText(const std::string& written, const std::string& path) {
    const Json document = parsedScenario(written, path);
    if (document.is_object() && document.contains("answers"))
        throw BadInput(
            fmt::format("{0} has a student's answers to a lesson: 'lanescope lesson NAME --check {0}' "
                        "grades them",
                        path));
    return json::reading(path, [&] {
        Scenario scenario;
        const json::Place whole;
        JsonWords fields(document, whole);
        describe(fields, scenario);
        fields.finish();
        return scenario;
    });
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

/// The first field of a link that Lanescope wrote: its letters are of all else, so that a link that was cut
/// off behind its lab does not open another view.
constexpr std::string_view kSumField = "sum=";

/// Of a lab and the fields behind it. A mail or chat program may write some more bytes as %XX.
std::string sumOf(std::string_view lab, std::string_view fields) {
    return checkLetters(decoded(fmt::format("{}?{}", lab, fields)));
}

/// The fields behind the sum; all of them where there is none, as in a link that was written by hand.
std::string_view checkedFields(std::string_view lab, std::string_view fields) {
    if (!fields.starts_with(kSumField)) return fields;
    const std::size_t end = std::min(fields.find('&'), fields.size());
    const std::string_view rest = fields.substr(std::min(end + 1, fields.size()));
    const std::string_view sum = fields.substr(0, end);
    if (sum.substr(kSumField.size()) != sumOf(lab, rest))
        throw BadInput(
            end == fields.size()
                ? std::string("the link ends too early: copy it again; a shell needs it in quotes")
                : fmt::format("the link was cut off or changed: copy it again, or leave out '{}' if you "
                              "changed it yourself",
                              sum));
    return rest;
}

Scenario fromLink(std::string_view link) {
    const std::string_view all = link.substr(kLinkScheme.size());
    if (all.empty())
        throw BadInput(fmt::format("the link '{}' is empty: the name of a lab goes after the colon", link));
    const std::size_t question = std::min(all.find('?'), all.size());
    const std::string_view lab = all.substr(0, question);
    if (question + 1 == all.size()) throw BadInput("the link ends too early: copy it again");
    Scenario scenario;
    scenario.request.lab = decoded(lab);
    std::string_view rest = checkedFields(lab, all.substr(std::min(question + 1, all.size())));
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view field = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t equals = std::min(field.find('='), field.size());
        const std::string_view name = field.substr(0, equals);
        const std::string value = equals < field.size() ? decoded(field.substr(equals + 1)) : "on";
        json::reading("the link", [&] {
            LinkField target(name, value);
            describe(target, scenario);
            target.finish();
        });
    }
    return scenario;
}

/// A byte that a link has as it is.
std::string linkWord(std::string_view word) {
    constexpr std::string_view kPlain = "_-.,/:=+@";
    std::string text;
    for (const char c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos)
            text += c;
        else
            text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return text;
}

/// Without what comes along when it is copied: blanks around it, and the command that stands in a picture's
/// corner.
std::string_view saidIn(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n", kCommand = "lanescope open ";
    const auto trim = [&] {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    };
    trim();
    if (text.starts_with(kCommand)) text.remove_prefix(kCommand.size());
    trim();
    return text;
}

} // namespace

std::vector<CommandOption> optionsOf(Scenario scenario) {
    scenario.request.lab.clear();
    Options options;
    describe(options, std::as_const(scenario));
    return options.take();
}

std::string linkOf(const Scenario& scenario) {
    const std::string lab = linkWord(scenario.request.lab);
    std::string fields;
    for (const auto& [option, value] : optionsOf(scenario)) {
        if (!fields.empty()) fields += '&';
        fields += option;
        if (!value.empty()) fields += "=" + linkWord(value);
    }
    const std::string link = fmt::format("{}{}", kLinkScheme, lab);
    return fields.empty() ? link : fmt::format("{}?{}{}&{}", link, kSumField, sumOf(lab, fields), fields);
}

std::optional<std::string> linkIn(std::string_view text) {
    const std::string_view said = saidIn(text);
    if (said.starts_with(kLinkScheme)) return std::string(said);
    if (looksLikeCode(said)) return readCode(said).link;
    return std::nullopt;
}

Scenario readScenario(const std::string& named) {
    // A long link has no place among the names of files.
    if (std::error_code unknown; !std::filesystem::exists(named, unknown)) {
        if (const auto link = linkIn(named)) return fromLink(*link);
        if (const auto link = linkOfTyped(saidIn(named))) return fromLink(*link);
        if (looksCutOff(saidIn(named)))
            throw BadInput(
                fmt::format("'{}' is not all of a picture's code: one ends with ~ and three letters", named));
    }
    const std::string file(saidIn(named));
    const std::string begin = readInput(file, false, kSignatureBytes);
    if (looksLikePictureWithoutState(begin))
        throw BadInput(
            fmt::format("{} has no state in it: GIF, JPEG and WebM have no place for one; PNG, SVG "
                        "and PDF from Lanescope have",
                        file));
    if (!looksLikePicture(begin)) {
        if (file.ends_with(".md"))
            throw BadInput(fmt::format("{0} is a lesson: 'lanescope lesson {0} --window' opens it", file));
        for (const std::string_view ending : {".png", ".svg", ".pdf"})
            if (file.ends_with(ending))
                throw BadInput(fmt::format("{} is no picture, whatever its name ends in", file));
        return fromJsonText(readInput(file), file);
    }
    return fromLink(linkInPicture(file));
}

} // namespace lanescope::shell
