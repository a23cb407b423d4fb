"""PyTorch's side of network.py: prints names and numbers, for so many seconds each."""

import sys
import time

import torch

INPUTS, HIDDEN, OUTPUTS, BATCH, TOGETHER, ONES = 300, (250, 150, 100), 60, 100, 32, 30
STRETCH = 0.004


def network():
    widths = (INPUTS, *HIDDEN, OUTPUTS)
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.Sigmoid()]
    return torch.nn.Sequential(*layers[:-1])


def per_second(seconds, work):
    """The best rate of many short stretches of time, as on hstar's side."""

    def measure(count):
        start = time.perf_counter()
        for _ in range(count):
            work()
        return time.perf_counter() - start

    measure(10)
    count = max(1, round(STRETCH * 10 / measure(10)))
    start, least = time.perf_counter(), float("inf")
    while time.perf_counter() - start < seconds:
        least = min(least, measure(count))
    return count / least


def training(inputs, seconds):
    """Steps per second."""
    model = network()
    # Of Adam's three implementations, the fastest on a processor.
    optimiser = torch.optim.Adam(model.parameters(), fused=True)
    loss = torch.nn.CrossEntropyLoss()
    targets = torch.randint(OUTPUTS, (BATCH,))

    def step():
        optimiser.zero_grad()
        loss(model(inputs), targets).backward()
        optimiser.step()

    return per_second(seconds, step)


def evaluation(inputs, seconds):
    """Microseconds for each state."""
    model = network().eval()
    with torch.inference_mode():
        return 1e6 / per_second(seconds, lambda: model(inputs)) / len(inputs)


def main():
    seconds = float(sys.argv[1])
    torch.manual_seed(1)
    torch.set_num_threads(1)
    dense = torch.rand(BATCH, INPUTS)
    ones = torch.zeros(BATCH, INPUTS)
    for row in ones:
        row[torch.randperm(INPUTS)[:ONES]] = 1
    for suffix, inputs in (("", dense), ("_ones", ones)):
        print(f"train{suffix} {training(inputs, seconds)}")
        print(f"single{suffix} {evaluation(inputs[:1], seconds)}")
        print(f"batch{suffix} {evaluation(inputs[:TOGETHER], seconds)}")


if __name__ == "__main__":
    main()
