"""ONNX graphs of an encoder over one set of stored weights: int8 arithmetic, and the same weights dequantised.

The two graphs share one file of weights. A CPU whose int8 kernels are wrong runs the second, slower and in fp32, and
gives what the first should have given. Both take one row without padding, so no score depends on a neighbour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

_OPSET = 21
_FUSED = "com.microsoft"  # onnxruntime's own fused operators: attention, GELU, skip + normalisation
_IR = 10
_MIDDLE = 128  # the zero of a quantised token: with unsigned values every CPU has fast kernels
Array = NDArray[np.generic]


@dataclass(slots=True)
class Weights:
    """The tensors of a model, written one behind the other into a file that both graphs point into.

    Without a file the graph holds its few constants itself, and whoever loads it gives the declared tensors.
    """

    path: Path | None
    size: int = 0
    tensors: dict[str, TensorProto] = field(default_factory=dict)

    def add(self, name: str, array: Array) -> str:
        """Write a tensor once, and return its name."""
        if name in self.tensors:
            return name
        # Shapes and axes too: onnxruntime reads them before it opens any other file.
        if self.path is None or array.dtype == np.int64:
            self.tensors[name] = numpy_helper.from_array(array, name)
            return name
        start = -(-self.size // 64) * 64  # aligned: onnxruntime may map the file
        with self.path.open("ab") as stream:
            stream.write(b"\0" * (start - self.size) + array.tobytes())
        self.size = start + array.nbytes
        tensor = TensorProto(name=name, dims=array.shape, data_type=helper.np_dtype_to_tensor_dtype(array.dtype))
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", self.path.name), ("offset", start), ("length", array.nbytes)):
            tensor.external_data.add(key=key, value=str(value))
        self.tensors[name] = tensor
        return name

    def declare(self, name: str, shape: Sequence[int], kind: int = TensorProto.FLOAT) -> str:
        """Name a tensor that is given when the graph is loaded."""
        tensor = TensorProto(name=name, dims=shape, data_type=kind, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given")
        self.tensors[name] = tensor
        return name


def quantised(array: NDArray[np.float32], axis: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return int8 values and one scale for each slice along an axis, symmetric, so that zero stays zero."""
    others = tuple(index for index in range(array.ndim) if index != axis)
    largest = np.abs(array).max(axis=others, keepdims=True)
    scale = np.where(largest == 0, 1.0, largest / 127.0).astype(np.float32)
    return np.clip(np.rint(array / scale), -127, 127).astype(np.int8), scale.reshape(-1)


