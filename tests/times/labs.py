#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""What the program says of the labs' times, beside what a GPU measures.

    labs.py measure LANESCOPE OUT.csv [LAB...] on a GPU: events around the launches, from a cold L2 and a warm one
    labs.py model LANESCOPE OUT.csv [LAB...]   on the emulator: modelled times and the verdict on the pattern
    labs.py compare MEASURED.csv MODELLED.csv the table, and every verdict and every order that is not true

The variants are those of labs.txt beside this file. A lab that is about streams, or about a transfer, has one time,
without an L2: it stands in the warm column.
"""
import csv
import functools
import itertools
import json
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).with_name("labs.txt")
CACHES = ("cold", "warm")
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


def microseconds(seconds):
    return seconds and f"{seconds * 1e6:.3f}"


def chosen(labs):
    return (group for group in groups() if not labs or group[0] in labs)


def run(lanescope, lab, sets, *arguments):
    return program(lanescope, "report", lab, *settings(sets), *arguments, "--json") or {}


# Labs whose work is more than a launch, and so is their time.
def streams_seconds(lanescope, sets, gpu):
    made = run(lanescope, "streams", sets, *DEVICE[gpu]).get("streams", {})
    return made.get("measured" if gpu else "modelled", {}).get("seconds")


@functools.cache
def curves(lanescope, gpu):
    table = subprocess.run([lanescope, "bandwidth", *DEVICE[gpu], "--size", "64MiB", "--csv", "-"],
                           capture_output=True, text=True, check=True).stdout
    return list(csv.DictReader(table.splitlines()))


def transfers_seconds(lanescope, sets, gpu):
    asked = dict(each.split("=") for each in sets)
    number, unit = asked["size"][:-3], asked["size"][-3:]
    of = {"direction": asked["direction"], "memory": asked["memory"], "portable": "0",
          "bytes": str(int(number) * {"KiB": 1 << 10, "MiB": 1 << 20}[unit])}
    return next((float(row["seconds"]) for row in curves(lanescope, gpu)
                 if all(row[name] == value for name, value in of.items())), None)


def dynamic_seconds(lanescope, sets, gpu):
    said = run(lanescope, "dynamic", sets, *DEVICE[gpu], *(("--launches", "15") if gpu else ()))
    made = said.get("timing", {}).get("run", {}).get("median_ms") if gpu else next(
        (each["milliseconds"] for each in said.get("pattern", []) if each["cache"] == "warm"), None)
    return made and made * 1e-3


WHOLE = {"streams": streams_seconds, "transfers": transfers_seconds, "dynamic": dynamic_seconds}
DEVICE = {True: ("--device", "cuda"), False: ("--device", "emulated", "--arch", "9.0")}


def measure(lanescope, out, labs):
    rows = []
    for lab, sets, parameter, values, _ in chosen(labs):
        found = {value: {} for value in values}
        for cache in CACHES if lab not in WHOLE else ():
            document = program(lanescope, "sweep", lab, "--over", f"{parameter}={','.join(values)}", *settings(sets),
                               "--measure", *DEVICE[True], "--cache", cache, "--launches", "20", "--json")
            for point in document["series"][0]["points"] if document else []:
                found[point["values"][parameter]][f"{cache}_us"] = f"{point['measured']['median_ms'] * 1e3:.3f}"
        for value in values if lab in WHOLE else ():
            found[value]["warm_us"] = microseconds(WHOLE[lab](lanescope, [*sets, f"{parameter}={value}"], True))
        rows += [dict(zip(KEY, (lab, " ".join(sets), parameter, value))) | times for value, times in found.items()]
        write(out, ("cold_us", "warm_us"), rows)


def model(lanescope, out, labs):
    rows = []
    for lab, sets, parameter, values, _ in chosen(labs):
        for value in values:
            row = dict(zip(KEY, (lab, " ".join(sets), parameter, value)))
            if lab in WHOLE:
                rows.append(row | {"warm_us": microseconds(WHOLE[lab](lanescope, [*sets, f"{parameter}={value}"], False))})
                continue
            report = run(lanescope, lab, [*sets, f"{parameter}={value}"], *DEVICE[False])
            if report:
                for said in report["pattern"]:
                    cache = said["cache"]
                    row |= {f"{cache}_us": said["milliseconds"] and f"{said['milliseconds'] * 1e3:.3f}",
                            f"{cache}_without_us": said["without_waste_milliseconds"]
                            and f"{said['without_waste_milliseconds'] * 1e3:.3f}",
                            f"{cache}_verdict": said["verdict"]}
                row["bound"] = " ".join(sorted({each["bound"] or "" for each in report["modelled_time"]["kernels"]}))
            rows.append(row)
        write(out, tuple(f"{cache}_{what}" for cache in CACHES for what in ("us", "without_us", "verdict"))
              + ("bound",), rows)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {tuple(row[name] for name in KEY): row for row in csv.DictReader(file)}


def number(row, name):
    return float(row.get(name) or 0)


def ratios(of, to):
    """By cache; empty where a time is missing."""
    known = [cache for cache in CACHES if number(to, f"{cache}_us")]
    made = [number(of, f"{cache}_us") / number(to, f"{cache}_us") for cache in known]
    return made if all(made) else []


def denied(row, costs):
    """Whether a verdict says the opposite of what was measured. Events of a few microseconds jitter by up to one: what
    is not so from a cold L2 and from a warm one is no evidence."""
    yes = [row[f"{cache}_verdict"].startswith("Yes") for cache in CACHES]
    little = [row[f"{cache}_verdict"].startswith("Not much") for cache in CACHES]
    return (all(yes) and max(costs) < FREE) or (all(little) and min(costs) > APART)


def compare(measured_file, modelled_file):
    measured, modelled = read(measured_file), read(modelled_file)
    errors, wrong, known, pairs, judged = [], [], 0, 0, 0
    print("| lab | with | variants: measured / modelled, us (costs measured / modelled, verdict) |")
    print("|---|---|---|")
    for lab, sets, parameter, values, best in groups():
        if (lab, " ".join(sets), parameter, values[0]) not in modelled:
            continue
        keys = {value: (lab, " ".join(sets), parameter, value) for value in values}
        cells = []
        for value, key in keys.items():
            real, made = measured[key], modelled[key]
            costs = ratios(real, measured[keys[best]]) if value != best and best in keys else []
            judged += bool(costs)
            if costs and denied(made, costs):
                wrong.append(f"{' '.join(key)}: {made['cold_verdict']} {costs}")
            known += bool(ratios(made, real))
            errors += [abs(each - 1) for each in ratios(made, real)]
            shown = "warm_us" if lab in WHOLE else "cold_us"
            cell = f"{value} {number(real, shown):.1f} / {number(made, shown):.1f}"
            if costs:
                told = number(made, "cold_us") / number(made, "cold_without_us")
                words = [word for word in ("Yes", "Not much") if made["cold_verdict"].startswith(word)]
                cell += f" ({costs[0]:.2f} / {told:.2f}{''.join(', ' + word for word in words)})"
            cells.append(cell)
        print(f"| {lab} | {' '.join(sets)} | {parameter}: {'; '.join(cells)} |")
        for (a, one), (b, other) in itertools.combinations(keys.items(), 2):
            real, made = ratios(measured[one], measured[other]), ratios(modelled[one], modelled[other])
            if not real or not made:
                continue
            if min(real) < APART and max(real) > 1 / APART:
                continue
            pairs += 1
            if any((x > 1) != (y > 1) for x, y in zip(real, made)):
                wrong.append(f"{lab} {' '.join(sets)}: {parameter}={a} to {b}: measured {real}, modelled {made}")
    print(f"\n{known} variants, mean error {sum(errors) / len(errors):.1%}; {judged} verdicts and {pairs} "
          f"pairs of variants, of which the GPU denies {len(wrong)}", *wrong, sep="\n")


def main():
    mode, first, second, *labs = sys.argv[1:]
    if mode == "compare":
        return compare(first, second)
    return {"measure": measure, "model": model}[mode](first, second, labs)


if __name__ == "__main__":
    sys.exit(main())
