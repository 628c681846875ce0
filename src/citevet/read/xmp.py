"""The packet of metadata in a PDF, which programs write uncompressed so that others can find it."""

from dataclasses import dataclass
from html import unescape
from re import compile as pattern

_LONGEST = 200_000  # bytes of a packet
_MOST = 500  # authors
_ITEM = pattern(r"<rdf:li[^<>]{0,200}>([^<>]{1,1000})</rdf:li>")
# Only publishers write these; the other dates are those of the file.
_DATE = pattern(
    r"prism:(?:publicationDate|coverDate|coverDisplayDate|copyrightYear)(?:[^<>=]{0,100}>|=[\"'])\s{0,9}([^<>\"']{4,40})"
)
_YEAR = pattern(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Packet:
    """What the packet says of the work."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: str | None = None  # when a publisher says that it appeared


def packet(data: bytes) -> Packet:
    """Return what the last packet of a PDF says; nothing where it has none or hides it."""
    start = data.rfind(b"<x:xmpmeta")
    end = data.find(b"</x:xmpmeta>", start, start + _LONGEST) if start >= 0 else -1
    if end < 0:
        return Packet()
    text = data[start:end].decode("utf-8", "replace")
    date = _DATE.search(text)
    year = _YEAR.search(date[1]) if date else None
    title, *_ = *_items(text, "dc:title"), ""
    return Packet(title, tuple(_items(text, "dc:creator")[:_MOST]), year[0] if year else None)


def _items(text: str, name: str) -> list[str]:
    """Return the list in the first element of a name; later ones are not looked for, so that time stays linear."""
    opening = text.find(f"<{name}")
    start = text.find(">", opening) if opening >= 0 else -1
    end = text.find(f"</{name}>", start) if start >= 0 else -1
    return [unescape(item) for item in _ITEM.findall(text, start, end)] if end >= 0 else []
