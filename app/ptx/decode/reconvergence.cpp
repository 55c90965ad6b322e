// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/reconvergence.h"

#include "ptx/assembly/post_dominators.h"
#include "ptx/syntax/syntax.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <utility>

namespace lanescope::ptx {

namespace {

/// Where control goes from each basic block of a function, the blocks by their place; node blocks() is the
/// exit.
struct FlowGraph {
    std::vector<std::uint32_t> first;   // instruction of each block, from the function's begin
    std::vector<std::uint32_t> blockOf; // by instruction
    std::vector<std::vector<std::uint32_t>> successors;

    FlowGraph(const Program& program, const Function& function);
    std::uint32_t blocks() const { return static_cast<std::uint32_t>(first.size()); }
};

bool endsBlock(Flow flow) {
    return flow == Flow::Branch || flow == Flow::BranchTable || flow == Flow::Return || flow == Flow::Exit ||
           flow == Flow::Trap || flow == Flow::Unsupported;
}

FlowGraph::FlowGraph(const Program& program, const Function& function) {
    const std::uint32_t begin = function.begin, size = function.end - begin;
    std::vector<bool> leader(size + 1, false);
    leader[0] = true;
    for (std::uint32_t i = 0; i < size; ++i) {
        const Instruction& in = program.code[begin + i];
        if (!endsBlock(in.flow)) continue;
        leader[i + 1] = true;
        if (in.flow == Flow::Branch) leader[in.target - begin] = true;
        if (in.flow == Flow::BranchTable)
            for (const std::uint32_t target : program.tables[in.target].targets)
                leader[target - begin] = true;
    }
    blockOf.resize(size + 1);
    for (std::uint32_t i = 0; i < size; ++i) {
        if (leader[i]) first.push_back(i);
        blockOf[i] = static_cast<std::uint32_t>(first.size() - 1);
    }
    blockOf[size] = blocks();
    successors.resize(first.size());
    for (std::uint32_t block = 0; block < blocks(); ++block) {
        const std::uint32_t last = (block + 1 < blocks() ? first[block + 1] : size) - 1;
        const Instruction& in = program.code[begin + last];
        auto& next = successors[block];
        if (in.flow == Flow::Branch)
            next.push_back(blockOf[in.target - begin]);
        else if (in.flow == Flow::BranchTable)
            for (const std::uint32_t target : program.tables[in.target].targets)
                next.push_back(blockOf[target - begin]);
        else if (endsBlock(in.flow))
            next.push_back(blocks());
        if (!endsBlock(in.flow) || in.guard != kTrueSlot) next.push_back(blockOf[last + 1]);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
    }
}

/// Numbers the blocks so that control goes from lower to higher ones but for the way back to a loop's header,
/// the lowest of its loop, and so that nothing else stands between the blocks of a loop. After them the loop
/// has a number for its next turn.
class FlowOrder {
public:
    explicit FlowOrder(const FlowGraph& graph);

    std::vector<std::uint32_t> number;   ///< by block
    std::vector<std::uint32_t> nextTurn; ///< by block: of the loop that it heads; else kNoIndex
    std::uint32_t count = 0;             ///< of numbers

    bool goesBack(std::uint32_t from, std::uint32_t to) const { return number[to] <= number[from]; }

private:
    void place(const std::vector<std::uint32_t>& nodes);
    std::vector<std::vector<std::uint32_t>> components(const std::vector<std::uint32_t>& nodes);
    bool within(std::uint32_t node) const { return node < m_in.size() && m_in[node] == m_region; }

    const FlowGraph& m_graph;
    std::vector<std::vector<std::uint32_t>> m_predecessors;
    std::vector<std::uint32_t> m_in; // the region that a block is in
    std::uint32_t m_region = 0, m_regions = 0;
    std::vector<bool> m_header; // of a region that is being placed: what leads to it goes back
};

FlowOrder::FlowOrder(const FlowGraph& graph)
    : number(graph.blocks(), 0), nextTurn(graph.blocks(), kNoIndex), m_graph(graph),
      m_predecessors(graph.blocks()), m_in(graph.blocks(), 0), m_header(graph.blocks(), false) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t block = 0; block < graph.blocks(); ++block) {
        all.push_back(block);
        for (const std::uint32_t next : graph.successors[block])
            if (next != graph.blocks()) m_predecessors[next].push_back(block);
    }
    place(all);
}

