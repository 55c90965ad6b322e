// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Calls that may fail, made on a GPU for what they return: no error of a call is one of this program.
#include "device/cuda/cuda_calls.h"

#include "device/cuda/cuda_executor.h"
#include "device/cuda/cuda_probe.h"
#include "recording/call_errors.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanescope::device {

namespace {

using recording::Recording;

/// Notes what each call returned and brought.
class CudaCalls final : public CudaExecutor {
public:
    /// Loads what the program launches, and makes its setup, while everything is well.
    CudaCalls(const std::shared_ptr<CudaContext>& context, const Info& info, CudaModules& modules,
              const Recording& recording)
        : CudaExecutor(context, info, modules, recording) {
        for (std::size_t i = 0; i < recording.calls.size(); ++i)
            // No more shared memory than a program has that has not asked for it.
            if (const auto* launch = std::get_if<recording::Launch>(&recording.calls[i]))
                bindLaunch(i, recording.view(launch->kernel), 0);
        setUp();
    }

    CallReturn make(const Recording& recording, std::size_t call) {
        m_brought.clear();
        auto code = static_cast<cudaError_t>(execute(recording, call));
        if (code == cudaSuccess) code = static_cast<cudaError_t>(asInProgram(recording.calls[call]));
        cudaError_t last = cudaPeekAtLastError();
        if (last == cudaSuccess) last = static_cast<cudaError_t>(m_last.peek());
        return {.code = static_cast<int>(code),
                .name = cudaGetErrorName(code),
                .meaning = cudaGetErrorString(code),
                .bytes = code == cudaSuccess ? std::move(m_brought) : std::vector<std::byte>(),
                .lastCode = static_cast<int>(last),
                .lastName = cudaGetErrorName(last)};
    }

private:
    std::span<std::byte> source(const recording::CopyIn& call) override { return contentsOf(call, m_host); }
    std::optional<std::span<std::byte>> destination(const recording::CopyOut& /*call*/,
                                                    std::uint64_t bytes) override {
        m_brought.resize(bytes);
        return m_brought;
    }

    /// What a call returns by those that failed in the program, which are not made again.
    int asInProgram(const recording::Call& call) {
        if (const auto* failed = std::get_if<recording::Failed>(&call)) {
            m_last.note(failed->code);
            return failed->code;
        }
        const auto* const query = std::get_if<recording::QueryError>(&call);
        if (!query) return 0;
        return query->clears ? m_last.take() : m_last.peek();
    }

    recording::LastError m_last;
    std::vector<std::byte> m_host, m_brought;
};

} // namespace

CallReturns makeCalls(const Recording& recording, int ordinal,
                      const std::function<void(const CallReturns&)>& known) {
    const CudaProbe probe = probeCuda();
    if (!probe.available || ordinal >= static_cast<int>(probe.devices.size()))
        throw Unavailable(probe.available ? fmt::format("there is no CUDA device {}", ordinal)
                                          : probe.reason);
    const Info& info = probe.devices[static_cast<std::size_t>(ordinal)];
    const auto context = std::make_shared<CudaContext>(ordinal);
    CudaModules modules;
    CudaCalls calls(context, info, modules, recording);
    CallReturns answers;
    answers.device = info.name;
    answers.emulated = false;
    if (known) known(answers);
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        answers.returns.push_back(calls.make(recording, i));
        if (known) known(answers);
    }
    return answers;
}

} // namespace lanescope::device
