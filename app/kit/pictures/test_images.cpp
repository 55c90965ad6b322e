// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/test_images.h"

#include "kit/parameters.h"
#include "render/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <list>
#include <mutex>
#include <numbers>
#include <system_error>

namespace lanescope::kit {

namespace {

using render::Color;
using render::Image;

constexpr int kSize = 512;
constexpr int kPreview = 512;

Image painted(const std::function<Color(float, float)>& color) {
    Image image(kSize, kSize);
    for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x) {
            const Color c =
                color((static_cast<float>(x) + 0.5F) / kSize, (static_cast<float>(y) + 0.5F) / kSize);
            const std::array channels{c.r, c.g, c.b, 1.F};
            for (std::size_t i = 0; i < 4; ++i)
                image.at(x, y)[i] =
                    static_cast<std::uint8_t>(std::lround(std::clamp(channels[i], 0.F, 1.F) * 255));
        }
    return image;
}

/// A landscape: evening sky, a sun, ranges of hills, and a lake that mirrors them.
Color landscape(float x, float y) {
    const float horizon = 0.62F;
    const bool water = y > horizon;
    const float ripple = water ? 0.012F * std::sin(y * 260) * (y - horizon) / (1 - horizon) : 0;
    const float u = x + ripple, v = water ? 2 * horizon - y : y;
    Color color = render::mix(Color::hex(0x1B2A52), Color::hex(0xF2A65A),
                              std::pow(std::clamp(v / horizon, 0.F, 1.F), 1.6F));
    const float sun = std::hypot(u - 0.68F, v - 0.40F);
    color = render::mix(color, Color::hex(0xFFE9A8), std::clamp((0.075F - sun) * 120, 0.F, 1.F));
    color = render::mix(color, Color::hex(0xFFD98A), 0.5F * std::exp(-sun * 9));
    for (int range = 0; range < 4; ++range) {
        const float r = static_cast<float>(range);
        const float crest = 0.40F + 0.065F * r + 0.05F * std::sin(u * (5 + 3 * r) + 1.7F * r) +
                            0.02F * std::sin(u * (17 + 9 * r) + r) + 0.006F * std::sin(u * (71 + 23 * r));
        if (v > crest) color = render::mix(Color::hex(0x6A4E7A), Color::hex(0x12211F), r / 3);
    }
    return water ? render::mix(color, Color::hex(0x0C1B2A), 0.35F) : color;
}

Color checker(float x, float y) {
    const int i = static_cast<int>(x * 16), j = static_cast<int>(y * 16);
    const Color dark = render::mix(Color::hex(0x0072B2), Color::hex(0x009E73), y),
                light = render::mix(Color::hex(0xF5F1E6), Color::hex(0xE69F00), x);
    return (i + j) % 2 == 0 ? light : dark;
}

/// A zone plate: rings that grow finer outwards, which shows what filters lose.
Color rings(float x, float y) {
    const float dx = x - 0.5F, dy = y - 0.5F;
    const float wave = 0.5F + 0.5F * std::cos((dx * dx + dy * dy) * kSize * std::numbers::pi_v<float> * 0.9F);
    return render::mix(Color::hex(0x10182A), Color::hex(0xEAF3FA), wave);
}

/// Letters and digits of 5 x 7 dots, rows from the top, the left dot in the highest bit.
struct Glyph {
    char letter;
    std::array<std::uint8_t, 7> rows;
};
constexpr std::array kGlyphs{Glyph{'A', {0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11}},
                             Glyph{'C', {0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E}},
                             Glyph{'E', {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F}},
                             Glyph{'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F}},
                             Glyph{'N', {0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11}},
                             Glyph{'O', {0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}},
                             Glyph{'P', {0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10}},
                             Glyph{'S', {0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E}},
                             Glyph{'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}},
                             Glyph{'1', {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
                             Glyph{'2', {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F}},
                             Glyph{'3', {0x1E, 0x01, 0x01, 0x0E, 0x01, 0x01, 0x1E}},
                             Glyph{'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}},
                             Glyph{'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
                             Glyph{'6', {0x0E, 0x10, 0x1E, 0x11, 0x11, 0x11, 0x0E}},
                             Glyph{'7', {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
                             Glyph{'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}},
                             Glyph{'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x01, 0x0E}}};

/// Lines of writing, each smaller than the one above.
Image letters() {
    Image image = painted([](float x, float y) {
        return render::mix(Color::hex(0xFBF7EC), Color::hex(0xE4DCC8), (x + y) / 2);
    });
    constexpr std::string_view kText = "LANESCOPE0123456789";
    int y = 20;
    for (int dot = 10, line = 0; dot >= 1 && y + 7 * dot < kSize;
         y += 7 * dot + std::max(2 * dot, 6), dot = std::max(dot * 3 / 4, 1), ++line) {
        const Color ink = line % 2 == 0 ? Color::hex(0x1C2733) : Color::hex(0xD55E00);
        for (int x = 20, i = line; x + 5 * dot < kSize - 16; x += 6 * dot, ++i) {
            const char letter = kText[static_cast<std::size_t>(i) % kText.size()];
            const auto glyph = std::find_if(kGlyphs.begin(), kGlyphs.end(),
                                            [&](const Glyph& g) { return g.letter == letter; });
            for (int py = 0; py < 7 * dot; ++py)
                for (int px = 0; px < 5 * dot; ++px) {
                    if ((glyph->rows[static_cast<std::size_t>(py / dot)] >> (4 - px / dot) & 1) == 0)
                        continue;
                    std::uint8_t* pixel = image.at(x + px, y + py);
                    pixel[0] = static_cast<std::uint8_t>(ink.r * 255);
                    pixel[1] = static_cast<std::uint8_t>(ink.g * 255);
                    pixel[2] = static_cast<std::uint8_t>(ink.b * 255);
                }
        }
    }
    return image;
}

Image builtIn(const std::string& name) {
    if (name == "checker") return painted(checker);
    if (name == "rings") return painted(rings);
    if (name == "text") return letters();
    return painted(landscape);
}

/// Means of boxes; the picture itself when it is small enough.
Image previewOf(const Image& image) {
    const int factor = (std::max(image.width, image.height) + kPreview - 1) / kPreview;
    if (factor <= 1) return image;
    Image small(std::max(image.width / factor, 1), std::max(image.height / factor, 1));
    for (int y = 0; y < small.height; ++y)
        for (int x = 0; x < small.width; ++x) {
            std::array<int, 4> sum{};
            int count = 0;
            for (int j = y * factor; j < std::min((y + 1) * factor, image.height); ++j)
                for (int i = x * factor; i < std::min((x + 1) * factor, image.width); ++i, ++count)
                    for (std::size_t c = 0; c < 4; ++c) sum[c] += image.at(i, j)[c];
            for (std::size_t c = 0; c < 4; ++c)
                small.at(x, y)[c] = static_cast<std::uint8_t>(sum[c] / std::max(count, 1));
        }
    return small;
}

} // namespace

const std::vector<std::string>& builtInPictures() {
    static const std::vector<std::string> names{"landscape", "checker", "rings", "text"};
    return names;
}

std::shared_ptr<const Picture> findPicture(const std::string& nameOrPath) {
    const auto& names = builtInPictures();
    const bool known = std::find(names.begin(), names.end(), nameOrPath) != names.end();
    std::string key = "built in: " + nameOrPath;
    if (!known) {
        std::error_code error;
        const auto time = std::filesystem::last_write_time(nameOrPath, error).time_since_epoch().count();
        const auto bytes = error ? 0 : std::filesystem::file_size(nameOrPath, error);
        key = fmt::format("{} {} {}", nameOrPath, error ? 0 : time, error ? 0 : bytes);
    }
    static std::mutex mutex;
    static std::list<std::shared_ptr<const Picture>> kept; // the last used first
    const std::lock_guard lock(mutex);
    const auto found =
        std::find_if(kept.begin(), kept.end(), [&](const auto& picture) { return picture->key == key; });
    if (found != kept.end()) {
        kept.splice(kept.begin(), kept, found);
        return kept.front();
    }
    auto picture = std::make_shared<Picture>();
    picture->key = key;
    try {
        picture->image = known ? builtIn(nameOrPath) : render::readPng(nameOrPath);
    } catch (const render::ImageError& error) {
        throw BadInput(
            fmt::format("image: {}; there are also the built-in {}", error.what(), fmt::join(names, ", ")));
    }
    picture->preview = previewOf(picture->image);
    constexpr std::size_t kMostKept = 4;
    kept.push_front(std::move(picture));
    if (kept.size() > kMostKept) kept.pop_back();
    return kept.front();
}

recording::BlobPointer texelsOf(const Picture& picture, bool floats) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    recording::BlobPointer& kept = picture.texels[floats ? 1 : 0];
    if (kept) return kept;
    const std::size_t channels = picture.image.pixels.size();
    std::vector<std::byte> texels(floats ? channels * sizeof(float) : channels);
    if (!floats) std::memcpy(texels.data(), picture.image.pixels.data(), channels);
    for (std::size_t i = 0; floats && i < channels; ++i) {
        const float value = static_cast<float>(picture.image.pixels[i]) / 255;
        std::memcpy(texels.data() + sizeof(float) * i, &value, sizeof(float));
    }
    kept = std::make_shared<recording::Blob>(std::move(texels));
    return kept;
}

} // namespace lanescope::kit
