#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""The rules that check themselves: scripts/rules.py [format arrows headers tidy]; without names all of them.

format   clang-format has nothing to change
arrows   no folder includes what it must not see (scripts/arrows.py)
headers  each header compiles on its own
tidy     clang-tidy has nothing to say: about nine minutes on two cores

Prints what is wrong and, last, how many rules passed and failed; the exit code is 1 if one failed.
"""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "rules"
# What a slow machine has not reached by then it leaves out, says so, and passes.
TIDY_SECONDS = int(os.environ.get("LANESCOPE_TIDY_SECONDS", "1200"))
JOBS = os.cpu_count() or 2


def run(command, **options):
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, **options)


def tool(name):
    """The version that the house is formatted with, or what there is."""
    return f"{name}-14" if shutil.which(f"{name}-14") else name


def tracked(*suffixes):
    """What git knows or would take up, of the tree as it lies there."""
    names = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "app", "tests"]).stdout
    return [name for name in sorted(set(names.splitlines())) if name.endswith(suffixes) and (ROOT / name).is_file()]


def in_parallel(work, items):
    """The results of work(item) that are not empty."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        return [result for result in pool.map(work, items) if result]


def configure():
    """Compile commands a file each, without precompiled headers, and the headers that the build writes."""
    if not (BUILD / "build.ninja").is_file():
        done = run(["cmake", "--preset", "rules"])
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
    done = run(["ninja", "-C", str(BUILD), "generated_headers"])
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    return {str(Path(entry["file"]).relative_to(ROOT)): entry for entry in entries
            if Path(entry["file"]).is_relative_to(ROOT / "app") or Path(entry["file"]).is_relative_to(ROOT / "tests")}


def check_format():
    files = tracked(".h", ".cpp")

    def differs(name):
        done = run([tool("clang-format"), "--dry-run", "-Werror", "--ferror-limit=1", name])
        return done.stderr.splitlines()[0] if done.returncode else ""

    return in_parallel(differs, files)


def check_arrows():
    return run([sys.executable, "scripts/arrows.py"]).stderr.splitlines()


def check_headers():
    commands = configure()
    folders = {}
    for name, entry in commands.items():
        folders.setdefault(str(Path(name).parent), entry)

    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in sorted(commands)}

    def flags_for(header):
        """Those of the file it pairs with, of one beside it that includes it, or of a neighbour there or above."""
        pair = str(Path(header).with_suffix(".cpp"))
        folder = Path(header).parent
        entry = commands.get(pair) or next(
            (commands[name] for name, text in texts.items()
             if Path(name).parent == folder and f'{Path(header).name}"\n' in text), None)
        while not entry:
            entry = folders.get(str(folder)) or next(
                (each for name, each in sorted(folders.items()) if name.startswith(f"{folder}/")), None)
            if folder == folder.parent:
                break
            folder = folder.parent
        return entry

    def broken(header):
        entry = flags_for(header)
        words = shlex.split(entry["command"])
        words = words[:words.index("-o")]
        words = words[next(i for i, word in enumerate(words) if re.search(r"(\+\+|clang|gcc|cc)[-0-9.]*$", word)):]
        done = subprocess.run(words + ["-fsyntax-only", "-x", "c++", "-"], cwd=entry["directory"], text=True,
                              input=f'#include "{ROOT / header}"\n', capture_output=True, check=False)
        if not done.returncode:
            return ""
        return f"{header} does not compile on its own:\n" + "\n".join(
            [line for line in done.stderr.splitlines() if "error" in line][:3])

    return in_parallel(broken, tracked(".h"))


def units_of(commands):
    """Files that are compiled alike, some of them in one unit: clang-tidy reads their headers once for all of them."""
    alike = {}
    for name in sorted(commands):
        words = shlex.split(commands[name]["command"])
        # two programs may give one name to different things
        target = re.match(r".*?\.dir/|", words[words.index("-o") + 1]).group()
        words = words[words.index(next(word for word in words if word.startswith("-"))):words.index("-o")]
        alike.setdefault((target, commands[name]["directory"], *words), []).append(name)
    units = []
    for (_, directory, *flags), files in alike.items():
        shared = run([sys.executable, "cmake/unity.py", str(BUILD / "unity.cache"), "9",
                      *(str(ROOT / each) for each in files)])
        if shared.returncode:
            sys.exit(shared.stderr)
        for line in shared.stdout.splitlines():
            units.append((directory, flags, [str(Path(each).relative_to(ROOT)) for each in line.split(";")]))
    # Those that tell most for their time come first, whatever the machine.
    return sorted(units, key=lambda unit: (-len(unit[2]), hash_of(unit[2][0])))


def check_tidy():
    units = units_of(configure())
    end = time.monotonic() + TIDY_SECONDS
    folder = BUILD / "tidy"
    folder.mkdir(exist_ok=True)
    unreadable = []

    def findings(unit):
        """What clang-tidy says of the unit; None where it was not done in time. Where clang cannot read one of several
        files, each is looked at alone."""
        directory, flags, files = unit
        source = folder / f"{hash_of(' '.join(files)):016x}.cpp"
        source.write_text("".join(f'#include "{ROOT / each}"\n' for each in files), encoding="utf-8")
        command = [tool("clang-tidy"), "--quiet", f"--config-file={ROOT}/.clang-tidy",
                   str(source), "--", *flags]
        try:
            done = subprocess.run(command, cwd=directory, text=True, capture_output=True, check=False,
                                  timeout=max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return None
        lines = [line.replace(f"{ROOT}/", "") for line in done.stdout.splitlines()
                 if re.search(r": (warning|error): ", line)]
        # Clang 14 does not know lambdas that capture structured bindings, nor the names of x86-64's levels.
        lines = [line for line in lines if not re.search(
            "error: (reference to local binding|invalid cpu feature string)", line)]
        if done.returncode >= 0 and not any("[clang-diagnostic-error]" in line for line in lines):
            return lines
        if len(files) == 1:
            unreadable.append(files[0])
            return []
        alone = [findings((directory, flags, [each])) for each in files]
        return None if None in alone else [line for each in alone for line in each]

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(findings, units))
    done = sum(len(files) for (_, _, files), result in zip(units, results) if result is not None)
    everything = sum(len(files) for _, _, files in units)
    print(f"tidy: looked at {done - len(unreadable)} of {everything} files, {everything - done} not reached")
    if unreadable:
        print(f"tidy: clang 14 cannot read {', '.join(sorted(unreadable))}")
    return sorted({line for result in results for line in result or []})


def hash_of(text):
    """The same in every process, unlike hash()."""
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


RULES = {"format": check_format, "arrows": check_arrows, "headers": check_headers, "tidy": check_tidy}


def main():
    chosen = sys.argv[1:] or list(RULES)
    for name in chosen:
        if name not in RULES:
            sys.exit(f"rules.py: {name} is no rule; there are {', '.join(RULES)}")
    failed = 0
    for name in chosen:
        start = time.monotonic()
        complaints = RULES[name]()
        failed += bool(complaints)
        print("\n".join(complaints), end="\n" if complaints else "")
        print(f"{name}: {'failed' if complaints else 'passed'} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
