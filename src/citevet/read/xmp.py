"""The packet of metadata in a PDF, which programs write uncompressed so that others can find it."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from re import compile as pattern

_LONGEST = 200_000  # bytes of a packet
_PACKETS = 100  # that are looked at, from the end; figures bring their own
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


def packet(data: bytes, title: str = "") -> Packet:
    """Return what the packet of the document says, whose title its properties give; nothing where it has none."""
    text = max(_texts(data), key=lambda text: _rank(text, title), default="")
    date = _DATE.search(text)
    year = _YEAR.search(date[1]) if date else None
    return Packet(_title(text), tuple(_items(text, "dc:creator")[:_MOST]), year[0] if year else None)


def _texts(data: bytes) -> Iterator[str]:
    """Yield the packets, the last first: whoever changes a PDF appends."""
    start = len(data)
    for _ in range(_PACKETS):
        start = data.rfind(b"<x:xmpmeta", 0, start)
        if start < 0:
            return
        end = data.find(b"</x:xmpmeta>", start, start + _LONGEST)
        if end >= 0:
            yield data[start:end].decode("utf-8", "replace")


def _rank(text: str, title: str) -> int:
    """Tell the packet of the document from that of a figure: by its title, else by what publishers and PDFs write."""
    if title and title.split() == _title(text).split():
        return 3
    return 2 if "prism:" in text else int("pdf:Producer" in text)


def _title(text: str) -> str:
    return next(iter(_items(text, "dc:title")), "")


def _items(text: str, name: str) -> list[str]:
    """Return the list in the first element of a name; later ones are not looked for, so that time stays linear."""
    opening = text.find(f"<{name}")
    start = text.find(">", opening) if opening >= 0 else -1
    end = text.find(f"</{name}>", start) if start >= 0 else -1
    return [unescape(item) for item in _ITEM.findall(text, start, end)] if end >= 0 else []
