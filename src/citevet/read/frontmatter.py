"""The front matter of a document: YAML between dashes, or TOML between pluses."""

from collections.abc import Mapping
from typing import Any

_LIMIT = 262_144  # characters; no honest front matter comes near, and a bomb has to fit


def parse(text: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return what the front matter says, or nothing and a note why."""
    if not text.strip():
        return {}, ()
    if len(text) > _LIMIT:
        return {}, (f"The front matter is longer than {_LIMIT} characters and was not read.",)
    try:
        found = _loaded(text)
    except Exception as error:  # noqa: BLE001 - YAML fails in a dozen ways, recursion among them; each is the same news
        return {}, (f"The front matter is malformed and was not read: {_first_line(error)}",)
    return (found, ()) if isinstance(found, dict) else ({}, ("The front matter is no mapping and was not read.",))


def _loaded(text: str) -> object:
    import yaml  # noqa: PLC0415 - 25 ms, and only documents with front matter need it

    if "=" in text.split("\n", 1)[0] and ":" not in text.split("\n", 1)[0]:
        import tomllib  # noqa: PLC0415

        return tomllib.loads(text)
    if text.count("&") > 100 or text.count("*") > 1000:  # noqa: PLR2004
        raise ValueError("too many anchors or aliases")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both loaders are safe


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
