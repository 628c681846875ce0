"""Compare what a result depends on between two machines: the file, citevet, the settings, the corpus, the judge."""

import os
from collections.abc import Mapping
from hashlib import file_digest, sha256
from pathlib import Path

from citevet.config import Config
from citevet.errors import CitevetError, DatabaseError, ModelError
from citevet.session import Session
from citevet.version import __version__
from citevet.world.model_files import find_model
from citevet.world.retraction_watch import fingerprint_retractions

_OUTPUT_SETTINGS = frozenset({"format", "output", "jobs", "fail_on", "report"})  # no result depends on them
_PLACES = frozenset({"CITEVET_CACHE_DIR", "CITEVET_DATA_DIR", "CITEVET_WEIGHTS"})  # each machine has its own


def describe_inputs(file: Path, session: Session) -> dict[str, str]:
    """Return a hash of each thing that the result of a file depends on; nothing where the settings are wrong.

    The settings have the paths of the project, so it must be in the same place on both machines.
    """
    try:
        config = session.config_for(file)
        corpus = session.corpus_for(config).digest
    except DatabaseError:
        raise
    except CitevetError:
        return {}  # reported when the file is read
    settings = {key: value for key, value in vars(config).items() if key not in _OUTPUT_SETTINGS}
    judge = session.once(("judge content", config.judge), lambda: _hash_judge(config))
    parts = {
        "file": _hash_file(session.here / file),
        "citevet": session.once("code content", _hash_code),
        "settings": repr(settings),
        "date": config.day.isoformat(),
        "corpus": corpus,
        "judge": judge,
        "retraction data": str(bool(fingerprint_retractions())),
    }
    return {name: sha256(value.encode("utf-8", "surrogatepass")).hexdigest() for name, value in parts.items()}


def list_variables() -> dict[str, str]:
    """Return the settings that this process has from its environment."""
    return {name: value for name, value in os.environ.items() if name.startswith("CITEVET_") and name not in _PLACES}


def replace_variables(wanted: Mapping[str, str]) -> None:
    """Give this process the settings that another one has from its environment."""
    for name in list_variables():
        del os.environ[name]
    os.environ.update(wanted)


def _hash_code() -> str:
    folder = Path(__file__).parent.parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".tsv"})
    named = [(path.relative_to(folder).as_posix(), _hash_file(path)) for path in files]
    return repr((__version__, named))


def _hash_judge(config: Config) -> str:
    if config.judge == "none":
        return ""
    try:
        files = sorted(file for file in find_model(config.judge).iterdir() if file.is_file())
    except (ModelError, OSError):
        return "missing"
    return repr([(file.name, _hash_file(file)) for file in files])


def _hash_file(file: Path) -> str:
    try:
        if not file.is_file():  # a pipe or a device would never end
            return "missing"
        with file.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return "unreadable"
