"""Heuristics grown from the goals of planning tasks, beside searches that need no growth.

    python3 bench/grown_tasks.py BENCHMARKS [--hstar PATH] [--folder DIR] [--only TEXT] [--seconds 1800] [--lama 30]
        [--learn WORDS]

For each of the tasks below: the seconds that growth takes, then the states evaluated, seconds, and the cost of the plan in per cent above the
cheapest, by A* with the grown heuristic at α = 0.5, 0.9 and 0.95, floored by LM-cut, by A* with LM-cut alone, weighted A* with LM-cut at several
weights, lama's first plan, and its best plan after --lama seconds. In the end, the means over the tasks with a plan: per cent above the cheapest,
the share of cheapest plans, and the geometric mean of states evaluated in relation to A* with LM-cut. Growth goes on where it was stopped. Tasks are
one of each domain: of some that were looked at, the one that A* with LM-cut took longest for within 25 s.
"""

import argparse
import json
import math
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import peer

TASKS = ["blocks/probBLOCKS-10-0", "logistics00/probLOGISTICS-7-0", "gripper/prob05", "driverlog/p08", "zenotravel/p10", "satellite/p07-pfile7",
         "depot/p13", "storage/p12", "rovers/p12", "elevators-opt08-strips/p12", "woodworking-opt08-strips/p13", "transport-opt08-strips/p03",
         "freecell/p05", "nomystery-opt11-strips/p06"]
SEARCHES = ["astar(lmcut)", "wastar(lmcut, w=1.5)", "wastar(lmcut, w=2)", "wastar(lmcut, w=5)", "lama-first"]
ALPHAS = [0.5, 0.9, 0.95]


def planned(hstar, files, search, seconds, model=None):
    """States evaluated, seconds and cost of a plan; the cost is None if there is none in time."""
    words = [hstar, "plan", *files, "--search", search, "--time-limit", f"{seconds}s", "--json"]
    words += ["--model", model] if model else []
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([str(Path(word).resolve()) if isinstance(word, Path) else str(word) for word in words], cwd=folder,
                              capture_output=True, text=True)
    found = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    return found.get("evaluated", 0), found.get("total_s", float("nan")), found.get("cost")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--folder", default="grown-tasks", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--lama", type=int, default=30, help="the seconds that lama has for ever better plans")
    parser.add_argument("--learn", default="", metavar="WORDS", help="more options of hstar learn")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    columns = {}
    for name in TASKS:
        problem = options.benchmarks / "ipc" / f"{name}.pddl"
        if options.only not in name or not problem.exists():
            continue
        files = [peer.domain_of(problem), problem]
        model = options.folder / (name.replace("/", "-") + ".hstar")
        learn = [options.hstar, "learn", model, *files, "--method", "likely", *options.learn.split()]
        start = time.perf_counter()
        grown = subprocess.run([str(word) for word in learn], capture_output=True, text=True)
        said = next((line for line in grown.stdout.splitlines() if line.startswith("Calibrated")), grown.stderr.strip()[:100])
        print(f"{name}: grown in {time.perf_counter() - start:.0f} s. {said}", flush=True)
        runs = {search: planned(options.hstar, files, search, options.seconds) for search in SEARCHES}
        runs["lama"] = planned(options.hstar, files, "lama", options.lama)
        for alpha in ALPHAS:
            search = f"astar(max(model@quantile:{alpha}, lmcut))"
            runs[search] = planned(options.hstar, files, search, options.seconds, model)
        states, _, cheapest = runs["astar(lmcut)"]
        for search, (evaluated, seconds, cost) in runs.items():
            above = 100 * (cost / cheapest - 1) if cost is not None and cheapest else None
            print(f"  {search:39} {evaluated:>10,} states {seconds:8.1f} s  {'no plan' if above is None else f'{above:.1f} % above'}", flush=True)
            if above is not None:
                columns.setdefault(search, []).append((above, max(evaluated, 1) / states))
    for search, rows in columns.items():
        above = statistics.mean(row[0] for row in rows)
        optimal = 100 * statistics.mean(row[0] == 0 for row in rows)
        ratio = math.exp(statistics.mean(math.log(row[1]) for row in rows))
        print(f"{search:39} {len(rows)} solved, {above:.2f} % above, {optimal:.0f} % optimal, {ratio:.3f} of LM-cut's states")


if __name__ == "__main__":
    main()
