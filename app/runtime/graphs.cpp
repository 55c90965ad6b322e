// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/graphs.h"

#include "runtime/errors.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lanescope::runtime {

KernelNode::KernelNode(const KernelNode& other)
    : params(other.params), bytes(other.bytes), device(other.device) {
    for (const void* argument : other.arguments)
        arguments.push_back(bytes.data() + (static_cast<const std::byte*>(argument) - other.bytes.data()));
    params.kernelParams = arguments.data();
}

Node& Graph::add(cudaGraphNodeType type, std::vector<Node*> needs, std::function<void()> run) {
    auto node = std::make_unique<Node>();
    node->type = type;
    node->needs = std::move(needs);
    node->run = std::move(run);
    node->graph = this;
    if (whereMade) node->made = whereMade();
    return *nodes.emplace_back(std::move(node));
}

std::shared_ptr<GraphMemory::Block> Graph::freedBefore(const std::vector<Node*>& needs,
                                                       std::size_t bytes) const {
    std::set<const Node*> before;
    std::vector<const Node*> open(needs.begin(), needs.end());
    while (!open.empty()) {
        const Node* const node = open.back();
        open.pop_back();
        if (before.insert(node).second) open.insert(open.end(), node->needs.begin(), node->needs.end());
    }
    const auto isFree = [&](const GraphMemory::Block& block) {
        int left = 0;
        for (const auto& node : nodes) {
            if (node->memory.get() == &block) left += before.contains(node.get()) ? 1 : 2;
            if (node->type == cudaGraphNodeTypeMemFree && node->allocation.dptr == block.address() &&
                before.contains(node.get()))
                --left;
        }
        return left == 0;
    };
    for (const auto& node : nodes)
        if (node->memory && node->memory->bytes() == bytes && isFree(*node->memory)) return node->memory;
    return nullptr;
}

Node& Graph::addAllocation(GraphMemory& memory, std::vector<Node*> needs,
                           const cudaMemAllocNodeParams& params) {
    require(params.bytesize > 0);
    std::shared_ptr<GraphMemory::Block> block = freedBefore(needs, params.bytesize);
    if (!block) block = memory.reserve(params.bytesize);
    Node& node = add(cudaGraphNodeTypeMemAlloc, std::move(needs), {});
    node.allocation = params;
    node.allocation.dptr = block->address();
    node.memory = std::move(block);
    return node;
}

Node& Graph::addRelease(GraphMemory& memory, std::vector<Node*> needs, void* address) {
    require(memory.isReserved(address));
    // Here it is freed once for each time that it is allocated, if only elsewhere.
    const auto allocates = [&](const auto& node) {
        return node->memory && node->memory->address() == address;
    };
    const auto frees = [&](const auto& node) {
        return node->type == cudaGraphNodeTypeMemFree && node->allocation.dptr == address;
    };
    require(std::ranges::count_if(nodes, frees) <
            std::max<std::ptrdiff_t>(std::ranges::count_if(nodes, allocates), 1));
    Node& node = add(cudaGraphNodeTypeMemFree, std::move(needs),
                     [&memory, address] { require(memory.release(address)); });
    node.allocation.dptr = address;
    return node;
}

std::shared_ptr<Graph> Graph::copy() const {
    auto made = std::make_shared<Graph>();
    made->conditions = conditions;
    std::map<const Node*, Node*> copies;
    for (const auto& node : nodes) {
        Node& each = *made->nodes.emplace_back(std::make_unique<Node>());
        each.type = node->type;
        each.run = node->run;
        each.graph = made.get();
        each.event = node->event;
        each.moves = node->moves;
        each.made = node->made;
        each.enabled = node->enabled;
        each.copy = node->copy;
        each.fill = node->fill;
        each.host = node->host;
        each.allocation = node->allocation;
        each.memory = node->memory;
        each.condition = node->condition;
        for (const auto& body : node->bodies) each.bodies.push_back(body->copy());
        each.kernel = node->kernel ? std::make_shared<KernelNode>(*node->kernel) : nullptr;
        each.child = node->child ? node->child->copy() : nullptr;
        each.cooperative = node->cooperative;
        each.cluster = node->cluster;
        each.original = node.get();
        copies[node.get()] = &each;
    }
    for (const auto& node : nodes)
        for (const Node* needed : node->needs) copies.at(node.get())->needs.push_back(copies.at(needed));
    return made;
}

void Graph::run(const std::function<void(const Node&)>& visit) const {
    std::set<const Node*> ended;
    while (ended.size() < nodes.size()) {
        const std::size_t before = ended.size();
        for (const auto& node : nodes) {
            if (ended.contains(node.get())) continue;
            bool ready = true;
            for (const Node* needed : node->needs) ready = ready && ended.contains(needed);
            if (!ready) continue;
            visit(*node);
            ended.insert(node.get());
        }
        require(ended.size() > before);
    }
}

} // namespace lanescope::runtime
