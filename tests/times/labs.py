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


def number(row, name):
    return float(row[name]) if row and row.get(name) else 0.0


def verdicts(measured, modelled, best):
    """By cache: what the verdict says the pattern costs, what it costs, and whether one denies the other."""
    for cache in ("cold", "warm"):
        times = [number(row, f"{cache}_us") for row in (measured, best)]
        said = [number(modelled, f"{cache}_us"), number(modelled, f"{cache}_without_us")]
        if not all(times) or not all(said):
            continue
        real, told = times[0] / times[1], said[0] / said[1]
        yes = modelled[f"{cache}_verdict"].startswith("Yes")
        yield cache, told, real, (yes and real < 1 / MATTERS) or (not yes and real > APART and "Little" in
                                                                  modelled[f"{cache}_verdict"])


def compare(measured_file, modelled_file):
    measured, modelled = read(measured_file), read(modelled_file)
    errors, wrong, pairs = [], [], 0
    print("| lab | set | variant | measured, us | modelled, us | costs, measured | costs, modelled |")
    print("|---|---|---|---|---|---|---|")
    for lab, sets, parameter, values, best in groups():
        keys = {value: (lab, " ".join(sets), parameter, value) for value in values}
        for value, key in keys.items():
            real, made = measured[key], modelled.get(key, {})
            cells = [[f"{number(row, name):.1f}" for name in ("cold_us", "warm_us")] for row in (real, made)]
            told, costs = ["", ""], ["", ""]
            for cache, said, cost, opposite in verdicts(real, made, measured.get(keys.get(best), {})):
                at = cache == "warm"
                told[at], costs[at] = f"{said:.2f}", f"{cost:.2f}"
                if opposite:
                    wrong.append(f"{key}, {cache}: {made[f'{cache}_verdict']} Measured: {cost:.2f}")
            for cache in ("cold_us", "warm_us"):
                if number(real, cache) and number(made, cache):
                    errors.append(abs(number(made, cache) / number(real, cache) - 1))
            print(f"| {lab} | {' '.join(sets)} | {parameter}={value} |", " | ".join(
                " ".join(each) for each in (*cells, costs, told)), "|")
        for (a, one), (b, other) in itertools.combinations(keys.items(), 2):
            for cache in ("cold_us", "warm_us"):
                real, made = ([number(table.get(key, {}), cache) for key in (one, other)] for table in (measured, modelled))
                if not all(real) or not all(made) or max(real) / min(real) < APART:
                    continue
                pairs += 1
                if (real[0] < real[1]) != (made[0] < made[1]):
                    wrong.append(f"{lab} {' '.join(sets)} {cache}: {parameter}={a} and {b} take {real}, modelled {made}")
    print(f"\n{len(errors) // 2} variants, mean error {sum(errors) / len(errors):.1%}; {pairs} pairs that are apart")
    print(*wrong, sep="\n")


def main():
    mode, first, second = sys.argv[1:]
    return {"measure": measure, "model": model, "compare": compare}[mode](first, second)


if __name__ == "__main__":
    sys.exit(main())
