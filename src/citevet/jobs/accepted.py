"""The findings that the project's baseline accepts in a document."""

from functools import cache
from pathlib import Path

from citevet.config import Config
from citevet.errors import ConfigError
from citevet.rules.baseline import Entry, load


def accepted(settings: Config, path: str) -> tuple[Entry, ...]:
    """Return the baseline's entries for a document; the file's paths count from its own folder."""
    return _entries(settings.baseline).get(Path(path).resolve(), ()) if settings.baseline else ()


@cache
def _entries(path: str) -> dict[Path, tuple[Entry, ...]]:
    file = Path(path)
    try:
        listed = load(file.read_text("utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("the baseline cannot be read", to=path, advice="Write one: citevet baseline.") from error
    return {(file.parent / document).resolve(): entries for document, entries in listed.items()}
