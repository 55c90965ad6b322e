// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/call_line.h"
#include "runtime/recorded/program_recorder.h"

#include <fmt/format.h>

#include <driver_types.h>

#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>

namespace lanescope::runtime {

/// An argument of a call as it stands in a program, where it can be told. addresses: names what a pointer
/// leads to.
template<class T>
std::string argumentText(ProgramRecorder& addresses, const T& value) {
    if constexpr (std::is_same_v<T, cudaMemcpyKind>) {
        switch (value) {
        case cudaMemcpyHostToHost:
            return "cudaMemcpyHostToHost";
        case cudaMemcpyHostToDevice:
            return "cudaMemcpyHostToDevice";
        case cudaMemcpyDeviceToHost:
            return "cudaMemcpyDeviceToHost";
        case cudaMemcpyDeviceToDevice:
            return "cudaMemcpyDeviceToDevice";
        case cudaMemcpyDefault:
            return "cudaMemcpyDefault";
        }
        return fmt::to_string(static_cast<int>(value));
    } else if constexpr (std::is_same_v<T, cudaStream_t>) {
        return addresses.streamText(value);
    } else if constexpr (std::is_pointer_v<T> && std::is_pointer_v<std::remove_pointer_t<T>>) {
        return value ? "&pointer" : "nullptr";
    } else if constexpr (std::is_pointer_v<T>) {
        return addresses.addressText(reinterpret_cast<const void*>(value));
    } else if constexpr (std::is_enum_v<T>) {
        return fmt::to_string(static_cast<int>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
        return fmt::to_string(value);
    } else {
        return "{...}"; // a structure
    }
}

/// Makes the call `function`, and tells the recorder where it failed.
template<auto function>
struct FailingCall;
template<class... Arguments, cudaError_t (*function)(Arguments...)>
struct FailingCall<function> {
    static inline std::string_view name; ///< "cudaMalloc"
    static cudaError_t call(Arguments... arguments) {
        ProgramRecorder* const recorder = ProgramRecorder::instance();
        if (!recorder) return function(arguments...);
        const CallFrom from(__builtin_return_address(0));
        const ProgramRecorder::CallScope scope;
        const cudaError_t result = function(arguments...);
        if (!scope.failedUnnoted(result)) return result;
        std::string text;
        ((text += (text.empty() ? "" : ", ") + argumentText(*recorder, arguments)), ...);
        const std::lock_guard lock(recorder->mutex);
        recorder->calledAt(callLine());
        recorder->failed(fmt::format("{}({})", name, text), result);
        return result;
    }
};

} // namespace lanescope::runtime