/// Strongly connected components of the region, without ways back to a header: Tarjan's algorithm. In order.
std::vector<std::vector<std::uint32_t>> FlowOrder::components(const std::vector<std::uint32_t>& nodes) {
    struct Visit {
        std::uint32_t node = 0;
        std::size_t child = 0;
    };
    std::vector<std::uint32_t> index(m_in.size(), kNoIndex), lowest(m_in.size(), 0), open;
    std::vector<bool> isOpen(m_in.size(), false);
    std::vector<std::vector<std::uint32_t>> found;
    std::uint32_t counter = 0;
    for (const std::uint32_t root : nodes) {
        if (index[root] != kNoIndex) continue;
        std::vector<Visit> stack;
        const auto enter = [&](std::uint32_t node) {
            index[node] = lowest[node] = counter++;
            open.push_back(node);
            isOpen[node] = true;
            stack.push_back({node, 0});
        };
        enter(root);
        while (!stack.empty()) {
            const std::uint32_t node = stack.back().node;
            if (stack.back().child < m_graph.successors[node].size()) {
                const std::uint32_t next = m_graph.successors[node][stack.back().child++];
                if (!within(next) || m_header[next]) continue;
                if (index[next] == kNoIndex)
                    enter(next);
                else if (isOpen[next])
                    lowest[node] = std::min(lowest[node], index[next]);
                continue;
            }
            stack.pop_back();
            if (!stack.empty()) lowest[stack.back().node] = std::min(lowest[stack.back().node], lowest[node]);
            if (lowest[node] != index[node]) continue;
            std::vector<std::uint32_t>& component = found.emplace_back();
            std::uint32_t member = kNoIndex;
            while (member != node) {
                member = open.back();
                open.pop_back();
                isOpen[member] = false;
                component.push_back(member);
            }
        }
    }
    std::reverse(found.begin(), found.end());
    return found;
}

void FlowOrder::place(const std::vector<std::uint32_t>& nodes) {
    const std::uint32_t outer = std::exchange(m_region, ++m_regions);
    for (const std::uint32_t node : nodes) m_in[node] = m_region;
    for (std::vector<std::uint32_t>& component : components(nodes)) {
        std::ranges::sort(component);
        std::uint32_t header = component.front();
        const auto& next = m_graph.successors[header];
        if (component.size() == 1 && (m_header[header] || std::ranges::find(next, header) == next.end())) {
            number[header] = count++;
            continue;
        }
        const auto isIn = [&](std::uint32_t node) { return std::ranges::binary_search(component, node); };
        // Where control comes in from outside.
        for (const std::uint32_t node : component)
            if (node == 0 || std::ranges::any_of(m_predecessors[node], std::not_fn(isIn))) {
                header = node;
                break;
            }
        m_header[header] = true;
        place(component);
        m_header[header] = false;
        for (const std::uint32_t node : component) m_in[node] = m_region;
        nextTurn[header] = count++;
    }
    m_region = outer;
}

/// Sets of an order's numbers.
class NumberSets {
public:
    NumberSets(std::uint32_t sets, std::uint32_t numbers)
        : m_words((numbers + 63) / 64), m_bits(std::size_t{sets} * m_words) {}
    std::size_t words() const { return m_words; }
    std::uint64_t* of(std::uint32_t set) { return m_bits.data() + set * m_words; }

private:
    std::size_t m_words = 0;
    std::vector<std::uint64_t> m_bits;
};

using NumberSet = std::vector<std::uint64_t>;

void add(NumberSet& to, const std::uint64_t* from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] |= from[i];
}

void add(NumberSet& to, std::uint32_t number) {
    to[number / 64] |= std::uint64_t{1} << number % 64;
}

/// The lowest that is in both; kNoIndex for none.
std::uint32_t lowestCommon(const NumberSet& a, const NumberSet& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (const std::uint64_t both = a[i] & b[i])
            return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(both));
    return kNoIndex;
}

