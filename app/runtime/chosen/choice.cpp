// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/chosen/choice.h"

#include "runtime/chosen/nvidia.h"
#include "runtime/runtime.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>

namespace lanescope::runtime {

namespace {

std::atomic<bool> g_isChosen{false};
Choice g_choice = Choice::Emulated;

void say(const std::string& line) {
    std::fflush(stdout);
    std::fprintf(stderr, "lanescope: %s\n", line.c_str());
}

Choice choose() {
    const char* const variable = std::getenv("LANESCOPE_DEVICE");
    const std::string_view wanted = variable && *variable ? variable : "auto";
    if (wanted == "emulated") return Choice::Emulated;
    if (wanted != "auto" && wanted != "cuda") {
        say(fmt::format(
            "LANESCOPE_DEVICE={}: there is no such device; there are: auto, cuda, emulated. Every "
            "call of CUDA fails.",
            wanted));
        return Choice::None;
    }
    if (wanted == "auto" && !nvidia::hasDriver()) return Choice::Emulated;
    const std::string why = nvidia::open();
    if (why.empty()) return Choice::Gpu;
    if (wanted == "auto") {
        say(fmt::format("{}: the program runs on the emulator", why));
        return Choice::Emulated;
    }
    say(fmt::format(
        "LANESCOPE_DEVICE=cuda: {}. Every call of CUDA fails; LANESCOPE_DEVICE=emulated needs no GPU.", why));
    return Choice::None;
}

void emulate(const Registered& image, Modules& modules) {
    Image& made = modules.add(image.wrapper);
    for (const RegisteredFunction& each : image.functions) modules.addFunction(made, each.host, each.name);
    for (const RegisteredVariable& each : image.variables)
        modules.addVariable(made, each.host, each.name, each.bytes, each.constant != 0,
                            each.managed ? static_cast<void**>(each.host) : nullptr);
    // A host may use managed variables before it calls anything.
    modules.placeManaged();
}

void give(Registered& image) {
    if (g_choice == Choice::Emulated)
        for (Runtime* each : Runtime::all()) emulate(image, each->modules);
    if (g_choice == Choice::Gpu) nvidia::add(image);
}

} // namespace

std::deque<Registered>& registered() {
    static auto* const all =
        new std::deque<Registered>; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *all;
}

Choice chosen() {
    static std::once_flag once;
    std::call_once(once, [] {
        g_choice = choose();
        g_isChosen = true;
        for (Registered& image : registered())
            if (image.complete) give(image);
    });
    return g_choice;
}

bool isChosen() {
    return g_isChosen;
}

void complete(Registered& image) {
    const bool given = isChosen();
    image.complete = true;
    if (given) return give(image);
    for (const RegisteredVariable& each : image.variables)
        if (each.managed) { // whose memory the host may use before it calls anything
            chosen();
            return;
        }
}

void withdraw(Registered& image) {
    if (isChosen() && g_choice == Choice::Gpu) nvidia::remove(image);
    image.complete = false;
}

} // namespace lanescope::runtime
