"""Judges of a model hub: fetched once, compared with what the hub states, and kept whole or not at all.

A hub answers as huggingface.co does: `/api/models/ID/revision/NAME` lists the files of a model at one commit, and
`/ID/resolve/COMMIT/FILE` gives one, mostly by way of another host. HF_ENDPOINT names another hub, as it does elsewhere.
Files gather in a folder of their own, which gets its name when all are there and the model has answered once.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha1, sha256
from math import isfinite
from pathlib import Path
from re import compile as pattern
from re import escape
from tempfile import mkdtemp
from typing import Any

from citevet.contracts import Progress
from citevet.errors import CitevetError, ModelError
from citevet.world import web
from citevet.world.models import load
from citevet.world.outputs import places
from citevet.world.weights import GRAPHS, data_folder

_HUB = "https://huggingface.co"
_MB = 1_000_000
_LARGEST = 4_000 * _MB  # of a model
_LARGEST_LISTING = 8 * _MB  # repositories have thousands of files at most
_SECONDS = 2 * 60 * 60.0  # for one file
_STAGING = ".fetching-"
_STALE = 600.0  # seconds without a new byte; a living download gives up after 30
_WORDS = ("config.json", "tokenizer.json")  # small, and they say whether it is a judge at all: so they come first
_COMMIT = pattern(r"[0-9a-f]{40,64}")
_OK, _HIDDEN = 200, frozenset({401, 403, 404})
_PAIR = ("It has rained in the valley.", "It has rained.")


@dataclass(frozen=True, slots=True)
class Offered:
    """A file of a model, as the hub states it; what it does not state cannot be compared."""

    name: str
    size: int | None
    sha256: str | None
    blob: str | None  # the name that git has for its content


def fetch(name: str, *, progress: Progress | None = None) -> Path:
    """Return the folder of a model `owner/name` or `owner/name@revision`, after fetching it."""
    weights = data_folder() / "weights"
    with _translated(name), _staged(weights) as staging:
        commit, offered = _listing(name)
        files = _chosen(offered)
        root = f"{_endpoint()}/{name.partition('@')[0]}/resolve/{commit}"
        count = _meter(files, name, progress)
        digests = {}
        for file in files:
            digests[file.name] = _download(f"{root}/{file.name}", staging / file.name, file, count=count)
            if file.name == _WORDS[0]:
                _labelled(staging / file.name, name)
        said = {"hub": name, "revision": commit, "files": digests}
        (staging / "manifest.json").write_text(json.dumps(said, indent=1), "utf-8")
        _prove(staging)
        return _placed(staging, weights / name)


@contextmanager
def _translated(name: str) -> Iterator[None]:
    """Say everything of the model that was asked for."""
    try:
        yield
    except CitevetError as error:
        raise ModelError(f"cannot be fetched: {error.what}", to=name, advice=error.advice) from error
    except OSError as error:
        advice = f"It is kept below {data_folder()}."
        raise ModelError(f"cannot be kept ({error.strerror or error})", to=name, advice=advice) from error


@contextmanager
def _staged(weights: Path) -> Iterator[Path]:
    """Lend an empty folder, and remove it; those that a killed process left behind go too."""
    weights.mkdir(parents=True, exist_ok=True)
    for left in weights.glob(f"{_STAGING}*"):
        with suppress(OSError):  # another process removes it as well
            if time.time() - max(each.stat().st_mtime for each in (left, *left.rglob("*"))) > _STALE:
                shutil.rmtree(left, ignore_errors=True)
    staging = Path(mkdtemp(prefix=_STAGING, dir=weights))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _endpoint() -> str:
    named = (os.environ.get("HF_ENDPOINT") or _HUB).rstrip("/")
    if not named.startswith(("https://", "http://")):
        raise ModelError("HF_ENDPOINT is no web address", advice=f"Write it as {_HUB} is written.")
    return named


@contextmanager
def _opened(url: str) -> Iterator[web.Answer]:
    with web.opened(url, timeout=_SECONDS, own=_endpoint()) as answer:
        if answer.status in _HIDDEN:
            advice = "Check the name, owner/name; models that need an account are fetched by hand."
            raise ModelError(f"the hub does not show it ({answer.status})", advice=advice)
        if answer.status != _OK:
            raise ModelError(f"the hub answered {answer.status}", advice="Try again later.")
        yield answer


def _listing(name: str) -> tuple[str, Sequence[Offered]]:
    """Return the commit that a revision means now, and its files."""
    model, _, revision = name.partition("@")
    with _opened(f"{_endpoint()}/api/models/{model}/revision/{revision or 'main'}?blobs=true") as answer:
        data = b"".join(_bounded(answer.chunks, _LARGEST_LISTING))
    try:
        said = json.loads(data)
        commit, files = str(said["sha"]), [_offered(each) for each in said["siblings"]]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("what the hub says of it makes no sense", advice="Is HF_ENDPOINT a model hub?") from error
    if not _COMMIT.fullmatch(commit):
        raise ModelError("what the hub says of it makes no sense", advice="Is HF_ENDPOINT a model hub?")
    return commit, files


def _offered(said: Any) -> Offered:  # noqa: ANN401 - as the hub says it
    large = said.get("lfs") or {}
    size = large.get("size", said.get("size"))
    blob = None if large else said.get("blobId")
    return Offered(str(said["rfilename"]), size if isinstance(size, int) else None, large.get("sha256"), blob)


def _chosen(offered: Sequence[Offered]) -> list[Offered]:
    """Return the files that are needed, by names of our own: nothing that a hub calls a file becomes a path unseen."""
    there = {each.name: each for each in offered}
    # Nobody gave golden rows for it, so int8 comes last: whether that is right on this processor is not known.
    graph = next((each for each in (*GRAPHS["fp32"], *GRAPHS["int8"]) if each in there), "")
    missing = [word for word in _WORDS if word not in there] + ([] if graph else ["ONNX file"])
    if missing:
        advice = "A judge has config.json, tokenizer.json, and model.onnx, there or in a folder onnx."
        raise ModelError(f"it offers no {' and no '.join(missing)}", advice=advice)
    beside = pattern(escape(graph) + r"(?:_data(?:_\d{1,3})?|\.data)")  # weights of more than 2 GB lie there
    files = [there[word] for word in (*_WORDS, graph)] + [each for each in offered if beside.fullmatch(each.name)]
    if sum(each.size or 0 for each in files) > _LARGEST:
        raise _too_large()
    return files


def _meter(files: Sequence[Offered], name: str, progress: Progress | None) -> Callable[[int], None]:
    """Return a function that counts bytes, refuses too many, and tells how many megabytes are there."""
    total = sum(each.size or 0 for each in files)
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if done > _LARGEST:
            raise _too_large()
        if progress is not None and done // _MB > (done - more) // _MB:
            progress(done // _MB, max(total, done) // _MB, f"MB of {name}")

    return count


def _download(url: str, target: Path, file: Offered, *, count: Callable[[int], None]) -> str:
    """Write a file, and return its digest; one that is not what the hub stated is refused."""
    target.parent.mkdir(exist_ok=True)
    whole, blob, size = sha256(), sha1(f"blob {file.size}\0".encode(), usedforsecurity=False), 0
    with _opened(url) as answer, target.open("xb") as stream:
        for chunk in answer.chunks:
            count(len(chunk))
            size += len(chunk)
            whole.update(chunk)
            blob.update(chunk)
            stream.write(chunk)
        stream.flush()
        os.fsync(stream.fileno())
    found = (size, whole.hexdigest(), blob.hexdigest())
    stated = (file.size, file.sha256, None if file.size is None else file.blob)
    if any(said is not None and said != is_so for said, is_so in zip(stated, found, strict=True)):
        raise ModelError(f"{file.name} came out otherwise than the hub states it", advice="Try again later.")
    return whole.hexdigest()


def _labelled(file: Path, name: str) -> None:
    """Refuse what is no judge before its weights are fetched."""
    try:
        said = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ModelError("its config.json makes no sense", advice="Name another model.") from error
    places(said.get("id2label") if isinstance(said, dict) else None, name)


def _prove(folder: Path) -> None:
    """Let it answer once: what cannot run here is not kept."""
    try:
        found = load(str(folder)).run([_PAIR])
    except CitevetError:
        raise
    except Exception as error:  # onnxruntime raises kinds of its own
        reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
        raise ModelError(f"it does not run ({reason})", advice="Name another model.") from error
    if not all(isfinite(value) for value in found.ravel().tolist()):
        raise ModelError("it answers with something that is no number", advice="Name another model.")


def _placed(staging: Path, folder: Path) -> Path:
    """Give the folder its name, unless another process was quicker."""
    folder.parent.mkdir(exist_ok=True)
    try:
        staging.rename(folder)
    except OSError:
        if not (folder / "manifest.json").is_file():
            raise
    with suppress(OSError):  # folders cannot be synchronised everywhere
        handle = os.open(folder.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    return folder


def _bounded(chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > most:
            raise ModelError("what the hub says of it has no end", advice="Is HF_ENDPOINT a model hub?")
        yield chunk


def _too_large() -> ModelError:
    return ModelError(f"it is larger than {_LARGEST // _MB:,} MB", advice="Name a smaller model.")
