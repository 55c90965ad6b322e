# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""Shares source files out among translation units, for builds that read each header once for several files.

unity.py CACHE SIZE FILE...: prints one line a translation unit, its files separated by semicolons; a unit has about SIZE
files and no two of which one defines for itself only (in an unnamed namespace, as static or as a macro) a name that
the other one defines too or has from a header, so that nobody has to know what the file next door calls its helpers.
Two aliases of one type go together. Files that open no namespace come before those that do.
CACHE is a file of what was found in each file the last time; it is made anew when it is missing, damaged or older
than this script.
"""
import pickle
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


class Names:
    """What a file says of names, as far as it does not depend on other files."""

    def __init__(self, text):
        self.own, self.shared = names_of(text)
        self.aliases = {name: "".join(what.split()) for name, what in kAlias.findall(text)}
        self.opened = set(re.findall(r"\busing\s+namespace\s+([\w:]+)", text))
        self.includes = re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text, re.M)


class Library:
    """The names of each file, read once and kept in a file from one call to the next."""

    def __init__(self, cache):
        self.cache = Path(cache)
        self.files = {}
        self.changed = False
        try:
            if self.cache.stat().st_mtime > Path(__file__).stat().st_mtime:
                self.files = pickle.loads(self.cache.read_bytes())
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ValueError):
            pass  # it is written anew

    def names(self, path):
        stamp = (path.stat().st_mtime_ns, path.stat().st_size)
        known = self.files.get(str(path))
        if known is None or known[0] != stamp:
            known = (stamp, Names(path.read_text(encoding="utf-8")))
            self.files[str(path)] = known
            self.changed = True
        return known[1]

    def save(self):
        if self.changed:
            self.cache.write_bytes(pickle.dumps(self.files))


class Source:
    """A file with the names of its own, those that its headers bring, and the namespaces that it opens."""

    def __init__(self, path, library):
        names = library.names(Path(path))
        self.path = path
        self.own, self.aliases, self.opened = names.own, names.aliases, names.opened
        self.seen = set()
        for header in closure(names.includes, Path(path).parent, library, set()):
            self.seen |= library.names(header).shared

    def goes_with(self, other):
        clashing = {name for name in same(self.own, other.own)
                    if name not in self.aliases or self.aliases[name] != other.aliases.get(name)}
        return ((self.opened <= other.opened or other.opened <= self.opened) and not clashing
                and not same(self.own, other.seen - self.seen) and not same(other.own, self.seen - other.seen))


kPlaces = {}  # where a folder's include was found


def place(folder, name):
    """The file of ours that a file of the folder includes under this name; None: the build writes it."""
    key = (folder, name)
    if key not in kPlaces:
        tried = ((root / name).resolve() for root in (folder, kRoot / "app", kRoot / "tests"))
        kPlaces[key] = next((header for header in tried if header.is_file()), None)
    return kPlaces[key]


def closure(includes, folder, library, found):
    """All headers of ours that come with these includes."""
    for name in includes:
        header = place(folder, name)
        if header is not None and header not in found:
            found.add(header)
            closure(library.names(header).includes, header.parent, library, found)
    return found


def same(ones, others):
    """Names in both that are of one namespace; what is in none, a macro for one, is seen in all."""
    loose = {name for scope, name in others if not scope}
    names = {name for _, name in others}
    return {name for scope, name in ones if (scope, name) in others or name in (loose if scope else names)}


def main():
    library = Library(sys.argv[1])
    size = int(sys.argv[2])
    sources = [Source(path, library) for path in sys.argv[3:]]
    library.save()
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
