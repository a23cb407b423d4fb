"""A network over facts in search: evaluations per second against ff, and time for each state against PyTorch.

    python3 bench/confidence.py [--hstar target/release/hstar] [PROBLEM ...]

For each task, data is made by walks, a categorical network with three hidden layers is trained on it, their widths in
equal steps from the inputs to the outputs, and greedy searches with the network and with ff, in turn, set out from where
other walks end, each up to a number of evaluations. Seconds are those of the processor, so that other work on the machine
counts for little, less those of the same run with one evaluation; the best of some rounds count. Evaluations per second are
those of whole searches. PyTorch is given the same weights on one thread and without gradients, one state at a time; its
outputs for the states that the searches begin in have to be those of hstar. The time for a state in hstar is that in the
search, by the share of it that --stats calls `model_s`: features, network and reading.

Without problems, tasks of eight domains are generated. PyTorch is installed as by network.py.
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import peer
from network import torch

BENCH = Path(__file__).resolve().parent
# Options of `hstar generate`.
GENERATED = {
    "blocksworld": "--blocks 14",
    "depots": "--size medium",
    "grid": "--size medium",
    "pipesworld-notankage": "--size medium",
    "rovers": "--size medium --waypoints 20 --goals 20",
    "scanalyzer": "--size large",
    "storage": "--size medium",
    "transport": "--size medium --packages 12",
}
LEARN = "--features facts --belief categorical --hidden interpolated:3 --learning-rate 0.001 --batch 100".split()
# More than hstar's order of sums and PyTorch's can differ in a mean of some hundred classes.
TOLERANCE = 1e-3
# Of the processor, for all searches of a task together.
LEAST_SECONDS = 0.02


class Refused(Exception):
    """A command did not do what it was asked for."""


def run(*words):
    """What a command prints."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"{' '.join(map(str, words))}\n{done.stderr.strip()}")
    return done.stdout


def tasks(options, folder):
    """Names, domains and problems."""
    for problem in map(Path, options.problems):
        domain = peer.domain_of(problem)
        yield f"{domain.parent.name}/{problem.stem}", domain, problem
    if not options.problems:
        for name, parameters in GENERATED.items():
            out = folder / name
            run(options.hstar, "generate", name, *parameters.split(), "--count", 1, "--out", out)
            yield name, out / "domain.pddl", out / "p01.pddl"


def train(options, folder, domain, problem):
    """The network's file."""
    data, model = folder / "data.parquet", folder / "model.hstar"
    walks = ["--from", "walks", "--walks", options.walks, "--heuristics", "ff", "--unit-cost"]
    limits = ["--max-evaluations", 2 * options.evaluations]
    run(options.hstar, "data", domain, problem, "--out", data, *walks, *limits)
    run(options.hstar, "learn", model, data, *LEARN, "--fold", "1/10", "--steps", options.steps)
    return model


def instances(options, folder, domain, problem):
    """Problems from where walks end that nothing was trained on."""
    out = folder / "instances"
    run(options.hstar, "generate", "walks", domain, problem, "--count", options.instances, "--out", out)
    return sorted(out.glob("*-walk-*.pddl"))


def plan(options, folder, problem, search, model, limit):
    """A run of a search, and what it writes about itself."""
    stats = folder / "stats.json"
    words = [options.hstar, "plan", problem, "--search", search, "--stats", stats, "--plan-file", folder / "plan"]
    words += ["--log", "fd", "--max-evaluations", limit, *(["--model", model] if "model" in search else [])]
    run = peer.run(words)
    # 12: the limit was reached without a plan.
    if run.code not in (0, 11, 12):
        raise Refused(f"{' '.join(map(str, words))}\n{run.output.strip()}")
    return run, json.loads(stats.read_text())


def searches(options, folder, problems, model):
    """By search: states evaluated, and seconds in the search and in the network."""
    sums = {"gbfs(model)": [0, 0.0, 0.0], "gbfs(ff)": [0, 0.0, 0.0]}
    for problem in problems:
        rounds = {search: [] for search in sums}
        for _ in range(options.rounds):
            for search, measured in rounds.items():
                run, stats = plan(options, folder, problem, search, model, options.evaluations)
                idle, _ = plan(options, folder, problem, search, model, 1)
                measured.append((run.cpu_seconds, idle.cpu_seconds, stats))
        for search, measured in rounds.items():
            stats = measured[0][2]
            seconds = min(run for run, _, _ in measured) - min(idle for _, idle, _ in measured)
            share = min(stats.get("model_s", 0.0) / stats["search_s"] for _, _, stats in measured)
            sums[search] = [x + y for x, y in zip(sums[search], (stats["evaluated"], seconds, share * seconds))]
    return sums


