// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/transfers/streams_simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lanescope::model {

namespace {

using Kind = StreamTaskKind;

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kShare = 1e-9; // of a device: what rounding makes of nothing
/// Copies of pageable memory to the device up to this size return before they are done (Guide, Concurrent
/// Execution between Host and Device).
constexpr std::uint64_t kAsynchronousPageable = 64 << 10;

bool isCopy(Kind kind) {
    return kind == Kind::CopyIn || kind == Kind::CopyOut;
}
/// Whether the host's call waits for the work itself.
bool holdsHost(const StreamTask& command) {
    if (command.kind == Kind::PageLockedMalloc || command.kind == Kind::DeviceMalloc ||
        command.kind == Kind::HostWait)
        return true;
    if (!isCopy(command.kind)) return false;
    if (!command.pageable) return command.stream == kDefaultStream; // cudaMemcpy
    return command.kind == Kind::CopyOut || command.bytes > kAsynchronousPageable;
}
/// Waits for an event wherever that was recorded, and stands in no stream itself.
bool isEventSynchronize(const StreamTask& command) {
    return command.kind == Kind::HostWait && command.event >= 0;
}
struct Blocker {
    StreamWait wait = StreamWait::None;
    int by = -1;
};

class Simulation {
public:
    Simulation(const StreamProgram& program, const StreamDevice& device)
        : m_program(program), m_device(device), m_states(program.commands.size()) {
        std::map<int, int> last;
        for (std::size_t i = 0; i < m_states.size(); ++i) {
            const StreamTask& command = program.commands[i];
            m_result.commands.push_back({});
            m_result.commands.back().engine = engineOf(command.kind);
            if (synchronizesImplicitly(command) || isEventSynchronize(command)) continue;
            if (const auto found = last.find(command.stream); found != last.end())
                m_states[i].before = found->second;
            // A query waits for nothing in its stream, and nothing for it.
            if (command.kind != Kind::StreamQuery) last[command.stream] = static_cast<int>(i);
        }
    }

    Schedule run() {
        while (m_finished < m_states.size()) {
            settle();
            const double step = nextStep();
            if (step == kForever) break;
            advance(step);
        }
        return std::move(m_result);
    }

private:
    struct State {
        int before = -1; // the command before it in its stream
        bool started = false, ended = false;
        double done = 0;  // seconds of its work
        double alloc = 0; // of the device, while a kernel runs
        std::size_t order = 0;
        StreamWait rule = StreamWait::None;
        double ruleSince = 0;
        double ruleUntil = -1; // negative: holds on
        int ruleBy = -1;
        Blocker last;
    };

    const StreamTask& command(std::size_t i) const { return m_program.commands[i]; }
    bool separates(std::size_t i) const { return separatesStreams(command(i), m_device); }
    bool running(std::size_t i) const { return m_states[i].started && !m_states[i].ended; }
    bool onDevice(std::size_t i) const { return engineOf(command(i).kind) != Engine::Host; }
    bool isKernel(std::size_t i) const { return engineOf(command(i).kind) == Engine::Compute; }
    double share(std::size_t i) const { return std::min(std::max(command(i).fill, kShare), 1.0); }
    int priority(std::size_t i) const {
        const auto stream = static_cast<std::size_t>(std::max(command(i).stream, 0));
        return m_device.priorities && stream < m_program.priorities.size() ? m_program.priorities[stream] : 0;
    }
    int queue(std::size_t i) const {
        return (command(i).stream - kDefaultStream) % std::max(m_device.hardwareQueues, 1);
    }
    /// Rounds of blocks done, of fill in all.
    double rounds(std::size_t i) const {
        const double seconds = command(i).seconds;
        return seconds > 0 ? m_states[i].done / seconds * command(i).fill : command(i).fill;
    }
    bool allBlocksStarted(std::size_t i) const {
        if (m_states[i].ended) return true;
        if (!m_states[i].started || m_states[i].alloc < share(i) - kShare) return false;
        return rounds(i) >= command(i).fill - 1 - 1e-6;
    }
    /// A round of blocks has just ended and others wait, so that another kernel's may take the places.
    bool betweenRounds(std::size_t i) const {
        if (command(i).fill <= 1 || m_states[i].ended || rounds(i) > command(i).fill - 1 + 1e-6) return false;
        return std::abs(rounds(i) - std::round(rounds(i))) < 1e-6;
    }

