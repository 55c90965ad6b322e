#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""scripts/texts.py finds every text and each kind of mistake in catalogues made for it, and none in the program's own."""
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import texts  # noqa: E402

SOURCE = """
#include "text/tr.h"
// tr("in a comment")
void show() {
    panel.note(tr("One bank " "of 32"));
    panel.note(tr("{} of {} rows\\n\\u2026", a, b));
    canvas.text(at, counted(rows, "row"), style);
    const char* noun = again ? countable("look-up") : countable("line");
    const ShortText pace(translatable("{:.1f} ms"), ms);
    if (name == "no text of ours") throw BadInput("an error is a message");
}
class Lab {
    Integer stride{this, "stride", 1, 0, 64, "elements from one lane to the next"};
    ChoiceOf<Op> op{this, "op", Op::Load, kWords, "what each lane does"};
    Toggle swizzle{this, "swizzle", false, "exchange the columns"};
};
const Registered<Lab> kLab({.name = "banks", .chapter = "Shared memory", .summary = "One warp.", .move = "stride"});
"""


class Sources(unittest.TestCase):
    def test_every_text_is_found(self):
        found = [text for text, _ in texts.texts_of(SOURCE)]
        self.assertEqual(found, ["One bank of 32", "{} of {} rows\n\u2026", "{} row", "{} look-up", "{} line",
                                 "{:.1f} ms", "elements from one lane to the next", "what each lane does",
                                 "exchange the columns", "Shared memory", "One warp."])

    def test_messages(self):
        source = SOURCE + """
void g() {
    throw Error(fmt::format("{} cannot be read: {}", file, why), Exit::BadInput);
    fail(lane, within ? "in step" : "out of step");
    const std::string notSaid = "no message at all";
    throw BadInput(fmt::format("{}: {}", place, what));  // told by nothing but its values
    throw BadInput(tr("translated where it is thrown"));
}
std::string report() { return "lanes that wait"; }
"""
        self.assertEqual(texts.messages_of(source, False),
                         ["an error is a message", "{} cannot be read: {}", "in step", "out of step"])
        self.assertIn("lanes that wait", texts.messages_of(source, True))

    def test_sentences_that_nobody_can_translate(self):
        complaints = []

        def complain(line, text):
            complaints.append((line, text))

        texts.texts_of('void f() {\n    panel.note("A bank serves one word.");\n'
                       '    kit::tooltip(busy ? "it is busy" : tr("it waits"));\n    note("x");\n'
                       '    panel.card(Tone::Good, "extern __shared__ float s[];", tr("a"));\n}\n', complain)
        self.assertEqual(complaints, [(2, "A bank serves one word."), (3, "it is busy")])

    def test_texts_of_rooms_below(self):
        source = 'const char* nameOf(int i) {\n    const char* kNames[]{"copy in", "l2_atomics"};\n}\n' \
                 'std::string ruleOf(Wait wait) { return "waits for its engine"; }\nauto other = "not this";\n'
        self.assertEqual(texts.texts_below(source, ("kNames", "ruleOf")), ["waits for its engine"])
        self.assertEqual(texts.texts_below('array<T, 2> kTexts{"latency", "DRAM"};', ("kTexts",)), ["latency", "DRAM"])
        self.assertEqual(texts.texts_below('constexpr Table kNames({{Pipe::Any, {"pipe_alu", "the ALU pipe"}}}); f("x");',
                                           ("kNames",)), ["the ALU pipe"])


