// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"
#include "shell/app/app.h"
#include "shell/requests/picture_link.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::shell {

class Messages;
struct Seen;

/// A picture of the stage without buttons and hints, as a file or to be pasted.
struct Capture {
    enum class As : std::uint8_t { Png, LargePng, Svg, Pdf, Gif, Clipboard } as = As::Png;
    bool light = false, caption = false;
    bool accessOnly = false; ///< not the kernel's result beside it
};

/// Pictures of the stage apart from the window, the files that they are saved in, and what is copied.
class StagePictures {
public:
    struct Requests {
        bool window = false; ///< a picture of the window, as a file
        std::optional<Capture> stage;
        bool copyCommand = false, copyLink = false;
    };
    void apply(const Requests& asked, const Seen& seen, Messages& messages);
    /// The file that waits for a picture of the window; empty: none does.
    const std::string& windowFile() const { return m_windowFile; }
    std::string takeWindowFile() { return std::exchange(m_windowFile, {}); }
    /// Whether one was asked for since the last call.
    bool takeIsWindowAsked() { return std::exchange(m_isWindowAsked, false); }
    /// The picture of the stage that was asked for since the last call.
    std::optional<Capture> takeCapture() { return std::exchange(m_capture, {}); }

    /// A picture of a frame's result. seen: what it shows; parameters: "banks: stride=2, pad=1", for the
    /// caption; stamp: what its file says of it.
    Picture draw(const PictureOptions& wanted, const PictureState& seen, const kit::Frame& frame,
                 const std::string& parameters, const render::TextChunks& stamp);
    /// Saves what a user asked for, as `draw` draws it, and says so in one line. steps: of the access, 1 or
    /// more. Throws when it cannot be written.
    std::string save(const Capture& wanted, std::string_view lab, int steps,
                     const std::function<Picture(const PictureOptions&)>& draw);

private:
    /// A name in this folder that no file has.
    std::string freeFile(std::string_view lab, std::string_view extension);

    std::string m_windowFile;
    bool m_isWindowAsked = false;
    std::optional<Capture> m_capture;
    std::unique_ptr<render::Canvas> m_canvas; ///< once a picture was drawn
    int m_named = 0;
};

} // namespace lanescope::shell
