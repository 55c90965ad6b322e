// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

/// What is hot is compiled once for every instruction set (CMakeLists.txt), in a namespace of that name,
/// which keeps the linker from mixing them; handlers/dispatch.cpp chooses one when the program runs.
#ifndef LANESCOPE_ISA
#define LANESCOPE_ISA portable
#endif
