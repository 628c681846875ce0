"""Help on what the text cites: completion of ids and keys, hovers with findings and passages, and links.

Words of documents, sources and records are data: nothing in them may act as markup or as a link.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from lsprotocol import types
from pygls.uris import from_fs_path

from citevet.errors import CitevetError
from citevet.model import Passage, Reference, Source, Span
from citevet.report.citation_checks import run_checks
from citevet.report.citation_rows import CitationRow
from citevet.report.safe_text import cut_line, to_line
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.session import Session
from citevet.world.paths import resolve_path

TRIGGERS = ("@", "[", "{", ",", ";", "-")
_ITEMS = 200  # in one answer; the editor queries again when more is typed
_DETAIL = 120  # characters
_LOOK_BACK = 1_000  # characters before the cursor
_KEY = r"[\w:.#$%&+?~/-]{0,100}"
_LATEX_CITE = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?\s?(?:\[[^\]\n]*\]){0,2}\{(?:[^{}\n]*,)?\s*(" + _KEY + r")\Z")
_PANDOC_KEY = re.compile(r"(?<![\w@])@(" + _KEY + r")\Z")
# At the start of a bracket, after another id in it, and wherever an id begins; a comma in prose offers nothing.
_CORPUS_ID = re.compile(
    r"(?:\[(?:[^\[\]\n]{0,200}REF-\d[^\[\]\n]{0,60}[;,] ?)?|(?<![\w-])(?=REF))((?:R|RE|REF[-_]?\d{0,9})?)\Z",
    re.IGNORECASE,
)
_FINDINGS, _CITATIONS, _PASSAGES = 5, 3, 3  # that one hover shows
_LONGEST = 600  # characters of one piece of text
# Markup, and what editors turn into links: addresses, names with an at sign, www.
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|~^$!&#@]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)
_OPENS_BLOCK = re.compile(r"(\d{0,9})([-+=.):])")  # a list or an underline, at the start of a line
# An address of the web that is complete, without characters that break out of a link.
_ADDRESS = re.compile(r"https?://[\w.~:/?#@!$&'()*+,;=%-]{1,2000}", re.ASCII)


def complete(
    buffer: Buffer, position: types.Position, checked: CheckedBuffer | None, ids: Mapping[str, str]
) -> types.CompletionList:
    """Return what can be cited at a position; `checked` may be of an earlier version, which has the same keys."""
    offset = buffer.positions.to_offset(position)
    before = buffer.text[max(offset - _LOOK_BACK, 0) : offset]
    is_latex = bool(buffer.file and buffer.file.suffix.lower() in {".tex", ".ltx"})
    found = _LATEX_CITE.search(before) if is_latex else _PANDOC_KEY.search(before)
    typed = found or _CORPUS_ID.search(before)
    if typed is None:
        return types.CompletionList(is_incomplete=False, items=[])
    keys = dict(_list_keys(checked)) if found else ids
    named = [(key, detail) for key, detail in keys.items() if typed[1].casefold() in f"{key} {detail}".casefold()]
    range_ = buffer.positions.to_range(Span(offset - len(typed[1]), offset))
    items = [_make_item(key, detail, range_) for key, detail in named[:_ITEMS]]
    return types.CompletionList(is_incomplete=len(named) > _ITEMS, items=items)


def _list_keys(checked: CheckedBuffer | None) -> Iterator[tuple[str, str]]:
    for reference in checked.audit.extraction.references if checked and checked.audit else ():
        if reference.key and not reference.is_note:
            yield to_line(reference.key), _describe(reference.authors, reference.year, reference.title)


def list_ids(session: Session, file: Path) -> dict[str, str]:
    """Return the ids of the corpus for a file, with author, year and title of each."""
    try:
        entries = session.corpus_for(session.config_for(file)).entries()
    except CitevetError:  # the diagnostics of the document say what is wrong
        return {}
    return {to_line(entry.id): _describe(entry.authors, entry.year, entry.title) for entry in entries}


def _describe(authors: Sequence[str], year: str | None, title: str | None) -> str:
    return to_line(". ".join(filter(None, (", ".join(authors[:3]), year, title))))


def _make_item(key: str, detail: str, range_: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=key,
        kind=types.CompletionItemKind.Reference,
        detail=detail[:_DETAIL],
        filter_text=f"{key} {detail[:_DETAIL]}",  # a word of the title finds it too
        text_edit=types.TextEdit(range_, key),
    )


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
        name = source.id if row.citation.kind == "corpus" else source.name or source.id
        yield HoverLine("title", ": ".join(filter(None, (name, source.title))))
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


def list_links(checked: CheckedBuffer) -> list[types.DocumentLink]:
    """Return one link for each citation whose source can be opened."""
    return [
        types.DocumentLink(checked.positions.to_range(row.citation.span), target, tooltip)
        for row in checked.rows
        for target, tooltip in _find_target(row, checked.root)
    ]


def _find_target(row: CitationRow, root: Path | None) -> Iterator[tuple[str, str]]:
    """Yield where a citation leads and what to call it, or nothing."""
    source = row.source
    if source is None:
        return
    tooltip = to_line(source.title or source.id)
    lines = row.citation.place.lines
    files = (source.entry.file if source.entry else None, source.path)
    for file in filter(None, (_find_file(name, root) for name in files)):
        place = f"#L{lines.partition('-')[0]}" if lines and lines.replace("-", "").isdecimal() else ""
        yield f"{from_fs_path(str(file))}{place}", tooltip
        return
    for address in (source.url, source.record.url if source.record else None):
        if address and _ADDRESS.fullmatch(address):
            yield address, tooltip
            return


def _find_file(name: str | None, root: Path | None) -> Path | None:
    """Return a file of the project, with links followed; none for what is missing or lies outside."""
    if not name or root is None:
        return None
    folder = resolve_path(root)
    file = resolve_path(folder / name)
    try:
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None
