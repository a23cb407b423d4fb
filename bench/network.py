"""A network's training and evaluation: hstar against PyTorch, one thread each, in one run.

    python3 bench/network.py [--rounds 5] [--seconds 1]

The network has 300 inputs, hidden layers of 250, 150 and 100, 60 outputs and sigmoids. A training step is forward,
softmax and cross-entropy, backward and Adam for a batch of 100; evaluation is the forward pass alone, without
gradients. Dense inputs are numbers between 0 and 1, the same kind for both sides. Sparse inputs are 30 ones of 300;
PyTorch is given them as dense rows, as is usual. Both run in turn, and the best of all rounds counts. PyTorch is
installed from PyPI into bench/.venv-torch the first time (about 5 GB, since PyPI has no smaller one).
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
VENV = BENCH / ".venv-torch"
PACKAGES = ["numpy", "torch==2.15.0"]
ROWS = [
    # What, hstar's figure, PyTorch's.
    ("training, dense", "train_dense", "train"),
    ("training, sparse", "train_sparse", "train_ones"),
    ("one state, dense", "single_dense", "single"),
    ("one state, sparse", "single_sparse", "single_ones"),
    ("batch of 32, dense", "batch_dense", "batch"),
    ("batch of 32, sparse", "batch_sparse", "batch_ones"),
    ("32 siblings, sparse", "batch_family", "batch_ones"),
]


def torch():
    """The interpreter of the virtual environment that holds PyTorch."""
    interpreter = VENV / "bin" / "python"
    if not interpreter.exists():
        print(f"installing {', '.join(PACKAGES)} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return str(interpreter)


def build():
    """The path of hstar's side."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "-q", "-p", "hstar-network", "--example", "network_speed"]
    subprocess.run(cargo, cwd=BENCH.parent, check=True)
    return str(target / "release" / "examples" / "network_speed")


def figures(command, environment=None):
    """What one side prints: names and numbers."""
    output = subprocess.run(command, text=True, env=environment, capture_output=True, check=True).stdout
    return {name: float(number) for name, number in map(str.split, output.splitlines())}


def best(rounds):
    """Each figure of the best round: steps per second are better if larger, microseconds if smaller."""
    return {
        name: (max if name.startswith("train") else min)(figures[name] for figures in rounds) for name in rounds[0]
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of a round")
    options = parser.parse_args()
    ours = [build(), str(options.seconds)]
    theirs = [torch(), str(BENCH / "network_torch.py"), str(options.seconds)]
    hstar, peer = [], []
    for _ in range(options.rounds):
        hstar.append(figures(ours))
        peer.append(figures(theirs))
    hstar, peer = best(hstar), best(peer)
    print(f"{'':21} {'hstar':>9} {'PyTorch':>9}  times as fast")
    for what, mine, other in ROWS:
        training = mine.startswith("train")
        ratio = hstar[mine] / peer[other] if training else peer[other] / hstar[mine]
        unit, digits = ("steps/s", 0) if training else ("µs a state", 2)
        print(f"{what:21} {hstar[mine]:9.{digits}f} {peer[other]:9.{digits}f} {ratio:6.1f}  {unit}")


if __name__ == "__main__":
    main()
