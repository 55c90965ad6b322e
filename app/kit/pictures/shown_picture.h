// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"

#include <string_view>

/// The shown access as most labs have it, on the stage and in the panel.
namespace lanescope::kit {

bool isShared(const ShownAccess& shown);
bool isLoad(const ShownAccess& shown);
/// Whether it takes more than it needs: a bank conflict, or bytes moved for nothing.
bool isWasteful(const ShownAccess& shown);

/// Heading, the picture of its memory, and the conclusion in the colour of whether it is wasteful; beneath it
/// the access at the other end, its loads being the other's stores, of what goes from global to shared memory
/// or back, so that sectors and banks are both seen where there is room.
void drawBothEnds(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  const ShownAccess& shown, const Heading& heading, std::string_view conclusion);
/// Verdict, gauge and table.
void readShown(const Frame& frame, Panel& panel, const ShownAccess& shown);

} // namespace lanescope::kit
