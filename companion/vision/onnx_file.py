"""ONNX files as bytes: just enough of the format to write a network and to look into one.

The format is Protocol Buffers: a message is a row of fields, each a number, a kind and a value. So the bench
needs no library for it that a Pi would have to install.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Value = int | bytes
Ints = Sequence[int]

FLOAT, INT64 = 1, 7  # TensorProto's data types
OPSET, IR_VERSION = 17, 8


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of a network."""

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, int | Ints | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Graph:
    """What a network consists of, as far as counting needs it."""

    nodes: tuple[Node, ...]  # without attributes
    weights: Mapping[str, tuple[int, ...]]  # name → shape
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


# Writing


def write_model(
    nodes: Sequence[Node],
    weights: Mapping[str, NDArray[np.float32] | NDArray[np.int64]],
    inputs: Mapping[str, Ints],
    outputs: Mapping[str, Ints],
) -> bytes:
    """A whole file, for onnxruntime to open."""
    graph = b"".join(_text(1, _node(node)) for node in nodes)
    graph += _text(2, b"network")
    graph += b"".join(_text(5, _tensor(name, array)) for name, array in weights.items())
    graph += b"".join(_text(11, _tensor_info(name, shape)) for name, shape in inputs.items())
    graph += b"".join(_text(12, _tensor_info(name, shape)) for name, shape in outputs.items())
    return _number(1, IR_VERSION) + _text(7, graph) + _text(8, _text(1, b"") + _number(2, OPSET))


def with_outputs(model: bytes, names: Sequence[str]) -> bytes:
    """The same network, which also gives these tensors out."""
    more = b"".join(_text(12, _text(1, name.encode())) for name in names)
    # Two pieces of one message are read as one, so the graph grows by being followed by more of it.
    return model + _text(7, more)


def _node(node: Node) -> bytes:
    data = b"".join(_text(1, name.encode()) for name in node.inputs)
    data += b"".join(_text(2, name.encode()) for name in node.outputs)
    data += _text(4, node.op.encode())
    return data + b"".join(_text(5, _attribute(name, value)) for name, value in node.attributes.items())


def _attribute(name: str, value: int | Ints | str) -> bytes:
    data = _text(1, name.encode())
    if isinstance(value, int):
        return data + _number(3, value) + _number(20, 2)
    if isinstance(value, str):
        return data + _text(4, value.encode()) + _number(20, 3)
    return data + b"".join(_number(8, item) for item in value) + _number(20, 7)


def _tensor(name: str, array: NDArray[np.float32] | NDArray[np.int64]) -> bytes:
    kind = FLOAT if array.dtype == np.float32 else INT64
    data = b"".join(_number(1, size) for size in array.shape)
    return data + _number(2, kind) + _text(8, name.encode()) + _text(9, array.tobytes())


def _tensor_info(name: str, shape: Ints) -> bytes:
    sizes = b"".join(_text(1, _number(1, size)) for size in shape)
    return _text(1, name.encode()) + _text(2, _text(1, _number(1, FLOAT) + _text(2, sizes)))


def _number(key: int, value: int) -> bytes:
    return _varint(key << 3) + _varint(value)


def _text(key: int, data: bytes) -> bytes:
    return _varint(key << 3 | 2) + _varint(len(data)) + data


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


# Reading


def read_graph(model: bytes) -> Graph:
    """The operations and the shapes of the weights. Raises ValueError."""
    nodes: list[Node] = []
    weights: dict[str, tuple[int, ...]] = {}
    inputs: list[str] = []
    outputs: list[str] = []
    for graph in (data for key, data in fields(model) if key == 7 and isinstance(data, bytes)):
        for key, data in fields(graph):
            if not isinstance(data, bytes):
                continue
            if key == 1:
                nodes.append(_read_node(data))
            elif key == 5:
                name, shape = _read_tensor(data)
                weights[name] = shape
            elif key == 11:
                inputs.append(_name(data, 1))
            elif key == 12:
                outputs.append(_name(data, 1))
    given = tuple(name for name in inputs if name not in weights)
    return Graph(tuple(nodes), weights, given, tuple(outputs))


def fields(data: bytes) -> Iterator[tuple[int, Value]]:
    """The fields of a message, with their numbers."""
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        kind = key & 7
        value: Value
        if kind == 0:
            value, place = _read_varint(data, place)
        elif kind == 2:
            length, place = _read_varint(data, place)
            value, place = data[place : place + length], place + length
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, place = data[place : place + size], place + size
        else:
            raise ValueError("not an ONNX file")
        if place > len(data):
            raise ValueError("an ONNX file that is cut short")
        yield key >> 3, value


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(data) and shift < 70:  # ten bytes at most, or a long row of them would take forever
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place
    raise ValueError("an ONNX file that is cut short")


def _read_node(data: bytes) -> Node:
    (op,) = _strings(data, 4)
    return Node(op, tuple(_strings(data, 1)), tuple(_strings(data, 2)))


def _read_tensor(data: bytes) -> tuple[str, tuple[int, ...]]:
    shape: list[int] = []
    for key, value in fields(data):
        if key == 1 and isinstance(value, int):
            shape.append(value)
        elif key == 1 and isinstance(value, bytes):  # packed: all sizes in one field
            place = 0
            while place < len(value):
                size, place = _read_varint(value, place)
                shape.append(size)
    return _name(data, 8), tuple(shape)


def _name(data: bytes, wanted: int) -> str:
    found = _strings(data, wanted)
    if not found:
        raise ValueError("an ONNX file in which something has no name")
    return found[0]


def _strings(data: bytes, wanted: int) -> list[str]:
    return [value.decode() for key, value in fields(data) if key == wanted and isinstance(value, bytes)]
