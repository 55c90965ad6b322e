// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

/// What the calls of a recording returned.
namespace lanescope::device {

/// What one call returned, by the names and words of CUDA's own runtime.
struct CallReturn {
    int code = 0;                 ///< cudaError_t
    std::string name;             ///< "cudaErrorIllegalAddress"
    std::string meaning;          ///< "an illegal memory access was encountered"
    std::string note;             ///< of the emulated runtime: what a GPU may do otherwise; may be empty
    std::vector<std::byte> bytes; ///< that a successful copy to the host brought
    int lastCode = 0;             ///< the runtime's error variable after the call
    std::string lastName;
    bool operator==(const CallReturn&) const = default;
};

/// Of the calls one after another; of those after the last nothing is known.
struct CallReturns {
    std::string device;
    bool emulated = true; ///< the codes are what the CUDA runtime would return by its rules
    std::vector<CallReturn> returns;
    std::string ended; ///< why there are no more: "it had not returned after 10 s"; empty: all are there

    /// What the last copy to the host brought, as elements of T; empty when there was none.
    template<class T>
    std::vector<T> values() const {
        for (auto each = returns.rbegin(); each != returns.rend(); ++each) {
            if (each->bytes.empty()) continue;
            std::vector<T> all(each->bytes.size() / sizeof(T));
            std::memcpy(all.data(), each->bytes.data(), all.size() * sizeof(T));
            return all;
        }
        return {};
    }
    bool operator==(const CallReturns&) const = default;
};

} // namespace lanescope::device
