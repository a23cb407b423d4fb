"""A Neural Logic Machine's training and evaluation: hstar against PyTorch, in one run.

    python3 bench/logic.py [--rounds 3] [--seconds 2] [--plot states.svg]

The machine has the published shape (depth 5, breadth 3, 8 features of each arity, 2 outputs) and inputs as blocks have
them: one fact about the state, three about a block, one about two, and the same for the goal. A training step is
forward, the mean of the outputs' squares, backward and Adam for a batch of 256 states of 16 blocks, with two threads on
both sides. Evaluation is on one thread: of 16 unlike states at a time, and, of hstar alone, of siblings, the states that come of
taking up one block or another, as in a search. PyTorch's machine is straightforward: padded tensors
that are expanded, permuted and concatenated. Both have the same numbers and are given the same states; outputs and gradients
have to agree. Both run in turn, and the best of all rounds counts. PyTorch is installed as for network.py.
The plot shows the time that a state takes, by the number of blocks.
"""

import argparse
import math
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


def plot(sides):
    """The time for a state by the number of blocks, as SVG: a line for each side, by its name."""
    width, height, margin = 520, 340, 56
    lines = {side: {int(name.split("_")[1]): 1e6 / rate for name, rate in rates.items() if name.startswith(kind)}
             for side, (kind, rates) in sides.items()}
    most_blocks = max(blocks for line in lines.values() for blocks in line)
    longest = max(time for line in lines.values() for time in line.values())

    def place(blocks, time):
        """The axis of times is logarithmic, from a microsecond on."""
        up = math.log10(max(time, 1)) / math.log10(longest)
        return margin + blocks / most_blocks * (width - 2 * margin), height - margin - up * (height - 2 * margin)

    def text(x, y, content, anchor="middle"):
        return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{content}</text>'

    parts = [text(width / 2, 24, "A state's time by its objects"), text(width / 2, height - 14, "blocks"),
             text(8, margin - 20, "microseconds", "start")]
    for blocks in range(0, most_blocks + 1, 5):
        parts.append(text(place(blocks, 1)[0], height - margin + 18, blocks))
    for power in range(0, int(math.log10(longest)) + 1):
        x, y = place(0, 10 ** power)
        parts.append(f'<path d="M{x:.0f} {y:.0f}H{width - margin}" stroke="#ddd"/>' + text(x - 6, y + 4, 10 ** power, "end"))
    for (side, line), colour in zip(lines.items(), ["#d55e00", "#0072b2", "#009e73"]):
        points = [place(blocks, time) for blocks, time in sorted(line.items())]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        x, y = points[-1]
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>' + text(x, y - 8, side))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
            + "\n".join(parts) + "</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of a round")
    parser.add_argument("--plot", type=Path, help="the file for a plot")
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
    if options.plot:
        options.plot.write_text(plot({"PyTorch": ("states", peer), "hstar": ("states", hstar), "siblings": ("siblings", hstar)}))
    print(f"{'':22} {'hstar':>9} {'PyTorch':>9}  times as fast")
    for name, mine in hstar.items():
        training = name == "train"
        kind, _, blocks = name.partition("_")
        what = "training, 16 blocks" if training else f"{blocks} blocks{', siblings' if kind == 'siblings' else ''}"
        unit, digits = ("steps/s", 2) if training else ("states/s", 0)
        ratio = f"{peer[name]:9.{digits}f} {mine / peer[name]:6.1f}" if name in peer else " " * 16
        print(f"{what:22} {mine:9.{digits}f} {ratio}  {unit}")


if __name__ == "__main__":
    main()
