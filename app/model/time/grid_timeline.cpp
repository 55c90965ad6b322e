// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/grid_timeline.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace lanescope::model {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Two moments that are no further apart are one.
constexpr double kSame = 1e-12; // seconds
/// Grids of a stream that the chip takes up together at most: from an H200 whose tail launches pause after
/// every 32 (tests/times/children.txt).
constexpr std::size_t kMostTogether = 32;

/// Grids that wait for one another, oldest first. The chip takes up those that are there in batches: within
/// one they follow each other closely, from one to the next they do not. That its grids have ended is known
/// when all have, and only then the batch after the next one is taken up.
struct Queue {
    std::deque<std::uint32_t> waiting;
    std::vector<std::uint32_t> batch; ///< that was taken up; the first of them runs, or is about to
    std::size_t ran = 0;              ///< of the batch
    std::size_t next = 1;             ///< how many of those that wait will be taken up together
    double ended = -kNever;           ///< the last batch, and when that was known; likewise the one before
    double known = -kNever, knownBefore = -kNever;
};

/// Runs the grids of one launch, event by event.
class Timeline {
public:
    Timeline(std::span<const LaunchedGrid> grids, const ChipTimes& chip, bool free);
    std::vector<GridSpan> run();

private:
    /// A launch that a grid makes on its way.
    struct Call {
        double at = 0; ///< seconds of its grid's work and calls that have passed when it returns
        std::uint32_t child = 0;
    };
    struct Grid {
        std::vector<Call> calls;      ///< in the order in which they return
        std::size_t made = 0;         ///< of them
        double paused = 0;            ///< seconds that the block with the most calls spends in them
        double done = 0;              ///< seconds of its work and its calls
        std::uint32_t open = 0;       ///< that it launches and that are not complete, without those behind it
        std::uint32_t openBehind = 0; ///< of its tail launches
        bool ended = false;
        Queue behind; ///< these
    };
    using Stream = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>; ///< grid, block, number
    struct Event {
        enum class Kind : std::uint8_t { Start, Complete } kind;
        std::uint32_t grid;
    };

    double seconds(double cycles) const { return m_free ? 0 : cycles / m_chip.clockHz; }
    double total(std::uint32_t number) const { return m_grids[number].seconds + m_all[number].paused; }
    double load(std::uint32_t number) const;
    double nextMark(std::uint32_t number) const;
    void addCalls();
    void at(double time, Event event) { m_events.emplace(time, event); }
    void advance();
    void start(std::uint32_t number);
    void called(std::uint32_t child);
    void ended(std::uint32_t number);
    void familyEnded(std::uint32_t number);
    void completed(std::uint32_t number);
    void takeUp(Queue& queue, double from);
    double settle();
    Queue* queueOf(std::uint32_t number);

    std::span<const LaunchedGrid> m_grids;
    const ChipTimes& m_chip;
    bool m_free;
    std::vector<Grid> m_all;
    std::vector<GridSpan> m_spans;
    std::vector<std::uint32_t> m_running;
    std::map<Stream, Queue> m_streams;
    std::multimap<double, Event> m_events;
    double m_now = 0;
    double m_served = -kNever; ///< when the chip took the last launch
    double m_settled = 0;      ///< when it has dealt with all grids that have ended so far
    double m_group = -kNever;  ///< when it begins with those that end now
};

Timeline::Timeline(std::span<const LaunchedGrid> grids, const ChipTimes& chip, bool free)
    : m_grids(grids), m_chip(chip), m_free(free), m_all(grids.size()), m_spans(grids.size()) {
    addCalls();
}

