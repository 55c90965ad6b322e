# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""Shares source files out among translation units, for builds that read each header once for several files.

unity.py SIZE FILE...: prints one line a translation unit, its files separated by semicolons; a unit has about SIZE
files and no two of which one defines for itself only (in an unnamed namespace, as static or as a macro) a name that
the other one defines too or has from a header, so that nobody has to know what the file next door calls its helpers.
Two aliases of one type go together. Files that open no namespace come before those that do.
"""
import re
import sys
from pathlib import Path

kLiterals = re.compile(r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.S)
kRoot = Path(__file__).resolve().parent.parent
kNoNames = {"std", "noexcept", "const", "override", "final", "sizeof", "decltype", "requires", "alignas", "namespace"}
kNotDeclared = {"::", "=", "public", "protected", "private"}  # a value, a base class, or a name of another scope
kAlias = re.compile(r"\busing\s+(\w+)\s*=\s*([^;]+);")
kTokens = re.compile(r"(?<![\w.'])[A-Za-z_]\w*|::|\[\[.*?\]\]|[(){}<>\[\];=:,]")


def names_of(text):
    """What a file defines at file scope, each as (named namespace, name): for itself only (in unnamed namespaces,
    static, macros), and for others."""
    own = {("", name) for name in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)}
    shared = set()
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", kLiterals.sub('""', text), flags=re.M)
    tokens = kTokens.findall(text)
    open_braces = []  # for each: a namespace's name, "unnamed" (a namespace too) or "other"
    parentheses = 0
    static = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else ""
        after = tokens[index + 1] if index + 1 < len(tokens) else ""
        if token in "([":
            parentheses += 1
        elif token in ")]":
            parentheses -= 1
        elif token == "{":
            head = tokens[max(0, index - 12):index]
            kind = "other"
            if before == "namespace":
                kind = "unnamed"
            elif "namespace" in head and not set(head[head.index("namespace"):]) & set("{};("):
                start = len(head) - 1 - head[::-1].index("namespace")
                kind = "::".join(part for part in head[start + 1:] if part != "::")
            open_braces.append(kind)
        elif token == "}" and open_braces:
            open_braces.pop()
        static = token == "static" or (static and token not in "{};")
        declares = re.match(r"[A-Za-z_]", token) and before not in kNotDeclared and after and after in "({=;[:"
        macro_call = after == "(" and token.isupper()
        if declares and not macro_call and not parentheses and "other" not in open_braces:
            scope = "::".join(brace for brace in open_braces if brace != "unnamed")
            if token not in kNoNames:
                (own if static or "unnamed" in open_braces else shared).add((scope, token))
    return own, shared


class Source:
    """A file with the names of its own, those that its headers bring, and the namespaces that it opens."""

    headers = {}

    def __init__(self, path):
        text = Path(path).read_text(encoding="utf-8")
        self.path = path
        self.own, _ = names_of(text)
        self.aliases = {name: "".join(what.split()) for name, what in kAlias.findall(text)}
        self.opened = set(re.findall(r"\busing\s+namespace\s+([\w:]+)", text))
        self.seen = set()
        for header in self.closure(text, Path(path).parent, set()):
            self.seen |= Source.headers[header][0]

    @classmethod
    def closure(cls, text, folder, found):
        for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text, re.M):
            for root in (folder, kRoot / "app", kRoot / "tests"):
                header = (root / name).resolve()
                if header.is_file():
                    break
            else:
                continue  # written by the build
            if header in found:
                continue
            found.add(header)
            if header not in cls.headers:
                content = header.read_text(encoding="utf-8")
                cls.headers[header] = (names_of(content)[1], content)
            cls.closure(cls.headers[header][1], header.parent, found)
        return found

    def goes_with(self, other):
        clashing = {name for name in same(self.own, other.own)
                    if name not in self.aliases or self.aliases[name] != other.aliases.get(name)}
        return ((self.opened <= other.opened or other.opened <= self.opened) and not clashing
                and not same(self.own, other.seen - self.seen) and not same(other.own, self.seen - other.seen))


def same(ones, others):
    """Names in both that are of one namespace; what is in none, a macro for one, is seen in all."""
    loose = {name for scope, name in others if not scope}
    names = {name for _, name in others}
    return {name for scope, name in ones if (scope, name) in others or name in (loose if scope else names)}


def main():
    size = int(sys.argv[1])
    sources = [Source(path) for path in sys.argv[2:]]
    wanted = -(-len(sources) // max(1, round(len(sources) / size)))
    foes = {source: sum(not source.goes_with(other) for other in sources) for source in sources}
    units = [[]]
    # those with the most clashes first, while there is room everywhere; the rest evens the units out
    for source in sorted(sources, key=foes.get, reverse=True):
        free = [unit for unit in units if len(unit) < wanted and all(source.goes_with(other) for other in unit)]
        if not free:
            free = [[]]
            units.append(free[0])
        (free[0] if foes[source] else min(free, key=len)).append(source)
    for unit in units:
        unit.sort(key=lambda source: (len(source.opened), sources.index(source)))
        print(";".join(source.path for source in unit))


main()
