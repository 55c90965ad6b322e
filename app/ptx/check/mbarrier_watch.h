// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace lanescope::ptx {

/// Knows the mbarrier objects of a block by their offset in shared memory.
class MbarrierWatch {
public:
    /// Who did something, where: a place in the program, and a thread of the block.
    struct Actor {
        std::uint32_t pc = 0, thread = 0;
    };
    /// One line without its place, and what it is about.
    using Found = std::function<void(const Actor& who, const std::string& what)>;
    /// Gives the place of an instruction as text.
    using Place = std::function<std::string(std::uint32_t pc)>;

    explicit MbarrierWatch(Place place) : m_place(std::move(place)) {}

    void newBlock() { m_objects.clear(); }
    void initialized(std::uint32_t offset, const Actor& who, const Found& found);
    void invalidated(std::uint32_t offset) { m_objects.erase(offset); }
    /// More bytes are to come.
    void expects(std::uint32_t offset, const Actor& who);
    /// The block has ended; wordAt: what is in shared memory at an offset.
    void ended(const std::function<std::uint64_t(std::uint32_t offset)>& wordAt, const Found& found);

private:
    struct Object {
        Actor made, expected;
    };

    Place m_place;
    std::map<std::uint32_t, Object> m_objects; ///< that are valid
};

} // namespace lanescope::ptx
