"""The loss of cross-entropy admissibility (Futuhi and Sturtevant 2026) on the 15-puzzle, beside the likelihood: A* on Korf's 100 instances.

    python3 bench/admissibility.py [--hstar PATH] [--seeds 2] [--folder DIR] [--instances 1000]

Networks are the same: values of pattern databases in, a probability for each cost out, learned from the states along the cheapest plans
of as many random instances, which are solved once for each seed. With the loss, estimates are the most probable cost, and its two
parameters say how far below the true cost they are; with the likelihood, a probability is chosen when the model is read. Prints for each:
states generated, how far plans are above the cheapest, how many are cheapest, and what the likelihood's readings give with as many
states, between two of them by interpolation.
"""

import argparse
import json
import math
import statistics
import subprocess
from pathlib import Path

import peer

SPACE = "tiles:4x4"
INSTANCES = "korf100"
# Beta and eta of the loss.
LOSSES = [(30, 0.1), (10, 0.1), (3, 0.1), (1, 0.1), (0, 0.1), (10, 0.01), (3, 0.01)]
READINGS = ["mean", *(f"quantile:{alpha}" for alpha in (0.5, 0.75, 0.9, 0.95, 0.99))]
OPTIONS = ["--features", "databases", "--belief", "categorical", "--hidden", "64", "--activation", "relu",
           "--learning-rate", "0.001", "--clip", "0", "--threads", "1"]


def records(words):
    """What hstar says of each instance, as JSON."""
    done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def learned(options, seed, loss):
    """A model by a loss; by the likelihood if there is none."""
    name = "likelihood" if loss is None else f"cea-{loss[0]}-{loss[1]}"
    model = options.folder / f"{name}-{seed}.hstar"
    words = [options.hstar, "learn", model, SPACE, f"random:{options.instances}", "--seed", seed, *OPTIONS]
    words += [] if loss is None else ["--loss", f"cea:{loss[0]}:{loss[1]}"]
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
    return model


def searched(options, model, reading, optimal):
    """Thousands of states, per cent above optimal, per cent optimal."""
    runs = records([options.hstar, "solve", SPACE, INSTANCES, "--model", model, "--search", f"astar(model@{reading})",
                    "--stats", "-"])
    pairs = [(run["cost"], cost) for run, cost in zip(runs, optimal, strict=True)]
    return (statistics.mean(run["generated"] for run in runs) / 1e3,
            100 * statistics.mean(cost / least - 1 for cost, least in pairs),
            100 * statistics.mean(cost == least for cost, least in pairs))


def at(states, curve, part):
    """A part of what the readings' curve has at so many states: linear in the logarithm of states; None beyond its ends."""
    for less, more in zip(curve, curve[1:]):
        if less[0] <= states <= more[0]:
            share = math.log(states / less[0]) / math.log(more[0] / less[0])
            return less[part] + share * (more[part] - less[part])
    return None


def row(name, found, beside=""):
    print(f"{name:24} {found[0]:8.0f} {found[1]:8.2f} {found[2]:8.1f}  {beside}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--folder", default="admissibility", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    optimal = [run["cost"] for run in records([options.hstar, "solve", SPACE, INSTANCES, "--search", "ida(pdb(6-6-3))",
                                               "--stats", "-"])]

    def mean(loss, readings):
        """For each reading: what searches find, in the mean of all seeds."""
        found = {reading: [] for reading in readings}
        for seed in range(1, options.seeds + 1):
            model = learned(options, seed, loss)
            for reading, runs in found.items():
                runs.append(searched(options, model, reading, optimal))
        return {reading: [statistics.mean(part) for part in zip(*runs)] for reading, runs in found.items()}

    print(f"{'':24} {'k states':>8} {'% above':>8} {'% opt.':>8}  likelihood with as many states: % above, % optimal")
    by_likelihood = mean(None, ["argmax", *READINGS])
    for reading, found in by_likelihood.items():
        row(f"likelihood, {reading}", found)
    curve = sorted(by_likelihood[reading] for reading in READINGS)
    for loss in LOSSES:
        found = mean(loss, ["argmax"])["argmax"]
        others = [at(found[0], curve, part) for part in (1, 2)]
        beside = "" if None in others else f"{others[0]:.2f}, {others[1]:.0f}"
        row(f"beta {loss[0]}, eta {loss[1]}", found, beside)


if __name__ == "__main__":
    main()
