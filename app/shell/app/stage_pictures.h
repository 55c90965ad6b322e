// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"
#include "shell/app/app.h"
#include "shell/app/user_actions.h"
#include "shell/requests/picture_link.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// Pictures of the stage apart from the window, and the files that they are saved in.
class StagePictures {
public:
    /// A picture of a frame's result. seen: what it shows; parameters: "banks: stride=2, pad=1", for the
    /// caption; stamp: what its file says of it.
    Picture draw(const PictureOptions& wanted, const PictureState& seen, const kit::Frame& frame,
                 const std::string& parameters, const render::TextChunks& stamp);
    /// Saves what a user asked for, as `draw` draws it, and says so in one line. steps: of the access, 1 or
    /// more. Throws when it cannot be written.
    std::string save(const Capture& wanted, std::string_view lab, int steps,
                     const std::function<Picture(const PictureOptions&)>& draw);
    /// A name in this folder that no file has.
    std::string freeFile(std::string_view lab, std::string_view extension);

private:
    std::unique_ptr<render::Canvas> m_canvas; ///< once a picture was drawn
    int m_named = 0;
};

} // namespace lanescope::shell
