// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_link.h"

#include "device/cuda/context/driver_function.h"
#include "embedded/device_runtime.h"
#include "ptx/syntax/link_names.h"

#include <cuda.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace lanescope::device {

namespace {

/// One linking, given up in any case.
class Linker {
public:
    explicit Linker(CudaContext& context)
        : m_add(driverFunction<decltype(cuLinkAddData)>(context, "cuLinkAddData")),
          m_complete(driverFunction<decltype(cuLinkComplete)>(context, "cuLinkComplete")),
          m_destroy(driverFunction<decltype(cuLinkDestroy)>(context, "cuLinkDestroy")) {
        std::array options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                           CU_JIT_GENERATE_LINE_INFO};
        std::array<void*, 3> values{m_log.data(), reinterpret_cast<void*>(m_log.size()),
                                    reinterpret_cast<void*>(1)};
        m_result = driverFunction<decltype(cuLinkCreate)>(context, "cuLinkCreate")(
            static_cast<unsigned>(options.size()), options.data(), values.data(), &m_state);
    }
    ~Linker() {
        if (m_state) m_destroy(m_state);
    }
    Linker(const Linker&) = delete;
    Linker& operator=(const Linker&) = delete;

    void add(CUjitInputType type, const void* data, std::size_t bytes, const char* name) {
        if (m_result == CUDA_SUCCESS) // the driver only reads it
            m_result = m_add(m_state, type, const_cast<void*>(data), bytes, name, 0, nullptr, nullptr);
    }
    std::vector<std::byte> complete() {
        void* code = nullptr;
        std::size_t bytes = 0;
        if (m_result == CUDA_SUCCESS) m_result = m_complete(m_state, &code, &bytes);
        if (m_result != CUDA_SUCCESS) return {};
        const auto* first = static_cast<const std::byte*>(code);
        return {first, first + bytes};
    }
    CUresult result() const { return m_result; }
    std::string log() const { return oneLine({m_log.data(), m_log.size()}); }

private:
    decltype(cuLinkAddData)* m_add;
    decltype(cuLinkComplete)* m_complete;
    decltype(cuLinkDestroy)* m_destroy;
    CUlinkState m_state = nullptr;
    CUresult m_result = CUDA_SUCCESS;
    std::array<char, 4096> m_log{};
};

} // namespace

std::string oneLine(std::string_view log) {
    std::string text(log.substr(0, log.find('\0')));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::vector<std::byte> linkPtx(CudaContext& context, std::string_view ptx, bool launches,
                               std::string_view name) {
    Linker linker(context);
    const std::vector<std::string_view> files = ptx::filesOf(ptx);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string text(files[i]); // the driver wants a terminated string
        const std::string file =
            files.size() == 1 ? std::string(name) : fmt::format("{}, file {}", name, i + 1);
        linker.add(CU_JIT_INPUT_PTX, text.c_str(), text.size() + 1, file.c_str());
    }
    if (launches) {
        const std::span<const std::byte> runtime = device_runtime::bytes();
        linker.add(CU_JIT_INPUT_LIBRARY, runtime.data(), runtime.size(), "libcudadevrt.a");
    }
    std::vector<std::byte> code = linker.complete();
    if (!code.empty()) return code;
    const std::string said = linker.log();
    throw Error(fmt::format("the driver's linker refuses {}: error {}{}{}", name,
                            static_cast<int>(linker.result()), said.empty() ? "" : ": ", said));
}

} // namespace lanescope::device
