// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/graphs.h"

#include "runtime/errors.h"

#include <map>
#include <set>
#include <utility>

namespace lanescope::runtime {

KernelNode::KernelNode(const KernelNode& other) : params(other.params), bytes(other.bytes) {
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
    return *nodes.emplace_back(std::move(node));
}

std::shared_ptr<Graph> Graph::copy() const {
    auto made = std::make_shared<Graph>();
    std::map<const Node*, Node*> copies;
    for (const auto& node : nodes) {
        Node& each = made->add(node->type, {}, node->run);
        each.enabled = node->enabled;
        each.copy = node->copy;
        each.fill = node->fill;
        each.host = node->host;
        each.allocation = node->allocation;
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
