"""Coverage of models of Weisfeiler-Leman features on problems larger than those they were trained on, beside lama-first.

    python3 bench/wl_coverage.py TRACK PROBLEMS OUT [--hstar target/release/hstar] [--sizes medium hard] [--time 60]
        [--memory 4G] [--every 1] [--only NAME …] [--searches NAME …] [--learn WORDS]

TRACK has DOMAIN/domain.pddl and DOMAIN/training/easy/*.pddl, as the learning track of the IPC 2023 has; PROBLEMS is what
bench/learning_track.py writes. For each domain, problems are labelled (OUT/DOMAIN.parquet) and learned from
(OUT/DOMAIN.hstar) unless that was done before; then each search has as many seconds for each problem (run nothing else beside it: one
that took more processor time than that does not count).
Results are added to OUT/results.csv as they come, and are not computed again; the table is printed in the end.
"""

import argparse
import csv
import json
import resource
import subprocess
import time
from pathlib import Path

SEARCHES = {
    "model": ["--search", "gbfs(model)"],
    "model, ff, preferred": ["--search", "gbfs(model, ff, preferred)"],
    "default": [],
    "ff": ["--search", "gbfs(ff)"],
    "lama-first": ["--preset", "lama-first"],
}
# Searches that are not given a model.
WITHOUT = {"ff", "lama-first"}
FIELDS = ["domain", "size", "problem", "search", "solved", "seconds", "evaluated", "steps"]


def run(command, limit=None):
    """The processor time that a command takes; it is ended soon after the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=None if limit is None else 4 * limit + 60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def learn(options, domain):
    """The domain's model, and what labelling and learning took."""
    data, model = options.out / f"{domain}.parquet", options.out / f"{domain}.hstar"
    track = options.track / domain
    if not data.exists():
        _, seconds = run([options.hstar, "data", "--out", data, "--siblings", "--heuristics", "ff", "--threads", 1,
                          "--time-limit", 10, "--memory-limit", "3G", "--total-time", "3m",
                          track / "domain.pddl", track / "training" / "easy"])
        print(f"{domain}: labels in {seconds:.0f} s", flush=True)
    if not model.exists():
        done, seconds = run([options.hstar, "learn", model, data, "--features", "wl", "--threads", 1,
                             *options.learn.split()])
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        print(f"{domain}: model in {seconds:.1f} s", flush=True)
    return model


def plan(options, search, model, problem):
    words = [options.hstar, "plan", options.problems / problem.parts[-4] / "domain.pddl", problem, "--json",
             "--time-limit", options.time, "--memory-limit", options.memory, "--plan-file", options.out / "plan",
             *SEARCHES[search]]
    if search not in WITHOUT:
        words += ["--model", model]
    done, seconds = run(words, options.time)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        answer = {}
    solved = done.returncode == 0 and seconds <= options.time + 1
    return {"solved": int(solved), "seconds": f"{seconds:.2f}", "evaluated": answer.get("evaluated", ""),
            "steps": answer.get("plan_length", "") if solved else ""}


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
    parser.add_argument("--sizes", nargs="+", default=["medium", "hard"])
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--every", type=int, default=1, help="take one problem in this many")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--searches", nargs="+", choices=SEARCHES, default=list(SEARCHES))
    parser.add_argument("--learn", default="", help="further options of hstar learn")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "results.csv"
    rows = list(csv.DictReader(results.open())) if results.exists() else []
    done = {(row["domain"], row["size"], row["problem"], row["search"]) for row in rows}
    start = time.time()
    with results.open("a", newline="") as out:
        writer = csv.DictWriter(out, FIELDS)
        if not rows:
            writer.writeheader()
        for domain in options.only or sorted(folder.name for folder in options.problems.iterdir()):
            model = learn(options, domain)
            for size in options.sizes:
                problems = sorted((options.problems / domain / "testing" / size).glob("*.pddl"))
                for problem in problems[options.every - 1::options.every]:
                    for search in options.searches:
                        key = (domain, size, problem.stem, search)
                        if key not in done:
                            row = dict(zip(FIELDS, key)) | plan(options, search, model, problem)
                            rows.append(row)
                            writer.writerow(row)
                            out.flush()
                mine = [row for row in rows if (row["domain"], row["size"]) == (domain, size)]
                counts = {search: sum(int(row["solved"]) for row in mine if row["search"] == search)
                          for search in options.searches}
                print(f"{time.time() - start:6.0f} s  {domain} {size}: {counts}", flush=True)
    table(rows, options.searches)


if __name__ == "__main__":
    main()
