// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "json/place.h"

#include "model/spelling.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope {
using Json = nlohmann::ordered_json;
} // namespace lanescope

/// Documents that are written and read back. A structure says its fields once, for both directions:
///
///     template<class Fields, class Object> // Object: Range, or const Range
///         requires std::same_as<std::remove_const_t<Object>, Range>
///     void describe(Fields& fields, Object& range) { fields("first", range.first); ... }
///
/// An empty std::optional is null, a vector an array, a map or a vector of pairs an object in that order.
/// What is read has these fields and no others, each of its type and in its range: anything else is refused
/// (BadInput) with the name of the field. A type whose JSON is another one has two functions beside it,
/// `Json written(const T&)` and `void readFrom(const Json&, const json::Place&, T&)`.
namespace lanescope::json {

/// Names and values, in order.
template<class T>
using Named = std::vector<std::pair<std::string, T>>;
using NamedTexts = Named<std::string>;

template<class T>
Json toJson(const T& value);
/// Throws BadInput.
template<class T>
void fromJson(const Json& json, const Place& place, T& value);

/// A figure that is 0 where it is not known.
template<class T>
std::optional<T> unlessZero(T figure) {
    return figure > 0 ? std::optional(figure) : std::nullopt;
}
inline std::optional<std::string> unlessEmpty(std::string text) {
    return text.empty() ? std::nullopt : std::optional(std::move(text));
}

template<class T>
inline constexpr bool kIsOptional = false;
template<class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template<class T>
inline constexpr bool kIsVector = false;
template<class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template<class T>
inline constexpr bool kIsNamed = false;
template<class T>
inline constexpr bool kIsNamed<Named<T>> = true;
template<class T>
inline constexpr bool kIsMap = false;
template<class Key, class T, class Less>
inline constexpr bool kIsMap<std::map<Key, T, Less>> = true;
template<class T>
inline constexpr bool kIsPlain =
    std::is_arithmetic_v<T> || std::same_as<T, std::string> || std::same_as<T, Json>;
template<class T>
concept HasJsonOfItsOwn = requires(const T& value) {
    { written(value) } -> std::same_as<Json>;
};

/// The least and the most of a number, or of a list's elements.
struct Limits {
    std::int64_t least = 0, most = 0;
};

/// Writes the fields that a description names.
class Writer {
public:
    template<class T>
    void operator()(std::string_view name, const T& value, std::string_view /*help*/ = {}) {
        m_object[std::string(name)] = toJson(value);
    }
    template<class T>
    void operator()(std::string_view name, const T& value, Limits /*limits*/) {
        (*this)(name, value);
    }
    /// A field that is left out when there is none: when it is empty, zero or false.
    template<class T>
    void orNothing(std::string_view name, const T& value, std::optional<Limits> /*limits*/ = {}) {
        if (!(value == std::remove_cvref_t<T>())) (*this)(name, value);
    }
    /// One that may be missing when it is read.
    template<class T>
    void orDefault(std::string_view name, const T& value) {
        (*this)(name, value);
    }
    void others() {}
    Json take() { return std::move(m_object); }

private:
    Json m_object = Json::object();
};

/// Reads them.
class Reader {
public:
    /// Both have to outlive it.
    Reader(const Json& object, const Place& place) : m_object(object), m_place(place) {
        if (!object.is_object()) place.refuse("it has to be an object");
    }
    /// help: what the field is, for who forgot it.
    template<class T>
    void operator()(std::string_view name, T&& value, std::string_view help = {}) {
        const Json* const found = find(name);
        if (!found) m_place.refuse(fmt::format("'{}' is missing{}{}", name, help.empty() ? "" : ": ", help));
        fromJson(*found, Place(m_place, name), value);
    }
    template<class T>
    void operator()(std::string_view name, T& value, Limits limits) {
        (*this)(name, value);
        check(Place(m_place, name), value, limits);
    }
    template<class T>
    void orNothing(std::string_view name, T&& value, std::optional<Limits> limits = {}) {
        orDefault(name, value);
        if (limits) check(Place(m_place, name), value, *limits);
    }
    template<class T>
    void orDefault(std::string_view name, T&& value) {
        if (const Json* const found = find(name)) fromJson(*found, Place(m_place, name), value);
    }
    /// There may be other fields, which are not read.
    void others() { m_others = true; }
    /// To be called after the last one. Throws BadInput for a field that there is not.
    void finish() const {
        if (m_others) return;
        for (const auto& [name, value] : m_object.items())
            if (std::ranges::find(m_names, name) == m_names.end())
                m_place.refuse(fmt::format("no field '{}'; there are: {}", name, fmt::join(m_names, ", ")) +
                               model::didYouMean(name, m_names));
    }

private:
    template<class T>
    static void check(const Place& place, const T& value, Limits limits) {
        const auto isWithin = [&](auto number) {
            return std::cmp_greater_equal(number, limits.least) && std::cmp_less_equal(number, limits.most);
        };
        if constexpr (std::is_integral_v<T> && !std::same_as<T, bool>) {
            if (!isWithin(value))
                place.refuse(fmt::format("it has to be from {} to {}", limits.least, limits.most));
        } else if constexpr (kIsVector<T>) {
            if (!isWithin(value.size()))
                place.refuse(fmt::format("it has to be a list of {} to {}", limits.least, limits.most));
        }
    }
    const Json* find(std::string_view name) {
        m_names.emplace_back(name);
        const auto found = m_object.find(name);
        return found == m_object.end() ? nullptr : &*found;
    }

