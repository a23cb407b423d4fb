"""Instructions that the hot paths take, counted by valgrind: the same on a busy machine as on an idle one.

    python3 bench/instructions.py [--hstar PATH]            compare with what is recorded
    python3 bench/instructions.py [--hstar PATH] --record   record

Each figure is the difference between a longer and a shorter run of the same search on a generated task, divided by what
the longer one did more: instructions per expanded or evaluated state, or per grounded operator. The record,
`bench/instructions.csv`, goes with the compiler of its time; compare on one machine before and after a change.
"""

import argparse
import csv
import re
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RECORD = FOLDER / "instructions.csv"

# domain, parameters, search, counter, limits of the shorter and the longer run
SEARCHES = [
    ("blocksworld", ["--blocks", "12"], "astar(blind)", "Expanded", 1000, 20000),
    ("logistics", ["--size", "medium"], "astar(blind)", "Expanded", 500, 5000),
    ("transport", ["--size", "medium"], "gbfs(ff)", "Evaluated", 200, 2000),
    ("rovers", ["--size", "medium"], "gbfs(ff)", "Evaluated", 50, 400),
    ("depots", ["--size", "medium"], "gbfs(add)", "Evaluated", 50, 400),
    ("blocksworld", ["--size", "medium"], "astar(lmcut)", "Evaluated", 50, 400),
    ("satellite", ["--size", "medium"], "astar(lmcut)", "Evaluated", 20, 200),
    ("depots", ["--size", "large"], "lama-first", "Evaluated", 20, 200),
]
# domain, parameters of the smaller and of the larger task
TRANSLATIONS = [
    ("logistics", ["--size", "medium"], ["--size", "large"]),
    ("rovers", ["--size", "medium"], ["--size", "large"]),
]


def instructions(command):
    """Instructions executed by a command, and its output."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    run = subprocess.run(valgrind, capture_output=True, text=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]), run.stdout


def logged(output, pattern):
    return int(re.search(pattern, output)[1])


def generate(hstar, domain, parameters, folder):
    made = [hstar, "generate", domain, *parameters, "--count", "1", "--seed", "2026", "--out", folder]
    subprocess.run(made, check=True, capture_output=True)
    return [folder / "domain.pddl", folder / "p01.pddl"]


def search_figure(hstar, folder, domain, parameters, search, counter, short, long):
    task = generate(hstar, domain, parameters, folder)
    limit = {"Expanded": "--max-expansions", "Evaluated": "--max-evaluations"}[counter]
    runs = []
    for number in (short, long):
        plan = ["--plan-file", folder / "plan", "--log", "fd", limit, number]
        count, output = instructions([hstar, "plan", *task, "--search", search, *plan])
        runs.append((count, logged(output, rf"{counter} (\d+) state")))
    return (runs[1][0] - runs[0][0]) / (runs[1][1] - runs[0][1])


def translation_figure(hstar, folder, domain, small, large):
    runs = []
    for number, parameters in enumerate((small, large)):
        task = generate(hstar, domain, parameters, folder / str(number))
        count, output = instructions([hstar, "translate", *task, "--sas", folder / "task.sas", "--log", "fd"])
        runs.append((count, logged(output, r"Translator operators: (\d+)")))
    return (runs[1][0] - runs[0][0]) / (runs[1][1] - runs[0][1])


def figures(hstar):
    with tempfile.TemporaryDirectory() as temporary:
        for number, (domain, parameters, search, counter, short, long) in enumerate(SEARCHES):
            folder = Path(temporary) / f"s{number}"
            figure = search_figure(hstar, folder, domain, parameters, search, counter, short, long)
            yield f"{search} {domain} per {counter.lower()} state", round(figure)
        for number, (domain, small, large) in enumerate(TRANSLATIONS):
            figure = translation_figure(hstar, Path(temporary) / f"t{number}", domain, small, large)
            yield f"translate {domain} per operator", round(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default=FOLDER.parent / "target" / "release" / "hstar")
    parser.add_argument("--record", action="store_true", help="write the figures to instructions.csv")
    options = parser.parse_args()
    recorded = dict(csv.reader(open(RECORD))) if RECORD.exists() else {}
    found = []
    for name, figure in figures(Path(options.hstar).resolve()):
        before = recorded.get(name)
        change = f"{100 * (figure / int(before) - 1):+6.1f} %" if before else ""
        print(f"{figure:12,}  {change:>9}  {name}", flush=True)
        found.append((name, figure))
    if options.record:
        with open(RECORD, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(found)


if __name__ == "__main__":
    main()