def initial_means(options, folder, problems, model):
    """The mean of the network's belief about each initial state, as hstar computes it."""
    for problem in problems:
        run, _ = plan(options, folder, problem, "gbfs(model@mean)", model, 1)
        yield float(re.search(r"^Initial heuristic value for .*: (\S+)$", run.output, re.MULTILINE)[1])


def initial_facts(problem):
    """The atoms of :init, as the network's inputs are called."""
    init = problem.read_text().lower().split("(:init", 1)[1].split("(:goal", 1)[0]
    return ["(" + " ".join(atom.split()) + ")" for atom in re.findall(r"\(([^()]*)\)", init)]


def pytorch(options, folder, problems, model):
    """PyTorch's microseconds for a state, and by how much its means differ from hstar's at most."""
    means = list(initial_means(options, folder, problems, model))
    asked = folder / "asked.json"
    asked.write_text(json.dumps({"model": str(model), "states": [initial_facts(problem) for problem in problems]}))
    told = json.loads(run(torch(), BENCH / "confidence_torch.py", asked, options.seconds))
    difference = max(abs(mine - other) for mine, other in zip(means, told["means"]))
    return told["widths"], told["microseconds"], difference


def measure(options, folder, domain, problem):
    """A task's row: widths, evaluations per second of network and ff, microseconds of hstar and PyTorch, difference."""
    model = train(options, folder, domain, problem)
    problems = instances(options, folder, domain, problem)
    sums = searches(options, folder, problems, model)
    (evaluated, seconds, in_model), (by_ff, ff_seconds, _) = sums["gbfs(model)"], sums["gbfs(ff)"]
    if min(seconds, ff_seconds) < LEAST_SECONDS:
        raise Refused("the searches are too short to be measured")
    widths, theirs, difference = pytorch(options, folder, problems, model)
    return widths, evaluated / seconds, by_ff / ff_seconds, 1e6 * in_model / evaluated, theirs, difference


def mean(values):
    """The geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", help="PDDL problems, their domains beside them")
    parser.add_argument("--hstar", default=str(BENCH.parent / "target" / "release" / "hstar"))
    parser.add_argument("--walks", type=int, default=50, help="for the data of a task")
    parser.add_argument("--steps", type=int, default=2000, help="of training")
    parser.add_argument("--instances", type=int, default=10, help="to search from, for each task")
    parser.add_argument("--evaluations", type=int, default=20_000, help="of a search at most")
    parser.add_argument("--rounds", type=int, default=3, help="of all searches")
    parser.add_argument("--seconds", type=float, default=1.0, help="for PyTorch")
    options = parser.parse_args()
    columns = f"{'evaluations/s':>23} {'µs a state':>22}"
    print(f"{'':28} {columns}\n{'':28} {'network':>8} {'ff':>8} ratio {'hstar':>8} {'PyTorch':>8} ratio  widths")
    against_ff, against_torch = [], []
    with tempfile.TemporaryDirectory() as place:
        for name, domain, problem in tasks(options, Path(place) / "generated"):
            folder = Path(place) / name.replace("/", "-")
            folder.mkdir()
            try:
                widths, network, ff, ours, theirs, difference = measure(options, folder, domain, problem)
            except Refused as refused:
                print(f"{name:28} failed: {refused}", file=sys.stderr)
                continue
            against_ff.append(network / ff)
            against_torch.append(theirs / ours)
            rates = f"{network:8.0f} {ff:8.0f} {network / ff:5.2f} {ours:8.2f} {theirs:8.2f} {theirs / ours:5.1f}"
            print(f"{name:28} {rates}  {'-'.join(map(str, widths))}", flush=True)
            if not difference <= TOLERANCE:
                raise SystemExit(f"{name}: PyTorch's means differ from hstar's by up to {difference}")
    if against_ff:
        print(f"{'geometric mean':28} {mean(against_ff):23.2f} {mean(against_torch):23.1f}")


if __name__ == "__main__":
    main()
