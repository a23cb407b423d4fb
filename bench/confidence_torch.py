"""PyTorch's side of confidence.py: a model of hstar's, asked about states one at a time on one thread."""

import json
import struct
import sys
from pathlib import Path

import numpy
import torch

from network_torch import per_second


def tensors(file):
    """The tensors of a safetensors file by name, and what hstar says of it."""
    content = file.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header, numbers = json.loads(content[8 : 8 + length]), content[8 + length :]
    about = json.loads(header.pop("__metadata__")["hstar"])["description"]

    def tensor(entry):
        begin, end = entry["data_offsets"]
        return torch.from_numpy(numpy.frombuffer(numbers[begin:end], "<f4").reshape(entry["shape"]).copy())

    return {name: tensor(entry) for name, entry in header.items()}, about


def network(weights):
    """The layers in order, sigmoids between them; hstar keeps a row for each input, PyTorch for each output."""
    layers = []
    for number in range(sum(name.endswith(".weights") for name in weights)):
        matrix, biases = weights[f"layers.{number}.weights"], weights[f"layers.{number}.biases"]
        layer = torch.nn.Linear(*matrix.shape)
        layer.weight, layer.bias = torch.nn.Parameter(matrix.T.contiguous()), torch.nn.Parameter(biases)
        layers += [layer, torch.nn.Sigmoid()]
    return torch.nn.Sequential(*layers[:-1]).eval()


def main():
    asked = json.loads(Path(sys.argv[1]).read_text())
    torch.set_num_threads(1)
    weights, about = tensors(Path(asked["model"]))
    inputs = {name: number for number, name in enumerate(about["about"]["signature"]["inputs"])}
    model = network(weights)
    states = torch.zeros(len(asked["states"]), 1, len(inputs))
    for state, facts in zip(states, asked["states"]):
        state[0, [inputs[fact] for fact in facts if fact in inputs]] = 1
    with torch.inference_mode():
        beliefs = torch.softmax(model(states[:, 0]), 1)
        means = beliefs @ torch.arange(beliefs.shape[1], dtype=beliefs.dtype)
        one = states[0]
        microseconds = 1e6 / per_second(float(sys.argv[2]), lambda: model(one))
    widths = [len(inputs), *(layer.out_features for layer in model if isinstance(layer, torch.nn.Linear))]
    print(json.dumps({"means": means.tolist(), "widths": widths, "microseconds": microseconds}))


if __name__ == "__main__":
    main()
