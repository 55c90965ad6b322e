// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/fault.h"

namespace lanescope::ptx {

/// The cudaError_t by which the CUDA runtime tells a program that a kernel stopped so. Memory, alignment,
/// assertions and a child's illegal pointer as an H200 gave them (CUDA 13.0); what no GPU knows, such as a
/// budget that is used up, is cudaErrorLaunchFailure.
constexpr int cudaErrorOf(FaultKind kind) {
    switch (kind) {
    case FaultKind::OutOfBounds:
    case FaultKind::BadHandle:
    case FaultKind::StackOverflow:
        return 700; // cudaErrorIllegalAddress
    case FaultKind::Assertion:
        return 710; // cudaErrorAssert
    case FaultKind::Unsupported:
        return 715; // cudaErrorIllegalInstruction
    case FaultKind::Misaligned:
        return 716; // cudaErrorMisalignedAddress
    case FaultKind::IllegalPointer:
        return 717; // cudaErrorInvalidAddressSpace
    case FaultKind::Budget:
    case FaultKind::Deadlock:
    case FaultKind::Trap:
    case FaultKind::BadLaunch:
    case FaultKind::Cancelled:
        break;
    }
    return 719; // cudaErrorLaunchFailure
}

} // namespace lanescope::ptx
