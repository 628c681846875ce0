"""Document, citations and references to claims: every sentence of every prose block, cited, unsourced or skipped."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from re import compile as pattern

from citevet.extract.block_quotes import attribution, is_attribution, is_cited_behind, quoted_stretch
from citevet.extract.claim_types import claim_type, concrete, fragment
from citevet.extract.filters import Unchecked, never, unchecked
from citevet.extract.headings import below_title, reference_blocks
from citevet.extract.markers import alone, drops, placed
from citevet.extract.notes import Note, content, heard, is_remark
from citevet.extract.plain import forward, part, plain
from citevet.extract.quotations import is_long, quotation, quoted
from citevet.extract.sentences import sentences
from citevet.extract.ties import Said, tied
from citevet.extract.wordings import promising, wordings
from citevet.model import (
    Block,
    BlockKind,
    Citation,
    Claim,
    ClaimStatus,
    Document,
    Plain,
    Quotation,
    Reference,
    Span,
    Tie,
    without_formulas,
)

_PROSE: frozenset[BlockKind] = frozenset({"paragraph", "item", "row", "caption"})
_WHOLE: frozenset[BlockKind] = frozenset({"row", "caption"})  # one claim, whatever its stops
_SHOWN: frozenset[BlockKind] = frozenset({"item", "row", "caption", "code", "math"})  # what a colon introduces

# Under the heading of a list a block that reads like an entry is no prose, even where no entry was recognised.
_ENTRY = pattern(r"\b(?:1[4-9]|20)\d\d[a-z]?\b|https?://|\b10\.\d{4}|\bdoi\b|^\s*\[[^\[\]]{1,40}\]\s")

# A filtered sentence with a citation is cited: somebody put a source behind it. Nobody does so behind these.
_ALONE = Unchecked("nothing but a citation")
_LEAD_IN = Unchecked("introduces what follows")
_QUOTED = Unchecked("a quotation block")


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A prose block with the citations and the entries that stand in it."""

    block: Block
    citations: list[Citation]
    entries: list[Span]
    code: list[Span]  # inline code inside it
    math: list[Span]  # and formulas
    introduces: bool  # a list, a table or code comes next
    weighs: bool  # somewhere in it are words that say how sure somebody is


def claims(
    document: Document, citations: Sequence[Citation], references: Sequence[Reference], *, notes: Sequence[Note] = ()
) -> tuple[Claim, ...]:
    """Return the claims of a document in order, each with the citations that stand behind it.

    What `notes` cite is not among the citations of the text; where a note says something itself, that is a claim.
    """
    found: list[Claim] = []
    leads = _Leads()
    noting = _Sweep([note.reference.span for note in notes])
    for stretch, following in pairwise(chain(_stretches(document, citations, references), (None,))):
        if stretch is None:
            break
        around = [notes[index] for index in noting.over(stretch.block.span)]
        if note := next((each for each in around if each.reference.span.holds(stretch.block.span)), None):
            _add_remarks(document, stretch, note, found=found)
            around.clear()
        if stretch.block.kind not in _PROSE or note:
            leads.clear()
            continue
        words, said = _said(document, stretch)
        said = leads.lend(stretch.block, words, said)
        whole = None
        if stretch.block.quoted:
            said, whole = _block_quotation(document, (stretch, following), words, said=said)
        first = len(found)
        for one, span in zip(said, _spans(document, stretch.block.span, words, said), strict=True):
            found.append(_claim(document, stretch, (words, one, span), f"k{len(found) + 1}"))
        _quote(document, words, (found, first), whole=whole)
        if around:
            found[first:] = _with_inner(document, stretch, around, said=found[first:])
    return tuple(found)


def _with_inner(document: Document, stretch: _Stretch, notes: list[Note], *, said: list[Claim]) -> Iterator[Claim]:
    """Yield the claims of a block in order, with what the notes inside its sentences say; each has its id anew."""
    first = int(said[0].id[1:]) if said else 0
    for note in notes if said else ():
        inner: list[Claim] = []
        _add_remarks(document, stretch, note, found=inner)
        said += inner
    said.sort(key=_start)
    yield from (replace(claim, id=f"k{number}") for number, claim in enumerate(said, first))


def _add_remarks(document: Document, stretch: _Stretch, note: Note, *, found: list[Claim]) -> None:
    """Add what a note says of what it cites; of a note over several blocks each block has its own part."""
    whole, block = content(document, note.reference), stretch.block.span
    start = max(whole.start, block.start)
    own = Span(start, max(min(whole.end, block.end), start))
    cited = [citation for citation in note.citations if own.holds(citation.span)]
    words, said = heard(document, own, cited) if cited else (Plain(""), [])
    remarks = [one for one in said if is_remark(words, one)]
    first = len(found)
    for one, span in zip(remarks, _spans(document, own, words, remarks), strict=True):
        found.append(_claim(document, stretch, (words, one, span), f"k{len(found) + 1}"))
    if len(remarks) == len(said):
        _quote(document, words, (found, first), whole=None)


