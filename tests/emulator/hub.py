"""A model hub on this machine, and a judge small enough to be written by hand."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha1, sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from onnx import TensorProto, helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NLI = {"0": "contradiction", "1": "entailment", "2": "neutral"}


def graph(outputs: int = 3) -> bytes:
    """Return a judge that counts: tokens of the claim, tokens of the evidence, and seven."""
    whole = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "n"])
        for name in ("input_ids", "token_type_ids", "attention_mask")
    ]
    parts = ["claim", "evidence", "seven"][:outputs]
    nodes = [
        helper.make_node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["attention_mask"], ["all"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["types", "axis"], ["claim"], keepdims=1),
        helper.make_node("ReduceSum", ["all", "axis"], ["total"], keepdims=1),
        helper.make_node("Sub", ["total", "claim"], ["evidence"]),
        helper.make_node("Concat", parts, ["logits"], axis=1),
    ]
    given = [
        helper.make_tensor("axis", TensorProto.INT64, [1], [1]),
        helper.make_tensor("seven", TensorProto.FLOAT, [1, 1], [7.0]),
    ]
    made = helper.make_graph(
        nodes, "judge", whole, [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, outputs])], given
    )
    opset = helper.make_opsetid("", 17)
    written: bytes = helper.make_model(made, opset_imports=[opset], ir_version=8).SerializeToString()
    return written


def words() -> bytes:
    """Return a tokenizer that splits at white space."""
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2}, unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    text: str = tokenizer.to_str()
    return text.encode()


def judge(labels: dict[str, str] | None = None, outputs: int = 3) -> dict[str, bytes]:
    """Return the files of a model as hubs list them."""
    said = {"model_type": "bert", "max_position_embeddings": 130, "id2label": NLI if labels is None else labels}
    return {
        "README.md": b"# A judge",
        "config.json": json.dumps(said).encode(),
        "tokenizer.json": words(),
        "onnx/model.onnx": graph(outputs),
        "onnx/model_quantized.onnx": b"not asked for",
        "model.safetensors": b"not asked for",
    }


@dataclass
class Hub:
    """The files of the server, the requests it received, and its faults."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=judge)
    more: list[dict[str, Any]] = field(default_factory=list)  # of the listing, without files behind them
    answers: dict[str, bytes] = field(default_factory=dict)  # instead of what the listing promises
    listing: bytes | None = None
    status: int = 200
    location: str | None = None  # where files are said to lie
    stall: str | None = None  # the file that stops coming after a while
    asked: list[str] = field(default_factory=list)

    def listed(self) -> bytes:
        """Return the list of files as a hub gives it: small ones by git, large ones by sha256."""
        files = [_listed(name, data) for name, data in self.files.items()]
        return json.dumps({"id": "owner/name", "sha": COMMIT, "siblings": [*files, *self.more]}).encode()


def _listed(name: str, data: bytes) -> dict[str, Any]:
    blob = sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    said: dict[str, Any] = {"rfilename": name, "size": len(data), "blobId": blob}
    if name.endswith(".onnx"):
        said["blobId"] = "f" * 40  # of the pointer, not of the file
        said["lfs"] = {"sha256": sha256(data).hexdigest(), "size": len(data), "pointerSize": 130}
    return said


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        hub: Hub = self.server.hub  # type: ignore[attr-defined]  # set below
        hub.asked.append(self.path)
        if self.path.startswith("/api/models/"):
            self._send(hub.status, hub.listed() if hub.listing is None else hub.listing)
        elif f"/resolve/{COMMIT}/" in self.path:
            self._moved(hub.location or f"{self.server.elsewhere}/{self.path.partition(COMMIT)[2]}")  # type: ignore[attr-defined]  # likewise
        else:
            name = self.path.lstrip("/")
            self._send(200, hub.answers.get(name, hub.files[name]), stall=hub.stall == name)

    def _moved(self, location: str) -> None:
        self.send_response(302)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, status: int, data: bytes, *, stall: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if stall else data)
        if stall:
            self.wfile.flush()
            time.sleep(20)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Say nothing."""


@contextmanager
def serving() -> Iterator[Hub]:
    """Start a hub, and the host of its files."""
    held = Hub()
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _Handler) for _ in range(2)]
    urls = [f"http://127.0.0.1:{server.server_address[1]}" for server in servers]
    for server in servers:
        server.hub, server.elsewhere = held, urls[1]  # type: ignore[attr-defined]  # for the handler
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that hangs up is not an error
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    held.url = urls[0]
    try:
        yield held
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
