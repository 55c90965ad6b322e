#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""What the program says, and its translations: scripts/texts.py [check | update].

check   assets/locale/lanescope.pot has the texts of the sources, each language has all of them with the same
        placeholders and nothing else, and no sentence stands in the sources that could not be translated;
        Chinese, of the terms and lessons too, has its own punctuation, and one word for one thing
update  writes the .pot anew and gives each language's .po the same texts, in the same order: what is new is empty there,
        what nobody says any more is left out

A text is what stands in tr() and translatable(), the noun of counted() and countable() (as "{} noun"),
what a lab declares, which is the help of its parameters, its chapter, title and summary, and some lists of rooms below
those that translate. So are messages: what is thrown, and what rooms below find and report. They are said in English with
the values put in, and retold() finds them again: "#. message" marks them.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<directive>\#[^\n]*(?:\\\n[^\n]*)*)"""
    r"""|(?P<raw>R"(?P<mark>[^(\s]*)\((?P<inside>.*?)\)(?P=mark)")|(?P<string>"(?:\\.|[^"\\])*")|(?P<char>'(?:\\.|[^'\\])+')"""
    r"""|(?P<number>\.?\d(?:[\w.']|[eEpP][+-])*)|(?P<name>[A-Za-z_]\w*)|(?P<sign>::|->|.)""", re.S)
ESCAPES = {"n": "\n", "t": "\t", "0": "\0"}

# What takes a text at which place of its arguments, by the last name before the bracket.
CALLS = {"tr": (0,), "translatable": (0,)}
NOUNS = {"counted": (1, 2), "countable": (0,)}
# Parameters of labs: the place of their help.
PARAMETERS = {"Integer": 5, "Real": 5, "Choice": 4, "ChoiceOf": 4, "Toggle": 3, "File": 4, "WarpFocus": 4}
# What rooms below say for people, which is looked up where it is shown: a list's or a function's own texts.
BELOW = {
    "app/model/metrics.cpp": ("kMetrics",),
    "app/model/time/launch_time.cpp": ("kPipeNames", "namesOf"),
    "app/session/transfer_table.cpp": ("countedText", "longName"),
    "app/session/timing.cpp": ("kBounds", "kPipeNames", "nameOf", "partsOf", "textOf"),
    "app/model/transfers/streams.cpp": ("kNames", "callOf", "edgeName", "ruleOf"),
    "app/model/transfers/bus.cpp": ("kMemoryNames",),
}
LAB_FIELDS = ("chapter", "title", "summary")

# Messages stand in what is thrown, in the brackets of these, and in all of some files.
SAYS = re.compile(r"^(?:fail|failAt|refuse|say|usage|Fault|LaneFault|BadInput|Unavailable|Interrupted|Cancelled|OutOfMemory|\w*Error)$")
REPORTS = (
    "app/device/counters/counters_absent.cpp", "app/device/counters/cupti_library.cpp",
    "app/device/cuda/context/cuda_context.cpp", "app/device/cuda/cuda_probe.cpp", "app/device/doctor.cpp",
    "app/device/emulated/emulated_device.cpp", "app/device/interop/shared_buffer.cpp",
    "app/device/runtime_errors.cpp", "app/kit/charts/stream_view.cpp", "app/model/launch_limits.cpp",
    "app/model/spelling.cpp",
    "app/ptx/check/checker.cpp", "app/ptx/check/finding.cpp",
    "app/ptx/check/mbarrier_watch.cpp", "app/ptx/check/sync_misuse.cpp", "app/ptx/handlers/address_resolution.cpp",
    "app/ptx/handlers/bulk_copy.cpp", "app/ptx/handlers/mbarrier.cpp", "app/ptx/handlers/tensor_copy.cpp",
    "app/ptx/run/block_barriers.cpp",
    "app/ptx/run/block_runner.cpp", "app/ptx/run/builtins.cpp", "app/ptx/run/call_frames.cpp",
    "app/ptx/run/child_grids.cpp", "app/ptx/run/cooperative_grid.cpp", "app/ptx/run/device_printf.cpp",
    "app/ptx/run/device_runtime.cpp",
    "app/ptx/run/diagnostics.cpp", "app/ptx/run/launch_plan.cpp", "app/ptx/run/lockstep.cpp",
    "app/ptx/run/machine.cpp", "app/recording/call_errors.cpp", "app/recording/error_codes.cpp",
    "app/recording/consistency.cpp", "app/recording/file.cpp", "app/recording/graph_branches.cpp",
    "app/recording/host_write.cpp",
    "app/runtime/watched/watch.cpp",
    "app/session/player.cpp", "app/shell/commands/doctor.cpp", "app/shell/programs/recorded_program.cpp",
)
# What these rooms throw is for those who work on them, or said in the files above.
INWARD = ("app/ptx/", "app/runtime/", "app/model/", "app/render/", "app/recording/", "app/text/")

