"""What is learned from small problems, used on problems 20 times larger, beside lama-first: rules that act, and
bundles, in which hstar decides by itself what to learn.

    python3 bench/acting.py TRACK PROBLEMS OUT [--hstar target/release/hstar] [--sizes hard] [--time 60] [--memory 4]
        [--every 1] [--give-up 3] [--only NAME …] [--searches act bundle lama-first nolan "Fast Downward"] [--learn 10m]

TRACK has DOMAIN/domain.pddl and DOMAIN/training/easy/*.pddl, as the learning track of the IPC 2023 has; PROBLEMS is
what `hstar repro track --prepare --scale full` writes, repro/track/shared-full (easy, medium and hard). Problems of
gripper and logistics are made in OUT: small ones to learn from, large ones to solve. Each search has as many seconds
of processor time and as many GiB for each problem. Problems grow with their numbers, and from size to size: with --give-up N, a
search that left N in a row unsolved does not try the larger ones, which count as unsolved. Results are added to OUT/acting.csv as
they come, and are not computed again. `Fast Downward` is its lama-first, from PyPI, with its translation. The table in
the end has, for each domain and size, what learning took, how many problems each search solved, the geometric mean of
the ratio of plan costs where both found a plan, and the milliseconds that a step by rules took in the slowest problem,
reading and validation and all included.
"""

import argparse
import csv
import json
import math
import re
from pathlib import Path

import peer

PEER = "Fast Downward"
# How each plans, and the options of `hstar learn` for the model that it needs.
SEARCHES = {"act": ["--search", "act(model)"], "bundle": [], "lama-first": ["--preset", "lama-first"], "nolan": ["--preset", "nolan"],
            PEER: []}
LEARN = {"act": ["--rules", "act"], "bundle": []}
SIZES = ["easy", "medium", "hard"]
FIELDS = ["domain", "size", "problem", "search", "solved", "seconds", "steps", "cost", "peak_mb"]
TRACK = ["blocksworld", "childsnack", "ferry", "floortile", "miconic", "rovers", "satellite", "sokoban", "spanner", "transport"]
# The parameters of the domains that the track lacks: those to learn from, and the first and last of the sizes.
OWN = {
    "gripper": {"train": [{"balls": n} for n in range(2, 9)], "medium": {"balls": (20, 100)}, "hard": {"balls": (150, 1000)}},
    "logistics": {
        "train": [{"cities": 2 + n % 3, "city-size": 1 + n % 4, "packages": 1 + n % 5, "trucks": 4 + n % 3, "airplanes": 1 + n % 2}
                  for n in range(24)],
        "medium": {"cities": (5, 15), "city-size": (2, 5), "packages": (10, 40), "trucks": (6, 20), "airplanes": (1, 4)},
        "hard": {"cities": (20, 100), "city-size": (5, 10), "packages": (50, 500), "trucks": (25, 150), "airplanes": (5, 20)},
    },
}


def generate(options, domain):
    """The problems of a domain that the track lacks: its folder, and the folder to learn from."""
    out = options.out / "problems" / domain
    make = [options.hstar, "generate", domain, "--count", 1, "--force"]
    for index, parameters in enumerate(OWN[domain]["train"]):
        words = [word for name, value in parameters.items() for word in (f"--{name}", value)]
        one(make + words, out / "training" / "easy", index, out)
    for size in options.sizes:
        for index in range(30):
            pairs = OWN[domain][size].items()
            words = [w for name, (a, b) in pairs for w in (f"--{name}", round(a + (b - a) * index / 29))]
            one(make + words, out / "testing" / size, index, out)
    return out, out


def one(command, folder, index, top):
    """Makes one problem."""
    file = folder / f"p{index + 1:02}.pddl"
    if file.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    made = top / "made"
    done = peer.run([*command, "--seed", index + 1, "--out", made])
    if done.code != 0:
        raise SystemExit(done.output)
    (made / "p01.pddl").rename(file)
    (made / "domain.pddl").rename(top / "domain.pddl")


def learn(options, domain, track, search):
    """The model that a search needs, and what learning took."""
    if search not in LEARN:
        return None
    model, log = options.out / f"{domain}.{search}", options.out / f"{domain}.{search}.log"
    if not model.exists() or not log.exists():
        done = peer.run([options.hstar, "learn", model, track / "domain.pddl", track / "training" / "easy", *LEARN[search],
                         "--threads", options.threads, "--time-limit", options.learn])
        log.write_text(f"{done.output}\nprocessor seconds: {done.cpu_seconds:.1f}\n")
        print(f"{domain}: {done.output.strip().splitlines()[-2:]} {done.cpu_seconds:.1f} s", flush=True)
    return model


