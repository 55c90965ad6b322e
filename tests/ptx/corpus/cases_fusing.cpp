// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/case_builder.h"

namespace lanescope::corpus {

std::vector<Case> fusingCases() {
    using enum Element;
    const int n = 1000;
    const Argument x = in(F32, n, random(1, -1, 1)), y = in(F32, n, random(2, 0, 1));
    // Branches on sums: a last bit decides which way, so these are not compared with -G.
    const auto fusing = [&](const char* kernel, std::vector<Argument> arguments) {
        Case each;
        each.file = "fusing";
        each.kernels = {kernel};
        each.grid = {8, 1, 1};
        each.block = {128, 1, 1};
        each.arguments = std::move(arguments);
        each.chaotic = true;
        return each;
    };
    return {
        fusing("complexPower", {x, y, out(F32, 2 * n), scalar(n)}),
        fusing("crossProducts", {x, out(F32, 3 * n), scalar(n)}),
        fusing("hornerWithRemainders", {x, out(F32, n), scalar(n), scalar(13)}),
        fusing("verlet", {x, y, out(F32, 2 * n), scalar(n), scalar(25), scalar(0.05F)}),
        fusing("determinants", {in(F64, n + 9, random(3, -2, 2)), out(F64, 2 * n), scalar(n)}),
        fusing("triangles", {x, out(F32, n), scalar(n)}),
        fusing("normals", {y, out(F32, 4 * n), scalar(n)}),
        fusing("quaternions", {x, out(F32, 4 * n), scalar(n)}),
        fusing("randomWalks", {x, out(F32, 2 * n), scalar(n)}),
        fusing("constantsAcrossBlocks", {x, out(F32, 2 * n), scalar(n), scalar(0.3F)}),
        fusing("quickQuotients", {x, y, out(F32, 2 * n), scalar(n), scalar(7.0F)}),
    };
}

} // namespace lanescope::corpus
