// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/window_part.h"

#include "model/by_value.h"
#include "model/error.h"
#include "model/spelling.h"

#include <fmt/format.h>

#include <string>

namespace lanescope::shell {

namespace {

struct PartRow {
    std::string_view word;
    PartRoom room;
};

constexpr model::ByValue<WindowPart, PartRow, kWindowParts> kParts({
    {WindowPart::Window, {"window", {1600, 1000}}},
    {WindowPart::Stage, {"stage", {1080, 650}}},
    {WindowPart::Result, {"result", {640, 650}}},
    {WindowPart::Access, {"access", {640, 650}}},
    {WindowPart::Reading, {"reading", {420, 900}}},
    {WindowPart::Plots, {"plots", {1080, 300}}},
    {WindowPart::Labs, {"", {300, 900}}},
});

} // namespace

PartRoom roomOf(WindowPart part) {
    return kParts[part].room;
}

std::string_view wordOf(WindowPart part) {
    return kParts[part].word;
}

WindowPart parseView(std::string_view word) {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < kWindowParts; ++i) {
        const std::string_view each = kParts.all()[i].word;
        if (each.empty()) continue;
        if (each == word) return static_cast<WindowPart>(i);
        words.push_back(each);
    }
    throw BadInput(fmt::format("no view '{}'; there are: {}", word, fmt::join(words, ", ")) +
                   model::didYouMean(word, words));
}

} // namespace lanescope::shell
