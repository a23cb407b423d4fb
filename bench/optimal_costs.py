"""Does grounding keep optimal costs? Fast Downward's astar(blind()) on hstar's SAS+ and on its own.

    python3 bench/optimal_costs.py BENCHMARKS [--hstar PATH] [--count 150] [--seconds 10]

Takes the smallest tasks of every domain in turn until `count` tasks have been solved on both sides, and prints
every disagreement. hstar's own blind A* is run on the PDDL files too.
"""

import argparse
import re
import tempfile
from pathlib import Path

import peer


def solve(sas, folder, seconds):
    """The cost that Fast Downward's blind A* finds, "unsolvable", or None within the limits."""
    command = [peer.downward(), "--internal-plan-file", Path(folder) / "plan", "--search", "astar(blind())"]
    run = peer.run(command, seconds, 4 << 30, stdin=sas)
    return verdict(run)


def verdict(run):
    if match := re.search(r"Plan cost: (\d+)", run.output):
        return int(match.group(1))
    return "unsolvable" if run.code in (11, 12) else None


def candidates(groups):
    """The tasks of all domains in turn, those with the smallest files first."""
    queues = [sorted(tasks, key=lambda task: task.problem.stat().st_size) for tasks in groups.values()]
    for rank in range(max(map(len, queues))):
        for queue in queues:
            if rank < len(queue):
                yield queue[rank]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    compared, differ, ours_compared, given_up = 0, [], 0, set()
    with tempfile.TemporaryDirectory() as folder:
        ours_sas, theirs_sas = Path(folder) / "hstar.sas", Path(folder) / "fd.sas"
        for task in candidates(peer.tasks(options.benchmarks)):
            if compared >= options.count:
                break
            if task.group in given_up:
                continue
            peer.run(peer.translator(task.domain, task.problem, theirs_sas), 60)
            theirs = solve(theirs_sas, folder, options.seconds)
            if theirs is None:
                given_up.add(task.group)
                continue
            peer.run([options.hstar, "translate", task.domain, task.problem, "--sas", ours_sas], 60)
            ours = solve(ours_sas, folder, 2 * options.seconds)
            plan = Path(folder) / "sas_plan"
            search = ["--search", "astar(blind)", "--plan-file", plan, "--log", "fd"]
            direct = verdict(
                peer.run([options.hstar, "plan", task.domain, task.problem, *search], 2 * options.seconds)
            )
            compared += 1
            ours_compared += direct is not None
            if ours != theirs or direct not in (theirs, None):
                differ.append(task.name)
            mark = "" if task.name not in differ else "   <-- differs"
            print(f"{task.name}: fd {theirs}, hstar's SAS+ {ours}, hstar {direct}{mark}", flush=True)
    print(f"\n{compared} tasks compared, {ours_compared} of them solved by hstar too; {len(differ)} differ")
    for name in differ:
        print(f"  {name}")
    raise SystemExit(1 if differ else 0)


if __name__ == "__main__":
    main()
