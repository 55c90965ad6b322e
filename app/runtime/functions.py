# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""The functions of the CUDA runtime: those that the headers declare, and of them those that the sources define.

functions.py refused CUDA-INCLUDE OUTPUT SOURCE...: writes, for each one that no source defines, one that says on
  standard error that it is missing and returns cudaErrorNotSupported, so that a program that has it links, and knows.
functions.py table CUDA-INCLUDE DOC SOURCE...: writes both lists into the document, between its two marks.
functions.py check CUDA-INCLUDE DOC SOURCE...: whether they are there as they should be.
functions.py entries CUDA-INCLUDE OUTPUT SOURCE...: writes a list of all functions that a program may call, for
  app/runtime/entry: LANESCOPE_ENTRY(index, name, the emulator's function).
functions.py names CUDA-INCLUDE OUTPUT SOURCE...: writes a header that gives the emulator's functions names of their own.
functions.py addresses CUDA-INCLUDE OUTPUT SOURCE...: writes a table of NVIDIA's functions by their names.
"""
import re
import sys
from pathlib import Path

kDeclared = re.compile(r"CUDARTAPI(?:_CDECL)?\s+(cuda[A-Z]\w*)\s*\(")
kDefined = re.compile(r"^[\w*][\w *]*[ *](cuda[A-Z]\w*)\(", re.M)
# With nvcc -default-stream per-thread a program calls NAME_ptsz or NAME_ptds instead.
kPerThread = re.compile(r"define\s+(cuda\w+)\s+__CUDART_API_(PTDS|PTSZ)\(\1\)")
# What nvcc's code calls, beside what tells of its kernels and variables (app/runtime/api/register.cpp).
kOfNvcc = ("__cudaGetKernel", "__cudaInitModule", "__cudaLaunchKernel", "__cudaLaunchKernel_ptsz",
           "__cudaPopCallConfiguration", "__cudaPushCallConfiguration")
kRegistering = ("__cudaRegisterFatBinary", "__cudaRegisterFatBinaryEnd", "__cudaRegisterFunction",
                "__cudaRegisterManagedVar", "__cudaRegisterVar", "__cudaUnregisterFatBinary")
kEmulated = "emulated_"  # before the name of a function that is the emulator's own
kAddresses = """// Written by app/runtime/functions.py.
extern "C" {{
{declarations}
struct NvidiaFunction {{
    const char* name;
    void (*function)();
}};
/// NVIDIA's functions in the order of their names; the last has none.
extern __attribute__((visibility("default"))) const NvidiaFunction lanescope_nvidia_functions[];
const NvidiaFunction lanescope_nvidia_functions[] = {{
{rows}
    {{nullptr, nullptr}}}};
}}
"""
kRefusal = """// Written by app/runtime/functions.py.
#include <atomic>
#include <cstdio>

#define LANESCOPE_REFUSES(name)                                                                                      \\
    extern "C" int emulated_##name() {                                                   \\
        static std::atomic<bool> said{false};                                                                        \\
        if (!said.exchange(true))                                                                                    \\
            std::fprintf(stderr, "lanescope: " #name " is not there yet: it returns cudaErrorNotSupported\\n");       \\
        return 801;                                                                                                  \\
    }

"""
kBegin, kEnd = "<!-- functions: begin -->\n", "<!-- functions: end -->\n"


def lists_of(include, sources):
    declared = set()
    for header in ("cuda_runtime_api.h", "cuda_profiler_api.h"):
        declared |= set(kDeclared.findall((Path(include) / header).read_text(encoding="utf-8", errors="replace")))
    defined = set()
    for source in sources:
        defined |= set(kDefined.findall(Path(source).read_text(encoding="utf-8")))
    return sorted(declared & defined), sorted(declared - defined)


def per_thread(include):
    """The functions with a default stream for each thread, and those that they stand for."""
    text = (Path(include) / "cuda_runtime_api.h").read_text(encoding="utf-8", errors="replace")
    return {f"{name}_{kind.lower()}": name for name, kind in kPerThread.findall(text)}


def entries(include, names):
    """All that a program may call, with the emulator's function for it: which does what a program asks for in the
    order in which it asks, so that the default stream of a thread needs no other."""
    all_of = {name: name for name in names} | {name: name for name in kOfNvcc}
    all_of |= {each: name for each, name in per_thread(include).items() if name in names}
    return "// Written by app/runtime/functions.py.\n" + "".join(
        f"LANESCOPE_ENTRY({i}, {name}, {kEmulated}{all_of[name]})\n" for i, name in enumerate(sorted(all_of)))


def addresses(include, names):
    every = sorted([*names, *kOfNvcc, *kRegistering, *per_thread(include)])
    return kAddresses.format(declarations="\n".join(f"void {name}();" for name in every),
                             rows="\n".join(f'    {{"{name}", {name}}},' for name in every))


def renaming(names):
    return "// Written by app/runtime/functions.py.\n#pragma once\n\n" + "".join(
        f"#pragma redefine_extname {name} {kEmulated}{name}\n" for name in [*names, *kOfNvcc])


def table(done, refused):
    def lines(names):
        return "".join(f"- `{name}`\n" for name in names)

    return (f"### Done: {len(done)}\n\n{lines(done)}\n### Refused: {len(refused)}\n\n{lines(refused)}\n")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    verb, include, output, *sources = sys.argv[1:]
    done, refused = lists_of(include, sources)
    path = Path(output)
    if verb == "refused":
        path.write_text(kRefusal + "".join(f"LANESCOPE_REFUSES({name})\n" for name in refused), encoding="utf-8")
        return 0
    written = {"entries": lambda: entries(include, done + refused), "names": lambda: renaming(done),
               "addresses": lambda: addresses(include, done + refused)}
    if verb in written:
        path.write_text(written[verb](), encoding="utf-8")
        return 0
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(kBegin)
    present, _, after = rest.partition(kEnd)
    wanted = "\n" + table(done, refused)
    if verb == "table":
        path.write_text(before + kBegin + wanted + kEnd + after, encoding="utf-8")
        return 0
    if present == wanted:
        return 0
    print(f"{output}: its lists of functions are not those of the sources; ninja -C build/ci runtime_doc writes them")
    return 1


sys.exit(main())
