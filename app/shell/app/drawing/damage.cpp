// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/drawing/damage.h"

#include <imgui.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lanescope::shell {

namespace {

static_assert(sizeof(ImDrawVert) == 2 * sizeof(ImVec2) + sizeof(ImU32), "a digest must not read padding");

/// Indices of a piece at most: of some twenty glyphs.
constexpr unsigned kPiece = 120;
/// More parts than so many become one: each is drawn by calls of its own.
constexpr std::size_t kMostParts = 12;

/// What clips some triangles, and their texture: the same for all pieces of a command.
struct Look {
    ImVec4 clip;
    const void* texture = nullptr; ///< Dear ImGui's own, else OpenGL's
    std::uint64_t number = 0;
};

Look lookOf(const ImDrawCmd& command) {
    const ImTextureData* const own = command.TexRef._TexData;
    return {command.ClipRect, own, own ? static_cast<std::uint64_t>(own->UniqueID) : command.TexRef._TexID};
}

PixelBox around(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

} // namespace

bool isInPixels(const ImDrawData& frame) {
    return frame.FramebufferScale.x == 1 && frame.FramebufferScale.y == 1 && frame.DisplayPos.x == 0 &&
           frame.DisplayPos.y == 0;
}

PixelBox whole(float left, float top, float right, float bottom) {
    return {static_cast<int>(std::floor(left)), static_cast<int>(std::floor(top)),
            static_cast<int>(std::ceil(right)), static_cast<int>(std::ceil(bottom))};
}

PixelBox common(const PixelBox& a, const PixelBox& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
            std::min(a.bottom, b.bottom)};
}

bool Damage::take(const ImDrawList& from, List& to) {
    to.owner = from._OwnerName;
    to.pieces.clear();
    std::array<ImDrawVert, kPiece> corners;
    for (const ImDrawCmd& command : from.CmdBuffer) {
        if (command.UserCallback) return false;
        const Look look = lookOf(command);
        const PixelBox clip = whole(look.clip.x, look.clip.y, look.clip.z, look.clip.w);
        const XXH64_hash_t seed = XXH3_64bits(&look.clip, sizeof look.clip) ^
                                  XXH3_64bits(&look.texture, sizeof look.texture) ^ look.number;
        for (unsigned first = 0; first < command.ElemCount; first += kPiece) {
            const unsigned count = std::min(kPiece, command.ElemCount - first);
            const ImDrawIdx* const indices = from.IdxBuffer.Data + command.IdxOffset + first;
            const ImDrawVert* const vertices = from.VtxBuffer.Data + command.VtxOffset;
            ImVec2 least = vertices[indices[0]].pos, most = least;
            for (unsigned i = 0; i < count; ++i) {
                const ImDrawVert& corner = corners[i] = vertices[indices[i]];
                least = {std::min(least.x, corner.pos.x), std::min(least.y, corner.pos.y)};
                most = {std::max(most.x, corner.pos.x), std::max(most.y, corner.pos.y)};
            }
            Piece piece;
            piece.digest = XXH3_64bits_withSeed(corners.data(), count * sizeof(ImDrawVert), seed);
            piece.box = common(whole(least.x, least.y, most.x, most.y), clip);
            piece.changes = !command.TexRef._TexData;
            to.pieces.push_back(piece);
        }
    }
    return true;
}

/// Pieces that are alike at the beginnings and the ends of both, or in the same places of equally many, are
/// not drawn again.
void Damage::compare(std::span<const Piece> before, std::span<const Piece> after) {
    const auto alike = [](const Piece& a, const Piece& b) { return a.digest == b.digest && !b.changes; };
    while (!before.empty() && !after.empty() && alike(before.front(), after.front())) {
        before = before.subspan(1);
        after = after.subspan(1);
    }
    while (!before.empty() && !after.empty() && alike(before.back(), after.back())) {
        before = before.first(before.size() - 1);
        after = after.first(after.size() - 1);
    }
    const bool equallyMany = before.size() == after.size();
    for (std::size_t i = 0; i < after.size(); ++i)
        if (!equallyMany || !alike(before[i], after[i])) add(after[i].box);
    for (std::size_t i = 0; i < before.size(); ++i)
        if (!equallyMany || !alike(before[i], after[i])) add(before[i].box);
}

/// Windows that are in both frames in the same order are compared; the others have come, gone or moved.
void Damage::compareLists() {
    std::size_t next = 0; // of m_before
    for (const List& now : m_after) {
        const auto from = m_before.begin() + static_cast<std::ptrdiff_t>(next);
        const auto found =
            std::find_if(from, m_before.end(), [&](const List& each) { return each.owner == now.owner; });
        if (found == m_before.end()) {
            compare({}, now.pieces);
            continue;
        }
        for (auto gone = from; gone != found; ++gone) compare(gone->pieces, {});
        compare(found->pieces, now.pieces);
        next = static_cast<std::size_t>(found - m_before.begin()) + 1;
    }
    for (; next < m_before.size(); ++next) compare(m_before[next].pieces, {});
}

void Damage::add(PixelBox box) {
    box = common(box, {0, 0, m_width, m_height});
    if (box.empty()) return;
    for (std::size_t i = 0; i < m_parts.size();) {
        if (!m_parts[i].meets(box)) {
            ++i;
            continue;
        }
        box = around(box, m_parts[i]);
        m_parts[i] = m_parts.back();
        m_parts.pop_back();
        i = 0; // those before may meet it now
    }
    m_parts.push_back(box);
}

const std::vector<PixelBox>& Damage::next(const ImDrawData& frame, int width, int height) {
    std::swap(m_before, m_after);
    m_after.resize(static_cast<std::size_t>(frame.CmdLists.Size));
    const bool inPixels = isInPixels(frame);
    bool comparable = m_known && inPixels && width == m_width && height == m_height;
    m_known = inPixels;
    m_width = width;
    m_height = height;
    for (int i = 0; i < frame.CmdLists.Size; ++i)
        if (!take(*frame.CmdLists[i], m_after[static_cast<std::size_t>(i)])) comparable = m_known = false;
    m_parts.clear();
    if (comparable)
        compareLists();
    else
        add({0, 0, width, height});
    if (m_parts.size() <= kMostParts) return m_parts;
    PixelBox all = m_parts.front();
    for (const PixelBox& part : m_parts) all = around(all, part);
    m_parts.assign(1, all);
    return m_parts;
}

} // namespace lanescope::shell
