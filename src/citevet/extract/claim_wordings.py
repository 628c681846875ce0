"""Words by which a claim says how sure it is, in English: `studies show`, `limited evidence`, `may`, `beyond doubt`."""

from collections.abc import Iterator, Sequence

from citevet.extract.certainty_framings import find_certainty
from citevet.extract.evidence_framings import (
    NEGATIVE_WORDS,
    EvidenceFraming,
    find_framings,
    is_infinitive,
    make_framing,
)
from citevet.extract.plain_text import to_plain_offset
from citevet.kept_answers import kept
from citevet.model import Citation, CitationKind, Document, Plain, Span, Wording
from citevet.patterns import lazy_pattern
from citevet.records import replace
from citevet.tables import read_words
from citevet.text import strength_words as lexicon
from citevet.text.certainty_phrases import RAREST_WORDS
from citevet.text.tokens import Token, tokenize_words

_GRADES = {word.text: word.grade for word in lexicon.QUALIFIERS}
_APPEAR = read_words("appear appears appeared seem seems seemed")
_REMAIN = read_words("is are was were be been remain remains remained still")
_OPEN = frozenset({"unclear", "uncertain"})
# Predicates of evidence: "the evidence is limited".
_PREDICATES = read_words("limited preliminary weak anecdotal exploratory insufficient inconclusive")
# After these, "may" grants permission and says nothing about certainty.
_MAY_SUBJECTS = lexicon.READERS | lexicon.RESEARCHERS | lexicon.RESEARCHER
_NEGATION_REACH = 4

# Kinds of citation that are evidence. Laws, files and links do not show or suggest in that sense.
_WORKS: frozenset[CitationKind] = frozenset(
    {"corpus", "mention", "author-year", "numeric", "key", "doi", "arxiv", "pmid", "pmcid"}
)
_WORD = lazy_pattern(r"[a-z]+")
# Of any length: a quoted term is mentioned, not used. A mark for inches has no partner.
_QUOTED = lazy_pattern(
    r"“[^“”]{1,1000}”|„[^„“”]{1,1000}[“”]|«[^«»]{1,1000}»|(?<![^\s(])»(?!\s)[^«»]{1,1000}«"
    r"|(?<![A-Za-z0-9])\"[^\"]{1,1000}\"|``[^`']{1,1000}''"
)
_MARKS = frozenset('"“„«»`')
# Most sentences have none of these and are skipped.
_CUES = RAREST_WORDS.union(lexicon.VERB_FORMS, _APPEAR, _OPEN, "probably may might doubt".split())
_NOUNS = lexicon.EVIDENCE | {"proof"}


def find_wordings(document: Document, own: Plain, *, heard: str, named: Sequence[Citation] = ()) -> tuple[Wording, ...]:
    """Return the wordings of a claim in order; `heard` is its plain text with code masked."""
    if not may_have_wordings(heard):
        return ()
    spans = (citation.span for citation in named if citation.kind in _WORKS)
    works = [Span(to_plain_offset(own, span.start), to_plain_offset(own, span.end)) for span in spans]
    # Quoted text expresses the certainty of others.
    unquoted = heard if _MARKS.isdisjoint(heard) else _QUOTED.sub(lambda found: " " * len(found[0]), heard)
    found = tokenize_words(unquoted, works)
    words = [token.text for token in found]
    framings = [*find_framings(words), *_find_evidence_nouns(words)]
    if not framings:  # under a framing, hedges add nothing
        framings = list(_find_hedges(words, [heard[token.start] for token in found]))
    framings = _join_adverbs(framings, [*find_certainty(words), *_find_doubt_phrases(words)])
    return tuple(_make_wording(document, own, found, each) for each in _drop_overlaps(framings))


@kept
def may_have_wordings(text: str) -> bool:
    """Return whether a text has any word that could express certainty."""
    words = frozenset(_WORD.findall(text.lower()))
    return not _CUES.isdisjoint(words) or not (_GRADES.keys().isdisjoint(words) or _NOUNS.isdisjoint(words))


def _drop_overlaps(found: Sequence[EvidenceFraming]) -> list[EvidenceFraming]:
    """Return, in order, those that share no word with an earlier find."""
    taken: set[int] = set()
    kept: list[EvidenceFraming] = []
    for framing in found:
        if taken.isdisjoint(range(framing.first, framing.last + 1)):
            taken.update(range(framing.whole, framing.last + 1))
            kept.append(framing)
    return sorted(kept, key=lambda framing: framing.first)


