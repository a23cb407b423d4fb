"""Heuristics grown from the goal of the 15-puzzle, with several seeds, on Korf's 100 instances, beside the published figures.

    python3 bench/grown.py [--hstar PATH] [--seeds 5] [--folder DIR] [--as code] [--calibrate off]

Grows a heuristic for each seed with `hstar learn --method likely`, which can be stopped and goes on, and solves all instances at each
probability. Prints states, how far plans are above the cheapest, and how many are cheapest: for each seed, in the mean, and as published
(Marom and Rosman 2020, means of ten runs); and the largest number of states of a run over the smallest. With --as, growth ends where
the paper's does: it neither settles nor is calibrated. With --calibrate off it settles, and the dial is the network's own, as in the paper.
"""

import argparse
import json
import statistics
import subprocess
import time
from pathlib import Path

import peer

# By probability: millions of states, per cent above optimal, per cent optimal.
PUBLISHED = {0.95: (78.8, 2.2, 67.8), 0.9: (29.3, 2.5, 65.2), 0.75: (9.4, 3.0, 59.0), 0.5: (5.3, 3.4, 52.3)}
INSTANCES = "korf100"
# Of an instance that takes more, the search is given up; its states count, its plan does not.
MOST_STATES = 2_000_000_000


def costs(hstar):
    """The costs of cheapest plans, which hstar knows: it is asked for them by a search of its own, once."""
    done = subprocess.run([hstar, "solve", "tiles:4x4", INSTANCES, "--search", "ida(pdb(6-6-3))", "--stats", "-"], check=True,
                          capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return [json.loads(line)["cost"] for line in lines]


def solved(hstar, model, alpha, optimal):
    """States in millions, per cent above optimal, per cent optimal."""
    words = [hstar, "solve", "tiles:4x4", INSTANCES, "--model", model, "--search", f"ida(model@quantile:{alpha})", "--stats", "-",
             "--max-evaluations", MOST_STATES]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    runs = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    pairs = [(run["cost"], cost) for run, cost in zip(runs, optimal, strict=True) if run["status"] == "solved"]
    if len(pairs) < len(runs):
        print(f"  α = {alpha}: {len(runs) - len(pairs)} not solved within {MOST_STATES:,} states", flush=True)
    return (statistics.mean(run["generated"] for run in runs) / 1e6,
            100 * statistics.mean(cost / least - 1 for cost, least in pairs),
            100 * statistics.mean(cost == least for cost, least in pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--folder", default="grown", type=Path)
    parser.add_argument("--as", dest="whose", choices=["paper", "code"])
    parser.add_argument("--calibrate")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    optimal = costs(options.hstar)
    measured = {alpha: [] for alpha in PUBLISHED}
    for seed in range(1, options.seeds + 1):
        model = options.folder / f"fifteen-{seed}.hstar"
        words = [options.hstar, "learn", model, "tiles:4x4", "--method", "likely", "--seed", seed]
        words += ["--as", options.whose] if options.whose else []
        calibrate = "off" if options.whose else options.calibrate
        words += ["--calibrate", calibrate] if calibrate else []
        start = time.perf_counter()
        subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
        print(f"seed {seed}: grown in {time.perf_counter() - start:.0f} s", flush=True)
        for alpha, runs in measured.items():
            runs.append(solved(options.hstar, model, alpha, optimal))
            print(f"  α = {alpha}: {runs[-1][0]:.1f} M states, {runs[-1][1]:.2f} % above, {runs[-1][2]:.0f} % optimal", flush=True)
    for alpha, runs in measured.items():
        means = [statistics.mean(run[part] for run in runs) for part in range(3)]
        states = [run[0] for run in runs]
        paper = PUBLISHED[alpha]
        print(f"α = {alpha}: {means[0]:.1f} M states (published {paper[0]}), {means[1]:.2f} % above ({paper[1]}), "
              f"{means[2]:.1f} % optimal ({paper[2]}); largest run {max(states) / min(states):.1f} × the smallest")


if __name__ == "__main__":
    main()
