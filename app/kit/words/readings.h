// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/tone.h"
#include "model/memory/usage.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What the counts of one access mean, in words that labs share.
namespace lanescope::kit {

/// A verdict with the bar beneath it.
struct Reading {
    Tone tone = Tone::Plain;
    std::string headline, sentence;
    double needed = 0, taken = 0;
    std::string neededText, takenText;
};

/// What an access is, and what to learn from it: above its picture and beneath.
struct AccessWords {
    std::string title;
    std::string conclusion;
};

bool isShared(const ShownAccess& shown);
bool isLoad(const ShownAccess& shown);
/// Whether it takes more than it needs: a bank conflict, bytes moved or requests made for nothing.
bool isWasteful(const ShownAccess& shown);

/// Of an access to shared memory: its bank conflict, and the wavefronts that it costs.
Reading readShared(const Frame& frame, const ShownAccess& shown);
/// Of an access to global memory or a texture: what is moved, and how much of that is used.
Reading readMoved(const Frame& frame, const ShownAccess& shown);
/// Of an access to constant memory: how many requests it takes, and why.
Reading readConstant(const Frame& frame, const ShownAccess& shown);
/// Of any access, by its space.
Reading readAccess(const Frame& frame, const ShownAccess& shown);
/// Whether one lane makes an atomic for all lanes of its warp (model::Site::joined).
bool isJoined(const ShownAccess& shown);

/// "sector" from compute capability 5.0 on, before it "transaction".
std::string_view unitOf(const model::Architecture& architecture);
/// The units an access moves: its transactions, which are sectors from compute capability 5.0 on.
std::uint64_t unitsOf(const model::Counts& counts);
/// Why no GPU of the modelled capability could run the launch of an access; empty when one could.
std::string beyondHardware(const Frame& frame, const ShownAccess& shown);
/// "A third", "Half", "43 %": a share as a reader would say it.
std::string shareText(double share);
/// The shown access as its line of source, without indentation and comment; empty without line information.
std::string sourceText(const ShownAccess& shown);
/// A line of a launch's source, 1-based, likewise; empty where there is none.
std::string sourceLine(const LaunchResult& launch, std::uint32_t line);
/// "how a result reaches OpenGL": "no copy, mapped for the launch only", or what happens instead.
std::string routeText(const ResultObject& object);

} // namespace lanescope::kit
