"""The linear rows of the paper on bounds (supplement S3 and S4, blocks world): Gaussian against truncated Gaussian.

    python3 bench/linear_rows.py [--hstar PATH] [--problems 20] [--seeds 1] [--plan 10]

Generates problems with 5 to 10 blocks (the paper: 5 to 16; so figures are lower here), so many of each, labels the states on
their optimal plans, trains the linear model in all eight configurations, and prints negative log-likelihood and squared
error on the test states, published beside measured. With --plan, also how many of so many larger problems greedy search
solves within 10,000 evaluations, and with how many evaluations on average. Fails if the truncated Gaussian is not better on
likelihood in all four pairs.
"""

import argparse
import itertools
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
SIZES = range(5, 11)
PLANNED_BLOCKS = 12
EVALUATIONS = 10_000
# (sigma, residual): nll of the Gaussian and the truncated one, mse of both, as published in S3
PUBLISHED = {
    ("learned", "ff"): (1.92, 1.30, 6.02, 5.17),
    ("learned", "none"): (1.92, 1.30, 6.08, 5.19),
    ("fixed", "ff"): (2.53, 2.01, 5.06, 5.08),
    ("fixed", "none"): (2.53, 2.01, 5.06, 5.09),
}
BELIEFS = ("gaussian", "truncated")


def hstar(options, *words):
    run = subprocess.run([options.hstar, *map(str, words)], text=True, capture_output=True)
    if run.returncode not in (0, 12):
        sys.exit(f"hstar {' '.join(map(str, words))}\n{run.stdout}{run.stderr}")
    return run.stdout


def make_data(options, folder):
    for blocks in SIZES:
        hstar(options, "generate", "blocksworld", "--blocks", blocks, "--count", options.problems, "--seed", blocks,
              "--out", folder / f"blocks-{blocks}")
    data = folder / "data.parquet"
    hstar(options, "data", *[folder / f"blocks-{blocks}" for blocks in SIZES], "--split", "60:20:20", "--out", data)
    return data


def train(options, folder, data, belief, sigma, residual, seed):
    """The model's file, and its scores on the test states."""
    model = folder / f"{belief}-{sigma}-{residual}-{seed}.hstar"
    output = hstar(options, "learn", model, data, "--belief", belief, "--sigma", sigma, "--residual", residual,
                   "--seed", seed)
    nll, mse = re.search(r"test states: nll (-?[\d.]+), mse ([\d.]+)", output).groups()
    return model, float(nll), float(mse)


def plan(options, folder, *search):
    """Problems solved, and the mean of evaluations."""
    solved, evaluations = 0, []
    for problem in sorted(folder.glob("planned/p*.pddl")):
        output = hstar(options, "plan", problem, *search, "--max-evaluations", EVALUATIONS,
                       "--plan-file", folder / "plan", "--log", "fd")
        found = "Solution found." in output
        solved += found
        evaluations.append(int(re.search(r"Evaluations: (\d+)", output)[1]) if found else EVALUATIONS)
    return solved, statistics.mean(evaluations)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hstar", default=BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--problems", type=int, default=20, help="of each number of blocks")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--plan", type=int, default=0, help="how many larger problems to plan")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    try:
        data = make_data(options, folder)
        if options.plan:
            hstar(options, "generate", "blocksworld", "--blocks", PLANNED_BLOCKS, "--count", options.plan, "--seed", 99,
                  "--out", folder / "planned")
            print("gbfs(ff): solved {}, evaluations {:.0f}".format(*plan(options, folder, "--search", "gbfs(ff)")))
        worse = 0
        for sigma, residual in itertools.product(("learned", "fixed"), ("ff", "none")):
            measured = {}
            for belief in BELIEFS:
                runs = [train(options, folder, data, belief, sigma, residual, seed) for seed in range(1, options.seeds + 1)]
                measured[belief] = [statistics.mean(run[index] for run in runs) for index in (1, 2)]
                if options.plan:
                    print(f"{belief}, {sigma}, {residual}: solved {{}}, evaluations {{:.0f}}".format(
                        *plan(options, folder, "--model", runs[0][0])), flush=True)
            (nll, mse), (truncated_nll, truncated_mse) = measured["gaussian"], measured["truncated"]
            published = PUBLISHED[sigma, residual]
            print(f"sigma {sigma:7} residual {residual:4}: nll {nll:.2f} / {truncated_nll:.2f}  mse {mse:.2f} / "
                  f"{truncated_mse:.2f}   (published nll {published[0]} / {published[1]}  mse {published[2]} / "
                  f"{published[3]})", flush=True)
            worse += truncated_nll >= nll
    finally:
        shutil.rmtree(folder)
    print(f"the truncated Gaussian is better on likelihood in {4 - worse} of 4 configurations")
    sys.exit(worse > 0)


if __name__ == "__main__":
    main()