    /// Begins and ends whatever can begin or end at this moment.
    void settle() {
        for (bool changed = true; changed;) {
            changed = issue();
            for (std::size_t i = 0; i < m_issued; ++i) {
                if (!running(i) || m_states[i].done < command(i).seconds - kInstant) continue;
                end(i);
                changed = true;
            }
            // Of kernels that could begin at the same moment those of higher priority do; copies have none
            // (CUDA runtime, cudaStreamCreateWithPriority).
            std::vector<std::size_t> order;
            for (std::size_t i = 0; i < m_issued; ++i)
                if (!m_states[i].started) order.push_back(i);
            std::ranges::stable_sort(order, {}, [&](std::size_t i) { return isKernel(i) ? priority(i) : 0; });
            for (const std::size_t i : order) {
                const Blocker blocker = blockerOf(i);
                if (blocker.wait == StreamWait::None && blocker.by < 0 && m_time >= earliest(i) - kInstant) {
                    start(i);
                    changed = true;
                }
            }
            shareDevice();
        }
        for (std::size_t i = 0; i < m_issued; ++i) note(i);
    }

    /// Of the host's time for its call.
    double issueSeconds(std::size_t i) const { return command(i).ofGraph ? 0 : m_device.issueSeconds; }
    double available(std::size_t i) const { return m_result.commands[i].issued + issueSeconds(i); }
    double earliest(std::size_t i) const {
        const int last = m_states[i].before;
        const double ended = last < 0 ? 0 : m_result.commands[static_cast<std::size_t>(last)].end;
        return std::max(available(i), ended + signalBehind(i)) + signalBefore(i);
    }
    /// Host and device take their time to tell each other that a host function may begin, and that it has
    /// ended.
    double signalBefore(std::size_t i) const {
        return command(i).kind == Kind::HostFunction ? m_device.beforeHostFunction : 0;
    }
    double signalBehind(std::size_t i) const {
        const int last = m_states[i].before;
        const bool isBehind = last >= 0 && command(i).kind != Kind::HostFunction &&
                              command(static_cast<std::size_t>(last)).kind == Kind::HostFunction;
        return isBehind ? m_device.behindHostFunction : 0;
    }

    bool issue() {
        if (m_holder >= 0) {
            const auto holder = static_cast<std::size_t>(m_holder);
            if (!m_states[holder].ended) return false;
            m_result.commands[holder].returned = m_hostFree = m_time;
            m_heldBy = m_holder;
            m_heldFor = m_time - available(holder);
            m_holder = -1;
        }
        if (m_issued == m_states.size() || m_time < m_hostFree - kInstant) return false;
        const std::size_t i = m_issued++;
        ScheduledCommand& made = m_result.commands[i];
        made.issued = m_time;
        made.returned = m_hostFree = m_time + issueSeconds(i);
        if (m_heldBy >= 0) {
            const StreamTask& holder = command(static_cast<std::size_t>(m_heldBy));
            if (holder.pageable && holder.stream != command(i).stream) {
                m_states[i].rule = StreamWait::Pageable;
                m_states[i].ruleSince = m_time - m_heldFor;
                m_states[i].ruleBy = m_heldBy;
                m_states[i].last = {StreamWait::Pageable, m_heldBy};
            }
            m_heldBy = -1;
        }
        if (holdsHost(command(i))) m_holder = static_cast<int>(i);
        return true;
    }

