"""Download a judge from a model hub, compare it with the digests that the hub states, and install it as a whole.

A hub has the interface of huggingface.co: `/api/models/ID/revision/NAME` lists the files of a model at one commit, and
`/ID/resolve/COMMIT/FILE` returns one, mostly through a redirect. The variable HF_ENDPOINT selects another hub.
Files are written to a staging folder, which is renamed once all are there and the model has answered once.
"""

import json
import os
import re
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha1, sha256
from math import isfinite
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from citevet.contracts import Progress
from citevet.errors import CitevetError, ModelError, first_line
from citevet.limits import MODEL_BYTES, MODEL_SECONDS
from citevet.records import dataclass
from citevet.world import web
from citevet.world.judge_manifest import find_manifest
from citevet.world.model_files import GRAPH_FILES, read_label_order
from citevet.world.model_runner import load_model
from citevet.world.paths import sync_file, sync_folder, user_data_folder

_HUB = "https://huggingface.co"
_MB = 1_000_000
_MAX_LISTING = 8 * _MB  # repositories have thousands of files at most
_STAGING = ".fetching-"
_STALE_SECONDS = 600.0  # without a new byte; a running download gives up after 30
_SMALL_FILES = ("config.json", "tokenizer.json")  # first, because they show whether the model is a judge
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_OK, _HIDDEN = 200, frozenset({401, 403, 404})
_TEST_PAIR = ("It has rained in the valley.", "It has rained.")


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a model as the hub lists it; a value that is None cannot be compared."""

    name: str
    size: int | None
    sha256: str | None
    blob: str | None  # the hash that git gives to its content


def fetch_model(name: str, *, progress: Progress | None = None) -> Path:
    """Download a model `owner/name` or `owner/name@revision`, and return its folder."""
    weights = user_data_folder() / "weights"
    with _translate_errors(name), _staging_folder(weights) as staging:
        web.require_httpx()
        from citevet.world.net.loop import NetworkLoop  # asyncio, and most runs fetch no model

        NetworkLoop().run(_download_files(name, staging, progress))
        _check_run(staging)
        return _install(staging, weights / name)


async def _download_files(name: str, staging: Path, progress: Progress | None) -> None:
    """Write the files of a model and their manifest into a folder."""
    until = time.monotonic() + MODEL_SECONDS
    commit, listed = await _list_files(name, until)
    files = _choose_files(listed)
    root = f"{_endpoint()}/{name.partition('@')[0]}/resolve/{commit}"
    count = _byte_counter(files, name, progress)
    digests = {}
    for file in files:
        digests[file.name] = await _download(f"{root}/{file.name}", staging / file.name, file, count=count, until=until)
        if file.name == _SMALL_FILES[0]:
            _check_labels(staging / file.name, name)
    manifest = {"hub": name, "revision": commit, "files": digests}
    (staging / "manifest.json").write_text(json.dumps(manifest, indent=1), "utf-8")


@contextmanager
def _translate_errors(name: str) -> Iterator[None]:
    """Make every error one about the model that was requested."""
    try:
        yield
    except CitevetError as error:
        raise ModelError(f"cannot be fetched: {error.what}", to=name, advice=error.advice) from error
    except OSError as error:
        advice = f"It is kept below {user_data_folder()}."
        raise ModelError(f"cannot be kept ({error.strerror or error})", to=name, advice=advice) from error


@contextmanager
def _staging_folder(weights: Path) -> Iterator[Path]:
    """Create an empty folder and remove it afterwards, along with those that a killed process left behind."""
    weights.mkdir(parents=True, exist_ok=True)
    for left in weights.glob(f"{_STAGING}*"):
        with suppress(OSError):  # another process removes it as well
            if time.time() - max(each.stat().st_mtime for each in (left, *left.rglob("*"))) > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
    staging = Path(mkdtemp(prefix=_STAGING, dir=weights))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _endpoint() -> str:
    named = (os.environ.get("HF_ENDPOINT") or _HUB).rstrip("/")
    if not named.startswith(("https://", "http://")):
        raise ModelError("HF_ENDPOINT is not a web address", advice=f"Write it as {_HUB} is written.")
    return named


@asynccontextmanager
async def _open(url: str, until: float) -> AsyncIterator[web.StreamedResponse]:
    async with web.open_url(url, seconds=until - time.monotonic(), own=_endpoint()) as response:
        if response.status in _HIDDEN:
            advice = "Check the name, owner/name; models that need an account are fetched by hand."
            raise ModelError(f"the hub does not show it ({response.status})", advice=advice)
        if response.status != _OK:
            raise ModelError(f"the hub answered {response.status}", advice="Try again later.")
        yield response


async def _list_files(name: str, until: float) -> tuple[str, Sequence[HubFile]]:
    """Return the commit of a revision, and its files."""
    model, _, revision = name.partition("@")
    data = bytearray()
    async with _open(f"{_endpoint()}/api/models/{model}/revision/{revision or 'main'}?blobs=true", until) as response:
        async for chunk in response.chunks:
            data += chunk
            if len(data) > _MAX_LISTING:
                raise ModelError("what the hub says of it has no end", advice="Is HF_ENDPOINT a model hub?")
    try:
        listing = json.loads(data)
        commit, files = str(listing["sha"]), [_hub_file(each) for each in listing["siblings"]]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("what the hub says of it makes no sense", advice="Is HF_ENDPOINT a model hub?") from error
    if not _COMMIT.fullmatch(commit):
        raise ModelError("what the hub says of it makes no sense", advice="Is HF_ENDPOINT a model hub?")
    return commit, files


def _hub_file(entry: dict[str, Any]) -> HubFile:
    large = entry.get("lfs") or {}
    size = large.get("size", entry.get("size"))
    blob = None if large else entry.get("blobId")
    return HubFile(str(entry["rfilename"]), size if isinstance(size, int) else None, large.get("sha256"), blob)


def _choose_files(listed: Sequence[HubFile]) -> list[HubFile]:
    """Return the files that are needed; only names that we know become paths on this machine."""
    by_name = {each.name: each for each in listed}
    # Without golden rows, int8 may be wrong on this processor unnoticed: so it comes last.
    graph = next((each for each in (*GRAPH_FILES["fp32"], *GRAPH_FILES["int8"]) if each in by_name), "")
    missing = [name for name in _SMALL_FILES if name not in by_name] + ([] if graph else ["ONNX file"])
    if missing:
        advice = "A judge has config.json, tokenizer.json, and model.onnx, there or in a folder onnx."
        raise ModelError(f"it offers no {' and no '.join(missing)}", advice=advice)
    weights = re.compile(re.escape(graph) + r"(?:_data(?:_\d{1,3})?|\.data)")  # where they take more than 2 GB
    files = [by_name[name] for name in (*_SMALL_FILES, graph)]
    files += [each for each in listed if weights.fullmatch(each.name)]
    if sum(each.size or 0 for each in files) > MODEL_BYTES:
        raise _too_large()
    return files


def _byte_counter(files: Sequence[HubFile], name: str, progress: Progress | None) -> Callable[[int], None]:
    """Return a function that counts bytes, raises above the limit, and reports progress in megabytes."""
    total = sum(each.size or 0 for each in files)
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if done > MODEL_BYTES:
            raise _too_large()
        if progress is not None and done // _MB > (done - more) // _MB:
            progress(done // _MB, max(total, done) // _MB, f"MB of {name}")

    return count


async def _download(url: str, target: Path, file: HubFile, *, count: Callable[[int], None], until: float) -> str:
    """Write a file, compare it with the size and hashes that the hub states, and return its digest."""
    target.parent.mkdir(exist_ok=True)
    whole, blob, size = sha256(), sha1(f"blob {file.size}\0".encode(), usedforsecurity=False), 0
    async with _open(url, until) as response:
        with target.open("xb") as stream:
            async for chunk in response.chunks:
                count(len(chunk))
                size += len(chunk)
                whole.update(chunk)
                blob.update(chunk)
                stream.write(chunk)
    sync_file(target)
    found = (size, whole.hexdigest(), blob.hexdigest())
    stated = (file.size, file.sha256, None if file.size is None else file.blob)
    if any(wanted is not None and wanted != got for wanted, got in zip(stated, found, strict=True)):
        raise ModelError(f"{file.name} came out otherwise than the hub states it", advice="Try again later.")
    return whole.hexdigest()


def _check_labels(file: Path, name: str) -> None:
    """Refuse a model that is not a judge, before its weights are downloaded; a manifest knows more than config.json."""
    if find_manifest(name):
        return
    try:
        config = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ModelError("its config.json makes no sense", advice="Name another model.") from error
    read_label_order(config.get("id2label") if isinstance(config, dict) else None, name)


def _check_run(folder: Path) -> None:
    """Run the model once; a model that cannot run here is not installed."""
    try:
        found = load_model(str(folder)).run([_TEST_PAIR])
    except CitevetError:
        raise
    except Exception as error:  # onnxruntime raises its own classes
        raise ModelError(f"it does not run ({first_line(error)})", advice="Name another model.") from error
    if not all(isfinite(value) for value in found.ravel().tolist()):
        raise ModelError("it answers with something that is not a number", advice="Name another model.")


def _install(staging: Path, folder: Path) -> Path:
    """Rename the folder to its final name, unless another process was quicker."""
    folder.parent.mkdir(exist_ok=True)
    try:
        staging.rename(folder)
    except OSError:
        if not (folder / "manifest.json").is_file():
            raise
    sync_folder(folder.parent)
    return folder


def _too_large() -> ModelError:
    return ModelError(f"it is larger than {MODEL_BYTES // _MB:,} MB", advice="Name a smaller model.")
