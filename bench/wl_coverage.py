"""Coverage of models of Weisfeiler-Leman features on problems larger than those they were trained on, beside lama-
first.

    python3 bench/wl_coverage.py TRACK PROBLEMS OUT [--hstar target/release/hstar] [--sizes medium hard] [--time 60]
        [--memory 4] [--every 1] [--give-up 3] [--only NAME …] [--searches NAME …] [--learn WORDS] [--device cpu]

TRACK has DOMAIN/domain.pddl and DOMAIN/training/easy/*.pddl, as the learning track of the IPC 2023 has; PROBLEMS is
what `hstar repro track --prepare --scale full` writes (repro/track/shared-full). For each domain, problems are
labelled (OUT/DOMAIN.parquet) and learned from (OUT/DOMAIN.hstar) unless that was done before; then each search has as
many seconds of processor time and as many GiB for each problem. Problems grow with their numbers, and from size to
size: with --give-up N, a search that left N in a row unsolved does not try the larger ones, which count as unsolved.
`default` is what `hstar plan --model` does where no search is named, `model, lama` the queues of lama-first with one
for the model, `logic machine` greedy search with a logic machine that has learned from the same states for 3,000 steps
(on --device), `Fast Downward` its lama-first, from PyPI, with its translation. Where no model can be learned, its
problems count as unsolved. Results are added to OUT/results.csv as they come, and are not computed again; the table is
printed in the end.
"""

import argparse
import csv
import json
import re
import time
from pathlib import Path

import peer

SEARCHES = {
    "model": ["--search", "gbfs(model)"],
    "default": [],
    "model, ff, preferred": ["--search", "gbfs(model, ff, preferred)"],
    "model, lama": ["--search", "lazy(ff(cost=one), landmarks(cost=one), model, preferred)"],
    "logic machine": ["--search", "gbfs(model)"],
    "ff": ["--search", "gbfs(ff)"],
    "lama-first": ["--preset", "lama-first"],
    "Fast Downward": [],
}
# Searches that are not given a model.
WITHOUT = {"ff", "lama-first", "Fast Downward"}
PEER = "Fast Downward"
MACHINE = "logic machine"
SIZES = ["medium", "hard"]
FIELDS = ["domain", "size", "problem", "search", "solved", "seconds", "evaluated", "steps", "peak_mb"]


def learn(options, domain, search="model"):
    """The domain's model for a search, and what labelling and learning took."""
    is_machine = search == MACHINE
    data, model = options.out / f"{domain}.parquet", options.out / (f"{domain}-machine.hstar" if is_machine else f"{domain}.hstar")
    track = options.track / domain
    if not data.exists():
        done = peer.run([options.hstar, "data", "--out", data, "--siblings", "--heuristics", "ff", "--threads", 1,
                         "--time-limit", 10, "--memory-limit", "3G", "--total-time", "3m",
                         track / "domain.pddl", track / "training" / "easy"])
        print(f"{domain}: labels in {done.cpu_seconds:.0f} s", flush=True)
    if not model.exists():
        kind = ["typed-logic", "--steps", 3000, "--device", options.device] if is_machine else ["wl", *options.learn.split()]
        done = peer.run([options.hstar, "learn", model, data, "--threads", 1, "--features", *kind])
        if done.code != 0:
            print(f"{domain}: no {model.stem}: {done.output.strip().splitlines()[-1:]}", flush=True)
            return None
        print(f"{domain}: {model.stem} in {done.cpu_seconds:.1f} s", flush=True)
    return model