/// Calls of a block follow each other; blocks that the chip does not hold at once begin one after another.
void Timeline::addCalls() {
    std::map<std::pair<std::uint32_t, std::uint64_t>, double> paused; // by grid and block
    for (std::uint32_t i = 1; i < m_grids.size(); ++i) {
        const LaunchedGrid& grid = m_grids[i];
        const LaunchedGrid& parent = m_grids[grid.parent];
        double& pause = paused[{grid.parent, grid.block}];
        const bool tail = grid.stream == ChildStream::Tail;
        pause += seconds(tail && pause > 0 ? m_chip.childTailCall
                                           : m_chip.childCall[static_cast<std::size_t>(grid.stream)]);
        const auto atOnce = std::max<std::uint64_t>(parent.blocksAtOnce, 1);
        const auto rounds = static_cast<double>((parent.blocks + atOnce - 1) / atOnce);
        const auto round = static_cast<double>(grid.block / atOnce);
        const double share = (round + std::clamp(grid.launchedAfter, 0.0, 1.0)) / rounds;
        Grid& of = m_all[grid.parent];
        of.calls.push_back({share * parent.seconds + pause, i});
        of.paused = std::max(of.paused, pause);
        ++(tail ? of.openBehind : of.open);
    }
    for (Grid& grid : m_all) std::ranges::stable_sort(grid.calls, {}, &Call::at);
}

/// While a grid's thread is in a call, little of the chip is busy with it.
double Timeline::load(std::uint32_t number) const {
    const double all = total(number);
    return all > 0 ? m_grids[number].load * m_grids[number].seconds / all : 0;
}

/// Seconds of its work and calls at which a grid's next call returns, or at which it ends.
double Timeline::nextMark(std::uint32_t number) const {
    const Grid& grid = m_all[number];
    return grid.made == grid.calls.size() ? total(number) : std::min(total(number), grid.calls[grid.made].at);
}

/// nullptr: of a grid that waits for no other.
Queue* Timeline::queueOf(std::uint32_t number) {
    const LaunchedGrid& grid = m_grids[number];
    if (number == 0 || grid.stream == ChildStream::FireAndForget) return nullptr;
    if (grid.stream == ChildStream::Tail) return &m_all[grid.parent].behind;
    return &m_streams[{grid.parent, grid.block, grid.streamNumber}];
}

/// The next batch, whose first grid starts then at the earliest.
void Timeline::takeUp(Queue& queue, double from) {
    const std::size_t count =
        std::min({std::max<std::size_t>(queue.next, 1), kMostTogether, queue.waiting.size()});
    const auto end = queue.waiting.begin() + static_cast<std::ptrdiff_t>(count);
    queue.batch.assign(queue.waiting.begin(), end);
    queue.waiting.erase(queue.waiting.begin(), end);
    queue.ran = 0;
    at(std::max({from, queue.ended + seconds(m_chip.childNext), queue.knownBefore}),
       {Event::Kind::Start, queue.batch.front()});
}

void Timeline::start(std::uint32_t number) {
    m_spans[number].start = m_now;
    m_running.push_back(number);
    Queue* queue = queueOf(number);
    if (!queue || queue->ran != 0) return;
    // The second grid of a stream is taken up when it is launched, and alone.
    const bool first = queue->ended < 0 && m_grids[number].stream != ChildStream::Tail;
    queue->next = first ? 1 : queue->waiting.size();
}

void Timeline::called(std::uint32_t child) {
    const ChildStream stream = m_grids[child].stream;
    const bool free = stream == ChildStream::FireAndForget;
    m_served = std::max(m_now, m_served + seconds(free ? m_chip.childIntervalFree : m_chip.childInterval));
    m_spans[child].launched = m_served;
    const double soon = m_served + seconds(m_chip.childStart);
    if (free) return at(soon, {Event::Kind::Start, child});
    Queue& queue = *queueOf(child);
    queue.waiting.push_back(child);
    if (stream != ChildStream::Tail && queue.batch.empty()) takeUp(queue, soon);
}

/// When the chip has noted that a grid has ended. Those that end while it is busy with others come together.
double Timeline::settle() {
    const double each = seconds(m_chip.childSettle);
    if (m_now >= m_settled) {
        m_settled = m_now + each;
        m_group = -kNever;
    } else if (m_now <= m_group) {
        m_settled += seconds(m_chip.childIntervalFree); // with those that wait
    } else {
        m_group = m_settled;
        m_settled += each;
    }
    return m_settled;
}

