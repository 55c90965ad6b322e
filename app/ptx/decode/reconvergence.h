// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/program.h"

namespace lanescope::ptx {

/// Sets, at a function's branches, where lanes that part there come together again: at the branch's immediate
/// post-dominator. Their targets are known by now.
void findReconvergence(Program& program, const Function& function);

} // namespace lanescope::ptx
