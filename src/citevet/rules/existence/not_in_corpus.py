"""EXI001: corpus ids without an entry, and the fix that takes them out."""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Edit, Fix, Safety, Severity, Span
from citevet.rules.citation_judgements import find_named_citations

_BLANKS = " \t\u00a0"
_CLOSERS = ".,;:!?)]}\"'”’»%…。、，*_`$"  # allowed on either side of a gap
_EMPHASIS = "*_~`"
_LONGEST = 200  # characters of what was removed that the comment repeats
_ENDS = re.compile(r"[\s,;]{0,20}[\])]")
_WORD_BEFORE = re.compile(r"([\w.]+)[,:]?$")
_NEXT = re.compile(r"\s*(\w*)")
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


class NotInCorpus:
    """A cited corpus id is not in the corpus.

    ## Meaning
    The project has a corpus, and no entry has this id.

    ## Why it matters
    A corpus id promises that the project has the source. An id without an entry often means an invented citation.

    ## Example
    ```markdown
    Voice is everything [REF-099].
    ```

    ## How to fix it
    Correct the id or add the source (`citevet corpus add`). `citevet fix --unsafe-fixes` removes the citation and
    leaves a comment; from a bracket with several ids it removes only the missing ones. A sentence that needs the marker
    ("see [REF-099]", "REF-099 shows") is not changed, and neither is plain text, which has no comments.

    ## Limitations
    The rule does not know whether another id was meant.
    """

    name: ClassVar[str] = "not-in-corpus"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        markers: dict[str, list[Citation]] = {}
        missing: dict[str, list[Citation]] = {}
        for citation, judgement in find_named_citations(evidence, "corpus"):
            marker = citation.group or citation.id
            markers.setdefault(marker, []).append(citation)
            if judgement.existence == "missing":
                missing.setdefault(marker, []).append(citation)
        for marker, citations in missing.items():
            fix = _make_removal(citations, markers[marker], document)
            for citation in citations:  # one fix for all that is missing in the marker
                own = fix if citation is citations[0] else None
                yield Fault(citation.span, f"{citation.normal} is not in the corpus", fix=own, citation=citation)


def _make_removal(missing: Sequence[Citation], marker: Sequence[Citation], document: Document) -> Fix | None:
    """Return the fix that removes some citations of one marker, or none where the sentence needs them."""
    whole = _find_brackets(marker, document.text)
    if whole is None or document.format not in {"markdown", "html", "latex"}:
        return None
    cuts = list(_find_items(missing, marker)) if len(missing) < len(marker) else _find_marker(whole, document)
    if not cuts:
        return None
    edits = tuple(_make_edits(cuts, whole, note=_make_note(missing, alone=len(marker) == 1), document=document))
    return Fix(Safety.ASK, "remove the citation and leave a comment", edits)


def _make_edits(cuts: Sequence[Span], whole: Span, *, note: str, document: Document) -> Iterator[Edit]:
    if document.format == "latex":  # a comment runs to the end of its line
        yield from (Edit(cut, "") for cut in cuts)
        end = document.lines.span(document.lines.position(whole.end)[0], document.text).end
        yield Edit(Span(end, end), f" % {note}")
    elif cuts[0].end == whole.end:
        yield Edit(cuts[0], f"<!-- {note} -->")
    else:
        yield from (Edit(cut, "") for cut in cuts)
        yield Edit(Span(whole.end, whole.end), f"<!-- {note} -->")


def _make_note(missing: Sequence[Citation], *, alone: bool) -> str:
    written = "; ".join(" ".join(citation.text.split()) for citation in missing)
    if len(written) > _LONGEST or "--" in written:  # two hyphens may end a comment
        written, alone = "; ".join(citation.normal for citation in missing), False
    return f"citevet: removed {written if alone else f'[{written}]'}: not in the corpus"


def _find_brackets(marker: Sequence[Citation], text: str) -> Span | None:
    """Return the marker with its brackets; none for a bare id, which is a word of its sentence."""
    first, last = marker[0].span, marker[-1].span
    if len(marker) == 1 and text[first.start] in "[(":
        return first
    start = first.start - 1 if text[first.start - 1 : first.start] in {"[", "("} else first.start - 2
    end = _ENDS.match(text, last.end)
    if len(marker) == 1 or not end or start < 0 or text[start] not in "[(":
        return None
    return Span(start, end.end())


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
    if word and word[1].strip(".").lower() in _GOVERNING:
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
