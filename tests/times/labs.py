#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""What the program says of the labs' times, beside what a GPU measures.

    labs.py measure LANESCOPE OUT.csv         on a GPU: events around the launches, from a cold L2 and a warm one
    labs.py model LANESCOPE OUT.csv           on the emulator: modelled times and the verdict on the pattern
    labs.py compare MEASURED.csv MODELLED.csv the table, and every verdict and every order that is not true

The variants are those of labs.txt beside this file.
"""
import csv
import itertools
import json
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).with_name("labs.txt")
KEY = ("lab", "sets", "parameter", "value")
# A pattern costs something from this factor on; times that differ by less are not in any order.
MATTERS, APART = 1.1, 1.15


def groups():
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            lab, swept, best, *sets = line.split()
            parameter, values = swept.split("=")
            yield lab, sets, parameter, values.split(","), best.removeprefix("best=")


def program(*arguments):
    made = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if made.returncode:
        print(" ".join(arguments), made.stderr.strip(), sep="\n", file=sys.stderr)
        return None
    return json.loads(made.stdout)


def settings(sets):
    return [word for each in sets for word in ("--set", each)]


def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, KEY + columns, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def measure(lanescope, out):
    rows = []
    for lab, sets, parameter, values, _ in groups():
        found = {value: {} for value in values}
        for cache in ("cold", "warm"):
            document = program(lanescope, "sweep", lab, "--over", f"{parameter}={','.join(values)}", *settings(sets),
                               "--measure", "--device", "cuda", "--cache", cache, "--launches", "20", "--json")
            for point in document["series"][0]["points"] if document else []:
                found[point["values"][parameter]][f"{cache}_us"] = f"{point['measured']['median_ms'] * 1e3:.3f}"
        rows += [dict(zip(KEY, (lab, " ".join(sets), parameter, value))) | times for value, times in found.items()]
        write(out, ("cold_us", "warm_us"), rows)


def model(lanescope, out):
    rows = []
    for lab, sets, parameter, values, _ in groups():
        for value in values:
            report = program(lanescope, "report", lab, *settings([*sets, f"{parameter}={value}"]), "--device",
                             "emulated", "--arch", "9.0", "--json")
            row = dict(zip(KEY, (lab, " ".join(sets), parameter, value)))
            if report:
                for said in report["pattern"]:
                    cache = said["cache"]
                    row |= {f"{cache}_us": said["milliseconds"] and f"{said['milliseconds'] * 1e3:.3f}",
                            f"{cache}_without_us": said["without_waste_milliseconds"]
                            and f"{said['without_waste_milliseconds'] * 1e3:.3f}",
                            f"{cache}_verdict": said["verdict"]}
                row["bound"] = " ".join(sorted({each["bound"] or "" for each in report["modelled_time"]["kernels"]}))
            rows.append(row)
        write(out, tuple(f"{cache}_{what}" for cache in ("cold", "warm") for what in ("us", "without_us", "verdict"))
              + ("bound",), rows)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {tuple(row[name] for name in KEY): row for row in csv.DictReader(file)}


def main():
    mode, first, second = sys.argv[1:]
    return {"measure": measure, "model": model}[mode](first, second)


if __name__ == "__main__":
    sys.exit(main())
