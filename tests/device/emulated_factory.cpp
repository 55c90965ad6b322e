// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

namespace lanescope::device::test {

std::unique_ptr<Device> makeDevice() {
    return openEmulated(std::size_t{1} << 30, 2);
}

} // namespace lanescope::device::test
