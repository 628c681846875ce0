"""The words of a claim that each of its citations backs."""

import re
from collections.abc import Mapping, Sequence

from citevet.extract.plain_text import slice_plain_text, to_plain_offset
from citevet.model import Citation, CitationKind, Claim, Plain, Span
from citevet.records import collect_values
from citevet.text.verbs import find_verbs

_JOINING = re.compile(r"[\s,;]*+(?:(?:and|but|or|so|yet|while|whereas|although|though)\s)?\s*+", re.IGNORECASE)
# Citations that only name a work; the label of a link and the name of a statute are words of the claim.
_NAMING: frozenset[CitationKind] = frozenset({"author-year", "corpus", "key", "numeric", "mention", "doi", "arxiv"})
_LEADING = frozenset("to in by of from per".split())


def find_cited_words(claim: Claim) -> Mapping[str, Plain]:
    """Return the words that each citation backs; none where they are a whole paragraph, or no sentence."""
    if claim.status == "skipped":
        return {}
    item = claim.plain.text
    # A list item without a known verb and without a full stop asserts nothing without its lead-in.
    is_listed = any(tie.how == "list" for tie in claim.ties)
    is_fragment = is_listed and not find_verbs(item) and not item.rstrip().endswith((".", "!", "。"))
    ties = (tie for tie in claim.ties if tie.how != "paragraph" and not (tie.how == "list" and is_fragment))
    spans = collect_values((tie.citation, tie.span or claim.span) for tie in ties)
    return {citation: _cut_words(claim, own) for citation, own in spans.items()}


def _cut_words(claim: Claim, spans: Sequence[Span]) -> Plain:
    if claim.span in spans:
        return claim.plain
    start = to_plain_offset(claim.plain, min(span.start for span in spans))
    end = to_plain_offset(claim.plain, max(span.end for span in spans))
    joined = _JOINING.match(claim.plain.text, start)
    start = joined.end() if joined else start
    return slice_plain_text(claim.plain, Span(start, end)) if start < end else claim.plain


def name_source(words: Plain, citation: Citation) -> str:
    """Return a claim with "it" for a citation that is a word of it, as in "Smith (2019, p. 3) shows"."""
    start, end = to_plain_offset(words, citation.span.start), to_plain_offset(words, citation.span.end)
    if citation.kind not in _NAMING or end - start < len("it") or not _is_word(words.text, start):
        return words.text
    return f"{words.text[:start]}{'it'.ljust(end - start)}{words.text[end:]}"


def _is_word(text: str, start: int) -> bool:
    """Return whether a citation is a word of its sentence: one in brackets only at its head, or after "to" or "by"."""
    before = text[:start].split()
    return text[start] not in "[(" or not before or before[-1].lower() in _LEADING