def plan(options, search, model, domain, problem):
    """Runs a search on a problem."""
    if search == PEER:
        return plan_by_peer(options, domain, problem)
    words = [options.hstar, "plan", domain, problem, "--json", "--memory-limit", f"{options.memory}G",
             "--plan-file", options.out / "plan", *SEARCHES[search]]
    if model:
        words += ["--model", model]
    done = peer.run(words, cpu_limit=options.time)
    found = re.search(r"^\{.*^\}", done.output, re.MULTILINE | re.DOTALL)
    answer = json.loads(found[0]) if found else {}
    solved = done.code == 0
    return {"solved": int(solved), "seconds": f"{done.cpu_seconds:.2f}", "steps": answer.get("plan_length", "") if solved else "",
            "cost": answer.get("cost", "") if solved else "", "peak_mb": done.peak_kb // 1024}


def plan_by_peer(options, domain, problem):
    """Runs Fast Downward's lama-first."""
    done = peer.lama_first(domain, problem, options.out, options.time, options.memory << 30)
    steps, cost = (re.search(pattern, done.output) for pattern in (r"Plan length: (\d+) step", r"Plan cost: (\d+)"))
    return {"solved": int(done.code == 0), "seconds": f"{done.cpu_seconds:.2f}", "steps": steps[1] if steps else "",
            "cost": cost[1] if cost else "", "peak_mb": done.peak_kb // 1024}


def table(options, rows, searches):
    """One line for each domain and size."""
    print("| size | domain | rules | learned in | " + " | ".join(searches) + " | cost | ms a step |")
    print("| --- | --- | --- | --- |" + " --- |" * len(searches) + " --- | --- |")
    for size, domain in sorted({(row["size"], row["domain"]) for row in rows}):
        mine = [row for row in rows if (row["size"], row["domain"]) == (size, domain)]
        by = {search: {row["problem"]: row for row in mine if row["search"] == search} for search in searches}
        solved = [sum(int(row["solved"]) for row in by[search].values()) for search in searches]
        first = next((search for search in searches if search in LEARN), None)
        learned = by.get(first, {})
        both = [(float(row["cost"]), float(by["lama-first"][name]["cost"])) for name, row in learned.items()
                if int(row["solved"]) and int(by.get("lama-first", {}).get(name, {"solved": 0})["solved"])]
        ratio = math.exp(sum(math.log(a / b) for a, b in both) / len(both)) if both else None
        acted = [row for row in learned.values() if int(row["solved"])]
        step = max((1000 * float(row["seconds"]) / max(int(row["steps"]), 1) for row in acted), default=None)
        model = options.out / f"{domain}.{first}"
        rules = model.read_bytes().count(b"achieve(") if model.exists() else 0
        log = (options.out / f"{domain}.{first}.log").read_text() if model.exists() else ""
        seconds = (re.search(r"processor seconds: ([\d.]+)", log) or ["", "–"])[1]
        shown = [f"{count} of {len(by[search])}" for count, search in zip(solved, searches)]
        print(f"| {size} | {domain} | {rules} | {seconds} s | " + " | ".join(shown)
              + f" | {'–' if ratio is None else f'{ratio:.2f} ({len(both)})'} | {'–' if step is None else f'{step:.1f}'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("track", type=Path)
    parser.add_argument("problems", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=["hard"])
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--learn", default="10m", help="the time limit of learning")
    parser.add_argument("--threads", type=int, default=1, help="of learning")
    parser.add_argument("--memory", type=int, default=4)
    parser.add_argument("--give-up", type=int, help="leave a search's larger problems after this many failures in a row")
    parser.add_argument("--every", type=int, default=1, help="take one problem in this many")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--searches", nargs="+", choices=SEARCHES, default=["act", "lama-first"])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "acting.csv"
    rows = list(csv.DictReader(results.open())) if results.exists() else []
    done = {(row["domain"], row["size"], row["problem"], row["search"]): row for row in rows}
    with results.open("a", newline="") as out:
        writer = csv.DictWriter(out, FIELDS)
        if not rows:
            writer.writeheader()
        for domain in options.only or [*TRACK, *OWN]:
            tests, track = generate(options, domain) if domain in OWN else (options.problems / domain, options.track / domain)
            models = {search: learn(options, domain, track, search) for search in options.searches}
            failed = dict.fromkeys(options.searches, 0)
            for size in sorted(options.sizes, key=SIZES.index):
                problems = sorted((tests / "testing" / size).glob("*.pddl"))[options.every - 1::options.every]
                for search in options.searches:
                    for problem in problems:
                        key = (domain, size, problem.stem, search)
                        if key not in done:
                            skipped = options.give_up is not None and failed[search] >= options.give_up
                            row = dict(zip(FIELDS, key))
                            row |= {"solved": 0, "seconds": "skipped"} if skipped else \
                                plan(options, search, models[search], tests / "domain.pddl", problem)
                            done[key] = row
                            writer.writerow(row)
                            out.flush()
                        failed[search] = 0 if int(done[key]["solved"]) else failed[search] + 1
                mine = [row for key, row in done.items() if key[:2] == (domain, size)]
                counts = {search: sum(int(row["solved"]) for row in mine if row["search"] == search) for search in options.searches}
                print(f"{domain} {size}: {counts}", flush=True)
    table(options, list(done.values()), options.searches)


if __name__ == "__main__":
    main()
