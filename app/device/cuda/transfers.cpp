// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/transfers.h"

#include "device/cuda/context/cuda_context.h"
#include "device/cuda/context/cuda_module.h"
#include "device/cuda/device_memory.h"
#include "model/arithmetic.h"
#include "model/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

namespace lanescope::device {

namespace {

using model::Transfer;
using model::TransferMemory;
using Enqueue = std::function<void()>;

constexpr int kLeastRepetitions = 5, kMostRepetitions = 100;
/// Copies that tell how long one of them takes.
constexpr int kProbe = 16;
constexpr std::size_t kPage = 4096;
constexpr std::uint64_t kElement = 16; // bytes a thread of the kernels copies at once

/// Holds a stream until it is opened; opens in any case when the scope ends.
class Gate {
public:
    Gate(CudaContext& context, cudaStream_t stream) : m_stream(stream) {
        LANESCOPE_CUDA(context, cudaLaunchHostFunc(stream, &Gate::hold, this));
    }
    ~Gate() {
        open();
        ignoreError(cudaStreamSynchronize(m_stream)); // the driver reads this object until then
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    void open() {
        m_open = true;
        m_open.notify_all();
    }

private:
    static void hold(void* self) { static_cast<Gate*>(self)->m_open.wait(false); }
    cudaStream_t m_stream;
    std::atomic<bool> m_open{false};
};

/// A transfer's buffer, written once.
DeviceMemory bufferOf(CudaContext& context, std::size_t bytes, const Info& info) {
    DeviceMemory made = allocateMemory(context, bytes, "a transfer's buffer", info);
    ignoreError(cudaMemset(made.get(), 0x5a, bytes));
    return made;
}

/// Host memory of one kind, every page of it touched.
class HostMemory {
public:
    HostMemory(CudaContext& context, TransferMemory kind, bool portable, std::size_t bytes) {
        const bool ownPages = kind == TransferMemory::Pageable || kind == TransferMemory::Registered;
        const unsigned flags = kind == TransferMemory::WriteCombining ? cudaHostAllocWriteCombined
                               : kind == TransferMemory::Mapped       ? cudaHostAllocMapped
                                                                      : cudaHostAllocDefault;
        cudaError_t code = cudaSuccess;
        if (ownPages) {
            m_memory = std::aligned_alloc(kPage, std::max(bytes, kPage));
            if (!m_memory) throw std::bad_alloc();
        } else {
            code = cudaHostAlloc(&m_memory, bytes, flags | (portable ? cudaHostAllocPortable : 0U));
            m_allocated = code == cudaSuccess;
        }
        if (code == cudaSuccess) std::memset(m_memory, 0x5a, bytes);
        if (kind == TransferMemory::Registered) {
            code = cudaHostRegister(m_memory, bytes,
                                    portable ? cudaHostRegisterPortable : cudaHostRegisterDefault);
            m_registered = code == cudaSuccess;
        }
        if (code != cudaSuccess) release();
        if (code == cudaErrorMemoryAllocation) {
            ignoreError(code);
            throw OutOfMemory(fmt::format("{} host memory", model::nameOf(kind)), bytes,
                              "what the system lets this process lock", availableHostBytes() / 2);
        }
        LANESCOPE_CUDA(context, code);
    }
    ~HostMemory() { release(); }
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    void* get() const { return m_memory; }

private:
    void release() noexcept {
        if (m_registered) ignoreError(cudaHostUnregister(m_memory));
        if (m_allocated)
            ignoreError(cudaFreeHost(m_memory));
        else
            std::free(m_memory);
    }
    void* m_memory = nullptr;
    bool m_allocated = false, m_registered = false;
};

class Stream {
public:
    explicit Stream(CudaContext& context) {
        LANESCOPE_CUDA(context, cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking));
    }
    ~Stream() {
        ignoreError(cudaStreamSynchronize(m_stream));
        ignoreError(cudaStreamDestroy(m_stream));
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    cudaStream_t get() const { return m_stream; }

private:
    cudaStream_t m_stream = nullptr;
};

/// The times of a point, and of how many copies each of them is the mean.
struct Times {
    std::vector<double> seconds;
    int batch = 1;
};

model::TransferPoint pointOf(std::uint64_t bytes, Times times) {
    std::vector<double>& seconds = times.seconds;
    std::ranges::sort(seconds);
    return {bytes,
            static_cast<int>(seconds.size()),
            model::percentile(seconds, 0.5),
            model::percentile(seconds, 0.05),
            model::percentile(seconds, 0.95),
            times.batch};
}

/// The kernels of kernels/transfers.cu.
enum class CopyKernel : std::uint8_t { Copy, CopyFour };
constexpr std::array kCopyKernels{"copy", "copyFour"};
const char* nameOf(CopyKernel kernel) {
    return kCopyKernels[static_cast<std::size_t>(kernel)];
}
/// How one of them is launched.
struct Shape {
    CopyKernel kernel;
    unsigned threads, blocksAMultiprocessor; ///< 0: as many blocks as there is work for
    unsigned elementsAThread = 1;
};
/// A bus is full with few bytes under way (60 GB/s x 2 us is 120 KB); the second direction needs room beside.
constexpr Shape kMappedShape{CopyKernel::CopyFour, 512, 1, 4};
constexpr Shape kDeviceShape{CopyKernel::Copy, 256, 0};
constexpr std::array kShapes{Shape{CopyKernel::Copy, 256, 0},        Shape{CopyKernel::Copy, 1024, 0},
                             Shape{CopyKernel::Copy, 512, 4},        Shape{CopyKernel::CopyFour, 256, 8, 4},
                             Shape{CopyKernel::CopyFour, 512, 4, 4}, Shape{CopyKernel::CopyFour, 256, 0, 4},
                             Shape{CopyKernel::CopyFour, 1024, 2, 4}};

/// A device's streams, events and copy kernels.
class Bench {
public:
    explicit Bench(const Info& info)
        : m_info(info), m_context(std::make_shared<CudaContext>(info.ordinal)), m_other(*m_context),
          m_fork(*m_context), m_join(*m_context) {
        const recording::ModulePointer file = kernelFile("transfers");
        m_module = std::make_unique<CudaModule>(m_context, file->ptx, file->path);
        std::ranges::transform(kCopyKernels, m_kernels.begin(),
                               [this](const char* name) { return m_module->function(name, 0); });
        for (int i = 0; i <= kMostCopiesBetweenEvents; ++i) m_events.emplace_back(*m_context);
    }

