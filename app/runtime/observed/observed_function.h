// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/failing_call.h"
#include "runtime/observed/observed_call.h"
#include "runtime/recorded/device_call.h"

#include <string_view>

namespace lanescope::runtime {

/// A function of CUDA that is called in the place of the device's, which it calls, and who is told of it.
struct ObservedFunction {
    template<class F>
    ObservedFunction(std::string_view called, F* calls, bool records, bool watches)
        : name(called), function(reinterpret_cast<void*>(calls)), isRecorded(records), isWatched(watches) {}
    std::string_view name;
    void* function;
    bool isRecorded, isWatched;
};
/// A row of such a table: the function, and behind it the recorder, which is told of the calls that failed.
template<auto function>
ObservedFunction observed(std::string_view name, bool records, bool watches) {
    FailingCall<function>::name = name;
    return {name, &FailingCall<function>::call, records, watches};
}
/// How the tables of these functions say it.
inline constexpr bool kRecorded = true, kWatched = true, kNot = false;

} // namespace lanescope::runtime

/// The device's function of that name and type, found once. Those that the headers declare more than once
/// have their types with them.
#define LANESCOPE_DEVICE(name) LANESCOPE_DEVICE_AS(name, decltype(name))
#define LANESCOPE_DEVICE_AS(name, ...)                                                                       \
    ([] {                                                                                                    \
        using Function = __VA_ARGS__;                                                                        \
        static Function* const found = deviceCall<Function>(#name);                                          \
        return found;                                                                                        \
    }())
