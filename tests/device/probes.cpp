// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

#include "embedded/device_test_kernels.h"

namespace lanescope::device::test {

std::string_view probesPtx() {
    return testkernels::files().front().text;
}

} // namespace lanescope::device::test
