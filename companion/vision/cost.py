"""What a network costs: multiplications with addition (MAC), counted where they happen.

The network runs once and gives out every convolution and every product of matrices, so that the sizes are
those it really works with, whatever lies between.
"""

from __future__ import annotations

from math import prod

from companion.vision.onnx import Network, Tensor
from companion.vision.onnx_file import read_graph, with_outputs


def macs(model: bytes, given: Tensor) -> int:
    """For one run with this input."""
    graph = read_graph(model)
    # Of a product of matrices only those with a fixed one are counted, which is all that such networks have.
    heavy = [
        node
        for node in graph.nodes
        if node.op in ("Conv", "Gemm", "MatMul") and len(node.inputs) > 1 and node.inputs[1] in graph.weights
    ]
    wanted = [node.outputs[0] for node in heavy]
    network = Network(with_outputs(model, [name for name in wanted if name not in graph.outputs]), 1)
    total = 0
    for node, out in zip(heavy, network.run(wanted, {graph.inputs[0]: given}), strict=True):
        weight = graph.weights[node.inputs[1]]
        # A convolution's weights: what it gives, then what each of that takes. A matrix: what it takes × gives.
        each = prod(weight[1:]) if node.op == "Conv" else prod(weight) // out.shape[-1]
        total += out.size * each
    return total


def parameters(model: bytes) -> int:
    return sum(prod(shape) for shape in read_graph(model).weights.values())
