// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "json/fields.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// Documents as texts.
namespace lanescope::json {

/// A text that is no JSON.
class NoJson : public BadInput {
public:
    explicit NoJson(std::size_t line);
    std::size_t line; ///< the first one that is none, from 1
};
/// Throws NoJson, or BadInput for a number that is too large.
Json parsed(std::string_view text);
/// As it is written to a file: a line break at the end, whatever bytes its texts hold.
std::string textOf(const Json& document, int indent = 2);

/// Does what reads a document; what it refuses is said in one line that begins with what it was: a file, or
/// "not the sweep that was expected".
template<class Read>
auto reading(std::string_view what, Read read) {
    try {
        return read();
    } catch (const NoJson& failure) {
        throw BadInput(fmt::format("{}:{}: this is not valid JSON", what, failure.line));
    } catch (const BadInput& failure) {
        throw BadInput(fmt::format("{}: {}", what, failure.what()));
    }
}

/// The document that a text holds. Throws BadInput, one line: what, the field, and what is wrong with it.
template<class Document>
Document parseDocument(std::string_view text, std::string_view what) {
    return reading(what, [&] {
        Document document;
        fromJson(parsed(text), Place(), document);
        return document;
    });
}

} // namespace lanescope::json
