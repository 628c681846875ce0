"""Whether the source says the opposite of the claim: denied, turned round, all for some, surely for perhaps."""

from collections.abc import Iterable

from citevet.judge.opposing.converse import compare_converses, related, said_from_elsewhere
from citevet.judge.opposing.denial import compare_denials
from citevet.judge.opposing.denied_denial import compare_denied_denials
from citevet.judge.opposing.direction import compare_directions
from citevet.judge.opposing.exceptions import compare_exceptions
from citevet.judge.opposing.exchange import compare_exchanges
from citevet.judge.opposing.figures import compare_figures
from citevet.judge.opposing.instead import compare_choices
from citevet.judge.opposing.modality import compare_reserves
from citevet.judge.opposing.nearest_sentence import Evidence, nearest, weigh
from citevet.judge.opposing.no_effect import compare_no_effects
from citevet.judge.opposing.no_relation import compare_no_relations
from citevet.judge.opposing.permission import compare_permissions
from citevet.judge.opposing.plain_opposites import compare_plain_opposites
from citevet.judge.opposing.position import compare_positions
from citevet.judge.opposing.quantifier import compare_quantifiers
from citevet.judge.opposing.reading import Reading, read
from citevet.judge.opposing.refusal import compare_refusals
from citevet.judge.opposing.roles import compare_roles
from citevet.judge.opposing.ways import compare_ways
from citevet.model import Difference, Span

_SENTENCES = 20  # of one claim
_WORDS = 100  # with content, of one sentence of a claim; a longer one is a list
_TURNING = frozenset({"direction", "comparative"})
_MOST = 20_000  # characters of a claim or of the evidence; a sentence and its passages are far shorter


def compare_polarity(claim: str, evidence: str) -> tuple[Difference, ...]:
    """Return where the evidence says the opposite, each with the words of both sides and the place in the claim."""
    theirs = weigh(read(evidence[:_MOST]))
    sentences = read(claim[:_MOST]).sentences()[:_SENTENCES]
    return tuple(found for sentence in sentences for found in _compared(sentence, theirs))


def _compared(claim: Reading, evidence: Evidence) -> tuple[Difference, ...]:
    """Return the differences of one sentence; what is dropped in reserve counts only where nothing is turned round."""
    near = nearest(claim, evidence) if len(claim.words) <= _WORDS else ()
    if not near:
        return ()
    both = related(claim, evidence, near)
    hard = (
        *compare_quantifiers(claim, evidence, near),
        *compare_figures(claim, evidence, near),
        *compare_directions(claim, evidence, near),
        *compare_plain_opposites(claim, evidence, near),
        *compare_permissions(claim, evidence, near),
        *compare_positions(claim, evidence, near),
        *compare_ways(claim, evidence, near),
        *compare_roles(claim, evidence, near),
        *compare_converses(both),
        *compare_choices(claim, evidence, near),
        *compare_exchanges(claim, evidence, near),
        *compare_exceptions(claim, evidence, near),
        *compare_denials(claim, evidence, near),
        *compare_denied_denials(claim, evidence, near),
        *compare_no_effects(claim, evidence),
        *compare_no_relations(claim, evidence, near),
    )
    same = said_from_elsewhere(both)
    found = _once(each for each in hard if not _is_turned(each, same))
    # What was rejected where the claim has it adopted is told by the opposite already, and told once.
    return found or _once(compare_refusals(claim, evidence, near)) or tuple(compare_reserves(claim, evidence, near))


def _is_turned(difference: Difference, same: Iterable[Span]) -> bool:
    """Tell whether it stands where both say the same from two sides: more common in women, less common in men."""
    place = difference.span if difference.type in _TURNING else None
    return place is not None and any(place.overlaps(span) for span in same)


def _once(differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """Return the differences without those that stand in the place of an earlier one."""
    kept: list[Difference] = []
    for each in differences:
        if not any(each.span and other.span and each.span.overlaps(other.span) for other in kept):
            kept.append(each)
    return tuple(kept)