void Timeline::ended(std::uint32_t number) {
    m_all[number].ended = true;
    m_spans[number].end = m_now;
    if (m_all[number].open == 0) familyEnded(number);
}

/// It and all that it has launched have ended, but for what is launched behind it.
void Timeline::familyEnded(std::uint32_t number) {
    Queue& behind = m_all[number].behind;
    if (!behind.waiting.empty()) return takeUp(behind, m_now + seconds(m_chip.childTailStart));
    Queue* queue = queueOf(number);
    if (!queue) return at(m_grids.size() > 1 ? settle() : m_now, {Event::Kind::Complete, number});
    if (++queue->ran < queue->batch.size())
        return at(m_now + seconds(m_chip.childFollow), {Event::Kind::Start, queue->batch[queue->ran]});
    const std::size_t count = queue->batch.size();
    queue->ended = m_now;
    // Grids of a batch are noted one after another.
    const double known =
        count == 1 ? settle()
                   : std::max(queue->known, m_now) + seconds(m_chip.childSettle) * static_cast<double>(count);
    queue->knownBefore = std::exchange(queue->known, known);
    for (const std::uint32_t each : queue->batch) at(queue->known, {Event::Kind::Complete, each});
    queue->batch.clear();
    if (!queue->waiting.empty()) takeUp(*queue, m_now);
}

void Timeline::completed(std::uint32_t number) {
    m_spans[number].complete = m_now;
    if (number == 0) return;
    const LaunchedGrid& grid = m_grids[number];
    Grid& parent = m_all[grid.parent];
    if (grid.stream == ChildStream::Tail) {
        if (--parent.openBehind == 0) at(m_now, {Event::Kind::Complete, grid.parent});
        return;
    }
    if (--parent.open == 0 && parent.ended) familyEnded(grid.parent);
}

/// To the next moment at which anything happens, and through what does.
void Timeline::advance() {
    double loads = 0;
    for (const std::uint32_t each : m_running) loads += load(each);
    const double rate = 1 / std::max(1.0, loads);
    double next = m_events.empty() ? kNever : m_events.begin()->first;
    for (const std::uint32_t each : m_running)
        next = std::min(next, m_now + std::max(0.0, nextMark(each) - m_all[each].done) / rate);
    for (const std::uint32_t each : m_running) m_all[each].done += (next - m_now) * rate;
    m_now = std::max(m_now, next);
    const std::vector<std::uint32_t> running = m_running;
    for (const std::uint32_t each : running) {
        Grid& grid = m_all[each];
        while (grid.made < grid.calls.size() && grid.calls[grid.made].at <= grid.done + kSame)
            called(grid.calls[grid.made++].child);
        if (grid.made < grid.calls.size() || total(each) > grid.done + kSame) continue;
        std::erase(m_running, each);
        ended(each);
    }
    while (!m_events.empty() && m_events.begin()->first <= m_now + kSame) {
        const Event event = m_events.begin()->second;
        m_events.erase(m_events.begin());
        event.kind == Event::Kind::Start ? start(event.grid) : completed(event.grid);
    }
}

std::vector<GridSpan> Timeline::run() {
    if (m_grids.empty()) return {};
    start(0);
    while (!m_running.empty() || !m_events.empty()) advance();
    return std::move(m_spans);
}

} // namespace

std::vector<GridSpan> gridTimeline(std::span<const LaunchedGrid> grids, const ChipTimes& chip, bool free) {
    return Timeline(grids, chip, free).run();
}

double timelineSeconds(std::span<const GridSpan> spans, const ChipTimes& chip, bool free) {
    if (spans.empty()) return 0;
    const double around = chip.childPrepare + (spans.size() > 1 ? chip.childEnd : 0);
    return spans.front().complete + (free ? 0 : around / chip.clockHz);
}

} // namespace lanescope::model
