// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/lesson/desk.h"

namespace lanescope::shell {

/// The code of a draft, to be changed where it is not edited in a file, in the rest of the window: numbers of
/// lines, and a mark beside each that the compiler refused, until the code is another.
void editCode(LessonDesk::Draft& draft);

} // namespace lanescope::shell
