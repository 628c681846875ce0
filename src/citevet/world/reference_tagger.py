"""The trained tagger of reference entries: a linear-chain CRF, run by CRFsuite."""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from citevet.contracts import PROSE, EntryTagger, TaggedWords
from citevet.errors import ModelError, first_line
from citevet.limits import MANIFEST_BYTES, TAGGER_BYTES
from citevet.world.paths import open_regular

_NAME = "references"
_EMBEDDED = Path(__file__).parent.parent / "weights"
MODEL, _MANIFEST = "tagger.crf", "manifest.json"
_ADVICE = "Reinstall citevet."


def find_tagger() -> Path:
    """Return the folder of the tagger: in CITEVET_WEIGHTS, where that has one, else the embedded one."""
    named = os.environ.get("CITEVET_WEIGHTS")
    places = [Path(named) / _NAME] if named else []
    return next((place for place in places if (place / _MANIFEST).is_file()), _EMBEDDED / _NAME)


def fingerprint_tagger() -> str:
    """Return what changes whenever the tagger does, or a file of it is damaged."""
    folder = find_tagger()
    try:
        model = (folder / MODEL).stat()
        return f"{sha256((folder / _MANIFEST).read_bytes()).hexdigest()} {model.st_size} {model.st_mtime_ns}"
    except OSError:
        return ""


def load_tagger(folder: Path, features: str) -> EntryTagger:
    """Load the tagger; raise ModelError where a file is missing or damaged, or fits another version of citevet."""
    manifest = _read_manifest(folder / _MANIFEST)
    if manifest["features"] != features:
        what = f"the tagger was trained with other features ({manifest['features']}, not {features})"
        raise ModelError(what, to=str(folder), advice=_ADVICE)
    model = _read_model(folder / MODEL, manifest)
    try:
        import pycrfsuite

        tagger = pycrfsuite.Tagger()
        tagger.open_inmemory(model)
        names = frozenset(tagger.labels())
    except ImportError as error:
        raise ModelError(
            "python-crfsuite is not installed", to=str(folder), advice="pip install python-crfsuite"
        ) from error
    except Exception as error:  # the library raises ValueError and errors of its own
        raise ModelError(f"cannot be loaded ({first_line(error)})", to=str(folder / MODEL), advice=_ADVICE) from error

    lock = Lock()  # the library keeps one entry at a time

    def tag(words: Sequence[Sequence[str]], _model: bytes = model) -> TaggedWords:  # the library does not copy it
        with lock:
            tagger.set(words)
            labels = tagger.tag()
            likely = [tagger.marginal(label, at) for at, label in enumerate(labels)]
            prose = [tagger.marginal(PROSE, at) for at in range(len(labels))] if PROSE in names else [0.0]
        return TaggedWords(labels, likely, sum(prose) / max(len(prose), 1))

    return EntryTagger(manifest["weights"], manifest["least"], tag)


def _read_manifest(file: Path) -> Mapping[str, Any]:
    try:
        with open_regular(file) as stream:
            found = json.loads(stream.read(MANIFEST_BYTES))
    except FileNotFoundError as error:
        raise ModelError("the manifest of the tagger is missing", to=str(file), advice=_ADVICE) from error
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("it is damaged", to=str(file), advice=_ADVICE) from error
    if not isinstance(found, dict) or not _is_whole(found):
        raise ModelError("it is not the manifest of a tagger", to=str(file), advice=_ADVICE)
    return found


def _is_whole(manifest: Mapping[str, Any]) -> bool:
    weights, least = manifest.get("weights"), manifest.get("least")
    if not (isinstance(weights, dict) and isinstance(least, dict) and isinstance(manifest.get("features"), str)):
        return False
    rows = [least, *weights.values()]
    return all(isinstance(row, dict) and all(isinstance(x, int | float) for x in row.values()) for row in rows)


def _read_model(file: Path, manifest: Mapping[str, Any]) -> bytes:
    try:
        with open_regular(file) as stream:
            data = stream.read(TAGGER_BYTES + 1)
    except FileNotFoundError as error:
        raise ModelError("the tagger of reference entries is missing", to=str(file), advice=_ADVICE) from error
    except OSError as error:
        raise ModelError(f"cannot be read ({error.strerror})", to=str(file), advice=_ADVICE) from error
    if sha256(data).hexdigest() != manifest.get("sha256"):
        raise ModelError("the file is not the one that was shipped", to=str(file), advice=_ADVICE)
    return data
