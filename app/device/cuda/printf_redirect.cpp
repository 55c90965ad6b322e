// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/printf_redirect.h"

#include <unistd.h>

#include <cstdio>

namespace lanescope::device {

PrintfRedirect::PrintfRedirect(bool active) {
    if (!active) return;
    std::fflush(stdout);
    m_saved = ::dup(STDOUT_FILENO);
    if (m_saved >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

PrintfRedirect::~PrintfRedirect() {
    if (m_saved < 0) return;
    std::fflush(stdout);
    ::dup2(m_saved, STDOUT_FILENO);
    ::close(m_saved);
}

} // namespace lanescope::device
