// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/app_options.h"
#include "shell/requests/lab_request.h"

#include <string>

namespace lanescope::shell {

/// What the command line says about how a lab is looked at, not yet checked; an empty text was not given.
struct LookRequest {
    std::string theme;    ///< "dark", "light"
    std::string language; ///< a code of text::languages()
    bool light = false;   ///< the same as theme light
    bool presenter = false, check = false;
    bool controls = false, caption = false; ///< of a picture of a part of the window
    std::string step;                       ///< the wavefront that is singled out, from 1
    std::string site;                       ///< the memory instruction that is shown
    std::string launch;                     ///< the launch that is shown, from 1
    std::string camera, split, zoom, time;
    std::string between;               ///< the part of the timelines that is seen
    std::string pin;                   ///< what stays lit, as pinText() says it
    std::string lesson, student, page; ///< the lesson that is open, whose values it draws, and where
    std::string size, view;            ///< of a picture
};

/// The language that a code names. Throws BadInput that says which there are.
text::Language languageIn(std::string_view code);

/// What is pinned in a word: "LANE,SITE,ADDRESS,BYTES,POINT".
std::string pinText(const kit::Brush& pinned);

/// One request where it says something, and the other where it does not.
LookRequest laidOver(LookRequest under, const LookRequest& look);
/// What the request's scenario says where the command line says nothing. Throws BadInput.
LookRequest completed(const LabRequest& request, const LookRequest& look);
/// As a window shows it: size and zoom of a picture of a part are not the window's.
LookRequest inWindow(LookRequest look);
/// Both as the app takes them, after completed(). Throws BadInput.
AppOptions appOptions(const LabRequest& request, const LookRequest& look = {});
/// Of a command that names the picture's size.
void takeSize(AppOptions& options, std::string_view text);

} // namespace lanescope::shell
