// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/printf_redirect.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace lanescope::device {

PrintfRedirect::PrintfRedirect(bool active, bool shown) {
    if (!active) return;
    std::fflush(stdout);
    m_saved = ::dup(STDOUT_FILENO);
    if (m_saved < 0) return;
    const int nowhere = shown ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere >= 0 ? nowhere : STDERR_FILENO, STDOUT_FILENO);
    if (nowhere >= 0) ::close(nowhere);
}

PrintfRedirect::~PrintfRedirect() {
    if (m_saved < 0) return;
    std::fflush(stdout);
    ::dup2(m_saved, STDOUT_FILENO);
    ::close(m_saved);
}

} // namespace lanescope::device