    void start(std::size_t i) {
        State& state = m_states[i];
        ScheduledCommand& made = m_result.commands[i];
        state.started = true;
        state.order = m_order++;
        made.start = m_time;
        // What ended before the command reached the device has not held it back.
        if (const int by = state.last.by;
            by >= 0 && m_states[static_cast<std::size_t>(by)].ended &&
            m_result.commands[static_cast<std::size_t>(by)].end < available(i) - kInstant)
            state.last = {};
        // What else there was to wait for had ended by then.
        const bool isTold = m_time < earliest(i) + kInstant && earliest(i) > available(i) + kInstant &&
                            signalBefore(i) + signalBehind(i) > 0;
        if (isTold) state.last = {StreamWait::HostSignal, worked(state.before)};
        // What had passed before the command reached the device has not held it back, but for the host's
        // wait.
        if (m_time < available(i) + kInstant && state.rule != StreamWait::Pageable)
            state.rule = StreamWait::None;
        made.wait = state.rule != StreamWait::None ? state.rule : state.last.wait;
        made.waitedFor = state.last.by;
        made.lost = state.rule != StreamWait::None ? m_time - state.ruleSince : 0;
        made.held = state.ruleUntil < 0 ? made.lost : state.ruleUntil - state.ruleSince;
        made.heldBy = state.ruleBy;
        made.ready = made.issued;
        if (const int before = worked(state.before); before >= 0)
            made.ready = std::max(made.ready, m_result.commands[static_cast<std::size_t>(before)].end);
        if (isKernel(i)) shareDevice();
    }
    void end(std::size_t i) {
        m_states[i].ended = true;
        m_states[i].alloc = 0;
        m_result.commands[i].end = m_time;
        m_result.seconds = std::max(m_result.seconds, m_time);
        ++m_finished;
    }
    /// Remembers what holds a command back at this moment.
    void note(std::size_t i) {
        State& state = m_states[i];
        if (state.started) return;
        const Blocker blocker = blockerOf(i);
        if (blocker.wait == StreamWait::None) return;
        state.last = blocker;
        if (state.rule != StreamWait::None) {
            if (!isWork(blocker.wait))
                state.ruleUntil = -1;
            else if (state.ruleUntil < 0)
                state.ruleUntil = m_time;
            return;
        }
        if (isWork(blocker.wait)) return;
        state.rule = blocker.wait;
        state.ruleSince = m_time;
        state.ruleBy = blocker.by;
    }

    /// The command before in the stream that is more than a mark: -1 when there is none.
    int worked(int i) const {
        while (i >= 0 && command(static_cast<std::size_t>(i)).kind == Kind::EventRecord)
            i = m_states[static_cast<std::size_t>(i)].before;
        return i;
    }

    Blocker blockerOf(std::size_t i) const {
        const StreamTask& mine = command(i);
        if (const Blocker found = orderBlocker(i); found.wait != StreamWait::None) return found;
        if (mine.kind == Kind::EventWait || isEventSynchronize(mine))
            if (const Blocker found = eventBlocker(i); found.wait != StreamWait::None) return found;
        if (const Blocker found = ruleBlocker(i); found.wait != StreamWait::None) return found;
        if (isCopy(mine.kind)) return copyBlocker(i);
        if (isKernel(i)) return kernelBlocker(i);
        if (mine.kind != Kind::HostFunction) return {};
        // Functions of different streams have no order but may come one by one (cudaLaunchHostFunc).
        return firstOf(m_states.size(), StreamWait::Engine, [&](std::size_t k) {
            return k != i && command(k).kind == Kind::HostFunction && running(k);
        });
    }

    template<class F>
    Blocker firstOf(std::size_t below, StreamWait wait, const F& matches) const {
        for (std::size_t k = 0; k < below; ++k)
            if (matches(k)) return {wait, static_cast<int>(k)};
        return {};
    }
    template<class F>
    Blocker lastOf(std::size_t below, StreamWait wait, const F& matches) const {
        for (std::size_t k = below; k-- > 0;)
            if (matches(k)) return {wait, static_cast<int>(k)};
        return {};
    }