def plan(options, search, model, problem):
    """Runs a search on a problem."""
    domain = options.problems / problem.parts[-4] / "domain.pddl"
    if search == PEER:
        return plan_by_peer(options, domain, problem)
    words = [options.hstar, "plan", domain, problem, "--json", "--memory-limit", f"{options.memory}G",
             "--plan-file", options.out / "plan", *SEARCHES[search]]
    if search not in WITHOUT:
        words += ["--model", model]
    done = peer.run(words, cpu_limit=options.time)
    found = re.search(r"^\{.*^\}", done.output, re.MULTILINE | re.DOTALL)
    answer = json.loads(found[0]) if found else {}
    solved = done.code == 0
    return {"solved": int(solved), "seconds": f"{done.cpu_seconds:.2f}", "evaluated": answer.get("evaluated", ""),
            "steps": answer.get("plan_length", "") if solved else "", "peak_mb": done.peak_kb // 1024}


def plan_by_peer(options, domain, problem):
    """Runs Fast Downward's lama-first."""
    done = peer.lama_first(domain, problem, options.out, options.time, options.memory << 30)
    evaluated, steps = (re.search(pattern, done.output) for pattern in (r"Evaluated (\d+) state", r"Plan length: (\d+) step"))
    return {"solved": int(done.code == 0), "seconds": f"{done.cpu_seconds:.2f}", "evaluated": evaluated[1] if evaluated else "",
            "steps": steps[1] if steps else "", "peak_mb": done.peak_kb // 1024}


def table(rows, searches):
    """How many problems each search has solved, by domain and size."""
    keys = sorted({(row["size"], row["domain"]) for row in rows}, reverse=True)
    print("| size | domain | problems | " + " | ".join(searches) + " |")
    print("| --- | --- | --- |" + " --- |" * len(searches))
    total = dict.fromkeys(searches, 0)
    for size, domain in sorted(keys, key=lambda key: (key[0] != "medium", key[1])):
        mine = [row for row in rows if (row["size"], row["domain"]) == (size, domain)]
        solved = {search: sum(int(row["solved"]) for row in mine if row["search"] == search) for search in searches}
        for search in searches:
            total[search] += solved[search]
        count = len({row["problem"] for row in mine})
        print(f"| {size} | {domain} | {count} | " + " | ".join(str(solved[search]) for search in searches) + " |")
    print("| | sum | | " + " | ".join(str(total[search]) for search in searches) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("track", type=Path)
    parser.add_argument("problems", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=SIZES)
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4)
    parser.add_argument("--give-up", type=int, help="leave a search's larger problems after this many failures in a row")
    parser.add_argument("--every", type=int, default=1, help="take one problem in this many")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--searches", nargs="+", choices=SEARCHES,
                        default=[search for search in SEARCHES if search != MACHINE])
    parser.add_argument("--learn", default="", help="further options of hstar learn")
    parser.add_argument("--device", default="cpu", help="where logic machines are trained")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "results.csv"
    rows = list(csv.DictReader(results.open())) if results.exists() else []
    done = {(row["domain"], row["size"], row["problem"], row["search"]): row for row in rows}
    start = time.time()
    with results.open("a", newline="") as out:
        writer = csv.DictWriter(out, FIELDS)
        if not rows:
            writer.writeheader()
        for domain in options.only or sorted(folder.name for folder in options.problems.iterdir()):
            models = {search: learn(options, domain, search) for search in options.searches if search not in WITHOUT}
            failed = dict.fromkeys(options.searches, 0)
            for size in sorted(options.sizes, key=SIZES.index):
                problems = sorted((options.problems / domain / "testing" / size).glob("*.pddl"))
                for search in options.searches:
                    for problem in problems[options.every - 1::options.every]:
                        key = (domain, size, problem.stem, search)
                        if key not in done:
                            skipped = options.give_up is not None and failed[search] >= options.give_up
                            row = dict(zip(FIELDS, key))
                            has_model = search in WITHOUT or models[search]
                            if has_model and not skipped:
                                row |= plan(options, search, models.get(search), problem)
                            else:
                                row |= {"solved": 0, "seconds": "skipped" if has_model else "no model"}
                            done[key] = row
                            writer.writerow(row)
                            out.flush()
                        failed[search] = 0 if int(done[key]["solved"]) else failed[search] + 1
                mine = [row for key, row in done.items() if key[:2] == (domain, size)]
                counts = {search: sum(int(row["solved"]) for row in mine if row["search"] == search)
                          for search in options.searches}
                print(f"{time.time() - start:6.0f} s  {domain} {size}: {counts}", flush=True)
    table(list(done.values()), options.searches)


if __name__ == "__main__":
    main()
