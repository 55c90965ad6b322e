// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/corpus.h"

namespace lanescope::corpus {

namespace {

std::shared_ptr<ptx::Array> makeArray(const Argument& argument) {
    auto array = std::make_shared<ptx::Array>();
    array->width = argument.array.width;
    array->height = argument.array.height;
    array->depth = argument.array.depth;
    array->layered = argument.array.layered;
    array->kind = argument.array.kind;
    array->channels = argument.array.channels;
    array->bitsPerChannel = argument.array.bits;
    array->texels = contents(argument);
    return array;
}

} // namespace

Outcome runOnMachine(const Case& each, const ptx::Module& module, unsigned workers,
                     std::uint64_t instructionBudget, const ptx::Checks& checks) {
    ptx::Memory memory(std::size_t{256} << 20);
    ptx::TextureTable textures;
    ptx::Machine machine(memory, textures);
    // The caller keeps the module alive.
    ptx::ModuleState state(std::shared_ptr<const ptx::Module>(std::shared_ptr<void>(), &module), memory);

    Outcome outcome{Values(each), {}};
    std::vector<std::vector<std::byte>> words; // of the parameters
    std::vector<std::uint64_t> addresses;
    std::vector<std::shared_ptr<ptx::Array>> arrays;
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        const Argument& argument = each.arguments[k];
        std::uint64_t word = 0;
        std::shared_ptr<ptx::Array> array;
        if (argument.kind == Argument::Kind::Buffer) {
            const auto& bytes = outcome.values.bytes()[k];
            word = memory.allocate(bytes.size(), "argument " + std::to_string(k));
            std::memcpy(memory.view(word, bytes.size()).data(), bytes.data(), bytes.size());
        } else if (argument.kind != Argument::Kind::Scalar) {
            array = makeArray(argument);
            array->number = static_cast<std::uint32_t>(k);
            word = argument.kind == Argument::Kind::Texture
                       ? textures.addTexture(array, argument.array.sampler)
                       : textures.addSurface(array);
        }
        addresses.push_back(word);
        arrays.push_back(array);
        words.push_back(argument.scalar);
        if (argument.kind != Argument::Kind::Scalar) {
            words.back().resize(sizeof word);
            std::memcpy(words.back().data(), &word, sizeof word);
        }
    }

    for (const std::string& name : each.kernels) {
        const ptx::Kernel* kernel = module.find(name);
        if (kernel == nullptr) {
            throw Mismatch("the corpus has no kernel " + name);
        }
        if (kernel->parameters.size() != words.size()) {
            throw Mismatch(name + " has another number of parameters than its case");
        }
        std::vector<std::byte> parameters(kernel->parameterBytes);
        for (std::size_t k = 0; k < words.size(); ++k) {
            if (kernel->parameters[k].size != words[k].size()) {
                throw Mismatch(name + ": parameter " + std::to_string(k) + " has another size");
            }
            std::memcpy(parameters.data() + kernel->parameters[k].offset, words[k].data(), words[k].size());
        }
        ptx::LaunchConfig config;
        config.grid = each.grid;
        config.block = each.block;
        config.dynamicSharedBytes = each.sharedBytes;
        config.parameters = parameters;
        config.instructionBudget = instructionBudget;
        config.workers = workers;
        config.checks = checks;
        ptx::LaunchOutcome result = machine.launch(state, *kernel, config);
        result.printed = outcome.result.printed + result.printed;
        result.findings.insert(result.findings.begin(), outcome.result.findings.begin(),
                               outcome.result.findings.end());
        outcome.result = std::move(result);
    }

    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        auto& bytes = outcome.values.bytes()[k];
        if (each.arguments[k].kind == Argument::Kind::Buffer) {
            const auto view = memory.view(addresses[k], bytes.size());
            bytes.assign(view.begin(), view.end());
        } else if (arrays[k] != nullptr) {
            bytes = arrays[k]->texels;
        }
    }
    return outcome;
}

} // namespace lanescope::corpus
