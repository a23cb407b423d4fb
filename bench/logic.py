"""A Neural Logic Machine's training and evaluation: hstar against PyTorch, in one run.

    python3 bench/logic.py [--rounds 3] [--seconds 2]

The machine has the published shape (depth 5, breadth 3, 8 features of each arity, 2 outputs) and inputs as blocks have
them: one fact about the state, three about a block, one about two, and the same for the goal. A training step is
forward, the mean of the outputs' squares, backward and Adam for a batch of 256 states of 16 blocks, with two threads on
both sides. Evaluation is of 16 states at a time on one thread. PyTorch's machine is straightforward: padded tensors
that are expanded, permuted and concatenated. Both have the same numbers and are given the same states; outputs and gradients
have to agree. Both run in turn, and the best of all rounds counts. PyTorch is installed as for network.py.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from network import BENCH, figures, torch


def build():
    """The path of hstar's side."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "-q", "-p", "hstar-network", "--example", "logic_speed"]
    subprocess.run(cargo, cwd=BENCH.parent, check=True)
    return str(target / "release" / "examples" / "logic_speed")


def largest(rounds):
    """Each figure of the best round; differences of the worst."""
    return {name: max(figures[name] for figures in rounds) for name in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of a round")
    options = parser.parse_args()
    hstar, peer = [], []
    with tempfile.TemporaryDirectory() as folder:
        ours = [build(), folder, str(options.seconds)]
        theirs = [torch(), str(BENCH / "logic_torch.py"), folder, str(options.seconds)]
        for _ in range(options.rounds):
            hstar.append(figures(ours))
            peer.append(figures(theirs))
    hstar, peer = largest(hstar), largest(peer)
    for what in ("outputs", "gradients"):
        difference = peer.pop(f"{what}_differ")
        print(f"{what} differ by at most {difference:.1e}")
        if difference > 1e-5:
            sys.exit(f"the {what} of both sides are not the same")
    print(f"{'':22} {'hstar':>9} {'PyTorch':>9}  times as fast")
    for name, mine in hstar.items():
        training = name == "train"
        what = "training, 16 blocks" if training else f"{name.removeprefix('states_')} blocks"
        unit, digits = ("steps/s", 2) if training else ("states/s", 0)
        ratio = f"{peer[name]:9.{digits}f} {mine / peer[name]:6.1f}" if name in peer else " " * 16
        print(f"{what:22} {mine:9.{digits}f} {ratio}  {unit}")


if __name__ == "__main__":
    main()
