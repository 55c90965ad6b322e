// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "corpus/corpus.h"

namespace lanescope::corpus {

/// Runs a case on the current GPU by the CUDA runtime alone, with arrays of every shape and format. A PTX
/// text is compiled once and kept. Throws std::runtime_error with the call that failed and the runtime's own
/// words.
Values runOnCuda(const Case& each, const std::string& ptx);
/// The same, compiled with optimization level 0 and unloaded at the end.
Values runUnoptimized(const Case& each, const std::string& ptx);

} // namespace lanescope::corpus
