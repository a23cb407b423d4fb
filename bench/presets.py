"""Searches without a model against each other: which finds more first plans, sooner, and at which cost?

    python3 bench/presets.py BENCHMARKS [--searches lama-first nolan] [--each 5] [--seconds 10] [--jobs 2]
        [--only TEXT]

BENCHMARKS is the unpacked benchmark archive. Of each IPC domain, `--each` tasks are taken, spread over its sizes, the largest
included; with --only, tasks whose name contains it. Every run has the same limit of processor time, and 4 GB. The first
search is what the others are held against: a line for each task that some of them solve and others do not, and in the end coverage,
and geometric means of evaluations, time and cost where both find a plan.
"""

import argparse
import concurrent.futures
import json
import math
import tempfile
from pathlib import Path

import peer


def chosen(root, each, only):
    groups = {name: tasks for name, tasks in peer.tasks(root).items() if name.startswith("ipc/")}
    for tasks in groups.values():
        tasks = [task for task in tasks if only in task.name]
        indexes = {round((number + 1) * len(tasks) / each) - 1 for number in range(each)}
        yield from (tasks[index] for index in sorted(indexes) if 0 <= index < len(tasks))


def plan(hstar, task, search, seconds):
    """Evaluations, processor time and cost of a run, or nothing if it finds no plan."""
    with tempfile.TemporaryDirectory() as folder:
        command = [hstar, "plan", task.domain, task.problem, "--search", search, "--json", "--memory-limit", "4G",
                   "--plan-file", Path(folder) / "plan"]
        run = peer.run(command, time_limit=10 * seconds, cpu_limit=seconds)
    if run.code != 0:
        return None
    answer = json.loads(run.output[run.output.index("{"):])
    return {"evaluations": answer["evaluated"], "seconds": run.cpu_seconds, "cost": answer["cost"]}


def mean_ratio(pairs, key):
    ratios = [math.log((theirs[key] + 1e-3) / (ours[key] + 1e-3)) for ours, theirs in pairs]
    return math.exp(sum(ratios) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--hstar", type=Path, default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--searches", nargs="+", default=["lama-first", "nolan"])
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tasks = list(chosen(options.benchmarks, options.each, options.only))
    first, *others = options.searches
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [[pool.submit(plan, options.hstar, task, search, options.seconds) for search in options.searches]
                for task in tasks]
        results = []
        for task, futures in zip(tasks, runs):
            found = [future.result() for future in futures]
            results.append(found)
            if any(found) and not all(found):
                solvers = [search for search, result in zip(options.searches, found) if result]
                print(f"{task.name}: only {', '.join(solvers)}", flush=True)
    print(f"\n{len(tasks)} tasks, {options.seconds} s: solved")
    for index, search in enumerate(options.searches):
        solved = sum(found[index] is not None for found in results)
        # As the agile track of the IPC scores, but with 1 for a plan within a hundredth of a second: less with the logarithm of the time.
        agile = sum(1 - max(0, math.log(max(found[index]["seconds"], 0.01) / 0.01)) / math.log(options.seconds / 0.01)
                    for found in results if found[index])
        print(f"  {solved:4}  {search}  (score for time {agile:.1f})")
    for index, search in enumerate(others, 1):
        pairs = [(found[0], found[index]) for found in results if found[0] and found[index]]
        hard = [pair for pair in pairs if max(pair[0]["seconds"], pair[1]["seconds"]) >= 0.5]
        for name, some in [("", pairs), (" that take either half a second", hard)]:
            means = ", ".join(f"{key} {mean_ratio(some, key):.3f}" for key in ["evaluations", "seconds", "cost"])
            print(f"{search} / {first}, {len(some)} tasks that both solve{name}: {means}")


if __name__ == "__main__":
    main()
