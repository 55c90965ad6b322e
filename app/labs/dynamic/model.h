// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Grids that launch grids: how many there are, when they ran, and who found whose writes.
namespace lanescope::lab_dynamic {

/// Where a block launches its children.
enum class Stream : std::uint8_t { Implicit, Named, FireAndForget, Tail };

/// When something ran by the device's clock (%globaltimer): ns on a GPU, warp instructions in the emulator.
struct RunSpan {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

/// A grid that a block of the parent launched.
struct ChildGrid {
    std::uint64_t launched = 0; ///< by the clock of the launching thread, just before the launch
    RunSpan ran;                ///< from its first block's start to its last one's end
    std::uint64_t delay() const { return ran.start > launched ? ran.start - launched : 0; }
};

/// A grid and what its blocks have launched.
struct GridFamily {
    std::vector<RunSpan> parents;     ///< blocks of the parent
    std::vector<ChildGrid> children;  ///< block after block, as many of each
    Stream stream = Stream::Implicit; ///< where the children were launched
    std::size_t childBlocks = 1;      ///< the shape of a child
    std::size_t childThreads = 1;
    int chosen = -1; ///< index of the child that is lit

    std::size_t each() const { return parents.empty() ? 0 : children.size() / parents.size(); }
    /// When the parent is complete, with all that it launched; and when its own blocks have ended.
    std::uint64_t complete() const;
    std::uint64_t parentsEnd() const;
    std::uint64_t begin() const;
    /// A child of a block waits for the one before.
    bool inOrder() const { return stream == Stream::Implicit || stream == Stream::Tail; }
    /// The most children that ran at the same time.
    std::size_t mostAtOnce() const;
};

/// What the blocks of the parent and of the children noted, {start, end} each, and the time of each launch.
struct RunNotes {
    std::span<const RunSpan> parents;
    std::span<const RunSpan> childBlocks;
    std::span<const std::uint64_t> launches;
};
/// The grids of a run, its children of so many blocks: those of which all blocks have noted when they ran.
GridFamily familyOf(const RunNotes& notes, std::size_t childBlocks, std::size_t childThreads, Stream stream);

/// How many there are of everything.
struct Sizes {
    std::size_t blocks = 1;       ///< of the parent
    std::size_t children = 1;     ///< of each of its blocks
    std::size_t warps = 1;        ///< of such a block; each thread writes one element
    std::size_t childThreads = 1; ///< of a block of a child

    std::size_t threads() const { return warps * 32; }
    std::size_t allChildren() const { return blocks * children; }
    /// Of a child, a thread for each of its parent block's elements.
    std::size_t childBlocks() const { return (threads() - 1) / childThreads + 1; }
    /// Among all children, of a block's child, both from 0 on.
    std::size_t childNumber(std::size_t block, std::size_t child) const { return block * children + child; }

    struct Picked {
        std::size_t block = 0;
        std::optional<std::size_t> child; ///< of that block; nothing: the block itself
        bool operator==(const Picked&) const = default;
    };
    /// What a number in the picture of grids stands for: all children, then the blocks; nothing: neither.
    std::optional<Picked> picked(std::size_t number) const;
};

/// How an element that one party may find of another's writes turned out.
enum class Visibility : std::uint8_t { Kept, Luck, Missing, Broken };
/// promised: to be found.
Visibility visibilityOf(bool promised, bool found);
/// Of one part of a buffer of so many elements a part: those that are not 0; none when there is no such part.
std::vector<bool> writtenIn(std::span<const std::uint32_t> values, std::size_t part, std::size_t count);

} // namespace lanescope::lab_dynamic
