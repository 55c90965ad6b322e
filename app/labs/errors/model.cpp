// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/errors/model.h"

#include <algorithm>
#include <numeric>

namespace lanescope::lab_errors {

const char* Program::kernel() const {
    switch (mistake) {
    case Mistake::TooManyThreads:
        return "errors.number";
    case Mistake::TooMuchShared:
        return "errors.numberInShared";
    case Mistake::LateError:
        return "errors.addNextInside";
    case Mistake::OutOfBounds:
        return fixed ? "errors.addNextInside" : "errors.addNext";
    case Mistake::Race:
        return fixed ? "errors.reverseInTurn" : "errors.reverse";
    case Mistake::Barrier:
        return fixed ? "errors.reverseSomeTogether" : "errors.reverseSome";
    case Mistake::Uninitialised:
        break;
    }
    return "errors.addTo";
}

bool Program::limits() const {
    return mistake == Mistake::TooManyThreads || mistake == Mistake::TooMuchShared;
}

int Program::elements() const {
    constexpr int kOfLimits = 256;
    switch (mistake) {
    case Mistake::TooManyThreads:
    case Mistake::TooMuchShared:
        return kOfLimits;
    case Mistake::Barrier:
        return std::min(come, threads);
    case Mistake::LateError:
    case Mistake::OutOfBounds:
        return 2 * threads; // two blocks
    case Mistake::Race:
    case Mistake::Uninitialised:
        break;
    }
    return threads;
}

std::vector<int> Program::inputs() const {
    const int count = mistake == Mistake::Barrier ? threads : elements();
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

std::vector<int> Program::expected() const {
    const bool reversed = mistake == Mistake::Race || mistake == Mistake::Barrier;
    const int count = elements();
    std::vector<int> all;
    for (int i = 0; i < count; ++i) {
        int value = reversed ? count - i : i + 1;
        if (mistake == Mistake::OutOfBounds && i + ahead < count) value += i + ahead + 1;
        all.push_back(value);
    }
    return all;
}

bool Program::hasInput() const {
    return mistake == Mistake::LateError ? fixed : !limits();
}

Program::Shape Program::shape(std::uint32_t mostThreads, std::uint32_t mostSharedBytes) const {
    if (!limits()) {
        const bool two = mistake == Mistake::LateError || mistake == Mistake::OutOfBounds;
        return {.grid = {two ? 2U : 1U, 1, 1}, .block = {static_cast<std::uint32_t>(threads), 1, 1}};
    }
    const auto count = static_cast<std::uint32_t>(elements());
    const bool tooMany = mistake == Mistake::TooManyThreads;
    const std::uint32_t side = tooMany ? static_cast<std::uint32_t>(askedThreads) : count;
    const std::uint32_t shared = tooMany ? 0 : static_cast<std::uint32_t>(askedShared) * 1024;
    Shape asked{.grid = {1, 1, 1}, .block = {side, 1, 1}, .sharedBytes = shared};
    if (fixed) {
        asked.block.x = std::min(side, mostThreads);
        asked.sharedBytes = std::min(shared, mostSharedBytes);
    }
    asked.grid.x = (count - 1) / asked.block.x + 1;
    return asked;
}

} // namespace lanescope::lab_errors
