// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "corpus/corpus.h"

namespace lanescope::corpus {

/// The references of bits, wide numbers and bytes.
std::span<const Reference> integerReferences();
/// The references of warps, control flow, synchronisation, maths and surfaces.
std::span<const Reference> specialReferences();

} // namespace lanescope::corpus