HAN = "\u4e00-\u9fff"
# Chinese that is not written so, and what to write.
PUNCTUATION = (
    (re.compile(f"[{HAN}”）][,;:?!(]"), "after Chinese write ，；：？！（"),
    (re.compile(f"[,;:?!] *[{HAN}]"), "before Chinese write ，；：？！"),
    (re.compile(f"[{HAN}]\\.(?:$|[ .{HAN}])"), "after Chinese write 。 or …"),
    (re.compile(r"\{\}[,;:?!](?: |$)|(?:^|[ {}])[,;:?!] +\{\}"), "beside values, which may be Chinese, write ，；：？！"),
    (re.compile(f"[{HAN}][A-Za-z0-9]|[A-Za-z0-9][{HAN}]"), "between Chinese and what is not write a space"),
    (re.compile("[，。；：？！（）] |(?<!^) [，。；：？！（）]"), "beside full-width signs write no space"),
)
# One word for one thing, as assets/locale/zh/terms.txt has it.
SYNONYMS = {
    "核函数": "内核", "存储器": "内存", "局部内存": "本地内存", "常数内存": "常量内存", "纹理参考": "纹理引用",
    "结构数组": "结构体数组", "锁页": "页锁定", "栅栏": "屏障", "竞态": "竞争", "投票": "表决", "模拟器": "仿真器",
    "缓存线": "缓存行", "存储块": "存储体", "线程捆": "线程束", "标签 wavefront": "标签级 wavefront",
    "数据 wavefront": "数据级 wavefront",
}

# What is drawn or shown by itself, where a text that nobody can translate is most likely to slip in.
SHOWN = re.compile(
    r"(?:^|[.>:])(?:coloredText|wrappedText|rightText|tooltip|heading|MenuItem|BeginMenu|SeparatorText|Button|SmallButton|"
    r"RadioButton|SetItemTooltip|TextUnformatted|verdict|card|note|stat|action|text|wrapped|drawNothing|say|notify|announce)$")
SHOWN_IN = ("app/kit/", "app/labs/", "app/shell/app/")


class Token:
    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


def unescaped(found):
    return chr(int(found[1][1:], 16)) if len(found[1]) > 1 else ESCAPES.get(found[1], found[1])


def tokens_of(source):
    tokens, at, line, fresh = [], 0, 1, True
    while at < len(source):
        match = TOKEN.match(source, at)
        kind, text = match.lastgroup, match.group(0)
        if match["raw"] is not None:
            kind, text = "text", match["inside"]
        elif kind == "directive" and not fresh:
            kind = "sign"
        if kind == "string":
            kind = "text"
            text = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", unescaped, text[1:-1], flags=re.S)
        if kind not in ("space", "comment", "directive"):
            if kind == "text" and tokens and tokens[-1].kind == "text":
                tokens[-1].text += text
            else:
                tokens.append(Token(kind, text, line))
        fresh = "\n" in match.group(0) if kind == "space" else fresh and kind == "comment"
        line += match.group(0).count("\n")
        at = match.end()
    return tokens


