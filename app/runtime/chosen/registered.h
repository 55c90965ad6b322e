// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <vector_types.h>

#include <cstddef>
#include <deque>
#include <vector>

namespace lanescope::runtime {

/// A kernel as nvcc's code tells of it: its host function stands for it.
struct RegisteredFunction {
    const char* host = nullptr;
    char* device = nullptr;
    const char* name = nullptr;
    int threads = 0;
    uint3 *tid = nullptr, *bid = nullptr;
    dim3 *block = nullptr, *grid = nullptr;
    int* warp = nullptr;
};

/// A __device__, __constant__ or __managed__ variable as nvcc's code tells of it.
struct RegisteredVariable {
    void* host = nullptr; ///< of a managed one: the host's pointer to it
    char* device = nullptr;
    const char* name = nullptr;
    int external = 0;
    std::size_t bytes = 0;
    int constant = 0, global = 0;
    bool managed = false;
};

/// One fat binary of the program, and all that is in it.
struct Registered {
    void* wrapper = nullptr;
    std::vector<RegisteredFunction> functions;
    std::vector<RegisteredVariable> variables;
    bool complete = false;
    void** nvidia = nullptr; ///< handle of NVIDIA's runtime, when it has it
};

/// What a program has told of itself before main(). It is kept until the first call decides where the program
/// runs: a program that forks before it uses CUDA may do so, and the other device is never touched.
std::deque<Registered>& registered();

} // namespace lanescope::runtime
