"""Mark the findings that comments in the document accept, and see which comments accept nothing."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from citevet.model import Finding
from citevet.rules.reach import Reach, reaches
from citevet.rules.select import EVERYTHING, expand, nearest
from citevet.rules.settings.afterwards import Doubt
from citevet.rules.suppression import Suppression

META = "CFG"  # whether one of these would be found is not known before all suppressions are
_GUESSES = 100  # a guess costs 0.3 ms, and a hostile megabyte holds 30,000 unknown selectors


def apply(findings: Sequence[Finding], found: Sequence[Suppression]) -> tuple[Finding, ...]:
    """Mark the findings that a comment accepts, each by the comment that ends soonest; none is dropped."""
    marks: dict[int, Suppression] = {}
    for code, held in reaches(found).items():
        accepting = [reach for reach in held if reach.by.action != "enable"]
        places = sorted((each.span.start, at) for at, each in enumerate(findings) if each.code == code)
        marks.update(_sweep(places, sorted(accepting, key=lambda each: each.scope)))
    return tuple(_marked(finding, marks.get(at)) for at, finding in enumerate(findings))


def _sweep(places: Sequence[tuple[int, int]], accepting: Sequence[Reach]) -> Iterator[tuple[int, Suppression]]:
    """Walk findings and scopes together, so that many of both cost no more than their sum."""
    active: list[tuple[int, int]] = []
    nth = 0
    for offset, at in places:
        while nth < len(accepting) and accepting[nth].scope.start <= offset:
            heappush(active, (accepting[nth].scope.end, nth))
            nth += 1
        while active and active[0][0] <= offset:
            heappop(active)
        if active:
            yield at, accepting[active[0][1]].by


def _marked(finding: Finding, suppression: Suppression | None) -> Finding:
    if suppression is None:
        return finding
    return replace(finding, suppressed="inline", justification=suppression.reason or None)


def unknown(found: Sequence[Suppression]) -> Iterator[Doubt]:
    """Yield the selectors that stand for no rule, with what they may have meant; a blanket stands for none."""
    guesses = 0
    for suppression in found:
        for selector in suppression.selectors:
            if not expand(selector) or selector.upper() == EVERYTHING:
                guesses += 1
                yield Doubt(suppression, selector, nearest(selector) if guesses <= _GUESSES else None)


def unused(found: Sequence[Suppression], findings: Sequence[Finding], ran: frozenset[str]) -> Iterator[Doubt]:
    """Yield the selectors that accept no finding, though each of their rules ran."""
    starts: dict[str, list[int]] = defaultdict(list)
    for finding in findings:
        starts[finding.code].append(finding.span.start)
    for places in starts.values():
        places.sort()
    used = {(each.by.span, code) for code, held in reaches(found).items() for each in held if _used(each, starts[code])}
    for suppression in found:
        for selector in suppression.selectors:
            codes = expand(selector)
            known = bool(codes) and codes <= ran and not any(code.startswith(META) for code in codes)
            if known and not any((suppression.span, code) in used for code in codes):
                yield Doubt(suppression, selector)


def _used(reach: Reach, places: Sequence[int]) -> bool:
    if reach.by.action == "enable":
        return True
    return bisect_left(places, reach.scope.start) < bisect_left(places, reach.scope.end)
