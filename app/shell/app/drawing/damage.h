// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

struct ImDrawData;
struct ImDrawList;

namespace lanescope::shell {

/// Whole pixels from the top left, the end not included.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const PixelBox&) const = default;
    bool empty() const { return right <= left || bottom <= top; }
    bool meets(const PixelBox& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

/// Whether Dear ImGui's units are the window's pixels.
bool isInPixels(const ImDrawData& frame);
/// The smallest that has all of a rectangle.
PixelBox whole(float left, float top, float right, float bottom);
PixelBox common(const PixelBox& a, const PixelBox& b);

/// Where a frame of Dear ImGui differs from the one before. A pixel that is in no part of it is covered by
/// the same shapes in the same order in both.
class Damage {
public:
    /// The parts of a window of this many pixels that differ from the frame given last; no two have a pixel
    /// in common. What has a texture that is not Dear ImGui's is always in one, for its picture may be
    /// another. It is all of the window at first, where a callback draws, and where pixels are not the units.
    const std::vector<PixelBox>& next(const ImDrawData& frame, int width, int height);
    /// All of the next frame is another.
    void forget() { m_known = false; }

private:
    /// Some triangles of a list that are drawn one after the other.
    struct Piece {
        std::uint64_t digest = 0; ///< of where they are, their colours, their texture and what clips them
        PixelBox box;             ///< that they stay in
        bool changes = false;     ///< its texture may be another picture without a trace
    };
    /// Of an ImDrawList, which is mostly a window.
    struct List {
        const char* owner = nullptr; ///< tells apart, and is never read
        std::vector<Piece> pieces;
    };
    /// False where a callback draws.
    static bool take(const ImDrawList& from, List& to);
    void compare(std::span<const Piece> before, std::span<const Piece> after);
    void compareLists();
    /// Takes in the parts that it meets.
    void add(PixelBox box);

    bool m_known = false; ///< m_before is of the frame before
    int m_width = 0, m_height = 0;
    std::vector<List> m_before, m_after; // kept for their memory, too
    std::vector<PixelBox> m_parts;
};

} // namespace lanescope::shell