def _make_wording(document: Document, own: Plain, words: Sequence[Token], framing: EvidenceFraming) -> Wording:
    """Return the wording in the document; with a marker or markup between subject and verb, only the verb."""
    plain_span = Span(words[framing.first].start, words[framing.last].end)
    span = own.back_span(plain_span)
    if len(span) != len(plain_span):
        span = Span(own.back(words[framing.narrow].start), span.end)
    return Wording(span, document.slice(span), framing.grade)


def _find_evidence_nouns(words: Sequence[str]) -> Iterator[EvidenceFraming]:
    """Yield evidence with its adjective: `there is limited evidence that`, `the evidence is weak`."""
    for index, word in enumerate(words):
        if word not in _GRADES or _is_negated(words, index):
            continue
        before = words[max(index - 6, 0) : index]
        if (last := _find_noun_after(words, index)) is not None:
            yield make_framing(index, last, _GRADES[word])
        elif word in _PREDICATES and not _REMAIN.isdisjoint(before[-2:]) and not lexicon.EVIDENCE.isdisjoint(before):
            yield make_framing(index, index, _GRADES[word])


def _find_noun_after(words: Sequence[str], index: int) -> int | None:
    """Return the word for evidence that the adjective belongs to: "preliminary clinical data"."""
    graded = lexicon.MASS_EVIDENCE | lexicon.PLURAL_EVIDENCE if words[index] == "some" else lexicon.EVIDENCE
    nouns = {"evidence", "proof"} if _GRADES[words[index]] is None else graded
    for after in range(index + 1, min(index + 3, len(words))):
        if words[after] in nouns:
            return after
        if not words[after].isalpha():
            return None
    return None


def _join_adverbs(framings: Sequence[EvidenceFraming], found: Sequence[EvidenceFraming]) -> list[EvidenceFraming]:
    """Add phrases of certainty to the framings; one right after a verb belongs to it: "prove beyond doubt"."""
    after = {each.first: each for each in found}
    joined = [
        replace(each, last=after[each.last + 1].last, grade=None)
        if each.last + 1 in after and after[each.last + 1].grade is None
        else each
        for each in framings
    ]
    return [*joined, *found]


def _find_doubt_phrases(words: Sequence[str]) -> Iterator[EvidenceFraming]:
    """Yield other ways of ruling doubt out: `without the slightest doubt`, `leaves no shadow of a doubt`."""
    for index, word in enumerate(words):
        if word == "doubt" and (first := _find_doubt_phrase(words, index)) is not None:
            yield make_framing(first, index, None)


def _find_doubt_phrase(words: Sequence[str], doubt: int) -> int | None:
    """Return where `beyond a shadow of a doubt`, `without any doubt`, `leaves no doubt` starts."""
    for index in range(doubt - 1, max(doubt - 7, -1), -1):
        if words[index] in {"beyond", "without"}:
            return None if _is_negated(words, index) else index
        if words[index] == "no":
            return index - 1 if index and words[index - 1] in {"leave", "leaves", "left", "leaving"} else None
        if words[index] not in {"a", "any", "all", "of", "shadow", "the", "slightest"}:
            return None
    return None


def _is_negated(words: Sequence[str], index: int) -> bool:
    before = words[max(index - _NEGATION_REACH, 0) : index]
    return any(word in NEGATIVE_WORDS or word.endswith("n't") or word == "cannot" for word in before)


def _find_hedges(words: Sequence[str], initials: Sequence[str]) -> Iterator[EvidenceFraming]:
    """Yield the hedges of a sentence that names no evidence; "May" with a capital is the month."""
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        following = words[index + 1] if index + 1 < len(words) else ""
        if word in _APPEAR and not _is_negated(words, index):
            yield from _read_appears(words, index)
        elif word in {"may", "might"}:
            permits = before in _MAY_SUBJECTS or not before or following == "of"
            if initials[index] == "m" and not permits and following.isalpha():
                yield make_framing(index, index, lexicon.STRENGTH_BY_TEXT[word].grade)
        elif word == "probably" or (word in _OPEN and (before in _REMAIN or before.endswith("ly"))):
            yield make_framing(index, index, lexicon.STRENGTH_BY_TEXT[word].grade)


def _read_appears(words: Sequence[str], index: int) -> Iterator[EvidenceFraming]:
    following = words[index + 1 : index + 3]
    if len(following) > 1 and following[0] == "to" and is_infinitive(following[1]):
        yield make_framing(index, index + 1, lexicon.STRENGTH_BY_TEXT["appears to"].grade)
    elif index and words[index - 1] == "it" and following[:1] == ["that"]:
        yield make_framing(index - 1, index, lexicon.STRENGTH_BY_TEXT["it appears"].grade)
