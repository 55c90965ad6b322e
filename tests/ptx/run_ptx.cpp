// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lanescope::ptx {

namespace {

std::string folder() {
    const char* given = std::getenv("LANESCOPE_TEST_PTX");
    return given ? given : LANESCOPE_TEST_PTX;
}

} // namespace

Runner::Runner(const std::string& text, const std::string& name) : module(Module::parse(text, name)) {
    state = std::make_unique<ModuleState>(module, memory);
    config.workers = 1;
}

LaunchOutcome Runner::run(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                          const Parameters& parameters) {
    const Kernel* found = module->find(kernel);
    if (!found) throw std::runtime_error("no kernel " + kernel);
    config.grid = grid;
    config.block = block;
    config.parameters = parameters.bytes();
    return Machine(memory, textures).run(*state, *found, config);
}

LaunchOutcome Runner::launch(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                             const Parameters& parameters) {
    LaunchOutcome outcome = run(kernel, grid, block, parameters);
    if (outcome.fault) throw Fault(*outcome.fault);
    return outcome;
}

Fault Runner::faultOf(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                      const Parameters& parameters) {
    try {
        launch(kernel, grid, block, parameters);
    } catch (const Fault& fault) {
        return fault;
    }
    ADD_FAILURE() << kernel << " ended without a fault";
    return Fault(FaultKind::Trap, "none");
}

std::string withHeader(const std::string& text) {
    return ".version 8.5\n.target sm_90\n.address_size 64\n" + text;
}

std::string kernelPtx(const std::string& name, bool debug) {
    const std::string path = folder() + "/" + name + (debug ? ".debug.ptx" : ".ptx");
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " is missing");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string whyNoKernels() {
    return std::ifstream(folder() + "/control.ptx")
               ? ""
               : "the PTX of the test kernels was not built, because there was no nvcc";
}

std::uint32_t lineOf(const std::string& mark, const std::string& name) {
    std::ifstream file(std::string(LANESCOPE_TEST_KERNELS) + "/" + name + ".cu");
    std::string text;
    for (std::uint32_t line = 1; std::getline(file, text); ++line)
        if (text.find("here: " + mark) != std::string::npos) return line;
    return 0;
}

} // namespace lanescope::ptx
