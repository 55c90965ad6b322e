# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""The functions of the CUDA runtime: those that the headers declare, and of them those that the sources define.

functions.py refused CUDA-INCLUDE OUTPUT SOURCE...: writes, for each one that no source defines, one that says on
  standard error that it is missing and returns cudaErrorNotSupported, so that a program that has it links, and knows.
functions.py table CUDA-INCLUDE DOC SOURCE...: writes both lists into the document, between its two marks.
functions.py check CUDA-INCLUDE DOC SOURCE...: whether they are there as they should be.
"""
import re
import sys
from pathlib import Path

kDeclared = re.compile(r"CUDARTAPI(?:_CDECL)?\s+(cuda[A-Z]\w*)\s*\(")
kDefined = re.compile(r"^[\w*][\w *]*[ *](cuda[A-Z]\w*)\(", re.M)
kRefusal = """// Written by app/runtime/functions.py.
#include <atomic>
#include <cstdio>

#define LANESCOPE_REFUSES(name)                                                                                      \\
    extern "C" __attribute__((visibility("default"))) int name() {                                                   \\
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


def table(done, refused):
    def lines(names):
        return "".join(f"- `{name}`\n" for name in names)

    return (f"### Done: {len(done)}\n\n{lines(done)}\n### Refused: {len(refused)}\n\n{lines(refused)}\n")


def main():
    verb, include, output, *sources = sys.argv[1:]
    done, refused = lists_of(include, sources)
    path = Path(output)
    if verb == "refused":
        path.write_text(kRefusal + "".join(f"LANESCOPE_REFUSES({name})\n" for name in refused), encoding="utf-8")
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
    print(f"{output}: its lists of functions are not those of the sources; `functions.py table` writes them")
    return 1


sys.exit(main())