    Blocker orderBlocker(std::size_t i) const {
        const int before = m_states[i].before;
        if (before < 0 || m_states[static_cast<std::size_t>(before)].ended) return {};
        if (command(i).kind == Kind::StreamQuery) return {};
        const auto b = static_cast<std::size_t>(before);
        if (command(b).kind == Kind::EventWait && orderBlocker(b).wait == StreamWait::None)
            if (const Blocker found = eventBlocker(b); found.wait != StreamWait::None) return found;
        return {StreamWait::StreamOrder, worked(before)};
    }
    /// What the last record of the event before the wait waits for; an event that was not recorded is none.
    Blocker eventBlocker(std::size_t i) const {
        const Blocker record = lastOf(i, StreamWait::Event, [&](std::size_t k) {
            return command(k).kind == Kind::EventRecord && command(k).event == command(i).event;
        });
        if (record.by < 0 || m_states[static_cast<std::size_t>(record.by)].ended) return {};
        return {StreamWait::Event, worked(record.by)};
    }

    /// Rules that concern every kind of command.
    Blocker ruleBlocker(std::size_t i) const {
        const StreamTask& mine = command(i);
        const auto pending = [&](std::size_t k) { return !m_states[k].ended; };
        const auto before = [&](std::size_t k) {
            return pending(k) && keepsApart(m_program, mine, command(k));
        };
        const auto barrier = [&](std::size_t k) {
            return pending(k) && separates(k) && keepsApart(m_program, command(k), mine);
        };
        const Blocker implicit =
            separates(i) ? lastOf(i, StreamWait::Implicit, before) : lastOf(i, StreamWait::Implicit, barrier);
        if (implicit.by >= 0) return implicit;
        if (m_device.pageableAlone && onDevice(i)) {
            const bool pageable = isCopy(mine.kind) && mine.pageable;
            const Blocker found = lastOf(i, StreamWait::Pageable, [&](std::size_t k) {
                return pending(k) && onDevice(k) &&
                       (pageable || (isCopy(command(k).kind) && command(k).pageable));
            });
            if (found.by >= 0) return found;
        }
        if (m_device.copyEngines == 0 && onDevice(i)) {
            const Blocker found = firstOf(i, StreamWait::Engine, [&](std::size_t k) {
                return pending(k) && onDevice(k) && !m_states[k].ended;
            });
            if (found.by >= 0)
                return {running(static_cast<std::size_t>(found.by)) ? StreamWait::Engine
                                                                    : StreamWait::QueueOrder,
                        found.by};
        }
        return m_device.checksDependencies ? checkBlocker(i) : Blocker{};
    }

    /// The kernel launch of its stream that a command has to check; -1: none.
    int checked(std::size_t i) const {
        for (int k = m_states[i].before; k >= 0; k = m_states[static_cast<std::size_t>(k)].before)
            if (command(static_cast<std::size_t>(k)).kind == Kind::Kernel) return k;
        return -1;
    }
    /// Guide, Concurrent Kernel Execution: operations that require a dependency check, on CC 3.0 or lower.
    Blocker checkBlocker(std::size_t i) const {
        if (checked(i) >= 0) {
            const Blocker found = lastOf(i, StreamWait::DependencyCheck, [&](std::size_t k) {
                return command(k).kind == Kind::Kernel && !allBlocksStarted(k);
            });
            if (found.by >= 0) return found;
        }
        if (command(i).kind != Kind::Kernel) return {};
        for (std::size_t k = 0; k < i; ++k) {
            const int launch = checked(k);
            if (launch >= 0 && !m_states[static_cast<std::size_t>(launch)].ended)
                return {StreamWait::CheckedLaunch, launch};
        }
        return {};
    }

    Blocker copyBlocker(std::size_t i) const {
        const bool one = m_device.copyEngines <= 1;
        const auto sameEngine = [&](std::size_t k) {
            return isCopy(command(k).kind) && (one || command(k).kind == command(i).kind);
        };
        const Blocker busy = firstOf(m_issued, StreamWait::Engine,
                                     [&](std::size_t k) { return k != i && sameEngine(k) && running(k); });
        if (busy.by >= 0) return busy;
        return lastOf(i, StreamWait::QueueOrder, [&](std::size_t k) {
            return sameEngine(k) && !m_states[k].started && (one || queue(k) == queue(i));
        });
    }

