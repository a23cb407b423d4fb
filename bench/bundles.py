"""What `hstar learn` makes of problems without any option, beside `hstar plan` alone, on the domains that hstar generates.

    python3 bench/bundles.py OUT [--hstar target/release/hstar] [--time 60] [--memory 4] [--learn 1m] [--count 10] [--sizes medium large]
        [--only NAME …] [--acting]

Learns from 20 small and 5 medium problems of each domain, and plans for others with the bundle and without. Prints, for each domain and
size, what the bundle holds, how many problems each solved, and the geometric means of the ratios of processor time (with a hundredth of a
second added to both, which starting takes) and of plan cost, where both found a plan: below 1, the bundle is better. With --acting, it is rules that act, used by `act(model)`, beside `lama-first`.
"""

import argparse
import json
import math
import re
from pathlib import Path

import peer

DOMAINS = ["blocksworld", "depots", "grid", "gripper", "logistics", "n-puzzle", "pipesworld-notankage", "rovers", "satellite",
           "scanalyzer", "storage", "transport"]
TRAIN = [("small", 20), ("medium", 5)]
HEADER = "| domain | size | search | bundle | alone | time | cost |\n| --- | --- | --- | --- | --- | --- | --- |"


def generate(options, domain, size, count, seed, folder):
    """Problems of a domain."""
    done = peer.run([options.hstar, "generate", domain, "--size", size, "--count", count, "--seed", seed, "--force", "--out", folder])
    if done.code != 0:
        raise SystemExit(done.output)


def plan(options, folder, problem, model):
    """The processor seconds and the cost of a plan; no cost if there is none."""
    words = [options.hstar, "plan", folder / "domain.pddl", problem, "--json", "--memory-limit", f"{options.memory}G",
             "--plan-file", options.out / "plan"]
    words += ["--model", model] if model else []
    if options.acting:
        words += ["--search", "act(model)"] if model else ["--preset", "lama-first"]
    done = peer.run(words, cpu_limit=options.time)
    found = re.search(r"^\{.*^\}", done.output, re.MULTILINE | re.DOTALL)
    answer = json.loads(found[0]) if found and done.code == 0 else {}
    return done.cpu_seconds, answer.get("cost")


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios)) if ratios else float("nan")


def learned(options, model, inputs):
    """Learns a bundle, or rules that act. What it said, if it did not work out."""
    words = [options.hstar, "learn", model, *inputs, "--threads", 1, "--time-limit", options.learn, "--force"]
    done = peer.run(words + (["--rules", "act"] if options.acting else []))
    model.with_suffix(".log").write_text(done.output)
    return None if done.code == 0 else done.output


def compared(options, folder, problems, model):
    """The cells of a row: the bundle's search, the problems solved with it and without, and the ratios of time and cost."""
    search = "act(model)" if options.acting else json.loads(model.read_bytes().split(b"\n", 2)[1])["search"]
    runs = [[plan(options, folder, problem, given) for given in (model, None)] for problem in problems]
    solved = [sum(run[which][1] is not None for run in runs) for which in (0, 1)]
    both = [(one, other) for one, other in runs if one[1] is not None and other[1] is not None]
    time = mean([(one[0] + 0.01) / (other[0] + 0.01) for one, other in both])
    cost = mean([one[1] / other[1] for one, other in both if other[1]])
    return f"`{search}` | {solved[0]} of {len(runs)} | {solved[1]} | {time:.2f} | {cost:.2f}"


def arguments(description, time, learn, count):
    """The options that all tables of bundles have, with what they are unless told."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--time", type=int, default=time)
    parser.add_argument("--memory", type=int, default=4)
    parser.add_argument("--learn", default=learn, help="the time limit of learning")
    parser.add_argument("--count", type=int, default=count, help="the problems of each size to plan for")
    parser.set_defaults(acting=False)
    return parser


def main():
    parser = arguments(__doc__, time=60, learn="1m", count=10)
    parser.add_argument("--sizes", nargs="+", default=["medium", "large"])
    parser.add_argument("--only", nargs="+", choices=DOMAINS, default=DOMAINS)
    parser.add_argument("--acting", action="store_true", help="rules that act beside lama-first, instead of bundles beside the default")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print(HEADER, flush=True)
    for domain in options.only:
        top = options.out / domain
        folders = [top / f"train-{size}" for size, _ in TRAIN]
        for folder, (size, count) in zip(folders, TRAIN):
            generate(options, domain, size, count, 1, folder)
        model = top / "model.hstar"
        if said := learned(options, model, folders):
            raise SystemExit(said)
        for size in options.sizes:
            folder = top / f"test-{size}"
            generate(options, domain, size, options.count, 100, folder)
            print(f"| {domain} | {size} | {compared(options, folder, sorted(folder.glob('p*.pddl')), model)} |", flush=True)


if __name__ == "__main__":
    main()
