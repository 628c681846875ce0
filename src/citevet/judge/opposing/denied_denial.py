"""A denial that the claim denies: did not fail to answer, where the source has that he did not answer.

Both texts deny something, so no comparison of whether they do tells the difference. Of 12,900 contradicted claims about
passages 23 are found so that no other comparison finds, and of 18,500 true ones none is called contradicted.
"""

from collections.abc import Iterator

from citevet.judge.opposing.loose_denial import is_part
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word, focus
from citevet.judge.opposing.shown import differing, with_denial
from citevet.model import Difference

_DENIED = frozenset(
    """fail failed fails failing failure lack lacks lacked lacking without absence refused refuses declined
    unable""".split()
)
_NEAR = 3  # tokens between the two denials
_MOST = 6  # words with content that the second reaches
_HALF = 0.5
_SURE = 2  # shared words that tell enough, where the first word that the source denies is none of the claim's


def compare_denied_denials(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return what the claim says by two denials and a near sentence denies by its only one."""
    first, second = _doubled(claim)
    said = [word for word in claim.words if second and second.next <= word.at < second.end][:_MOST]
    for sentence in near if first and said else ():
        denial = _only(evidence.reading, sentence)
        if first and denial and (word := _denied_there(said, (evidence.reading, denial), sentence)):
            if is_part((claim, first), (evidence.reading, sentence.words)):
                return
            yield differing("negation", with_denial(claim, first, said[0]), with_denial(evidence.reading, denial, word))
            return


def _doubled(claim: Reading) -> tuple[Negator, Negator] | tuple[None, None]:
    """Return the two denials of a claim that has two, if the first denies the second."""
    if len(claim.denials) != 2:  # noqa: PLR2004 - two denials
        return None, None
    first, second = claim.denials
    is_denied = second.first < first.end and second.first - first.next <= _NEAR
    return (first, second) if is_denied and not first.noun and _low(claim, second) in _DENIED else (None, None)


def _low(claim: Reading, denial: Negator) -> str:
    return claim.tokens.low(denial.first)


def _only(reading: Reading, sentence: Sentence) -> Negator | None:
    """Return the denial of a sentence that has one."""
    here = [each for each in reading.denials if reading.tokens[each.first].sentence == sentence.words[0].sentence]
    return here[0] if len(here) == 1 else None


def _denied_there(said: list[Word], theirs: tuple[Reading, Negator], sentence: Sentence) -> Word | None:
    """Return the word that the denial bears on, if it reaches half or more of what the claim says."""
    bears = focus(*theirs)
    denied = {word.concept for word in sentence.words if theirs[1].next <= word.at < theirs[1].end}
    shared = [word for word in said if word.concept in denied]
    is_sure = bears is not None and (len(shared) >= _SURE or any(word.concept == bears.concept for word in shared))
    return bears if is_sure and len(shared) >= _HALF * len(said) else None
