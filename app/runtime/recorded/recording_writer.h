// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"
#include "runtime/recorded/blocks.h"
#include "runtime/recorded/taken_bytes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lanescope::runtime {

/// Ends the recording: what() says what no recording can hold.
class CannotHold : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Eight bytes as a number.
inline std::uint64_t wordAt(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}
/// A pointer as a number.
inline std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

/// Where a copy begins in an object of a recording.
struct Place {
    std::uint32_t object = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; ///< of the object
    std::uint64_t row = 0;   ///< of an array: bytes from row to row; 0: it is memory
    Block* block = nullptr;  ///< of memory
};

/// A recording that is being written down.
class RecordingWriter {
public:
    /// onGpu: the device goes on while its calls return.
    explicit RecordingWriter(bool onGpu);
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    recording::Recording recording;
    std::uint64_t storedBytes = 0; ///< of contents and modules
    const bool isOnGpu;

    recording::Text place; ///< where the program makes the call that is under way

    /// The next call, of the one that is under way.
    void add(const recording::Call& call) {
        recording.calls.push_back(call);
        recording.callPlaces.push_back(std::holds_alternative<recording::Launch>(call) ? recording::Text()
                                                                                       : place);
    }
    /// Takes out the calls from this one on.
    std::vector<recording::Call> takeFrom(std::size_t call);
    /// A new object; its index.
    std::uint32_t object(const recording::Object& object, std::string_view name);
    /// Stored once, however often they are copied in; their index.
    std::uint32_t contents(const TakenBytes& bytes);
    /// The words in the recording's pool of text, where they may be part of others.
    recording::Text text(std::string_view words);
    /// The same of words that stay: of thousands of calls they are looked up by where they are.
    recording::Text placeText(std::string_view words);

private:
    std::map<const char*, recording::Text> m_places;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> m_contents; // by digest
    std::optional<std::uint32_t> m_zeros;
};

} // namespace lanescope::runtime