def name_before(tokens, at):
    """The name in front of a bracket with what stands before it: ("ShortText", "kit::ShortText pace")."""
    at -= 1
    if at >= 0 and tokens[at].text == ">":  # Registered<Banks>
        depth = 0
        while at >= 0:
            depth += {">": 1, "<": -1}.get(tokens[at].text, 0)
            at -= 1
            if depth == 0:
                break
    if at < 0 or tokens[at].kind != "name":
        return "", ""
    name = whole = tokens[at].text
    while at >= 2 and tokens[at - 1].text in ("::", ".", "->") and tokens[at - 2].kind == "name":
        whole = tokens[at - 2].text + tokens[at - 1].text + whole
        at -= 2
    kind = ""
    before = at - 1
    if before >= 0 and tokens[before].text == ">":  # ChoiceOf<Operation> op{
        depth = 0
        while before >= 0:
            depth += {">": 1, "<": -1}.get(tokens[before].text, 0)
            before -= 1
            if depth == 0:
                break
    if before >= 0 and tokens[before].kind == "name":
        kind = tokens[before].text
    return kind if kind in PARAMETERS else name, whole


def messages_of(source, everything):
    """What a C++ source says in English for retold() to find: in what it throws, or in everything."""
    stack, thrown, found = [""], False, []
    tokens = tokens_of(source)
    for at, token in enumerate(tokens):
        if token.kind == "name" and token.text in ("throw", "return"):
            thrown = token.text == "throw"
        elif token.text == ";":
            thrown = False
        elif token.kind == "text":
            says = everything or thrown or any(SAYS.match(name) for name in stack)
            if says and "tr" not in stack and is_message(token.text):
                found.append(token.text)
        elif token.text in ("(", "{", "["):
            stack.append(name_before(tokens, at)[0] if token.text != "[" else "")
        elif token.text in (")", "}", "]") and len(stack) > 1:
            stack.pop()
    return found


# Words that messages take as values: others are names, which stay what they are.
SAID_WORDS = {"atomic", "atomics", "copies", "lane", "lanes", "load", "reads", "sets", "store", "updates", "writes"}


def is_message(text):
    """Of two words or more, and with enough letters beside its values to be known by them."""
    words = re.sub(r"\{[^{}]*\}", "0", text)
    return "{{" not in text and "\n" not in text and text.strip(" ,;") == text and " " in words \
        and len(re.findall("[A-Za-z]", words)) >= 5


def texts_of(source, complain=None):
    """The texts of a C++ source with their lines; complain(line, text) hears of those that nobody can translate."""
    tokens = tokens_of(source)
    stack = [("", "", 0)]
    found = []
    registers = "Registered<" in source
    for at, token in enumerate(tokens):
        if token.kind == "text":
            name, whole, place = stack[-1]
            before = tokens[at - 1].text if at else ""
            field = tokens[at - 2].text if at > 1 and before == "=" and tokens[at - 3].text == "." else ""
            if place in CALLS.get(name, ()) or PARAMETERS.get(name) == place or registers and field in LAB_FIELDS:
                if token.text.strip():
                    found.append((token.text, token.line))
            elif place in NOUNS.get(name, ()):
                found.append(("{} " + token.text, token.line))
            elif complain and SHOWN.search(whole) and is_sentence(token.text) and before not in ("==", "!="):
                complain(token.line, token.text)
        elif token.text in ("(", "{", "["):
            name, whole = name_before(tokens, at) if token.text != "[" else ("", "")
            stack.append((name, whole, 0))
        elif token.text in (")", "}", "]") and len(stack) > 1:
            stack.pop()
        elif token.text == ",":
            name, whole, place = stack[-1]
            stack[-1] = (name, whole, place + 1)
    return found