@dataclass(slots=True)
class Graph:
    """A graph under construction; every method adds nodes and returns the name of their output."""

    weights: Weights
    integer: bool  # multiply in int8; else dequantise and multiply in fp32
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    lifted: dict[str, list[str]] = field(default_factory=dict)  # input → its quantised form

    def node(self, kind: str, inputs: Iterable[str], *, domain: str = "", **attributes: object) -> str:
        """Add a node with one output."""
        return self.nodes_of(kind, inputs, 1, domain=domain, **attributes)[0]

    def nodes_of(
        self, kind: str, inputs: Iterable[str], outputs: int, *, domain: str = "", **attributes: object
    ) -> list[str]:
        """Add a node with several outputs."""
        names = [f"n{len(self.nodes)}_{index}" for index in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))  # type: ignore[arg-type]  # ONNX's own attributes
        return names

    def tensor(self, name: str, array: Array) -> str:
        """Use a stored tensor."""
        self.used.add(name)
        return self.weights.add(name, array)

    def given(self, name: str, shape: Sequence[int], kind: int = TensorProto.FLOAT) -> str:
        """Use a tensor that is given when the graph is loaded."""
        self.used.add(name)
        return self.weights.declare(name, shape, kind)

    def table(self, name: str, array: NDArray[np.float32], ids: str) -> str:
        """Look rows up in an embedding table, stored in int8 with a scale for each row."""
        values, scale = quantised(array, 0)
        rows = self.node("Gather", [self.tensor(f"{name}.q", values), ids])
        scales = self.node("Gather", [self.tensor(f"{name}.scale", scale.reshape(-1, 1)), ids])
        return self.node("Mul", [self.node("Cast", [rows], to=TensorProto.FLOAT), scales])

    def linear(
        self, name: str, inputs: str, weight: NDArray[np.float32], bias: NDArray[np.float32], *, loud: bool = False
    ) -> str:
        """Multiply by a weight of shape [in, out], stored in int8 with a scale for each output, and add a bias."""
        values, scale = quantised(weight, 1)
        stored, scales = self.tensor(f"{name}.q", values), self.tensor(f"{name}.scale", scale)
        if not self.integer:
            whole = self.node("DequantizeLinear", [stored, scales], axis=1)
            product = self.node("MatMul", [inputs, whole])
        else:
            product = self.by_token(inputs, stored, scales) if loud else self.by_row(inputs, stored, scales)
        return self.node("Add", [product, self.tensor(f"{name}.bias", bias)])

    def given_linear(self, name: str, inputs: str, shape: tuple[int, int], *, bias: bool = False) -> str:
        """Multiply by a weight of shape [in, out] that is given when the graph is loaded, and add a bias."""
        if self.integer:
            stored, scales = self.given(f"{name}.q", shape, TensorProto.INT8), self.given(f"{name}.scale", shape[1:])
            product = self.by_token(inputs, stored, scales)
        else:
            product = self.node("MatMul", [inputs, self.given(f"{name}.weight", shape)])
        return self.node("Add", [product, self.given(f"{name}.bias", shape[1:])]) if bias else product

    def by_row(self, inputs: str, stored: str, scales: str) -> str:
        """Multiply a row that is quantised on one scale, once for all that multiply it."""
        if inputs not in self.lifted:
            self.lifted[inputs] = self.nodes_of("DynamicQuantizeLinear", [inputs], 3)
        row, step, zero = self.lifted[inputs]
        summed = self.node("Cast", [self.node("MatMulInteger", [row, stored, zero])], to=TensorProto.FLOAT)
        return self.node("Mul", [summed, self.node("Mul", [step, scales])])

    def by_token(self, inputs: str, stored: str, scales: str) -> str:
        """Multiply a row whose tokens are quantised on a scale each.

        A few tokens of MPNet hold values a hundred times those of the others, which are lost on one scale for the whole
        row: its logits lie 0.23 off in the mean and 1.2 at most. With both layers behind the attention done so they lie
        0.05 off, and 0.2 at most; the attention's own gain nothing by it.
        """
        if inputs not in self.lifted:
            last = self.tensor("last", np.array([-1], np.int64))
            largest = self.node("ReduceMax", [self.node("Abs", [inputs]), last])
            largest = self.node("Max", [largest, self.tensor("least", np.array(1e-9, np.float32))])  # no step of nought
            step = self.node("Mul", [largest, self.tensor("share", np.array(1 / 127, np.float32))])
            even = self.node("Mul", [inputs, self.node("Reciprocal", [step])])
            moved = self.node("Add", [even, self.tensor("shift", np.array(_MIDDLE + 0.5, np.float32))])  # a cast cuts
            self.lifted[inputs] = [self.node("Cast", [moved], to=TensorProto.UINT8), step]
        row, step = self.lifted[inputs]
        one, zero = self.tensor("unit", np.array(1, np.float32)), self.tensor("middle", np.array(_MIDDLE, np.uint8))
        summed = self.node("MatMulIntegerToFloat", [row, stored, one, scales, zero], domain=_FUSED)
        return self.node("Mul", [summed, step])

    def skip_norm(self, name: str, inputs: str, skip: str, *, norm: tuple[Array, Array], epsilon: float) -> str:
        """Add and normalise."""
        gamma, beta = self.tensor(f"{name}.gamma", norm[0]), self.tensor(f"{name}.beta", norm[1])
        return self.node("SkipLayerNormalization", [inputs, skip, gamma, beta], domain=_FUSED, epsilon=epsilon)

    def skip_rms(self, name: str, inputs: str, skip: str, *, width: int, epsilon: float) -> tuple[str, str]:
        """Add and normalise by the root of the mean square; returns that, and the sum."""
        gamma = self.given(name, [width])
        made = self.nodes_of(
            "SkipSimplifiedLayerNormalization", [inputs, skip, gamma], 4, domain=_FUSED, epsilon=epsilon
        )
        return made[0], made[3]

    def rms(self, name: str, inputs: str, *, width: int, epsilon: float) -> str:
        """Normalise by the root of the mean square."""
        gamma = self.given(name, [width])
        return self.node("SimplifiedLayerNormalization", [inputs, gamma], axis=-1, epsilon=epsilon)

    def attend_before(self, joined: str, past: tuple[str, str], present: tuple[str, str], **sizes: int) -> str:
        """Attend from every token to those before it, also to kept ones, whose keys and values come first."""
        out = f"n{len(self.nodes)}_0"
        inputs = [joined, "", "", *past, "last_place", "total", "cos", "sin"]
        kind, names = "GroupQueryAttention", [out, *present]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=_FUSED, do_rotary=1, **sizes))  # type: ignore[arg-type]  # likewise
        return out

    def attend(self, query: str, key: str, value: str, *, heads: int, bias: str = "") -> str:
        """Attend from every token to every token, with a bias for each pair where there is one."""
        inputs = [query, key, value, *(["", "", bias] if bias else [])]
        return self.node("MultiHeadAttention", inputs, domain=_FUSED, num_heads=heads)

    def gelu(self, inputs: str) -> str:
        """Apply the exact GELU."""
        return self.node("Gelu", [inputs], domain=_FUSED)

    def silu(self, inputs: str) -> str:
        """Multiply by the sigmoid."""
        return self.node("QuickGelu", [inputs], domain=_FUSED, alpha=1.0)

    def save(self, path: Path, inputs: Iterable[str], output: tuple[str, str, int]) -> None:
        """Write the graph of an encoder; the weights stay in their own file."""
        name, shown, width = output
        self.nodes.append(helper.make_node("Identity", [name], [shown]))
        given = [helper.make_tensor_value_info(each, TensorProto.INT64, [1, "tokens"]) for each in inputs]
        self.write(path, given, [helper.make_tensor_value_info(shown, TensorProto.FLOAT, [1, width])])

    def write(self, path: Path, inputs: Sequence[onnx.ValueInfoProto], outputs: Sequence[onnx.ValueInfoProto]) -> None:
        """Write the graph."""
        graph = helper.make_graph(self.nodes, path.stem, inputs, outputs)
        graph.initializer.extend(tensor for key, tensor in self.weights.tensors.items() if key in self.used)
        imports = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=_IR, producer_name="citevet")
        path.write_bytes(model.SerializeToString())
