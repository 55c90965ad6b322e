// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace lanescope::runtime {

/// Where a program has called CUDA: the calls that led there, the innermost first, without this library's
/// own.
struct CallSite {
    std::array<const void*, 24> calls{}; ///< return addresses; nullptr behind the last
    const void* kernel = nullptr;        ///< of a launch: the host function that stands for its kernel
    bool operator==(const CallSite&) const = default;
};

/// Where the program is, by the call that it has made of this library. kernel: as CallSite's.
CallSite callSite(const void* kernel = nullptr);
/// The same of a thread that stopped at this address, in the handler of the signal.
CallSite stoppedAt(const void* code);
/// Whether it was this library that did so, itself or through a function that it has called.
bool stoppedInside(const void* code);

/// "main.cu:23", of the innermost line that the program's author wrote; without line information the
/// function, as "main()", or the program's name.
std::string lineOf(const CallSite& site);

/// The same of one return address alone; empty where that is no line that the program's author wrote.
std::string lineAt(const void* call);

/// Whether code at this address belongs to this library.
bool isOurs(const void* code);

} // namespace lanescope::runtime
