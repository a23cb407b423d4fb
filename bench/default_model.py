"""Does a model with nothing but defaults ever make planning worse?

For every domain that hstar generates, a model is learned from small problems with default options, and medium and large
problems are planned with it and without, both with default options: problems solved, and the ratio of evaluations where
both find a plan, in the geometric mean.
"""

import argparse
import json
import math
import tempfile
from pathlib import Path

import peer

DOMAINS = [
    "blocksworld", "depots", "grid", "gripper", "logistics", "n-puzzle",
    "pipesworld-notankage", "rovers", "satellite", "scanalyzer", "storage", "transport",
]  # fmt: skip


def evaluations(program, folder, problem, options, limit):
    """The evaluations until a plan; None if there is none in time."""
    stats = folder / "stats.json"
    command = [program, "plan", folder / "domain.pddl", problem, "-q", "--plan-file", folder / "plan"]
    run = peer.run([*command, "--stats", stats, *options], cpu_limit=limit, memory_limit=8 << 30)
    return json.loads(stats.read_text())["evaluated"] if run.code == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hstar", type=Path, default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--count", type=int, default=8, help="problems of each size and domain")
    parser.add_argument("--limit", type=int, default=30, help="seconds of processor time for each run")
    parser.add_argument("--only", default="", help="domains with this in their name only")
    arguments = parser.parse_args()
    print(f"{'domain':24} solved without, with   evaluations with / without")
    for domain in (domain for domain in DOMAINS if arguments.only in domain):
        with tempfile.TemporaryDirectory() as temporary:
            folder, ratios, solved = Path(temporary), [], [0, 0]
            generate = [arguments.hstar, "generate", domain, "--size"]
            assert peer.run([*generate, "small", "--count", 20, "--seed", 7, "--out", folder / "small"]).code == 0
            model = folder / "model.hstar"
            learned = peer.run([arguments.hstar, "learn", model, folder / "small", "--time-limit", 60])
            assert model.exists(), learned.output
            for size in ["medium", "large"]:
                out = folder / size
                assert peer.run([*generate, size, "--count", arguments.count, "--seed", 11, "--out", out]).code == 0
                for problem in sorted(out.glob("p*.pddl")):
                    found = [
                        evaluations(arguments.hstar, out, problem, options, arguments.limit)
                        for options in ([], ["--model", model])
                    ]
                    solved = [count + (number is not None) for count, number in zip(solved, found)]
                    if None not in found:
                        ratios.append(found[1] / found[0])
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
            print(f"{domain:24} {solved[0]:7} {solved[1]:13} {mean:17.2f} of {len(ratios)}", flush=True)


if __name__ == "__main__":
    main()
