"""How far each suppression reaches, rule by rule: an `enable` of one code ends its part of a `disable` of a family."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citevet.model import Span
from citevet.rules.select import expand
from citevet.rules.suppression import Suppression


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a comment accepts the findings of one rule; of an `enable`, that it ended something."""

    scope: Span
    by: Suppression


def reaches(found: Sequence[Suppression]) -> Mapping[str, list[Reach]]:
    """Return the reaches by code; an `enable` ends whatever `disable` of its codes is open."""
    by_code: dict[str, list[Reach]] = defaultdict(list)
    opened: dict[str, list[Suppression]] = defaultdict(list)
    for suppression in found:
        for code in {code for selector in suppression.selectors for code in expand(selector)}:
            if suppression.action == "disable":
                opened[code].append(suppression)
            elif suppression.action == "enable":
                by_code[code] += _ended(opened.pop(code, []), suppression)
            else:
                by_code[code].append(Reach(suppression.scope, suppression))
    for code, still in opened.items():
        by_code[code] += (Reach(each.scope, each) for each in still)
    return by_code


def _ended(opened: Sequence[Suppression], enable: Suppression) -> list[Reach]:
    ended = [Reach(Span(each.span.start, enable.span.start), each) for each in opened]
    return [*ended, Reach(enable.span, enable)] if ended else []
