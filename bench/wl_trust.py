"""What thresholds of trust are worth for models that carry to larger problems, in searches with a queue for ff.

    python3 bench/wl_trust.py PROBLEMS MODELS OUT [--hstar target/release/hstar] [--sizes medium] [--time 10]
        [--memory 4] [--every 5] [--only DOMAIN …]

PROBLEMS is what `hstar repro track --prepare --scale full` writes (repro/track/shared-full), MODELS has DOMAIN.hstar,
of `hstar learn --features wl` with any loss. Each search has as many seconds of processor time and as many GiB for
each problem. Told are the problems solved, and the sum of evaluations over those problems that all searches with two
queues have solved; the model and ff alone are beside them. Results are added to OUT/results.csv as they come, and are
not computed again: another folder of models needs another OUT.
"""

import argparse
import csv
import time
from pathlib import Path

import peer
import wl_coverage

TWO_QUEUES = {
    "model, ff": "gbfs(model, ff)",
    "adaptive:40": "gbfs(model@mean+adaptive:40, ff)",
    "mean-threshold:40": "gbfs(model@mean+mean-threshold:40, ff)",
    "priority:20": "gbfs(model@mean+priority:20, ff)",
}
ALONE = ["ff", "model"]
SEARCHES = [*TWO_QUEUES, *ALONE]
wl_coverage.SEARCHES |= {name: ["--search", search] for name, search in TWO_QUEUES.items()}


def check(options, model, problem):
    """Stops if the model has no such reading: that would count as unsolved."""
    domain = options.problems / problem.parts[-4] / "domain.pddl"
    for search in TWO_QUEUES.values():
        done = peer.run([options.hstar, "plan", domain, problem, "--search", search, "--model", model,
                         "--plan-file", options.out / "plan", "--max-evaluations", 1], cpu_limit=options.time)
        if done.code > 30:
            raise SystemExit(done.output)


def solved_by(rows, search):
    """The problems that a search has solved, with the evaluations it took."""
    return {(row["domain"], row["size"], row["problem"]): int(row["evaluated"])
            for row in rows if row["search"] == search and int(row["solved"])}


def line(rows):
    """Problems solved by each search, problems that all with two queues solve, and each one's evaluations there."""
    found = {search: solved_by(rows, search) for search in SEARCHES}
    common = set.intersection(*(set(found[search]) for search in TWO_QUEUES))
    sums = [f"{sum(found[search][key] for key in common):,}" for search in TWO_QUEUES]
    solved = [str(len(found[search])) for search in SEARCHES]
    return [*solved, str(len(common)), *(sums if common else ["-"] * len(sums))]


def table(rows):
    """Both figures by domain and size."""
    print("| size | domain | problems | " + " | ".join(SEARCHES) + " | solved by all with two queues | "
          + " | ".join(f"evaluations: {search}" for search in TWO_QUEUES) + " |")
    print("| --- " * (4 + len(SEARCHES) + len(TWO_QUEUES)) + "|")
    keys = sorted({(row["size"], row["domain"]) for row in rows}, key=lambda key: (key[0] != "medium", key))
    for size, domain in keys:
        mine = [row for row in rows if (row["size"], row["domain"]) == (size, domain)]
        print(f"| {size} | {domain} | {len({row['problem'] for row in mine})} | " + " | ".join(line(mine)) + " |")
    count = len({(row["domain"], row["size"], row["problem"]) for row in rows})
    print(f"| | sum | {count} | " + " | ".join(line(rows)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--sizes", nargs="+", default=["medium"])
    parser.add_argument("--time", type=int, default=10)
    parser.add_argument("--memory", type=int, default=4)
    parser.add_argument("--every", type=int, default=5, help="take one problem in this many")
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "results.csv"
    rows = list(csv.DictReader(results.open())) if results.exists() else []
    done = {(row["domain"], row["size"], row["problem"], row["search"]): row for row in rows}
    start = time.time()
    with results.open("a", newline="") as out:
        writer = csv.DictWriter(out, wl_coverage.FIELDS)
        if not rows:
            writer.writeheader()
        for domain in options.only or sorted(folder.name for folder in options.problems.iterdir()):
            model = options.models / f"{domain}.hstar"
            if not model.exists():
                print(f"{domain}: no model", flush=True)
                continue
            problems = [(size, problem) for size in options.sizes for problem in sorted(
                (options.problems / domain / "testing" / size).glob("*.pddl"))[options.every - 1::options.every]]
            if problems:
                check(options, model, problems[0][1])
            for size, problem in problems:
                for search in SEARCHES:
                    key = (domain, size, problem.stem, search)
                    if key not in done:
                        done[key] = dict(zip(wl_coverage.FIELDS, key))
                        done[key] |= wl_coverage.plan(options, search, model, problem)
                        writer.writerow(done[key])
                        out.flush()
            print(f"{time.time() - start:6.0f} s  {domain}: {len(problems)} problems", flush=True)
    table([row for key, row in done.items() if key[3] in SEARCHES])


if __name__ == "__main__":
    main()
