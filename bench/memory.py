"""Bytes that a stored state takes, against Fast Downward: A* with no heuristic until there are millions of states.

    python3 bench/memory.py BENCHMARKS [--states 10000000] [--hstar PATH] [--only TEXT]

Fast Downward can't stop at a number of states, so it is given time for about as many, and hstar stops at the number of
states that Fast Downward came to. The bytes are those of the whole process (peak resident memory) less those it takes to
begin (a search of one expansion), divided by the number of states: open list, hash tables and all.
"""

import argparse
import re
import tempfile
from pathlib import Path

import peer

# Tasks whose state spaces are large enough for any number of states.
TASKS = ["blocks/probBLOCKS-14-0", "depot/p07", "driverlog/p12", "gripper/prob16", "logistics00/probLOGISTICS-10-0",
         "rovers/p12", "satellite/p08-pfile8", "pipesworld-notankage/p15-net2-b14-g4", "freecell/p20", "tpp/p08"]


def logged(output, pattern):
    match = re.search(pattern, output)
    return int(match[1]) if match else 0


def theirs(sas, folder, seconds):
    """States, and bytes for each, of Fast Downward."""
    command = [peer.downward(), "--internal-plan-file", folder / "plan", "--search"]
    runs = [peer.run([*command, f"astar(blind(), max_time={limit})"], stdin=sas) for limit in (0.01, seconds)]
    states = [logged(run.output, r"Number of registered states: (\d+)") for run in runs]
    return states[1], (runs[1].peak_kb - runs[0].peak_kb) * 1024 / max(1, states[1] - states[0]), seconds


def ours(hstar, sas, folder, states):
    command = [hstar, "plan", sas, "--search", "astar(blind)", "--plan-file", folder / "plan", "--log", "fd"]
    runs = [peer.run([*command, "--max-evaluations", number]) for number in (1, states)]
    found = logged(runs[1].output, r"Evaluated (\d+) state")
    return found, (runs[1].peak_kb - runs[0].peak_kb) * 1024 / max(1, found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--states", type=int, default=10_000_000)
    parser.add_argument("--only", default="", help="tasks whose name contains this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sas = folder / "task.sas"
        for name in TASKS:
            problem = Path(options.benchmarks) / "ipc" / f"{name}.pddl"
            if options.only not in name or not problem.exists():
                continue
            assert peer.run([options.hstar, "translate", problem, "--sas", sas]).code == 0
            probe, _, seconds = theirs(sas, folder, 3)
            states, their_bytes, _ = theirs(sas, folder, seconds * options.states / probe)
            found, our_bytes = ours(options.hstar, sas, folder, states)
            print(f"{their_bytes:7.1f} bytes (Fast Downward, {states:,} states) {our_bytes:7.1f} bytes (hstar, {found:,}) "
                  f"{our_bytes / their_bytes:5.2f} x  {name}", flush=True)


if __name__ == "__main__":
    main()
