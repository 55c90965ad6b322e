// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// What a program calls. Each function of CUDA jumps to the one that does it, whatever its parameters are:
/// one that watches or records it, the emulator's, NVIDIA's, or one that fails. Which it is, is found out at
/// the first call.
#include "runtime/chosen/choice.h"
#include "runtime/observed/observed_calls.h"
#include "runtime/recorded/program_recorder.h"
#include "runtime/watched/watch.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <string_view>

using namespace lanescope::runtime;

namespace {

using Target = void (*)();

constexpr std::array kNames{
#define LANESCOPE_ENTRY(index, name, emulated) std::string_view(#name),
#include "entries.inc"
#undef LANESCOPE_ENTRY
};

/// Chooses the device, and begins what the environment asks for beside it.
void begin() {
    const Choice choice = chosen();
    if (choice == Choice::None)
        return ProgramRecorder::cannotBegin("the device that was asked for is not there");
    ProgramRecorder::begin(choice == Choice::Gpu);
    Watch::begin(choice == Choice::Emulated);
}

} // namespace

extern "C" {

// The first call of each function comes here with its index on the stack: all registers that can hold
// arguments are kept while lanescope_entered() decides where it goes.
[[gnu::naked, gnu::visibility("hidden")]] void lanescope_first() {
    __asm__("push %rax\n\t"
            "push %rdi\n\t"
            "push %rsi\n\t"
            "push %rdx\n\t"
            "push %rcx\n\t"
            "push %r8\n\t"
            "push %r9\n\t"
            "sub $136, %rsp\n\t"
            "movups %xmm0, (%rsp)\n\t"
            "movups %xmm1, 16(%rsp)\n\t"
            "movups %xmm2, 32(%rsp)\n\t"
            "movups %xmm3, 48(%rsp)\n\t"
            "movups %xmm4, 64(%rsp)\n\t"
            "movups %xmm5, 80(%rsp)\n\t"
            "movups %xmm6, 96(%rsp)\n\t"
            "movups %xmm7, 112(%rsp)\n\t"
            "mov 192(%rsp), %rdi\n\t" // the index
            "call lanescope_entered\n\t"
            "mov %rax, %r11\n\t"
            "movups (%rsp), %xmm0\n\t"
            "movups 16(%rsp), %xmm1\n\t"
            "movups 32(%rsp), %xmm2\n\t"
            "movups 48(%rsp), %xmm3\n\t"
            "movups 64(%rsp), %xmm4\n\t"
            "movups 80(%rsp), %xmm5\n\t"
            "movups 96(%rsp), %xmm6\n\t"
            "movups 112(%rsp), %xmm7\n\t"
            "add $136, %rsp\n\t"
            "pop %r9\n\t"
            "pop %r8\n\t"
            "pop %rcx\n\t"
            "pop %rdx\n\t"
            "pop %rsi\n\t"
            "pop %rdi\n\t"
            "pop %rax\n\t"
            "add $8, %rsp\n\t"
            "jmp *%r11");
}

#define LANESCOPE_ENTRY(index, name, emulated)                                                               \
    [[gnu::naked, gnu::visibility("hidden")]] void lanescope_first_##index() {                               \
        __asm__("push $" #index "\n\tjmp lanescope_first");                                                  \
    }                                                                                                        \
    [[gnu::naked, gnu::visibility("default")]] void name() {                                                 \
        __asm__("jmp *lanescope_slots+8*" #index "(%rip)");                                                  \
    }
#include "entries.inc"
#undef LANESCOPE_ENTRY

/// Where each function goes.
[[gnu::visibility("hidden"), gnu::used]] Target lanescope_slots[] = {
#define LANESCOPE_ENTRY(index, name, emulated) lanescope_first_##index,
#include "entries.inc"
#undef LANESCOPE_ENTRY
};

[[gnu::visibility("hidden"), gnu::used]] Target lanescope_entered(std::size_t index) noexcept {
    static std::once_flag once;
    std::call_once(once, begin);
    const auto function = reinterpret_cast<Target>(observedFunction(kNames[index]));
    // Others may be doing the same, with the same outcome.
    __atomic_store_n(&lanescope_slots[index], function, __ATOMIC_RELAXED);
    return function;
}

} // extern "C"