def _stretches(
    document: Document, citations: Sequence[Citation], references: Sequence[Reference]
) -> Iterator[_Stretch]:
    """Yield the blocks in order, each with its citations and entries: one sweep over all three."""
    entries = sorted(reference.span for reference in references if reference.path is None)
    listed = {block.span.start for section in reference_blocks(document) for block in section}
    citing = _Sweep([citation.span for citation in citations])
    listing = _Sweep(entries)
    code = [region.span for region in document.regions if region.kind == "code"]
    coding = _Sweep(code)
    math = [region.span for region in document.regions if region.kind == "math"]
    reckoning = _Sweep(math)
    for block, following in pairwise([*document.blocks, None]):
        if block is None:
            return
        own = [entries[index] for index in listing.over(block.span)]
        inside = [citations[index] for index in citing.over(block.span)]
        if block.kind in _PROSE and block.span.start in listed and (own or _ENTRY.search(document.slice(block.span))):
            continue
        shown = [code[index] for index in coding.over(block.span)]
        formulas = [math[index] for index in reckoning.over(block.span)]
        weighs = not block.quoted and promising(document.slice(block.span))
        yield _Stretch(
            below_title(document, block),
            inside,
            own,
            shown,
            formulas,
            introduces=following is not None and following.kind in _SHOWN,
            weighs=weighs,
        )


class _Sweep:
    """Which of some spans, in order of their start, overlap each of some others that come in order."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = spans
        self.first = 0

    def over(self, window: Span) -> list[int]:
        """Return the indices of the spans that overlap the window; the window never goes back."""
        spans = self.spans
        while self.first < len(spans) and spans[self.first].end <= window.start:
            self.first += 1
        found: list[int] = []
        index = self.first
        while index < len(spans) and spans[index].start < window.end:
            if spans[index].end > window.start:
                found.append(index)
            index += 1
        return found


class _Leads:
    """The citations on the lead-in of a list or a block quotation, lent to every item and block without its own."""

    def __init__(self) -> None:
        self._open: list[tuple[int, tuple[Tie, ...]]] = []  # the depth of the lead-in, and what it lends

    def clear(self) -> None:
        """Forget the lists: another part of the document begins."""
        self._open.clear()

    def lend(self, block: Block, words: Plain, said: list[Said]) -> list[Said]:
        """Return the sentences of the next block, tied by its list's lead-in where they have no tie of their own."""
        level = 2 * block.level if block.kind == "item" else int(block.quoted)
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        if self._open and not any(one.ties for one in said):
            said = [replace(one, ties=self._open[-1][1]) for one in said]
        if said and said[-1].ties and words.text.endswith((":", "：")):
            self._open.append((level, tuple(Tie(tie.citation, "list") for tie in said[-1].ties)))
        return said


def _block_quotation(
    document: Document, stretches: tuple[_Stretch, _Stretch | None], words: Plain, *, said: list[Said]
) -> tuple[list[Said], Span | None]:
    """Return the sentences of a quoted block, tied to the source of the whole, and the words that are the quotation."""
    stretch, following = stretches
    if (at := attribution(document, stretch.block, stretch.citations)) is not None:
        behind = [citation for citation in stretch.citations if citation.span.start >= at]
        return _backed(said, behind), quoted_stretch(words, at)
    if any(tie.how == "list" for one in said for tie in one.ties) or is_cited_behind(document, words, said):
        return said, quoted_stretch(words, None)
    if following and not stretch.citations and is_attribution(document, following.block, following.citations):
        return _backed(said, following.citations), quoted_stretch(words, None)
    return said, None


def _backed(said: list[Said], citations: list[Citation]) -> list[Said]:
    ties = tuple(Tie(citation.id, "paragraph") for citation in citations)
    return [one if one.ties else replace(one, ties=ties) for one in said]


def _quote(document: Document, words: Plain, claims: tuple[list[Claim], int], *, whole: Span | None) -> None:
    """Give each quotation of a block to the claim in which it ends or starts, the one with a source first."""
    found, first = claims
    spans = [whole] if whole else quoted(words.text)
    for span in spans:
        if len(found) > first and is_long(span.of(words.text)):
            _give(found, first, quote := quotation(document, words, span))
            _silence(found, first, quote.span)


def _give(found: list[Claim], first: int, quote: Quotation) -> None:
    starts = bisect_right(found, quote.span.start, lo=first, key=_start) - 1
    ends = bisect_right(found, quote.span.end - 1, lo=first, key=_start) - 1
    index = max(starts if found[starts].ties and not found[ends].ties else ends, first)
    found[index] = replace(found[index], quotations=(*found[index].quotations, quote))


