"""An entry and its body ↔ what the index keeps of them: JSON, never pickles."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from typing import Any

from citevet.model import Body, Entry, Page


class Torn(sqlite3.DatabaseError):
    """The index gives back other bytes than were written into it."""


@cache
def _adapter() -> Any:  # noqa: ANN401 - pydantic's own type has no import that is free
    from pydantic import TypeAdapter  # noqa: PLC0415 - 90 ms, and a run without a corpus does not need it

    return TypeAdapter(Entry)


def dump_entry(entry: Entry) -> str:
    """Write an entry as JSON."""
    try:
        return json.dumps(_adapter().dump_python(entry, mode="json"), separators=(",", ":"))
    except (ValueError, RecursionError):  # a number of over 4,300 digits cannot be written
        return json.dumps(_adapter().dump_python(replace(entry, metadata={}), mode="json"), separators=(",", ":"))


def unsealed_entry(row: tuple[str, str, str, bytes], *, alone: bool = False) -> Entry:
    """Read an entry back, as it stands beside the others or alone, once it is proven to be what was written."""
    own, full, body, mark = row
    if mark != seal(own, full, body):
        raise Torn("an entry is not what was written")
    entry: Entry = _adapter().validate_python(json.loads(own if alone else full))
    return entry


def writable(body: Body) -> Body:
    """Return a body that SQLite can hold: half a surrogate pair, which a broken file may give, becomes U+FFFD."""
    try:
        for page in body.pages:
            page.text.encode()
    except UnicodeEncodeError:
        pages = (
            replace(page, text=page.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
            for page in body.pages
        )
        return replace(body, pages=tuple(pages))
    return body


def dump_body(body: Body) -> str:
    """Write what is said of a body, and the hash of its pages."""
    return json.dumps([body.scope, body.reason, body.why, _digest(body.pages)])


def load_body(text: str, pages: tuple[Page, ...]) -> Body:
    """Put a body together again, once its pages are proven to be those that were written."""
    scope, reason, why, digest = json.loads(text)
    if digest != _digest(pages):
        raise Torn("the pages are not those that were written")
    return Body(pages, scope, reason, why)


def _digest(pages: Iterable[Page]) -> str:
    state = blake2b(digest_size=16)
    for page in pages:
        state.update(f"{page.number}\0{page.label}\0{len(page.text)}\0{page.text}".encode("utf-8", "surrogatepass"))
    return state.hexdigest()


def seal(*texts: str) -> bytes:
    """Return a checksum by which a flipped bit shows."""
    return blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
