// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/chosen/registered.h"

#include <string>
#include <string_view>

/// NVIDIA's CUDA runtime, in a library of its own beside ours, which is opened only where a program runs on a
/// GPU.
namespace lanescope::runtime::nvidia {

/// Opens it. Returns why a GPU cannot be used, in words; empty: it can.
std::string open();
/// Whether there is a driver to ask for GPUs at all.
bool hasDriver();
/// Its function of that name; nullptr: it has none.
void* find(std::string_view name);
/// Tells it of the program's kernels and variables.
void add(Registered& image);
/// It goes, as when a library is closed.
void remove(Registered& image);

} // namespace lanescope::runtime::nvidia
