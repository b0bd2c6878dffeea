"""Writes the five ONNX files from the averaged weights, checks them against PyTorch, stamps their metadata."""

from __future__ import annotations

import argparse
import copy
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn
from torch.export import Dim

from models.training.networks import Detector, Faces, Lying, Numerals, Symbols, macs
from models.training.paths import CACHE, MODELS

CONTRACT = "5"
PLAIN_THRESHOLD = {"d6": 0.35, "d12": 0.35, "other": 0.35}
PLAIN_CALIBRATION: dict[str, object] = {
    "temperature": {"pips": 1.0, "numerals": 1.0, "marks": 1.0, "solid": 1.0},
    "doubt_below": {"pips": 0.7, "numerals": 0.7},
    "die": {"bias": -3.4, "found": 1.4, "seen": 0.5, "read": 0.5, "least": 0.5},
}
PLAIN_READING = {"counts": 4.0}
PLAIN_COMPARING = {"near": 0.6}
PLAIN_LYING = {"leans_from": 0.5}


def averaged(name: str, network: nn.Module) -> nn.Module:
    """The averaged weights of a run, or the mean of several that went on from each other ("f14+f15")."""
    runs = [torch.load(CACHE / "runs" / f"{one}.pt", weights_only=True)["average"] for one in name.split("+")]
    mean = {
        key: sum(run[key] for run in runs) / len(runs) if value.dtype.is_floating_point else value
        for key, value in runs[-1].items()
    }
    network.load_state_dict({key: mean[key] for key in network.state_dict()})
    return network.eval()


def without_normalisation(network: nn.Module) -> nn.Module:
    """The same network with every normalisation folded into its convolution: smaller and faster."""
    network = copy.deepcopy(network).eval()
    for module in network.modules():
        if isinstance(module, nn.Sequential):
            for k in range(len(module) - 1):
                convolution, normalisation = module[k], module[k + 1]
                if isinstance(convolution, nn.Conv2d) and isinstance(normalisation, nn.BatchNorm2d):
                    module[k] = torch.nn.utils.fuse_conv_bn_eval(convolution, normalisation)
                    module[k + 1] = nn.Identity()
    return network


def detector(name: str, version: str, threshold: dict[str, float], to: Path) -> None:
    network = without_normalisation(averaged(name, Detector()))
    example = torch.rand(1, 3, 384, 640)
    height, width = Dim("height", min=1, max=128), Dim("width", min=1, max=128)
    program = torch.onnx.export(
        network,
        (example,),
        dynamo=True,
        input_names=["picture"],
        output_names=["heat", "sides", "angle"],
        dynamic_shapes=({2: 32 * height, 3: 32 * width},),
        verbose=False,
    )
    _write(
        program,
        to,
        {
            "companion.model": "dice-detector",
            "companion.version": version,
            "companion.contract": CONTRACT,
            "companion.threshold": json.dumps(threshold),
        },
    )
    check(network, to, [torch.rand(1, 3, 384, 640), torch.rand(1, 3, 160, 256)])
    print(
        f"{to.name}: {macs(network, example) / 1e9:.3f} GMAC at 640 × 384, {to.stat().st_size / 1e6:.2f} MB"
    )


def faces(name: str, version: str, calibration: dict[str, object], to: Path) -> None:
    network = without_normalisation(averaged(name, Faces()))
    program = torch.onnx.export(
        network,
        (torch.rand(3, 3, 64, 64),),
        dynamo=True,
        input_names=["crops"],
        output_names=["marks", "pips", "numerals", "embedding", "spot", "solid"],
        dynamic_shapes=({0: Dim("dice", min=1, max=512)},),
        verbose=False,
    )
    _write(
        program,
        to,
        {
            "companion.model": "dice-faces",
            "companion.version": version,
            "companion.contract": CONTRACT,
            "companion.calibration": json.dumps(calibration),
        },
    )
    check(network, to, [torch.rand(1, 3, 64, 64), torch.rand(24, 3, 64, 64)])
    print(
        f"{to.name}: {macs(network, torch.rand(1, 3, 64, 64)) / 1e6:.1f} MMAC a crop, {to.stat().st_size / 1e6:.2f} MB"
    )


