// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "corpus/corpus.h"

namespace lanescope::corpus {

/// The references of bits, wide numbers, bytes, maths, warps, control flow and synchronisation.
std::span<const Reference> specialReferences();

} // namespace lanescope::corpus
