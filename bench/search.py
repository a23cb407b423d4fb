"""Searching against Fast Downward: rates of expansion and evaluation, and coverage.

    python3 bench/search.py BENCHMARKS rates    [--tasks 100] [--seconds 5]  [--config NAME] …
    python3 bench/search.py BENCHMARKS coverage [--tasks 100] [--seconds 10] [--config NAME] …

BENCHMARKS is the unpacked benchmark archive. `rates` divides the counters that each planner logs by the processor time
of its search, single thread each; tasks that either one finishes in less than a tenth of a second say little and are
left out. `coverage` runs both from PDDL to plan under the same limit of processor time and 4 GiB. Fast Downward logs
and limits processor time; for hstar, the processor time of the whole run is split as the clock says.
"""

import argparse
import math
import re
import statistics
import tempfile
from pathlib import Path

import peer

# name: (hstar, Fast Downward, counter)
CONFIGURATIONS = {
    "astar-blind": ("astar(blind)", ["--search", "astar(blind())"], "Expanded"),
    "gbfs-ff": ("gbfs(ff)", ["--search", "eager_greedy([ff()])"], "Evaluated"),
    "lazy-ff": ("lazy(ff, preferred)", ["--search", "lazy_greedy([ff()], preferred=[ff()])"], "Evaluated"),
    "astar-lmcut": ("astar(lmcut)", ["--search", "astar(lmcut())"], "Evaluated"),
    "lama-first": ("lama-first", None, "Evaluated"),
}
RATES = ["astar-blind", "gbfs-ff", "astar-lmcut"]
MEMORY = 4 << 30


def chosen_tasks(root, count):
    """Tasks spread over all IPC domains and their sizes: one of each domain, then another of each, and so on."""
    groups = {name: tasks for name, tasks in peer.tasks(root).items() if name.startswith("ipc/")}
    chosen = []
    for fraction in (0.5, 0.2, 0.8, 0.35, 0.65, 0.05, 0.95):
        for tasks in groups.values():
            task = tasks[min(int(fraction * len(tasks)), len(tasks) - 1)]
            if task not in chosen:
                chosen.append(task)
    return chosen[:count]


def driver():
    """Fast Downward's driver, which runs translator and search."""
    return peer.downward().parents[3] / "fast-downward.py"


def logged(output, pattern):
    match = re.findall(pattern, output)
    return float(match[-1]) if match else None


def rate(run, counter, busy):
    """The counter per second of search, if it took long enough; `busy` is the share of its time that was logged."""
    count = logged(run.output, rf"{counter} (\d+) state")
    seconds = logged(run.output, r"Search time: ([\d.e-]+)s")
    return count / (seconds * busy) if count and seconds and seconds * busy > 0.1 else None


def busy_share(run):
    """Which part of its time by the clock a run was on the processor."""
    return min(1, run.cpu_seconds / (logged(run.output, r"Total time: ([\d.e-]+)s") or run.seconds))


def hstar_command(options, task, search, plan, seconds):
    limits = ["--time-limit", f"{seconds}s", "--memory-limit", "4G"]
    files = [task.domain, task.problem, "--plan-file", plan]
    return [options.hstar, "plan", *files, "--search", search, "--log", "fd", *limits]


def rates(options, tasks, folder):
    for name in [options.config] if options.config else RATES:
        search, theirs_search, counter = CONFIGURATIONS[name]
        ratios = {}
        for task in tasks:
            sas, plan = Path(folder) / "task.sas", Path(folder) / "plan"
            if peer.run(peer.translator(task.domain, task.problem, sas), 60).code:
                continue
            ours = peer.run(hstar_command(options, task, search, plan, options.seconds), options.seconds + 30)
            command = [peer.downward(), "--internal-plan-file", plan, *theirs_search[:1]]
            limited = f"{theirs_search[1][:-1]}, max_time={options.seconds})"
            theirs = peer.run([*command, limited], options.seconds + 30, MEMORY, stdin=sas)
            ours, theirs = rate(ours, counter, busy_share(ours)), rate(theirs, counter, 1)
            if ours and theirs:
                ratios[task.name] = ours / theirs
                print(f"{name}: {ours:12.0f}/s {theirs:12.0f}/s {ours / theirs:6.2f} x  {task.name}", flush=True)
        if ratios:
            mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios.values()))
            worst = min(ratios, key=ratios.get)
            print(f"\n{name}: {counter.lower()} per second, hstar / Fast Downward, {len(ratios)} tasks: "
                  f"geometric mean {mean:.2f}, worst {ratios[worst]:.2f} ({worst})\n", flush=True)


def coverage(options, tasks, folder):
    for name in [options.config] if options.config else CONFIGURATIONS:
        search, theirs_search, _ = CONFIGURATIONS[name]
        plan = Path(folder) / "plan"
        solved = {"hstar": 0, "fd": 0}
        for task in tasks:
            plan.unlink(missing_ok=True)
            patience = 6 * options.seconds
            ours = peer.run(hstar_command(options, task, search, plan, patience), cpu_limit=options.seconds)
            limits = ["--overall-time-limit", f"{options.seconds}s", "--overall-memory-limit", "4G"]
            alias = ["--alias", "lama-first"] if theirs_search is None else []
            command = [peer.python(), driver(), *alias, *limits, "--plan-file", plan, "--sas-file",
                       Path(folder) / "task.sas", task.domain, task.problem, *(theirs_search or [])]
            theirs = peer.run(command, patience + 30)
            ours_ok, theirs_ok = ours.code == 0, theirs.code == 0
            solved["hstar"] += ours_ok
            solved["fd"] += theirs_ok
            if ours_ok != theirs_ok:
                print(f"{name}: only {'hstar' if ours_ok else 'Fast Downward'} solves {task.name}", flush=True)
        print(f"\n{name}: of {len(tasks)} tasks in {options.seconds} s, hstar {solved['hstar']}, "
              f"Fast Downward {solved['fd']}\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("what", choices=["rates", "coverage"])
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--config", choices=CONFIGURATIONS)
    parser.add_argument("--only", default="", help="tasks whose name contains this")
    options = parser.parse_args()
    options.seconds = options.seconds or {"rates": 5, "coverage": 10}[options.what]
    tasks = [task for task in chosen_tasks(options.benchmarks, options.tasks) if options.only in task.name]
    with tempfile.TemporaryDirectory() as folder:
        {"rates": rates, "coverage": coverage}[options.what](options, tasks, folder)


if __name__ == "__main__":
    main()
