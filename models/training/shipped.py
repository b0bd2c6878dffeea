"""A run to go on from, made of the shipped ONNX files: where the checkpoints of training are gone, nothing is lost.

    python -m models.training.shipped detector d6
    python -m models.training.train_detector --start-from d6 --name d7

An export folds every normalisation into its convolution. To be trained on, a network needs them back: each is given
the mean and the spread of what its convolution says of training pictures, so that it does the same as before. And each
filter is brought to the size it has after hours of training: what an export makes of it may be many times smaller, and
a step of the usual size would then undo all it knows.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.training import train_detector, train_faces, train_numerals, train_symbols
from models.training.export import check, without_normalisation
from models.training.networks import Detector, Faces, Numerals, Symbols
from models.training.paths import CACHE, MODELS

BATCHES = 24  # of training pictures, to see how large each layer's answers are
GROWN = 3.0  # times as large as at first is a filter that has been trained


def unfolded(network: nn.Module, file: Path, batches: Iterator[Tensor]) -> nn.Module:
    """The network with the weights of an exported file."""
    stored = {
        i.name: torch.from_numpy(np.array(numpy_helper.to_array(i)))
        for i in onnx.load(file).graph.initializer
    }
    weights = network.state_dict()
    for name, value in stored.items():
        if name in weights:
            weights[name].copy_(value)
    pairs = list(_normalised(network))
    for name, normalisation in pairs:
        grown = _grow(weights[f"{name}.weight"])
        normalisation.running_mean.zero_()
        normalisation.running_var.copy_(grown**2 - normalisation.eps)
        if normalisation.affine:
            normalisation.weight.data.fill_(1)
            normalisation.bias.data.copy_(stored[f"{name}.bias"])
        else:
            normalisation.running_mean.copy_(-grown * stored[f"{name}.weight_bias"])
    network.eval()
    _measure(network, [one for _, one in pairs if one.affine], batches)
    return network


def _grow(filters: Tensor) -> Tensor:
    """Brings each filter to its usual size, and tells how many times larger it is then."""
    size = (filters.flatten(1) ** 2).mean(dim=1).sqrt()
    times = GROWN * (3 * filters[0].numel()) ** -0.5 / size.clamp(min=1e-6)
    filters *= times.view(-1, *[1] * (filters.ndim - 1))
    return times


def _normalised(network: nn.Module) -> Iterator[tuple[str, nn.BatchNorm1d | nn.BatchNorm2d]]:
    """Every normalisation, with the name of the layer before it."""
    for name, module in network.named_modules():
        if isinstance(module, nn.Sequential):
            for k in range(1, len(module)):
                if isinstance(module[k], nn.BatchNorm1d | nn.BatchNorm2d):
                    yield f"{name}.{k - 1}", module[k]


def _measure(
    network: nn.Module, normalisations: list[nn.BatchNorm1d | nn.BatchNorm2d], batches: Iterator[Tensor]
) -> None:
    sums = [[torch.zeros_like(one.running_mean) for _ in range(2)] for one in normalisations]

    def watch(total: list[Tensor]) -> object:
        def seen(_: nn.Module, given: tuple[Tensor, ...]) -> None:
            total[0] += given[0].mean(dim=(0, 2, 3)) / BATCHES
            total[1] += (given[0] ** 2).mean(dim=(0, 2, 3)) / BATCHES

        return seen

    hooks = [
        one.register_forward_pre_hook(watch(total)) for one, total in zip(normalisations, sums, strict=True)
    ]
    with torch.no_grad():
        for _ in range(BATCHES):
            network(next(batches))
    for one, hook, (mean, square) in zip(normalisations, hooks, sums, strict=True):
        hook.remove()
        spread = (square - mean**2).clamp(min=1e-6)
        said = torch.sqrt(one.running_var + one.eps)
        one.bias.data += mean / said
        one.weight.data.copy_(torch.sqrt(spread + one.eps) / said)
        one.running_mean.copy_(mean)
        one.running_var.copy_(spread)


def make(which: str, name: str) -> None:
    """Write the run; the file is checked against the network that came of it."""
    network: nn.Module
    example = torch.rand(9, 3, 64, 64)
    if which == "detector":
        network, loader = Detector(), train_detector.batches(train_detector.COURSE, 0)
        example = torch.rand(1, 3, 160, 256)
    elif which == "faces":
        network, loader = Faces(), train_faces.batches(train_faces.COURSE, 0, train_faces.EASY)
    elif which == "numerals":
        network, loader = Numerals(), train_numerals.batches(train_numerals.COURSE, 0)
    else:
        course = train_symbols.COURSE
        network, loader = Symbols(), train_symbols.batches(train_symbols.crops(course), 0)
    whole = which == "detector"  # its pictures are numbers from 0 to 1 already
    pictures = (batch[0] if whole else batch[0].float() / 255 for batch in loader)
    file = MODELS / f"dice-{which}.onnx"
    unfolded(network, file, pictures)
    check(without_normalisation(network), file, [example])
    to = CACHE / "runs" / f"{name}.pt"
    to.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"average": network.state_dict(), "step": 0}, to)
    print(f"{to.name} holds the {which} as it is shipped")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", choices=("detector", "faces", "numerals", "symbols"))
    parser.add_argument("name", help="of the run that is written")
    given = parser.parse_args()
    make(given.which, given.name)