/// Numbers where lanes that parted meet: as ptxas has it, at the first place that two ways from a branch both
/// lead to, without another turn of a loop; behind a loop that lanes leave at its end; and at a branch's
/// immediate post-dominator. Its code for such places is BSSY and BSYNC, with BREAK on ways that pass them
/// by.
std::vector<bool> meetings(const FlowGraph& graph, const FlowOrder& order) {
    std::vector<bool> meets(order.count, false);
    const std::vector<std::uint32_t> dominator = postDominators(graph.successors);
    for (std::uint32_t block = 0; block < graph.blocks(); ++block)
        if (graph.successors[block].size() > 1 && dominator[block] != kNoIndex &&
            dominator[block] != graph.blocks())
            meets[order.number[dominator[block]]] = true;
    // A set for each block and each loop would be too much for a function as long as that.
    constexpr std::uint32_t kMost = 1 << 14;
    if (order.count > kMost) return meets;
    std::vector<std::uint32_t> byNumber(order.count, kNoIndex), headerOf(order.count, kNoIndex);
    for (std::uint32_t block = 0; block < graph.blocks(); ++block) {
        byNumber[order.number[block]] = block;
        if (order.nextTurn[block] != kNoIndex) headerOf[order.nextTurn[block]] = block;
    }
    // By number: what a block leads to without going back, itself too; where a loop leads to in the end.
    NumberSets ahead(order.count, order.count);
    const auto side = [&](std::uint32_t from, std::uint32_t to, bool leaves) {
        NumberSet made(ahead.words());
        if (to == graph.blocks()) return made;
        if (!order.goesBack(from, to)) {
            add(made, ahead.of(order.number[to]));
        } else {
            add(made, order.nextTurn[to]);
            if (leaves) add(made, ahead.of(order.nextTurn[to]));
        }
        return made;
    };
    for (std::uint32_t n = order.count; n-- > 0;) {
        NumberSet reached(ahead.words());
        if (const std::uint32_t block = byNumber[n]; block != kNoIndex) {
            add(reached, n);
            for (const std::uint32_t next : graph.successors[block])
                add(reached, side(block, next, false).data());
        } else {
            for (std::uint32_t m = order.number[headerOf[n]]; m < n; ++m)
                if (byNumber[m] != kNoIndex)
                    for (const std::uint32_t next : graph.successors[byNumber[m]])
                        if (next != graph.blocks() && order.number[next] > n)
                            add(reached, ahead.of(order.number[next]));
        }
        std::ranges::copy(reached, ahead.of(n));
    }
    for (std::uint32_t block = 0; block < graph.blocks(); ++block) {
        if (graph.successors[block].size() < 2) continue;
        NumberSet before(ahead.words());
        for (const std::uint32_t next : graph.successors[block]) {
            const NumberSet here = side(block, next, true);
            if (const std::uint32_t meeting = lowestCommon(before, here); meeting != kNoIndex)
                meets[meeting] = true;
            add(before, here.data());
        }
    }
    return meets;
}

/// Whether lanes that come here do nothing but exit.
bool leadsToExit(const std::vector<Instruction>& code, std::uint32_t pc) {
    for (int hops = 0; hops < 8; ++hops) {
        const Instruction& in = code[pc];
        if (in.guard != kTrueSlot || in.guardFlip != 0) return false;
        if (in.flow == Flow::Exit) return true;
        if (in.flow != Flow::Branch) return false;
        pc = in.target;
    }
    return false;
}

} // namespace

void findReconvergence(Program& program, const Function& function) {
    const FlowGraph graph(program, function);
    const FlowOrder order(graph);
    const std::vector<bool> meets = meetings(graph, order);
    const std::uint32_t begin = function.begin, size = function.end - begin;
    program.order.resize(function.end);
    for (std::uint32_t i = 0; i < size; ++i) program.order[begin + i] = order.number[graph.blockOf[i]];
    for (const std::uint32_t first : graph.first)
        program.code[begin + first].meets = meets[program.order[begin + first]];
    for (std::uint32_t i = 0; i < size; ++i) {
        Instruction& in = program.code[begin + i];
        if (in.flow != Flow::Branch) continue;
        in.mode = static_cast<std::uint8_t>((leadsToExit(program.code, in.target) ? kTargetExits : 0) |
                                            (leadsToExit(program.code, begin + i + 1) ? kRestExits : 0));
        const std::uint32_t from = graph.blockOf[i], to = graph.blockOf[in.target - begin];
        const bool waits = order.goesBack(from, to) && meets[order.nextTurn[to]];
        in.imm = waits ? order.nextTurn[to] : program.order[in.target];
        if (waits) in.mode |= kMeetsAtNextTurn;
    }
}

} // namespace lanescope::ptx