    Blocker kernelBlocker(std::size_t i) const {
        const Blocker behind = lastOf(i, StreamWait::KernelQueue, [&](std::size_t k) {
            return isKernel(k) && !m_states[k].started && queue(k) == queue(i);
        });
        if (behind.by >= 0) return behind;
        double free = 1;
        int count = 0;
        Blocker holder{StreamWait::DeviceFull, -1};
        for (std::size_t k = 0; k < m_issued; ++k) {
            if (!isKernel(k) || !running(k)) continue;
            ++count;
            // Blocks that wait go before those of a later kernel, unless its priority is higher.
            if (priority(k) <= priority(i)) {
                free -= share(k);
            } else {
                if (betweenRounds(k)) continue;
                free -= m_states[k].alloc;
            }
            holder.by = static_cast<int>(k);
        }
        return count >= m_device.concurrentKernels || free <= kShare ? holder : Blocker{};
    }

    /// Kernels keep their places until a round of their blocks has ended; then by priority, then as they
    /// began.
    void shareDevice() {
        std::vector<std::size_t> kernels;
        for (std::size_t k = 0; k < m_issued; ++k)
            if (isKernel(k) && running(k)) kernels.push_back(k);
        std::ranges::sort(kernels, {},
                          [&](std::size_t k) { return std::pair(priority(k), m_states[k].order); });
        double free = 1;
        for (const std::size_t k : kernels) {
            if (betweenRounds(k)) m_states[k].alloc = 0;
            free -= m_states[k].alloc;
        }
        for (const std::size_t k : kernels) {
            const double more = std::clamp(share(k) - m_states[k].alloc, 0.0, std::max(free, 0.0));
            m_states[k].alloc += more;
            free -= more;
        }
    }

    double rate(std::size_t i) const {
        if (isKernel(i)) return m_states[i].alloc / share(i);
        if (!isCopy(command(i).kind)) return 1;
        for (std::size_t k = 0; k < m_issued; ++k)
            if (running(k) && isCopy(command(k).kind) && command(k).kind != command(i).kind)
                return m_device.bothWays;
        return 1;
    }

    double nextStep() const {
        double step = kForever;
        if (m_issued < m_states.size() && m_holder < 0) step = std::max(m_hostFree - m_time, kInstant);
        for (std::size_t i = 0; i < m_issued; ++i) {
            if (!m_states[i].started && earliest(i) > m_time + kInstant)
                step = std::min(step, earliest(i) - m_time);
            if (!running(i)) continue;
            const double speed = rate(i);
            if (speed <= 0) continue;
            step = std::min(step, (command(i).seconds - m_states[i].done) / speed);
            if (isKernel(i) && command(i).fill > 1) {
                const double round = command(i).seconds / command(i).fill;
                const double next = std::floor(rounds(i) + 1e-6) + 1;
                // All its blocks have started one round before its end, which need not be a whole number.
                for (const double at : {next, command(i).fill - 1})
                    if (at > rounds(i) + 1e-6) step = std::min(step, (at - rounds(i)) * round / speed);
            }
        }
        return step;
    }
    static void noteShare(std::vector<ScheduledCommand::Share>& shares, double from, double to, double part) {
        if (!shares.empty() && std::abs(shares.back().part - part) < kShare)
            shares.back().end = to;
        else
            shares.push_back({from, to, part});
    }
    void advance(double step) {
        std::vector<double> rates(m_states.size());
        for (std::size_t i = 0; i < m_issued; ++i)
            if (running(i)) {
                rates[i] = rate(i);
                if (isKernel(i)) noteShare(m_result.commands[i].shares, m_time, m_time + step, rates[i]);
            }
        for (std::size_t i = 0; i < m_issued; ++i) m_states[i].done += rates[i] * step;
        m_time += step;
    }

    const StreamProgram& m_program;
    const StreamDevice& m_device;
    std::vector<State> m_states;
    Schedule m_result;
    std::size_t m_issued = 0, m_finished = 0, m_order = 0;
    double m_time = 0, m_hostFree = 0, m_heldFor = 0;
    int m_holder = -1; // the command that the host's call waits for
    int m_heldBy = -1; // the one it has just waited for
};

} // namespace

Schedule simulate(const StreamProgram& program, const StreamDevice& device) {
    return Simulation(program, device).run();
}

} // namespace lanescope::model