def texts_below(source, names):
    """The texts inside of the brackets that follow one of these names: of a list, or of a function's body."""
    tokens = tokens_of(source)

    def end_of(begin):
        depth = 0
        for at in range(begin, len(tokens)):
            if tokens[at].kind == "sign":
                depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(tokens[at].text, 0)
            if depth == 0:
                return at
        return len(tokens) - 1

    found = []
    for at, token in enumerate(tokens[:-1]):
        begin = at + 1
        if token.kind != "name" or token.text not in names or tokens[begin].text not in ("{", "("):
            continue
        end = end_of(begin)
        if tokens[begin].text == "(" and end + 1 < len(tokens) and tokens[end + 1].text == "{":
            begin = end + 1  # a function: behind its parameters
            end = end_of(begin)
        found += [inside.text for inside in tokens[begin:end]
                  if inside.kind == "text" and re.search("[A-Za-z]{2}", inside.text) and "_" not in inside.text]
    return found


def is_sentence(text):
    if "__" in text or text.endswith(";"):
        return False  # code
    text = re.sub(r"\{[^{}]*\}", "", text).split("##")[0]
    return re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text) is not None


def is_draft(folder):
    """A lab without a place in the course: its texts are its author's own until it has one."""
    lab = folder / "lab.cpp"
    return lab.exists() and not re.search(r"\.place = \d", lab.read_text(encoding="utf-8"))


def sources(root):
    drafts = {folder for folder in (root / "app/labs").glob("*") if is_draft(folder)}
    return sorted(path for path in (root / "app").rglob("*")
                  if path.suffix in (".h", ".cpp") and drafts.isdisjoint(path.parents))


class Texts(dict):
    """Each text with the files that say it, and which are messages."""

    def __init__(self):
        super().__init__()
        self.messages = set()


def all_texts(root, complaints=None):
    """Each text of the sources with the files that say it, in the order in which they are met."""
    texts = Texts()
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        complain = None
        if complaints is not None and name.startswith(SHOWN_IN):
            def complain(line, text, name=name):
                complaints.append(f"{name}:{line}: not to be translated: {text!r}; put it into tr()")
        source = path.read_text(encoding="utf-8")
        below = [(text, 0) for text in texts_below(source, BELOW[name])] if name in BELOW else []
        messages = messages_of(source, name in REPORTS) if name in REPORTS or not name.startswith(INWARD) else []
        texts.messages.update(messages)
        texts.messages.update(SAID_WORDS.intersection(texts))
        for text in [text for text, _ in texts_of(source, complain) + below] + messages:
            places = texts.setdefault(text, [])
            if name not in places:
                places.append(name)
    return texts


def quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{text}"'


def po_text(texts, translations, language):
    head = f"""# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
msgid ""
msgstr ""
"Project-Id-Version: lanescope\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {language}\\n"
"""
    entries = [head]
    messages = getattr(texts, "messages", ())
    for text, places in texts.items():
        entries.append("\n" + ("#. message\n" if text in messages else "") +
                       "".join(f"#: {place}\n" for place in places) +
                       f"msgid {quoted(text)}\nmsgstr {quoted(translations.get(text, ''))}\n")
    return "".join(entries)


def read_po(path):
    """The translations of a .po by their English, without the head; those marked as fuzzy apart."""
    translations, fuzzy = {}, set()
    english = other = None
    part = ""
    unsure = False

    def keep():
        if english:
            translations[english] = other or ""
            if unsure:
                fuzzy.add(english)

    for line in path.read_text(encoding="utf-8").splitlines() + ["", "#"]:
        if not line or line.startswith("#"):
            if part == "str":
                keep()
                english = other = None
                part, unsure = "", False
            if line.startswith("#,") and "fuzzy" in line:
                unsure = True
            continue
        if line.startswith("msgid "):
            if part == "str":
                keep()
                unsure = False
            english, other, part = "", "", "id"
        elif line.startswith("msgstr "):
            part = "str"
        inside = line[line.index('"') + 1:line.rindex('"')]
        inside = re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), inside)
        if part == "id":
            english += inside
        else:
            other += inside
    return translations, fuzzy


