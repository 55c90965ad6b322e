// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "golden/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace lanescope::golden {
namespace {

/// The absolute difference, brightened so that a step of one shows.
render::Image differencePicture(const render::Image& a, const render::Image& b) {
    render::Image picture(a.width, a.height);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
        const int apart = std::abs(int{a.pixels[i]} - int{b.pixels[i]});
        picture.pixels[i] =
            i % 4 == 3 ? std::uint8_t{255} : static_cast<std::uint8_t>(std::min(apart * 8, 255));
    }
    return picture;
}

std::string pathOf(const std::string& name) {
    return fmt::format("{}/{}.png", LANESCOPE_GOLDENS, name);
}

} // namespace

bool exists(const std::string& name) {
    return std::filesystem::exists(pathOf(name));
}

Difference difference(const render::Image& a, const render::Image& b) {
    Difference all;
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const int apart = std::abs(int{a.pixels[i]} - int{b.pixels[i]});
        all.largest = std::max(all.largest, apart);
        sum += apart;
    }
    if (!a.pixels.empty()) all.mean = sum / static_cast<double>(a.pixels.size());
    return all;
}

testing::AssertionResult matches(const render::Image& picture, const std::string& name, Threshold threshold) {
    const std::string golden = pathOf(name);
    const char* asked = std::getenv("LANESCOPE_UPDATE_GOLDENS");
    const std::string_view update = asked ? asked : "";
    if (update == "1" || (update == "new" && !exists(name))) {
        render::writePng(golden, picture);
        return testing::AssertionFailure()
               << golden << " was written anew; look at it, then test again without "
               << "LANESCOPE_UPDATE_GOLDENS";
    }
    const std::string failures = LANESCOPE_GOLDEN_FAILURES;
    const auto leave = [&](const char* kind, const render::Image& image) {
        std::filesystem::create_directories(failures);
        render::writePng(fmt::format("{}/{}.{}.png", failures, name, kind), image);
    };
    render::Image expected;
    try {
        expected = render::readPng(golden);
    } catch (const render::ImageError& error) {
        leave("actual", picture);
        return testing::AssertionFailure() << error.what() << "; the picture is in " << failures;
    }
    if (expected.width != picture.width || expected.height != picture.height) {
        leave("actual", picture);
        leave("expected", expected);
        return testing::AssertionFailure()
               << fmt::format("{}: {} x {} pixels instead of {} x {}; see {}", name, picture.width,
                              picture.height, expected.width, expected.height, failures);
    }
    const Difference apart = difference(picture, expected);
    if (apart.largest <= threshold.largest && apart.mean <= threshold.mean)
        return testing::AssertionSuccess();
    leave("actual", picture);
    leave("expected", expected);
    leave("difference", differencePicture(picture, expected));
    return testing::AssertionFailure()
           << fmt::format("{}: largest difference {} (at most {}), mean {:.4f} (at most {}); see {}", name,
                          apart.largest, threshold.largest, apart.mean, threshold.mean, failures);
}

} // namespace lanescope::golden
