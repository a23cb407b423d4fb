"""What `hstar learn` makes of problems without any option, beside `hstar plan` alone, on problems of the IPC.

    python3 bench/ipc_bundles.py BENCHMARKS OUT [--hstar target/release/hstar] [--time 20] [--memory 4] [--learn 60s] [--count 4] [--only NAME …]

Learns from the first two fifths of the problems of each domain, by the numbers in their names, and plans for some of the others with the bundle and
without. Prints what the bundle holds, how many problems each solved, and the geometric means of the ratios of processor time (with a hundredth
of a second added to both, which starting takes) and of plan cost, where both found a plan: below 1, the bundle is better.
"""

import argparse
import re
from pathlib import Path

import bundles

DOMAINS = ["airport-adl", "assembly", "barman-sat14-strips", "depot", "driverlog", "elevators-sat11-strips", "freecell", "logistics98",
           "miconic-fulladl", "mprime", "mystery", "nomystery-sat11-strips", "openstacks-sat08-adl", "optical-telegraphs",
           "pegsol-sat11-strips", "philosophers", "pipesworld-tankage", "psr-large", "psr-middle", "rovers", "schedule", "storage", "tpp",
           "trucks", "visitall-sat11-strips", "woodworking-sat11-strips", "zenotravel"]


def by_numbers(problem):
    """The order of problems: p9 before p10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", problem.name)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--time", type=int, default=20)
    parser.add_argument("--memory", type=int, default=4)
    parser.add_argument("--learn", default="60s", help="the time limit of learning")
    parser.add_argument("--count", type=int, default=4, help="the problems to plan for")
    parser.add_argument("--only", nargs="+", default=DOMAINS, help="folders of BENCHMARKS/ipc that hold one domain.pddl")
    parser.set_defaults(acting=False)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print("| domain | search | bundle | alone | time | cost |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    for name in options.only:
        folder = options.benchmarks / "ipc" / name
        problems = sorted((path for path in folder.glob("*.pddl") if "domain" not in path.name), key=by_numbers)
        first = max(6, len(problems) * 2 // 5)
        rest = problems[first:]
        chosen = rest[::max(1, len(rest) // options.count)][:options.count]
        model = options.out / f"{name}.hstar"
        if said := bundles.learned(options, model, [folder / "domain.pddl", *problems[:first]]):
            print(f"| {name} | not learned: {said.strip().splitlines()[-1]} |", flush=True)
            continue
        print(f"| {name} | {bundles.compared(options, folder, chosen, model)} |", flush=True)


if __name__ == "__main__":
    main()
