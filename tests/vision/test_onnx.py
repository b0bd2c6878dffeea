from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.vision.onnx import CONTRACT, DETECTOR, FACES, Model, ModelError

from .fakes import make_detector, make_faces, make_foreign


def test_a_sound_model_opens_and_runs(fake_models: Path) -> None:
    model = Model(fake_models / "dice-faces.onnx", FACES, threads=1)
    out = model.run(np.zeros((2, 3, 64, 64), np.float32))
    assert {name: tensor.shape for name, tensor in out.items()} == {
        "marks": (2, 4),
        "pips": (2, 6),
        "numerals": (2, 13),
        "embedding": (2, 128),
        "spot": (2, 2),
        "solid": (2, 3),
    }
    assert model.version == "fake"
    assert model.number("doubt_below", "pips") == 0.8
    assert model.number("temperature", "pips") == 1.0


def _refused(path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(ModelError) as refusal:
        Model(path, DETECTOR, threads=1)
    assert capfd.readouterr() == ("", ""), "onnxruntime must keep quiet"
    sentence = str(refusal.value)
    assert str(path) in sentence
    assert sentence.endswith(".")
    return sentence


def test_a_missing_model(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "There is no model at" in _refused(tmp_path / "dice-detector.onnx", capfd)


@pytest.mark.parametrize("content", [b"", b"not a network at all", b"\x08\x09" + b"\x00" * 40])
def test_a_file_that_is_no_network(tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes) -> None:
    path = tmp_path / "dice-detector.onnx"
    path.write_bytes(content)
    assert "cannot be opened as a network" in _refused(path, capfd)


def test_a_network_cut_short(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_detector(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "cannot be opened as a network" in _refused(path, capfd)


def test_a_foreign_network(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_foreign(path)
    assert "not one of the companion's" in _refused(path, capfd)


def test_the_other_of_our_networks(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_faces(path)
    assert "is the model 'dice-faces'" in _refused(path, capfd)


def test_a_newer_contract(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_detector(path, **{"companion.contract": str(CONTRACT + 1)})
    assert "made for a newer companion" in _refused(path, capfd)


def test_our_name_on_other_tensors(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_faces(path, **{"companion.model": "dice-detector"})
    assert "does not keep the contract" in _refused(path, capfd)


@pytest.mark.parametrize("figures", ["", "[1]", "{broken"])
def test_figures_that_are_missing(tmp_path: Path, capfd: pytest.CaptureFixture[str], figures: str) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_detector(path, **{"companion.threshold": figures})
    assert "lacks its figures" in _refused(path, capfd)


@pytest.mark.parametrize("value", [None, "high", True, {}])
def test_a_figure_that_is_no_number(tmp_path: Path, value: object) -> None:
    path = tmp_path / "dice-detector.onnx"
    make_detector(path, **{"companion.threshold": json.dumps({"d6": value})})
    with pytest.raises(ModelError, match="lacks a number for d6"):
        Model(path, DETECTOR).number("d6")
