"""PyTorch's side of logic.py: the same machine with the same numbers, straightforward, on two threads or on a GPU.

    logic_torch.py FOLDER SECONDS [cuda]

Prints names and numbers: training steps per second, the largest differences of outputs and gradients from hstar's, and
states per second on one thread; on a GPU, steps alone.
"""

import itertools
import sys
import time
from pathlib import Path

import numpy
import torch

INPUTS, WIDTH, OUTPUTS, DEPTH, BREADTH = (2, 6, 2, 0), 8, 2, 5, 3
BATCH, BLOCKS, TOGETHER, THREADS = 256, 16, 16, 2


def levels():
    """The features of each arity, level by level."""
    below = list(INPUTS)
    yield below
    for level in range(1, DEPTH + 1):
        largest = min(BREADTH, DEPTH - level)
        below = [WIDTH if level < DEPTH else OUTPUTS] * (largest + 1) + [0] * (BREADTH - largest)
        yield below


class Machine(torch.nn.Module):
    """Layers of one linear map for each arity."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList()
        for below, here in itertools.pairwise(levels()):
            layer = torch.nn.ModuleList()
            for arity, features in enumerate(here):
                if features:
                    parts = [below[arity]]
                    if arity > 0:
                        parts.append(below[arity - 1])
                    if arity < BREADTH:
                        parts.append(2 * below[arity + 1])
                    orders = len(list(itertools.permutations(range(arity))))
                    layer.append(torch.nn.Linear(orders * sum(parts), features))
            self.layers.append(layer)

    def forward(self, tensors, present):
        """Tensors of batch × objects^arity × features; `present` tells objects from padding, batch × objects."""
        for number, layer in enumerate(self.layers):
            tensors = [self.arity(linear, arity, tensors, present) for arity, linear in enumerate(layer)]
            if number + 1 < len(self.layers):
                tensors = [torch.sigmoid(tensor) for tensor in tensors]
                tensors += [None] * (BREADTH + 1 - len(tensors))
        return tensors[0]

    def arity(self, linear, arity, tensors, present):
        """One arity of a layer: concatenate, permute, concatenate, multiply."""
        objects, parts = present.shape[1], []
        if arity > 0 and tensors[arity - 1] is not None:
            lower = tensors[arity - 1].unsqueeze(arity)
            shape = list(lower.shape)
            shape[arity] = objects
            parts.append(lower.expand(shape))
        if tensors[arity] is not None:
            parts.append(tensors[arity])
        if arity < BREADTH and tensors[arity + 1] is not None:
            upper = tensors[arity + 1]
            mask = present.view(present.shape[0], *[1] * arity, objects, 1)
            parts.append(upper.masked_fill(~mask, 1e5).amin(arity + 1))
            parts.append(upper.masked_fill(~mask, -1e5).amax(arity + 1))
        whole = torch.cat(parts, -1)
        if arity > 1:
            orders = itertools.permutations(range(1, arity + 1))
            whole = torch.cat([whole.permute(0, *order, arity + 1) for order in orders], -1)
        return linear(whole)


def load(folder, machine):
    """The numbers of hstar's machine, which keeps a row for each input where PyTorch has a column."""
    numbers = torch.from_numpy(numpy.fromfile(folder / "numbers", "<f4"))
    with torch.no_grad():
        for linear in linears(machine):
            size = linear.weight.numel()
            linear.weight.copy_(numbers[:size].view(linear.in_features, linear.out_features).T)
            linear.bias.copy_(numbers[size : size + linear.out_features])
            numbers = numbers[size + linear.out_features :]
    assert len(numbers) == 0


def linears(machine):
    """In the order of hstar's numbers."""
    return [linear for layer in machine.layers for linear in layer]


def batch(folder):
    """The facts of hstar's states as tensors of zeros and ones."""
    tensors = [torch.zeros(BATCH, *[BLOCKS] * arity, count) if count else None for arity, count in enumerate(INPUTS)]
    for line in (folder / "facts").read_text().splitlines():
        state, feature, *objects = map(int, line.split())
        tensors[len(objects)][state, *objects, feature] = 1
    return tensors, torch.ones(BATCH, BLOCKS, dtype=torch.bool)


def best_rate(seconds, work):
    """The best rate of all that fit into the time, one to warm up before."""
    work()
    start, least = time.perf_counter(), float("inf")
    while time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - begin)
    return 1 / least


def main():
    folder, seconds = Path(sys.argv[1]), float(sys.argv[2])
    device = sys.argv[3] if len(sys.argv) > 3 else "cpu"
    torch.set_num_threads(THREADS)
    machine = Machine()
    load(folder, machine)
    machine.to(device)
    tensors, present = batch(folder)
    inputs = [None if tensor is None else tensor.to(device) for tensor in tensors], present.to(device)

    outputs = machine(*inputs)
    outputs.square().mean().backward()
    expected = torch.from_numpy(numpy.fromfile(folder / "outputs", "<f4")).view_as(outputs).to(device)
    print(f"outputs_differ {(outputs - expected).abs().max().item()}")
    parts = [(linear.weight.grad.T.flatten(), linear.bias.grad) for linear in linears(machine)]
    found = torch.cat(list(itertools.chain(*parts)))
    expected = torch.from_numpy(numpy.fromfile(folder / "gradients", "<f4")).to(device)
    print(f"gradients_differ {((found - expected).abs().max() / found.abs().max()).item()}")

    optimiser = torch.optim.Adam(machine.parameters(), fused=True)

    def step():
        optimiser.zero_grad()
        machine(*inputs).square().mean().backward()
        optimiser.step()
        if device != "cpu":
            torch.cuda.synchronize()

    print(f"train {best_rate(seconds, step)}")
    if device != "cpu":
        return
    torch.set_num_threads(1)
    few = [tensor if tensor is None else tensor[:TOGETHER] for tensor in inputs[0]]
    for blocks in (10, 16):
        part = [
            None if tensor is None else tensor[(slice(None), *[slice(blocks)] * arity)].contiguous()
            for arity, tensor in enumerate(few)
        ]
        with torch.inference_mode():
            rate = best_rate(seconds, lambda: machine(part, inputs[1][:TOGETHER, :blocks]))
        print(f"states_{blocks} {rate * TOGETHER}")


if __name__ == "__main__":
    main()
