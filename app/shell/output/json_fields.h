// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Documents that are printed and read back. A structure says its fields once, for both directions:
///
///     template<class Fields, class Object> // Object: Range, or const Range
///         requires std::same_as<std::remove_const_t<Object>, Range>
///     void describe(Fields& fields, Object& range) { fields("first", range.first); ... }
///
/// An empty std::optional is null, a vector an array, a vector of pairs an object in that order.
namespace lanescope::shell {

using Json = nlohmann::ordered_json;
/// Names and texts, in order.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

class JsonWriter;
class JsonReader;

template<class T>
Json toJson(const T& value);
template<class T>
void fromJson(const Json& json, T& value);

/// A figure that is 0 where it is not known.
template<class T>
std::optional<T> unlessZero(T figure) {
    return figure > 0 ? std::optional(figure) : std::nullopt;
}
inline std::optional<std::string> unlessEmpty(std::string text) {
    return text.empty() ? std::nullopt : std::optional(std::move(text));
}

/// Writes the fields that a description names.
class JsonWriter {
public:
    template<class T>
    void operator()(const char* name, const T& value) {
        m_object[name] = toJson(value);
    }
    /// A field that is left out when there is none.
    template<class T>
    void orNothing(const char* name, const std::optional<T>& value) {
        if (value) m_object[name] = toJson(*value);
    }
    Json take() { return std::move(m_object); }

private:
    Json m_object = Json::object();
};

/// Reads them; nlohmann's exceptions name a field that is missing or of another type.
class JsonReader {
public:
    explicit JsonReader(const Json& object) : m_object(object) {}
    template<class T>
    void operator()(const char* name, T& value) const {
        fromJson(m_object.at(name), value);
    }
    template<class T>
    void orNothing(const char* name, std::optional<T>& value) const {
        const auto found = m_object.find(name);
        if (found != m_object.end()) fromJson(*found, value.emplace());
    }

private:
    const Json& m_object;
};

template<class T>
inline constexpr bool kIsOptional = false;
template<class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template<class T>
inline constexpr bool kIsVector = false;
template<class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template<class T>
inline constexpr bool kIsPlain =
    std::is_arithmetic_v<T> || std::same_as<T, std::string> || std::same_as<T, Json>;

template<class T>
Json toJson(const T& value) {
    if constexpr (kIsPlain<T>) {
        return value;
    } else if constexpr (kIsOptional<T>) {
        return value ? toJson(*value) : Json(nullptr);
    } else if constexpr (std::same_as<T, NamedTexts>) {
        Json object = Json::object();
        for (const auto& [name, text] : value) object[name] = text;
        return object;
    } else if constexpr (kIsVector<T>) {
        Json array = Json::array();
        for (const auto& each : value) array.push_back(toJson(each));
        return array;
    } else {
        JsonWriter fields;
        describe(fields, value);
        return fields.take();
    }
}

template<class T>
void fromJson(const Json& json, T& value) {
    if constexpr (std::same_as<T, Json>) {
        value = json;
    } else if constexpr (kIsPlain<T>) {
        json.get_to(value);
    } else if constexpr (kIsOptional<T>) {
        if (json.is_null())
            value.reset();
        else
            fromJson(json, value.emplace());
    } else if constexpr (std::same_as<T, NamedTexts>) {
        value.clear();
        for (const auto& [name, text] : json.get_ref<const Json::object_t&>())
            value.emplace_back(name, text.template get<std::string>());
    } else if constexpr (kIsVector<T>) {
        value.clear();
        // An array's elements: another value must not pass for one.
        for (const Json& each : json.get_ref<const Json::array_t&>()) fromJson(each, value.emplace_back());
    } else {
        const JsonReader fields(json);
        describe(fields, value);
    }
}

/// Throws Json::parse_error.
Json parsedJson(std::string_view text);

/// The document that a text holds. Throws BadInput, one line: what was expected and what is wrong.
template<class Document>
Document parseDocument(std::string_view text, std::string_view what) {
    try {
        Document document;
        fromJson(parsedJson(text), document);
        return document;
    } catch (const Json::exception& failure) {
        throw BadInput(fmt::format("not the {} that was expected: {}", what, failure.what()));
    }
}

} // namespace lanescope::shell
