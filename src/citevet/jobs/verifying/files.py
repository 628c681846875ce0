"""Sources and claims from files, of every kind that we read."""

import json
from pathlib import Path

from citevet.errors import Damaged
from citevet.library.words import pages
from citevet.model import Document
from citevet.read import parse, read
from citevet.read.open_file import load
from citevet.report.verified import Given


def source_file(path: Path) -> Given:
    """Read a source: its words without markup, pages parted by form feeds, under the path that was named."""
    document = read(path)
    return Given("\f".join(page.text for page in pages(document)), path.as_posix(), _title(document))


def claims_file(path: Path) -> list[str]:
    """Read claims: a JSON list of strings, or one on each line; blank lines are none."""
    data = load(path)
    if path.suffix.lower() == ".json":
        return _listed(data, path)
    text = parse(data, f"{path.as_posix()}.txt").text
    return [line.strip() for line in text.splitlines() if line.strip()]


def _listed(data: bytes, path: Path) -> list[str]:
    try:
        claims = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Damaged(
            "is no JSON", to=path.as_posix(), advice="Write a list of strings, or one claim a line."
        ) from error
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise Damaged("is no list of strings", to=path.as_posix(), advice="Write a list of strings, or a claim a line.")
    return claims


def _title(document: Document) -> str:
    title = document.metadata.get("title")
    return title if isinstance(title, str) else ""
