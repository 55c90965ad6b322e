// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/capture/gif.h"

#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostColors = 256;
constexpr int kBits = 5; // of a channel, by which colours are told apart

std::size_t bucketOf(const std::uint8_t* pixel) {
    constexpr int kShift = 8 - kBits;
    return static_cast<std::size_t>(pixel[0] >> kShift) << (2 * kBits) |
           static_cast<std::size_t>(pixel[1] >> kShift) << kBits |
           static_cast<std::size_t>(pixel[2] >> kShift);
}

/// Colours that are nearly the same: how many pixels, and the sums of their channels.
struct Bucket {
    std::size_t number = 0;
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
    double mean(std::size_t channel) const {
        return static_cast<double>(sum[channel]) / static_cast<double>(count);
    }
};

/// Buckets that get one colour.
struct Box {
    std::vector<Bucket> buckets;
    std::size_t longest = 0; ///< channel in which they differ most
    double error = 0;        ///< what one colour for all of them costs

    explicit Box(std::vector<Bucket> all) : buckets(std::move(all)) {
        double pixels = 0;
        for (const Bucket& each : buckets) pixels += static_cast<double>(each.count);
        double most = -1;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            double middle = 0, spread = 0;
            for (const Bucket& each : buckets) middle += static_cast<double>(each.sum[channel]) / pixels;
            // The root: few pixels of text count beside a large ground.
            for (const Bucket& each : buckets)
                spread +=
                    std::sqrt(static_cast<double>(each.count)) * std::pow(each.mean(channel) - middle, 2);
            if (spread > most) {
                most = spread;
                longest = channel;
            }
            error += spread;
        }
        if (buckets.size() < 2) error = 0;
    }
};

/// The palette of a picture, and the entry of each bucket.
struct Palette {
    std::vector<GifColorType> colors;
    std::vector<std::uint8_t> entries = std::vector<std::uint8_t>(std::size_t{1} << (3 * kBits));

    explicit Palette(const render::Image& image) {
        std::vector<Bucket> all(entries.size());
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
            Bucket& bucket = all[bucketOf(&image.pixels[i])];
            ++bucket.count;
            for (std::size_t channel = 0; channel < 3; ++channel)
                bucket.sum[channel] += image.pixels[i + channel];
        }
        for (std::size_t i = 0; i < all.size(); ++i) all[i].number = i;
        std::erase_if(all, [](const Bucket& each) { return each.count == 0; });
        std::vector<Box> boxes;
        boxes.emplace_back(std::move(all));
        while (boxes.size() < kMostColors) {
            const auto worst = std::ranges::max_element(boxes, {}, &Box::error);
            if (worst->error <= 0) break;
            Box box = std::move(*worst);
            boxes.erase(worst);
            std::ranges::sort(box.buckets, {}, [&](const Bucket& each) { return each.mean(box.longest); });
            std::uint64_t pixels = 0;
            for (const Bucket& each : box.buckets) pixels += each.count;
            // at the half of the pixels, and so that neither side is empty
            std::size_t cut = 1;
            for (std::uint64_t before = box.buckets[0].count;
                 cut + 1 < box.buckets.size() && before * 2 < pixels; ++cut)
                before += box.buckets[cut].count;
            const auto middle = box.buckets.begin() + static_cast<std::ptrdiff_t>(cut);
            boxes.emplace_back(std::vector(box.buckets.begin(), middle));
            boxes.emplace_back(std::vector(middle, box.buckets.end()));
        }
        for (const Box& box : boxes) {
            Bucket whole;
            for (const Bucket& each : box.buckets) {
                whole.count += each.count;
                for (std::size_t channel = 0; channel < 3; ++channel) whole.sum[channel] += each.sum[channel];
                entries[each.number] = static_cast<std::uint8_t>(colors.size());
            }
            const auto channel = [&](std::size_t i) {
                return static_cast<GifByteType>(std::lround(whole.mean(i)));
            };
            colors.push_back({channel(0), channel(1), channel(2)});
        }
        // A GIF's palette has a power of two.
        std::size_t size = 2;
        while (size < colors.size()) size *= 2;
        colors.resize(size);
    }
};

int append(GifFileType* file, const GifByteType* bytes, int count) {
    static_cast<std::string*>(file->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
}

} // namespace

struct GifWriter::State {
    std::string bytes;
    GifFileType* file = nullptr;
    int width = 0, height = 0, hundredths = 0;

    void check(int status) const {
        if (status != GIF_OK)
            throw render::ImageError(fmt::format("the GIF cannot be made: {}",
                                                 file && file->Error ? GifErrorString(file->Error) : "?"));
    }
    ~State() {
        int error = 0;
        if (file) EGifCloseFile(file, &error);
    }
};

GifWriter::GifWriter(int width, int height, double seconds) : m_state(std::make_unique<State>()) {
    State& s = *m_state;
    s.width = width;
    s.height = height;
    s.hundredths = static_cast<int>(std::lround(seconds * 100));
    int error = 0;
    s.file = EGifOpen(&s.bytes, append, &error);
    s.check(s.file ? GIF_OK : GIF_ERROR);
    EGifSetGifVersion(s.file, true);
    s.check(EGifPutScreenDesc(s.file, width, height, 8, 0, nullptr));
    constexpr std::array<GifByteType, 3> kForEver{1, 0, 0};
    s.check(EGifPutExtensionLeader(s.file, APPLICATION_EXT_FUNC_CODE));
    s.check(EGifPutExtensionBlock(s.file, 11, "NETSCAPE2.0"));
    s.check(EGifPutExtensionBlock(s.file, kForEver.size(), kForEver.data()));
    s.check(EGifPutExtensionTrailer(s.file));
}

GifWriter::~GifWriter() = default;

void GifWriter::add(const render::Image& image) {
    State& s = *m_state;
    if (image.width != s.width || image.height != s.height)
        throw render::ImageError("the pictures of a GIF have to be of one size");
    const Palette palette(image);
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, s.hundredths, NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> block{};
    EGifGCBToExtension(&control, block.data());
    s.check(EGifPutExtension(s.file, GRAPHICS_EXT_FUNC_CODE, block.size(), block.data()));
    ColorMapObject* const map =
        GifMakeMapObject(static_cast<int>(palette.colors.size()), palette.colors.data());
    const int described = EGifPutImageDesc(s.file, 0, 0, s.width, s.height, false, map);
    GifFreeMapObject(map);
    s.check(described);
    std::vector<GifPixelType> row(static_cast<std::size_t>(s.width));
    for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x)
            row[static_cast<std::size_t>(x)] = palette.entries[bucketOf(image.at(x, y))];
        s.check(EGifPutLine(s.file, row.data(), s.width));
    }
}

std::string GifWriter::finish() {
    State& s = *m_state;
    int error = 0;
    const int closed = EGifCloseFile(std::exchange(s.file, nullptr), &error);
    if (closed != GIF_OK)
        throw render::ImageError(fmt::format("the GIF cannot be made: {}", GifErrorString(error)));
    return std::move(s.bytes);
}

} // namespace lanescope::shell
