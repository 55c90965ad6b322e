// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/backlog.h"

#include "runtime/runtime.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace lanescope::runtime {

namespace {

using Clock = std::chrono::steady_clock;

/// How long a call waits for kernels of which none goes on: threads of the program may come to write what
/// they wait for, or else another process.
constexpr std::chrono::seconds kPatience{60}, kPatienceAlone{1};
/// In which other threads may make calls, between two looks at what kernels wait for; kIdlePause: where no
/// call waits for them.
constexpr std::chrono::microseconds kPause{50}, kIdlePause{1000};

std::ptrdiff_t threadsOfProcess() {
    std::error_code error;
    const std::filesystem::directory_iterator tasks("/proc/self/task", error);
    return error ? 0 : std::distance(begin(tasks), end(tasks));
}

/// While it lives, an operation goes on.
class Going {
public:
    explicit Going(bool& flag) : m_flag(flag), m_before(std::exchange(flag, true)) {}
    ~Going() { m_flag = m_before; }
    Going(const Going&) = delete;
    Going& operator=(const Going&) = delete;

private:
    bool& m_flag;
    bool m_before;
};

/// Lets other threads make calls for a while.
void pause(std::chrono::microseconds time) {
    Runtime::mutex.unlock();
    std::this_thread::sleep_for(time);
    Runtime::mutex.lock();
}

} // namespace

Backlog& Backlog::instance() {
    static auto* const backlog = new Backlog; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *backlog;
}

bool Backlog::isDone(Number number) const {
    return std::ranges::none_of(m_entries, [&](const auto& each) { return each->number == number; });
}

bool Backlog::areDone(const std::vector<Number>& numbers) const {
    return std::ranges::all_of(numbers, [this](Number each) { return isDone(each); });
}

std::vector<Backlog::Number> Backlog::before(Runtime& on, cudaStream_t handle) const {
    std::vector<Number> numbers;
    if (m_entries.empty()) return numbers;
    const Stream& stream = on.streams.stream(handle);
    const bool isDefault = Streams::isDefault(handle);
    for (const auto& each : m_entries)
        if (each->on == &on && (each->stream == stream.id || (isDefault && each->waitsForDefault) ||
                                (each->isDefault && stream.waitsForDefault())))
            numbers.push_back(each->number);
    return numbers;
}

std::vector<Backlog::Number> Backlog::allOf(const Runtime& device) const {
    std::vector<Number> numbers;
    for (const auto& each : m_entries)
        if (each->on == &device) numbers.push_back(each->number);
    return numbers;
}

Backlog::Number Backlog::add(Runtime& on, cudaStream_t handle, Operation operation,
                             std::vector<Number> behind) {
    if (!m_goesOn) std::ranges::copy(before(on, handle), std::back_inserter(behind));
    std::erase_if(behind, [this](Number each) { return isDone(each); });
    const bool isNext = behind.empty();
    if (isNext) {
        const Going going(m_goesOn);
        if (operation.goOn() == ptx::Progress::Ended) return 0;
    }
    const Stream& stream = on.streams.stream(handle);
    m_entries.push_back(std::make_shared<Entry>(Entry{.number = ++m_last,
                                                      .on = &on,
                                                      .stream = stream.id,
                                                      .isDefault = Streams::isDefault(handle),
                                                      .waitsForDefault = stream.waitsForDefault(),
                                                      .behind = std::move(behind),
                                                      .operation = std::move(operation),
                                                      .waits = isNext}));
    thisThread().postponed = true;
    if (!std::exchange(m_isServed, true)) std::thread([this] { serve(); }).detach();
    return m_last;
}

Backlog::Number Backlog::add(Runtime& on, cudaStream_t stream, std::function<void()> work,
                             std::vector<Number> behind) {
    return add(on, stream,
               Operation{[work = std::move(work)] {
                             work();
                             return ptx::Progress::Ended;
                         },
                         {}},
               std::move(behind));
}

/// As the thread that has called would have done it. What is refused only now, nobody can be told of but as
/// of a kernel that has failed.
ptx::Progress Backlog::goOn(Runtime& on, const Operation& operation) {
    const int device = std::exchange(thisThread().device, on.device);
    const Going going(m_goesOn);
    ptx::Progress progress = ptx::Progress::Ended;
    try {
        progress = operation.goOn();
    } catch (const Failure& failure) {
        on.errors.kernelFailed(failure.code);
        forget(on);
    } catch (const std::exception&) {
        on.errors.kernelFailed(cudaErrorUnknown);
        forget(on);
    }
    thisThread().device = device;
    return progress;
}

bool Backlog::advance() {
    bool went = false;
    const auto entries = m_entries;
    for (const auto& each : entries) {
        if (m_stopped || isDone(each->number) || !areDone(each->behind)) continue;
        const ptx::Progress progress = goOn(*each->on, each->operation);
        if (progress != ptx::Progress::Waits && each->waits) m_hasGoneOn = true;
        went = went || progress != ptx::Progress::Waits || !each->waits;
        each->waits = true;
        if (progress == ptx::Progress::Ended) std::erase(m_entries, each);
    }
    return went;
}

void Backlog::waitFor(const std::vector<Number>& numbers) {
    auto went = Clock::now(), alone = went; // since when nothing has, and since when there is no other thread
    while (!m_stopped && !areDone(numbers)) {
        if (advance()) went = alone = Clock::now();
        // but for this one, and the backlog's own
        if (threadsOfProcess() > 2) alone = Clock::now();
        const auto now = Clock::now();
        if (now - went > kPatience || now - alone > kPatienceAlone)
            giveUp(numbers);
        else
            pause(kPause);
    }
}

/// Those of them that wait, and those behind which they come.
void Backlog::giveUp(const std::vector<Number>& numbers) {
    std::set<Number> open(numbers.begin(), numbers.end());
    const auto entries = m_entries;
    for (auto each = entries.rbegin(); each != entries.rend(); ++each) {
        if (!open.contains((*each)->number)) continue;
        open.insert((*each)->behind.begin(), (*each)->behind.end());
        if (isDone((*each)->number) || !(*each)->waits) continue;
        (*each)->operation.giveUp();
        std::erase(m_entries, *each);
    }
}

void Backlog::forget(const Runtime& device) {
    std::erase_if(m_entries, [&](const auto& each) { return each->on == &device; });
}

/// On a thread of its own, as long as there is something: the host may do without calls what a kernel waits
/// for, and wait for what the kernel does then.
void Backlog::serve() {
    const std::scoped_lock lock(Runtime::mutex);
    while (!m_entries.empty() && !m_stopped) {
        const auto since = Clock::now();
        const bool went = advance();
        // as long as a look in vain took, at least: the host has work of its own
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - since);
        pause(went ? kPause : std::max(kIdlePause, took));
    }
    m_isServed = false;
}

} // namespace lanescope::runtime
