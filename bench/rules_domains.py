"""Rules learned from small problems of a domain, on larger ones: alone, in a dual queue with ff, and ff alone.

    python3 bench/rules_domains.py [--hstar target/release/hstar] [--time-limit 10] [--folder FOLDER]

Problems are generated, so that nothing else is needed. What is learned from has labels by A*; what is planned for is
larger, and none of it was seen. Prints the table of docs/rules.md: problems solved, and over the problems that ff solves,
too, the geometric means of evaluations, seconds and plan costs as multiples of ff's.
"""

import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path

# What to learn from, then what to plan for: options of `hstar generate`, the number of problems, the seed.
DOMAINS = {
    "blocksworld": (
        [("--blocks 4", 15, 4), ("--blocks 5", 15, 5), ("--blocks 6", 15, 6)],
        [("--blocks 15", 5, 50), ("--blocks 30", 5, 51)],
    ),
    "gripper": (
        [("--balls 2", 4, 2), ("--balls 3", 4, 3), ("--balls 4", 4, 4), ("--balls 3 --rooms 3", 10, 9)],
        [("--balls 20", 5, 50), ("--balls 60", 5, 51), ("--balls 20 --rooms 8", 5, 52)],
    ),
    "logistics": (
        [
            ("--packages 2 --cities 2 --city-size 3 --trucks 2", 15, 3),
            ("--packages 2 --cities 3 --city-size 3 --trucks 3", 15, 4),
        ],
        [("--size medium", 5, 52), ("--size large", 5, 53)],
    ),
}
SEARCHES = ["gbfs(ff)", "gbfs(model)", "gbfs(model, ff)"]
WALKS = "--from walks --walks 20 --walk-length 60 --teacher astar(lmcut) --deduplicate --seed 1".split()


def run(hstar, *words):
    done = subprocess.run([hstar, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"hstar {' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def generate(hstar, folder, domain, sets, name):
    """The folders of some sets of problems."""
    folders = []
    for number, (options, count, seed) in enumerate(sets):
        out = folder / f"{domain}-{name}-{number}"
        run(hstar, "generate", domain, *options.split(), "--count", count, "--seed", seed, "--out", out, "--force")
        folders.append(out)
    return folders


def learn(hstar, folder, domain, subject, sets):
    """Rules, and what the program says of them."""
    small = generate(hstar, folder, domain, sets, "small")
    data, model = folder / f"{domain}.parquet", folder / f"{domain}-{subject}.rules"
    run(hstar, "data", small[0] / "domain.pddl", *small, "--out", data, *WALKS)
    said = run(hstar, "learn", model, data, "--rules", subject)
    return model, [line for line in said.splitlines() if line.startswith(("Examples", "Rules"))]


def plan(hstar, domain, problem, search, model, limit, folder):
    """What `hstar plan --stats` writes."""
    stats = folder / "stats.json"
    words = [hstar, "plan", domain, problem, "--search", search, "--stats", stats, "--plan-file", folder / "plan"]
    words += ["--time-limit", limit, "--memory-limit", "4G", *(["--model", model] if "model" in search else [])]
    subprocess.run(list(map(str, words)), capture_output=True)
    return json.loads(stats.read_text())


def mean(values):
    return math.exp(sum(math.log(max(value, 1e-3)) for value in values) / len(values)) if values else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--time-limit", type=int, default=10)
    parser.add_argument("--domains", nargs="*", default=list(DOMAINS))
    parser.add_argument("--subjects", nargs="*", default=["goals", "states"])
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="rules-"))
    folder.mkdir(parents=True, exist_ok=True)
    hstar = str(Path(options.hstar).resolve())
    rows = []
    for domain in options.domains:
        small, large = DOMAINS[domain]
        models = {}
        for subject in options.subjects:
            models[subject], said = learn(hstar, folder, domain, subject, small)
            print(f"{domain}, {subject}: {'; '.join(said)}", flush=True)
        for (name, *_), problems in zip(large, generate(hstar, folder, domain, large, "large")):
            ways = [("ff", SEARCHES[0], None)]
            ways += [(f"{subject}{' and ff' if 'ff' in search else ''}", search, model)
                     for subject, model in models.items() for search in SEARCHES[1:]]
            results = {}
            for way, search, model in ways:
                results[way] = [plan(hstar, problems / "domain.pddl", problem, search, model, options.time_limit, folder)
                                for problem in sorted(problems.glob("p*.pddl"))]
            count = len(results["ff"])
            solved = {way: [one["status"] == "solved" for one in all] for way, all in results.items()}
            for way, all in results.items():
                both = [number for number in range(count) if solved[way][number] and solved["ff"][number]]
                own, ff = ([results[who][number] for number in both] for who in (way, "ff"))
                cells = [domain, name.replace("--", ""), way, f"{sum(solved[way])}/{count}", str(len(both))]
                for key in ("evaluated", "search_s", "cost"):
                    ratio = mean([one[key] for one in own]) / mean([one[key] for one in ff]) if both else math.nan
                    cells.append("-" if math.isnan(ratio) else f"{ratio:.2f}")
                rows.append(cells)
                print(" | ".join(cells), flush=True)
    heads = ["domain", "problems", "heuristic", "solved", "both solve", "evaluations", "time", "plan cost"]
    print("\n| " + " | ".join(heads) + " |\n| " + " | ".join(["---"] * len(heads)) + " |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
