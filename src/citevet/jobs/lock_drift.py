"""How a claim differs from what was locked, and whether its verdict changed or may change."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal

from citevet.jobs.judge_claims import find_decisive_sentence
from citevet.jobs.source_windows import SourceWindows
from citevet.model import Passage, Span
from citevet.model.record import Reason
from citevet.records import collect_values, dataclass, replace
from citevet.report.lock_file import LockedClaim, LockedPassage, LockedSource, fold

# What drifted: the claim is new, its words or its entry in the reference list changed, it leads to another source, the
# text of the source changed, or the judge did.
Cause = Literal["new", "claim", "entry", "other-source", "source", "judge"]
Fate = Literal["survived", "moved", "changed", "gone"]  # of the locked sentence
_JUDGED_FLAGS = frozenset({"misattributed", "misplaced-claim", "secondary", "conflicting"})
_OUT_OF_REACH: frozenset[Reason | None] = frozenset({"offline", "blocked", "timeout", "budget"})
_UNJUDGED: frozenset[Reason | None] = frozenset({"not-asked", "model-missing", *_OUT_OF_REACH})
_ALIKE = 0.5  # share of equal words from which two claims with the same citation are one that was edited
_CANDIDATES = 30  # locked claims with the same citation that are compared with an edited one
_SAME_SENTENCE = 0.6  # share of equal words from which a sentence counts as the same one in other words
_WORDS = 400  # of a sentence that are compared; the time grows with their square


@dataclass(frozen=True, slots=True)
class SentenceFate:
    """What became of a sentence, and where it is now."""

    fate: Fate
    now: LockedPassage | None = None


@dataclass(frozen=True, slots=True)
class ClaimDrift:
    """One claim that is not as it was locked."""

    document: str
    line: int
    was: LockedClaim | None  # none: the claim is not in the lock
    now: LockedClaim
    causes: tuple[Cause, ...]
    fate: SentenceFate | None = None  # of the locked sentence, where the text of the source changed

    @property
    def is_other_verdict(self) -> bool:
        """Whether existence, support or flags differ from what was locked."""
        return self.was is None or _verdict(self.was) != _verdict(self.now)

    @property
    def needs_review(self) -> bool:
        """Whether the verdict changed or may change.

        It may where support was not judged again, or where the sentence that supports the claim is another one: a
        judge can miss one word that turns its meaning around.
        """
        if self.was is None or self.is_other_verdict:
            return True
        is_lost = self.fate is not None and self.fate.fate in {"changed", "gone"}
        if self.is_judged:
            return is_lost and self.was.support in {"supported", "partial"}
        return is_lost or (self.was.existence != "unchecked" and not {"claim", "other-source"}.isdisjoint(self.causes))

    @property
    def is_judged(self) -> bool:
        """Whether the support of the claim as it is now was judged."""
        return self.now.support != "unchecked" or self.now.support_reason not in _UNJUDGED


def _verdict(claim: LockedClaim) -> tuple[str, str, frozenset[str]]:
    return claim.existence, claim.support, frozenset(claim.flags)


def match_claims(locked: Sequence[LockedClaim], found: Sequence[LockedClaim]) -> tuple[list[LockedClaim | None], int]:
    """Return the locked claim of each claim, or none, and how many locked claims are left over.

    Equal ones are matched first, in order; then, with the same citation, those that have most words in common.
    """
    left = collect_values(((each.text, each.cites), each) for each in reversed(locked))
    pairs = [left[each.text, each.cites].pop() if left.get((each.text, each.cites)) else None for each in found]
    rest: dict[str, list[LockedClaim]] = defaultdict(list)
    for (_, cites), claims in left.items():
        rest[cites] += reversed(claims)
    for place, each in enumerate(found):
        candidates = rest[each.cites][:_CANDIDATES] if pairs[place] is None else []
        likeness = [_measure_likeness(each.text, other.text) for other in candidates]
        if likeness and max(likeness) >= _ALIKE:
            pairs[place] = rest[each.cites].pop(likeness.index(max(likeness)))
    return pairs, sum(map(len, rest.values()))


def explain_drift(
    was: LockedClaim | None,
    now: LockedClaim,
    before: Mapping[str, LockedSource],
    after: Mapping[str, LockedSource],
    *,
    is_other_judge: bool,
) -> tuple[Cause, ...]:
    """Return what drifted since a claim was locked."""
    if was is None:
        return ("new",)
    old, new = before.get(was.source or ""), after.get(now.source or "")
    is_edited = old is not None and new is not None and old.hash not in {None, new.hash}
    is_moved = was.source != now.source and not _is_out_of_reach(was, now)
    causes: dict[Cause, bool] = {
        "claim": was.text != now.text,
        "entry": was.entry != now.entry,
        "other-source": is_moved,
        "source": is_edited and not is_moved,
        "judge": is_other_judge and new is not None and new.hash is not None,
    }
    return tuple(cause for cause, holds in causes.items() if holds)


def carry_over(was: LockedClaim | None, now: LockedClaim, causes: Sequence[Cause]) -> LockedClaim:
    """Return a claim with the parts of its locked verdict that still hold."""
    if was is None:
        return now
    if _is_out_of_reach(was, now) and "entry" not in causes:
        if not causes:
            return was
        flags = [flag for flag in was.flags if flag not in _JUDGED_FLAGS and flag not in now.flags]
        known = replace(now, existence=was.existence, existence_reason=was.existence_reason, source=was.source)
        return replace(known, flags=(*now.flags, *flags))
    if causes:
        return now
    flags = [flag for flag in was.flags if flag in _JUDGED_FLAGS and flag not in now.flags]
    return replace(
        was,
        source=now.source,
        existence=now.existence,
        existence_reason=now.existence_reason,
        flags=(*now.flags, *flags),
    )


def _is_out_of_reach(was: LockedClaim, now: LockedClaim) -> bool:
    """Return whether the existence of a source was known, and cannot be looked up now."""
    is_open = now.existence == "unchecked" and now.existence_reason in _OUT_OF_REACH
    return is_open and was.existence != "unchecked"


def find_fate(passage: LockedPassage, windows: SourceWindows) -> SentenceFate:
    """Look for a sentence at its place, then anywhere, then for one that is like it."""
    for page in windows.body.pages:
        at = fold(page.text[passage.start : passage.end])
        if page.number == passage.page and at == passage.text:
            return SentenceFate("survived", passage)
    for page in windows.body.pages:
        if span := _find_folded(passage.text, page.text):
            return SentenceFate("moved", LockedPassage(passage.text, span.start, span.end, page.number, passage.by))
    near = find_nearest(passage.text, windows)
    if near is None or _measure_likeness(passage.text, near.text) < _SAME_SENTENCE:
        return SentenceFate("gone")
    return SentenceFate(
        "changed", LockedPassage(fold(near.text), near.span.start, near.span.end, near.page, passage.by)
    )


def find_nearest(text: str, windows: SourceWindows) -> Passage | None:
    """Return the sentence of a source that has most of the words of a text."""
    best = windows.pile.best(text, most=1)
    return find_decisive_sentence(text, best[0]) if best and best[0].score else None


def _measure_likeness(one: str, other: str) -> float:
    """Return the share of equal words in two sentences, in their order."""
    return SequenceMatcher(None, one.split()[:_WORDS], other.split()[:_WORDS], autojunk=False).ratio()


def _find_folded(text: str, page: str) -> Span | None:
    """Return where a page has a text, whatever the white space between its words."""
    # A pattern of the words would take a minute on a page that repeats them.
    at = page.find(text)
    if at >= 0:
        return Span(at, at + len(text))
    starts: list[int] = []
    words: list[str] = []
    place = 0
    for word in page.split():
        place = page.index(word, place)
        starts.append(place)
        words.append(word)
        place += len(word)
    joined = " ".join(words)
    found = joined.find(text)
    if found < 0:
        return None
    first = joined.count(" ", 0, found)
    inside = found - (joined.rfind(" ", 0, found) + 1)
    last = joined.count(" ", 0, found + len(text))
    tail = found + len(text) - (joined.rfind(" ", 0, found + len(text)) + 1)
    return Span(starts[first] + inside, starts[last] + tail)
