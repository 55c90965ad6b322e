// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/carving/first_element.h"

#include "model/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace lanescope::lab_carving {

using render::Align;
using render::Canvas;
using render::Font;
using render::Rect;

namespace {

constexpr std::uint64_t kWord = 4;
constexpr float kBank = 18, kMostByte = 44, kMarks = 34, kGapBelow = 14;

} // namespace

Rect drawFirstElement(Canvas& canvas, const Frame& frame, const Rect& rect,
                      const std::vector<StripPart>& parts, std::size_t number) {
    const render::Theme& theme = canvas.theme();
    const StripPart& part = parts[number];
    const std::uint64_t end = part.first + part.alignment; // of the element
    // A word before and one behind.
    const std::uint64_t from = std::max(part.first / kWord, std::uint64_t{1}) * kWord - kWord;
    const std::uint64_t to = (end + kWord - 1) / kWord * kWord + kWord;
    const float each = std::min(rect.width / static_cast<float>(to - from), kMostByte);
    const float height = std::min(each, rect.height - kBank - kMarks);
    if (height < 12) return rect;
    const auto x = [&](std::uint64_t byte) { return rect.x + each * static_cast<float>(byte - from); };
    const float top = rect.y + kBank;

    for (std::uint64_t word = from; word < to; word += kWord)
        canvas.text({x(word) + 2 * each, rect.y + kBank / 2},
                    fmt::format("bank {}", model::bankOf(word, frame.architecture, frame.rules)),
                    {10.5F, theme.faint, Font::Sans, Align::Center, Align::Center});
    for (std::uint64_t byte = from; byte < to; ++byte) {
        const bool mine = byte >= part.first && byte < end;
        const auto owner = std::ranges::find_if(
            parts, [&](const StripPart& p) { return byte >= p.first && byte - p.first < p.bytes; });
        const std::size_t of = mine ? number : static_cast<std::size_t>(owner - parts.begin());
        const render::Color color = !mine && owner == parts.end()
                                        ? theme.raised
                                        : render::mix(theme.background, partColor(of), mine ? 0.85F : 0.35F);
        const Rect cell = Rect{x(byte), top, each, height}.inset(0.5F);
        canvas.rectangle(cell, {color});
        if (each >= 18)
            canvas.text(cell.center(), std::to_string(byte),
                        {std::min(each * 0.32F, 12.F), mine ? render::okabe::kBlack : theme.dim, Font::Mono,
                         Align::Center, Align::Center});
    }
    for (std::uint64_t word = from; word < to; word += kWord)
        canvas.rectangle({x(word), top, 4 * each, height}, {{0, 0, 0, 0}, 2, theme.line, 1.5F});
    const render::Color said = part.misaligned() ? theme.bad : theme.good;
    canvas.rectangle(Rect{x(part.first), top, each * static_cast<float>(part.alignment), height}.inset(-2),
                     {{0, 0, 0, 0}, 3, said, 2.5F});

    const float below = top + height + 6;
    const auto mark = [&](std::uint64_t byte, const render::Color& color) {
        const float at = x(byte);
        canvas.triangle({at, below}, {at - 5, below + 9}, {at + 5, below + 9}, color);
    };
    for (std::uint64_t byte = from; byte < to; byte += part.alignment) mark(byte, theme.good);
    if (part.misaligned()) mark(part.first, theme.bad);
    canvas.text({rect.x, below + 20}, fmt::format("green: where {} bytes may begin", part.alignment),
                {11.5F, theme.dim, Font::Sans, Align::Start, Align::Center, rect.width});
    return rect.belowTop(kBank + height + kMarks + kGapBelow);
}

std::string misalignment(const Frame& frame, const StripPart& part) {
    const std::uint64_t last = part.first + part.alignment - 1;
    const auto bankOf = [&](std::uint64_t at) { return model::bankOf(at, frame.architecture, frame.rules); };
    return fmt::format(
        "{} begins at byte {} of the block{}. An access of {} bytes has to begin at a multiple of {}.",
        part.name, part.first,
        part.first / kWord == last / kWord ? ""
                                           : fmt::format(": its first element lies partly in bank {} and "
                                                         "partly in bank {}",
                                                         bankOf(part.first), bankOf(last)),
        part.alignment, part.alignment);
}

} // namespace lanescope::lab_carving
