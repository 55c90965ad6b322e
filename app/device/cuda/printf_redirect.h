// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::device {

/// While it lives, what the driver prints for kernels' printf goes to standard error, or nowhere: standard
/// output carries only a command's results. The driver writes when the host waits for a kernel or starts the
/// next one.
class PrintfRedirect {
public:
    /// active false: does nothing; shown false: it goes nowhere.
    PrintfRedirect(bool active, bool shown);
    ~PrintfRedirect();
    PrintfRedirect(const PrintfRedirect&) = delete;
    PrintfRedirect& operator=(const PrintfRedirect&) = delete;

private:
    int m_saved = -1;
};

} // namespace lanescope::device
