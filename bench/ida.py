"""IDA* with Manhattan distance on Korf's 15-puzzles: hstar's nodes per second against a C++ program's.

    python3 bench/ida.py [--instances 79,12,97] [--rounds 5] [--threads 2]

Builds both (cargo build --release; g++ -O3 -march=native), runs them in turn, and prints for each instance the cost,
the nodes generated, whether they are equal, and each side's best nodes per second over all rounds. Fails if costs or
nodes differ. With --threads, hstar with so many threads against hstar with one instead.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
EASY_TO_MIDDLE = "79,12,42,55,97,9,28,48,94,38"


def build(folder):
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "-q", "-p", "hstar-puzzles", "--example", "ida_md"]
    subprocess.run(cargo, cwd=BENCH.parent, check=True)
    peer = Path(folder) / "ida_peer"
    subprocess.run(["g++", "-O3", "-march=native", "-o", peer, BENCH / "ida_peer.cpp"], check=True)
    return target / "release" / "examples" / "ida_md", peer


def solve(command, instance):
    """Cost, nodes generated and seconds."""
    output = subprocess.run(command, input=instance, text=True, capture_output=True, check=True).stdout
    cost, generated, seconds = output.split()
    return int(cost), int(generated), float(seconds)


def numbers(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", default=EASY_TO_MIDDLE, help="numbers and ranges, 1-100 for all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, help="compare with one thread instead of the C++ program")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hstar, peer = build(folder)
        korf = subprocess.run([hstar], text=True, capture_output=True, check=True).stdout.splitlines()
        if options.threads:
            names, commands = ("threads", "one"), ([hstar, str(options.threads)], [hstar, "1"])
        else:
            names, commands = ("hstar", "peer"), ([hstar, "1"], [peer])
        print(f"instance  cost    generated  {names[0]} Mn/s  {names[1]} Mn/s  ratio")
        total, seconds, different = 0, [0.0, 0.0], 0
        for number in numbers(options.instances):
            runs = [[solve(command, korf[number - 1]) for command in commands] for _ in range(options.rounds)]
            (cost, generated, _), theirs = runs[0][0], runs[0][1]
            best = [min(run[side][2] for run in runs) for side in range(2)]
            equal = cost == theirs[0] and (options.threads or generated == theirs[1])
            different += not equal
            rates = [generated / side / 1e6 for side in best]
            print(
                f"{number:8} {cost:5} {generated:12} {rates[0]:11.1f} {rates[1]:10.1f} {rates[0] / rates[1]:6.2f}",
                "" if equal else f"  DIFFERENT: {theirs[0]} {theirs[1]}",
                flush=True,
            )
            total += generated
            seconds = [sum(pair) for pair in zip(seconds, best)]
    rates = [total / side / 1e6 for side in seconds]
    print(f"     all       {total:12} {rates[0]:11.1f} {rates[1]:10.1f} {rates[0] / rates[1]:6.2f}")
    print("all costs and nodes equal" if not different else f"{different} instances differ")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