class Catalogues(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "app/kit").mkdir(parents=True)
        (self.root / "assets/locale/zh").mkdir(parents=True)
        self.source = self.root / "app/kit/panel.cpp"
        self.po = self.root / "assets/locale/zh/lanescope.po"
        self.source.write_text('auto a = tr("{} of {} banks", x, y);\nauto b = tr("reset");\n', encoding="utf-8")
        self.po.write_text("", encoding="utf-8")
        texts.update(self.root)

    def translate(self, translations):
        self.po.write_text(texts.po_text(texts.all_texts(self.root), translations, "zh"), encoding="utf-8")

    def test_what_is_complete(self):
        self.translate({"{} of {} banks": "{1} 个存储体中的 {0} 个", "reset": "重置"})
        self.assertEqual(texts.check(self.root), [])

    def test_missing(self):
        self.translate({"reset": "重置"})
        self.assertEqual(texts.check(self.root), [
            "assets/locale/zh/lanescope.po: '{} of {} banks' is not translated (app/kit/panel.cpp)"])

    def test_new_and_unused(self):
        self.translate({"{} of {} banks": "{1} 中的 {0}", "reset": "重置"})
        self.source.write_text('auto a = tr("{} of {} banks", x, y);\nauto b = tr("again");\n', encoding="utf-8")
        self.assertEqual(sorted(texts.check(self.root)), [
            "assets/locale/lanescope.pot lacks 'again' (app/kit/panel.cpp); scripts/texts.py update",
            "assets/locale/lanescope.pot: nobody says 'reset'; scripts/texts.py update",
            "assets/locale/zh/lanescope.po: 'again' is not translated (app/kit/panel.cpp)",
            "assets/locale/zh/lanescope.po: nobody says 'reset'; scripts/texts.py update"])

    def test_other_values(self):
        for wrong in ("{} 个存储体", "{1} 中的 {2}", "{0:.1f} 中的 {1}", "{} 中的 {", "{name} 中的 {}", "{1} 中的 {}"):
            self.translate({"{} of {} banks": wrong, "reset": "重置"})
            self.assertEqual(len(texts.check(self.root)), 1, wrong)

    def test_fuzzy(self):
        self.translate({"{} of {} banks": "{1} 中的 {0}", "reset": "重置"})
        text = self.po.read_text(encoding="utf-8")
        self.po.write_text(text.replace('msgid "reset"', '#, fuzzy\nmsgid "reset"'), encoding="utf-8")
        self.assertEqual(texts.check(self.root), ["assets/locale/zh/lanescope.po: 'reset' is marked as fuzzy"])

    def test_a_lab_without_a_place_is_left_alone(self):
        self.translate({"{} of {} banks": "{1} 中的 {0}", "reset": "重置"})
        lab = self.root / "app/labs/stencil"
        lab.mkdir(parents=True)
        (lab / "words.cpp").write_text('auto a = tr("neighbours");\n', encoding="utf-8")
        (lab / "lab.cpp").write_text('const Registered<Lab> kLab({.title = "A stencil"});\n', encoding="utf-8")
        self.assertEqual(texts.check(self.root), [])
        (lab / "lab.cpp").write_text('const Registered<Lab> kLab({.title = "A stencil",\n    .place = 45});\n',
                                     encoding="utf-8")
        self.assertEqual(len(texts.check(self.root)), 4, "its title and its words, in both files")

    def test_updating_keeps_what_is_translated(self):
        self.translate({"{} of {} banks": "{1} 中的 {0}", "reset": "重\"置\"\n"})
        self.source.write_text('auto b = tr("reset");\nauto c = tr("more");\n', encoding="utf-8")
        texts.update(self.root)
        translations, _ = texts.read_po(self.po)
        self.assertEqual(translations, {"reset": "重\"置\"\n", "more": ""})


class Chinese(unittest.TestCase):
    def test_what_is_written_so(self):
        for right in ("存储体冲突：{} 个 wavefront。", "通道 0-3, 16；没有就写“无”", "CC {} 最多 {}（见 __syncthreads()）",
                      "纹素 ({}, {})", "分块中先全部 x，再全部 y…", "用 `lanescope sweep:a,b` 扫描", "100 %", "{}工作 {}",
                      "{}，{}", "第 {} 行：{}", "{}:{}", "线程块 ({}, {}, {})"):
            self.assertEqual(texts.faults_of_chinese(right), [], right)

    def test_what_is_not(self):
        for wrong in ("冲突: 4", "冲突,两个", "冲突(4 路)", "真的?", "wavefront: 每个", "到此为止.", "GPU上", "第2个",
                      "内核 ，启动", "启动， 内核", "{}, {}", "{}: {}", "通道 {}, {}", "全局存储器", "核函数"):
            self.assertTrue(texts.faults_of_chinese(wrong), wrong)

    def test_pages_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "assets/lessons/zh/01.md"
            page.parent.mkdir(parents=True)
            page.write_text("---\nsummary: 线程, 内核\n---\n```\n// 代码, 不读\n```\n核函数\n", encoding="utf-8")
            self.assertEqual([place for place, line in texts.chinese_pages(Path(folder)) if texts.faults_of_chinese(line)],
                             ["assets/lessons/zh/01.md:2", "assets/lessons/zh/01.md:7"])


class TheProgram(unittest.TestCase):
    def test_every_text_is_translated(self):
        self.assertEqual(texts.check(ROOT), [])


if __name__ == "__main__":
    unittest.main()
