// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/warp_access.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanescope::device {

/// A buffer of a host program as an argument of a launch: its address.
struct BufferName {
    std::string name;
};
/// A pointer that points nowhere.
struct NullPointer {};
/// A structure that the program keeps in a variable, as an argument of a launch.
template<class T>
struct Variable {
    static_assert(std::is_trivially_copyable_v<T>);
    std::string name;
    T value;
};
template<class T>
Variable(const char*, T) -> Variable<T>;

/// One call of the CUDA runtime.
struct HostCall {
    enum class Kind : std::uint8_t {
        Allocate,
        Clear,
        CopyIn,
        Launch,
        PeekError, ///< gives the runtime's error variable
        LastError, ///< gives it and sets it to cudaSuccess
        Synchronize,
        CopyOut,
        Free
    };
    struct Argument {
        std::string buffer; ///< whose address; empty: value
        std::vector<std::byte> value;
        bool operator==(const Argument&) const = default;
    };
    Kind kind = Kind::Synchronize;
    std::string text; ///< as it stands in the program: "cudaMalloc(&in, 256)"
    std::string buffer;
    std::size_t bytes = 0;
    std::vector<std::byte> data; ///< of CopyIn
    // of Launch
    std::string kernel; ///< "FILE.kernel"
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    std::vector<Argument> arguments;
    bool operator==(const HostCall&) const = default;
};

/// What a program does with the CUDA runtime, call by call, errors or not: written down by a lab, so that it
/// can be played where an error costs nothing.
class HostProgram {
public:
    HostProgram& allocate(std::string_view buffer, std::size_t bytes);
    HostProgram& clear(std::string_view buffer, std::size_t bytes); ///< cudaMemset with 0
    template<class T>
    HostProgram& copyIn(std::string_view buffer, const std::vector<T>& values) {
        return copyBytes(buffer, std::as_bytes(std::span(values)));
    }
    /// arguments: BufferName, NullPointer, Variable, or plain values; in the order of the kernel's
    /// parameters.
    template<class... T>
    HostProgram& launch(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                        std::uint32_t sharedBytes, const T&... arguments) {
        std::vector<HostCall::Argument> list;
        std::vector<std::string> words;
        (addArgument(list, words, arguments), ...);
        return addLaunch(kernel, grid, block, sharedBytes, std::move(list), words);
    }
    HostProgram& peekError();
    HostProgram& lastError();
    HostProgram& synchronize();
    HostProgram& copyOut(std::string_view buffer, std::size_t bytes);
    HostProgram& free(std::string_view buffer);
    HostProgram& freeAll(); ///< what it has allocated, in that order

    std::span<const HostCall> calls() const { return m_calls; }
    bool operator==(const HostProgram&) const = default;

private:
    template<class T>
    static void addArgument(std::vector<HostCall::Argument>& list, std::vector<std::string>& words,
                            const T& value) {
        if constexpr (std::is_same_v<T, BufferName>) {
            list.push_back({value.name, {}});
            words.push_back(value.name);
        } else if constexpr (std::is_same_v<T, NullPointer>) {
            list.push_back({{}, std::vector<std::byte>(sizeof(void*))});
            words.emplace_back("nullptr");
        } else if constexpr (std::is_arithmetic_v<T>) {
            addValue(list, value);
            words.push_back(std::to_string(value));
        } else {
            addValue(list, value.value);
            words.push_back(value.name);
        }
    }
    template<class T>
    static void addValue(std::vector<HostCall::Argument>& list, const T& value) {
        list.push_back({{}, std::vector<std::byte>(sizeof value)});
        std::memcpy(list.back().value.data(), &value, sizeof value);
    }
    HostProgram& copyBytes(std::string_view buffer, std::span<const std::byte> bytes);
    HostProgram& addLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                           std::uint32_t sharedBytes, std::vector<HostCall::Argument> arguments,
                           const std::vector<std::string>& words);

    std::vector<HostCall> m_calls;
};

/// What a call returned.
struct HostReturn {
    int code = 0;                 ///< cudaError_t
    std::string name;             ///< "cudaErrorIllegalAddress"
    std::string meaning;          ///< "an illegal memory access was encountered"
    std::string note;             ///< of the emulated runtime: what a GPU may do otherwise; may be empty
    std::vector<std::byte> bytes; ///< that a successful CopyOut brought
    int lastCode = 0;             ///< the runtime's error variable after the call
    std::string lastName;
    bool operator==(const HostReturn&) const = default;
};

/// What the calls of a program returned, one after another; of those after the last nothing is known.
struct HostStory {
    std::string device;
    bool emulated = true; ///< the codes are what the CUDA runtime would return by its rules
    std::vector<HostReturn> returns;
    std::string ended; ///< why there are no more: "it had not returned after 10 s"; empty: all are there

    /// What the last CopyOut brought, as elements of T; empty when there was none.
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
    bool operator==(const HostStory&) const = default;
};

/// Plays a program on the emulated device, with the CUDA runtime's rules for errors: a launch that asks for
/// more than the architecture has fails at once, and the next query clears that; a fault of a kernel shows at
/// the next call that waits for it, and at every one after it. Throws Error for a kernel that is not there.
HostStory emulateCalls(const HostProgram& program, const model::Architecture& architecture);

/// Plays it on a GPU, in this process, which may lose the GPU by it. known is told after every call. Throws
/// Unavailable without such a GPU, Error for a kernel that is not there.
HostStory makeCalls(const HostProgram& program, int ordinal,
                    const std::function<void(const HostStory&)>& known = {});

/// The threads and the bytes of shared memory that a block may have without asking for more: CUDA C++
/// Programming Guide, technical specifications per compute capability, and shared memory's 48 KiB rule.
struct LaunchLimits {
    std::uint32_t threads = 1024, sharedBytes = 48 * 1024;
};
LaunchLimits launchLimits(const model::Architecture& architecture);
/// Why the CUDA runtime refuses a launch, in one sentence; empty: it does not. sharedBytes: static and
/// dynamic.
std::string launchRefusal(const model::Architecture& architecture, model::Dim3 grid, model::Dim3 block,
                          std::uint64_t sharedBytes);

} // namespace lanescope::device
