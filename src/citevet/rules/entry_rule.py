"""What the rules about corpus entries share: each fault is at the line of its field in the front matter."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, EntryFaultKind, Severity, Span

_MOST = 100_000  # lines of front matter; the reader takes 262,144 characters


class EntryRule:
    """Report one kind of fault of a corpus entry; other documents have none."""

    name: ClassVar[str]
    severity: ClassVar[Severity] = Severity.WARNING
    kind: ClassVar[EntryFaultKind]

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        entry = evidence.entry
        found = [fault for fault in entry.faults if fault.kind == self.kind] if entry else []
        if not found or entry is None:
            return
        places = find_field_places(evidence.extraction.document)
        for fault in found:
            span = _nearest_place(places, fault.field or "")
            yield Fault(span, fault.message, about=f"{entry.id} {fault.field or fault.message}")


def _nearest_place(places: Mapping[str, Span], field: str) -> Span:
    """Return the line of a field, else of the field around it, else the first line of the file."""
    outer = field.partition("[")[0].partition(".")[0]
    return next(places[name] for name in (field, outer, "") if name in places)


def find_field_places(document: Document) -> dict[str, Span]:
    """Map `key`, `key.inner` and `key[2]` to their lines in the front matter, and the empty key to the first line."""
    places = {"": document.lines.span(1, document.text)}
    outer, item, indent = "", 0, 0
    for span in _find_lines(document):
        line = document.slice(span)
        start = document.lines.position(span.start)[1] - 1
        key = _parse_key(line, "=" if places[""].of(document.text).startswith("+++") else ":")
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


def _find_lines(document: Document) -> Iterator[Span]:
    """Yield the lines of the front matter that are not blank or comments, without the white space around them."""
    front = document.regions[0].span if document.regions and document.regions[0].kind == "metadata" else Span(0, 0)
    if front.start:
        return
    last, _ = document.lines.position(max(front.end - 1, 0))
    for number in range(2, min(last, _MOST)):
        span = document.lines.span(number, document.text)
        line = document.slice(span)
        if line.strip() and not line.lstrip().startswith("#"):
            yield Span(span.end - len(line.lstrip()), span.start + len(line.rstrip()))


def _parse_key(line: str, sign: str) -> str:
    """Return the key of a line, without its quotation marks; empty where there is none."""
    head, found, _ = line.partition(sign)
    return head.strip().strip("\"'") if found else ""