def placeholders(text):
    """Which values a format takes, and how: {0: {"", ":.1f"}}; None for one that is damaged, as where some have numbers."""
    taken, at, next_value, numbered = {}, 0, 0, False
    while at < len(text):
        if text[at:at + 2] in ("{{", "}}"):
            at += 2
            continue
        if text[at] == "}":
            return None
        if text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                return None
            number, colon, how = text[at + 1:end].partition(":")
            if number and not number.isdigit():
                return None
            value = int(number) if number else next_value
            numbered = numbered or bool(number)
            next_value += 0 if number else 1
            taken.setdefault(value, set()).add(colon + how)
            at = end
        at += 1
    return None if numbered and next_value else taken


def faults_of_chinese(text):
    """What a native reader would stumble over, as far as it can be looked up."""
    text = re.sub(r"`[^`]*`|\{[^{}]*\}", "{}", text)  # code and values are what they are
    text = re.sub(r"\(\{\}(, \{\})+\)", "{}", text)  # a place, as (3, 4)
    faults = [f"{found[0]!r}: {cure}" for pattern, cure in PUNCTUATION if (found := pattern.search(text))]
    return faults + [f"{word}: here it is {right}" for word, right in SYNONYMS.items() if word in text]


def chinese_pages(root):
    """What is read of the terms and the lessons in Chinese: their lines with where they stand."""
    for path in sorted((root / "assets").glob("*/zh/*")):
        if path.suffix not in (".txt", ".md"):
            continue
        code = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = code != line.lstrip().startswith("```")
            if not code and not line.startswith(("also:", "related:", "find:", "see:", "```")):
                yield f"{path.relative_to(root).as_posix()}:{number}", re.sub(r"^[a-z-]+: ", "", line)


def check(root):
    """Every complaint, a line each."""
    complaints = []
    texts = all_texts(root, complaints)
    locale = root / "assets" / "locale"
    known = list(read_po(locale / "lanescope.pot")[0]) if (locale / "lanescope.pot").is_file() else []
    for text in texts.keys() - set(known):
        complaints.append(f"assets/locale/lanescope.pot lacks {text!r} ({texts[text][0]}); scripts/texts.py update")
    for text in set(known) - texts.keys():
        complaints.append(f"assets/locale/lanescope.pot: nobody says {text!r}; scripts/texts.py update")
    for po in sorted(locale.glob("*/lanescope.po")):
        name = po.relative_to(root).as_posix()
        translations, fuzzy = read_po(po)
        for text in texts:
            other = translations.get(text)
            if not other:
                complaints.append(f"{name}: {text!r} is not translated ({texts[text][0]})")
            elif text in fuzzy:
                complaints.append(f"{name}: {text!r} is marked as fuzzy")
            elif (values := placeholders(text)) and placeholders(other) != values:
                complaints.append(f"{name}: {text!r} and {other!r} take other values")
            if po.parent.name == "zh":
                complaints += [f"{name}: {other!r}: {fault}" for fault in faults_of_chinese(other or "")]
        for text in translations.keys() - texts.keys():
            complaints.append(f"{name}: nobody says {text!r}; scripts/texts.py update")
    for place, line in chinese_pages(root):
        complaints += [f"{place}: {fault}" for fault in faults_of_chinese(line)]
    return complaints


def update(root):
    texts = all_texts(root)
    locale = root / "assets" / "locale"
    (locale / "lanescope.pot").write_text(po_text(texts, {}, ""), encoding="utf-8")
    for po in sorted(locale.glob("*/lanescope.po")):
        translations, fuzzy = read_po(po)
        kept = {text: other for text, other in translations.items() if text not in fuzzy}
        po.write_text(po_text(texts, kept, po.parent.name), encoding="utf-8")
        print(f"{po.relative_to(root)}: {sum(1 for text in texts if kept.get(text))} of {len(texts)} translated")


def main():
    verb = sys.argv[1] if len(sys.argv) > 1 else "check"
    if verb == "update":
        update(ROOT)
    elif verb == "check":
        complaints = check(ROOT)
        print("\n".join(complaints), end="\n" if complaints else "", file=sys.stderr)
        sys.exit(1 if complaints else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
