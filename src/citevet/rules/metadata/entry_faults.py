"""The faults of an entry as faults of its document, each at the line of the field that it stands in."""

from collections.abc import Iterator, Mapping

from citevet.contracts import Evidence, Fault
from citevet.model import Document, EntryFaultKind, Span

_MOST = 100_000  # lines of front matter; the reader takes 262,144 characters


def entry_faults(evidence: Evidence, kind: EntryFaultKind) -> Iterator[Fault]:
    """Yield the faults of one kind that the entry has; a document that is no entry has none."""
    found = [fault for fault in evidence.entry.faults if fault.kind == kind] if evidence.entry else []
    if not found or evidence.entry is None:
        return
    document = evidence.extraction.document
    places = field_places(document)
    for fault in found:
        span = _nearest(places, fault.field or "")
        yield Fault(span, fault.message, about=f"{evidence.entry.id} {fault.field or fault.message}")


def _nearest(places: Mapping[str, Span], field: str) -> Span:
    """Return the line of a field, else of the field that it stands in, else the first of the file."""
    outer = field.partition("[")[0].partition(".")[0]
    return next(places[name] for name in (field, outer, "") if name in places)


def field_places(document: Document) -> dict[str, Span]:
    """Map `key`, `key.inner` and `key[2]` to their lines in the front matter, and nothing to the first line."""
    places = {"": document.lines.span(1, document.text)}
    outer, item, indent = "", 0, 0
    for span in _lines(document):
        line = document.slice(span)
        start = document.lines.position(span.start)[1] - 1
        key = _key(line, "=" if places[""].of(document.text).startswith("+++") else ":")
        if line.startswith("-") or start:
            if line.startswith("-") and (not item or start == indent):
                item, indent = item + 1, start
                places.setdefault(f"{outer}[{item}]", span)
            elif key and not item:
                places.setdefault(f"{outer}.{key}", span)
        elif key:
            outer, item = key, 0
            places.setdefault(outer, span)
    return places


def _lines(document: Document) -> Iterator[Span]:
    """Yield the lines of the front matter that say something, without the white space around them."""
    front = document.regions[0].span if document.regions and document.regions[0].kind == "metadata" else Span(0, 0)
    if front.start:
        return
    last, _ = document.lines.position(max(front.end - 1, 0))
    for number in range(2, min(last, _MOST)):
        span = document.lines.span(number, document.text)
        line = document.slice(span)
        if line.strip() and not line.lstrip().startswith("#"):
            yield Span(span.end - len(line.lstrip()), span.start + len(line.rstrip()))


def _key(line: str, sign: str) -> str:
    """Return what stands before the sign that ends a key, quotation marks aside."""
    head, found, _ = line.partition(sign)
    return head.strip().strip("\"'") if found else ""
