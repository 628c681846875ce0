"""The manifest of a judge: how a model wants to be asked, and what its answer means.

A manifest is a TOML file of about seven lines. Those of the published judges ship with citevet; a file `judge.toml` in
a model folder, or any other TOML file, is one too. `like` takes all lines of another manifest or model that the file
does not set itself.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args

from citevet.errors import ModelError, find_near_name
from citevet.limits import MANIFEST_BYTES
from citevet.records import asdict, dataclass, field, replace
from citevet.world.paths import open_regular, user_data_folder

Runtime = Literal["onnx", "transformers", "ollama", "openai"]
Input = Literal["pair", "text", "chat"]
Output = Literal["classes", "first-position", "tokens", "first-token", "word"]
Combine = Literal["max", "min", "mean"]
FILE = "judge.toml"
SHIPPED = Path(__file__).parent.parent / "weights" / "judges"
DOCUMENT, CLAIM = "{document}", "{claim}"
REMOTE: frozenset[Runtime] = frozenset({"ollama", "openai"})
_WORDS_OUT: frozenset[Output] = frozenset({"first-token", "word"})
_ADVICE = "docs/guides/judges.md lists the keys of a manifest."
_MOST_LABELS = 50
_MOST_CHUNK = 1_000_000
_LONGEST = 20_000  # characters of one value
_LONGEST_WAIT = 600  # seconds for one answer
_DEPTH = 3  # manifests that lead to each other by `like`


@dataclass(frozen=True, slots=True)
class JudgeManifest:
    """How a judge is asked, and what its answer means."""

    name: str
    runtime: Runtime | None = None  # none: ONNX or transformers, whichever files are there
    model: str = ""  # what an endpoint calls it
    models: tuple[str, ...] = ()  # models of a hub that are asked this way
    system: str = ""  # instructions of a chat
    input: Input = "pair"
    join: str = DOCUMENT  # of a pair the first text; else the whole text
    output: Output = "classes"
    labels: tuple[str, ...] = ()  # of the outputs in their order, or the words of an answer; of numbers, token ids
    support: str | int = "entailment"  # the label that means support, or its place
    against: str | int | None = None  # the label that means contradiction
    chunk: int = 0  # the longest piece of a document; 0: as much as a row takes
    unit: Literal["tokens", "words"] = "tokens"
    combine: Combine = "max"
    threshold: float = 0.5
    tokens: int = 0  # of the longest row; 0: as config.json states
    seconds: float = 60.0  # that an endpoint may take for one answer
    calibration: Mapping[str, Any] = field(default_factory=dict)
    base: str = ""  # a model of ours that is asked as it always is, with another calibration

    @property
    def is_remote(self) -> bool:
        """Whether a server answers."""
        return self.runtime in REMOTE

    @property
    def digest(self) -> str:
        """A hash of all that it says."""
        return sha256(repr(sorted(asdict(self).items())).encode()).hexdigest()


def find_manifest(name: str) -> JudgeManifest | None:
    """Return the manifest of a judge by its name, its file, its folder or its name on a hub; none where there is none.

    Files of the user come before those that ship.
    """
    for file in _list_files(name):
        if file.is_file():
            return read_manifest_file(file)
    wanted = name.partition("@")[0].casefold()
    if "/" not in wanted:  # no model of a hub
        return None
    return next((each for each in list_shipped() if wanted in map(str.casefold, each.models)), None)


def list_shipped() -> Iterator[JudgeManifest]:
    """Yield the manifests that ship with citevet."""
    yield from (read_manifest_file(file) for file in sorted(SHIPPED.glob("*.toml")))


def list_own() -> Iterator[tuple[str, Path]]:
    """Yield the names and files of the manifests that the user has, without reading them."""
    yield from ((file.stem, file) for file in sorted((user_data_folder() / "weights").glob("*.toml")))


def _list_files(name: str) -> Iterator[Path]:
    if name.endswith(".toml"):
        yield Path(name)
        return
    plain = bool(name) and "\0" not in name and ".." not in name
    if plain:
        weights = user_data_folder() / "weights"
        yield from (Path(name) / FILE, weights / name / FILE, weights / f"{name}.toml", SHIPPED / f"{name}.toml")


def read_manifest_file(file: Path, *, depth: int = 0) -> JudgeManifest:
    """Read a manifest; raise ModelError where a line is missing, unknown or of another shape."""
    import tomllib

    try:
        with open_regular(file) as stream:
            data = stream.read(MANIFEST_BYTES + 1)
        if len(data) > MANIFEST_BYTES:
            raise _wrong(file, f"is larger than {MANIFEST_BYTES:,} bytes")
        given = tomllib.loads(data.decode())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise _wrong(file, f"cannot be read ({str(error)[:200]})") from error
    name = file.parent.name if file.name == FILE else file.stem
    return parse_manifest(given, name, file, depth=depth)


def parse_manifest(given: Mapping[str, Any], name: str, file: Path, *, depth: int = 0) -> JudgeManifest:
    """Return a manifest from the values of its file."""
    for key, value in given.items():
        if key not in _SHAPES:
            near = find_near_name(key, _SHAPES)
            raise _wrong(file, f'has the unknown key "{key[:60]}"' + (f', did you mean "{near}"?' if near else ""))
        is_right, wanted = _SHAPES[key]
        if not is_right(value):
            raise _wrong(file, f'has a "{key}" that is not {wanted}')
    values = dict(given)
    start = _find_base(values.pop("like", ""), name, file, depth=depth)
    if "chunk" in values:
        values["chunk"], values["unit"] = _read_chunk(values["chunk"])
    for key in ("labels", "models"):
        if key in values:
            values[key] = tuple(map(str, values[key]))
    found = replace(start, name=name, **values)
    if fault := (None if found.base else _find_fault(found)):
        raise _wrong(file, fault)
    return found


def _find_base(like: str, name: str, file: Path, *, depth: int) -> JudgeManifest:
    """Return the manifest that another one completes."""
    if not like:
        return JudgeManifest(name)
    if depth >= _DEPTH:
        raise _wrong(file, "leads to itself by `like`")
    for other in _list_files(like):
        if other.is_file() and other.absolute() != file.absolute():
            return read_manifest_file(other, depth=depth + 1)
    return JudgeManifest(name, base=like)


def _find_fault(found: JudgeManifest) -> str | None:
    """Return what does not fit together."""
    needed = {"pair": [DOCUMENT], "text": [DOCUMENT, CLAIM], "chat": [DOCUMENT, CLAIM]}[found.input]
    if lacking := [each for each in needed if found.join.count(each) != 1]:
        return f'needs {lacking[0]} once in "join"'
    if found.is_remote and not found.model:
        return 'names no "model" for its endpoint'
    if found.is_remote and (found.input != "chat" or found.output not in _WORDS_OUT):
        return 'needs input = "chat" and output = "first-token" or "word", as it asks an endpoint'
    if found.output in _WORDS_OUT and not found.labels[1:]:
        return 'needs "labels", the words that an answer may have, such as ["No", "Yes"]'
    if found.output == "word" and not found.is_remote:
        return 'can read output = "word" from an endpoint only; "first-token" is the same for a model'
    for key, label in (("support", found.support), ("against", found.against)):
        if label is not None and found.labels and find_label(label, found.labels) is None:
            return f'has the labels {", ".join(found.labels)}, and "{key}" is {label!r}'
    return None


def find_label(label: str | int, labels: tuple[str, ...]) -> int | None:
    """Return the place of a label; none where there is no such one."""
    if isinstance(label, int):
        return label if 0 <= label < len(labels) else None
    folded = [each.strip().casefold() for each in labels]
    return folded.index(label.strip().casefold()) if label.strip().casefold() in folded else None


def _read_chunk(value: str | int) -> tuple[int, str]:
    number, _, unit = str(value).partition(" ")
    return int(number), unit or "tokens"


def _wrong(file: Path, what: str) -> ModelError:
    return ModelError(f"the manifest {what}", to=str(file), advice=_ADVICE)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _is_label(value: object) -> bool:
    return _is_text(value) or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_LABELS)


def _is_chunk(value: object) -> bool:
    number, _, unit = str(value).partition(" ")
    is_count = number.isascii() and number.isdigit() and 0 < int(number[:9]) <= _MOST_CHUNK
    return isinstance(value, str | int) and not isinstance(value, bool) and is_count and unit in {"", "tokens", "words"}


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and 0 <= value <= 1


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _LONGEST_WAIT


def _is_list(value: object) -> bool:
    right = isinstance(value, list) and 0 < len(value) <= _MOST_LABELS
    return right and isinstance(value, list) and all(_is_text(each) or type(each) is int for each in value)


def _one_of(words: tuple[str, ...]) -> tuple[Any, str]:
    return (lambda value: value in words), f"one of {', '.join(words)}"


_TEXT = (_is_text, "a text")
_SHAPES: Mapping[str, tuple[Any, str]] = {
    "like": _TEXT,
    "runtime": _one_of(get_args(Runtime)),
    "model": _TEXT,
    "models": (_is_list, "a list of names"),
    "system": _TEXT,
    "input": _one_of(get_args(Input)),
    "join": _TEXT,
    "output": _one_of(get_args(Output)),
    "labels": (_is_list, "a list of labels in the order of the outputs"),
    "support": (_is_label, "a label or its place"),
    "against": (_is_label, "a label or its place"),
    "chunk": (_is_chunk, 'a length such as "400 tokens" or "550 words"'),
    "combine": _one_of(get_args(Combine)),
    "threshold": (_is_share, "a number from 0 to 1"),
    "tokens": (lambda value: type(value) is int and 0 < value <= _MOST_CHUNK, "a number of tokens"),
    "seconds": (_is_time, f"a time of at most {_LONGEST_WAIT} seconds"),
    "calibration": (lambda value: isinstance(value, dict), "a table that `citevet models calibrate` wrote"),
}
