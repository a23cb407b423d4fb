"""Writes what the tests expect of heuristics and optimal plans: Fast Downward's figures for generated tasks.

    python3 bench/expected_values.py [--hstar PATH]

The result, `crates/heuristics/tests/fast_downward.csv`, is numbers only: the parameters of a generated problem, the cost
of its cheapest plan, the values of its initial state, and how many states lama-first evaluates. The tests generate the
same problems and need no peer.
"""

import argparse
import csv
import re
import tempfile
from pathlib import Path

import peer

# Small enough to be solved optimally in the tests.
PARAMETERS = {
    "blocksworld": {"blocks": 5},
    "depots": {"crates": 2},
    "grid": {"columns": 4, "rows": 4, "keys": 3, "locks": 4, "goals": 1},
    "gripper": {"balls": 4, "rooms": 3},
    "logistics": {"packages": 3},
    "n-puzzle": {"rows": 2, "columns": 3},
    "pipesworld-notankage": {"batches": 6, "goals": 2},
    "rovers": {"goals": 3},
    "satellite": {"observations": 2},
    "scanalyzer": {"lanes": 2},
    "storage": {"crates": 2},
    "transport": {"packages": 2},
}
SEED = 2026
COUNT = 18
HEURISTICS = {"goalcount": "goalcount", "max": "hmax", "add": "add"}
FILE = peer.BENCH.parent / "crates" / "heuristics" / "tests" / "fast_downward.csv"


def figures(sas, folder):
    """The optimal cost, the initial values, and the evaluations of lama-first."""
    calls = ", ".join(f"{name}()" for name in HEURISTICS.values())
    search = [peer.downward(), "--internal-plan-file", folder / "plan", "--search"]
    optimal = peer.run([*search, "astar(lmcut())"], 300, stdin=sas).output
    initial = peer.run([*search, f"eager_greedy([{calls}], bound=0)"], 60, stdin=sas).output
    value = lambda name: re.search(rf"Initial heuristic value for {name}: (\d+)", initial)[1]
    first = peer.run([*search, peer.LAMA_FIRST], 60, stdin=sas).output
    evaluated = re.search(r"Evaluated (\d+) state", first)[1]
    return [re.search(r"Plan cost: (\d+)", optimal)[1], *map(value, HEURISTICS.values()), evaluated]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    options = parser.parse_args()
    rows = []
    for domain, parameters in PARAMETERS.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            numbers = [text for name, number in parameters.items() for text in (f"--{name}", number)]
            made = ["--count", COUNT, "--seed", SEED, "--out", folder]
            assert peer.run([options.hstar, "generate", domain, *numbers, *made]).code == 0
            for number, problem in enumerate(sorted(folder.glob("p*.pddl")), start=1):
                sas = folder / "task.sas"
                assert peer.run(peer.translator(folder / "domain.pddl", problem, sas)).code == 0
                texts = " ".join(f"{name}={number}" for name, number in parameters.items())
                rows.append([domain, texts, SEED, number, *figures(sas, folder)])
                print(*rows[-1], flush=True)
    with open(FILE, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["domain", "parameters", "seed", "number", "cost", *HEURISTICS, "lama-first"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
