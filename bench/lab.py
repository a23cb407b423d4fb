"""What the lab itself costs: the runner for each run, and a report of 10,000 results.

    python3 bench/lab.py [--hstar target/release/hstar]

The overhead of the runner is the time of an experiment of small runs, one at a time, less that of the same runs started
from here one after the other, in turns. The results that are reported are made up.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

ROUNDS = 5
PROBLEMS = 20
ALGORITHMS = 10
RESULTS = 10_000


def seconds(command, **options):
    start = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, **options)
    return time.perf_counter() - start


def overhead(hstar, folder):
    """Seconds that the runner needs for a run beside the run itself."""
    subprocess.run([hstar, "generate", "gripper", "--balls", "2", "--count", str(PROBLEMS), "--out", "gripper"],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)
    text = '[[problems]]\nfiles = ["gripper"]\n'
    for number in range(ALGORITHMS):
        text += f'[[algorithm]]\nname = "a{number}"\nsearch = "gbfs(ff)"\n'
    (folder / "experiment.toml").write_text(text)
    alone = inside = 0.0
    for _ in range(ROUNDS):
        shutil.rmtree(folder / "experiment.run", ignore_errors=True)
        inside += seconds([hstar, "lab", "run", "experiment.toml", "--jobs", "1"], cwd=folder)
        for problem in sorted((folder / "gripper").glob("p*.pddl")):
            for _ in range(ALGORITHMS):
                alone += seconds([hstar, "plan", problem, "--search", "gbfs(ff)", "--stats", "stats.json"], cwd=folder)
    return (inside - alone) / (ROUNDS * PROBLEMS * ALGORITHMS)


def make_up_results(folder):
    """The folder of an experiment with many results."""
    chance = random.Random(1)
    runs = []
    for number in range(RESULTS):
        algorithm, problem = f"a{number % ALGORITHMS}", number // ALGORITHMS
        domain, name = f"domain{problem % 30}", f"p{problem:04}.pddl"
        run = f"{algorithm}-{domain}-{name}"
        is_solved = chance.random() < 0.7
        effort = 10 ** chance.uniform(1, 6)
        record = {"algorithm": algorithm, "configuration": algorithm, "domain": domain, "problem": name,
                  "id": [algorithm, domain, name], "coverage": int(is_solved), "evaluations": int(effort),
                  "expansions": int(effort / 3), "search_time": effort / 1e5, "total_time": effort / 1e5 + 0.1,
                  "memory": 10_000, "error": "success" if is_solved else "search-out-of-time",
                  "planner_exit_code": 0 if is_solved else 23}
        if is_solved:
            record |= {"cost": chance.randrange(5, 90), "plan_length": 5}
        runs.append({"name": run, "words": [], "purpose": {"solve": record}, "needs": [], "time": None, "memory": None})
        own = folder / "runs" / run
        own.mkdir(parents=True)
        outcome = {"key": "", "is_failure": False, "seconds": 1.0, "properties": {run: record}}
        (own / "result.json").write_text(json.dumps(outcome))
    (folder / "made").mkdir()
    (folder / "runs.json").write_text(json.dumps(runs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", type=Path, default=Path(__file__).resolve().parent.parent / "target/release/hstar")
    hstar = parser.parse_args().hstar.resolve()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        print(f"runner: {1000 * overhead(hstar, folder):.1f} ms a run")
        make_up_results(folder / "many.run")
        times = [seconds([hstar, "lab", "report", folder / "many.run"]) for _ in range(ROUNDS)]
        print(f"report of {RESULTS} results: {min(times):.2f} to {max(times):.2f} s")


if __name__ == "__main__":
    main()
