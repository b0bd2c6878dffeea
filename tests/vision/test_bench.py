"""What `companion bench` counts and prints. How long anything takes is not asserted: that depends on the machine."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from companion import cli
from companion.vision import cost, yardstick
from companion.vision.onnx import Network
from companion.vision.onnx_file import read_graph, with_outputs

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture(scope="module")
def built() -> bytes:
    return yardstick.build()


def test_the_yardstick_is_a_sound_network(built: bytes) -> None:
    model = onnx.load_model_from_string(built)
    onnx.checker.check_model(model, full_check=True)
    out = Network(built, 1).run(["p5"], {"picture": np.zeros((1, 3, 640, 640), np.float32)})
    assert out[0].shape == (1, 144, 20, 20)
    assert np.isfinite(out[0]).all()


def test_the_yardstick_costs_what_it_says(built: bytes) -> None:
    counted = cost.macs(built, np.zeros((1, 3, 640, 640), np.float32))
    assert counted / 1e9 == pytest.approx(yardstick.GMAC, rel=0.02)
    assert 2e6 < cost.parameters(built) < 3.5e6  # as the small YOLO networks


def test_macs_of_a_small_network_by_hand() -> None:
    conv, matrix = np.ones((8, 2, 3, 3), np.float32), np.ones((8, 5), np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["x", "c"], ["a"], strides=[2, 2], pads=[1, 1, 1, 1], group=2),
            helper.make_node("GlobalAveragePool", ["a"], ["b"]),
            helper.make_node("Flatten", ["b"], ["f"]),
            helper.make_node("Gemm", ["f", "m"], ["y"]),
        ],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4, "h", "w"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 5])],
        [numpy_helper.from_array(conv, "c"), numpy_helper.from_array(matrix, "m")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    data = model.SerializeToString()
    # 8 channels of 8 × 5 cells, each from 2 channels of 3 × 3; then 5 numbers, each from 8.
    assert cost.macs(data, np.zeros((1, 4, 16, 10), np.float32)) == 8 * 8 * 5 * 2 * 9 + 5 * 8
    assert read_graph(data).weights == {"c": (8, 2, 3, 3), "m": (8, 5)}
    more = onnx.load_model_from_string(with_outputs(data, ["a"]))
    assert [output.name for output in more.graph.output] == ["y", "a"]


def test_the_models_keep_to_their_cost() -> None:
    names = ("detector", "faces", "lying")
    detector, faces, lying = ((MODELS / f"dice-{name}.onnx").read_bytes() for name in names)
    assert cost.macs(detector, np.zeros((1, 3, 384, 640), np.float32)) <= 1.0e9
    assert cost.macs(faces, np.zeros((1, 3, 64, 64), np.float32)) <= 40e6
    assert cost.macs(lying, np.zeros((1, 4, 64, 64), np.float32)) <= 8e6


@pytest.mark.parametrize("data", [b"\x0b", b"\x3a\x7f\x00"])
def test_what_is_no_onnx_file(data: bytes) -> None:
    with pytest.raises(ValueError, match="ONNX"):
        read_graph(data)


def test_the_command(
    fake_models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text(f'models = "{fake_models}"\n')
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    assert cli.main(["bench", "--rounds", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["dice"], told["threads"], told["rounds"]) == (8, 2, 2)
    assert set(told["ms"]) == {"find", "faces", "find_and_faces", "yardstick"}
    assert {"motion", "find", "faces"} <= set(told["stages_ms"])
    assert told["ratio_low"] <= told["ratio"] <= told["ratio_high"]
    assert set(told["macs"]) == {
        "dice-detector",
        "dice-faces",
        "dice-numerals",
        "dice-symbols",
        "dice-lying",
        "yardstick",
    }