def _silence(found: list[Claim], first: int, quote: Span) -> None:
    """Take the wordings inside a quotation of several sentences from each: they are somebody else's."""
    for index in range(max(bisect_right(found, quote.start, lo=first, key=_start) - 1, first), len(found)):
        if found[index].span.start >= quote.end:
            return
        if any(quote.overlaps(wording.span) for wording in found[index].wordings):
            kept = tuple(wording for wording in found[index].wordings if not quote.overlaps(wording.span))
            found[index] = replace(found[index], wordings=kept)


def _start(claim: Claim) -> int:
    return claim.span.start


def _said(document: Document, stretch: _Stretch) -> tuple[Plain, list[Said]]:
    """Return the plain words of a block and its sentences with their ties."""
    block = stretch.block
    places = placed(document, block, stretch.citations)
    words = plain(document, block.span, [*drops(document.text, places), *stretch.entries])
    if places and not any(char.isalnum() for char in words.text):
        # Nothing is said but the marker: it stays, so that the record has words.
        places = [replace(place, marker=False) for place in places]
        words = plain(document, block.span, stretch.entries)
    whole = block.kind in _WHOLE
    spans = [Span(0, len(words.text))] if whole and words.text else sentences(words.text)
    if not spans and places and not stretch.entries:
        spans = [Span(0, 0)]
    return words, tied(words, spans, places, whole=whole) if spans else []


def _spans(document: Document, block: Span, words: Plain, said: list[Said]) -> list[Span]:
    """Return where each sentence stands in the document, with its markers, none over another."""
    spans: list[Span] = []
    starts = [words.back(one.span.start) for one in said]
    for index, one in enumerate(said):
        # A note that began in the block before also ends in this one; its sentence starts here all the same.
        places = [place.span for place in one.places if place.span.start >= block.start]
        last = words.back(one.span.end - 1) + 1 if one.span.end else starts[index]
        start = (
            min([starts[index], *(place.start for place in places)]) if one.span.end or not places else places[0].start
        )
        limit = starts[index + 1] if index + 1 < len(said) else max(block.end, last)
        end = min(max([last, *(place.end for place in places)]), limit)
        start = max(start, spans[-1].end) if spans else start
        spans.append(_stripped(document.text, start, end))
    return spans


def _stripped(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return Span(start, end)


def _claim(document: Document, stretch: _Stretch, draft: tuple[Plain, Said, Span], name: str) -> Claim:
    words, said, span = draft
    text = document.slice(span)
    own = part(words, said.span)
    if own.text == text:
        own = Plain(text, own.cuts)  # one string instead of two: most claims have no markup
    heard = without_formulas(_spoken(stretch.code, span, own), _formulas(document, stretch.math, span))
    kind, reason = claim_type(heard, said.named)
    why = _never(document, draft) or (None if said.ties else _why(stretch, draft) or _only_code(stretch, span, own))
    status: ClaimStatus = "skipped" if why else "cited" if said.ties else "unsourced"
    sure = wordings(document, own, heard=heard, named=said.named) if stretch.weighs else ()
    return Claim(name, span, text, own, kind, reason, said.ties, status, str(why) if why else None, wordings=sure)


def _spoken(code: list[Span], span: Span, own: Plain, *, fill: str = "x") -> str:
    """Return the words without code: a number in an example is no statistic."""
    text = own.text
    index = bisect_right(code, span.start, key=lambda hidden: hidden.end) if code else 0
    while index < len(code) and code[index].start < span.end:
        start, end = forward(own, code[index].start), forward(own, code[index].end)
        text = text[:start] + fill * (end - start) + text[end:]
        index += 1
    return text


def _formulas(document: Document, math: list[Span], span: Span) -> Iterator[str]:
    """Yield the formulas of a sentence: a number in one is no statistic, and a dollar beside it no money."""
    index = bisect_right(math, span.start, key=lambda hidden: hidden.end) if math else 0
    while index < len(math) and math[index].start < span.end:
        yield document.slice(math[index])
        index += 1


def _only_code(stretch: _Stretch, span: Span, own: Plain) -> Unchecked | None:
    """Say whether beside code there is one word at most, and no verb: "Verbatim: `x = 1`."."""
    said = _spoken(stretch.code, span, own, fill=" ") if stretch.code else own.text
    return Unchecked("a fragment", "code") if said != own.text and fragment(said) and not concrete(said) else None


def _never(document: Document, draft: tuple[Plain, Said, Span]) -> Unchecked | None:
    """Say what a source behind it cannot make a claim."""
    words, said, span = draft
    if said.places and alone(document, span, said.places):
        return _ALONE
    return never(words.text[said.span.start : said.span.end])


def _why(stretch: _Stretch, draft: tuple[Plain, Said, Span]) -> Unchecked | None:
    """Say why a sentence without a source is not checked, if it is not."""
    words, said, _ = draft
    text = words.text[said.span.start : said.span.end]
    if stretch.introduces and said.span.end == len(words.text) and text.endswith((":", "：")) and not concrete(text):
        return _LEAD_IN
    return unchecked(text) or (_QUOTED if stretch.block.quoted else None)
