"""The five networks that are shipped keep `models/CONTRACT.md`."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.vision.onnx import DETECTOR, FACES, LYING, NUMERALS, SYMBOLS, Model
from companion.vision.taught import Figures

MODELS = Path(__file__).resolve().parents[2] / "models"
MOST_BYTES = 4_200_000


@pytest.fixture(scope="module")
def detector() -> Model:
    return Model(MODELS / "dice-detector.onnx", DETECTOR, 1)


@pytest.fixture(scope="module")
def faces() -> Model:
    return Model(MODELS / "dice-faces.onnx", FACES, 1)


@pytest.fixture(scope="module")
def lying() -> Model:
    return Model(MODELS / "dice-lying.onnx", LYING, 1)


@pytest.mark.parametrize(("height", "width"), [(384, 640), (160, 256), (32, 32), (640, 96)])
def test_the_detector_takes_any_multiple_of_32(detector: Model, height: int, width: int) -> None:
    rng = np.random.default_rng(1)
    out = detector.run(rng.random((1, 3, height, width), dtype=np.float32))
    cells = (height // 8, width // 8)
    assert out["heat"].shape == (1, 3, *cells)
    assert out["sides"].shape == (1, 4, *cells)
    assert out["angle"].shape == (1, 2, *cells)
    assert out["heat"].min() >= 0
    assert out["heat"].max() <= 1
    assert out["sides"].min() >= 0
    np.testing.assert_allclose(np.linalg.norm(out["angle"], axis=1), 1.0, atol=0.02)


@pytest.mark.parametrize("count", [1, 5, 64])
def test_the_faces_take_any_number_of_crops(faces: Model, count: int) -> None:
    rng = np.random.default_rng(2)
    out = faces.run(rng.random((count, 3, 64, 64), dtype=np.float32))
    shapes = {name: tensor.shape for name, tensor in out.items()}
    assert shapes == {
        "marks": (count, 4),
        "pips": (count, 6),
        "numerals": (count, 13),
        "embedding": (count, 128),
        "spot": (count, 2),
        "solid": (count, 3),
    }
    np.testing.assert_allclose(np.linalg.norm(out["embedding"], axis=1), 1.0, atol=1e-3)


def test_a_crop_is_read_alike_alone_and_among_others(faces: Model) -> None:
    crops = np.random.default_rng(3).random((6, 3, 64, 64), dtype=np.float32)
    together, alone = faces.run(crops), faces.run(crops[4:5])
    np.testing.assert_allclose(together["pips"][4], alone["pips"][0], atol=1e-4)


@pytest.mark.parametrize("count", [1, 5, 64])
def test_the_reader_of_numerals_takes_any_number_of_crops(count: int) -> None:
    numerals = Model(MODELS / "dice-numerals.onnx", NUMERALS, 1)
    crops = np.random.default_rng(5).random((count, 3, 64, 64), dtype=np.float32)
    told = numerals.run(crops)["numerals"]
    assert told.shape == (count, 13)
    np.testing.assert_allclose(told[-1:], numerals.run(crops[-1:])["numerals"], atol=1e-3)
    assert 1 <= numerals.number("counts") <= 16


@pytest.mark.parametrize("count", [1, 5, 64])
def test_the_network_that_compares_gives_embeddings_of_length_one(count: int) -> None:
    symbols = Model(MODELS / "dice-symbols.onnx", SYMBOLS, 1)
    crops = np.random.default_rng(6).random((count, 3, 64, 64), dtype=np.float32)
    told = symbols.run(crops)["embedding"]
    assert told.shape == (count, 128)
    np.testing.assert_allclose(np.linalg.norm(told, axis=1), 1, atol=1e-3)
    np.testing.assert_allclose(told[-1:], symbols.run(crops[-1:])["embedding"], atol=1e-3)
    assert 0 < symbols.number("near") <= 1


@pytest.mark.parametrize("count", [1, 5, 20])
def test_the_judge_takes_any_number_of_views_and_judges_each_alone(lying: Model, count: int) -> None:
    views = np.random.default_rng(4).random((count, 4, 64, 64), dtype=np.float32)
    told = lying.run(views)["leans"]
    assert told.shape == (count, 1)
    np.testing.assert_allclose(told[-1:], lying.run(views[-1:])["leans"], atol=1e-3)


def test_thresholds_and_calibration_are_there(detector: Model, faces: Model, lying: Model) -> None:
    assert all(0.05 < detector.number(family) < 0.95 for family in ("d6", "d12", "other"))
    assert all(0.2 < faces.number("temperature", head) < 5 for head in ("marks", "pips", "numerals"))
    assert 0.4 < faces.number("doubt_below", "pips") < 1
    assert 0.4 < faces.number("doubt_below", "numerals") < 1
    assert 0.05 <= lying.number("leans_from") < 1


@pytest.mark.parametrize(
    "name", ["dice-detector", "dice-faces", "dice-numerals", "dice-symbols", "dice-lying"]
)
def test_the_files_are_small_and_name_no_machine(name: str) -> None:
    data = (MODELS / f"{name}.onnx").read_bytes()
    assert len(data) <= MOST_BYTES
    assert b"/root/" not in data
    assert b"site-packages" not in data
    assert (MODELS / f"{name}.md").read_text().startswith("# ")


def test_the_networks_stay_within_their_cost() -> None:
    onnx = pytest.importorskip("onnx", reason="needs the training extra")
    assert _macs(onnx, "dice-detector", (1, 3, 384, 640)) <= 1.0e9
    assert _macs(onnx, "dice-faces", (1, 3, 64, 64)) <= 40e6
    assert _macs(onnx, "dice-numerals", (1, 3, 64, 64)) <= 40e6
    assert _macs(onnx, "dice-symbols", (1, 3, 64, 64)) <= 40e6
    assert _macs(onnx, "dice-lying", (1, 4, 64, 64)) <= 8e6


def _macs(onnx: object, name: str, shape: tuple[int, ...]) -> int:
    """Multiply-accumulates of every convolution and matrix product, from the shapes of the graph."""
    model = onnx.load(MODELS / f"{name}.onnx")  # type: ignore[attr-defined]
    for axis, size in zip(model.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        axis.dim_value = size
    for value in model.graph.output:
        value.type.tensor_type.ClearField("shape")
    del model.graph.value_info[:]
    model = onnx.shape_inference.infer_shapes(model)  # type: ignore[attr-defined]
    shapes = {
        v.name: [d.dim_value for d in v.type.tensor_type.shape.dim]
        for v in (*model.graph.value_info, *model.graph.output)
    }
    weights = {w.name: list(w.dims) for w in model.graph.initializer}
    total = 0
    for node in model.graph.node:
        if node.op_type == "Conv":
            total += int(np.prod(shapes[node.output[0]])) * int(np.prod(weights[node.input[1]][1:]))
        elif node.op_type in ("Gemm", "MatMul"):
            total += int(np.prod(weights[node.input[1]]))
    return total


def test_the_metadata_is_plain_json() -> None:
    known = _metadata("dice-faces", "companion.calibration")
    assert set(known) == {"temperature", "doubt_below", "die"}
    assert set(known["die"]) == {"bias", "found", "seen", "read", "least"}
    known = _metadata("dice-symbols", "companion.comparing")
    assert set(known) == {"near", "taught"}
    assert set(known["taught"]) == {field.name for field in fields(Figures)}


def _metadata(name: str, key: str) -> dict[str, Any]:
    session = pytest.importorskip("onnxruntime").InferenceSession(
        MODELS / f"{name}.onnx", providers=["CPUExecutionProvider"]
    )
    return dict(json.loads(session.get_modelmeta().custom_metadata_map[key]))
