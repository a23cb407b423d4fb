"""Are limits kept on large tasks? Time to within a second, memory to within 5 %, with the right exit codes.

    python3 bench/limits.py BENCHMARKS [--hstar PATH] [--seconds 3] [--megabytes 400] [--only TEXT]

Each task is run with each search under the limit of time and under the limit of memory. Prints what the process took, as
the system measured it, and fails if a run went beyond its limit or ended with another code than 0 (solved in time), 11
(unsolvable), 12 (incomplete search ended), 20, 21, 22, 23 (limits, also in translation) or 34 (heuristic doesn't apply).
"""

import argparse
import sys
import tempfile
from pathlib import Path

import peer

TASKS = ["openstacks-sat14-strips/p230_3", "scanalyzer-sat11-strips/p18", "satellite/p36-HC-pfile16",
         "logistics98/prob28", "pipesworld-tankage/p50-net5-b22-g8", "psr-large/p50-s243-n100-l4",
         "schedule/probschedule-51-2", "tpp/p30", "trucks/p30", "visitall-sat11-strips/problem50", "rovers/p40",
         "pathways/p30", "woodworking-sat08-strips/p30", "elevators-sat11-strips/p20", "parcprinter-sat11-strips/p20",
         "freecell/p80", "airport/p50-airport5MUC-p15", "optical-telegraphs/p48", "philosophers/p48-phil49",
         "barman-sat14-strips/p4-11-4-15"]
SEARCHES = ["lama-first", "gbfs(ff)", "astar(lmcut)", "astar(blind)"]
IN_ORDER = {0, 11, 12, 20, 21, 22, 23, 34}


def faults(run, seconds, megabytes):
    """What a run did beyond its limits."""
    if run.seconds > seconds + 1:
        yield "TIME"
    if megabytes and run.peak_kb / 1000 > megabytes * 1.05:
        yield "MEMORY"
    if run.code not in IN_ORDER:
        yield "CODE"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--only", default="", help="tasks whose name contains this")
    options = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in TASKS:
            problem = Path(options.benchmarks) / "ipc" / f"{name}.pddl"
            if options.only not in name or not problem.exists():
                continue
            for search in SEARCHES:
                command = [options.hstar, "plan", peer.domain_of(problem), problem, "--search", search,
                           "--plan-file", Path(folder) / "plan"]
                for seconds, megabytes in [(options.seconds, None), (15, options.megabytes)]:
                    limits = ["--time-limit", f"{seconds}s"]
                    limits += ["--memory-limit", f"{megabytes}M"] if megabytes else []
                    run = peer.run(command + limits)
                    wrong = list(faults(run, seconds, megabytes))
                    found += len(wrong)
                    print(f"{run.seconds:6.2f} s {run.peak_kb / 1000:7.1f} MB  exit {run.code:2}  "
                          f"{' '.join(limits):38} {search:13} {name} {' '.join(wrong)}", flush=True)
    print(f"{found} faults")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
