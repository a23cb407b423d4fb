"""Are the heuristics Fast Downward's? The values of the initial states of the same SAS+ files.

    python3 bench/heuristic_values.py BENCHMARKS [--count 200] [--hstar PATH] [--megabytes 8]

goalcount, max and add have to be equal; ff may differ where achievers tie; lmcut may differ and must not be less than
max. Prints every difference, and fails if there is one that must not be.
"""

import argparse
import math
import re
import tempfile
from pathlib import Path

import peer

THEIR_NAMES = {"goalcount": "goalcount", "max": "hmax", "add": "add", "ff": "ff", "lmcut": "lmcut"}
TOGETHER = [["goalcount", "max", "add", "ff"], ["lmcut"]]
MUST_BE_EQUAL = ["goalcount", "max", "add"]
VALUE = re.compile(r"Initial heuristic value for (\w+): (\S+)")


def values(output):
    return {name: float(value.replace("infinity", "inf")) for name, value in VALUE.findall(output)}


def theirs(sas, folder):
    found = {}
    for names in TOGETHER:
        calls = ", ".join(f"{THEIR_NAMES[name]}()" for name in names)
        search = ["--internal-plan-file", folder / "theirs", "--search", f"eager_greedy([{calls}], bound=0)"]
        found |= values(peer.run([peer.downward(), *search], 120, stdin=sas).output)
    return {name: found.get(their_name) for name, their_name in THEIR_NAMES.items()}


def ours(hstar, sas, folder):
    found = {}
    for names in TOGETHER:
        search = ["--search", f"gbfs({', '.join(names)})", "--max-evaluations", "1", "--plan-file", folder / "ours"]
        found |= values(peer.run([hstar, "plan", sas, "--log", "fd", *search], 120).output)
    return {name: found.get(name) for name in THEIR_NAMES}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--megabytes", type=float, default=8, help="leave out SAS+ files larger than this")
    options = parser.parse_args()
    tasks, equal, differ, wrong, ratios = 0, dict.fromkeys(THEIR_NAMES, 0), dict.fromkeys(THEIR_NAMES, 0), 0, []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sas = folder / "task.sas"
        for task in peer.sample(peer.tasks(options.benchmarks)):
            if tasks >= options.count:
                break
            run = peer.run([options.hstar, "translate", task.domain, task.problem, "--sas", sas], 60)
            if run.code != 0 or sas.stat().st_size > options.megabytes * 1e6:
                continue
            peers, own = theirs(sas, folder), ours(options.hstar, sas, folder)
            tasks += 1
            if own["lmcut"] is not None and own["lmcut"] < own["max"]:
                wrong += 1
                print(f"{task.name}: lmcut {own['lmcut']} < max {own['max']}", flush=True)
            for name in THEIR_NAMES:
                if peers[name] == own[name]:
                    equal[name] += own[name] is not None
                    continue
                differ[name] += 1
                wrong += name in MUST_BE_EQUAL
                print(f"{task.name}: {name}: fd {peers[name]}, hstar {own[name]}", flush=True)
            if own["lmcut"] and peers["lmcut"] and math.isfinite(peers["lmcut"]):
                ratios.append(math.log(own["lmcut"] / peers["lmcut"]))
    print(f"\n{tasks} tasks")
    for name in THEIR_NAMES:
        print(f"  {name}: equal on {equal[name]}, different on {differ[name]}")
    if ratios:
        print(f"  lmcut: hstar's values are {math.exp(sum(ratios) / len(ratios)):.3f} of Fast Downward's on average")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
