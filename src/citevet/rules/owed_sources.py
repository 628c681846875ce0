"""Sentences that plainly owe a source: about the world, in a text that cites throughout, with no source near."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from citevet.model import Claim, Extraction
from citevet.patterns import lazy_pattern
from citevet.rules.claim_contexts import CONTINUES, LONGEST_SENTENCE, ClaimContext, find_contexts
from citevet.rules.vague_phrases import find_vague_phrase
from citevet.tables import read_rows
from citevet.text.stems import STOP_WORDS
from citevet.text.word_patterns import WordPatternTable, make_pattern_table

# A text that cites throughout has so many sentences with a source, and one in so many. Of public documents a review has
# one in two to four, a thesis one in four to ten, a manual or a blog fewer.
_FEWEST_CITED, _ONE_IN = 8, 10
_SHARED, _STEM = 2, 5  # words from which a neighbour is about the same, and letters by which they are compared
_AFTER = 2  # sentences after an attribution in which its studies may be named
_LEADING = 3  # words before an attribution that opens its sentence: "Over the years studies have shown"
_WORD = lazy_pattern(r"[^\W\d_]{4,}")
# The next sentences say who: a name with a year, an example, one study of them.
_SAYS_WHO = lazy_pattern(
    r"\b(?:[Ff]or (?:example|instance)|e\.g\.|such as|et al\b"
    r"|[Ii]n (?:one|a) (?:\w+ )?(?:study|experiment|trial|survey)|[A-Z]\w+(?:['’]s)? \(?(?:19|20)\d\d\b)"
)
_GREW = lazy_pattern(r"\b(?:doubled|tripled|trebled|quadrupled|halved)\b.{0,80}\bsince (?:19|20)\d\d\b")
_COMMON = frozenset(word[:_STEM] for word in STOP_WORDS)
_RULES = frozenset({"quotation", "vague", "comparison", "statistic"})
_SPEAKERS = frozenset({"speaker", "press"})
_PROSE = frozenset({"paragraph", "item"})


def find_owing_claims(extraction: Extraction, sorts: Mapping[str, str]) -> Iterator[str]:
    """Yield those of some claims, each with its sort, whose source is missed: what is around them has one."""
    if not sorts or not cites_throughout(extraction):
        return
    asks_people = "asked" in _name_phrases(extraction.document.text)
    contexts = find_contexts(extraction.document, extraction.claims)
    for _, group in groupby(contexts, lambda each: _find_block(extraction, each[0])):
        claims = list(group)
        for index, (claim, context) in enumerate(claims):
            sort = sorts.get(claim.id, "")
            is_asked = sort == "quotation" and asks_people and not quotes_unnamed_speaker(claim, "press")
            if sort in _RULES and _is_own_prose(context) and not is_asked:
                before, after = claims[:index][-1:], claims[index + 1 : index + 1 + _AFTER]
                if _owes(sort, claim, [each for each, _ in before], [each for each, _ in after]):
                    yield claim.id


def cites_throughout(extraction: Extraction) -> bool:
    """Return whether a text gives sources for enough of its sentences that one without is an exception."""
    cited = sum(claim.status == "cited" for claim in extraction.claims)
    bare = sum(claim.status == "unsourced" for claim in extraction.claims)
    return cited >= _FEWEST_CITED and cited * _ONE_IN >= cited + bare


def _find_block(extraction: Extraction, claim: Claim) -> int:
    block = extraction.document.block_at(claim.span.start)
    return block.span.start if block else -1


def _is_own_prose(context: ClaimContext) -> bool:
    return context.kind in _PROSE and not (
        context.quoted or context.own_section or context.summary or context.in_sourced_part or context.about_work
    )


def _owes(sort: str, claim: Claim, before: Sequence[Claim], after: Sequence[Claim]) -> bool:
    text = claim.plain.text[:LONGEST_SENTENCE]
    if any(each.ties and (CONTINUES.match(text) or _is_about_same(each, claim)) for each in before):
        return False
    if sort == "vague":
        opens = (phrase := find_vague_phrase(text)) is not None and len(text[: phrase[0].start].split()) <= _LEADING
        is_side = "sides" in _name_phrases(text)
        is_named = any(
            _SAYS_WHO.search(each.plain.text) or (each.ties and _is_about_same(each, claim)) for each in after
        )
        return opens and not is_side and not is_named and not any(each.ties for each in after[:1])
    if any(each.ties and (CONTINUES.match(each.plain.text) or _is_about_same(each, claim)) for each in after[:1]):
        return False
    if sort == "quotation":
        return quotes_unnamed_speaker(claim)
    return "world" in _name_phrases(text) or _GREW.search(text) is not None


def quotes_unnamed_speaker(claim: Claim, *kinds: str) -> bool:
    """Return whether a sentence quotes somebody without a name: "one pilot said it well", or one told the press."""
    outside = claim.plain.text.replace(claim.quotations[0].plain, " ") if claim.quotations else ""
    return not _name_phrases(outside).isdisjoint(kinds or _SPEAKERS)


def _is_about_same(one: Claim, other: Claim) -> bool:
    """Return whether two sentences share the words that say what they are about."""
    first, second = (
        {word.lower()[:_STEM] for word in _WORD.findall(each.plain.text[:LONGEST_SENTENCE])} for each in (one, other)
    )
    return len(first & second - _COMMON) >= _SHARED


@cache
def _read_table() -> WordPatternTable:
    rows = read_rows(Path(__file__).with_suffix(".tsv"))
    return make_pattern_table((name, "", phrase) for name, phrase, _ in rows)


def _name_phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.name for phrase, _ in _read_table().find(text))
