"""How many states a second greedy search evaluates by a model of Weisfeiler-Leman features, on one core.

    python3 bench/wl_speed.py TRACK PROBLEMS MODELS [--hstar target/release/hstar] [--seconds 5] [--blocks 10]
        [--states 200] [--only DOMAIN …]

MODELS has DOMAIN.parquet, data with siblings; where it has none, the problems of TRACK are labelled as
bench/wl_coverage.py does. Models are learned into MODELS/DOMAIN-L1.hstar, with one refinement, and
blocksworld-L2.hstar, with two, unless they are there.

First, blocksworld with 30 blocks: `gbfs(model)` on so many generated problems (--blocks), with --seconds for each
search. Asked are 300,000 states a second with one refinement, and 60,000 with two.

Then each domain of PROBLEMS, which `hstar repro track --prepare --scale full` writes (repro/track/shared-full):
`gbfs(model)` with one refinement and `gbfs(ff)` on two problems of medium size. Asked is ten times the rate of ff.
Problems 10 and 20 are taken, unless the model's search ends within 20,000 states there: then others are tried, and if
there are not two that take more, the two that take the most (marked *). Beside it is wlplan 2.1.0 from PyPI: the same
features (sets of neighbours, one iteration) and a product with weights, for states of random walks through the same
problems. That is no search: hstar's rate includes making successors, looking for duplicates, and queues.

Searches are timed by themselves, without grounding. One that takes less than a second is run five times, and the best
time counts. The others' rates are by seconds of the processor: search_s times the share of a core that the process
had. If nothing else runs that share is 1, and it is shown; where it is far less, trust no figure.
"""

import argparse
import json
import re
from pathlib import Path

import peer
import wl_coverage
import wl_partition

ENOUGH = 20_000
# Searches of fewer seconds are run so many times.
SHORT, ROUNDS = 1, 5
# The problems that are tried, until two of them have enough states.
TRIED = ["p10", "p20", "p30", "p25", "p28", "p15", "p05"]
ASKED_BLOCKS = {1: 300_000, 2: 60_000}
ASKED_RATIO = 10


class Total:
    """States and seconds of some searches, added up."""

    def __init__(self, runs):
        self.evaluated = sum(run["evaluated"] for run in runs)
        self.seconds = sum(run["search_s"] * run["share"] for run in runs)
        elapsed = sum(run["search_s"] for run in runs)
        self.share = self.seconds / elapsed if elapsed else 0
        self.rate = self.evaluated / self.seconds if self.seconds else 0


def learn(options, domain, refinements):
    """The domain's model."""
    data, model = options.models / f"{domain}.parquet", options.models / f"{domain}-L{refinements}.hstar"
    if not model.exists():
        if not data.exists():
            wl_coverage.learn(options, domain)
        done = peer.run([options.hstar, "learn", model, data, "--features", "wl", "--refinements", refinements,
                         "--threads", 1])
        if done.code != 0:
            raise SystemExit(done.output)
    return model


def plan(options, domain, problem, search, *words):
    """What hstar tells of a search that has its seconds after grounding, and the share of a core that it had."""
    command = [options.hstar, "plan", domain, problem, "--json", "--memory-limit", "4G",
               "--plan-file", options.models / "plan", "--search", search, *words]
    first = tell(command + ["--max-evaluations", 1])
    command += ["--time-limit", f"{first['total_s'] + options.seconds:.2f}"]
    run = tell(command)
    if run["search_s"] >= SHORT:
        return run
    runs = [run] + [tell(command) for _ in range(ROUNDS - 1)]
    return min(runs, key=lambda run: run["search_s"]) | {"share": 1}


def tell(command):
    """The answer of one run."""
    done = peer.run(command)
    found = re.search(r"^\{.*^\}", done.output, re.MULTILINE | re.DOTALL)
    answer = json.loads(found[0]) if found else {}
    if answer.get("evaluated") is None or answer.get("search_s") is None:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.output}")
    return answer | {"share": min(1, done.cpu_seconds / answer["total_s"])}


