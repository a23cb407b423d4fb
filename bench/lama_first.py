"""Does hstar's `lama-first` guide as well as Fast Downward's? Evaluations until the first plan, side by side.

Both planners read the same PDDL, with limits on processor time, grounding included. Where both find a plan, the ratio of
evaluations counts, by domain and in all; what only one of them solves is listed.
"""

import argparse
import json
import math
import re
import tempfile
from pathlib import Path

import peer


def evaluations(run):
    """The number of evaluations of a run that found a plan."""
    found = re.search(r"Evaluated (\d+) state\(s\)", run.output)
    return int(found[1]) if run.code == 0 and found else None


def fast_downward(task, folder, limit):
    """Evaluations and seconds of Fast Downward; its SAS+ is left in the folder."""
    run = peer.lama_first(task.domain, task.problem, folder, limit, 8 << 30)
    return evaluations(run), run.cpu_seconds


def hstar(program, task, folder, limit):
    """Evaluations and seconds of hstar."""
    command = [program, "plan", task.domain, task.problem, "--preset", "lama-first", "--log", "fd"]
    command += ["--plan-file", folder / "hstar_plan"]
    run = peer.run(command, cpu_limit=limit, memory_limit=8 << 30)
    return evaluations(run), run.cpu_seconds


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def chosen(root, which):
    groups = peer.tasks(root)
    if which == "track":
        return [task for tasks in groups.values() for task in tasks if "testing/easy" in task.name]
    return peer.sample({name: tasks for name, tasks in groups.items() if name.startswith("ipc/")})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmarks", type=Path)
    sets = "three of each IPC domain, or the track's easy problems"
    parser.add_argument("--set", choices=["ipc", "track"], default="ipc", help=sets)
    parser.add_argument("--hstar", type=Path, default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time for each planner and task")
    parser.add_argument("--only", default="", help="tasks with this in their name only")
    parser.add_argument("--keep", type=Path, help="keep Fast Downward's results here, and use those that are there")
    arguments = parser.parse_args()
    rows, only_peer, only_hstar = [], [], []
    for task in chosen(arguments.benchmarks, arguments.set):
        if arguments.only not in task.name:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = arguments.keep / task.name.replace("/", "__") if arguments.keep else Path(scratch)
            kept = folder / "result.json"
            if kept.exists():
                theirs, their_seconds = json.loads(kept.read_text())
            else:
                folder.mkdir(parents=True, exist_ok=True)
                theirs, their_seconds = fast_downward(task, folder, arguments.limit)
                kept.write_text(json.dumps([theirs, their_seconds]))
            ours, our_seconds = hstar(arguments.hstar, task, Path(scratch), arguments.limit)
        if theirs and ours:
            rows.append((task.group, ours / theirs))
        elif theirs:
            only_peer.append(task.name)
        elif ours:
            only_hstar.append(task.name)
        ratio = f"{ours / theirs:8.2f}" if ours and theirs else "       -"
        times = f"{our_seconds:7.2f} s {their_seconds:7.2f} s"
        print(f"{task.name:70} {ours or '-':>9} {theirs or '-':>9} {ratio} {times}", flush=True)
    print("\nratio of evaluations, hstar to Fast Downward, geometric means")
    domains = {}
    for group, ratio in rows:
        domains.setdefault(group, []).append(ratio)
    for group, ratios in domains.items():
        print(f"{group:70} {geometric_mean(ratios):8.2f} of {len(ratios)}")
    print(f"all: {geometric_mean([ratio for _, ratio in rows]):.3f} of {len(rows)} tasks of {len(domains)} domains")
    print(f"solved by Fast Downward alone: {len(only_peer)} {only_peer}")
    print(f"solved by hstar alone: {len(only_hstar)} {only_hstar}")


if __name__ == "__main__":
    main()
