"""Whether a comparison between those with something and those without has its sides the other way round."""

from re import IGNORECASE, Match
from re import compile as pattern

from citevet.extract.sentences import sentences
from citevet.model import Difference, Span

_THAN = pattern(r"\bthan\b", IGNORECASE)
_HOW = pattern(r"\b(?:more|less|fewer|better|worse|[^\W\d_]{3,20}er)\b", IGNORECASE)
_WITHOUT = pattern(r"\b(?:without|lacking|no)\b", IGNORECASE)
_CLAUSE_ENDS = pattern(r"[,;:]")


def exchanged(claim: str, passage: str) -> Difference | None:
    """Return the comparison whose “without” stands on the one side in the claim, on the other in the passage."""
    mine = next(iter(_comparisons(claim)), None)
    if mine is None:
        return None
    for theirs in _comparisons(passage):
        if theirs[:1] == mine[:1] and theirs[1] != mine[1]:
            return Difference("comparative", mine[2].of(claim), theirs[2].of(passage), mine[2])
    return None


def _comparisons(text: str) -> list[tuple[str, bool, Span]]:
    """Return each comparison with its word, whether those without come first, and where it stands."""
    found = []
    for span in sentences(text):
        sentence = span.of(text)
        than = _THAN.search(sentence)
        how = [each[0].lower() for each in _HOW.finditer(sentence[: than.start()])] if than else []
        if than and how and (first := _first_without(sentence, than)) is not None:
            found.append((how[-1], first, span))
    return found


def _first_without(sentence: str, than: Match[str]) -> bool | None:
    """Say on which side those without stand; none where it is on both or on neither."""
    after = sentence[than.end() :]
    ends = _CLAUSE_ENDS.search(after)
    before_than = bool(_WITHOUT.search(sentence[: than.start()]))
    behind_than = bool(_WITHOUT.search(after[: ends.start()] if ends else after))
    return before_than if before_than != behind_than else None