    CudaContext& context() const { return *m_context; }
    cudaStream_t stream() const { return m_context->stream(); }

    void copy(void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind, cudaStream_t on) const {
        LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(to, from, bytes, kind, on));
    }

    void launch(const Shape& shape, void* to, const void* from, std::uint64_t bytes, cudaStream_t on) const {
        unsigned long long count = bytes / kElement;
        const std::uint64_t each = std::uint64_t{shape.threads} * shape.elementsAThread;
        std::uint64_t blocks = (count + each - 1) / each;
        if (shape.blocksAMultiprocessor)
            blocks = std::min(blocks, std::uint64_t{shape.blocksAMultiprocessor} *
                                          static_cast<std::uint64_t>(m_info.multiprocessors));
        std::array<void*, 3> arguments{&to, static_cast<void*>(&from), &count};
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(static_cast<unsigned>(blocks));
        config.blockDim = dim3(shape.threads);
        config.stream = on;
        LANESCOPE_CUDA(*m_context, cudaLaunchKernelExC(&config, kernelOf(shape), arguments.data()));
    }

    /// Both at once: the second one on another stream, begun and ended together with the first.
    void together(const std::function<void(cudaStream_t)>& first,
                  const std::function<void(cudaStream_t)>& second) const {
        LANESCOPE_CUDA(*m_context, cudaEventRecord(m_fork.get(), stream()));
        LANESCOPE_CUDA(*m_context, cudaStreamWaitEvent(m_other.get(), m_fork.get(), 0));
        first(stream());
        second(m_other.get());
        LANESCOPE_CUDA(*m_context, cudaEventRecord(m_join.get(), m_other.get()));
        LANESCOPE_CUDA(*m_context, cudaStreamWaitEvent(stream(), m_join.get(), 0));
    }

    /// Mean seconds of each batch of so many repetitions, by the events before and after it; those within
    /// keep its repetitions apart as single ones are.
    std::vector<double> byEvents(int batches, int batch, const Enqueue& enqueue) {
        const int count = batches * batch;
        {
            Gate gate(*m_context, stream());
            LANESCOPE_CUDA(*m_context, cudaEventRecord(m_events[0].get(), stream()));
            for (int i = 1; i <= count; ++i) {
                enqueue();
                LANESCOPE_CUDA(*m_context,
                               cudaEventRecord(m_events[static_cast<std::size_t>(i)].get(), stream()));
            }
        }
        m_context->synchronize();
        std::vector<double> seconds;
        const auto step = static_cast<std::size_t>(batch);
        for (std::size_t i = step; i <= static_cast<std::size_t>(count); i += step) {
            float milliseconds = 0;
            LANESCOPE_CUDA(*m_context,
                           cudaEventElapsedTime(&milliseconds, m_events[i - step].get(), m_events[i].get()));
            seconds.push_back(static_cast<double>(milliseconds) * 1e-3 / batch);
        }
        return seconds;
    }

