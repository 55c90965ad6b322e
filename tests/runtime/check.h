// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

/// Expects cudaSuccess, and names the error otherwise.
#define WORKS(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t returned = (call);                                                                 \
        EXPECT_EQ(returned, cudaSuccess) << #call << ": " << cudaGetErrorName(returned);                     \
    } while (false)

/// Expects this error, and takes it out of the thread's error variable.
#define FAILS_WITH(code, call)                                                                               \
    do {                                                                                                     \
        const cudaError_t returned = (call);                                                                 \
        EXPECT_EQ(returned, code) << #call << ": " << cudaGetErrorName(returned);                            \
        EXPECT_EQ(cudaGetLastError(), code) << #call;                                                        \
    } while (false)

/// Memory of the device that frees itself.
template<class T>
class OnDevice {
public:
    explicit OnDevice(std::size_t count) : m_count(count) { WORKS(cudaMalloc(&m_data, count * sizeof(T))); }
    explicit OnDevice(const std::vector<T>& values) : OnDevice(values.size()) {
        WORKS(cudaMemcpy(m_data, values.data(), m_count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~OnDevice() { cudaFree(m_data); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    T* get() const { return m_data; }
    std::vector<T> values() const {
        std::vector<T> result(m_count);
        WORKS(cudaMemcpy(result.data(), m_data, m_count * sizeof(T), cudaMemcpyDeviceToHost));
        return result;
    }

private:
    T* m_data = nullptr;
    std::size_t m_count;
};