def numerals(name: str, version: str, figures: dict[str, float], to: Path) -> None:
    network = without_normalisation(averaged(name, Numerals()))
    _of_crops(network, "crops", 3, "numerals", to, version, "companion.reading", figures)


def symbols(name: str, version: str, figures: dict[str, float], to: Path) -> None:
    network = without_normalisation(averaged(name, Symbols()))
    _of_crops(network, "crops", 3, "embedding", to, version, "companion.comparing", figures)


def lying(name: str, version: str, figures: dict[str, float], to: Path) -> None:
    network = without_normalisation(averaged(name, Lying()))
    _of_crops(network, "views", 4, "leans", to, version, "companion.lying", figures)


def _of_crops(
    network: nn.Module,
    takes: str,
    channels: int,
    gives: str,
    to: Path,
    version: str,
    key: str,
    figures: dict[str, float],
) -> None:
    """A network that says one thing of each of any number of crops."""
    program = torch.onnx.export(
        network,
        (torch.rand(3, channels, 64, 64),),
        dynamo=True,
        input_names=[takes],
        output_names=[gives],
        dynamic_shapes=({0: Dim("dice", min=1, max=512)},),
        verbose=False,
    )
    _write(
        program,
        to,
        {
            "companion.model": to.stem,
            "companion.version": version,
            "companion.contract": CONTRACT,
            key: json.dumps(figures),
        },
    )
    one = torch.rand(1, channels, 64, 64)
    check(network, to, [one, torch.rand(24, channels, 64, 64)])
    print(f"{to.name}: {macs(network, one) / 1e6:.1f} MMAC a crop, {to.stat().st_size / 1e6:.2f} MB")


def _write(program: torch.onnx.ONNXProgram | None, to: Path, metadata: dict[str, str]) -> None:
    assert program is not None
    model = program.model_proto
    del model.metadata_props[:]
    # The exporter notes the source line of every node; nobody needs it, and it names paths.
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    for value in (*model.graph.value_info, *model.graph.input, *model.graph.output, *model.graph.initializer):
        if hasattr(value, "metadata_props"):
            del value.metadata_props[:]
        value.doc_string = ""
    del model.graph.metadata_props[:]
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    to.write_bytes(model.SerializeToString())


def stamp(file: Path, key: str, value: str) -> None:
    """Change one metadata entry of a written model."""
    model = onnx.load(file)
    for entry in model.metadata_props:
        if entry.key == key:
            entry.value = value
            break
    else:
        model.metadata_props.add(key=key, value=value)
    file.write_bytes(model.SerializeToString())


def check(network: nn.Module, file: Path, examples: list[torch.Tensor]) -> None:
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    for example in examples:
        with torch.no_grad():
            told = network(example)
        expected = told if isinstance(told, tuple) else (told,)
        found = session.run(None, {session.get_inputs()[0].name: example.numpy()})
        far = max(
            float(np.abs(a - b.numpy()).max() / (1 + np.abs(a).max()))
            for a, b in zip(found, expected, strict=True)
        )
        assert far < 1e-3, f"{file.name} differs from PyTorch by {far}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", default="detector", help="name of the run")
    parser.add_argument("--faces", default="faces", help="name of the run")
    parser.add_argument("--numerals", default="numerals", help="name of the run")
    parser.add_argument("--symbols", default="symbols", help="name of the run")
    parser.add_argument("--lying", default="lying", help="name of the run")
    parser.add_argument("--version", default="1")
    parser.add_argument("--to", type=Path, default=MODELS)
    given = parser.parse_args()
    detector(given.detector, given.version, PLAIN_THRESHOLD, given.to / "dice-detector.onnx")
    faces(given.faces, given.version, PLAIN_CALIBRATION, given.to / "dice-faces.onnx")
    numerals(given.numerals, given.version, PLAIN_READING, given.to / "dice-numerals.onnx")
    symbols(given.symbols, given.version, PLAIN_COMPARING, given.to / "dice-symbols.onnx")
    lying(given.lying, given.version, PLAIN_LYING, given.to / "dice-lying.onnx")
