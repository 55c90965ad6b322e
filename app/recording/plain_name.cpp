// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/plain_name.h"

#include "model/file_static.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <utility>

namespace lanescope::recording {

namespace {

/// Where the name in "void name<int>(int, float)" ends: at the parameters.
std::size_t endOfName(std::string_view text) {
    int depth = 0;
    if (!text.ends_with(')')) return text.size();
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return text.size();
}

/// Where it begins: a template's comes after what it returns.
std::size_t beginOfName(std::string_view text) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == '>' || text[i] == ')') ++depth;
        if (text[i] == '<' || text[i] == '(') --depth;
        if (text[i] == ' ' && depth == 0) return i + 1;
    }
    return 0;
}

/// "void scale<float>(float*, int)"; empty: it is not mangled.
std::string demangled(std::string_view name) {
    if (!name.starts_with("_Z")) return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? text.get() : std::string();
}

} // namespace

std::string plainName(std::string_view whole) {
    const std::string_view name = model::withoutFile(whole);
    const std::string known = demangled(name);
    if (known.empty()) return std::string(name);
    std::string_view text(known);
    text = text.substr(0, endOfName(text));
    text = text.substr(beginOfName(text));
    // What has no name outside of its file is in a namespace that nvcc and the compiler make up.
    constexpr std::string_view kUnnamed = "(anonymous namespace)::";
    if (const std::size_t at = text.rfind(kUnnamed); at != std::string_view::npos)
        text = text.substr(at + kUnnamed.size());
    return std::string(text);
}

std::vector<std::string> parameterTypes(std::string_view name) {
    const std::string text = demangled(model::withoutFile(name));
    std::vector<std::string> all;
    const std::size_t begin = endOfName(text);
    if (begin == text.size()) return all;
    std::string type;
    int depth = 0; // of the brackets around it
    for (const char letter : std::string_view(text).substr(begin + 1)) {
        if (letter == '(' || letter == '<' || letter == '[') ++depth;
        if (letter == ')' || letter == '>' || letter == ']') --depth;
        if (depth >= 0 && (depth > 0 || letter != ',')) {
            if (!type.empty() || letter != ' ') type += letter;
            continue;
        }
        if (!type.empty()) all.push_back(std::exchange(type, {}));
    }
    return all;
}

} // namespace lanescope::recording
