// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/lab_interfaces.h"
#include "text/tr.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// How threads are laid over the elements of a picture, a mesh or a matrix: one thread each, x fastest.
namespace lanescope::kit {

/// Shapes of a block to choose from, as "32x8": warps that are rows, tiles, columns, or run over the end of a
/// row.
const std::vector<std::string>& blockShapes();
/// The shape that a choice of them names.
model::Dim3 shapeOf(const Choice& choice);
/// As many blocks as cover width x height x depth elements.
model::Dim3 gridOver(int width, int height, model::Dim3 block, int depth = 1);

/// In how many dimensions a launch numbers its threads: 1, 2 or 3.
int dimensionsOf(model::Dim3 grid, model::Dim3 block);

/// The threads of a launch, and the elements that they work on: those beyond have nothing to do.
struct Threads {
    model::Dim3 grid, block;
    std::uint64_t width, height, depth = 1;
};
/// One thread an element of width x height.
Threads threadsOver(int width, int height, model::Dim3 block);

/// Which thread works on an element.
struct ThreadPlace {
    std::uint64_t block = 0; ///< linear, x fastest
    std::uint32_t warp = 0;
    int lane = 0;
};

/// The parameters focus-block and focus-warp, which choose the warp that a lab's pictures show.
struct WarpFocus {
    /// threads gives the launch by the lab's present parameters.
    WarpFocus(ParameterSet* owner, int block, int warp, std::function<Threads()> threads,
              std::string_view help = translatable("block to look at; or click one in the picture"));
    /// The warp that was chosen, within the launch; the block's first one where the chosen has no element.
    Focus focus() const;
    /// The warp that was chosen, within the launch, though none of its threads has an element.
    Focus chosen() const;
    /// Follows a click on a region of kind Warp or Block.
    bool picked(const render::Pick& pick);
    /// The warp of a thread.
    void choose(const ThreadPlace& place);

    Integer block, warp;

private:
    std::function<Threads()> m_threads;
};

/// "4 * i + 2": an index that grows by `step` from `start`.
std::string indexText(std::string_view index, std::uint64_t step, std::uint64_t start);

ThreadPlace placeOf(std::uint32_t x, std::uint32_t y, model::Dim3 block, model::Dim3 grid,
                    std::uint32_t z = 0);
/// The element that a lane of an access works on.
model::Dim3 elementOf(const LaunchResult& launch, const model::WarpAccess& access, int lane);

} // namespace lanescope::kit