    const Json& m_object;
    const Place& m_place;
    std::vector<std::string> m_names;
    bool m_others = false;
};

template<class T>
Json toJson(const T& value) {
    if constexpr (kIsPlain<T>) {
        return value;
    } else if constexpr (HasJsonOfItsOwn<T>) {
        return written(value);
    } else if constexpr (kIsOptional<T>) {
        return value ? toJson(*value) : Json(nullptr);
    } else if constexpr (kIsNamed<T> || kIsMap<T>) {
        Json object = Json::object();
        for (const auto& [name, each] : value) object[fmt::format("{}", name)] = toJson(each);
        return object;
    } else if constexpr (kIsVector<T>) {
        Json array = Json::array();
        for (const auto& each : value) array.push_back(toJson(each));
        return array;
    } else {
        Writer fields;
        describe(fields, value);
        return fields.take();
    }
}

/// A whole number of the type's range, and not just one that its bits can be made of.
template<std::integral T>
void readWhole(const Json& json, const Place& place, T& value) {
    const auto take = [&](auto number) {
        if (std::in_range<T>(number)) value = static_cast<T>(number);
        return std::in_range<T>(number);
    };
    const bool fits = json.is_number_unsigned()  ? take(json.get<std::uint64_t>())
                      : json.is_number_integer() ? take(json.get<std::int64_t>())
                                                 : false;
    using Limits = std::numeric_limits<T>;
    if (!fits)
        place.refuse(
            fmt::format("it has to be a whole number from {} to {}", Limits::lowest(), Limits::max()));
}

/// A field's name that is one of a map's keys.
template<class Key>
Key keyOf(const std::string& name, const Place& place) {
    if constexpr (std::integral<Key>) {
        Key key{};
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), key);
        if (name.empty() || error != std::errc{} || end != name.data() + name.size())
            place.refuse(fmt::format("'{}' has to be a whole number", name));
        return key;
    } else {
        return name;
    }
}

template<class T>
void fromJson(const Json& json, const Place& place, T& value) {
    if constexpr (std::same_as<T, Json>) {
        value = json;
    } else if constexpr (HasJsonOfItsOwn<T>) {
        readFrom(json, place, value);
    } else if constexpr (std::same_as<T, bool>) {
        if (!json.is_boolean()) place.refuse("it has to be true or false");
        value = json.get<bool>();
    } else if constexpr (std::integral<T>) {
        readWhole(json, place, value);
    } else if constexpr (std::floating_point<T>) {
        if (!json.is_number()) place.refuse("it has to be a number");
        value = json.get<T>();
    } else if constexpr (std::same_as<T, std::string>) {
        if (!json.is_string()) place.refuse("it has to be a text");
        value = json.get<std::string>();
    } else if constexpr (kIsOptional<T>) {
        // Of a field that may be left out, null is a value where its own type has it.
        if (json.is_null() && !kIsOptional<typename T::value_type>)
            value.reset();
        else
            fromJson(json, place, value.emplace());
    } else if constexpr (kIsNamed<T> || kIsMap<T>) {
        if (!json.is_object()) place.refuse("it has to be an object");
        value.clear();
        for (const auto& [name, each] : json.items()) {
            const Place here(place, name);
            if constexpr (kIsMap<T>)
                fromJson(each, here, value[keyOf<typename T::key_type>(name, place)]);
            else
                fromJson(each, here, value.emplace_back(name, typename T::value_type::second_type()).second);
        }
    } else if constexpr (kIsVector<T>) {
        if (!json.is_array()) place.refuse("it has to be a list");
        value.clear();
        for (const Json& each : json) {
            auto& element = value.emplace_back();
            fromJson(each, Place(place, value.size()), element);
        }
    } else {
        Reader fields(json, place);
        describe(fields, value);
        fields.finish();
    }
}

} // namespace lanescope::json
