"""Run a model on rows of text, each alone, so that no score depends on its neighbours.

Dynamic int8 takes its scale from the whole tensor: in a batch a score would move with its batch mates, by up to 0.2 in
probability as others measured, and padding would move it too. So a row runs by itself, without padding, on one thread;
several threads run several rows at once, each as it would run alone.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citevet.errors import ModelError

if TYPE_CHECKING:  # 0.3 s, and most commands run no model
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

Texts = tuple[str, ...]  # one text, or evidence and claim
_GIVEN = frozenset({"input_ids", "token_type_ids", "attention_mask"})
_WHOLE = "tensor(int64)"
Run = Callable[[Sequence[Texts]], "Floats"]


def runner(graph: Path, *, tokens: int, threads: int) -> Run:
    """Return a function from rows to one vector each; the tokenizer lies beside the graph or above it."""
    import numpy as np  # noqa: PLC0415 - see above

    try:
        session, encode = _session(graph), _encoder(_words(graph), tokens)
    except Exception as error:  # both libraries raise kinds of their own, and a damaged file has many ways to be so
        reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
        raise ModelError(f"cannot be loaded ({reason})", to=str(graph), advice="Install the weights anew.") from error
    wanted = [each.name for each in session.get_inputs()]
    if odd := [each.name for each in session.get_inputs() if each.name not in _GIVEN or each.type != _WHOLE]:
        what = f"asks for {', '.join(odd)[:200]}, and is given nothing but the tokens of a text or two"
        raise ModelError(what, to=str(graph), advice="Name a model that weighs pairs of texts.")

    def one(texts: Texts) -> "Floats":
        row = encode(texts)
        given = {"input_ids": row.ids, "token_type_ids": row.type_ids, "attention_mask": row.attention_mask}
        found: Floats = session.run(None, {name: np.array([given[name]], np.int64) for name in wanted})[0][0]
        return found

    return lambda rows: np.stack(_mapped(one, rows, threads)) if rows else np.zeros((0, 0), np.float32)


def _session(graph: Path) -> Any:  # noqa: ANN401 - onnxruntime's, imported late
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.qdq_matmulnbits_accuracy_level", "1")  # fp32 means fp32
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _words(graph: Path) -> Path:
    beside = graph.parent / "tokenizer.json"
    return beside if beside.is_file() else graph.parent.parent / "tokenizer.json"


def _encoder(words: Path, tokens: int) -> Callable[[Texts], Any]:
    from tokenizers import Tokenizer  # noqa: PLC0415

    whole, pair = Tokenizer.from_file(str(words)), Tokenizer.from_file(str(words))
    for tokenizer, strategy in ((whole, "longest_first"), (pair, "only_first")):  # of a pair the evidence is cut
        tokenizer.no_padding()
        tokenizer.enable_truncation(tokens, strategy=strategy)

    def encode(texts: Texts) -> Any:  # noqa: ANN401 - tokenizers' own record
        if len(texts) == 1:
            return whole.encode(texts[0])
        try:
            return pair.encode(texts[0], texts[1])
        except Exception:  # noqa: BLE001 - a claim that alone fills the row: both sides are cut then
            return whole.encode(texts[0], texts[1])

    return encode


def _mapped(one: Callable[[Texts], "Floats"], rows: Sequence[Texts], threads: int) -> "list[Floats]":
    if threads < 2 or len(rows) < 2:  # noqa: PLR2004
        return [one(row) for row in rows]
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, rows))
