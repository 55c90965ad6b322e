// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

namespace lanescope::device::test {

std::unique_ptr<Device> makeDevice() {
    return openDevice("cuda");
}

} // namespace lanescope::device::test
