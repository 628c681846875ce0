"""Sources that are read once: texts, records, documents of frameworks and files."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.errors import UsageError
from citevet.jobs.given_sources import GivenSources
from citevet.jobs.verify_inputs import Sources, list_sources
from citevet.model.verification import FILE_KEYS, TEXT_KEYS
from citevet.records import Foreign, replace

_HOW = 'A file needs its "name", with the ending of its format, and its "data" in base64.'
_STATED = ("url", "title", "scope", "id")  # what is said of a file beside its bytes


def prepare_sources(given: Sources | GivenSources = (), paths: Sequence[str | Path] = ()) -> GivenSources:
    """Read sources once, for many calls of `verify`, `verify_many` and StreamGuard.

    A source is a text, a `Source`, a mapping with a text, a document of a framework, the Path of a file, or a mapping
    with the `name` of a file and its `data` in base64. `paths` names more files.
    """
    if not isinstance(given, GivenSources):
        if isinstance(given, list | tuple):
            given = [_read_file(each, number) for number, each in enumerate(given, 1)]
        given = GivenSources(list_sources(given))
    if not paths:
        return given
    from citevet.jobs.verify_files import read_source_file  # PDF and the like, which texts do not need

    return GivenSources((*given.sources, *(read_source_file(Path(each)) for each in paths)))


def _read_file(item: Foreign, number: int) -> Foreign:
    """Return the text of a source that is a file, and anything else as it is."""
    if isinstance(item, Path):
        from citevet.jobs.verify_files import read_source_file  # likewise

        return read_source_file(item)
    if not isinstance(item, Mapping) or item.get("data") is None or any(item.get(key) for key in TEXT_KEYS):
        return item
    name, data = (item.get(key) for key in FILE_KEYS)
    if not isinstance(name, str) or not name.strip() or not isinstance(data, str | bytes):
        raise UsageError(f"source {number} is no whole file", to="sources", advice=_HOW)
    from citevet.jobs.verify_files import read_source_data  # likewise

    try:
        content = data if isinstance(data, bytes) else b64decode(data, validate=True)
    except ValueError as error:
        raise UsageError(f"source {number} has data that is not base64", to="sources", advice=_HOW) from error
    read = read_source_data(content, Path(name).name)
    stated = {key: item[key] for key in _STATED if item.get(key) is not None}
    # The rest, such as a key that nobody knows, is judged as for any other source.
    (said,) = list_sources([{**{key: item[key] for key in item if key not in FILE_KEYS}, "text": read.text}])
    return replace(read, **{key: getattr(said, key) for key in stated})


def show_prepared(given: GivenSources) -> list[dict[str, Any]]:
    """Return sources as JSON that any interface takes again, so that files are read once."""
    shown = ((each, {"title": each.title, "url": each.url, "id": each.id}) for each in given)
    return [
        {"text": each.text, **{key: value for key, value in about.items() if value}, "scope": each.scope}
        for each, about in shown
    ]
