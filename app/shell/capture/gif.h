// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"

#include <memory>
#include <string>

namespace lanescope::shell {

/// An animated GIF of pictures of one size, each with the 256 colours that suit it best, again and again.
class GifWriter {
public:
    /// seconds: how long each picture is seen. Throws render::ImageError.
    GifWriter(int width, int height, double seconds);
    ~GifWriter();
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    /// Throws render::ImageError, also for a picture of another size.
    void add(const render::Image& image);
    /// The file; nothing is added after it.
    std::string finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::shell
