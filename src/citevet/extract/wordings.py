"""The words by which a claim says how sure it is. English only: a Korean sentence has none."""

from collections.abc import Sequence
from re import compile as pattern

from citevet.extract.framings import Framing, framings
from citevet.extract.hedges import evidence_nouns, hedges, too_strong
from citevet.extract.plain import forward
from citevet.extract.tokens import Token, tokens
from citevet.model import Citation, CitationKind, Document, Plain, Span, Wording
from citevet.model.evidence_words import EVIDENCE
from citevet.model.strength_words import ALONE, FORMS, QUALIFIERS

# Kinds of citation that name a piece of evidence. Laws, files and links do not show or suggest in that sense.
_WORKS: frozenset[CitationKind] = frozenset(
    {"corpus", "mention", "author-year", "numeric", "key", "doi", "arxiv", "pmid", "pmcid"}
)
_WORD = pattern(r"[a-z]+")
# However short: a term in quotation marks is mentioned and not used. Inches have no partner of their own.
_MARKED = pattern(
    r"“[^“”]{1,1000}”|„[^„“”]{1,1000}[“”]|«[^«»]{1,1000}»|(?<![^\s(])»(?!\s)[^«»]{1,1000}«"
    r"|(?<![A-Za-z0-9])\"[^\"]{1,1000}\"|``[^`']{1,1000}''"
)
_MARKS = frozenset('"“„«»`')
# Most sentences have none of these, and are not looked at further.
_CUES = (
    frozenset(FORMS)
    | ALONE
    | frozenset("appear appears appeared seem seems seemed probably may might unclear uncertain doubt".split())
)
_ADJECTIVES = frozenset(word.text for word in QUALIFIERS)
_NOUNS = EVIDENCE | {"proof"}


def wordings(
    document: Document,
    own: Plain,
    *,
    heard: str,
    named: Sequence[Citation] = (),
) -> tuple[Wording, ...]:
    """Return the wordings of a claim in order; `heard` is its plain text with code blotted out."""
    if not promising(heard):
        return ()
    works = [
        Span(forward(own, citation.span.start), forward(own, citation.span.end))
        for citation in named
        if citation.kind in _WORKS
    ]
    words = tokens(_without_quoted(heard), works)
    return tuple(_wording(document, own, words, framing=each) for each in _distinct(_all(words, heard)))


def promising(text: str) -> bool:
    """Say whether a text has any word that could say how sure somebody is."""
    words = frozenset(_WORD.findall(text.lower()))
    return not _CUES.isdisjoint(words) or not (_ADJECTIVES.isdisjoint(words) or _NOUNS.isdisjoint(words))


def _without_quoted(heard: str) -> str:
    """Return the text with blanks between quotation marks: somebody else said how sure they are."""
    return _MARKED.sub(lambda found: " " * len(found[0]), heard) if not _MARKS.isdisjoint(heard) else heard


def _all(words: Sequence[Token], heard: str) -> list[Framing]:
    """Return framings and evidence nouns; hedges only where there are none: under a framing they add nothing."""
    framed = [*framings(words), *evidence_nouns(words)]
    return [*(framed or hedges(words, heard)), *too_strong(words)]


def _distinct(found: Sequence[Framing]) -> list[Framing]:
    """Return those that share no word with one found before them, in order."""
    taken: set[int] = set()
    kept: list[Framing] = []
    for framing in found:
        own = range(framing.first, framing.last + 1)
        if taken.isdisjoint(own):
            taken.update(range(framing.whole, framing.last + 1))
            kept.append(framing)
    return sorted(kept, key=lambda framing: framing.first)


def _wording(document: Document, own: Plain, words: Sequence[Token], *, framing: Framing) -> Wording:
    """Return the wording on the document; a marker or markup between subject and verb leaves the verb alone."""
    wide = _span(own, words[framing.first], words[framing.last])
    exact = len(wide) == words[framing.last].end - words[framing.first].start
    span = wide if exact else _span(own, words[framing.narrow], words[framing.last])
    return Wording(span, document.slice(span), framing.grade)


def _span(own: Plain, first: Token, last: Token) -> Span:
    return Span(own.back(first.start), own.back(last.end - 1) + 1)
