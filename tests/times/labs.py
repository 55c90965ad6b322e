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
# Times that differ by less are in no order; a pattern that costs less costs nothing.
APART, FREE = 1.15, 1.03


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


CACHES = ("cold", "warm")


def number(row, name):
    return float(row.get(name) or 0)


def ratios(of, to):
    """By cache; empty where a time is missing."""
    made = [number(of, f"{cache}_us") / (number(to, f"{cache}_us") or 1) for cache in CACHES]
    return made if all(made) and number(to, "cold_us") else []


def denied(row, costs):
    """Whether a verdict says the opposite of what was measured. Events of a few microseconds jitter by up to one: what
    is not so from a cold L2 and from a warm one is no evidence."""
    yes = [row[f"{cache}_verdict"].startswith("Yes") for cache in CACHES]
    little = [row[f"{cache}_verdict"].startswith("Little") for cache in CACHES]
    return (all(yes) and max(costs) < FREE) or (all(little) and min(costs) > APART)


def compare(measured_file, modelled_file):
    measured, modelled = read(measured_file), read(modelled_file)
    errors, wrong, pairs, judged = [], [], 0, 0
    print("| lab | with | variants: measured / modelled, us (costs measured / modelled, verdict) |")
    print("|---|---|---|")
    for lab, sets, parameter, values, best in groups():
        keys = {value: (lab, " ".join(sets), parameter, value) for value in values}
        cells = []
        for value, key in keys.items():
            real, made = measured[key], modelled[key]
            costs = ratios(real, measured[keys[best]]) if value != best and best in keys else []
            judged += bool(costs)
            if costs and denied(made, costs):
                wrong.append(f"{' '.join(key)}: {made['cold_verdict']} {costs}")
            errors += [abs(each - 1) for each in ratios(made, real)]
            cell = f"{value} {number(real, 'cold_us'):.1f} / {number(made, 'cold_us'):.1f}"
            if costs:
                told = number(made, "cold_us") / number(made, "cold_without_us")
                word = made["cold_verdict"].split(":")[0]
                cell += f" ({costs[0]:.2f} / {told:.2f}{', ' + word if word in ('Yes', 'Little') else ''})"
            cells.append(cell)
        print(f"| {lab} | {' '.join(sets)} | {parameter}: {'; '.join(cells)} |")
        for (a, one), (b, other) in itertools.combinations(keys.items(), 2):
            real, made = ratios(measured[one], measured[other]), ratios(modelled[one], modelled[other])
            if min(real) < APART and max(real) > 1 / APART:
                continue
            pairs += 1
            if any((x > 1) != (y > 1) for x, y in zip(real, made)):
                wrong.append(f"{lab} {' '.join(sets)}: {parameter}={a} to {b}: measured {real}, modelled {made}")
    print(f"\n{len(errors) // 2} variants, mean error {sum(errors) / len(errors):.1%}; {judged} verdicts and {pairs} "
          f"pairs of variants, of which the GPU denies {len(wrong)}", *wrong, sep="\n")


def main():
    mode, first, second = sys.argv[1:]
    return {"measure": measure, "model": model, "compare": compare}[mode](first, second)


if __name__ == "__main__":
    sys.exit(main())
