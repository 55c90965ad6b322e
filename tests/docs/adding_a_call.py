# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""adding_a_call.py ROOT: whether each piece of code in docs/adding_a_call.md stands in the file that it is said to be from,
whether the files of its tables are there, and whether it names every source that knows of the call it follows."""
import re
import sys
from pathlib import Path

kPage = "docs/adding_a_call.md"
kCall = re.compile(r"\bFill\b")
kFolders = ("app/recording", "app/device", "app/session", "app/runtime", "app/shell/app")
kOthers = {"app/session/timing.cpp"}  # model::TimeLimit::Fill


def plain(text):
    return re.sub(r"\s+", "", text)


def main():
    root = Path(sys.argv[1])
    page = (root / kPage).read_text(encoding="utf-8")
    named = {each for each in re.findall(r"`(app/[\w/.]+)`", page)}
    failures = [f"{each} is not there" for each in named if not (root / each).exists()]
    pieces = re.findall(r"^`(app/[\w/.]+)`[^\n]*\n\n```cpp\n(.*?)^```$", page, re.M | re.S)
    if len(pieces) != page.count("```cpp"):
        failures.append("a piece of code has no file before it")
    for file, code in pieces:
        if plain(code) not in plain((root / file).read_text(encoding="utf-8")):
            failures.append(f"{file} has not got:\n{code}")
    for folder in kFolders:
        for source in sorted((root / folder).rglob("*.*")):
            name = str(source.relative_to(root))
            if source.suffix in (".h", ".cpp") and name not in named | kOthers and \
                    kCall.search(source.read_text(encoding="utf-8")):
                failures.append(f"{name} knows of the call, and the page does not say so")
    print("\n".join(failures), end="")
    return len(failures) > 0


sys.exit(main())