    /// The same by the host's clock, each until the device has done it.
    std::vector<double> byClock(int count, const Enqueue& enqueue) {
        std::vector<double> seconds;
        for (int i = 0; i < count; ++i) {
            const Clock::time_point start = Clock::now();
            enqueue();
            m_context->synchronize();
            seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
        }
        return seconds;
    }

private:
    const void* kernelOf(const Shape& shape) const {
        return m_kernels[static_cast<std::size_t>(shape.kernel)];
    }

    Info m_info;
    std::shared_ptr<CudaContext> m_context;
    Stream m_other;
    CudaEvent m_fork, m_join;
    std::unique_ptr<CudaModule> m_module;
    std::array<const void*, kCopyKernels.size()> m_kernels{}; // by CopyKernel
    std::vector<CudaEvent> m_events;
};

/// The buffers of one kind, and what one repetition enqueues.
struct Ends {
    void *host[2] = {nullptr, nullptr}, *device[2] = {nullptr, nullptr};
};

Enqueue repetitionOf(const Bench& bench, const TransferKind& kind, const Ends& ends, std::uint64_t bytes) {
    using Step = std::function<void(cudaStream_t)>;
    const bool kernel = kind.memory == TransferMemory::Mapped;
    const Step to = [&bench, ends, bytes, kernel](cudaStream_t on) {
        if (kernel)
            bench.launch(kMappedShape, ends.device[0], ends.host[0], bytes, on);
        else
            bench.copy(ends.device[0], ends.host[0], bytes, cudaMemcpyHostToDevice, on);
    };
    const Step from = [&bench, ends, bytes, kernel](cudaStream_t on) {
        if (kernel)
            bench.launch(kMappedShape, ends.host[1], ends.device[1], bytes, on);
        else
            bench.copy(ends.host[1], ends.device[1], bytes, cudaMemcpyDeviceToHost, on);
    };
    switch (kind.direction) {
    case Transfer::HostToDevice:
        return [&bench, to] { to(bench.stream()); };
    case Transfer::DeviceToHost:
        return [&bench, from] { from(bench.stream()); };
    case Transfer::Both:
        return [&bench, to, from] { bench.together(to, from); };
    case Transfer::DeviceToDevice:
        break;
    }
    if (kind.memory == TransferMemory::CopyKernel)
        return [&bench, ends, bytes] {
            bench.launch(kDeviceShape, ends.device[1], ends.device[0], bytes, bench.stream());
        };
    return [&bench, ends, bytes] {
        bench.copy(ends.device[1], ends.device[0], bytes, cudaMemcpyDeviceToDevice, bench.stream());
    };
}

/// All repetitions of a point; fewer, or none, when it was cancelled.
Times repeat(Bench& bench, const Enqueue& once, bool wallClock, double budget,
             const std::atomic<bool>* cancel) {
    // Not behind a gate: the driver may have to wait for the stream when it sees a kernel or a buffer anew.
    double each = std::max(bench.byClock(1, once).front(), 1e-7);
    Times times;
    if (!wallClock) {
        // The host's wait is as long as a small copy, so that only the events can tell how many of them it
        // takes.
        if (kProbe * each < budget) each = std::max(bench.byEvents(1, kProbe, once).front(), 1e-7);
        times.batch = copiesBetweenEvents(each);
    }
    const int fit =
        static_cast<int>(std::clamp(budget / (each * times.batch), 1.0, double{kMostRepetitions}));
    const int wanted = std::max(fit, kLeastRepetitions);
    while (static_cast<int>(times.seconds.size()) < wanted && !(cancel && *cancel)) {
        // What is queued at once must not keep a cancel waiting.
        const int batches = std::min(
            {wanted - static_cast<int>(times.seconds.size()), fit, kMostCopiesBetweenEvents / times.batch});
        const std::vector<double> more =
            wallClock ? bench.byClock(batches, once) : bench.byEvents(batches, times.batch, once);
        times.seconds.insert(times.seconds.end(), more.begin(), more.end());
    }
    return times;
}

} // namespace

std::vector<model::TransferCurve> measureTransfers(const Info& info, const TransferRequest& request,
                                                   const TransferProgress& progress,
                                                   const std::atomic<bool>* cancel) {
    std::vector<model::TransferCurve> curves;
    const std::vector<std::uint64_t> sizes = model::transferSizes(request.mostBytes);
    if (sizes.empty() || request.kinds.empty()) return curves;
    Bench bench(info);
    std::size_t free = 0, total = 0;
    LANESCOPE_CUDA(bench.context(), cudaMemGetInfo(&free, &total));
    checkTransferSize(sizes.back(), availableHostBytes(), free, info.name);
    const DeviceMemory first = bufferOf(bench.context(), sizes.back(), info),
                       second = bufferOf(bench.context(), sizes.back(), info);
    std::optional<HostMemory> hostFirst, hostSecond;
    const TransferKind* allocated = nullptr;

    for (std::size_t i = 0; i < request.kinds.size(); ++i) {
        const TransferKind& kind = request.kinds[i];
        const std::string what = fmt::format("{}, {}{}", model::nameOf(kind.direction),
                                             model::nameOf(kind.memory), kind.portable ? ", portable" : "");
        if (kind.direction != Transfer::DeviceToDevice &&
            (!allocated || allocated->memory != kind.memory || allocated->portable != kind.portable)) {
            hostFirst.reset();
            hostSecond.reset();
            hostFirst.emplace(bench.context(), kind.memory, kind.portable, sizes.back());
            hostSecond.emplace(bench.context(), kind.memory, kind.portable, sizes.back());
            allocated = &kind;
        }
        const Ends ends{{hostFirst ? hostFirst->get() : nullptr, hostSecond ? hostSecond->get() : nullptr},
                        {first.get(), second.get()}};
        model::TransferCurve curve{
            kind.direction, kind.memory, kind.portable, kind.memory == TransferMemory::Pageable, {}};
        for (std::size_t k = 0; k < sizes.size() && !(cancel && *cancel); ++k) {
            if (progress)
                progress(
                    (static_cast<double>(i) + static_cast<double>(k) / static_cast<double>(sizes.size())) /
                        static_cast<double>(request.kinds.size()),
                    what);
            Times times = repeat(bench, repetitionOf(bench, kind, ends, sizes[k]), curve.wallClock,
                                 request.secondsAPoint, cancel);
            if (!times.seconds.empty()) curve.points.push_back(pointOf(sizes[k], std::move(times)));
        }
        if (!curve.points.empty()) curves.push_back(std::move(curve));
        if (cancel && *cancel) return curves;
    }
    if (progress) progress(1, "done");
    return curves;
}

BestCopy bestCopy(const Info& info) {
    constexpr std::uint64_t kBytes = std::uint64_t{512} << 20;
    constexpr int kWarmups = 5, kRepetitions = 15;
    Bench bench(info);
    const DeviceMemory from = bufferOf(bench.context(), kBytes, info),
                       to = bufferOf(bench.context(), kBytes, info);
    struct Attempt {
        std::string how;
        Enqueue once;
    };
    std::vector<Attempt> attempts;
    for (const Shape& shape : kShapes)
        attempts.push_back(
            {shape.blocksAMultiprocessor
                 ? fmt::format("kernel {}, {} blocks of {} threads per multiprocessor", nameOf(shape.kernel),
                               shape.blocksAMultiprocessor, shape.threads)
                 : fmt::format("kernel {}, blocks of {} threads, one pass", nameOf(shape.kernel),
                               shape.threads),
             [&bench, &to, &from, &shape] {
                 bench.launch(shape, to.get(), from.get(), kBytes, bench.stream());
             }});
    attempts.push_back(
        {"cudaMemcpy",
         [&] { bench.copy(to.get(), from.get(), kBytes, cudaMemcpyDeviceToDevice, bench.stream()); }});
    const auto median = [&](const Attempt& attempt) {
        bench.byClock(kWarmups, attempt.once);
        return pointOf(kBytes, {bench.byEvents(kRepetitions, 1, attempt.once), 1}).median;
    };
    const Attempt* winner = nullptr;
    double least = 0;
    for (const Attempt& attempt : attempts)
        if (const double seconds = median(attempt); !winner || seconds < least) {
            winner = &attempt;
            least = seconds;
        }
    // Of several that are as fast, the least median is the luckiest one: its second figure is not.
    const double seconds = median(*winner);
    return {static_cast<double>(model::countedBytes(Transfer::DeviceToDevice, kBytes)) / seconds, seconds,
            kBytes, winner->how};
}

} // namespace lanescope::device