def blocks(options):
    """Blocksworld with 30 blocks, with one refinement and with two."""
    folder = options.models / "blocksworld-30"
    done = peer.run([options.hstar, "generate", "ipc23-blocksworld", "--blocks", 30, "--count", options.blocks,
                     "--seed", 1, "--out", folder, "--force"])
    if done.code != 0:
        raise SystemExit(done.output)
    print(f"Blocksworld with 30 blocks, gbfs(model), {options.blocks} problems:\n")
    print("| refinements | states | seconds | share of a core | states per second | asked | |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for refinements, asked in ASKED_BLOCKS.items():
        model = learn(options, "blocksworld", refinements)
        problems = sorted(folder.glob("p*.pddl"))[:options.blocks]
        total = Total([plan(options, folder / "domain.pddl", problem, "gbfs(model)", "--model", model)
                       for problem in problems])
        print(f"| {refinements} | {total.evaluated:,} | {total.seconds:.2f} | {total.share:.2f} | {total.rate:,.0f} | "
              f"{asked:,} | {answer(total.rate >= asked)} |", flush=True)


def choose(options, domain, folder):
    """Two problems, with the runs of the model's search."""
    model, runs = learn(options, domain, 1), []
    for problem in (folder / "testing" / "medium" / f"{stem}.pddl" for stem in TRIED):
        if problem.exists():
            runs.append((problem, plan(options, folder / "domain.pddl", problem, "gbfs(model)", "--model", model)))
        if len(enough(runs)) == 2:
            return enough(runs)
    return sorted(runs, key=lambda run: -run[1]["evaluated"])[:2]


def enough(runs):
    return [run for run in runs if run[1]["evaluated"] >= ENOUGH]


def their_rate(options, program, domain, problems):
    """States per second of wlplan."""
    states, _ = wl_partition.ours(program, domain, problems, options)
    seconds, _ = wl_partition.Peer(domain, problems, states).features(1, "set")
    return len(states) / seconds


def domains(options):
    """The domains, beside ff and wlplan."""
    program = wl_partition.build()
    print("\nProblems of medium size, gbfs(model) with one refinement, states per second:\n")
    header = ["domain", "problems", "states: model", "states: ff", "share of a core", "model", "ff", "model / ff",
              f"at least {ASKED_RATIO}", "wlplan", "model / wlplan"]
    print("| " + " | ".join(header) + " |")
    print("| --- " * len(header) + "|")
    for folder in sorted(options.problems.iterdir()):
        if options.only and folder.name not in options.only:
            continue
        chosen = choose(options, folder.name, folder)
        if not chosen:
            print(f"| {folder.name} | none |", flush=True)
            continue
        problems = [problem for problem, _ in chosen]
        model = Total([run for _, run in chosen])
        ff = Total([plan(options, folder / "domain.pddl", problem, "gbfs(ff)") for problem in problems])
        theirs = their_rate(options, program, folder / "domain.pddl", problems)
        names = ", ".join(problem.stem + "*" * (run["evaluated"] < ENOUGH) for problem, run in chosen)
        ratio = model.rate / ff.rate if ff.rate else 0
        share = min(model.share, ff.share)
        print(f"| {folder.name} | {names} | {model.evaluated:,} | {ff.evaluated:,} | {share:.2f} | {model.rate:,.0f} | "
              f"{ff.rate:,.0f} | {ratio:.1f} | {answer(ratio >= ASKED_RATIO)} | {theirs:,.0f} | "
              f"{model.rate / theirs:.1f} |", flush=True)


def answer(is_enough):
    return "yes" if is_enough else "NO"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("track", type=Path)
    parser.add_argument("problems", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--seconds", type=float, default=5, help="for each search")
    parser.add_argument("--blocks", type=int, default=10, help="problems of 30 blocks")
    parser.add_argument("--states", type=int, default=200, help="of each problem, for wlplan")
    parser.add_argument("--seed", type=int, default=1, help="of random walks")
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    # As bench/wl_coverage.py names them.
    options.out, options.learn = options.models, ""
    wl_partition.enter_environment()
    blocks(options)
    domains(options)


if __name__ == "__main__":
    main()
