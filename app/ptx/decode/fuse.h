// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

namespace lanescope::ptx {

/// Turns multiplications followed by additions into fused multiply-adds where NVIDIA's compiler from PTX to
/// machine code does: `mul`, `add` and `sub` without a rounding modifier may be contracted (PTX ISA), and a
/// GPU's results then have one rounding less. Found by compiling random programs for compute capability 9.0
/// with ptxas 13.0 and reading its machine code:
///
/// - A product is fused when every use of it, directly or through `mov` and `neg`, is an addition or
///   subtraction in its own basic block with the same type and the same .ftz, whose two operands differ.
///   Calls end a block, and so do fences, exact quotients and roots, and signed and 64-bit integer quotients;
///   labels that nothing jumps to do not.
/// - Where a factor is a constant, the sums may be in any blocks: an immediate, or what is read from a
/// kernel's
///   parameters or from constant memory at a place that is known. What is computed from these is none. Not
///   out of a loop that is unrolled, whose turns each have a product.
/// - A multiplication with .sat, a rounding modifier or a predicate stays; an addition may have .sat and a
///   predicate.
/// - Where both operands of an addition are products, it takes the one with fewer uses, else the first
/// operand.
///   Products with one use go first, then the others by the order of the sums; of these each goes whole or
///   not at all, except to sums that came before.
///
/// - `div.approx` and `div.full` by a constant from 2^-126 to 2^126 are products with its reciprocal, rounded
/// to
///   nearest; others are products of the dividend and the divisor's approximate reciprocal, both scaled
///   before where that needs it, which are fused like any.
///
/// The additions become `fma.rn`, with Operand::minus for signs, and of quotients `fma.approx` and
/// `fma.full`: the first by the second operand and the third. Where all sums of a product are fused, its
/// instruction only copies a factor.
///
/// Weaker than ptxas: loops are not unrolled here. A product that flows into a sum of the next turn stays
/// one, and every loop of one block counts as unrolled that the source does not keep from it. Not for modules
/// with `.target debug`, which ptxas does not optimise.
void fuseMultiplyAdds(FunctionSyntax& function);

} // namespace lanescope::ptx
