#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""scripts/arrows.py finds each kind of wrong include in a house made for it, and cmake/unity.py keeps names apart."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import arrows  # noqa: E402


class House(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def complaints(self, name, text):
        self.write(name, text)
        found = arrows.check(self.root)
        (self.root / name).unlink()
        return found

    def test_arrows(self):
        for header in ("model/report.h", "ptx/decode/decoder.h", "session/player.h", "kit/lab.h", "kit/words/facts.h",
                       "kit/pictures/banks.h", "labs/wave/model.h"):
            self.write(f"app/{header}", "#pragma once\n")
        right = [("app/ptx/run/machine.cpp", '#include "ptx/decode/decoder.h"\n#include "model/report.h"\n'),
                 ("app/labs/wave/lab.cpp", '#include "labs/wave/model.h"\n#include "kit/lab.h"\n'),
                 ("app/kit/lab.cpp", '#include "kit/lab.h"\n#include "session/player.h"\n#include <vector>\n'),
                 ("app/kit/lab.cpp", '#include "kit/pictures/banks.h"\n'),
                 ("app/kit/pictures/access.cpp", '#include "kit/words/facts.h"\n#include "kit/pictures/banks.h"\n'),
                 ("app/kit/words/advice.cpp", '#include "kit/lab.h"\n')]
        for name, text in right:
            self.assertEqual(self.complaints(name, text), [], name)
        wrong = [("app/model/report.cpp", '#include "ptx/decode/decoder.h"\n', "may not see ptx"),
                 ("app/model/report.cpp", "#include <fmt/format.h>\n", "standard library alone"),
                 ("app/session/player.cpp", '#include "kit/lab.h"\n', "may not see kit"),
                 ("app/kit/lab.cpp", '#include "ptx/decode/decoder.h"\n', "may not see ptx"),
                 ("app/labs/stencil/lab.cpp", '#include "labs/wave/model.h"\n', "another lab's folder"),
                 ("app/labs/wave/lab.cpp", "#include <glad/gl.h>\n", "may see OpenGL"),
                 ("app/labs/wave/lab.cpp", "#include <imgui.h>\n", "may see Dear ImGui"),
                 ("app/kit/pictures/banks.cpp", "#include <imgui.h>\n", "may see Dear ImGui"),
                 ("app/device/device.cpp", "#include <glad/gl.h>\n", "may see OpenGL"),
                 ("app/device/device.cpp", "#include <cuda_runtime_api.h>\n", "may see CUDA"),
                 ("app/shell/output/report.cpp", "#include <imgui.h>\n", "may see Dear ImGui"),
                 ("app/session/player.cpp", "#include <cuda_runtime_api.h>\n", "may see CUDA"),
                 ("app/kit/lab.cpp", "#include <GLFW/glfw3.h>\n", "may see GLFW"),
                 ("app/kit/lab.cpp", '#include "../model/report.h"\n', "starts with its room's name"),
                 ("app/kit/words/advice.cpp", '#include "kit/pictures/banks.h"\n', "may not see kit/pictures"),
                 ("app/kit/attic/box.cpp", '#include "kit/words/facts.h"\n', "may not see kit/words"),
                 ("app/cellar/rat.cpp", "", "none of the rooms"),
                 ("app/kit/lab.h", '#include "kit/lab.h"\n', "go in a circle")]
        for name, text, words in wrong:
            found = self.complaints(name, text)
            self.assertEqual(len(found), 1, f"{name}: {text}{found}")
            self.assertIn(words, found[0])

    def test_folders(self):
        below = [("app/device/run/machine.h", '#include "device/decode/module.h"\n#include "device/fault.h"\n'),
                 ("app/device/decode/module.h", '#include "device/syntax/parser.h"\n'),
                 ("app/device/syntax/parser.h", ""),
                 ("app/device/fault.h", ""),
                 ("app/device/fault.cpp", '#include "device/run/machine.h"\n'),
                 ("app/device/run/grids/child.cpp", '#include "device/run/machine.h"\n'),
                 ("app/device/run/machine.cpp", '#include "device/run/grids/child.h"\n'),
                 ("app/device/run/grids/child.h", "")]
        for name, text in below:
            self.write(name, text)
        self.assertEqual(arrows.check(self.root), [], "one direction, and a folder and those inside it")
        wrong = [("app/device/decode/module.cpp", '#include "device/run/machine.h"\n',
                  "app/device go in a circle: device/decode -> device/run -> device/decode"),
                 ("app/device/syntax/parser.cpp", '#include "device/run/machine.h"\n',
                  "app/device go in a circle: device/decode -> device/syntax -> device/run -> device/decode")]
        for name, text, words in wrong:
            found = self.complaints(name, text)
            self.assertEqual(len(found), 1, f"{name}: {text}{found}")
            self.assertIn(words, found[0])

    def test_the_page_has_the_same_table(self):
        def below(room):
            return {room}.union(*(below(each) for each in arrows.ARROWS[room]))
        page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `app/(\w+)[^`]*` \|.*\| ([^|]+) \|$", page, re.M)
        self.assertEqual({room for room, _ in rows}, set(arrows.ARROWS) - {"main"})
        for room, seen in rows:
            named = set()
            for word in seen.removesuffix(" and below").split(", "):
                named |= below(word) if seen.endswith(" and below") else {word} - {"nothing"}
            self.assertEqual(named, set(arrows.ARROWS[room]), room)

    def test_order_of_folders(self):
        for name in ("app/ptx/run/machine.h", "app/ptx/decode/module.h", "app/shell/output/json.h", "app/shell/app/app.h"):
            self.write(name, "")
        self.assertEqual(self.complaints("app/ptx/run/machine.cpp", '#include "ptx/decode/module.h"\n'), [])
        self.assertEqual(self.complaints("app/shell/app/app.cpp", '#include "shell/output/json.h"\n'), [])
        for name, text, words in [
                ("app/ptx/decode/module.cpp", '#include "ptx/run/machine.h"\n', "ptx/decode may not see ptx/run"),
                ("app/shell/output/json.cpp", '#include "shell/app/app.h"\n', "shell/output may not see shell/app")]:
            found = self.complaints(name, text)
            self.assertEqual(len(found), 1, f"{name}: {text}{found}")
            self.assertIn(words, found[0])

    def test_units(self):
        self.write("a.h", "#pragma once\nnamespace n { constexpr int kSide = 1; }\n")
        files = [self.write("1.cpp", "namespace n { namespace { int helper(int x) { return x; } } }\n"),
                 self.write("2.cpp", "namespace n { namespace { struct Other {}; } }\n"),
                 self.write("3.cpp", "namespace n { namespace { int helper() { return 2; } } }\n"),
                 self.write("4.cpp", '#include "a.h"\n'),
                 self.write("5.cpp", "namespace n { static const int kSide = 2; }\n"),
                 self.write("6.cpp", "using namespace std;\n")]

        def units_of():
            done = subprocess.run([sys.executable, str(ROOT / "cmake" / "unity.py"), str(self.root / "names"), "9", *files],
                                  text=True, capture_output=True, check=True)
            return [[Path(name).name[0] for name in line.split(";")] for line in done.stdout.splitlines()]

        units = units_of()
        self.assertEqual(units, [["1", "2", "5"], ["3", "4", "6"]])
        self.assertEqual(units_of(), units, "from what was kept")
        (self.root / "names").write_bytes(b"damaged")
        self.assertEqual(units_of(), units, "what was kept is damaged")
        self.write("3.cpp", "namespace n { namespace { int another() { return 2; } } }\n")
        self.assertEqual(len(units_of()), 2)
        self.assertIn(["1", "2", "3", "5"], units_of(), "one file has changed")
        for unit in units:
            self.assertFalse({"1", "3"} <= set(unit), f"both have a helper: {unit}")
            self.assertFalse({"4", "5"} <= set(unit), f"both know a kSide: {unit}")
            self.assertTrue("6" not in unit or unit[-1] == "6", f"what opens a namespace comes last: {unit}")


if __name__ == "__main__":
    unittest.main()
