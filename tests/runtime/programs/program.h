// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

/// One whole program, run in a process of its own: it prints what it sees and what each call returns, and is
/// to print the same on the emulator as on a GPU.
struct Program {
    const char* name;
    void (*run)();

    /// In the order of their names.
    static std::vector<Program>& all();
    Program(const char* programName, void (*program)());
};

#define PROGRAM(name)                                                                                        \
    void name();                                                                                             \
    const Program the_##name(#name, name);                                                                   \
    void name()

/// Makes the call and prints it as it is written here, with the error that it returned.
#define SAY(...) said(#__VA_ARGS__, (__VA_ARGS__))
inline cudaError_t said(const char* call, cudaError_t returned) {
    std::printf("%s: %s\n", call, cudaGetErrorName(returned));
    return returned;
}
/// Prints an expression that is a whole number, as it is written here, with its value.
#define VALUE(...) std::printf("%s = %lld\n", #__VA_ARGS__, static_cast<long long>(__VA_ARGS__))

/// Prints numbers in one line after their name.
template<class T>
void print(const char* name, const T* values, std::size_t count) {
    std::printf("%s:", name);
    for (std::size_t i = 0; i < count; ++i) std::printf(" %.9g", static_cast<double>(values[i]));
    std::printf("\n");
}
template<class T>
void print(const char* name, const std::vector<T>& values) {
    print(name, values.data(), values.size());
}
/// Prints what the device's memory holds.
template<class T>
void printDevice(const char* name, const T* values, std::size_t count) {
    std::vector<T> here(count);
    const cudaError_t copied = cudaMemcpy(here.data(), values, count * sizeof(T), cudaMemcpyDeviceToHost);
    if (copied == cudaSuccess)
        print(name, here);
    else
        std::printf("%s cannot be read: %s\n", name, cudaGetErrorName(copied));
}
/// Memory of the device that holds zeros.
template<class T>
T* zeros(std::size_t count) {
    T* values = nullptr;
    cudaMalloc(&values, count * sizeof(T));
    cudaMemset(values, 0, count * sizeof(T));
    return values;
}
/// Puts a digit behind those of a number: the order of such launches is seen in it.
static __global__ void append(int* value, int digit) {
    *value = *value * 10 + digit;
}
/// first, first + 1, and so on.
template<class T = int>
std::vector<T> ramp(std::size_t count, T first = T()) {
    std::vector<T> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<T>(first + static_cast<T>(i)));
    return values;
}
