# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""code_of.py PAGE LANGUAGE FILE: writes the one block of code in that language of a Markdown page to a file."""
import re
import sys
from pathlib import Path

page, language, target = sys.argv[1:]
blocks = re.findall(rf"^```{language}\n(.*?)^```$", Path(page).read_text(encoding="utf-8"), re.M | re.S)
if len(blocks) != 1:
    sys.exit(f"{page} has {len(blocks)} blocks of {language} instead of one")
Path(target).parent.mkdir(parents=True, exist_ok=True)
Path(target).write_text(blocks[0], encoding="utf-8")
