"""The text of a hover: the findings at a place, the source that was matched, and the passages of it that count.

Words of documents, sources and records are data: nothing in them may act as markup or as a link.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from lsprotocol import types

from citevet.model import Passage, Reference, Source, Span
from citevet.report.citation_checks import run_checks
from citevet.report.citation_rows import CitationRow
from citevet.report.safe_text import cut_line
from citevet.serve.lsp.buffers import CheckedBuffer

_FINDINGS, _CITATIONS, _PASSAGES = 5, 3, 3  # that one hover shows
_LONGEST = 600  # characters of one piece of text
# Markup, and what editors turn into links: addresses, names with an at sign, www.
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|~^$!&#@]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)
_OPENS_BLOCK = re.compile(r"(\d{0,9})([-+=.):])")  # a list or an underline, at the start of a line
_ADDRESS = re.compile(r"https?://[\w.~:/?#@!$&'()*+,;=%-]{1,2000}", re.ASCII)


class HoverLine(NamedTuple):
    """One line, and how it is set."""

    kind: Literal["title", "item", "quote", "address"]
    text: str


def make_hover(checked: CheckedBuffer, offset: int, *, markdown: bool = True) -> types.Hover | None:
    """Return what is known about the place at an offset; none if nothing is."""
    place = _find_place(checked, offset)
    if place is None:
        return None
    span, lines = place
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    value = "\n".join(_set_markdown(line) if markdown else cut_line(line.text, _LONGEST) for line in lines).strip()
    return types.Hover(types.MarkupContent(kind, value), checked.positions.to_range(span))


def _find_place(checked: CheckedBuffer, offset: int) -> tuple[Span, list[HoverLine]] | None:
    """Return the smallest part of the text that something is known about, and the lines on it."""
    findings = [each for each in checked.findings if _is_at(offset, each.span)][:_FINDINGS]
    rows = [row for row in checked.rows if _is_at(offset, row.citation.span)]
    rows = rows or [row for row in checked.rows if any(_is_at(offset, claim.span) for claim in row.claims)]
    if not findings and not rows:
        return None
    spans = [each.span for each in findings] or [row.citation.span for row in rows if _is_at(offset, row.citation.span)]
    spans = spans or [claim.span for row in rows for claim in row.claims if _is_at(offset, claim.span)]
    lines = [HoverLine("title", f"{each.code} {each.name}: {each.message}") for each in findings]
    references = checked.audit.extraction.references_by_id if checked.audit else {}
    for row in rows[:_CITATIONS]:
        lines += _describe_row(row, references.get(row.citation.reference or ""))
    return min(spans, key=len), lines


def _is_at(offset: int, span: Span) -> bool:
    return span.start <= offset <= span.end


def _describe_row(row: CitationRow, reference: Reference | None) -> Iterator[HoverLine]:
    source = row.source
    if source:
        yield HoverLine("title", ": ".join(filter(None, (source.id, source.title))))
        yield from _describe_source(source)
    else:
        yield HoverLine("title", row.citation.text)
    for each in (difference for judgement in row.judgements[:_CITATIONS] for difference in judgement.differences):
        yield HoverLine("item", f"Differs ({each.type}): “{each.claim}” in the text, “{each.source}” in the source")
    # An editor shows the first ten lines or so: what the source says comes before the checks.
    yield from _quote(dict.fromkeys(passage for judgement in row.judgements for passage in judgement.evidence))
    if reference:
        yield HoverLine("item", f"Listed as: {reference.text}")
    yield from (HoverLine("item", str(check)) for check in run_checks(row))
    yield from (HoverLine("item", each.note) for each in row.judgements[:_CITATIONS] if each.note)


def _describe_source(source: Source) -> Iterator[HoverLine]:
    record, entry = source.record, source.entry
    if record:
        year = str(record.years[0]) if record.years else ""
        said = (", ".join(record.authors[:_CITATIONS]), year, record.title, record.venue, record.volume, record.pages)
        yield HoverLine("item", f"{record.service}: {'. '.join(filter(None, said))}")
    if entry:
        said_of_entry = (", ".join(entry.authors[:_CITATIONS]), entry.year, (entry.source_type or "").replace("_", " "))
        yield HoverLine("item", ". ".join(filter(None, said_of_entry)) or "no author or year")
    if source.path:
        yield HoverLine("item", source.path)
    if address := source.url or (record.url if record else ""):
        yield HoverLine("address", address)


def _quote(passages: "dict[Passage, None]") -> Iterator[HoverLine]:
    for passage in [*passages][:_PASSAGES]:
        yield HoverLine("item", f"Passage on p. {passage.page_name}:" if passage.page_name else "Passage:")
        yield HoverLine("quote", passage.text)


def _set_markdown(line: HoverLine) -> str:
    if line.kind == "address" and _ADDRESS.fullmatch(line.text):
        return f"- <{line.text}>"
    text = _escape_hover(cut_line(line.text, _LONGEST))
    return {"title": f"\n**{text}**\n", "quote": f"\n> {text}\n"}.get(line.kind, f"- {text}")


def _escape_hover(line: str) -> str:
    """Return one line without active Markdown; backslashes only, since some editors show hovers as they are."""
    opened = _OPENS_BLOCK.match(line)
    head = f"{opened[1]}\\{opened[2]}" if opened else ""
    return head + _ACTIVE.sub(r"\\\g<0>", line[opened.end() if opened else 0 :])


def is_address(text: str) -> bool:
    """Return whether an address is complete, of the web, and without characters that break out of a link."""
    return _ADDRESS.fullmatch(text) is not None
