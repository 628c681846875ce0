"""Fixes that remove the citation of a missing source, or mark where a source is missing, as the format allows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Claim, Document, Edit, Fix, Safety, Span
from citevet.model.document import TYPESET
from citevet.patterns import lazy_pattern
from citevet.records import collect_values

_BLANKS = " \t\u00a0"
_CLOSERS = ".,;:!?)]}\"'”’»%…。、，*_`$"  # allowed on either side of a gap
_EMPHASIS = "*_~`"
_LONGEST = 200  # characters of what was removed that the comment repeats
_LEAD = 40  # characters before a marker that are looked at
# The bracket before the first citation, with a lead-in: "(see @path)".
_OPENS = lazy_pattern(r"[\[(](?:[ \t]?|(?:see|cf\.|from|source:?|also|e\.g\.,?) (?:also )?)$", re.IGNORECASE)
_SEE = lazy_pattern(r"[,;–—][ \t]{1,3}(?:see|cf\.?)(?: also)?$", re.IGNORECASE)
# What is before and after a cell, by format.
_CELLS = {"markdown": ("|", "|"), "html": (">", "<"), "latex": ("&", "&\\")}
_ENDS = lazy_pattern(r"[\s,;]{0,20}[\])]")
_WORD_BEFORE = lazy_pattern(r"([\w.]+)[,:]?$")
_NEXT = lazy_pattern(r"\s*(\w*)")
# "See [REF-099]" and "[REF-099] shows" need the marker as object or subject: it cannot be taken out.
_GOVERNING = frozenset(
    """see also in by as from of to per and or cf with on at than that both following unlike via is are was were the a
    an source sources under against using e.g i.e 참조 참고 및 또는""".split()
)
_VERBS = frozenset(
    """show shows showed find finds found report reports reported argue argues argued suggest suggests suggested say
    says demonstrate demonstrates demonstrated describe describes state states note notes claim claims conclude
    concludes prove proves confirm confirms indicate indicates has have had is was does""".split()
)
_NEEDED = "[citation needed]"
_STOP = lazy_pattern(r"[.!?…。]{1,3}$")
_TAIL = 10  # characters at the end of a claim that may be its stop
_PROSE = frozenset({"paragraph", "item", "footnote"})
_HIDDEN = frozenset({"code", "math", "comment", "metadata", "url"})
_COMMENTED = frozenset({"markdown", "html", "latex"})


def report_missing(
    evidence: Evidence, found: Iterable[tuple[Citation, str | None]], why: str = "not in the corpus"
) -> Iterator[Fault]:
    """Report the citations that have a message; the first of each marker has the fix for all of them."""
    markers = collect_values((citation.group or citation.id, (citation, message)) for citation, message in found)
    for marker in markers.values():
        missing = [citation for citation, message in marker if message is not None]
        fix = fix_missing(missing, [citation for citation, _ in marker], evidence, why) if missing else None
        for citation, message in marker:
            if message is not None:
                yield Fault(citation.span, message, fix=fix if citation is missing[0] else None, citation=citation)


def fix_missing(
    missing: Sequence[Citation], marker: Sequence[Citation], evidence: Evidence, why: str = "not in the corpus"
) -> Fix | None:
    """Return the fix that the policy wants for missing citations of one marker: removal, a mark or none.

    What cannot be removed, because the sentence needs it or the format has no comments, is marked.
    """
    document, action = evidence.extraction.document, evidence.policy.missing_source
    removal = _make_removal(missing, marker, document, why) if action == "remove" else None
    if removal or action == "report" or document.format in TYPESET:  # no fix is written to those
        return removal
    names = ", ".join(citation.normal for citation in missing)
    end = (_find_brackets(marker, document.text) or marker[-1].span).end
    # Without comments, the id in the mark would be one more citation of it.
    return _add_comment(end, f"{names}: {why}" if document.format in _COMMENTED else why, document)


def _make_removal(missing: Sequence[Citation], marker: Sequence[Citation], document: Document, why: str) -> Fix | None:
    """Return the fix that removes some citations of one marker, or none where the sentence needs them."""
    if document.format not in _COMMENTED:
        return None
    note = _make_note(missing, why, alone=len(marker) == 1)
    cell = _find_cell(marker, document) if len(missing) == len(marker) else None
    whole = cell or _find_brackets(marker, document.text)
    if whole is None:
        return None
    if cell:
        cuts: Sequence[Span] | None = [cell]
    else:
        cuts = list(_find_items(missing, marker)) if len(missing) < len(marker) else _find_marker(whole, document)
    if not cuts:
        return None
    edits = tuple(_make_edits(cuts, whole, note=note, document=document))
    return Fix(Safety.ASK, "remove the citation and leave a comment", edits)


def _find_cell(marker: Sequence[Citation], document: Document) -> Span | None:
    """Return the span of a marker that is all of a table cell."""
    first, last = marker[0].span, marker[-1].span
    whole = _find_brackets(marker, document.text) or (first if len(marker) == 1 else None)
    block = document.block_at(first.start)
    if whole is None or block is None or block.kind != "row":
        return None
    line = document.line_at(first.start)
    before = document.text[line.start : whole.start].rstrip(_BLANKS)
    after = document.text[whole.end : line.end].lstrip(_BLANKS)
    openers, closers = _CELLS[document.format]
    is_whole = last.end <= line.end and (not before or before.endswith(openers)) and (not after or after[:1] in closers)
    return whole if is_whole else None


def _make_edits(cuts: Sequence[Span], whole: Span, *, note: str, document: Document) -> Iterator[Edit]:
    if document.format == "latex":  # a comment runs to the end of its line
        yield from (Edit(cut, "") for cut in cuts)
        end = document.line_at(whole.end).end
        yield Edit(Span(end, end), f" % {note}")
    elif cuts[0].end == whole.end:
        yield Edit(cuts[0], f"<!-- {note} -->")
    else:
        yield from (Edit(cut, "") for cut in cuts)
        yield Edit(Span(whole.end, whole.end), f"<!-- {note} -->")


def _make_note(missing: Sequence[Citation], why: str, *, alone: bool) -> str:
    written = "; ".join(" ".join(citation.text.split()) for citation in missing)
    if len(written) > _LONGEST or "--" in written:  # two hyphens may end a comment
        written, alone = "; ".join(citation.normal for citation in missing), False
    return f"citevet: removed {written if alone else f'[{written}]'}: {why}"


def _find_brackets(marker: Sequence[Citation], text: str) -> Span | None:
    """Return the marker with its brackets, or an @-mention; none for a bare id, which is a word of its sentence."""
    first, last = marker[0].span, marker[-1].span
    if len(marker) == 1 and text[first.start] in "[(":
        return first
    opening = _OPENS.search(text, max(first.start - _LEAD, 0), first.start)
    end = _ENDS.match(text, last.end)
    if opening and end and (len(marker) > 1 or marker[0].kind == "mention"):
        return Span(opening.start(), end.end())
    return first if marker[0].kind == "mention" else None


def _find_items(missing: Sequence[Citation], marker: Sequence[Citation]) -> Iterator[Span]:
    """Yield each missing citation with its separator."""
    gone = {citation.id for citation in missing}
    stays = False
    for index, citation in enumerate(marker):
        if citation.id not in gone:
            stays = True
        elif stays:
            yield Span(marker[index - 1].span.end, citation.span.end)
        else:
            yield Span(citation.span.start, marker[index + 1].span.start)


def _find_marker(whole: Span, document: Document) -> list[Span] | None:
    """Return the marker with the blanks before it, when the sentence is complete without it."""
    text = document.text
    start = _find_word_end(whole.start, document)
    behind = text[whole.end : whole.end + 1]
    if not start or not (text[start - 1].isalnum() or text[start - 1] in _CLOSERS):
        return None
    if behind and not behind.isspace() and behind not in _CLOSERS:
        return None
    if text[whole.start - 1] in _EMPHASIS and document.format != "latex":  # the emphasis would be empty
        return None
    word = _WORD_BEFORE.search(text, max(start - 40, 0), start)
    if lead := _SEE.search(text, max(start - _LEAD, 0), start):
        start = lead.start()
    elif word and word[1].strip(".").lower() in _GOVERNING:
        return None
    after = _NEXT.match(text, whole.end)
    following = after[1] if after else ""
    is_subject = following in _VERBS or (text[start - 1] in ".!?," and following[:1].islower())
    return None if is_subject else [Span(start, whole.end)]


def _find_word_end(start: int, document: Document) -> int:
    """Return the end of the word before the marker; 0 when the marker opens its paragraph."""
    text = document.text
    at = _skip_back(text, start, f"{_BLANKS}~" if document.format == "latex" else _BLANKS)
    if not at or text[at - 1] not in "\r\n":
        return at
    above = _skip_back(text, at, "\r\n")
    # In LaTeX the line above may end in a comment, and a blank line ends a paragraph everywhere.
    is_open = document.format != "latex" and text.count("\n", above, at) == 1
    return _skip_back(text, above, _BLANKS) if is_open else 0


def _skip_back(text: str, at: int, signs: str) -> int:
    while at and text[at - 1] in signs:
        at -= 1
    return at


def mark_claim(claim: Claim, document: Document, action: Literal["report", "citation-needed", "todo"]) -> Fix | None:
    """Return the fix that marks a claim without a source; never in code, tables, headings or quotations."""
    if action == "report" or not _is_prose(claim.span, document):
        return None
    if action == "todo" and document.format in _COMMENTED:
        return _add_comment(claim.span.end, "citation needed", document)
    text = document.text
    written = text[claim.span.start : claim.span.end].rstrip()
    end = claim.span.start + len(written)
    stop = _STOP.search(written, max(len(written) - _TAIL, 0))
    at = claim.span.start + stop.start() if stop else end
    mark = _NEEDED if action == "citation-needed" else "[TODO: cite]"
    is_inside = any(quotation.span.start < at < quotation.span.end for quotation in claim.quotations)
    if is_inside or text[at : at + len(mark) + 1].strip().startswith(mark[:5]):
        return None
    return Fix(Safety.ASK, f"add {mark}", (Edit(Span(at, at), f" {mark}"),))


def _add_comment(at: int, what: str, document: Document) -> Fix | None:
    note = f"TODO: {' '.join(what.split()).replace('--', '-')}"
    if document.format == "latex":  # a comment runs to the end of its line
        line = document.line_at(at)
        at, comment = line.end, f" % {note}"
        is_there = note in line.of(document.text)
    else:
        comment = f"<!-- {note} -->" if document.format in _COMMENTED else f" [{note}]"
        is_there = document.text[at : at + len(comment) + 1].lstrip().startswith(comment.lstrip()[:20])
    return None if is_there else Fix(Safety.ASK, "add a TODO comment", (Edit(Span(at, at), comment),))


def _is_prose(span: Span, document: Document) -> bool:
    block, region = document.block_at(span.start), document.region_at(span.end - 1)
    is_hidden = region is not None and region.kind in _HIDDEN
    return bool(block and block.kind in _PROSE and not block.quoted and not is_hidden)
