// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

// Together, for labs that have pictures of their own.
#include "kit/pictures/access.h"
#include "kit/pictures/banks.h"
#include "kit/pictures/heading.h"
#include "kit/pictures/memory_map.h"
#include "kit/pictures/results.h"
#include "kit/pictures/sectors.h"
#include "kit/pictures/tag_stage.h"
#include "kit/pictures/texels.h"
#include "kit/pictures/warps.h"
#include "kit/words/describe.h"
#include "kit/words/patterns.h"

/// The pictures of accesses, as verbs that labs share. Each marks what it draws with Canvas::pick, lights
/// what belongs to frame.brush and dims the rest, and keeps within its rectangle at any size.
namespace lanescope::kit {}
